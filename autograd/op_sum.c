/* The sum over one axis, or over everything. */
#include "reduce.h"

#define GG_SOURCE "op_sum.c"
#include "each_real.h"

#ifdef real

static void FN(sum_forward)(gg_node *n)
{
    FN(gg_reduce_forward)(n, 1);
}
static void FN(sum_backward)(gg_node *n)
{
    FN(gg_reduce_backward)(n, 1);
}

#else

static const gg_op sum_op = {.name = "sum",
                             .arity = 1,
                             .shape = gg_shape_reduce,
                             .forward = GG_BOTH(sum_forward),
                             .backward = GG_BOTH(sum_backward),
                             .attributes_size = sizeof(int)};

gg_tensor *gg_sum(gg_tape *t, gg_tensor *x, int axis)
{
    return gg_apply(t, &sum_op, &axis, x);
}

#endif
