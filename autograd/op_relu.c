/* y = max(x, 0); NaN stays NaN. */
#include "autograd.h"
#include "parallel.h"

#define GG_SOURCE "op_relu.c"
#include "each_real.h"

#ifdef real

GG_SIMD static void FN(relu_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    const real *x = n->in[0]->data;
    real *y = n->out->data;
    for (int64_t i = begin; i < end; i++)
        y[i] = x[i] < 0 ? 0 : x[i];
}

static void FN(relu_forward)(gg_node *n)
{
    gg_tape_parallel(n->tape, gg_numel(n->out), GG_BLOCK, FN(relu_block), n);
}

/* dy/dx = x > 0, the same as y > 0 */
GG_SIMD static void FN(relu_back_block)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    const real *y = b->node->out->data, *dy = b->node->out->grad;
    real *dx = b->gradient;
    if (b->fresh)
        for (int64_t i = begin; i < end; i++)
            dx[i] = y[i] > 0 ? dy[i] : 0;
    else
        for (int64_t i = begin; i < end; i++)
            dx[i] += y[i] > 0 ? dy[i] : 0;
}

static void FN(relu_backward)(gg_node *n)
{
    gg_backward_elementwise(n, FN(relu_back_block));
}

#else

static const gg_op relu_op = {.name = "relu",
                              .arity = 1,
                              .shape = gg_shape_same,
                              .forward = GG_BOTH(relu_forward),
                              .backward = GG_BOTH(relu_backward)};

gg_tensor *gg_relu(gg_tape *t, gg_tensor *x)
{
    return gg_apply(t, &relu_op, NULL, x);
}

#endif
