/* Y[k, :] = exp(X[k, :] - max) / sum exp(X[l, :] - max), maximum and sum over the entries l of k's
 * row, column by column. */
#include "parallel.h"
#include "segment.h"
#include "vecmath.h"

#ifndef real
/* Columns whose maxima and sums are held at a time. */
#define COLUMNS 16
#endif

#define GG_SOURCE "op_segment_softmax.c"
#include "each_real.h"

#ifdef real

/* y = x - max, in up to COLUMNS columns */
GG_INLINE void FN(below_top)(const real *restrict x, int64_t count, int64_t width, int64_t columns,
                             real *restrict y)
{
    real top[COLUMNS];
    for (int64_t c = 0; c < columns; c++)
        top[c] = x[c];
    for (int64_t k = 1; k < count; k++)
        for (int64_t c = 0; c < columns; c++)
            top[c] = x[k * width + c] > top[c] ? x[k * width + c] : top[c];
    for (int64_t k = 0; k < count; k++)
        for (int64_t c = 0; c < columns; c++)
            y[k * width + c] = x[k * width + c] - top[c];
}

GG_INLINE void FN(divide_by_sum)(real *y, int64_t count, int64_t width, int64_t columns)
{
    double sum[COLUMNS] = {0};
    for (int64_t k = 0; k < count; k++)
        for (int64_t c = 0; c < columns; c++)
            sum[c] += (double)y[k * width + c];
    real scale[COLUMNS];
    for (int64_t c = 0; c < columns; c++)
        scale[c] = (real)(1 / sum[c]);
    for (int64_t k = 0; k < count; k++)
        for (int64_t c = 0; c < columns; c++)
            y[k * width + c] *= scale[c];
}

/* The exponentials of a whole row in one loop, the rest in pieces of its columns. */
GG_INLINE void FN(softmax_row)(const real *x, int64_t count, int64_t width, real *y)
{
    for (int64_t c = 0; count && c < width; c += COLUMNS)
        FN(below_top)(x + c, count, width, width - c < COLUMNS ? width - c : COLUMNS, y + c);
    for (int64_t j = 0; j < count * width; j++)
        y[j] = FN(gg_exp)(y[j]);
    for (int64_t c = 0; c < width; c += COLUMNS)
        FN(divide_by_sum)(y + c, count, width, width - c < COLUMNS ? width - c : COLUMNS);
}

GG_SIMD static void FN(softmax_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    const gg_csr *a = *(const gg_csr *const *)n->attributes;
    int64_t width = gg_segment_width(n->out), last = gg_csr_row_at(a, end);
    for (int64_t i = gg_csr_row_at(a, begin); i < last; i++)
        FN(softmax_row)
    ((const real *)n->in[0]->data + a->rowptr[i] * width, a->rowptr[i + 1] - a->rowptr[i], width,
     (real *)n->out->data + a->rowptr[i] * width);
}

static void FN(softmax_forward)(gg_node *n)
{
    gg_segments_parallel(n->tape, *(const gg_csr *const *)n->attributes, gg_segment_width(n->out),
                         FN(softmax_block), n);
}

/* dX[k] = Y[k] (dY[k] - sum_l dY[l] Y[l]), l over k's row */
GG_INLINE void FN(softmax_back_row)(const real *y, const real *dy, int64_t count, int64_t width,
                                    int64_t columns, bool fresh, real *dx)
{
    double dot[COLUMNS] = {0};
    for (int64_t k = 0; k < count; k++)
        for (int64_t c = 0; c < columns; c++)
            dot[c] += (double)dy[k * width + c] * (double)y[k * width + c];
    for (int64_t k = 0; k < count; k++)
        for (int64_t c = 0; c < columns; c++) {
            int64_t j = k * width + c;
            dx[j] = (fresh ? 0 : dx[j]) + y[j] * (dy[j] - (real)dot[c]);
        }
}

GG_SIMD static void FN(softmax_back_block)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    const gg_tensor *out = b->node->out;
    const gg_csr *a = *(const gg_csr *const *)b->node->attributes;
    int64_t width = gg_segment_width(out), last = gg_csr_row_at(a, end);
    for (int64_t i = gg_csr_row_at(a, begin); i < last; i++)
        for (int64_t c = 0; c < width; c += COLUMNS) {
            int64_t at = a->rowptr[i] * width + c;
            FN(softmax_back_row)
            ((const real *)out->data + at, (const real *)out->grad + at,
             a->rowptr[i + 1] - a->rowptr[i], width, width - c < COLUMNS ? width - c : COLUMNS,
             b->fresh, (real *)b->gradient + at);
        }
}

static void FN(softmax_backward)(gg_node *n)
{
    gg_backward_block b = {.node = n};
    if ((b.gradient = gg_grad_into(n, 0, &b.fresh)))
        gg_segments_parallel(n->tape, *(const gg_csr *const *)n->attributes,
                             gg_segment_width(n->out), FN(softmax_back_block), &b);
}

#else

static const gg_op segment_softmax_op = {.name = "segment_softmax",
                                         .arity = 1,
                                         .shape = gg_shape_entries,
                                         .forward = GG_BOTH(softmax_forward),
                                         .backward = GG_BOTH(softmax_backward),
                                         .attributes_size = sizeof(const gg_csr *)};

gg_tensor *gg_segment_softmax(gg_tape *t, const gg_csr *a, gg_tensor *x)
{
    return gg_apply(t, &segment_softmax_op, &a, x);
}

#endif
