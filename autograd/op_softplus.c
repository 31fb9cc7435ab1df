/* y = log(1 + exp(x)) = max(x, 0) + log1p(exp(-|x|)), which neither overflows nor cancels. */
#include "autograd.h"
#include "parallel.h"
#include "vecmath.h"

#define GG_SOURCE "op_softplus.c"
#include "each_real.h"

#ifdef real

GG_SIMD static void FN(softplus_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    const real *x = n->in[0]->data;
    real *y = n->out->data;
    for (int64_t i = begin; i < end; i++) {
        real size = x[i] < 0 ? -x[i] : x[i];
        y[i] = (x[i] > 0 ? x[i] : 0) + FN(gg_log1p)(FN(gg_exp)(-size));
    }
}

static void FN(softplus_forward)(gg_node *n)
{
    gg_tape_parallel(n->tape, gg_numel(n->out), GG_BLOCK, FN(softplus_block), n);
}

/* dy/dx = exp(x) / (1 + exp(x)) = 1 - exp(-y): the output is enough. */
GG_SIMD static void FN(softplus_back_block)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    const real *y = b->node->out->data, *dy = b->node->out->grad;
    real *dx = b->gradient;
    if (b->fresh)
        for (int64_t i = begin; i < end; i++)
            dx[i] = -dy[i] * FN(gg_expm1)(-y[i]);
    else
        for (int64_t i = begin; i < end; i++)
            dx[i] += -dy[i] * FN(gg_expm1)(-y[i]);
}

static void FN(softplus_backward)(gg_node *n)
{
    gg_backward_elementwise(n, FN(softplus_back_block));
}

#else

static const gg_op softplus_op = {.name = "softplus",
                                  .arity = 1,
                                  .shape = gg_shape_same,
                                  .forward = GG_BOTH(softplus_forward),
                                  .backward = GG_BOTH(softplus_backward)};

gg_tensor *gg_softplus(gg_tape *t, gg_tensor *x)
{
    return gg_apply(t, &softplus_op, NULL, x);
}

#endif
