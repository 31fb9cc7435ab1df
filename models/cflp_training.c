/* Training CFLP (algorithm 1 of the paper, with the settings of the authors' program). */
#include "cflp.h"
#include "cflp_batch.h"
#include "seconds.h"

typedef struct trainer {
    gg_cflp *m;
    const gg_dataset *d;
    gg_csr *adj;
    gg_tape *tape;
    gg_microbatch *tiles;
    gg_optim *optim;
    gg_snapshot *best;
    cflp_batch batch;
    gg_schedule schedule; /* of this phase */
    bool finetuning;
    gg_tensor *fixed_z; /* NULL while training; the frozen encoder's Z while fine-tuning */
    int64_t step;       /* of this phase */
    gg_rng factual_rng, counterfactual_rng; /* of this step's decoder dropout */
    gg_rng bundle_rng;                      /* likewise, of further counterfactuals */
    double *logits;                         /* of evaluation, links then non-links */
    gg_tensor *eval_treatment;
    double seconds_evaluation;
    gg_cflp_callback callback;
    void *callback_context;
} trainer;

static const gg_cflp_options *options(const trainer *r)
{
    return &r->m->options;
}

static gg_rng step_rng(const trainer *r, unsigned purpose)
{
    return cflp_rng(options(r), purpose + (r->finetuning ? CFLP_FINETUNING : 0), r->step);
}

/* ---- a step ---- */

static gg_tensor *factual_loss(gg_tape *t, const trainer *r, gg_tensor *product,
                               const gg_tile *tile)
{
    const cflp_batch *b = &r->batch;
    gg_tensor treatment = gg_tile_values(b->treatment, tile);
    gg_tensor outcome = gg_tile_values(b->outcome, tile);
    gg_tensor *logits =
        gg_link_decoder_logits(t, &r->m->decoder, product, &treatment, r->factual_rng, tile->first);
    return gg_cflp_outcome_loss(t, logits, &outcome, b->pos_weight, 1 / (double)b->pairs.count);
}

/* L_CF under treatment k; each treatment has a dropout mask of its own. */
static gg_tensor *counterfactual_loss(gg_tape *t, const trainer *r, gg_tensor *product,
                                      const gg_tile *tile, int64_t k)
{
    const cflp_batch *b = &r->batch;
    const gg_tensor *treatment = cflp_turned(t, b->treatment, tile, k, b->cf_treatment, 0);
    gg_tensor outcomes = cflp_batch_cf_outcome(b, k), outcome = gg_tile_values(&outcomes, tile);
    gg_rng rng = k == b->begin ? r->counterfactual_rng : gg_rng_fork(r->bundle_rng, (uint64_t)k);
    gg_tensor *logits =
        gg_link_decoder_logits(t, &r->m->decoder, product, treatment, rng, tile->first);
    return gg_cflp_outcome_loss(t, logits, &outcome, b->cf_pos_weight[k],
                                1 / (double)b->pairs.count);
}

/* What a loss under one of the step's treatments counts, for the mean over them. */
static double share(const trainer *r, double weight)
{
    return weight / (double)(r->batch.end - r->batch.begin);
}

/* A tile's share of L_F + alpha L_CF. */
static gg_tensor *tile_loss(gg_tape *t, gg_tensor *z, const gg_tile *tile, void *context)
{
    const trainer *r = context;
    gg_tensor *product = gg_link_decoder_product(t, &r->m->decoder, z, &tile->pairs);
    gg_tensor *loss = factual_loss(t, r, product, tile);
    if (r->finetuning || options(r)->alpha == 0)
        return loss;
    for (int64_t k = r->batch.begin; k < r->batch.end; k++)
        loss = gg_add(
            t, loss,
            gg_scale(t, counterfactual_loss(t, r, product, tile, k), share(r, options(r)->alpha)));
    return loss;
}

/* beta L_disc on drawn pairs, or NULL where there is none that z has a part in. */
static gg_tensor *discrepancy(trainer *r, gg_tensor *z)
{
    cflp_batch *b = &r->batch;
    const gg_cflp_options *o = options(r);
    if (o->beta == 0 || o->disc == GG_CFLP_FROBENIUS)
        return NULL;
    cflp_batch_discrepancy(b, step_rng(r, CFLP_DISCREPANCY));
    gg_tensor *sum = NULL;
    for (int64_t k = b->begin; k < b->end; k++) {
        if (b->matched[k].count == 0)
            continue;
        gg_tensor *l = gg_cflp_discrepancy_loss(r->tape, o->disc, z, &b->factual, &b->matched[k]);
        sum = sum ? gg_add(r->tape, sum, l) : l;
    }
    return sum ? gg_scale(r->tape, sum, share(r, o->beta)) : NULL;
}

