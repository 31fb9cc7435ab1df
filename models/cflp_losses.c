/* CFLP's three losses. */
#include "models.h"

#include <math.h>

gg_tensor *gg_cflp_outcome_loss(gg_tape *t, gg_tensor *logits, const gg_tensor *outcome,
                                double pos_weight, double share)
{
    return gg_bce_with_logits(t, logits, outcome, pos_weight, share);
}

/* X = [z_u, z_v] */
static gg_tensor *ends(gg_tape *t, gg_tensor *z, const gg_pairs *pairs)
{
    gg_tensor *both[] = {gg_gather_rows(t, z, pairs->count, pairs->u),
                         gg_gather_rows(t, z, pairs->count, pairs->v)};
    return gg_concat(t, 2, both, 1);
}

static gg_tensor *mean_discrepancy(gg_tape *t, gg_tensor *factual, gg_tensor *counterfactual)
{
    gg_tensor *f = gg_mean(t, factual, 0), *cf = gg_mean(t, counterfactual, 0);
    gg_tensor *mse = gg_mean(t, gg_square(t, gg_sub(t, f, cf)), GG_ALL);
    return gg_sqrt(t, gg_add(t, mse, gg_full(t, 1, (int64_t[]){1}, 1e-6)));
}

gg_tensor *gg_cflp_discrepancy_loss(gg_tape *t, gg_cflp_discrepancy disc, gg_tensor *z,
                                    const gg_pairs *factual, const gg_pairs *counterfactual)
{
    gg_tensor *f = ends(t, z, factual), *cf = ends(t, z, counterfactual);
    return disc == GG_CFLP_SINKHORN ? gg_sinkhorn(t, cf, f, 0.05) : mean_discrepancy(t, f, cf);
}

double gg_cflp_frobenius_discrepancy(int64_t pairs, const gg_tensor *treatment,
                                     const gg_tensor *cf_treatment, int64_t k)
{
    int64_t treatments = treatment->shape[1];
    double sum = 0;
    for (int64_t at = k; at < pairs * treatments; at += treatments) {
        double difference = gg_get(treatment, at) - gg_get(cf_treatment, at);
        sum += difference * difference;
    }
    return sqrt(sum);
}
