/* Y = X W[:, first : first + k]^T + b. Whole linear layers have first = 0 and k = in. A single
 * output is a matrix-vector product, which BLAS does faster as such. */
#include "autograd.h"
#include "blas.h"
#include "parallel.h"
#include "row_sums.h"

#include <string.h>

#ifndef real
/* Rows of W to a block of dW. BLAS packs X anew for each block, so a tile, which has few rows, is
 * better off with fewer blocks. */
static int64_t dw_block(int64_t rows_of_x)
{
    return rows_of_x <= 1024 ? 256 : 128;
}
#endif

#define GG_SOURCE "op_linear.c"
#include "each_real.h"

#ifdef real

/* Rows of Y are cut in blocks of a fixed size; so are those of dW, for the same bits anywhere. */
#define ROWS 512

/* The gradient of a single output's weights over so many rows keeps its digits in a float, and BLAS
 * is quicker than sums in double. */
#define FEW 4096

static void FN(linear_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    const gg_tensor *x = n->in[0], *w = n->in[1];
    int64_t first = *(const int64_t *)n->attributes, k = x->shape[1];
    int64_t in = w->shape[1], out = w->shape[0];
    real *y = (real *)n->out->data + begin * out;
    const real *bias = n->arity > 2 ? n->in[2]->data : NULL;
    if (out == 1) {
        FN(gg_gemv)
        (false, end - begin, k, 1, (const real *)x->data + begin * k, k,
         (const real *)w->data + first, 0, y);
        for (int64_t i = 0; bias && i < end - begin; i++)
            y[i] += *bias;
        return;
    }
    for (int64_t i = 0; bias && i < end - begin; i++)
        memcpy(y + i * out, bias, (size_t)out * sizeof *y);
    FN(gg_gemm)
    (false, true, end - begin, out, k, 1, (const real *)x->data + begin * k, k,
     (const real *)w->data + first, in, bias ? 1 : 0, y, out);
}

static void FN(linear_forward)(gg_node *n)
{
    gg_tape_parallel(n->tape, n->out->shape[0], ROWS, FN(linear_block), n);
}

/* dX = dY w for a single output */
GG_SIMD static void FN(linear_outer)(const real *dy, const real *restrict w, real *restrict dx,
                                     int64_t rows, int64_t width, bool fresh)
{
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < width; j++)
            dx[i * width + j] = (fresh ? 0 : dx[i * width + j]) + dy[i] * w[j];
}

/* dX = dY W */
static void FN(linear_dx)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    const gg_tensor *x = b->node->in[0], *w = b->node->in[1];
    int64_t first = *(const int64_t *)b->node->attributes, k = x->shape[1];
    int64_t in = w->shape[1], out = w->shape[0];
    const real *dy = (const real *)b->node->out->grad + begin * out;
    const real *part = (const real *)w->data + first;
    real *dx = (real *)b->gradient + begin * k;
    if (out == 1)
        FN(linear_outer)(dy, part, dx, end - begin, k, b->fresh);
    else
        FN(gg_gemm)
    (false, false, end - begin, k, out, 1, dy, out, part, in, b->fresh ? 0 : 1, dx, k);
}

/* dW = dY^T X, cut by rows of W: each sums over all rows of Y */
static void FN(linear_dw)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    const gg_tensor *x = b->node->in[0], *w = b->node->in[1];
    int64_t first = *(const int64_t *)b->node->attributes, k = x->shape[1];
    int64_t in = w->shape[1], out = w->shape[0];
    const real *dy = (const real *)b->node->out->grad + begin;
    real *dw = (real *)b->gradient + begin * in + first;
    FN(gg_gemm)(true, false, end - begin, k, x->shape[0], 1, dy, out, x->data, k, 1, dw, in);
}

static void FN(linear_backward)(gg_node *n)
{
    const gg_tensor *x = n->in[0], *w = n->in[1];
    int64_t first = *(const int64_t *)n->attributes, rows = x->shape[0], out = w->shape[0];
    gg_backward_block b = {.node = n};
    if ((b.gradient = gg_grad_into(n, 0, &b.fresh)))
        gg_tape_parallel(n->tape, rows, ROWS, FN(linear_dx), &b);
    real *dw = b.gradient = gg_grad_add(n, 1);
    if (dw && out != 1)
        gg_tape_parallel(n->tape, out, dw_block(rows), FN(linear_dw), &b);
    else if (dw && rows <= FEW)
        FN(gg_gemv)(true, rows, x->shape[1], 1, x->data, x->shape[1], n->out->grad, 1, dw + first);
    else if (dw)
        FN(gg_add_row_sums)(n->tape, rows, 1, x->shape[1], n->out->grad, x->data, dw + first);
    real *db = n->arity > 2 ? gg_grad_add(n, 2) : NULL;
    if (db)
        FN(gg_add_row_sums)(n->tape, rows, 1, out, NULL, n->out->grad, db);
}

#undef ROWS
#undef FEW

#else

static gg_status linear_shape(gg_node *n)
{
    const gg_tensor *x = n->in[0], *w = n->in[1], *b = n->arity > 2 ? n->in[2] : NULL;
    int64_t first = *(const int64_t *)n->attributes;
    if (x->rank != 2 || w->rank != 2)
        return gg_node_fail(n, "expected matrices");
    int64_t end = first > INT64_MAX - x->shape[1] ? INT64_MAX : first + x->shape[1];
    if (first < 0 || end > w->shape[1])
        return gg_node_fail(n, "columns %lld to %lld of the weight do not exist", (long long)first,
                            (long long)end);
    if (b && (b->rank != 1 || b->shape[0] != w->shape[0]))
        return gg_node_fail(n, "expected a bias of %lld elements", (long long)w->shape[0]);
    if (!gg_blas_fits(x->shape[0], w->shape[0], w->shape[1]))
        return gg_node_fail(n, "a dimension is beyond 2^31 - 1");
    n->out->rank = 2;
    n->out->shape[0] = x->shape[0];
    n->out->shape[1] = w->shape[0];
    return GG_OK;
}

static const gg_op linear_op = {.name = "linear",
                                .arity = -1,
                                .shape = linear_shape,
                                .forward = GG_BOTH(linear_forward),
                                .backward = GG_BOTH(linear_backward),
                                .attributes_size = sizeof(int64_t)};

gg_tensor *gg_linear_part(gg_tape *t, gg_tensor *x, gg_tensor *w, int64_t first, gg_tensor *b)
{
    return b ? gg_apply(t, &linear_op, &first, x, w, b) : gg_apply(t, &linear_op, &first, x, w);
}

gg_tensor *gg_linear(gg_tape *t, gg_tensor *x, gg_tensor *w, gg_tensor *b)
{
    if (!gg_tape_status(t, NULL) && x && w && w->rank == 2 && x->rank == 2 &&
        x->shape[1] != w->shape[1]) {
        char xs[96], ws[96];
        return gg_tape_fail(t, GG_ERR_SHAPE, "linear: %s x %s^T: inner dimensions differ",
                            gg_shape_text(x, xs, sizeof xs), gg_shape_text(w, ws, sizeof ws));
    }
    return gg_linear_part(t, x, w, 0, b);
}

#endif
