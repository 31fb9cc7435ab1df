/* y = min(max(x, low), high) */
#include "autograd.h"
#include "parallel.h"

#ifndef real
typedef struct bounds {
    double low, high;
} bounds;
#endif

#define GG_SOURCE "op_clamp.c"
#include "each_real.h"

#ifdef real

GG_SIMD static void FN(clamp_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    const bounds *b = n->attributes;
    const real *x = n->in[0]->data, low = (real)b->low, high = (real)b->high;
    real *y = n->out->data;
    for (int64_t i = begin; i < end; i++)
        y[i] = x[i] < low ? low : x[i] > high ? high : x[i];
}

static void FN(clamp_forward)(gg_node *n)
{
    gg_tape_parallel(n->tape, gg_numel(n->out), GG_BLOCK, FN(clamp_block), n);
}

/* dy/dx = low <= x <= high */
GG_SIMD static void FN(clamp_back_block)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    const bounds *limit = b->node->attributes;
    const real *x = b->node->in[0]->data, *dy = b->node->out->grad;
    const real low = (real)limit->low, high = (real)limit->high;
    real *dx = b->gradient;
    if (b->fresh)
        for (int64_t i = begin; i < end; i++)
            dx[i] = x[i] >= low && x[i] <= high ? dy[i] : 0;
    else
        for (int64_t i = begin; i < end; i++)
            dx[i] += x[i] >= low && x[i] <= high ? dy[i] : 0;
}

static void FN(clamp_backward)(gg_node *n)
{
    gg_backward_elementwise(n, FN(clamp_back_block));
}

#else

static gg_status clamp_shape(gg_node *n)
{
    const bounds *b = n->attributes;
    if (!(b->low <= b->high))
        return gg_node_fail(n, "bounds %g and %g, expected a low one and a high one", b->low,
                            b->high);
    return gg_shape_same(n);
}

static const gg_op clamp_op = {.name = "clamp",
                               .arity = 1,
                               .shape = clamp_shape,
                               .forward = GG_BOTH(clamp_forward),
                               .backward = GG_BOTH(clamp_backward),
                               .attributes_size = sizeof(bounds)};

gg_tensor *gg_clamp(gg_tape *t, gg_tensor *x, double low, double high)
{
    return gg_apply(t, &clamp_op, (&(bounds){low, high}), x);
}

#endif
