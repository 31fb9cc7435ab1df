/*
 * A CFLP training epoch with Cora's published setting (on Cora one step of 188,496 pairs) against
 * its floor: the three products of pairs x 256 x 256 at this machine's sgemm rate, measured between
 * the epochs. First as gg_cflp_train runs it; then the same step put together here, so that its
 * parts can be timed.
 */
#include "bench.h"
#include "cflp.h"
#include "cflp_batch.h"
#include "parallel.h"

#include <stdio.h>

#define WIDTH 256
#define EPOCHS 12
#define FIRST 2 /* epochs before that grow the arenas */

typedef struct setting {
    bench *b;
    gg_dataset *d;
    gg_clustering *clusters;
    gg_treatment treatment;
    gg_matcher *matcher;
    gg_cflp_options options;
    int epochs; /* measured */
} setting;

static double pairs_of(const setting *s)
{
    return (double)s->d->split.train.count * (1 + s->options.neg_rate);
}

static double floor_of(const setting *s, double sgemm_rate)
{
    return 3 * 2.0 * pairs_of(s) * WIDTH * WIDTH / sgemm_rate;
}

/* ---- a whole epoch ---- */

typedef struct record {
    const setting *s;
    int count;
    double last, seconds[FIRST + EPOCHS], rates[FIRST + EPOCHS];
} record;

static bool after_epoch(const gg_cflp_progress *p, void *context)
{
    (void)p;
    record *r = context;
    r->seconds[r->count] = bench_now() - r->last;
    r->rates[r->count++] = bench_rate(BENCH_SGEMM, r->s->options.threads, 0);
    r->last = bench_now();
    return true;
}

/* The least seconds. */
static double whole_epoch(const setting *s)
{
    record r = {.s = s};
    gg_cflp *model;
    gg_cflp_result result;
    gg_error e;
    bench_must(gg_cflp_new(&s->options, s->d->features->cols, GG_F32, &model, &e), &e);
    r.last = bench_now();
    bench_must(gg_cflp_train(model, s->d, &s->treatment, &s->matcher, after_epoch, &r, &result, &e),
               &e);
    gg_cflp_free(model);
    double rate = bench_best(r.rates + FIRST, r.count - FIRST);
    bench_record(s->b, "epoch", s->options.threads, floor_of(s, rate), rate, r.seconds + FIRST,
                 r.count - FIRST);
    return r.seconds[FIRST]; /* sorted */
}

/* ---- the parts of a step ---- */

enum { SAMPLING, ENCODER, DECODER, ENCODER_BACK, OPTIMIZER, EVALUATION, LOSSES, PARTS };

static const char *const part_name[PARTS] = {
    "  sampling and look-ups", "  encoder forward", "  decoder tiles, with losses",
    "  encoder backward",      "  optimizer",       "  evaluation",
    "  losses, alone"};

typedef struct step {
    const setting *s;
    gg_cflp *m;
    cflp_batch batch;
    gg_csr *adj;
    gg_tape *tape;
    gg_microbatch *tiles;
    gg_optim *optim;
    gg_tensor *logits;    /* of the losses alone */
    gg_tensor *treatment; /* of validation pairs */
    double *scores;
    double seconds[PARTS][FIRST + EPOCHS];
} step;

static gg_rng rng_of(unsigned purpose, int epoch)
{
    return gg_rng_fork(gg_rng_fork(gg_rng_new(1), purpose), (uint64_t)epoch);
}

static void new_step(step *p, const setting *s)
{
    gg_error e;
    const gg_cflp_options *o = &s->options;
    gg_optim_settings adam = gg_optim_defaults(GG_OPTIM_ADAM);
    int64_t valid = s->d->split.valid.count + s->d->split.valid_neg.count;
    adam.weight_decay = o->weight_decay;
    *p = (step){.s = s};
    bench_must(gg_cflp_new(o, s->d->features->cols, GG_F32, &p->m, &e), &e);
    bench_must(gg_link_encoder_matrix(&p->m->encoder, s->d->train, GG_F32, &p->adj, &e), &e);
    bench_must(gg_tape_new(GG_F32, o->threads, &p->tape, &e), &e);
    bench_must(gg_microbatch_new(p->m->params, 0, o->threads, &p->tiles, &e), &e);
    bench_must(gg_optim_new(p->m->params, &adam, &p->optim, &e), &e);
    bench_must(cflp_batch_new(&p->batch, o, GG_F32, s->d, &s->treatment, &s->matcher, &e), &e);
    bench_must(gg_tensor_new(GG_F32, 1, p->batch.outcome->shape, &p->logits, &e), &e);
    bench_must(gg_tensor_new(GG_F32, 2, (int64_t[]){valid, 1}, &p->treatment, &e), &e);
    p->scores = bench_alloc(valid, sizeof *p->scores);
}

