/* cflp.h (internal): what CFLP's files share. */
#ifndef GG_CFLP_H
#define GG_CFLP_H

#include "models.h"

#include <math.h>

/* Purposes of random numbers. Each draws from a stream of its own, and each step of a purpose from
 * one of its own, so that nothing depends on what else was drawn. */
typedef enum cflp_purpose {
    CFLP_PARAMETERS = 1,
    CFLP_SHUFFLE,
    CFLP_NEGATIVES,
    CFLP_ENCODER_DROPOUT,
    CFLP_FACTUAL_DROPOUT,
    CFLP_COUNTERFACTUAL_DROPOUT,
    CFLP_DISCREPANCY,
    CFLP_ATE,
    CFLP_BUNDLE,
    CFLP_BUNDLE_DROPOUT,
    CFLP_FINETUNING = 16 /* added to the others while fine-tuning */
} cflp_purpose;

static inline gg_rng cflp_rng(const gg_cflp_options *o, unsigned purpose, int64_t step)
{
    return gg_rng_fork(gg_rng_fork(gg_rng_new(o->seed), purpose), (uint64_t)step);
}

/* Pair number k of a stream: two distinct nodes in ascending order, uniform. */
static inline void cflp_draw_pair(gg_rng rng, uint64_t k, int64_t nodes, int32_t *u, int32_t *v)
{
    int32_t i = (int32_t)gg_rng_below(rng, 2 * k, (uint64_t)nodes);
    int32_t j = (int32_t)gg_rng_below(rng, 2 * k + 1, (uint64_t)nodes - 1);
    j += j >= i;
    *u = i < j ? i : j;
    *v = i < j ? j : i;
}

/* A logit's probability. */
static inline double cflp_sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

/* Whether the data fits the model; and whether the treatments, which a plain link predictor does
 * without, fit both. */
gg_status cflp_check_data(const gg_cflp *m, const gg_dataset *d, gg_error *e);
gg_status cflp_check_treated(const gg_cflp *m, const gg_dataset *d, const gg_treatment *t,
                             gg_error *e);

/* Z of the trained encoder in evaluation mode, on a tape that only computes: the caller frees the
 * tape, and Z with it. */
gg_status cflp_embed(const gg_cflp *m, const gg_dataset *d, gg_tape **tape, gg_tensor **z,
                     gg_error *e);

/* Logits of pairs under given treatments (a row for each pair), in evaluation mode. */
gg_status cflp_score(const gg_cflp *m, gg_microbatch *batch, const gg_tensor *z,
                     const gg_pairs *pairs, const gg_tensor *treatment, double *logits,
                     gg_error *e);

/* Individual effects of treatment k on pairs that are otherwise treated as given, in evaluation
 * mode. */
gg_status cflp_individual_effects(const gg_cflp *m, gg_microbatch *batch, const gg_tensor *z,
                                  const gg_pairs *pairs, const gg_tensor *treatment, int64_t k,
                                  double *ite, gg_error *e);

/* T_uv of each treatment, a row for each pair: fills the first rows of a matrix with a column for
 * each. */
void cflp_treatments(const gg_treatment *t, const gg_pairs *pairs, gg_tensor *treatment);

/* The tile's rows of treatments, on the tape, with column k taken from another matrix; or, if that
 * is NULL, set to value. */
gg_tensor *cflp_turned(gg_tape *t, const gg_tensor *treatment, const gg_tile *tile, int64_t k,
                       const gg_tensor *other, double value);

#endif
