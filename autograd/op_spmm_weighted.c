/* Y[i, :] = sum over the entries k of row i of w[k] X[col k, :]: the sparse product with values
 * that are learned. With several heads each has weights of its own and an equal part of the
 * columns. */
#include "spmm.h"

#define GG_SOURCE "op_spmm_weighted.c"
#include "each_real.h"

#ifdef real

static int64_t FN(heads)(const gg_node *n)
{
    return n->in[0]->rank == 1 ? 1 : n->in[0]->shape[1];
}

static void FN(weighted_forward)(gg_node *n)
{
    const gg_csr *a = *(const gg_csr *const *)n->attributes;
    FN(gg_spmm_into)
    (n->tape, a, n->in[0]->data, FN(heads)(n), n->out->shape[1], n->in[1]->data, n->out->data,
     false);
}

/* dw[k] = <dY[row k], X[col k]>; dX = A^T dY with the weights in the transpose's order */
static void FN(weighted_backward)(gg_node *n)
{
    const gg_csr *a = *(const gg_csr *const *)n->attributes;
    int64_t width = n->out->shape[1];
    bool fresh = false;
    real *dw = gg_grad_into(n, 0, &fresh);
    if (dw)
        FN(gg_sddmm_into)
    (n->tape, a, FN(heads)(n), width, n->out->grad, n->in[1]->data, dw, !fresh);
    real *dx = gg_grad_into(n, 1, &fresh);
    const real *w = dx ? FN(gg_values_transposed)(n, a, FN(heads)(n), n->in[0]->data) : NULL;
    if (w)
        FN(gg_spmm_into)(n->tape, a->transpose, w, FN(heads)(n), width, n->out->grad, dx, !fresh);
}

#else

static gg_status weighted_shape(gg_node *n)
{
    const gg_csr *a = *(const gg_csr *const *)n->attributes;
    const gg_tensor *w = n->in[0], *x = n->in[1];
    if (!a)
        return gg_node_fail(n, "there is no sparse matrix");
    if (w->rank > 2 || w->shape[0] != gg_csr_nnz(a))
        return gg_node_fail(n, "expected weights for each of %lld entries first",
                            (long long)gg_csr_nnz(a));
    if (x->rank != 2 || x->shape[0] != a->cols)
        return gg_node_fail(n, "the sparse matrix is %lldx%lld, expected a matrix of %lld rows",
                            (long long)a->rows, (long long)a->cols, (long long)a->cols);
    int64_t heads = w->rank == 1 ? 1 : w->shape[1];
    if (heads < 1 || x->shape[1] % heads)
        return gg_node_fail(n, "%lld columns do not divide among %lld heads",
                            (long long)x->shape[1], (long long)heads);
    n->out->rank = 2;
    n->out->shape[0] = a->rows;
    n->out->shape[1] = x->shape[1];
    return GG_OK;
}

static const gg_op weighted_op = {.name = "spmm_weighted",
                                  .arity = 2,
                                  .shape = weighted_shape,
                                  .forward = GG_BOTH(weighted_forward),
                                  .backward = GG_BOTH(weighted_backward),
                                  .attributes_size = sizeof(const gg_csr *)};

gg_tensor *gg_spmm_weighted(gg_tape *t, const gg_csr *a, gg_tensor *w, gg_tensor *x)
{
    return gg_apply(t, &weighted_op, &a, w, x);
}

#endif