/* Backward from z, which holds the tiles' gradient, through the encoder; beta L_disc joins in. */
static gg_status backward_encoder(trainer *r, gg_tensor *z, double *loss, gg_error *e)
{
    const cflp_batch *b = &r->batch;
    gg_tensor *disc = discrepancy(r, z);
    double value = 0;
    if (!disc) {
        bool frobenius = options(r)->beta > 0 && options(r)->disc == GG_CFLP_FROBENIUS;
        for (int64_t k = b->begin; frobenius && k < b->end; k++)
            *loss +=
                share(r, options(r)->beta) *
                gg_cflp_frobenius_discrepancy(b->pairs.count, b->treatment, b->cf_treatment, k);
        return gg_backward_from(r->tape, z, NULL, e);
    }
    gg_status status = gg_value(r->tape, disc, &value, e);
    if (status)
        return status;
    *loss += value;
    return gg_backward(r->tape, disc, e);
}

/* One step on the batch at hand. */
static gg_status step(trainer *r, double lr, double *loss, gg_error *e)
{
    gg_params *params = r->m->params;
    gg_tensor *fixed_z = r->fixed_z;
    if (!fixed_z)
        gg_tape_reset(r->tape);
    gg_tape_set_training(r->tape, true);
    gg_params_zero_grad(params);
    gg_tensor *z = fixed_z
                       ? fixed_z
                       : gg_link_encoder_forward(r->tape, &r->m->encoder, r->adj, r->d->features,
                                                 step_rng(r, CFLP_ENCODER_DROPOUT));
    r->factual_rng = step_rng(r, CFLP_FACTUAL_DROPOUT);
    r->counterfactual_rng = step_rng(r, CFLP_COUNTERFACTUAL_DROPOUT);
    r->bundle_rng = step_rng(r, CFLP_BUNDLE_DROPOUT);
    gg_status status = gg_microbatch_backward(r->tiles, r->tape, z, params, &r->batch.pairs,
                                              tile_loss, r, loss, e);
    if (!status && !fixed_z)
        status = backward_encoder(r, z, loss, e);
    if (status)
        return status;
    if (!fixed_z && options(r)->clip > 0)
        gg_params_clip_grad_norm(params, options(r)->clip);
    return gg_optim_step(r->optim, params, lr, options(r)->threads, e);
}

/* The treatments whose counterfactuals the next step takes. */
static void choose_treatments(trainer *r)
{
    cflp_batch *b = &r->batch;
    if (options(r)->bundle == GG_CFLP_AVERAGE)
        return;
    b->begin = (int64_t)gg_rng_below(step_rng(r, CFLP_BUNDLE), 0, (uint64_t)options(r)->treatments);
    b->end = b->begin + 1;
}

/* Every training link once, in batches. */
static gg_status run_epoch(void *context, gg_epoch *epoch, gg_error *e)
{
    trainer *r = context;
    const gg_cflp_options *o = options(r);
    int64_t links = r->d->split.train.count, size = o->batch_size;
    cflp_batch_shuffle(&r->batch, step_rng(r, CFLP_SHUFFLE));
    for (int64_t first = 0; first < links; first += size, r->step++) {
        int64_t count = links - first < size ? links - first : size;
        double value = 0;
        epoch->lr =
            gg_schedule_rate(&r->schedule, o->clock == GG_CFLP_STEPS ? r->step : epoch->number - 1);
        if (r->batch.matchers)
            choose_treatments(r);
        gg_status status = cflp_batch_next(&r->batch, first, count, step_rng(r, CFLP_NEGATIVES), e);
        if (!status)
            status = step(r, epoch->lr, &value, e);
        if (status)
            return status;
        epoch->loss += value * (double)count / (double)links;
    }
    return GG_OK;
}

/* ---- evaluation ---- */

static gg_status score_split(trainer *r, const gg_tensor *z, const gg_pair_list *links,
                             const gg_pair_list *others, gg_metrics *metrics, gg_error *e)
{
    const gg_pair_list *parts[] = {links, others};
    gg_status status = GG_OK;
    double *logits = r->logits;
    for (int k = 0; k < 2 && !status; k++) {
        gg_pairs pairs = gg_pairs_of(parts[k]);
        cflp_treatments(r->batch.t, &pairs, r->eval_treatment);
        status = cflp_score(r->m, r->tiles, z, &pairs, r->eval_treatment, logits, e);
        logits += pairs.count;
    }
    return status ? status
                  : gg_metrics_compute(r->logits, links->count, r->logits + links->count,
                                       others->count, metrics, e);
}

