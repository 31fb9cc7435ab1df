/* y = x^p */
#include "autograd.h"
#include "parallel.h"

#include <math.h>

#define GG_SOURCE "op_pow.c"
#include "each_real.h"

#ifdef real

/* Squares and cubes, and their slopes, need no call of the C library. p does not change in a loop,
 * so the compiler makes a loop of each case. */
GG_INLINE real FN(power)(real x, real p)
{
    return p == 1 ? x : p == 2 ? x * x : p == 3 ? x * x * x : R(pow)(x, p);
}

GG_SIMD static void FN(pow_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    const real *x = n->in[0]->data, p = (real) * (const double *)n->attributes;
    real *y = n->out->data;
    for (int64_t i = begin; i < end; i++)
        y[i] = FN(power)(x[i], p);
}

static void FN(pow_forward)(gg_node *n)
{
    gg_tape_parallel(n->tape, gg_numel(n->out), GG_BLOCK, FN(pow_block), n);
}

/* dy/dx = p x^(p - 1), and 0 for p = 0, at x = 0 too. */
GG_SIMD static void FN(pow_back_block)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    const real *x = b->node->in[0]->data, *dy = b->node->out->grad;
    const real p = (real) * (const double *)b->node->attributes, less = p == 0 ? 0 : p - 1;
    real *dx = b->gradient;
    if (b->fresh)
        for (int64_t i = begin; i < end; i++)
            dx[i] = dy[i] * (p * FN(power)(x[i], less));
    else
        for (int64_t i = begin; i < end; i++)
            dx[i] += dy[i] * (p * FN(power)(x[i], less));
}

static void FN(pow_backward)(gg_node *n)
{
    gg_backward_elementwise(n, FN(pow_back_block));
}

#else

static const gg_op pow_op = {.name = "pow",
                             .arity = 1,
                             .shape = gg_shape_same,
                             .forward = GG_BOTH(pow_forward),
                             .backward = GG_BOTH(pow_backward),
                             .attributes_size = sizeof(double)};

gg_tensor *gg_pow(gg_tape *t, gg_tensor *x, double exponent)
{
    return gg_apply(t, &pow_op, &exponent, x);
}

#endif