static void free_step(step *p)
{
    gg_optim_free(p->optim);
    gg_microbatch_free(p->tiles);
    gg_tape_free(p->tape);
    gg_csr_free(p->adj);
    cflp_batch_free(&p->batch);
    gg_tensor_free(p->logits);
    gg_tensor_free(p->treatment);
    gg_free(p->scores);
    gg_cflp_free(p->m);
}

static gg_tensor *loss_of(gg_tape *t, const cflp_batch *b, gg_tensor *logits, const gg_tile *tile,
                          bool counterfactual)
{
    gg_tensor all = counterfactual ? cflp_batch_cf_outcome(b, 0) : *b->outcome;
    gg_tensor y = gg_tile_values(&all, tile);
    return gg_cflp_outcome_loss(t, logits, &y, counterfactual ? b->cf_pos_weight[0] : b->pos_weight,
                                1 / (double)b->pairs.count);
}

/* L_F + L_CF of a tile. */
static gg_tensor *tile_loss(gg_tape *t, gg_tensor *z, const gg_tile *tile, void *context)
{
    const step *p = context;
    const cflp_batch *b = &p->batch;
    const gg_link_decoder *g = &p->m->decoder;
    gg_tensor *product = gg_link_decoder_product(t, g, z, &tile->pairs), *loss[2];
    for (int k = 0; k < 2; k++) {
        const gg_tensor *treatment =
            cflp_turned(t, b->treatment, tile, 0, k ? b->cf_treatment : b->treatment, 0);
        gg_tensor *logits = gg_link_decoder_logits(t, g, product, treatment,
                                                   rng_of(20 + (unsigned)k, 0), tile->first);
        loss[k] = loss_of(t, b, logits, tile, k);
    }
    return gg_add(t, loss[0], loss[1]);
}

/* Both outcome losses of a tile's logits, forward and backward: what the tiles have of them. */
static void losses_alone(void *context, int64_t begin, int64_t end)
{
    step *p = context;
    gg_error e;
    gg_tape *t;
    bench_must(gg_tape_new(GG_F32, 1, &t, &e), &e);
    for (int64_t first = begin; first < end; first += 256) {
        gg_tile tile = {{end - first < 256 ? end - first : 256, NULL, NULL}, first};
        gg_tape_reset(t);
        gg_tensor *logits = gg_empty(t, 1, &tile.pairs.count);
        logits->data = gg_tile_values(p->logits, &tile).data;
        logits->requires_grad = true;
        gg_tensor *loss = gg_add(t, loss_of(t, &p->batch, logits, &tile, false),
                                 loss_of(t, &p->batch, logits, &tile, true));
        bench_must(gg_backward(t, loss, &e), &e);
    }
    gg_tape_free(t);
}

static gg_tensor *discrepancy(step *p, gg_tensor *z)
{
    const cflp_batch *b = &p->batch;
    return gg_cflp_discrepancy_loss(p->tape, GG_CFLP_MEAN, z, &b->factual, &b->matched[0]);
}

/* The validation pairs' metrics from an embedding in evaluation mode. */
static void evaluate(step *p)
{
    gg_error e;
    gg_metrics metrics;
    const gg_split *split = &p->s->d->split;
    const gg_pair_list *parts[] = {&split->valid, &split->valid_neg};
    double *scores = p->scores;
    gg_tape_reset(p->tape);
    gg_tape_set_training(p->tape, false);
    gg_tape_set_recording(p->tape, false);
    gg_tensor *z =
        gg_link_encoder_forward(p->tape, &p->m->encoder, p->adj, p->s->d->features, gg_rng_new(0));
    gg_tape_set_recording(p->tape, true);
    for (int k = 0; k < 2; k++) {
        gg_pairs pairs = gg_pairs_of(parts[k]);
        cflp_treatments(&p->s->treatment, &pairs, p->treatment);
        bench_must(cflp_score(p->m, p->tiles, z, &pairs, p->treatment, scores, &e), &e);
        scores += pairs.count;
    }
    bench_must(gg_metrics_compute(p->scores, split->valid.count, p->scores + split->valid.count,
                                  split->valid_neg.count, &metrics, &e),
               &e);
}

/* Seconds since *last, which becomes now. */
static double lap(double *last)
{
    double before = *last;
    *last = bench_now();
    return *last - before;
}

