/* Y[i, :] = the mean of X[col k, :] over the entries k of row i: GraphSAGE's mean. */
#include "csr_rows.h"
#include "spmm.h"

#ifndef real
typedef struct shares {
    const gg_csr *a;
    bool transposed;
    void *to;
} shares;
#endif

#define GG_SOURCE "op_spmm_mean.c"
#include "each_real.h"

#ifdef real

static real FN(share)(const gg_csr *a, int64_t row)
{
    return (real)(1 / (double)(a->rowptr[row + 1] - a->rowptr[row]));
}

/* An entry of row i of A weighs as much as the others there, and no less in the transpose, where it
 * is in column i. */
static void FN(shares_block)(void *context, int64_t begin, int64_t end)
{
    const shares *s = context;
    const gg_csr *places = s->transposed ? s->a->transpose : s->a;
    real *to = s->to;
    int64_t last = gg_csr_row_at(places, end);
    for (int64_t i = gg_csr_row_at(places, begin); i < last; i++) {
        const real own = s->transposed ? 0 : FN(share)(s->a, i);
        for (int64_t k = places->rowptr[i]; k < places->rowptr[i + 1]; k++)
            to[k] = s->transposed ? FN(share)(s->a, places->col[k]) : own;
    }
}

/* What the entries weigh, in the order of A or of its transpose; NULL when there is no memory. */
static const real *FN(shares_of)(gg_node *n, const gg_csr *a, bool transposed)
{
    shares s = {a, transposed, gg_node_alloc(n, (size_t)gg_csr_nnz(a), sizeof(real))};
    if (s.to)
        gg_tape_parallel(n->tape, gg_csr_units(transposed ? a->transpose : a), gg_csr_block(1),
                         FN(shares_block), &s);
    return s.to;
}

static void FN(mean_forward)(gg_node *n)
{
    const gg_csr *a = *(const gg_csr *const *)n->attributes;
    const real *share = FN(shares_of)(n, a, false);
    if (share)
        FN(gg_spmm_into)
    (n->tape, a, share, 1, n->out->shape[1], n->in[0]->data, n->out->data, false);
}

/* dX = A^T dY, each entry of A its share */
static void FN(mean_backward)(gg_node *n)
{
    const gg_csr *a = *(const gg_csr *const *)n->attributes;
    bool fresh = false;
    real *dx = gg_grad_into(n, 0, &fresh);
    const real *share = dx ? FN(shares_of)(n, a, true) : NULL;
    if (share)
        FN(gg_spmm_into)
    (n->tape, a->transpose, share, 1, n->out->shape[1], n->out->grad, dx, !fresh);
}

#else

static gg_status mean_shape(gg_node *n)
{
    const gg_csr *a = *(const gg_csr *const *)n->attributes;
    const gg_tensor *x = n->in[0];
    if (!a)
        return gg_node_fail(n, "there is no sparse matrix");
    if (x->rank != 2 || x->shape[0] != a->cols)
        return gg_node_fail(n, "the sparse matrix is %lldx%lld, expected a matrix of %lld rows",
                            (long long)a->rows, (long long)a->cols, (long long)a->cols);
    n->out->rank = 2;
    n->out->shape[0] = a->rows;
    n->out->shape[1] = x->shape[1];
    return GG_OK;
}

static const gg_op mean_op = {.name = "spmm_mean",
                              .arity = 1,
                              .shape = mean_shape,
                              .forward = GG_BOTH(mean_forward),
                              .backward = GG_BOTH(mean_backward),
                              .attributes_size = sizeof(const gg_csr *)};

gg_tensor *gg_spmm_mean(gg_tape *t, const gg_csr *a, gg_tensor *x)
{
    return gg_apply(t, &mean_op, &a, x);
}

#endif
