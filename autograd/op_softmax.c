/* y_j = exp(x_j - max x) / sum_k exp(x_k - max x), over the last axis. */
#include "parallel.h"
#include "rows.h"
#include "vecmath.h"

#define GG_SOURCE "op_softmax.c"
#include "each_real.h"

#ifdef real

GG_SIMD static void FN(softmax_block)(void *context, int64_t begin, int64_t end)
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
        real scale = (real)(1 / sum);
        for (int64_t j = 0; j < width; j++)
            y[j] *= scale;
    }
}

/* dx_j = y_j (dy_j - sum_k dy_k y_k) */
GG_SIMD static void FN(softmax_back_block)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    const gg_tensor *out = b->node->out;
    int64_t width = gg_row_width(out);
    for (int64_t row = begin; row < end; row++) {
        const real *y = (const real *)out->data + row * width;
        const real *dy = (const real *)out->grad + row * width;
        real *dx = (real *)b->gradient + row * width;
        double dot = 0;
        for (int64_t j = 0; j < width; j++)
            dot += (double)dy[j] * (double)y[j];
        real mean = (real)dot;
        for (int64_t j = 0; j < width; j++)
            dx[j] = (b->fresh ? 0 : dx[j]) + y[j] * (dy[j] - mean);
    }
}

static void FN(softmax_forward)(gg_node *n)
{
    gg_forward_rows(n, FN(softmax_block));
}

static void FN(softmax_backward)(gg_node *n)
{
    gg_backward_rows(n, FN(softmax_back_block));
}

#else

static const gg_op softmax_op = {.name = "softmax",
                                 .arity = 1,
                                 .shape = gg_shape_same,
                                 .forward = GG_BOTH(softmax_forward),
                                 .backward = GG_BOTH(softmax_backward)};

gg_tensor *gg_softmax(gg_tape *t, gg_tensor *x)
{
    return gg_apply(t, &softmax_op, NULL, x);
}

#endif
