/* Batch normalisation over rows (Ioffe and Szegedy 2015, algorithm 1):
 * Y = gamma * xhat + beta, xhat = (X - mean) / sqrt(var + eps). */
#include "autograd.h"
#include "parallel.h"
#include "tape.h"

#include <math.h>
#include <string.h>

#ifndef real
typedef struct batch_norm {
    gg_tensor *running_mean, *running_var;
    double momentum, eps;
    bool training;
} batch_norm;

/* What forward keeps: of each column the mean and 1 / sqrt(var + eps) that normalised it; room for
 * two sums over the rows of each block; and room for four rows of factors in the tape's dtype. */
typedef struct statistics {
    double *mean, *rstd;
    double *sums; /* blocks x 2 x d */
    void *factors;
} statistics;

#define ROWS 64    /* of a block */
#define TOGETHER 8 /* rows that are added up in the tape's dtype before sums in double get them */

static int64_t row_blocks(const gg_node *n)
{
    return (n->out->shape[0] + ROWS - 1) / ROWS;
}

static statistics *new_statistics(gg_node *n)
{
    size_t d = (size_t)n->out->shape[1];
    statistics *s = gg_node_alloc(n, 1, sizeof *s);
    if (!s)
        return NULL;
    s->mean = gg_node_alloc(n, d, 2 * sizeof *s->mean);
    s->rstd = s->mean ? s->mean + d : NULL;
    s->sums = gg_node_alloc(n, d * (size_t)(row_blocks(n) + 1), 2 * sizeof *s->sums);
    s->factors = gg_node_alloc(n, d, 4 * sizeof(double));
    return s->mean && s->sums && s->factors ? s : NULL;
}

/* The sums of all blocks, added up in their order: two rows of d. */
GG_SIMD static const double *total(const gg_node *n)
{
    const statistics *s = n->saved;
    int64_t size = 2 * n->out->shape[1];
    double *restrict sum = s->sums + row_blocks(n) * size;
    memset(sum, 0, (size_t)size * sizeof *sum);
    for (int64_t k = 0; k < row_blocks(n); k++) {
        const double *restrict block = s->sums + k * size;
        for (int64_t c = 0; c < size; c++)
            sum[c] += block[c];
    }
    return sum;
}
#endif

#define GG_SOURCE "op_batch_norm.c"
#include "each_real.h"

#ifdef real

/* Adds rows of x - first, and of its square, to sums: `rows` at once, or the sums would go through
 * memory, and through double, for each. */
GG_INLINE void FN(add_x)(const real *restrict x, const real *restrict first, int rows, int64_t d,
                         double *restrict sum, double *restrict squares)
{
    for (int64_t c = 0; c < d; c++) {
        real s = 0, q = 0;
        for (int i = 0; i < rows; i++) {
            real v = x[i * d + c] - first[c];
            s += v;
            q += v * v;
        }
        sum[c] += (double)s;
        squares[c] += (double)q;
    }
}

/* Without the first row, the variance keeps its digits however far the mean is from 0. */
GG_SIMD static void FN(sum_x)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    const statistics *s = n->saved;
    int64_t d = n->out->shape[1];
    const real *first = n->in[0]->data;
    double *restrict sum = s->sums + begin / ROWS * 2 * d, *restrict squares = sum + d;
    int64_t i = begin;
    memset(sum, 0, 2 * (size_t)d * sizeof *sum);
    for (; i + TOGETHER <= end; i += TOGETHER)
        FN(add_x)(first + i * d, first, TOGETHER, d, sum, squares);
    for (; i < end; i++)
        FN(add_x)(first + i * d, first, 1, d, sum, squares);
}

static void FN(batch_statistics)(gg_node *n)
{
    const batch_norm *b = n->attributes;
    const statistics *s = n->saved;
    int64_t d = n->out->shape[1];
    gg_tape_parallel(n->tape, n->out->shape[0], ROWS, FN(sum_x), n);
    const double *sum = total(n), *squares = sum + d;
    const real *first = n->in[0]->data;
    real *running_mean = b->running_mean->data, *running_var = b->running_var->data;
    double rows = (double)n->out->shape[0], m = b->momentum;
    for (int64_t c = 0; c < d; c++) {
        double spread = squares[c] - sum[c] * sum[c] / rows;
        spread = spread < 0 ? 0 : spread; /* NaN stays */
        s->mean[c] = first[c] + sum[c] / rows;
        s->rstd[c] = 1 / sqrt(spread / rows + b->eps);
        running_mean[c] = (real)((1 - m) * running_mean[c] + m * s->mean[c]);
        running_var[c] = (real)((1 - m) * running_var[c] + m * spread / (rows - 1));
    }
}

static void FN(running_statistics)(const gg_node *n)
{
    const batch_norm *b = n->attributes;
    const statistics *s = n->saved;
    const real *mean = b->running_mean->data, *var = b->running_var->data;
    for (int64_t c = 0; c < n->out->shape[1]; c++) {
        s->mean[c] = mean[c];
        s->rstd[c] = 1 / sqrt(var[c] + b->eps);
    }
}

/* Y = (X - mean) scale + beta, scale = gamma rstd */
GG_SIMD static void FN(normalise)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    const statistics *s = n->saved;
    int64_t d = n->out->shape[1];
    const real *restrict mean = s->factors, *restrict scale = mean + d;
    const real *restrict beta = n->in[2]->data;
    for (int64_t i = begin; i < end; i++) {
        const real *restrict x = (const real *)n->in[0]->data + i * d;
        real *restrict y = (real *)n->out->data + i * d;
        for (int64_t c = 0; c < d; c++)
            y[c] = (x[c] - mean[c]) * scale[c] + beta[c];
    }
}

