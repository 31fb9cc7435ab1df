/* y = sqrt(x) */
#include "autograd.h"
#include "parallel.h"

#include <math.h>

#define GG_SOURCE "op_sqrt.c"
#include "each_real.h"

#ifdef real

GG_SIMD static void FN(sqrt_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    const real *x = n->in[0]->data;
    real *y = n->out->data;
    for (int64_t i = begin; i < end; i++)
        y[i] = R(sqrt)(x[i]);
}

static void FN(sqrt_forward)(gg_node *n)
{
    gg_tape_parallel(n->tape, gg_numel(n->out), GG_BLOCK, FN(sqrt_block), n);
}

/* dy/dx = 1 / (2 sqrt(x)) = 1 / (2 y) */
GG_SIMD static void FN(sqrt_back_block)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    const real *y = b->node->out->data, *dy = b->node->out->grad;
    real *dx = b->gradient;
    if (b->fresh)
        for (int64_t i = begin; i < end; i++)
            dx[i] = dy[i] / (2 * y[i]);
    else
        for (int64_t i = begin; i < end; i++)
            dx[i] += dy[i] / (2 * y[i]);
}

static void FN(sqrt_backward)(gg_node *n)
{
    gg_backward_elementwise(n, FN(sqrt_back_block));
}

#else

static const gg_op sqrt_op = {.name = "sqrt",
                              .arity = 1,
                              .shape = gg_shape_same,
                              .forward = GG_BOTH(sqrt_forward),
                              .backward = GG_BOTH(sqrt_backward)};

gg_tensor *gg_sqrt(gg_tape *t, gg_tensor *x)
{
    return gg_apply(t, &sqrt_op, NULL, x);
}

#endif
