/* One step an epoch on all of the data: what gg_trainer's callbacks are for most models. */
#include "params.h"

#include <math.h>

typedef struct run {
    const gg_fit *fit;
    gg_params *params;
    gg_tape *tape;
    gg_optim *optim;
    gg_snapshot *best;
    double loss; /* of the epoch */
} run;

/* Puts the gradient of the epoch's loss into the parameters. */
static gg_status differentiate(const run *r, gg_epoch *epoch, gg_error *e)
{
    const gg_fit *f = r->fit;
    gg_tape_reset(r->tape);
    gg_tape_set_training(r->tape, true);
    gg_params_zero_grad(r->params);
    gg_rng rng = gg_rng_fork(f->rng, (uint64_t)epoch->number);
    gg_tensor *loss = f->loss(f->context, r->tape, rng);
    if (!loss)
        loss = gg_tape_fail(r->tape, GG_ERR_ARGUMENT, "fit: loss returned NULL");
    gg_status status = gg_value(r->tape, loss, &epoch->loss, e);
    return status ? status : gg_backward(r->tape, loss, e);
}

static gg_status train(void *context, gg_epoch *epoch, gg_error *e)
{
    run *r = context;
    const gg_fit *f = r->fit;
    gg_status status = differentiate(r, epoch, e);
    if (status)
        return status;
    r->loss = epoch->loss;
    if (f->clip > 0)
        gg_params_clip_grad_norm(r->params, f->clip);
    epoch->lr = gg_schedule_rate(&f->schedule, epoch->number - 1);
    return gg_optim_step(r->optim, r->params, epoch->lr, f->threads, e);
}

/* An error on the tape comes before what was made of its nil tensor. */
static gg_status score_on(const gg_fit *f, gg_tape *t, double *score, gg_error *e)
{
    gg_tape_reset(t);
    gg_tape_set_training(t, false);
    gg_tape_set_recording(t, false);
    gg_status status = f->evaluate(f->context, t, score, e);
    gg_tape_set_recording(t, true);
    gg_status tape_status = gg_tape_status(t, NULL);
    return tape_status ? gg_tape_status(t, e) : status;
}

static gg_status evaluate(void *context, double *score, gg_error *e)
{
    const run *r = context;
    *score = r->fit->least_loss ? -r->loss : 0;
    return r->fit->evaluate ? score_on(r->fit, r->tape, score, e) : GG_OK;
}

static bool progress(void *context, const gg_epoch *epoch)
{
    const run *r = context;
    return r->fit->progress(r->fit->context, epoch);
}

gg_fit gg_fit_defaults(void)
{
    return (gg_fit){.optim = gg_optim_defaults(GG_OPTIM_ADAM),
                    .schedule = {.kind = GG_SCHEDULE_CONSTANT, .lr = 0.01},
                    .epochs = 200,
                    .patience = 200,
                    .threads = 1,
                    .rng = gg_rng_new(1)};
}

gg_status gg_fit_run(const gg_fit *f, gg_params *p, gg_trainer_result *result, gg_error *e)
{
    run r = {.fit = f, .params = p};
    gg_trainer trainer = {.epochs = f->epochs,
                          .patience = f->patience,
                          .latest = f->latest || !(f->evaluate || f->least_loss),
                          .score = -INFINITY,
                          .train = train,
                          .evaluate = evaluate,
                          .progress = f->progress ? progress : NULL,
                          .context = &r};
    if (!f->loss)
        return gg_fail(e, GG_ERR_ARGUMENT, "fit: there is no function that builds the loss");
    if (f->epochs < 1)
        return gg_fail(e, GG_ERR_ARGUMENT, "fit: %lld epochs, expected 1 or more",
                       (long long)f->epochs);
    gg_status status = gg_optim_new(p, &f->optim, &r.optim, e);
    if (!status)
        status = gg_snapshot_new(p, &r.best, e);
    if (!status)
        status = gg_tape_new(p->dtype, f->threads, &r.tape, e);
    if (!status)
        status = gg_trainer_run(&trainer, p, r.best, result, e);
    gg_tape_free(r.tape);
    gg_snapshot_free(r.best);
    gg_optim_free(r.optim);
    return status;
}

gg_status gg_fit_score(const gg_fit *f, const gg_params *p, double *score, gg_error *e)
{
    gg_tape *t = NULL;
    if (!f->evaluate)
        return gg_fail(e, GG_ERR_ARGUMENT, "fit: there is no function to evaluate by");
    gg_status status = gg_tape_new(p->dtype, f->threads, &t, e);
    if (!status)
        status = score_on(f, t, score, e);
    gg_tape_free(t);
    return status;
}
