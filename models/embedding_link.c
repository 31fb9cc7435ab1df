/* Link prediction by an embedding alone: a decoder learns which products of two rows are links. */
#include "models.h"

#include <math.h>

typedef struct model {
    gg_tensor *z;
    gg_link_decoder decoder;
    const gg_link_fit *asked; /* for what belongs to the caller */
} model;

static gg_tensor *encode(void *context, gg_tape *t, gg_rng rng)
{
    (void)t;
    (void)rng;
    return ((model *)context)->z;
}

static gg_tensor *score(void *context, gg_tape *t, gg_tensor *z, const gg_tile *tile, gg_rng rng)
{
    const gg_link_decoder *d = &((const model *)context)->decoder;
    gg_tensor *product = gg_link_decoder_product(t, d, z, &tile->pairs);
    return gg_link_decoder_logits(t, d, product, NULL, rng, tile->first);
}

static bool progress(void *context, const gg_epoch *epoch)
{
    const gg_fit *asked = &((const model *)context)->asked->fit;
    return asked->progress(asked->context, epoch);
}

/* A copy in f32 with entries of mean square 1: methods differ in scale by orders of magnitude, and
 * one learning rate is to fit all. */
static gg_status scaled(const gg_tensor *z, gg_tensor **out, gg_error *e)
{
    int64_t count = gg_numel(z);
    double squares = 0;
    gg_status status = gg_tensor_new(GG_F32, z->rank, z->shape, out, e);
    for (int64_t k = 0; k < count && !status; k++)
        squares += gg_get(z, k) * gg_get(z, k);
    double scale = squares > 0 ? sqrt((double)count / squares) : 1;
    for (int64_t k = 0; k < count && !status; k++)
        gg_set(*out, k, scale * gg_get(z, k));
    return status;
}

static gg_status check(const gg_tensor *z, const gg_link_decoder_options *decoder,
                       const gg_dataset *d, gg_error *e)
{
    char shape[64];
    if (z->rank != 2 || z->shape[0] != d->nodes || z->shape[1] < 1)
        return gg_fail(e, GG_ERR_SHAPE, "embedding link: expected a matrix of %lld rows, found %s",
                       (long long)d->nodes, gg_shape_text(z, shape, sizeof shape));
    if (decoder->layers < 1 || decoder->layers > GG_MLP_MAX || decoder->hidden < 1)
        return gg_fail(
            e, GG_ERR_ARGUMENT,
            "embedding link: a decoder of %d layers of %lld, expected 1 to %d of 1 or more",
            decoder->layers, (long long)decoder->hidden, GG_MLP_MAX);
    return GG_OK;
}

static gg_status measure(const gg_link_fit *f, const gg_params *p, const gg_split *s,
                         gg_metrics *valid, gg_metrics *test, gg_error *e)
{
    gg_status status = gg_link_fit_metrics(f, p, &s->valid, &s->valid_neg, valid, e);
    return status ? status : gg_link_fit_metrics(f, p, &s->test, &s->test_neg, test, e);
}

gg_status gg_embedding_link(const gg_tensor *z, const gg_link_decoder_options *decoder,
                            const gg_link_fit *fit, const gg_dataset *d, gg_metrics *valid,
                            gg_metrics *test, gg_trainer_result *result, gg_error *e)
{
    model m = {.asked = fit};
    gg_params *p = NULL;
    gg_link_fit f = *fit;
    f.fit.context = &m;
    f.fit.progress = fit->fit.progress ? progress : NULL;
    f.encode = encode;
    f.score = score;
    gg_status status = check(z, decoder, d, e);
    if (!status)
        status = scaled(z, &m.z, e);
    if (!status)
        status = gg_params_new(GG_F32, &p, e);
    if (!status) {
        gg_link_decoder_init(&m.decoder, p, "decoder", decoder, z->shape[1], false);
        status = gg_params_build(p, gg_rng_fork(f.fit.rng, 0), e);
    }
    if (!status)
        status = gg_link_fit_run(&f, p, d, result, e);
    if (!status)
        status = measure(&f, p, &d->split, valid, test, e);
    gg_params_free(p);
    gg_tensor_free(m.z);
    return status;
}
