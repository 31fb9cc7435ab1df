/* y = log(x) */
#include "autograd.h"
#include "parallel.h"
#include "vecmath.h"

#define GG_SOURCE "op_log.c"
#include "each_real.h"

#ifdef real

GG_SIMD static void FN(log_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    const real *x = n->in[0]->data;
    real *y = n->out->data;
    for (int64_t i = begin; i < end; i++)
        y[i] = FN(gg_log)(x[i]);
}

static void FN(log_forward)(gg_node *n)
{
    gg_tape_parallel(n->tape, gg_numel(n->out), GG_BLOCK, FN(log_block), n);
}

/* dy/dx = 1 / x */
GG_SIMD static void FN(log_back_block)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    const real *x = b->node->in[0]->data, *dy = b->node->out->grad;
    real *dx = b->gradient;
    if (b->fresh)
        for (int64_t i = begin; i < end; i++)
            dx[i] = dy[i] / x[i];
    else
        for (int64_t i = begin; i < end; i++)
            dx[i] += dy[i] / x[i];
}

static void FN(log_backward)(gg_node *n)
{
    gg_backward_elementwise(n, FN(log_back_block));
}

#else

static const gg_op log_op = {.name = "log",
                             .arity = 1,
                             .shape = gg_shape_same,
                             .forward = GG_BOTH(log_forward),
                             .backward = GG_BOTH(log_backward)};

gg_tensor *gg_log(gg_tape *t, gg_tensor *x)
{
    return gg_apply(t, &log_op, NULL, x);
}

#endif
