/* A trained CFLP model at work: embeddings, logits, probabilities, individual effects. */
#include "cflp.h"

#include "given.h"

gg_status cflp_check_data(const gg_cflp *m, const gg_dataset *d, gg_error *e)
{
    if (gg_graph_check(d->train, "cflp", e))
        return GG_ERR_ARGUMENT;
    if (!d->features)
        return gg_fail(e, GG_ERR_ARGUMENT, "cflp: the data set has no features");
    if (d->features->cols != m->encoder.in || d->features->rows != d->nodes)
        return gg_fail(e, GG_ERR_SHAPE, "cflp: features are %lld x %lld, expected %lld x %lld",
                       (long long)d->features->rows, (long long)d->features->cols,
                       (long long)d->nodes, (long long)m->encoder.in);
    return GG_OK;
}

gg_status cflp_check_treated(const gg_cflp *m, const gg_dataset *d, const gg_treatment *t,
                             gg_error *e)
{
    gg_status status = cflp_check_data(m, d, e);
    if (!status && m->options.treatments > 0 && !t)
        return gg_fail(e, GG_ERR_ARGUMENT, "cflp: the model asks for a treatment, none is given");
    for (int k = 0; k < m->options.treatments && !status; k++)
        if (t[k].nodes != d->nodes)
            status = gg_fail(e, GG_ERR_SHAPE, "cflp: a treatment of %lld nodes, expected %lld",
                             (long long)t[k].nodes, (long long)d->nodes);
    return status;
}

gg_status cflp_embed(const gg_cflp *m, const gg_dataset *d, gg_tape **tape, gg_tensor **z,
                     gg_error *e)
{
    gg_dtype dtype = m->dtype;
    gg_csr *adj = NULL;
    gg_tape *t = NULL;
    gg_status status = cflp_check_data(m, d, e);
    if (!status)
        status = gg_link_encoder_matrix(&m->encoder, d->train, dtype, &adj, e);
    if (!status)
        status = gg_tape_new(dtype, m->options.threads, &t, e);
    if (!status) {
        gg_tape_set_recording(t, false);
        *z = gg_link_encoder_forward(t, &m->encoder, adj, d->features, gg_rng_new(0));
        status = gg_tape_status(t, e);
    }
    gg_csr_free(adj);
    if (status)
        gg_tape_free(t);
    else
        *tape = t;
    return status;
}

void cflp_treatments(const gg_treatment *t, const gg_pairs *pairs, gg_tensor *treatment)
{
    int64_t treatments = treatment->shape[1];
    for (int64_t p = 0; p < pairs->count; p++)
        for (int64_t k = 0; k < treatments; k++)
            gg_set(treatment, p * treatments + k, gg_treatment_at(&t[k], pairs->u[p], pairs->v[p]));
}

gg_tensor *cflp_turned(gg_tape *t, const gg_tensor *treatment, const gg_tile *tile, int64_t k,
                       const gg_tensor *other, double value)
{
    int64_t treatments = treatment->shape[1];
    gg_tensor *turned = gg_empty(t, 2, (int64_t[]){tile->pairs.count, treatments});
    if (gg_tape_status(t, NULL))
        return turned;
    for (int64_t p = 0; p < tile->pairs.count; p++)
        for (int64_t i = 0; i < treatments; i++) {
            int64_t at = (tile->first + p) * treatments + i;
            gg_set(turned, p * treatments + i,
                   i != k  ? gg_get(treatment, at)
                   : other ? gg_get(other, at)
                           : value);
        }
    return turned;
}

typedef struct scorer {
    const gg_cflp *model;
    const gg_tensor *treatment;
} scorer;

static gg_tensor *score_tile(gg_tape *t, gg_tensor *z, const gg_tile *tile, void *context)
{
    const scorer *s = context;
    const gg_link_decoder *g = &s->model->decoder;
    gg_tensor treatment = gg_tile_values(s->treatment, tile);
    return gg_link_decoder_logits(t, g, gg_link_decoder_product(t, g, z, &tile->pairs), &treatment,
                                  gg_rng_new(0), tile->first);
}

gg_status cflp_score(const gg_cflp *m, gg_microbatch *batch, const gg_tensor *z,
                     const gg_pairs *pairs, const gg_tensor *treatment, double *logits, gg_error *e)
{
    scorer s = {m, treatment};
    return gg_microbatch_score(batch, z, pairs, score_tile, &s, logits, e);
}

typedef struct contrast {
    const gg_cflp *model;
    const gg_tensor *treatment;
    int64_t k;
} contrast;

/* g(z, 1) - g(z, 0) on probabilities (equation 1); both share the product. */
static gg_tensor *effect_tile(gg_tape *t, gg_tensor *z, const gg_tile *tile, void *context)
{
    const contrast *c = context;
    const gg_link_decoder *decoder = &c->model->decoder;
    gg_tensor *product = gg_link_decoder_product(t, decoder, z, &tile->pairs), *g[2];
    for (int on = 0; on <= 1; on++) {
        const gg_tensor *treatment = cflp_turned(t, c->treatment, tile, c->k, NULL, on);
        g[on] = gg_sigmoid(
            t, gg_link_decoder_logits(t, decoder, product, treatment, gg_rng_new(0), tile->first));
    }
    return gg_sub(t, g[1], g[0]);
}

gg_status cflp_individual_effects(const gg_cflp *m, gg_microbatch *batch, const gg_tensor *z,
                                  const gg_pairs *pairs, const gg_tensor *treatment, int64_t k,
                                  double *ite, gg_error *e)
{
    contrast c = {m, treatment, k};
    return gg_microbatch_score(batch, z, pairs, effect_tile, &c, ite, e);
}

gg_status gg_cflp_predict(const gg_cflp *m, const gg_dataset *d, const gg_treatment *t,
                          const gg_pairs *pairs, double *probability, double *ite, gg_error *e)
{
    gg_tape *tape = NULL;
    gg_tensor *z = NULL, *treatment = NULL;
    gg_microbatch *batch = NULL;
    int64_t shape[] = {pairs->count, m->options.treatments};
    gg_status status = gg_pairs_check(pairs, d->nodes, "cflp", e);
    if (!status)
        status = cflp_check_treated(m, d, t, e);
    if (!status && ite && m->options.treatments == 0)
        status = gg_fail(e, GG_ERR_ARGUMENT, "cflp: a model without treatment has no effects");
    if (!status)
        status = cflp_embed(m, d, &tape, &z, e);
    if (!status)
        status = gg_tensor_new(m->dtype, 2, shape, &treatment, e);
    if (!status)
        status = gg_microbatch_new(m->params, m->options.tile_pairs, m->options.threads, &batch, e);
    if (!status) {
        cflp_treatments(t, pairs, treatment);
        status = cflp_score(m, batch, z, pairs, treatment, probability, e);
    }
    for (int64_t k = 0; k < pairs->count && !status; k++)
        probability[k] = cflp_sigmoid(probability[k]);
    for (int64_t k = 0; ite && k < m->options.treatments && !status; k++)
        status =
            cflp_individual_effects(m, batch, z, pairs, treatment, k, ite + k * pairs->count, e);
    gg_microbatch_free(batch);
    gg_tensor_free(treatment);
    gg_tape_free(tape);
    return status;
}
