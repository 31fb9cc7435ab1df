/* Y = sum_k w[k] X_k: in[0] is w, in[1 + k] is X_k. */
#include "tape.h"
#include "parallel.h"

#include <string.h>

#ifndef real
/* What the product <dY, X_k> needs: a partial sum for each block of elements. */
typedef struct dot_block {
    const void *x, *dy;
    double *partial;
} dot_block;

/* What dX_k = w[k] dY needs. */
typedef struct dx_block {
    gg_backward_block b;
    int k;
} dx_block;
#endif

#define GG_SOURCE "op_weighted_sum.c"
#include "each_real.h"

#ifdef real

GG_SIMD static void FN(weighted_sum_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    const real *w = n->in[0]->data;
    real *restrict y = n->out->data;
    for (int k = 0; k + 1 < n->arity; k++) {
        const real *restrict x = n->in[k + 1]->data;
        if (k == 0)
            for (int64_t i = begin; i < end; i++)
                y[i] = w[0] * x[i];
        else
            for (int64_t i = begin; i < end; i++)
                y[i] += w[k] * x[i];
    }
}

static void FN(weighted_sum_forward)(gg_node *n)
{
    gg_tape_parallel(n->tape, gg_numel(n->out), GG_BLOCK, FN(weighted_sum_block), n);
}

/* dX_k = w[k] dY */
GG_SIMD static void FN(weighted_sum_dx)(void *context, int64_t begin, int64_t end)
{
    const dx_block *d = context;
    const real w = ((const real *)d->b.node->in[0]->data)[d->k];
    const real *restrict dy = d->b.node->out->grad;
    real *restrict dx = d->b.gradient;
    if (d->b.fresh)
        for (int64_t i = begin; i < end; i++)
            dx[i] = w * dy[i];
    else
        for (int64_t i = begin; i < end; i++)
            dx[i] += w * dy[i];
}

/* Sums side by side go through vector registers in an order of their own, the same everywhere. */
#define LANES 16
GG_SIMD static void FN(weighted_sum_dot)(void *context, int64_t begin, int64_t end)
{
    const dot_block *d = context;
    const real *x = d->x, *dy = d->dy;
    double lane[LANES] = {0}, sum = 0;
    int64_t i = begin;
    for (; i + LANES <= end; i += LANES)
        for (int l = 0; l < LANES; l++)
            lane[l] += (double)x[i + l] * (double)dy[i + l];
    for (; i < end; i++)
        sum += (double)x[i] * (double)dy[i];
    for (int l = 0; l < LANES; l++)
        sum += lane[l];
    d->partial[begin / GG_BLOCK] = sum;
}
#undef LANES

/* dw[k] = <dY, X_k> */
static void FN(weighted_sum_dw)(gg_node *n)
{
    int64_t count = gg_numel(n->out), blocks = (count + GG_BLOCK - 1) / GG_BLOCK;
    real *dw = gg_grad_add(n, 0);
    double *partial = dw ? gg_node_alloc(n, (size_t)blocks, sizeof *partial) : NULL;
    for (int k = 0; partial && k + 1 < n->arity; k++) {
        dot_block d = {n->in[k + 1]->data, n->out->grad, partial};
        gg_tape_parallel(n->tape, count, GG_BLOCK, FN(weighted_sum_dot), &d);
        double sum = 0;
        for (int64_t b = 0; b < blocks; b++)
            sum += partial[b];
        dw[k] += (real)sum;
    }
}

static void FN(weighted_sum_backward)(gg_node *n)
{
    FN(weighted_sum_dw)(n);
    for (int k = 0; k + 1 < n->arity; k++) {
        dx_block d = {.b = {.node = n}, .k = k};
        if ((d.b.gradient = gg_grad_into(n, k + 1, &d.b.fresh)))
            gg_tape_parallel(n->tape, gg_numel(n->out), GG_BLOCK, FN(weighted_sum_dx), &d);
    }
}

#else

static gg_status weighted_sum_shape(gg_node *n)
{
    const gg_tensor *w = n->in[0], *x = n->in[1];
    if (w->rank != 1 || w->shape[0] != n->arity - 1)
        return gg_node_fail(n, "expected a vector of %d weights first", n->arity - 1);
    for (int k = 2; k < n->arity; k++)
        if (n->in[k]->rank != x->rank ||
            memcmp(n->in[k]->shape, x->shape, (size_t)x->rank * sizeof *x->shape) != 0)
            return gg_node_fail(n, "the terms differ in shape");
    n->out->rank = x->rank;
    memcpy(n->out->shape, x->shape, sizeof n->out->shape);
    return GG_OK;
}

static const gg_op weighted_sum_op = {.name = "weighted_sum",
                                      .arity = -1,
                                      .shape = weighted_sum_shape,
                                      .forward = GG_BOTH(weighted_sum_forward),
                                      .backward = GG_BOTH(weighted_sum_backward)};

gg_tensor *gg_weighted_sum(gg_tape *t, gg_tensor *w, int count, gg_tensor *const *x)
{
    if (count < 1)
        return gg_tape_fail(t, GG_ERR_ARGUMENT, "weighted_sum: %d terms, expected 1 or more",
                            count);
    if (!x)
        return gg_tape_fail(t, GG_ERR_ARGUMENT, "weighted_sum: there are no inputs");
    if (t->error.code)
        return &t->nil;
    gg_tensor **in = gg_arena_alloc(&t->arena, ((size_t)count + 1) * sizeof *in);
    if (!in)
        return gg_tape_fail(t, GG_ERR_MEMORY, "weighted_sum: no memory");
    in[0] = w;
    memcpy(in + 1, x, (size_t)count * sizeof *in);
    return gg_apply_n(t, &weighted_sum_op, NULL, count + 1, in);
}

#endif
