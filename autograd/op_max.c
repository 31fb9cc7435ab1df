/* The maximum over one axis, or over everything; NaN where there is one. */
#include "extreme.h"
#include "reduce.h"

#define GG_SOURCE "op_max.c"
#include "each_real.h"

#ifdef real

static void FN(max_forward)(gg_node *n)
{
    FN(gg_extreme_forward)(n, false);
}

#else

static gg_status max_shape(gg_node *n)
{
    return gg_shape_reduce_some(n, "the maximum");
}

static const gg_op max_op = {.name = "max",
                             .arity = 1,
                             .shape = max_shape,
                             .forward = GG_BOTH(max_forward),
                             .backward = GG_BOTH(gg_extreme_backward),
                             .attributes_size = sizeof(int)};

gg_tensor *gg_max(gg_tape *t, gg_tensor *x, int axis)
{
    return gg_apply(t, &max_op, &axis, x);
}

#endif
