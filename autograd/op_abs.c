/* y = |x| */
#include "autograd.h"
#include "parallel.h"

#include <math.h>

#define GG_SOURCE "op_abs.c"
#include "each_real.h"

#ifdef real

GG_SIMD static void FN(abs_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    const real *x = n->in[0]->data;
    real *y = n->out->data;
    for (int64_t i = begin; i < end; i++)
        y[i] = R(fabs)(x[i]);
}

static void FN(abs_forward)(gg_node *n)
{
    gg_tape_parallel(n->tape, gg_numel(n->out), GG_BLOCK, FN(abs_block), n);
}

/* dy/dx = sign x */
GG_SIMD static void FN(abs_back_block)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    const real *x = b->node->in[0]->data, *dy = b->node->out->grad;
    real *dx = b->gradient;
    if (b->fresh)
        for (int64_t i = begin; i < end; i++)
            dx[i] = x[i] > 0 ? dy[i] : x[i] < 0 ? -dy[i] : 0;
    else
        for (int64_t i = begin; i < end; i++)
            dx[i] += x[i] > 0 ? dy[i] : x[i] < 0 ? -dy[i] : 0;
}

static void FN(abs_backward)(gg_node *n)
{
    gg_backward_elementwise(n, FN(abs_back_block));
}

#else

static const gg_op abs_op = {.name = "abs",
                             .arity = 1,
                             .shape = gg_shape_same,
                             .forward = GG_BOTH(abs_forward),
                             .backward = GG_BOTH(abs_backward)};

gg_tensor *gg_abs(gg_tape *t, gg_tensor *x)
{
    return gg_apply(t, &abs_op, NULL, x);
}

#endif
