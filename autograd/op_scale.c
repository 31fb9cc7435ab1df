/* y = s x */
#include "autograd.h"
#include "parallel.h"

#define GG_SOURCE "op_scale.c"
#include "each_real.h"

#ifdef real

GG_SIMD static void FN(scale_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    const real *x = n->in[0]->data, s = (real) * (const double *)n->attributes;
    real *y = n->out->data;
    for (int64_t i = begin; i < end; i++)
        y[i] = s * x[i];
}

static void FN(scale_forward)(gg_node *n)
{
    gg_tape_parallel(n->tape, gg_numel(n->out), GG_BLOCK, FN(scale_block), n);
}

GG_SIMD static void FN(scale_back_block)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    const real *dy = b->node->out->grad, s = (real) * (const double *)b->node->attributes;
    real *dx = b->gradient;
    if (b->fresh)
        for (int64_t i = begin; i < end; i++)
            dx[i] = s * dy[i];
    else
        for (int64_t i = begin; i < end; i++)
            dx[i] += s * dy[i];
}

static void FN(scale_backward)(gg_node *n)
{
    gg_backward_elementwise(n, FN(scale_back_block));
}

#else

static const gg_op scale_op = {.name = "scale",
                               .arity = 1,
                               .shape = gg_shape_same,
                               .forward = GG_BOTH(scale_forward),
                               .backward = GG_BOTH(scale_backward),
                               .attributes_size = sizeof(double)};

gg_tensor *gg_scale(gg_tape *t, gg_tensor *x, double s)
{
    return gg_apply(t, &scale_op, &s, x);
}

#endif
