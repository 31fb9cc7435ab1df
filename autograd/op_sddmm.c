/* e[k] = <X[row k, :], Y[col k, :]> for each entry k of a sparse matrix: the product X Y^T at its
 * places only. */
#include "spmm.h"

#define GG_SOURCE "op_sddmm.c"
#include "each_real.h"

#ifdef real

static void FN(sddmm_forward)(gg_node *n)
{
    const gg_csr *a = *(const gg_csr *const *)n->attributes;
    FN(gg_sddmm_into)
    (n->tape, a, 1, n->in[0]->shape[1], n->in[0]->data, n->in[1]->data, n->out->data, false);
}

/* With E the sparse matrix of the de[k]: dX = E Y, dY = E^T X */
static void FN(sddmm_backward)(gg_node *n)
{
    const gg_csr *a = *(const gg_csr *const *)n->attributes;
    int64_t width = n->in[0]->shape[1];
    bool fresh = false;
    real *dx = gg_grad_into(n, 0, &fresh);
    if (dx)
        FN(gg_spmm_into)(n->tape, a, n->out->grad, 1, width, n->in[1]->data, dx, !fresh);
    real *dy = gg_grad_into(n, 1, &fresh);
    const real *de = dy ? FN(gg_values_transposed)(n, a, 1, n->out->grad) : NULL;
    if (de)
        FN(gg_spmm_into)(n->tape, a->transpose, de, 1, width, n->in[0]->data, dy, !fresh);
}

#else

static gg_status sddmm_shape(gg_node *n)
{
    const gg_csr *a = *(const gg_csr *const *)n->attributes;
    const gg_tensor *x = n->in[0], *y = n->in[1];
    if (!a)
        return gg_node_fail(n, "there is no sparse matrix");
    if (x->rank != 2 || y->rank != 2 || x->shape[0] != a->rows || y->shape[0] != a->cols ||
        x->shape[1] != y->shape[1])
        return gg_node_fail(n, "expected matrices of %lld and %lld rows and one width",
                            (long long)a->rows, (long long)a->cols);
    n->out->rank = 1;
    n->out->shape[0] = gg_csr_nnz(a);
    return GG_OK;
}

static const gg_op sddmm_op = {.name = "sddmm",
                               .arity = 2,
                               .shape = sddmm_shape,
                               .forward = GG_BOTH(sddmm_forward),
                               .backward = GG_BOTH(sddmm_backward),
                               .attributes_size = sizeof(const gg_csr *)};

gg_tensor *gg_sddmm(gg_tape *t, const gg_csr *a, gg_tensor *x, gg_tensor *y)
{
    return gg_apply(t, &sddmm_op, &a, x, y);
}

#endif