static void FN(norm_forward)(gg_node *n)
{
    const statistics *s = n->saved = new_statistics(n);
    if (!s)
        return;
    if (((const batch_norm *)n->attributes)->training)
        FN(batch_statistics)(n);
    else
        FN(running_statistics)(n);
    int64_t d = n->out->shape[1];
    const real *gamma = n->in[1]->data;
    real *mean = s->factors, *scale = mean + d;
    for (int64_t c = 0; c < d; c++) {
        mean[c] = (real)s->mean[c];
        scale[c] = (real)(gamma[c] * s->rstd[c]);
    }
    gg_tape_parallel(n->tape, n->out->shape[0], ROWS, FN(normalise), n);
}

/* Adds rows of dY, and of dY (X - mean), to sums. */
GG_INLINE void FN(add_dy)(const real *restrict dy, const real *restrict x,
                          const real *restrict mean, int rows, int64_t d, double *restrict sum,
                          double *restrict with_x)
{
    for (int64_t c = 0; c < d; c++) {
        real s = 0, w = 0;
        for (int i = 0; i < rows; i++) {
            real g = dy[i * d + c];
            s += g;
            w += g * (x[i * d + c] - mean[c]);
        }
        sum[c] += (double)s;
        with_x[c] += (double)w;
    }
}

GG_SIMD static void FN(sum_dy)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    const statistics *s = n->saved;
    int64_t d = n->out->shape[1];
    const real *x = n->in[0]->data, *dy = n->out->grad, *mean = s->factors;
    double *restrict sum = s->sums + begin / ROWS * 2 * d, *restrict with_x = sum + d;
    int64_t i = begin;
    memset(sum, 0, 2 * (size_t)d * sizeof *sum);
    for (; i + TOGETHER <= end; i += TOGETHER)
        FN(add_dy)(dy + i * d, x + i * d, mean, TOGETHER, d, sum, with_x);
    for (; i < end; i++)
        FN(add_dy)(dy + i * d, x + i * d, mean, 1, d, sum, with_x);
}

/* dX (+)= a dY + b (X - mean) + c */
GG_SIMD static void FN(norm_dx)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *block = context;
    const gg_node *n = block->node;
    const statistics *s = n->saved;
    int64_t d = n->out->shape[1];
    const real *restrict mean = s->factors, *restrict a = mean + d, *restrict b = a + d,
                         *restrict c = b + d;
    for (int64_t i = begin; i < end; i++) {
        const real *restrict x = (const real *)n->in[0]->data + i * d;
        const real *restrict dy = (const real *)n->out->grad + i * d;
        real *restrict dx = (real *)block->gradient + i * d;
        if (block->fresh)
            for (int64_t k = 0; k < d; k++)
                dx[k] = a[k] * dy[k] + (b[k] * (x[k] - mean[k]) + c[k]);
        else
            for (int64_t k = 0; k < d; k++)
                dx[k] += a[k] * dy[k] + (b[k] * (x[k] - mean[k]) + c[k]);
    }
}

/* dX = gamma rstd (dY - sum(dY) / n - xhat sum(dY xhat) / n), since mean and variance depend on X;
 * evaluation: gamma rstd dY. */
static void FN(norm_factors)(const gg_node *n, const double *sum_dy, const double *sum_dyx)
{
    const statistics *s = n->saved;
    const real *gamma = n->in[1]->data;
    int64_t d = n->out->shape[1];
    real *mean = s->factors, *a = mean + d, *b = a + d, *c = b + d;
    bool training = ((const batch_norm *)n->attributes)->training;
    double share = training ? 1 / (double)n->out->shape[0] : 0;
    for (int64_t k = 0; k < d; k++) {
        double scale = gamma[k] * s->rstd[k];
        mean[k] = (real)s->mean[k];
        a[k] = (real)scale;
        b[k] = (real)(-scale * s->rstd[k] * s->rstd[k] * sum_dyx[k] * share);
        c[k] = (real)(-scale * sum_dy[k] * share);
    }
}

static void FN(norm_backward)(gg_node *n)
{
    const statistics *s = n->saved;
    int64_t d = n->out->shape[1];
    gg_tape_parallel(n->tape, n->out->shape[0], ROWS, FN(sum_dy), n);
    const double *sum_dy = total(n), *sum_dyx = sum_dy + d;
    gg_backward_block block = {.node = n};
    if ((block.gradient = gg_grad_into(n, 0, &block.fresh))) {
        FN(norm_factors)(n, sum_dy, sum_dyx);
        gg_tape_parallel(n->tape, n->out->shape[0], ROWS, FN(norm_dx), &block);
    }
    real *dgamma = gg_grad_add(n, 1);
    for (int64_t c = 0; dgamma && c < d; c++)
        dgamma[c] += (real)(sum_dyx[c] * s->rstd[c]);
    real *dbeta = gg_grad_add(n, 2);
    for (int64_t c = 0; dbeta && c < d; c++)
        dbeta[c] += (real)sum_dy[c];
}

#else

static bool is_vector(const gg_tensor *x, gg_dtype dtype, int64_t size)
{
    return x && (x->data || size == 0) && x->dtype == dtype && x->rank == 1 && x->shape[0] == size;
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
    if (b->training && n->tape->slice)
        return gg_node_fail(n, "a micro-batch's tiles have no statistics of the batch");
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
