/* y = x > 0 ? x : slope x */
#include "autograd.h"
#include "parallel.h"

#define GG_SOURCE "op_leaky_relu.c"
#include "each_real.h"

#ifdef real

GG_SIMD static void FN(leaky_relu_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    const real *x = n->in[0]->data, slope = (real) * (const double *)n->attributes;
    real *y = n->out->data;
    for (int64_t i = begin; i < end; i++)
        y[i] = x[i] > 0 ? x[i] : slope * x[i];
}

static void FN(leaky_relu_forward)(gg_node *n)
{
    gg_tape_parallel(n->tape, gg_numel(n->out), GG_BLOCK, FN(leaky_relu_block), n);
}

/* dy/dx = x > 0 ? 1 : slope */
GG_SIMD static void FN(leaky_relu_back_block)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    const real *x = b->node->in[0]->data, *dy = b->node->out->grad,
               slope = (real) * (const double *)b->node->attributes;
    real *dx = b->gradient;
    if (b->fresh)
        for (int64_t i = begin; i < end; i++)
            dx[i] = x[i] > 0 ? dy[i] : slope * dy[i];
    else
        for (int64_t i = begin; i < end; i++)
            dx[i] += x[i] > 0 ? dy[i] : slope * dy[i];
}

static void FN(leaky_relu_backward)(gg_node *n)
{
    gg_backward_elementwise(n, FN(leaky_relu_back_block));
}

#else

static const gg_op leaky_relu_op = {.name = "leaky_relu",
                                    .arity = 1,
                                    .shape = gg_shape_same,
                                    .forward = GG_BOTH(leaky_relu_forward),
                                    .backward = GG_BOTH(leaky_relu_backward),
                                    .attributes_size = sizeof(double)};

gg_tensor *gg_leaky_relu(gg_tape *t, gg_tensor *x, double slope)
{
    return gg_apply(t, &leaky_relu_op, &slope, x);
}

#endif
