/* y = x^2 */
#include "autograd.h"
#include "parallel.h"

#define GG_SOURCE "op_square.c"
#include "each_real.h"

#ifdef real

GG_SIMD static void FN(square_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    const real *x = n->in[0]->data;
    real *y = n->out->data;
    for (int64_t i = begin; i < end; i++)
        y[i] = x[i] * x[i];
}

static void FN(square_forward)(gg_node *n)
{
    gg_tape_parallel(n->tape, gg_numel(n->out), GG_BLOCK, FN(square_block), n);
}

/* dy/dx = 2 x */
GG_SIMD static void FN(square_back_block)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    const real *x = b->node->in[0]->data, *dy = b->node->out->grad;
    real *dx = b->gradient;
    if (b->fresh)
        for (int64_t i = begin; i < end; i++)
            dx[i] = 2 * x[i] * dy[i];
    else
        for (int64_t i = begin; i < end; i++)
            dx[i] += 2 * x[i] * dy[i];
}

static void FN(square_backward)(gg_node *n)
{
    gg_backward_elementwise(n, FN(square_back_block));
}

#else

static const gg_op square_op = {.name = "square",
                                .arity = 1,
                                .shape = gg_shape_same,
                                .forward = GG_BOTH(square_forward),
                                .backward = GG_BOTH(square_backward)};

gg_tensor *gg_square(gg_tape *t, gg_tensor *x)
{
    return gg_apply(t, &square_op, NULL, x);
}

#endif
