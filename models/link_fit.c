/* The training of link predictors of which it knows the encoder and the scores alone. */
#include "given.h"
#include "models.h"

#include <math.h>

/* What the random numbers of an epoch are for. */
enum { NEGATIVES, ENCODING, SCORING };

typedef struct run {
    const gg_link_fit *f;
    const gg_dataset *d;
    gg_params *params;
    gg_tape *tape;
    gg_microbatch *tiles;
    gg_optim *optim;
    gg_snapshot *best;
    gg_negatives *negatives;
    gg_pair_list batch; /* the training links, then this epoch's non-links */
    gg_tensor *target;  /* 1 for those, 0 for these */
    gg_rng rng;         /* this epoch's */
} run;

/* ---- scores ---- */

static gg_tensor *tile_scores(gg_tape *t, gg_tensor *z, const gg_tile *tile, void *context)
{
    const run *r = context;
    if (r->f->score)
        return r->f->score(r->f->fit.context, t, z, tile, gg_rng_fork(r->rng, SCORING));
    return gg_sum(t, gg_hadamard_pairs(t, z, &tile->pairs), 1);
}

static gg_tensor *encode(run *r, bool training)
{
    gg_tape_reset(r->tape);
    gg_tape_set_training(r->tape, training);
    gg_tape_set_recording(r->tape, training);
    gg_tensor *z = r->f->encode(r->f->fit.context, r->tape, gg_rng_fork(r->rng, ENCODING));
    return z ? z : gg_tape_fail(r->tape, GG_ERR_ARGUMENT, "link fit: encode returned NULL");
}

static gg_status rank(run *r, const gg_pair_list *links, const gg_pair_list *others,
                      gg_metrics *out, gg_error *e)
{
    gg_pairs positive = gg_pairs_of(links), negative = gg_pairs_of(others);
    gg_tensor *z = encode(r, false);
    gg_status status = gg_tape_status(r->tape, e);
    if (status)
        return status;
    double *score = gg_alloc((size_t)(positive.count + negative.count), sizeof *score);
    if (!score)
        return gg_fail(e, GG_ERR_MEMORY, "link fit: no memory for %lld scores",
                       (long long)(positive.count + negative.count));
    status = gg_microbatch_score(r->tiles, z, &positive, tile_scores, r, score, e);
    if (!status)
        status =
            gg_microbatch_score(r->tiles, z, &negative, tile_scores, r, score + positive.count, e);
    if (!status)
        status = gg_metrics_compute(score, positive.count, score + positive.count, negative.count,
                                    out, e);
    gg_free(score);
    return status;
}

/* ---- an epoch ---- */

/* A tile's share of the mean over the batch. */
static gg_tensor *tile_loss(gg_tape *t, gg_tensor *z, const gg_tile *tile, void *context)
{
    const run *r = context;
    gg_tensor target = gg_tile_values(r->target, tile);
    return gg_bce_with_logits(t, tile_scores(t, z, tile, context), &target, 1,
                              1 / (double)r->batch.count);
}

/* Through what made z; a penalty's backward takes z's gradient along. */
static gg_status differentiate_encoder(const run *r, gg_tensor *z, gg_tensor *penalty, gg_error *e)
{
    if (penalty && penalty->requires_grad)
        return gg_backward(r->tape, penalty, e);
    return z->requires_grad ? gg_backward_from(r->tape, z, NULL, e) : GG_OK;
}

static gg_status differentiate(run *r, double *loss, gg_error *e)
{
    const gg_link_fit *f = r->f;
    int64_t links = r->d->split.train.count;
    gg_pairs batch = gg_pairs_of(&r->batch);
    gg_tensor *penalty = NULL;
    double further = 0;
    gg_status status =
        gg_negatives_draw(r->negatives, gg_rng_fork(r->rng, NEGATIVES), r->batch.count - links,
                          r->batch.u + links, r->batch.v + links, e);
    if (status)
        return status;
    gg_params_zero_grad(r->params);
    gg_tensor *z = encode(r, true);
    if (f->penalty) {
        penalty = f->penalty(f->fit.context, r->tape, z);
        if (!penalty)
            penalty = gg_tape_fail(r->tape, GG_ERR_ARGUMENT, "link fit: penalty returned NULL");
        status = gg_value(r->tape, penalty, &further, e);
    }
    if (!status)
        status =
            gg_microbatch_backward(r->tiles, r->tape, z, r->params, &batch, tile_loss, r, loss, e);
    *loss += further;
    return status ? status : differentiate_encoder(r, z, penalty, e);
}

static gg_status train(void *context, gg_epoch *epoch, gg_error *e)
{
    run *r = context;
    const gg_fit *fit = &r->f->fit;
    r->rng = gg_rng_fork(fit->rng, (uint64_t)epoch->number);
    gg_status status = differentiate(r, &epoch->loss, e);
    if (status)
        return status;
    if (fit->clip > 0)
        gg_params_clip_grad_norm(r->params, fit->clip);
    epoch->lr = gg_schedule_rate(&fit->schedule, epoch->number - 1);
    return gg_optim_step(r->optim, r->params, epoch->lr, fit->threads, e);
}

static gg_status validate(void *context, double *score, gg_error *e)
{
    run *r = context;
    const gg_split *s = &r->d->split;
    gg_metrics metrics;
    gg_status status = rank(r, &s->valid, &s->valid_neg, &metrics, e);
    if (!status)
        *score = gg_metrics_get(&metrics, r->f->metric);
    return status;
}