static void run_step(step *p, int epoch)
{
    gg_error e;
    double loss, last = bench_now();
    gg_params *params = p->m->params;
    cflp_batch_shuffle(&p->batch, rng_of(CFLP_SHUFFLE, epoch));
    bench_must(cflp_batch_next(&p->batch, 0, p->s->d->split.train.count,
                               rng_of(CFLP_NEGATIVES, epoch), &e),
               &e);
    cflp_batch_discrepancy(&p->batch, rng_of(CFLP_DISCREPANCY, epoch));
    p->seconds[SAMPLING][epoch] = lap(&last);
    gg_tape_reset(p->tape);
    gg_tape_set_training(p->tape, true);
    gg_params_zero_grad(params);
    gg_tensor *z = gg_link_encoder_forward(p->tape, &p->m->encoder, p->adj, p->s->d->features,
                                           rng_of(CFLP_ENCODER_DROPOUT, epoch));
    p->seconds[ENCODER][epoch] = lap(&last);
    bench_must(gg_microbatch_backward(p->tiles, p->tape, z, params, &p->batch.pairs, tile_loss, p,
                                      &loss, &e),
               &e);
    p->seconds[DECODER][epoch] = lap(&last);
    bench_must(gg_backward(p->tape, discrepancy(p, z), &e), &e);
    p->seconds[ENCODER_BACK][epoch] = lap(&last);
    gg_params_clip_grad_norm(params, p->s->options.clip);
    bench_must(gg_optim_step(p->optim, params, 1e-3, p->s->options.threads, &e), &e);
    p->seconds[OPTIMIZER][epoch] = lap(&last);
    evaluate(p);
    p->seconds[EVALUATION][epoch] = lap(&last);
    gg_parallel(p->s->options.threads, p->batch.pairs.count, 24576, losses_alone, p);
    p->seconds[LOSSES][epoch] = lap(&last);
}

/* Whatever is neither encoder nor decoder, as a share of the epoch. */
static void rest(const setting *s, const step *p, double epoch)
{
    const int parts[] = {SAMPLING, OPTIMIZER, EVALUATION, LOSSES};
    double sums[FIRST + EPOCHS] = {0};
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < FIRST + s->epochs; i++)
            sums[i] += p->seconds[parts[k]][i];
    bench_record(s->b, "  all of these but encoder and decoder, of epoch", s->options.threads,
                 epoch, 0, sums + FIRST, s->epochs);
}

static void parts_of_step(const setting *s, double epoch)
{
    step p;
    new_step(&p, s);
    for (int k = 0; k < FIRST + s->epochs; k++)
        run_step(&p, k);
    rest(s, &p, epoch); /* before bench_record sorts the parts */
    double rate = bench_rate(BENCH_SGEMM, s->options.threads, 0);
    for (int k = 0; k < PARTS; k++)
        bench_record(s->b, part_name[k], s->options.threads, k == DECODER ? floor_of(s, rate) : 0,
                     rate, p.seconds[k] + FIRST, s->epochs);
    free_step(&p);
}

/* ---- the setting ---- */

static gg_tensor *dense_features(const gg_csr *x)
{
    gg_error e;
    gg_tensor *out;
    bench_must(gg_tensor_new(GG_F32, 2, (int64_t[]){x->rows, x->cols}, &out, &e), &e);
    for (int64_t i = 0; i < x->rows; i++)
        for (int64_t k = x->rowptr[i]; k < x->rowptr[i + 1]; k++)
            gg_set(out, i * x->cols + x->col[k], gg_csr_value(x, k));
    return out;
}

static void prepare(setting *s)
{
    gg_error e;
    gg_csr *x;
    bench_must(gg_csr_normalize_rows(s->d->features, &x, &e), &e);
    gg_csr_free(s->d->features);
    s->d->features = x;
    gg_tensor *embedding = dense_features(x);
    bench_must(gg_treatment_kcore(s->d->train, false, &s->clusters, &e), &e);
    s->treatment = gg_treatment_of_clustering(s->clusters);
    bench_must(gg_matcher_new(s->d->train, &s->treatment, embedding, 30, GG_MATCH_EXACT,
                              s->b->threads_last, &s->matcher, &e),
               &e);
    gg_tensor_free(embedding);
    s->epochs = s->b->quick ? 1 : EPOCHS;
    s->options = gg_cflp_defaults();
    s->options.neg_rate = s->b->quick ? 2 : 50;
    s->options.epochs = FIRST + s->epochs;
    s->options.epochs_ft = 0;
}

int main(int argc, char **argv)
{
    bench b;
    bench_begin(&b, argc, argv);
    setting s = {.b = &b, .d = bench_dataset(&b)};
    prepare(&s);
    for (s.options.threads = b.threads_first; s.options.threads <= b.threads_last;
         s.options.threads++)
        parts_of_step(&s, whole_epoch(&s));
    gg_matcher_free(s.matcher);
    gg_clustering_free(s.clusters);
    gg_dataset_free(s.d);
    return bench_end(&b);
}
