/* weight * sum (x - y)^2 */
#include "autograd.h"
#include "parallel.h"

#include <string.h>

#ifndef real
/* What dX = 2 weight dLoss (x - y), or its negative for dY, needs. */
typedef struct dx_block {
    gg_backward_block b;
    double scale;
} dx_block;
#endif

#define GG_SOURCE "op_mse.c"
#include "each_real.h"

#ifdef real

/* Sums in as many lanes as vector registers like, then over the lanes. */
#define LANES 16
GG_SIMD static void FN(mse_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    const real *x = n->in[0]->data, *y = n->in[1]->data;
    double lane[LANES] = {0}, sum = 0, *partial = n->saved;
    int64_t i = begin;
    for (; i + LANES <= end; i += LANES)
        for (int l = 0; l < LANES; l++) {
            double rest = (double)x[i + l] - (double)y[i + l];
            lane[l] += rest * rest;
        }
    for (; i < end; i++)
        sum += ((double)x[i] - (double)y[i]) * ((double)x[i] - (double)y[i]);
    for (int l = 0; l < LANES; l++)
        sum += lane[l];
    partial[begin / GG_BLOCK] = sum;
}
#undef LANES

static void FN(mse_forward)(gg_node *n)
{
    int64_t count = gg_numel(n->in[0]), blocks = (count + GG_BLOCK - 1) / GG_BLOCK;
    double sum = 0, *partial = n->saved = gg_node_alloc(n, (size_t)blocks, sizeof *partial);
    if (!partial)
        return;
    gg_tape_parallel(n->tape, count, GG_BLOCK, FN(mse_block), n);
    for (int64_t k = 0; k < blocks; k++)
        sum += partial[k];
    *(real *)n->out->data = (real)(*(const double *)n->attributes * sum);
}

GG_SIMD static void FN(mse_back_block)(void *context, int64_t begin, int64_t end)
{
    const dx_block *d = context;
    const real *x = d->b.node->in[0]->data, *y = d->b.node->in[1]->data;
    real *dx = d->b.gradient, scale = (real)d->scale;
    if (d->b.fresh)
        for (int64_t i = begin; i < end; i++)
            dx[i] = scale * (x[i] - y[i]);
    else
        for (int64_t i = begin; i < end; i++)
            dx[i] += scale * (x[i] - y[i]);
}

static void FN(mse_backward)(gg_node *n)
{
    double slope = 2 * *(const double *)n->attributes * (double)*(const real *)n->out->grad;
    for (int k = 0; k < 2; k++) {
        dx_block d = {.b = {.node = n}, .scale = k == 0 ? slope : -slope};
        if ((d.b.gradient = gg_grad_into(n, k, &d.b.fresh)))
            gg_tape_parallel(n->tape, gg_numel(n->in[0]), GG_BLOCK, FN(mse_back_block), &d);
    }
}

#else

static gg_status mse_shape(gg_node *n)
{
    const gg_tensor *x = n->in[0], *y = n->in[1];
    if (x->rank != y->rank || memcmp(x->shape, y->shape, (size_t)x->rank * sizeof *x->shape) != 0)
        return gg_node_fail(n, "shapes differ");
    n->out->rank = 1;
    n->out->shape[0] = 1;
    return GG_OK;
}

static const gg_op mse_op = {.name = "mse",
                             .arity = 2,
                             .shape = mse_shape,
                             .forward = GG_BOTH(mse_forward),
                             .backward = GG_BOTH(mse_backward),
                             .attributes_size = sizeof(double)};

gg_tensor *gg_mse(gg_tape *t, gg_tensor *x, gg_tensor *y, double weight)
{
    return gg_apply(t, &mse_op, &weight, x, y);
}

#endif
