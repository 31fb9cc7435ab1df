/* The mean over one axis, or over everything: a sum divided by its number of terms. */
#include "reduce.h"

#ifndef real

static double share(const gg_node *n)
{
    return 1 / (double)gg_reduced_length(n->in[0], *(const int *)n->attributes);
}

static gg_status mean_shape(gg_node *n)
{
    return gg_shape_reduce_some(n, "the mean");
}

#endif

#define GG_SOURCE "op_mean.c"
#include "each_real.h"

#ifdef real

static void FN(mean_forward)(gg_node *n)
{
    FN(gg_reduce_forward)(n, share(n));
}
static void FN(mean_backward)(gg_node *n)
{
    FN(gg_reduce_backward)(n, share(n));
}

#else

static const gg_op mean_op = {.name = "mean",
                              .arity = 1,
                              .shape = mean_shape,
                              .forward = GG_BOTH(mean_forward),
                              .backward = GG_BOTH(mean_backward),
                              .attributes_size = sizeof(int)};

gg_tensor *gg_mean(gg_tape *t, gg_tensor *x, int axis)
{
    return gg_apply(t, &mean_op, &axis, x);
}

#endif
