/* y = x > 0 ? x : exp(x) - 1 (Clevert et al. 2016, alpha = 1). */
#include "autograd.h"
#include "parallel.h"
#include "vecmath.h"

#define GG_SOURCE "op_elu.c"
#include "each_real.h"

#ifdef real

GG_SIMD static void FN(elu_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    const real *x = n->in[0]->data;
    real *y = n->out->data;
    for (int64_t i = begin; i < end; i++) {
        real below = FN(gg_expm1)(x[i]);
        y[i] = x[i] > 0 ? x[i] : below;
    }
}

static void FN(elu_forward)(gg_node *n)
{
    gg_tape_parallel(n->tape, gg_numel(n->out), GG_BLOCK, FN(elu_block), n);
}

/* dy/dx = x > 0 ? 1 : exp(x) = y + 1: the output is enough. */
GG_SIMD static void FN(elu_back_block)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    const real *y = b->node->out->data, *dy = b->node->out->grad;
    real *dx = b->gradient;
    if (b->fresh)
        for (int64_t i = begin; i < end; i++)
            dx[i] = y[i] > 0 ? dy[i] : dy[i] * (y[i] + 1);
    else
        for (int64_t i = begin; i < end; i++)
            dx[i] += y[i] > 0 ? dy[i] : dy[i] * (y[i] + 1);
}

static void FN(elu_backward)(gg_node *n)
{
    gg_backward_elementwise(n, FN(elu_back_block));
}

#else

static const gg_op elu_op = {.name = "elu",
                             .arity = 1,
                             .shape = gg_shape_same,
                             .forward = GG_BOTH(elu_forward),
                             .backward = GG_BOTH(elu_backward)};

gg_tensor *gg_elu(gg_tape *t, gg_tensor *x)
{
    return gg_apply(t, &elu_op, NULL, x);
}

#endif
