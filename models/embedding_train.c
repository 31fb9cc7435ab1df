/* embedding_train.c: the training of embeddings by gradients. */
#include "embedding.h"

#include <string.h>

typedef struct watched {
    const gg_embedding_source *source;
    const gg_fit *fit;
} watched;

static gg_tensor *loss(void *context, gg_tape *t, gg_rng rng)
{
    const gg_fit *fit = ((const watched *)context)->fit;
    return fit->loss(fit->context, t, rng);
}

static bool progress(void *context, const gg_epoch *epoch)
{
    const gg_embedding_source *s = ((const watched *)context)->source;
    gg_embedding_progress p = {"epoch", epoch->number, epoch->epochs, epoch->loss, epoch->seconds};
    return s->progress(&p, s->context);
}

static gg_status train(const gg_embedding_source *s, const gg_fit *fit, gg_params *p, gg_error *e)
{
    watched w = {s, fit};
    gg_trainer_result result;
    gg_fit f = *fit;
    f.threads = s->threads;
    f.rng = gg_rng_new(s->seed);
    f.loss = loss;
    f.progress = s->progress ? progress : NULL;
    f.context = &w;
    gg_status status = gg_fit_run(&f, p, &result, e);
    if (!status && result.stopped)
        return gg_fail(e, GG_ERR_STATE, "embedding: stopped after epoch %lld",
                       (long long)result.epochs);
    return status;
}

gg_fit gg_embedding_fit(double lr, double weight_decay, int64_t epochs, int64_t patience)
{
    gg_fit fit = gg_fit_defaults();
    fit.optim.weight_decay = weight_decay;
    fit.schedule.lr = lr;
    fit.epochs = epochs;
    fit.patience = patience > 0 ? patience : epochs;
    fit.least_loss = patience > 0;
    return fit;
}

static gg_status copy(gg_tape *t, const gg_tensor *z, gg_tensor **out, gg_error *e)
{
    gg_status status = gg_tape_status(t, e);
    if (!status)
        status = gg_tensor_new(z->dtype, z->rank, z->shape, out, e);
    if (!status)
        memcpy((*out)->data, z->data, (size_t)gg_numel(z) * gg_dtype_size(z->dtype));
    return status;
}

gg_status gg_embedding_train(const gg_embedding_source *s, const gg_fit *fit, gg_params *p,
                             gg_tensor *(*encode)(void *context, gg_tape *t), gg_tensor **out,
                             gg_error *e)
{
    gg_tape *t = NULL;
    gg_status status = train(s, fit, p, e);
    if (!status)
        status = gg_tape_new(GG_F32, s->threads, &t, e);
    if (!status) {
        gg_tape_set_recording(t, false);
        status = copy(t, encode(fit->context, t), out, e);
    }
    gg_tape_free(t);
    return status;
}
