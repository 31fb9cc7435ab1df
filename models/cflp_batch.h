/* cflp_batch.h (internal): the data of a training step. */
#ifndef GG_CFLP_BATCH_H
#define GG_CFLP_BATCH_H

#include "models.h"

/* A step's pairs, links first: what the decoder is asked (treatments), what it should say
 * (outcomes), for the pairs as they are and for their counterfactuals under the treatments from
 * `begin` to `end`; and the pairs drawn for the discrepancy. matchers is NULL where no
 * counterfactuals are wanted. */
typedef struct cflp_batch {
    const gg_dataset *d;
    int64_t treatments;
    const gg_treatment *t;
    gg_matcher *const *matchers;
    gg_negatives *negatives;
    double rate; /* negatives a training link */
    gg_cflp_balance balance;
    int threads;
    int64_t *order; /* of the training links, shuffled every epoch */

    int64_t begin, end; /* all treatments, unless the caller says otherwise */
    int64_t links;
    gg_pairs pairs;
    int32_t *u, *v;
    gg_tensor *treatment, *cf_treatment;          /* pairs x treatments: T^k, and T^CF of it */
    gg_tensor *outcome, *cf_outcome;              /* pairs; treatments x pairs */
    double pos_weight;                            /* of a link in L_F, */
    double cf_pos_weight[GG_CFLP_MAX_TREATMENTS]; /* in L_CF of each treatment */

    int64_t disc_pairs; /* wanted of either kind */
    gg_pairs factual, matched[GG_CFLP_MAX_TREATMENTS];
    int32_t *disc; /* factual u, v, then matched a, b of each treatment: disc_pairs each */
} cflp_batch;

gg_status cflp_batch_new(cflp_batch *b, const gg_cflp_options *o, gg_dtype dtype,
                         const gg_dataset *d, const gg_treatment *t, gg_matcher *const *matchers,
                         gg_error *e);
void cflp_batch_free(cflp_batch *b);

/* A new order of the training links. */
void cflp_batch_shuffle(cflp_batch *b, gg_rng rng);

/* Links [first, first + links) of the order, with fresh negatives. */
gg_status cflp_batch_next(cflp_batch *b, int64_t first, int64_t links, gg_rng rng, gg_error *e);

/* A^CF under treatment k, one for each pair and more: a view. */
gg_tensor cflp_batch_cf_outcome(const cflp_batch *b, int64_t k);

/* Fresh pairs for the discrepancy: of the graph; and matched ones, drawing until there are enough.
 * Where one in 200 pairs or fewer has a match, matched stays short. */
void cflp_batch_discrepancy(cflp_batch *b, gg_rng rng);

#endif
