/* y = x / max(|x|, eps) in each row of the last axis, |x| the Euclidean norm. */
#include "parallel.h"
#include "rows.h"

#include <math.h>

#define GG_SOURCE "op_l2_normalize.c"
#include "each_real.h"

#ifdef real

GG_SIMD static void FN(l2_normalize_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    int64_t width = gg_row_width(n->out);
    double eps = *(const double *)n->attributes, *norms = n->saved;
    for (int64_t row = begin; row < end; row++) {
        const real *x = (const real *)n->in[0]->data + row * width;
        real *restrict y = (real *)n->out->data + row * width;
        double squares = 0;
        for (int64_t j = 0; j < width; j++)
            squares += (double)x[j] * (double)x[j];
        norms[row] = sqrt(squares);
        real scale = (real)(1 / (norms[row] > eps ? norms[row] : eps));
        for (int64_t j = 0; j < width; j++)
            y[j] = x[j] * scale;
    }
}

static void FN(l2_normalize_forward)(gg_node *n)
{
    if ((n->saved = gg_node_alloc(n, (size_t)gg_row_count(n->out), sizeof(double))))
        gg_forward_rows(n, FN(l2_normalize_block));
}

/* dx = (dy - y <dy, y>) / |x|, for d|x| = <y, dx>; below eps the divisor is constant: dx = dy / eps
 */
GG_SIMD static void FN(l2_normalize_back_block)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    const gg_tensor *out = b->node->out;
    int64_t width = gg_row_width(out);
    double eps = *(const double *)b->node->attributes;
    const double *norms = b->node->saved;
    for (int64_t row = begin; row < end; row++) {
        const real *y = (const real *)out->data + row * width;
        const real *dy = (const real *)out->grad + row * width;
        real *dx = (real *)b->gradient + row * width;
        double dot = 0;
        for (int64_t j = 0; j < width; j++)
            dot += (double)dy[j] * (double)y[j];
        bool constant = norms[row] < eps;
        real along = constant ? 0 : (real)dot, scale = (real)(1 / (constant ? eps : norms[row]));
        for (int64_t j = 0; j < width; j++)
            dx[j] = (b->fresh ? 0 : dx[j]) + scale * (dy[j] - y[j] * along);
    }
}

static void FN(l2_normalize_backward)(gg_node *n)
{
    gg_backward_rows(n, FN(l2_normalize_back_block));
}

#else

static const gg_op l2_normalize_op = {.name = "l2_normalize",
                                      .arity = 1,
                                      .shape = gg_shape_same,
                                      .forward = GG_BOTH(l2_normalize_forward),
                                      .backward = GG_BOTH(l2_normalize_backward),
                                      .attributes_size = sizeof(double)};

gg_tensor *gg_l2_normalize(gg_tape *t, gg_tensor *x, double eps)
{
    if (!(eps > 0))
        return gg_tape_fail(t, GG_ERR_ARGUMENT, "l2_normalize: eps = %g, expected more than 0",
                            eps);
    return gg_apply(t, &l2_normalize_op, &eps, x);
}

#endif
