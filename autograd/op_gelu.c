/* y = x Phi(x), Phi(x) = (1 + erf(x / sqrt(2))) / 2 the standard normal distribution, with the
 * limits 0 and infinity at either end (Hendrycks and Gimpel 2016). */
#include "autograd.h"
#include "parallel.h"
#include "vecmath.h"

#ifndef real
#define ROOT_HALF 0.70710678118654752440   /* 1 / sqrt(2) */
#define NORMAL_AT_0 0.39894228040143267794 /* 1 / sqrt(2 pi) */
#endif

#define GG_SOURCE "op_gelu.c"
#include "each_real.h"

#ifdef real

GG_INLINE real FN(normal_below)(real x)
{
    return (real)0.5 + (real)0.5 * FN(gg_erf)(x * (real)ROOT_HALF);
}

GG_SIMD static void FN(gelu_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    const real *x = n->in[0]->data;
    real *y = n->out->data;
    for (int64_t i = begin; i < end; i++) {
        real below = FN(normal_below)(x[i]);
        y[i] = below == 0 ? 0 : x[i] * below;
    }
}

static void FN(gelu_forward)(gg_node *n)
{
    gg_tape_parallel(n->tape, gg_numel(n->out), GG_BLOCK, FN(gelu_block), n);
}

/* dy/dx = Phi(x) + x Phi'(x), Phi'(x) = exp(-x^2 / 2) / sqrt(2 pi) */
GG_INLINE real FN(gelu_slope)(real x)
{
    real density = (real)NORMAL_AT_0 * FN(gg_exp)((real)-0.5 * x * x);
    return FN(normal_below)(x) + (density == 0 ? 0 : x * density);
}

GG_SIMD static void FN(gelu_back_block)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    const real *x = b->node->in[0]->data, *dy = b->node->out->grad;
    real *dx = b->gradient;
    if (b->fresh)
        for (int64_t i = begin; i < end; i++)
            dx[i] = dy[i] * FN(gelu_slope)(x[i]);
    else
        for (int64_t i = begin; i < end; i++)
            dx[i] += dy[i] * FN(gelu_slope)(x[i]);
}

static void FN(gelu_backward)(gg_node *n)
{
    gg_backward_elementwise(n, FN(gelu_back_block));
}

#else

static const gg_op gelu_op = {.name = "gelu",
                              .arity = 1,
                              .shape = gg_shape_same,
                              .forward = GG_BOTH(gelu_forward),
                              .backward = GG_BOTH(gelu_backward)};

gg_tensor *gg_gelu(gg_tape *t, gg_tensor *x)
{
    return gg_apply(t, &gelu_op, NULL, x);
}

#endif
