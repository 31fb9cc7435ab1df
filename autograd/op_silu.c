/* y = x sigmoid(x), with the limits 0 and infinity at either end (Elfwing et al. 2018). */
#include "autograd.h"
#include "parallel.h"
#include "vecmath.h"

#define GG_SOURCE "op_silu.c"
#include "each_real.h"

#ifdef real

GG_SIMD static void FN(silu_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    const real *x = n->in[0]->data;
    real *y = n->out->data;
    for (int64_t i = begin; i < end; i++) {
        real s = 1 / (1 + FN(gg_exp)(-x[i]));
        y[i] = s == 0 ? 0 : x[i] * s;
    }
}

static void FN(silu_forward)(gg_node *n)
{
    gg_tape_parallel(n->tape, gg_numel(n->out), GG_BLOCK, FN(silu_block), n);
}

/* With s = sigmoid(x): dy/dx = s + x s (1 - s). e = exp(-|x|) never overflows, and 1 / (1 + e) and
 * e / (1 + e) are s and 1 - s, or the other way round, without cancellation. */
GG_INLINE real FN(silu_slope)(real x)
{
    real size = x < 0 ? -x : x, e = FN(gg_exp)(-size);
    real above = 1 / (1 + e), below = e * above;
    return (x < 0 ? below : above) + (below == 0 ? 0 : x * above * below);
}

GG_SIMD static void FN(silu_back_block)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    const real *x = b->node->in[0]->data, *dy = b->node->out->grad;
    real *dx = b->gradient;
    if (b->fresh)
        for (int64_t i = begin; i < end; i++)
            dx[i] = dy[i] * FN(silu_slope)(x[i]);
    else
        for (int64_t i = begin; i < end; i++)
            dx[i] += dy[i] * FN(silu_slope)(x[i]);
}

static void FN(silu_backward)(gg_node *n)
{
    gg_backward_elementwise(n, FN(silu_back_block));
}

#else

static const gg_op silu_op = {.name = "silu",
                              .arity = 1,
                              .shape = gg_shape_same,
                              .forward = GG_BOTH(silu_forward),
                              .backward = GG_BOTH(silu_backward)};

gg_tensor *gg_silu(gg_tape *t, gg_tensor *x)
{
    return gg_apply(t, &silu_op, NULL, x);
}

#endif
