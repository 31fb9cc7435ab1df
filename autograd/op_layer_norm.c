/* Y = gamma * xhat + beta, xhat = (x - mean) / sqrt(var + eps) in each row of the last axis, with
 * the biased variance. (Ba et al. 2016.) in[0] is X, in[1] gamma, in[2] beta. */
#include "parallel.h"
#include "rows.h"

#include <math.h>

#ifndef real
/* A row's mean and 1 / sqrt(var + eps), kept from forward. */
typedef struct moments {
    double mean, scale;
} moments;

/* The gradient of gamma (times xhat) or of beta. */
typedef struct parameter_block {
    gg_backward_block b;
    bool times_xhat;
} parameter_block;

#define COLUMNS 64
#endif

#define GG_SOURCE "op_layer_norm.c"
#include "each_real.h"

#ifdef real

static moments FN(moments_of)(const real *x, int64_t width, double eps)
{
    double sum = 0, squares = 0;
    for (int64_t j = 0; j < width; j++)
        sum += (double)x[j];
    double mean = sum / (double)width;
    for (int64_t j = 0; j < width; j++)
        squares += ((double)x[j] - mean) * ((double)x[j] - mean);
    return (moments){mean, 1 / sqrt(squares / (double)width + eps)};
}

GG_INLINE real FN(normal)(real x, moments m)
{
    return (real)(((double)x - m.mean) * m.scale);
}

GG_SIMD static void FN(layer_norm_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    int64_t width = gg_row_width(n->out);
    const real *gamma = n->in[1]->data, *beta = n->in[2]->data;
    moments *kept = n->saved;
    for (int64_t row = begin; row < end; row++) {
        const real *x = (const real *)n->in[0]->data + row * width;
        real *restrict y = (real *)n->out->data + row * width;
        moments m = kept[row] = FN(moments_of)(x, width, *(const double *)n->attributes);
        for (int64_t j = 0; j < width; j++)
            y[j] = gamma[j] * FN(normal)(x[j], m) + beta[j];
    }
}

static void FN(layer_norm_forward)(gg_node *n)
{
    if ((n->saved = gg_node_alloc(n, (size_t)gg_row_count(n->out), sizeof(moments))))
        gg_forward_rows(n, FN(layer_norm_block));
}

/* With g = gamma * dY: dX = scale (g - mean g - xhat mean(g * xhat)), for the mean and the scale
 * depend on every x of the row. */
GG_SIMD static void FN(layer_norm_dx)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    const gg_node *n = b->node;
    int64_t width = gg_row_width(n->out);
    const real *gamma = n->in[1]->data;
    for (int64_t row = begin; row < end; row++) {
        const real *x = (const real *)n->in[0]->data + row * width;
        const real *dy = (const real *)n->out->grad + row * width;
        real *dx = (real *)b->gradient + row * width;
        moments m = ((const moments *)n->saved)[row];
        double sum = 0, dot = 0;
        for (int64_t j = 0; j < width; j++) {
            double g = (double)(gamma[j] * dy[j]);
            sum += g;
            dot += g * (double)FN(normal)(x[j], m);
        }
        real mean = (real)(sum / (double)width), slope = (real)(dot / (double)width);
        for (int64_t j = 0; j < width; j++) {
            real inner = gamma[j] * dy[j] - mean - FN(normal)(x[j], m) * slope;
            dx[j] = (b->fresh ? 0 : dx[j]) + (real)m.scale * inner;
        }
    }
}

/* dgamma = the sum of dY * xhat over the rows, dbeta that of dY; columns [begin, end) */
GG_SIMD static void FN(layer_norm_dparameter)(void *context, int64_t begin, int64_t end)
{
    const parameter_block *p = context;
    const gg_node *n = p->b.node;
    int64_t width = gg_row_width(n->out), rows = gg_row_count(n->out);
    real *gradient = p->b.gradient;
    double sum[COLUMNS] = {0};
    for (int64_t row = 0; row < rows; row++) {
        const real *x = (const real *)n->in[0]->data + row * width;
        const real *dy = (const real *)n->out->grad + row * width;
        moments m = ((const moments *)n->saved)[row];
        for (int64_t j = begin; j < end; j++)
            sum[j - begin] += (double)dy[j] * (p->times_xhat ? (double)FN(normal)(x[j], m) : 1);
    }
    for (int64_t j = begin; j < end; j++)
        gradient[j] = (real)((p->b.fresh ? 0 : (double)gradient[j]) + sum[j - begin]);
}

static void FN(layer_norm_backward)(gg_node *n)
{
    gg_backward_rows(n, FN(layer_norm_dx));
    for (int k = 1; k <= 2; k++) {
        parameter_block p = {.b = {.node = n}, .times_xhat = k == 1};
        if ((p.b.gradient = gg_grad_into(n, k, &p.b.fresh)))
            gg_tape_parallel(n->tape, gg_row_width(n->out), COLUMNS, FN(layer_norm_dparameter), &p);
    }
}

#else

static gg_status layer_norm_shape(gg_node *n)
{
    int64_t width = gg_row_width(n->in[0]);
    for (int k = 1; k <= 2; k++)
        if (n->in[k]->rank != 1 || n->in[k]->shape[0] != width)
            return gg_node_fail(n, "expected a %s of %lld elements", k == 1 ? "gamma" : "beta",
                                (long long)width);
    return gg_shape_same(n);
}

static const gg_op layer_norm_op = {.name = "layer_norm",
                                    .arity = 3,
                                    .shape = layer_norm_shape,
                                    .forward = GG_BOTH(layer_norm_forward),
                                    .backward = GG_BOTH(layer_norm_backward),
                                    .attributes_size = sizeof(double)};

gg_tensor *gg_layer_norm(gg_tape *t, gg_tensor *x, gg_tensor *gamma, gg_tensor *beta, double eps)
{
    return gg_apply(t, &layer_norm_op, &eps, x, gamma, beta);
}

#endif
