/* Y = X W^T with X sparse and constant: W^T is laid out once, so that each entry of X adds a whole
 * row of it, and the gradient is made in the same layout. */
#include "autograd.h"
#include "parallel.h"
#include "spmm.h"

#ifndef real
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

/* The side of a square that a transposition keeps in the first cache. */
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
    FN(gg_spmm_into)(n->tape, x, x->values, 1, out, n->saved, n->out->data, false);
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
    FN(gg_spmm_into)
    (n->tape, x->transpose, x->transpose->values, 1, out, n->out->grad, n->saved, false);
    transposition t = {.src = n->saved, .dst = dw, .rows = out, .cols = in, .add = !fresh};
    gg_tape_parallel(n->tape, out, SIDE, FN(transpose_block), &t);
}

#undef SIDE

#else

static gg_status spmm_linear_shape(gg_node *n)
{
    const gg_csr *x = *(const gg_csr *const *)n->attributes;
    const gg_tensor *w = n->in[0];
    if (!x)
        return gg_node_fail(n, "there is no sparse matrix");
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
