/* Y[i, :] = the sum of X[k, :] over the entries k of row i. */
#include "segment.h"

#define GG_SOURCE "op_segment_sum.c"
#include "each_real.h"

#ifdef real

static void FN(segment_sum_forward)(gg_node *n)
{
    FN(gg_segment_forward)(n, false);
}
static void FN(segment_sum_backward)(gg_node *n)
{
    FN(gg_segment_backward)(n, false);
}

#else

static const gg_op segment_sum_op = {.name = "segment_sum",
                                     .arity = 1,
                                     .shape = gg_shape_segments,
                                     .forward = GG_BOTH(segment_sum_forward),
                                     .backward = GG_BOTH(segment_sum_backward),
                                     .attributes_size = sizeof(const gg_csr *)};

gg_tensor *gg_segment_sum(gg_tape *t, const gg_csr *a, gg_tensor *x)
{
    return gg_apply(t, &segment_sum_op, &a, x);
}

#endif