static bool progress(void *context, const gg_epoch *epoch)
{
    const gg_fit *fit = &((const run *)context)->f->fit;
    return fit->progress(fit->context, epoch);
}

/* ---- a run ---- */

static gg_status check(const gg_link_fit *f, const gg_dataset *d, gg_error *e)
{
    if (!d->train)
        return gg_fail(e, GG_ERR_ARGUMENT,
                       "link fit: the data set has no split (gg_dataset_split)");
    if (!(f->neg_rate >= 0 && f->neg_rate <= 1e6))
        return gg_fail(e, GG_ERR_ARGUMENT, "link fit: neg_rate %g, expected 0 to 1e6", f->neg_rate);
    if (!f->metric || isnan(gg_metrics_get(&(gg_metrics){0}, f->metric)))
        return gg_fail(e, GG_ERR_ARGUMENT, "link fit: unknown metric '%s'",
                       f->metric ? f->metric : "");
    if (f->fit.epochs < 1)
        return gg_fail(e, GG_ERR_ARGUMENT, "link fit: %lld epochs, expected 1 or more",
                       (long long)f->fit.epochs);
    return GG_OK;
}

static gg_status prepare_batch(run *r, gg_dtype dtype, gg_error *e)
{
    const gg_pair_list *links = &r->d->split.train;
    int64_t others = llround(r->f->neg_rate * (double)links->count);
    int64_t available = gg_negatives_available(r->negatives);
    int64_t count = links->count + (others < available ? others : available);
    gg_status status = gg_pair_list_resize(&r->batch, count, e);
    if (!status)
        status = gg_tensor_new(dtype, 1, &count, &r->target, e);
    for (int64_t k = 0; k < links->count && !status; k++) {
        r->batch.u[k] = links->u[k];
        r->batch.v[k] = links->v[k];
        gg_set(r->target, k, 1);
    }
    return status;
}

static gg_dtype dtype_of(const gg_params *p)
{
    return gg_params_count(p) > 0 ? gg_params_at(p, 0, NULL)->dtype : GG_F32;
}

/* What scoring needs. */
static gg_status prepare_scores(run *r, const gg_params *p, gg_error *e)
{
    if (!r->f->encode)
        return gg_fail(e, GG_ERR_ARGUMENT, "link fit: there is no function to encode by");
    gg_status status = gg_tape_new(dtype_of(p), r->f->fit.threads, &r->tape, e);
    return status ? status : gg_microbatch_new(p, 0, r->f->fit.threads, &r->tiles, e);
}

static gg_status prepare(run *r, gg_error *e)
{
    gg_status status = check(r->f, r->d, e);
    if (!status)
        status = prepare_scores(r, r->params, e);
    if (!status)
        status = gg_negatives_new(r->d, &r->negatives, e);
    if (!status)
        status = prepare_batch(r, dtype_of(r->params), e);
    if (!status)
        status = gg_optim_new(r->params, &r->f->fit.optim, &r->optim, e);
    return status ? status : gg_snapshot_new(r->params, &r->best, e);
}

static void release(run *r)
{
    gg_snapshot_free(r->best);
    gg_optim_free(r->optim);
    gg_tensor_free(r->target);
    gg_pair_list_free(&r->batch);
    gg_negatives_free(r->negatives);
    gg_microbatch_free(r->tiles);
    gg_tape_free(r->tape);
}

gg_link_fit gg_link_fit_defaults(void)
{
    return (gg_link_fit){.fit = gg_fit_defaults(), .neg_rate = 1, .metric = "auc"};
}

gg_status gg_link_fit_run(const gg_link_fit *f, gg_params *p, const gg_dataset *d,
                          gg_trainer_result *result, gg_error *e)
{
    run r = {.f = f, .d = d, .params = p};
    gg_trainer trainer = {.epochs = f->fit.epochs,
                          .patience = f->fit.patience,
                          .latest = f->fit.latest,
                          .score = -INFINITY,
                          .train = train,
                          .evaluate = validate,
                          .progress = f->fit.progress ? progress : NULL,
                          .context = &r};
    gg_status status = prepare(&r, e);
    if (!status)
        status = gg_trainer_run(&trainer, p, r.best, result, e);
    release(&r);
    return status;
}

gg_status gg_link_fit_scores(const gg_link_fit *f, const gg_params *p, const gg_pairs *pairs,
                             double *scores, gg_error *e)
{
    run r = {.f = f};
    gg_status status = prepare_scores(&r, p, e);
    if (!status) {
        gg_tensor *z = encode(&r, false);
        status = gg_tape_status(r.tape, e);
        if (!status)
            status = gg_pairs_check(pairs, z->shape[0], "link fit", e);
        if (!status)
            status = gg_microbatch_score(r.tiles, z, pairs, tile_scores, &r, scores, e);
    }
    release(&r);
    return status;
}

gg_status gg_link_fit_metrics(const gg_link_fit *f, const gg_params *p, const gg_pair_list *links,
                              const gg_pair_list *others, gg_metrics *out, gg_error *e)
{
    run r = {.f = f};
    gg_status status = prepare_scores(&r, p, e);
    if (!status)
        status = rank(&r, links, others, out, e);
    release(&r);
    return status;
}
