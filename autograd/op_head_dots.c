/* Y[i, h] = <part h of X[i, :], A[h, :]>: each head's score of its part of a row. */
#include "parallel.h"
#include "row_ids.h"
#include "row_sums.h"
#include "spmm.h"

#define GG_SOURCE "op_head_dots.c"
#include "each_real.h"

#ifdef real

static void FN(dots_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    int64_t heads = n->in[1]->shape[0], part = n->in[1]->shape[1];
    for (int64_t i = begin; i < end; i++)
        for (int64_t h = 0; h < heads; h++) {
            const real *x = (const real *)n->in[0]->data + (i * heads + h) * part;
            const real *a = (const real *)n->in[1]->data + h * part;
            ((real *)n->out->data)[i * heads + h] = FN(gg_dot)(x, a, part);
        }
}

static void FN(dots_forward)(gg_node *n)
{
    gg_tape_parallel(n->tape, n->out->shape[0], GG_ROW_BLOCK, FN(dots_block), n);
}

/* dX[i, part h] = dY[i, h] A[h, :] */
GG_SIMD static void FN(dx_block)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    const gg_tensor *a = b->node->in[1];
    int64_t heads = a->shape[0], part = a->shape[1];
    for (int64_t i = begin; i < end; i++)
        for (int64_t h = 0; h < heads; h++) {
            real dy = ((const real *)b->node->out->grad)[i * heads + h];
            const real *restrict from = (const real *)a->data + h * part;
            real *restrict dx = (real *)b->gradient + (i * heads + h) * part;
            for (int64_t c = 0; c < part; c++)
                dx[c] = (b->fresh ? 0 : dx[c]) + dy * from[c];
        }
}

/* dA[h, :] += sum_i dY[i, h] X[i, part h] */
static void FN(dots_backward)(gg_node *n)
{
    const gg_tensor *x = n->in[0], *a = n->in[1];
    gg_backward_block b = {.node = n};
    if ((b.gradient = gg_grad_into(n, 0, &b.fresh)))
        gg_tape_parallel(n->tape, n->in[0]->shape[0], GG_ROW_BLOCK, FN(dx_block), &b);
    real *da = gg_grad_add(n, 1);
    if (da)
        FN(gg_add_row_sums)
    (n->tape, x->shape[0], a->shape[0], a->shape[1], n->out->grad, x->data, da);
}

#else

static gg_status dots_shape(gg_node *n)
{
    const gg_tensor *x = n->in[0], *a = n->in[1];
    if (x->rank != 2 || a->rank != 2 || x->shape[1] != gg_numel(a))
        return gg_node_fail(n, "expected a column for each element of the second matrix");
    n->out->rank = 2;
    n->out->shape[0] = x->shape[0];
    n->out->shape[1] = a->shape[0];
    return GG_OK;
}

static const gg_op dots_op = {.name = "head_dots",
                              .arity = 2,
                              .shape = dots_shape,
                              .forward = GG_BOTH(dots_forward),
                              .backward = GG_BOTH(dots_backward)};

gg_tensor *gg_head_dots(gg_tape *t, gg_tensor *x, gg_tensor *a)
{
    return gg_apply(t, &dots_op, NULL, x, a);
}

#endif
