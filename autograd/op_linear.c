/* Y = X W[:, first : first + k]^T + b, X of any rank taken as rows of its last axis. Whole linear
 * layers have first = 0 and k = in. A single output is a matrix-vector product, which BLAS does
 * faster as such. */
#include "autograd.h"
#include "blas.h"
#include "parallel.h"
#include "row_sums.h"

#include <string.h>

#ifndef real
typedef struct sizes {
    int64_t rows, k, in, out, first;
} sizes;

static sizes sizes_of(const gg_node *n)
{
    const gg_tensor *x = n->in[0], *w = n->in[1];
    sizes s = {1, x->shape[x->rank - 1], w->shape[1], w->shape[0], *(const int64_t *)n->attributes};
    for (int axis = 0; axis < x->rank - 1; axis++)
        s.rows *= x->shape[axis];
    return s;
}

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
    const sizes s = sizes_of(n);
    const real *x = (const real *)n->in[0]->data + begin * s.k;
    const real *w = (const real *)n->in[1]->data + s.first;
    const real *bias = n->arity > 2 ? n->in[2]->data : NULL;
    real *y = (real *)n->out->data + begin * s.out;
    if (s.out == 1) {
        FN(gg_gemv)(false, end - begin, s.k, 1, x, s.k, w, 0, y);
        for (int64_t i = 0; bias && i < end - begin; i++)
            y[i] += *bias;
        return;
    }
    for (int64_t i = 0; bias && i < end - begin; i++)
        memcpy(y + i * s.out, bias, (size_t)s.out * sizeof *y);
    FN(gg_gemm)(false, true, end - begin, s.out, s.k, 1, x, s.k, w, s.in, bias ? 1 : 0, y, s.out);
}

static void FN(linear_forward)(gg_node *n)
{
    gg_tape_parallel(n->tape, sizes_of(n).rows, ROWS, FN(linear_block), n);
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
    const sizes s = sizes_of(b->node);
    const real *dy = (const real *)b->node->out->grad + begin * s.out;
    const real *w = (const real *)b->node->in[1]->data + s.first;
    real *dx = (real *)b->gradient + begin * s.k;
    if (s.out == 1)
        FN(linear_outer)(dy, w, dx, end - begin, s.k, b->fresh);
    else
        FN(gg_gemm)
    (false, false, end - begin, s.k, s.out, 1, dy, s.out, w, s.in, b->fresh ? 0 : 1, dx, s.k);
}

/* dW = dY^T X, cut by rows of W: each sums over all rows of Y */
static void FN(linear_dw)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    const sizes s = sizes_of(b->node);
    const real *dy = (const real *)b->node->out->grad + begin, *x = b->node->in[0]->data;
    real *dw = (real *)b->gradient + begin * s.in + s.first;
    FN(gg_gemm)(true, false, end - begin, s.k, s.rows, 1, dy, s.out, x, s.k, 1, dw, s.in);
}

static void FN(linear_backward)(gg_node *n)
{
    const sizes s = sizes_of(n);
    const real *x = n->in[0]->data, *dy = n->out->grad;
    gg_backward_block b = {.node = n};
    if ((b.gradient = gg_grad_into(n, 0, &b.fresh)))
        gg_tape_parallel(n->tape, s.rows, ROWS, FN(linear_dx), &b);
    real *dw = b.gradient = gg_grad_add(n, 1);
    if (dw && s.out != 1)
        gg_tape_parallel(n->tape, s.out, dw_block(s.rows), FN(linear_dw), &b);
    else if (dw && s.rows <= FEW)
        FN(gg_gemv)(true, s.rows, s.k, 1, x, s.k, dy, 1, dw + s.first);
    else if (dw)
        FN(gg_add_row_sums)(n->tape, s.rows, 1, s.k, dy, x, dw + s.first);
    real *db = n->arity > 2 ? gg_grad_add(n, 2) : NULL;
    if (db)
        FN(gg_add_row_sums)(n->tape, s.rows, 1, s.out, NULL, dy, db);
}

#undef ROWS
#undef FEW

#else

static gg_status linear_shape(gg_node *n)
{
    const gg_tensor *x = n->in[0], *w = n->in[1], *b = n->arity > 2 ? n->in[2] : NULL;
    int64_t first = *(const int64_t *)n->attributes;
    if (w->rank != 2)
        return gg_node_fail(n, "expected a matrix as the weight");
    const sizes s = sizes_of(n);
    int64_t end = first > INT64_MAX - s.k ? INT64_MAX : first + s.k;
    if (first < 0 || end > s.in)
        return gg_node_fail(n, "columns %lld to %lld of the weight do not exist", (long long)first,
                            (long long)end);
    if (b && (b->rank != 1 || b->shape[0] != s.out))
        return gg_node_fail(n, "expected a bias of %lld elements", (long long)s.out);
    if (!gg_blas_fits(s.rows, s.out, s.in))
        return gg_node_fail(n, "a dimension is beyond 2^31 - 1");
    n->out->rank = x->rank;
    for (int axis = 0; axis < x->rank - 1; axis++)
        n->out->shape[axis] = x->shape[axis];
    n->out->shape[x->rank - 1] = s.out;
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
    if (!gg_tape_status(t, NULL) && x && w && w->rank == 2 && x->rank > 0 &&
        x->rank <= GG_MAX_RANK && x->shape[x->rank - 1] != w->shape[1]) {
        char xs[96], ws[96];
        return gg_tape_fail(t, GG_ERR_SHAPE, "linear: %s x %s^T: inner dimensions differ",
                            gg_shape_text(x, xs, sizeof xs), gg_shape_text(w, ws, sizeof ws));
    }
    return gg_linear_part(t, x, w, 0, b);
}

#endif
