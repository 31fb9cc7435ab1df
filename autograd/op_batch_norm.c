/* Batch normalisation over rows (Ioffe and Szegedy 2015, algorithm 1):
 * Y = gamma * xhat + beta, xhat = (X - mean) / sqrt(var + eps). */
#include "autograd.h"
#include "parallel.h"

#include <math.h>

#ifndef real
typedef struct batch_norm {
    gg_tensor *running_mean, *running_var;
    double momentum, eps;
    bool training;
} batch_norm;

/* Of each column: what normalised it, and its sums in backward. */
typedef struct column_state {
    double *mean, *rstd;       /* rstd = 1 / sqrt(var + eps) */
    double *sum_dy, *sum_dyxh; /* sum of dY, of dY * xhat */
} column_state;

typedef struct norm_backward {
    const gg_node *node;
    void *dx;
    bool fresh;
} norm_backward;

/* Columns are independent: a block of them is one thread's, and small enough (128 bytes of each
 * row) that the second pass finds the first one's rows in cache. */
#define COLUMNS 32
#endif

#define GG_SOURCE "op_batch_norm.c"
#include "each_real.h"

#ifdef real

/* Sums of x - x[0] and of its square, in row order. Taking the first row away keeps the variance's
 * digits when the mean is far from 0. */
static inline void FN(batch_statistics)(const gg_node *n, int64_t begin, int64_t width)
{
    const batch_norm *b = n->attributes;
    const column_state *s = n->saved;
    int64_t rows = n->out->shape[0], stride = n->out->shape[1];
    const real *x = (const real *)n->in[0]->data + begin;
    double shift[COLUMNS], sum[COLUMNS] = {0}, squares[COLUMNS] = {0};
    for (int64_t c = 0; c < width; c++)
        shift[c] = x[c];
    for (int64_t i = 0; i < rows; i++)
        for (int64_t c = 0; c < width; c++) {
            double v = x[i * stride + c] - shift[c];
            sum[c] += v;
            squares[c] += v * v;
        }
    real *running_mean = (real *)b->running_mean->data + begin;
    real *running_var = (real *)b->running_var->data + begin;
    double count = (double)rows, m = b->momentum;
    for (int64_t c = 0; c < width; c++) {
        double mean = shift[c] + sum[c] / count;
        double spread = fmax(squares[c] - sum[c] * sum[c] / count, 0);
        s->mean[begin + c] = mean;
        s->rstd[begin + c] = 1 / sqrt(spread / count + b->eps);
        running_mean[c] = (real)((1 - m) * running_mean[c] + m * mean);
        running_var[c] = (real)((1 - m) * running_var[c] + m * spread / (count - 1));
    }
}

static inline void FN(running_statistics)(const gg_node *n, int64_t begin, int64_t width)
{
    const batch_norm *b = n->attributes;
    const column_state *s = n->saved;
    for (int64_t c = begin; c < begin + width; c++) {
        s->mean[c] = ((const real *)b->running_mean->data)[c];
        s->rstd[c] = 1 / sqrt(((const real *)b->running_var->data)[c] + b->eps);
    }
}

/* Y = gamma xhat + beta as (X - mean) scale + beta, scale = gamma rstd */
static inline void FN(normalise)(const gg_node *n, int64_t begin, int64_t width)
{
    const batch_norm *b = n->attributes;
    const column_state *s = n->saved;
    int64_t rows = n->out->shape[0], stride = n->out->shape[1];
    if (b->training)
        FN(batch_statistics)(n, begin, width);
    else
        FN(running_statistics)(n, begin, width);
    const real *gamma = n->in[1]->data, *beta = n->in[2]->data;
    real mean[COLUMNS], scale[COLUMNS], shift[COLUMNS];
    for (int64_t c = 0; c < width; c++) {
        mean[c] = (real)s->mean[begin + c];
        scale[c] = (real)(gamma[begin + c] * s->rstd[begin + c]);
        shift[c] = beta[begin + c];
    }
    for (int64_t i = 0; i < rows; i++) {
        const real *restrict x = (const real *)n->in[0]->data + i * stride + begin;
        real *restrict y = (real *)n->out->data + i * stride + begin;
        for (int64_t c = 0; c < width; c++)
            y[c] = (x[c] - mean[c]) * scale[c] + shift[c];
    }
}

/* The full width as a constant: the sums of a block stay in registers. */
GG_SIMD static void FN(norm_columns)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    if (end - begin == COLUMNS)
        FN(normalise)(n, begin, COLUMNS);
    else
        FN(normalise)(n, begin, end - begin);
}

static void FN(norm_forward)(gg_node *n)
{
    int64_t d = n->out->shape[1];
    column_state *s = n->saved = gg_node_alloc(n, 1, sizeof *s);
    double *memory = gg_node_alloc(n, (size_t)d, 4 * sizeof *memory);
    if (!s || !memory)
        return;
    *s = (column_state){memory, memory + d, memory + 2 * d, memory + 3 * d};
    gg_tape_parallel(n->tape, d, COLUMNS, FN(norm_columns), n);
}

