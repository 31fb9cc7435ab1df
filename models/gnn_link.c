/* The plain graph network for links that the paper compares with: CFLP's encoder and decoder, and
 * nothing of its treatment, counterfactuals and fine-tuning. */
#include "models.h"

gg_cflp_options gg_gnn_link_defaults(void)
{
    gg_cflp_options o = gg_cflp_defaults();
    o.treatments = 0;
    o.alpha = o.beta = 0;
    o.epochs_ft = 0;
    return o;
}
