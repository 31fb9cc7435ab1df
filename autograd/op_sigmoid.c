/* y = 1 / (1 + exp(-x)) */
#include "autograd.h"
#include "parallel.h"
#include "vecmath.h"

#define GG_SOURCE "op_sigmoid.c"
#include "each_real.h"

#ifdef real

GG_SIMD static void FN(sigmoid_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    const real *x = n->in[0]->data;
    real *y = n->out->data;
    for (int64_t i = begin; i < end; i++)
        y[i] = 1 / (1 + FN(gg_exp)(-x[i]));
}

static void FN(sigmoid_forward)(gg_node *n)
{
    gg_tape_parallel(n->tape, gg_numel(n->out), GG_BLOCK, FN(sigmoid_block), n);
}

/* dy/dx = y (1 - y) */
GG_SIMD static void FN(sigmoid_back_block)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    const real *y = b->node->out->data, *dy = b->node->out->grad;
    real *dx = b->gradient;
    if (b->fresh)
        for (int64_t i = begin; i < end; i++)
            dx[i] = dy[i] * y[i] * (1 - y[i]);
    else
        for (int64_t i = begin; i < end; i++)
            dx[i] += dy[i] * y[i] * (1 - y[i]);
}

static void FN(sigmoid_backward)(gg_node *n)
{
    gg_backward_elementwise(n, FN(sigmoid_back_block));
}

#else

static const gg_op sigmoid_op = {.name = "sigmoid",
                                 .arity = 1,
                                 .shape = gg_shape_same,
                                 .forward = GG_BOTH(sigmoid_forward),
                                 .backward = GG_BOTH(sigmoid_backward)};

gg_tensor *gg_sigmoid(gg_tape *t, gg_tensor *x)
{
    return gg_apply(t, &sigmoid_op, NULL, x);
}

#endif
