/* e[k] = l[row k] + r[col k] for each entry k of a sparse matrix; of several heads each has a
 * column. */
#include "parallel.h"
#include "segment.h"

#define GG_SOURCE "op_sddmm_add.c"
#include "each_real.h"

#ifdef real

GG_SIMD static void FN(add_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    const gg_csr *a = *(const gg_csr *const *)n->attributes;
    int64_t heads = gg_segment_width(n->out), last = gg_csr_row_at(a, end);
    for (int64_t i = gg_csr_row_at(a, begin); i < last; i++) {
        const real *l = (const real *)n->in[0]->data + i * heads;
        for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++) {
            const real *r = (const real *)n->in[1]->data + a->col[k] * heads;
            real *restrict e = (real *)n->out->data + k * heads;
            for (int64_t h = 0; h < heads; h++)
                e[h] = l[h] + r[h];
        }
    }
}

static void FN(add_forward)(gg_node *n)
{
    gg_segments_parallel(n->tape, *(const gg_csr *const *)n->attributes, gg_segment_width(n->out),
                         FN(add_block), n);
}

/* dl[i] = the sum of de[k] over row i, dr[j] over column j */
static void FN(add_backward)(gg_node *n)
{
    const gg_csr *a = *(const gg_csr *const *)n->attributes;
    int64_t heads = gg_segment_width(n->out);
    bool fresh = false;
    real *dl = gg_grad_into(n, 0, &fresh);
    if (dl)
        FN(gg_segment_sum_into)(n->tape, a, NULL, heads, n->out->grad, false, dl, !fresh);
    real *dr = gg_grad_into(n, 1, &fresh);
    if (dr)
        FN(gg_segment_sum_into)
    (n->tape, a->transpose, a->transpose->transposed, heads, n->out->grad, false, dr, !fresh);
}

#else

static gg_status add_shape(gg_node *n)
{
    const gg_csr *a = *(const gg_csr *const *)n->attributes;
    const gg_tensor *l = n->in[0], *r = n->in[1];
    if (!a)
        return gg_node_fail(n, "there is no sparse matrix");
    if (l->rank > 2 || l->rank != r->rank || l->shape[0] != a->rows || r->shape[0] != a->cols ||
        gg_segment_width(l) != gg_segment_width(r))
        return gg_node_fail(n, "expected vectors, or matrices of one width, of %lld and %lld rows",
                            (long long)a->rows, (long long)a->cols);
    n->out->rank = l->rank;
    n->out->shape[0] = gg_csr_nnz(a);
    n->out->shape[1] = l->shape[1];
    return GG_OK;
}

static const gg_op add_op = {.name = "sddmm_add",
                             .arity = 2,
                             .shape = add_shape,
                             .forward = GG_BOTH(add_forward),
                             .backward = GG_BOTH(add_backward),
                             .attributes_size = sizeof(const gg_csr *)};

gg_tensor *gg_sddmm_add(gg_tape *t, const gg_csr *a, gg_tensor *l, gg_tensor *r)
{
    return gg_apply(t, &add_op, &a, l, r);
}

#endif
