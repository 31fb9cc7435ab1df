/* Y = A X, A sparse (n x m), X dense (m x d). */
#include "spmm.h"

#define GG_SOURCE "op_spmm.c"
#include "each_real.h"

#ifdef real

static void FN(spmm_forward)(gg_node *n)
{
    const gg_csr *a = *(const gg_csr *const *)n->attributes;
    FN(gg_spmm_into)
    (n->tape, a, a->values, 1, n->out->shape[1], n->in[0]->data, n->out->data, false);
}

/* dX = A^T dY */
static void FN(spmm_backward)(gg_node *n)
{
    const gg_csr *a = *(const gg_csr *const *)n->attributes;
    bool fresh = false;
    real *dx = gg_grad_into(n, 0, &fresh);
    if (dx)
        FN(gg_spmm_into)
    (n->tape, a->transpose, a->transpose->values, 1, n->out->shape[1], n->out->grad, dx, !fresh);
}

#else

static gg_status spmm_shape(gg_node *n)
{
    const gg_csr *a = *(const gg_csr *const *)n->attributes;
    const gg_tensor *x = n->in[0];
    if (!a)
        return gg_node_fail(n, "there is no sparse matrix");
    if (x->rank != 2 || x->shape[0] != a->cols)
        return gg_node_fail(n, "the sparse matrix is %lldx%lld, expected a matrix of %lld rows",
                            (long long)a->rows, (long long)a->cols, (long long)a->cols);
    if (a->values && a->dtype != gg_tape_dtype(n->tape))
        return gg_node_fail(n, "the sparse matrix is %s, the tape %s (gg_csr_cast converts)",
                            a->dtype == GG_F32 ? "f32" : "f64", a->dtype == GG_F32 ? "f64" : "f32");
    n->out->rank = 2;
    n->out->shape[0] = a->rows;
    n->out->shape[1] = x->shape[1];
    return GG_OK;
}

static const gg_op spmm_op = {.name = "spmm",
                              .arity = 1,
                              .shape = spmm_shape,
                              .forward = GG_BOTH(spmm_forward),
                              .backward = GG_BOTH(spmm_backward),
                              .attributes_size = sizeof(const gg_csr *)};

gg_tensor *gg_spmm(gg_tape *t, const gg_csr *a, gg_tensor *x)
{
    return gg_apply(t, &spmm_op, &a, x);
}

#endif
