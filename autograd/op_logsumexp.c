/* y = m + log sum_k exp(x_k - m), m = max x, over one axis or over everything: nothing overflows.
 * m = 0 where the maximum is infinite, since there is no infinity - infinity then. */
#include "extreme.h"
#include "parallel.h"
#include "reduce.h"
#include "vecmath.h"

#include <string.h>

#ifndef real
/* Units of work: rows of the last axis, or else runs of columns of one outer index. */
typedef struct pass {
    gg_reduction shape;
    int64_t runs;
    double *partial; /* the sum of each block of a single row */
    gg_backward_block b;
} pass;

#define COLUMNS 64
#define LANES 16
#endif

#define GG_SOURCE "op_logsumexp.c"
#include "each_real.h"

#ifdef real

GG_INLINE real FN(finite)(real x)
{
    return x - x == 0 ? x : 0;
}

/* sum_k exp(x_k - m) in lanes, which vector registers hold, then over the lanes. */
GG_INLINE double FN(exp_sum)(const real *x, int64_t count, real m)
{
    double lane[LANES] = {0}, sum = 0;
    int64_t i = 0;
    for (; i + LANES <= count; i += LANES)
        for (int k = 0; k < LANES; k++)
            lane[k] += (double)FN(gg_exp)(x[i + k] - m);
    for (int k = 0; k < LANES; k++)
        sum += lane[k];
    for (; i < count; i++)
        sum += (double)FN(gg_exp)(x[i] - m);
    return sum;
}

/* y holds the maxima, here and in columns. */
GG_SIMD static void FN(rows)(void *context, int64_t begin, int64_t end)
{
    const pass *p = context;
    int64_t length = p->shape.length;
    const real *x = p->b.node->in[0]->data;
    real *y = p->b.node->out->data;
    for (int64_t row = begin; row < end; row++) {
        real m = FN(finite)(y[row]);
        y[row] = (real)((double)m + log(FN(exp_sum)(x + row * length, length, m)));
    }
}

GG_SIMD static void FN(columns)(void *context, int64_t begin, int64_t end)
{
    const pass *p = context;
    int64_t inner = p->shape.inner, length = p->shape.length;
    for (int64_t unit = begin; unit < end; unit++) {
        int64_t outer = unit / p->runs, column = unit % p->runs * COLUMNS;
        int64_t count = inner - column < COLUMNS ? inner - column : COLUMNS;
        const real *x = (const real *)p->b.node->in[0]->data + outer * length * inner + column;
        real *y = (real *)p->b.node->out->data + outer * inner + column, m[COLUMNS];
        double sum[COLUMNS];
        for (int64_t j = 0; j < count; j++) {
            m[j] = FN(finite)(y[j]);
            sum[j] = 0;
        }
        for (int64_t i = 0; i < length; i++)
            for (int64_t j = 0; j < count; j++)
                sum[j] += (double)FN(gg_exp)(x[i * inner + j] - m[j]);
        for (int64_t j = 0; j < count; j++)
            y[j] = (real)((double)m[j] + log(sum[j]));
    }
}

GG_SIMD static void FN(partial_sums)(void *context, int64_t begin, int64_t end)
{
    const pass *p = context;
    const real *x = p->b.node->in[0]->data, *y = p->b.node->out->data;
    p->partial[begin / GG_BLOCK] = FN(exp_sum)(x + begin, end - begin, FN(finite)(y[0]));
}

/* A single row is more than one thread's work. */
static void FN(single_row)(gg_node *n, pass *p)
{
    int64_t blocks = (p->shape.length + GG_BLOCK - 1) / GG_BLOCK;
    real *y = n->out->data;
    double sum = 0;
    p->partial = gg_node_alloc(n, (size_t)blocks, sizeof *p->partial);
    if (!p->partial)
        return;
    gg_tape_parallel(n->tape, p->shape.length, GG_BLOCK, FN(partial_sums), p);
    for (int64_t k = 0; k < blocks; k++)
        sum += p->partial[k];
    y[0] = (real)((double)FN(finite)(y[0]) + log(sum));
}

static void FN(logsumexp_forward)(gg_node *n)
{
    pass p = {.shape = gg_reduction_of(n->in[0], *(const int *)n->attributes), .b = {.node = n}};
    int64_t width = p.shape.inner < COLUMNS ? p.shape.inner : COLUMNS;
    p.runs = (p.shape.inner + COLUMNS - 1) / COLUMNS;
    if (p.shape.length > 0)
        FN(gg_extreme_forward)(n, false);
    else
        for (int64_t i = 0; i < gg_numel(n->out); i++)
            ((real *)n->out->data)[i] = (real)-INFINITY;
    if (p.shape.outer == 1 && p.shape.inner == 1 && p.shape.length > GG_BLOCK)
        FN(single_row)(n, &p);
    else if (p.shape.length > 0)
        gg_tape_parallel(n->tape, p.shape.outer * p.runs,
                         1 + GG_BLOCK / (1 + p.shape.length * width),
                         p.shape.inner == 1 ? FN(rows) : FN(columns), &p);
}

/* dx_k = dy exp(x_k - y), and 0 where all x_k, and so y, are -infinity. */
GG_INLINE real FN(share)(real x, real y)
{
    return FN(gg_exp)(x - (y == (real)-INFINITY ? 0 : y));
}

/* Runs of the input that share a row's y, or have a run of y each. */
GG_SIMD static void FN(back_block)(void *context, int64_t begin, int64_t end)
{
    const pass *p = context;
    int64_t inner = p->shape.inner, length = p->shape.length, width = inner == 1 ? length : inner;
    if (p->b.fresh)
        memset((real *)p->b.gradient + begin, 0, (size_t)(end - begin) * sizeof(real));
    for (int64_t i = begin, count; i < end; i += count) {
        int64_t run = i / width, at = i % width;
        int64_t from = inner == 1 ? run : run / length * inner + at;
        const real *restrict x = (const real *)p->b.node->in[0]->data + i;
        const real *restrict y = (const real *)p->b.node->out->data + from;
        const real *restrict dy = (const real *)p->b.node->out->grad + from;
        real *restrict dx = (real *)p->b.gradient + i;
        const real y0 = y[0], dy0 = dy[0];
        count = width - at < end - i ? width - at : end - i;
        if (inner == 1)
            for (int64_t j = 0; j < count; j++)
                dx[j] += dy0 * FN(share)(x[j], y0);
        else
            for (int64_t j = 0; j < count; j++)
                dx[j] += dy[j] * FN(share)(x[j], y[j]);
    }
}

static void FN(logsumexp_backward)(gg_node *n)
{
    pass p = {.shape = gg_reduction_of(n->in[0], *(const int *)n->attributes), .b = {.node = n}};
    if ((p.b.gradient = gg_grad_into(n, 0, &p.b.fresh)))
        gg_tape_parallel(n->tape, gg_numel(n->in[0]), GG_BLOCK, FN(back_block), &p);
}

#else

static const gg_op logsumexp_op = {.name = "logsumexp",
                                   .arity = 1,
                                   .shape = gg_shape_reduce,
                                   .forward = GG_BOTH(logsumexp_forward),
                                   .backward = GG_BOTH(logsumexp_backward),
                                   .attributes_size = sizeof(int)};

gg_tensor *gg_logsumexp(gg_tape *t, gg_tensor *x, int axis)
{
    return gg_apply(t, &logsumexp_op, &axis, x);
}

#endif
