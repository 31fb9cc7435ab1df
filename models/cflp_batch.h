/* cflp_batch.h (internal): the data of a training step. */
#ifndef GG_CFLP_BATCH_H
#define GG_CFLP_BATCH_H

#include "models.h"

/* A step's pairs, links first: what the decoder is asked (treatments), what it should say
 * (outcomes), for the pairs as they are and for their counterfactuals; and the pairs drawn for the
 * discrepancy. t is NULL where nothing is treated, matcher where no counterfactuals are wanted. */
typedef struct cflp_batch {
    const gg_dataset *d;
    const gg_treatment *t;
    const gg_matcher *matcher;
    gg_negatives *negatives;
    double rate; /* negatives a training link */
    gg_cflp_balance balance;
    int threads;
    int64_t *order; /* of the training links, shuffled every epoch */

    int64_t links;
    gg_pairs pairs;
    int32_t *u, *v;
    gg_tensor *treatment, *outcome, *cf_treatment, *cf_outcome;
    double pos_weight, cf_pos_weight; /* of a link in L_F and in L_CF */

    int64_t disc_pairs; /* wanted of either kind */
    gg_pairs factual, matched;
    int32_t *disc; /* factual u, v, matched a, b: disc_pairs each */
} cflp_batch;

gg_status cflp_batch_new(cflp_batch *b, const gg_cflp_options *o, gg_dtype dtype,
                         const gg_dataset *d, const gg_treatment *t, const gg_matcher *matcher,
                         gg_error *e);
void cflp_batch_free(cflp_batch *b);

/* A new order of the training links. */
void cflp_batch_shuffle(cflp_batch *b, gg_rng rng);

/* Links [first, first + links) of the order, with fresh negatives. */
gg_status cflp_batch_next(cflp_batch *b, int64_t first, int64_t links, gg_rng rng, gg_error *e);

/* Fresh pairs for the discrepancy: of the graph; and matched ones, drawing until there are enough.
 * Where one in 200 pairs or fewer has a match, matched stays short. */
void cflp_batch_discrepancy(cflp_batch *b, gg_rng rng);

#endif