static inline void FN(sum_columns)(const gg_node *n, int64_t begin, int64_t width)
{
    const column_state *s = n->saved;
    int64_t rows = n->out->shape[0], stride = n->out->shape[1];
    const real *x = (const real *)n->in[0]->data + begin;
    const real *dy = (const real *)n->out->grad + begin;
    double sum[COLUMNS] = {0}, with_xhat[COLUMNS] = {0};
    for (int64_t i = 0; i < rows; i++)
        for (int64_t c = 0; c < width; c++) {
            double g = dy[i * stride + c];
            sum[c] += g;
            with_xhat[c] += g * (x[i * stride + c] - s->mean[begin + c]);
        }
    for (int64_t c = 0; c < width; c++) {
        s->sum_dy[begin + c] = sum[c];
        s->sum_dyxh[begin + c] = with_xhat[c] * s->rstd[begin + c];
    }
}

/* dX = gamma rstd (dY - sum(dY) / n - xhat sum(dY xhat) / n), since mean and variance depend on X;
 * evaluation: gamma rstd dY. Both as a dY + b (X - mean) + c. */
static inline void FN(norm_dx)(const norm_backward *back, int64_t begin, int64_t width)
{
    const gg_node *n = back->node;
    const column_state *s = n->saved;
    int64_t rows = n->out->shape[0], stride = n->out->shape[1];
    double per_row = ((const batch_norm *)n->attributes)->training ? 1 / (double)rows : 0;
    real a[COLUMNS], b[COLUMNS], c[COLUMNS], mean[COLUMNS];
    for (int64_t k = 0; k < width; k++) {
        double scale = ((const real *)n->in[1]->data)[begin + k] * s->rstd[begin + k];
        a[k] = (real)scale;
        b[k] = (real)(-scale * s->rstd[begin + k] * s->sum_dyxh[begin + k] * per_row);
        c[k] = (real)(-scale * s->sum_dy[begin + k] * per_row);
        mean[k] = (real)s->mean[begin + k];
    }
    for (int64_t i = 0; i < rows; i++) {
        const real *restrict x = (const real *)n->in[0]->data + i * stride + begin;
        const real *restrict dy = (const real *)n->out->grad + i * stride + begin;
        real *restrict dx = (real *)back->dx + i * stride + begin;
        for (int64_t k = 0; k < width; k++) {
            real g = a[k] * dy[k] + (b[k] * (x[k] - mean[k]) + c[k]);
            dx[k] = back->fresh ? g : dx[k] + g;
        }
    }
}

GG_SIMD static void FN(norm_back_columns)(void *context, int64_t begin, int64_t end)
{
    const norm_backward *back = context;
    bool whole = end - begin == COLUMNS;
    if (whole)
        FN(sum_columns)(back->node, begin, COLUMNS);
    else
        FN(sum_columns)(back->node, begin, end - begin);
    if (back->dx && whole)
        FN(norm_dx)(back, begin, COLUMNS);
    else if (back->dx)
        FN(norm_dx)(back, begin, end - begin);
}

static void FN(add_sums)(gg_node *n, int input, const double *sums)
{
    real *to = gg_grad_add(n, input);
    for (int64_t c = 0; to && c < n->out->shape[1]; c++)
        to[c] += (real)sums[c];
}

static void FN(norm_backward)(gg_node *n)
{
    const column_state *s = n->saved;
    norm_backward back = {.node = n};
    back.dx = gg_grad_into(n, 0, &back.fresh);
    gg_tape_parallel(n->tape, n->out->shape[1], COLUMNS, FN(norm_back_columns), &back);
    FN(add_sums)(n, 1, s->sum_dyxh);
    FN(add_sums)(n, 2, s->sum_dy);
}

#else

static bool is_vector(const gg_tensor *x, gg_dtype dtype, int64_t size)
{
    return x->dtype == dtype && x->rank == 1 && x->shape[0] == size;
}

static gg_status norm_shape(gg_node *n)
{
    const batch_norm *b = n->attributes;
    const gg_tensor *x = n->in[0];
    gg_dtype dtype = gg_tape_dtype(n->tape);
    if (x->rank != 2)
        return gg_node_fail(n, "expected a matrix");
    int64_t d = x->shape[1];
    if (!is_vector(n->in[1], dtype, d) || !is_vector(n->in[2], dtype, d))
        return gg_node_fail(n, "expected gamma and beta of %lld elements", (long long)d);
    if (!is_vector(b->running_mean, dtype, d) || !is_vector(b->running_var, dtype, d))
        return gg_node_fail(n, "expected running statistics of %lld elements in the tape's dtype",
                            (long long)d);
    if (b->training && x->shape[0] < 2)
        return gg_node_fail(n, "a batch's variance needs at least 2 rows");
    return gg_shape_same(n);
}

static const gg_op norm_op = {.name = "batch_norm",
                              .arity = 3,
                              .shape = norm_shape,
                              .forward = GG_BOTH(norm_forward),
                              .backward = GG_BOTH(norm_backward),
                              .attributes_size = sizeof(batch_norm)};

gg_tensor *gg_batch_norm(gg_tape *t, gg_tensor *x, gg_tensor *gamma, gg_tensor *beta,
                         gg_tensor *running_mean, gg_tensor *running_var, double momentum,
                         double eps)
{
    batch_norm b = {running_mean, running_var, momentum, eps, gg_tape_training(t)};
    return gg_apply(t, &norm_op, &b, x, gamma, beta);
}

#endif
