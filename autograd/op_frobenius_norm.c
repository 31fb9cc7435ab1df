/* y = sqrt(sum x^2) */
#include "parallel.h"
#include "reduce.h"

#include <math.h>

#define GG_SOURCE "op_frobenius_norm.c"
#include "each_real.h"

#ifdef real

static void FN(norm_forward)(gg_node *n)
{
    double squares;
    if (FN(gg_total)(n, n->in[0]->data, gg_numel(n->in[0]), true, &squares))
        *(real *)n->out->data = (real)sqrt(squares);
}

/* dy/dx = x / y; 0 where y = 0 */
GG_SIMD static void FN(norm_back_block)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    const real *x = b->node->in[0]->data;
    real y = *(const real *)b->node->out->data, dy = *(const real *)b->node->out->grad;
    real slope = y == 0 ? 0 : dy / y;
    real *dx = b->gradient;
    if (b->fresh)
        for (int64_t i = begin; i < end; i++)
            dx[i] = slope * x[i];
    else
        for (int64_t i = begin; i < end; i++)
            dx[i] += slope * x[i];
}

static void FN(norm_backward)(gg_node *n)
{
    gg_backward_block b = {.node = n};
    if ((b.gradient = gg_grad_into(n, 0, &b.fresh)))
        gg_tape_parallel(n->tape, gg_numel(n->in[0]), GG_BLOCK, FN(norm_back_block), &b);
}

#else

static gg_status norm_shape(gg_node *n)
{
    n->out->rank = 1;
    n->out->shape[0] = 1;
    return GG_OK;
}

static const gg_op norm_op = {.name = "frobenius_norm",
                              .arity = 1,
                              .shape = norm_shape,
                              .forward = GG_BOTH(norm_forward),
                              .backward = GG_BOTH(norm_backward)};

gg_tensor *gg_frobenius_norm(gg_tape *t, gg_tensor *x)
{
    return gg_apply(t, &norm_op, NULL, x);
}

#endif
