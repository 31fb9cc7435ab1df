/* CFLP's three losses. */
#include "models.h"

gg_tensor *gg_cflp_outcome_loss(gg_tape *t, gg_tensor *logits, const gg_tensor *outcome,
                                double pos_weight, double share)
{
    return gg_bce_with_logits(t, logits, outcome, pos_weight, share);
}

/* mean over the pairs of X = [z_u, z_v] */
static gg_tensor *mean_of_ends(gg_tape *t, gg_tensor *z, const gg_pairs *pairs)
{
    gg_tensor *ends[] = {gg_gather_rows(t, z, pairs->count, pairs->u),
                         gg_gather_rows(t, z, pairs->count, pairs->v)};
    return gg_mean(t, gg_concat(t, 2, ends, 1), 0);
}

gg_tensor *gg_cflp_discrepancy_loss(gg_tape *t, gg_tensor *z, const gg_pairs *factual,
                                    const gg_pairs *counterfactual)
{
    gg_tensor *f = mean_of_ends(t, z, factual), *cf = mean_of_ends(t, z, counterfactual);
    gg_tensor *mse = gg_mean(t, gg_square(t, gg_add(t, f, gg_scale(t, cf, -1))), GG_ALL);
    return gg_sqrt(t, gg_add(t, mse, gg_full(t, 1, (int64_t[]){1}, 1e-6)));
}
