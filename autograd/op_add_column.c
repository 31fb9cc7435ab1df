/* Y = H + S W[:, column : column + k]^T: more input columns of a linear layer. */
#include "column.h"
#include "parallel.h"

#include <string.h>

#ifndef real
#define ROWS 256   /* a block of Y */
#define OUTPUTS 32 /* a block of w's gradient */
#endif

#define GG_SOURCE "op_add_column.c"
#include "each_real.h"

#ifdef real

GG_SIMD static void FN(add_column_rows)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    const gg_column *a = n->attributes;
    const real *restrict w = n->saved;
    int64_t out = n->out->shape[1], columns = gg_column_count(a);
    for (int64_t p = begin; p < end; p++) {
        const real *s = (const real *)a->s.data + p * columns;
        const real *restrict h = (const real *)n->in[0]->data + p * out;
        real *restrict y = (real *)n->out->data + p * out;
        for (int64_t o = 0; o < out; o++)
            y[o] = h[o] + s[0] * w[o];
        for (int64_t k = 1; k < columns; k++)
            for (int64_t o = 0; o < out; o++)
                y[o] += s[k] * w[k * out + o];
    }
}

static void FN(add_column_forward)(gg_node *n)
{
    const gg_column *a = n->attributes;
    int64_t out = n->out->shape[1], columns = gg_column_count(a);
    real *w = n->saved = gg_node_alloc(n, (size_t)(columns * out), sizeof *w);
    if (!w)
        return;
    gg_copy_columns(a, n->in[1], w);
    gg_tape_parallel(n->tape, n->out->shape[0], ROWS, FN(add_column_rows), n);
}

GG_SIMD static void FN(add_column_dh)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    const real *restrict dy = b->node->out->grad;
    real *restrict dh = b->gradient;
    if (b->fresh)
        memcpy(dh + begin, dy + begin, (size_t)(end - begin) * sizeof *dh);
    else
        for (int64_t i = begin; i < end; i++)
            dh[i] += dy[i];
}

/* dW[o, column + k] += sum_p S[p, k] dY[p, o], in the order of p */
GG_SIMD static void FN(add_column_dw)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    const gg_node *n = b->node;
    const gg_column *a = n->attributes;
    const real *dy = (const real *)n->out->grad + begin;
    int64_t out = n->out->shape[1], in = n->in[1]->shape[1], width = end - begin;
    int64_t columns = gg_column_count(a);
    for (int64_t k = 0; k < columns; k++) {
        const real *s = (const real *)a->s.data + k;
        double sum[OUTPUTS] = {0};
        for (int64_t p = 0; p < n->out->shape[0]; p++)
            for (int64_t o = 0; o < width; o++)
                sum[o] += (double)s[p * columns] * dy[p * out + o];
        for (int64_t o = 0; o < width; o++)
            ((real *)b->gradient)[(begin + o) * in + a->column + k] += (real)sum[o];
    }
}

static void FN(add_column_backward)(gg_node *n)
{
    gg_backward_elementwise(n, FN(add_column_dh));
    gg_backward_block b = {.node = n, .gradient = gg_grad_add(n, 1)};
    if (b.gradient)
        gg_tape_parallel(n->tape, n->out->shape[1], OUTPUTS, FN(add_column_dw), &b);
}

#else

static const gg_op add_column_op = {.name = "add_column",
                                    .arity = 2,
                                    .shape = gg_column_shape,
                                    .forward = GG_BOTH(add_column_forward),
                                    .backward = GG_BOTH(add_column_backward),
                                    .attributes_size = sizeof(gg_column)};

gg_tensor *gg_add_column(gg_tape *t, gg_tensor *h, gg_tensor *w, int64_t column, const gg_tensor *s)
{
    return gg_apply(t, &add_column_op, (&(gg_column){column, s ? *s : (gg_tensor){0}}), h, w);
}

#endif
