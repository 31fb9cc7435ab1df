/* Y = X W^T with X sparse and constant: W^T is laid out once, so that each entry of X adds a whole
 * row of it, and the gradient is made in the same layout. */
#include "autograd.h"
#include "parallel.h"

#ifndef real
/* dst (rows x cols) = A B, one block of rows of A. */
typedef struct product {
    const gg_csr *a;
    const void *b;
    void *dst;
    int64_t cols;
} product;

/* dst (rows x cols) = or += src^T, src (cols x rows). */
typedef struct transposition {
    const void *src;
    void *dst;
    int64_t rows, cols;
    bool add;
} transposition;
#endif

#define GG_SOURCE "op_spmm_linear.c"
#include "each_real.h"

#ifdef real

/* Rows of a product a block; the side of a square that a transposition keeps in the first cache. */
#define ROWS 32
#define SIDE 16

static void FN(transpose_block)(void *context, int64_t begin, int64_t end)
{
    const transposition *t = context;
    const real *restrict src = t->src;
    real *restrict dst = t->dst;
    for (int64_t first = 0; first < t->cols; first += SIDE) {
        int64_t last = first + SIDE < t->cols ? first + SIDE : t->cols;
        for (int64_t i = begin; i < end; i++)
            for (int64_t j = first; j < last; j++) {
                real value = src[j * t->rows + i];
                dst[i * t->cols + j] = t->add ? dst[i * t->cols + j] + value : value;
            }
    }
}

/* Four entries at a time: y is read and written once for them. */
GG_SIMD static void FN(product_block)(void *context, int64_t begin, int64_t end)
{
    const product *p = context;
    const gg_csr *a = p->a;
    const real *restrict b = p->b, *restrict value = a->values;
    for (int64_t i = begin; i < end; i++) {
        real *restrict y = (real *)p->dst + i * p->cols;
        int64_t k = a->rowptr[i], stop = a->rowptr[i + 1];
        for (int64_t j = 0; j < p->cols; j++)
            y[j] = 0;
        for (; k + 4 <= stop; k += 4) {
            const real *restrict b0 = b + a->col[k] * p->cols;
            const real *restrict b1 = b + a->col[k + 1] * p->cols;
            const real *restrict b2 = b + a->col[k + 2] * p->cols;
            const real *restrict b3 = b + a->col[k + 3] * p->cols;
            real v0 = value ? value[k] : 1, v1 = value ? value[k + 1] : 1;
            real v2 = value ? value[k + 2] : 1, v3 = value ? value[k + 3] : 1;
            for (int64_t j = 0; j < p->cols; j++)
                y[j] += (v0 * b0[j] + v1 * b1[j]) + (v2 * b2[j] + v3 * b3[j]);
        }
        for (; k < stop; k++) {
            const real *restrict b0 = b + a->col[k] * p->cols;
            real v0 = value ? value[k] : 1;
            for (int64_t j = 0; j < p->cols; j++)
                y[j] += v0 * b0[j];
        }
    }
}

static void FN(spmm_linear_forward)(gg_node *n)
{
    const gg_csr *x = *(const gg_csr *const *)n->attributes;
    const gg_tensor *w = n->in[0];
    int64_t out = w->shape[0], in = w->shape[1];
    n->saved = gg_node_alloc(n, (size_t)(in * out), sizeof(real));
    if (!n->saved)
        return;
    transposition t = {.src = w->data, .dst = n->saved, .rows = in, .cols = out};
    gg_tape_parallel(n->tape, in, SIDE, FN(transpose_block), &t);
    product p = {.a = x, .b = n->saved, .dst = n->out->data, .cols = out};
    gg_tape_parallel(n->tape, x->rows, ROWS, FN(product_block), &p);
}

/* dW^T = X^T dY, where W^T lay: backward has no use for it */
static void FN(spmm_linear_backward)(gg_node *n)
{
    const gg_csr *x = *(const gg_csr *const *)n->attributes;
    int64_t out = n->in[0]->shape[0], in = n->in[0]->shape[1];
    bool fresh = false;
    real *dw = gg_grad_into(n, 0, &fresh);
    if (!dw)
        return;
    product p = {.a = x->transpose, .b = n->out->grad, .dst = n->saved, .cols = out};
    gg_tape_parallel(n->tape, in, ROWS, FN(product_block), &p);
    transposition t = {.src = n->saved, .dst = dw, .rows = out, .cols = in, .add = !fresh};
    gg_tape_parallel(n->tape, out, SIDE, FN(transpose_block), &t);
}

#undef ROWS
#undef SIDE

#else

static gg_status spmm_linear_shape(gg_node *n)
{
    const gg_csr *x = *(const gg_csr *const *)n->attributes;
    const gg_tensor *w = n->in[0];
    if (w->rank != 2 || w->shape[1] != x->cols)
        return gg_node_fail(n, "the weight of a sparse (%lldx%lld) needs %lld columns",
                            (long long)x->rows, (long long)x->cols, (long long)x->cols);
    if (x->values && x->dtype != gg_tape_dtype(n->tape))
        return gg_node_fail(n,
                            "the sparse matrix is not of the tape's dtype (gg_csr_cast converts)");
    n->out->rank = 2;
    n->out->shape[0] = x->rows;
    n->out->shape[1] = w->shape[0];
    return GG_OK;
}

static const gg_op spmm_linear_op = {.name = "spmm_linear",
                                     .arity = 1,
                                     .shape = spmm_linear_shape,
                                     .forward = GG_BOTH(spmm_linear_forward),
                                     .backward = GG_BOTH(spmm_linear_backward),
                                     .attributes_size = sizeof(const gg_csr *)};

gg_tensor *gg_spmm_linear(gg_tape *t, const gg_csr *x, gg_tensor *w)
{
    return gg_apply(t, &spmm_linear_op, &x, w);
}

#endif