/* Z in evaluation mode, on the trainer's tape. */
static gg_tensor *embed(trainer *r)
{
    gg_tape_reset(r->tape);
    gg_tape_set_training(r->tape, false);
    gg_tape_set_recording(r->tape, false);
    gg_tensor *z =
        gg_link_encoder_forward(r->tape, &r->m->encoder, r->adj, r->d->features, gg_rng_new(0));
    gg_tape_set_recording(r->tape, true);
    return z;
}

/* Metrics of the validation or the test pairs; embeds anew unless the encoder is fixed. */
static gg_status evaluate(trainer *r, bool test, gg_metrics *metrics, gg_error *e)
{
    double begin = gg_seconds();
    const gg_split *s = &r->d->split;
    const gg_tensor *z = r->fixed_z ? r->fixed_z : embed(r);
    gg_status status = gg_tape_status(r->tape, e);
    if (!status)
        status = score_split(r, z, test ? &s->test : &s->valid, test ? &s->test_neg : &s->valid_neg,
                             metrics, e);
    r->seconds_evaluation += gg_seconds() - begin;
    return status;
}

static gg_status validate(void *context, double *score, gg_error *e)
{
    trainer *r = context;
    gg_metrics metrics;
    gg_status status = evaluate(r, false, &metrics, e);
    if (!status)
        *score = gg_metrics_get(&metrics, options(r)->metric);
    return status;
}

/* ---- the two phases ---- */

static bool report(void *context, const gg_epoch *epoch)
{
    const trainer *r = context;
    gg_cflp_progress progress = {.finetuning = r->finetuning,
                                 .epoch = epoch->number,
                                 .epochs = epoch->epochs,
                                 .loss = epoch->loss,
                                 .lr = epoch->lr,
                                 .valid = epoch->score,
                                 .best_valid = epoch->best_score,
                                 .seconds = epoch->seconds};
    return r->callback(&progress, r->callback_context);
}

/* The epoch with the best validation metric is kept: the latest of equals while training; when
 * fine-tuning, which starts from training's best, only a strictly better one. */
static gg_status run_phase(trainer *r, double to_beat, gg_trainer_result *result, gg_error *e)
{
    gg_trainer run = {.epochs = r->finetuning ? options(r)->epochs_ft : options(r)->epochs,
                      .patience = options(r)->patience,
                      .latest = !r->finetuning,
                      .score = to_beat,
                      .train = run_epoch,
                      .evaluate = validate,
                      .progress = r->callback ? report : NULL,
                      .context = r};
    double evaluated = r->seconds_evaluation;
    gg_status status = gg_trainer_run(&run, r->m->params, r->best, result, e);
    result->seconds -= r->seconds_evaluation - evaluated; /* which is told apart */
    return status;
}

static gg_status new_optimizer(trainer *r, gg_error *e)
{
    gg_optim_settings adam = gg_optim_defaults(GG_OPTIM_ADAM);
    adam.weight_decay = options(r)->weight_decay;
    return gg_optim_new(r->m->params, &adam, &r->optim, e);
}

/* Adam starts anew: fine-tuning is an optimisation of its own. So does the decoder, if it is to;
 * then nothing is left to beat. */
static gg_status finetune(trainer *r, double to_beat, gg_trainer_result *result, gg_error *e)
{
    r->finetuning = true;
    r->schedule = (gg_schedule){.kind = GG_SCHEDULE_CONSTANT, .lr = options(r)->lr_ft};
    r->step = 0;
    r->batch.matchers = NULL;
    gg_optim_free(r->optim);
    r->optim = NULL;
    if (options(r)->decoder_start == GG_CFLP_ANEW) {
        gg_params_reset(r->m->params, "decoder.", step_rng(r, CFLP_PARAMETERS));
        to_beat = -INFINITY;
    }
    gg_params_freeze(r->m->params, "encoder.", true);
    gg_status status = new_optimizer(r, e);
    if (!status) {
        r->fixed_z = embed(r);
        status = gg_tape_status(r->tape, e);
    }
    if (!status)
        status = run_phase(r, to_beat, result, e);
    r->fixed_z = NULL;
    gg_params_freeze(r->m->params, "encoder.", false);
    return status;
}

/* ---- the whole ---- */

