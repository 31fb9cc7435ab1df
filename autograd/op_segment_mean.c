/* Y[i, :] = the mean of X[k, :] over the entries k of row i. */
#include "segment.h"

#define GG_SOURCE "op_segment_mean.c"
#include "each_real.h"

#ifdef real

static void FN(segment_mean_forward)(gg_node *n)
{
    FN(gg_segment_forward)(n, true);
}
static void FN(segment_mean_backward)(gg_node *n)
{
    FN(gg_segment_backward)(n, true);
}

#else

static const gg_op segment_mean_op = {.name = "segment_mean",
                                      .arity = 1,
                                      .shape = gg_shape_segments,
                                      .forward = GG_BOTH(segment_mean_forward),
                                      .backward = GG_BOTH(segment_mean_backward),
                                      .attributes_size = sizeof(const gg_csr *)};

gg_tensor *gg_segment_mean(gg_tape *t, const gg_csr *a, gg_tensor *x)
{
    return gg_apply(t, &segment_mean_op, &a, x);
}

#endif
