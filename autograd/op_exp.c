/* y = exp(x) */
#include "autograd.h"
#include "parallel.h"
#include "vecmath.h"

#define GG_SOURCE "op_exp.c"
#include "each_real.h"

#ifdef real

GG_SIMD static void FN(exp_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    const real *x = n->in[0]->data;
    real *y = n->out->data;
    for (int64_t i = begin; i < end; i++)
        y[i] = FN(gg_exp)(x[i]);
}

static void FN(exp_forward)(gg_node *n)
{
    gg_tape_parallel(n->tape, gg_numel(n->out), GG_BLOCK, FN(exp_block), n);
}

/* dy/dx = exp(x) = y */
GG_SIMD static void FN(exp_back_block)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    const real *y = b->node->out->data, *dy = b->node->out->grad;
    real *dx = b->gradient;
    if (b->fresh)
        for (int64_t i = begin; i < end; i++)
            dx[i] = dy[i] * y[i];
    else
        for (int64_t i = begin; i < end; i++)
            dx[i] += dy[i] * y[i];
}

static void FN(exp_backward)(gg_node *n)
{
    gg_backward_elementwise(n, FN(exp_back_block));
}

#else

static const gg_op exp_op = {.name = "exp",
                             .arity = 1,
                             .shape = gg_shape_same,
                             .forward = GG_BOTH(exp_forward),
                             .backward = GG_BOTH(exp_backward)};

gg_tensor *gg_exp(gg_tape *t, gg_tensor *x)
{
    return gg_apply(t, &exp_op, NULL, x);
}

#endif