static gg_status check_inputs(const gg_cflp *m, const gg_dataset *d, const gg_treatment *t,
                              gg_matcher *const *matchers, gg_error *e)
{
    bool asked = m->options.alpha > 0 || m->options.beta > 0;
    gg_status status = cflp_check_treated(m, d, t, e);
    for (int k = 0; k < m->options.treatments && !status; k++) {
        const gg_matcher *matcher = matchers ? matchers[k] : NULL;
        if (asked && !matcher)
            status = gg_fail(e, GG_ERR_ARGUMENT,
                             "cflp: alpha or beta is positive, but no matcher is given");
        else if (matcher && gg_matcher_nodes(matcher) != d->nodes)
            status = gg_fail(e, GG_ERR_SHAPE, "cflp: a matcher of %lld nodes, expected %lld",
                             (long long)gg_matcher_nodes(matcher), (long long)d->nodes);
    }
    return status;
}

/* Room for the scores of the larger of the evaluation sets. */
static gg_status new_evaluation(trainer *r, gg_error *e)
{
    const gg_split *s = &r->d->split;
    int64_t most = 0,
            sizes[] = {s->valid.count, s->valid_neg.count, s->test.count, s->test_neg.count};
    for (int k = 0; k < 4; k++)
        most = sizes[k] > most ? sizes[k] : most;
    r->logits = gg_alloc(2 * (size_t)most, sizeof *r->logits);
    if (!r->logits)
        return gg_fail(e, GG_ERR_MEMORY, "cflp: no memory for %lld scores", (long long)most);
    int64_t shape[] = {most, options(r)->treatments};
    return gg_tensor_new(r->m->dtype, 2, shape, &r->eval_treatment, e);
}

static gg_status prepare(trainer *r, const gg_treatment *t, gg_matcher *const *matchers,
                         gg_error *e)
{
    const gg_cflp_options *o = options(r);
    bool counterfactual = o->alpha > 0 || o->beta > 0;
    gg_status status = check_inputs(r->m, r->d, t, matchers, e);
    if (!status)
        status = gg_schedule_named(o->schedule, o->lr, &r->schedule, e);
    if (!status)
        status = gg_link_encoder_matrix(&r->m->encoder, r->d->train, r->m->dtype, &r->adj, e);
    if (!status)
        status = gg_tape_new(r->m->dtype, o->threads, &r->tape, e);
    if (!status)
        status = gg_microbatch_new(r->m->params, o->tile_pairs, o->threads, &r->tiles, e);
    if (!status)
        status = new_optimizer(r, e);
    if (!status)
        status = gg_snapshot_new(r->m->params, &r->best, e);
    if (!status)
        status = new_evaluation(r, e);
    if (!status)
        status =
            cflp_batch_new(&r->batch, o, r->m->dtype, r->d, t, counterfactual ? matchers : NULL, e);
    return status;
}

static void release(trainer *r)
{
    gg_csr_free(r->adj);
    gg_tape_free(r->tape);
    gg_microbatch_free(r->tiles);
    gg_optim_free(r->optim);
    gg_snapshot_free(r->best);
    gg_free(r->logits);
    gg_tensor_free(r->eval_treatment);
    cflp_batch_free(&r->batch);
}

gg_status gg_cflp_train(gg_cflp *model, const gg_dataset *d, const gg_treatment *t,
                        gg_matcher *const *matchers, gg_cflp_callback callback, void *context,
                        gg_cflp_result *result, gg_error *e)
{
    trainer r = {.m = model, .d = d, .callback = callback, .callback_context = context};
    gg_trainer_result training = {0}, finetuning = {0};
    *result = (gg_cflp_result){0};
    gg_status status = prepare(&r, t, matchers, e);
    if (!status)
        status = run_phase(&r, 0, &training, e);
    if (!status && model->options.epochs_ft > 0 && !training.stopped)
        status = finetune(&r, training.score, &finetuning, e);
    if (!status)
        status = evaluate(&r, false, &result->valid, e);
    if (!status)
        status = evaluate(&r, true, &result->test, e);
    result->epochs = training.epochs;
    result->best_epoch = training.best_epoch;
    result->epochs_ft = finetuning.epochs;
    result->best_epoch_ft = finetuning.best_epoch;
    result->seconds_training = training.seconds;
    result->seconds_finetuning = finetuning.seconds;
    result->seconds_evaluation = r.seconds_evaluation;
    result->stopped = training.stopped || finetuning.stopped;
    release(&r);
    return status;
}
