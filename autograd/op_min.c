/* The minimum over one axis, or over everything; NaN where there is one. */
#include "extreme.h"
#include "reduce.h"

#define GG_SOURCE "op_min.c"
#include "each_real.h"

#ifdef real

static void FN(min_forward)(gg_node *n)
{
    FN(gg_extreme_forward)(n, true);
}

#else

static gg_status min_shape(gg_node *n)
{
    return gg_shape_reduce_some(n, "the minimum");
}

static const gg_op min_op = {.name = "min",
                             .arity = 1,
                             .shape = min_shape,
                             .forward = GG_BOTH(min_forward),
                             .backward = GG_BOTH(gg_extreme_backward),
                             .attributes_size = sizeof(int)};

gg_tensor *gg_min(gg_tape *t, gg_tensor *x, int axis)
{
    return gg_apply(t, &min_op, &axis, x);
}

#endif
