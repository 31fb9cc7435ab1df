/* y_j = x_j - max x - log sum_k exp(x_k - max x), over the last axis. */
#include "parallel.h"
#include "rows.h"
#include "vecmath.h"

#include <string.h>

#define GG_SOURCE "op_log_softmax.c"
#include "each_real.h"

#ifdef real

GG_SIMD static void FN(log_softmax_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    int64_t width = gg_row_width(n->out);
    for (int64_t row = begin; row < end; row++) {
        const real *x = (const real *)n->in[0]->data + row * width;
        real *y = (real *)n->out->data + row * width;
        real top = x[0];
        for (int64_t j = 1; j < width; j++)
            top = x[j] > top ? x[j] : top;
        for (int64_t j = 0; j < width; j++)
            y[j] = FN(gg_exp)(x[j] - top);
        double sum = 0;
        for (int64_t j = 0; j < width; j++)
            sum += (double)y[j];
        real rest = (real)log(sum);
        for (int64_t j = 0; j < width; j++)
            y[j] = x[j] - top - rest;
    }
}

/* dx_j = dy_j - exp(y_j) sum_k dy_k */
GG_SIMD static void FN(log_softmax_back_block)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    const gg_tensor *out = b->node->out;
    int64_t width = gg_row_width(out);
    for (int64_t row = begin; row < end; row++) {
        const real *y = (const real *)out->data + row * width;
        const real *dy = (const real *)out->grad + row * width;
        real *dx = (real *)b->gradient + row * width;
        double total = 0;
        for (int64_t j = 0; j < width; j++)
            total += (double)dy[j];
        real sum = (real)total;
        if (b->fresh)
            memset(dx, 0, (size_t)width * sizeof *dx);
        for (int64_t j = 0; j < width; j++)
            dx[j] += dy[j] - FN(gg_exp)(y[j]) * sum;
    }
}

static void FN(log_softmax_forward)(gg_node *n)
{
    gg_forward_rows(n, FN(log_softmax_block));
}

static void FN(log_softmax_backward)(gg_node *n)
{
    gg_backward_rows(n, FN(log_softmax_back_block));
}

#else

static const gg_op log_softmax_op = {.name = "log_softmax",
                                     .arity = 1,
                                     .shape = gg_shape_same,
                                     .forward = GG_BOTH(log_softmax_forward),
                                     .backward = GG_BOTH(log_softmax_backward)};

gg_tensor *gg_log_softmax(gg_tape *t, gg_tensor *x)
{
    return gg_apply(t, &log_softmax_op, NULL, x);
}

#endif
