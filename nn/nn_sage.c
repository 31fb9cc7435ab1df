#include "params.h"

#include <stdio.h>

void gg_sage_init(gg_sage *l, gg_params *p, const char *name, int64_t in, int64_t out)
{
    char text[GG_PARAM_NAME_SIZE];
    *l = (gg_sage){.in = in, .out = out};
    snprintf(text, sizeof text, "%s.lin_l", name);
    gg_linear_init(&l->left, p, text, in, out, true);
    snprintf(text, sizeof text, "%s.lin_r", name);
    gg_linear_init(&l->right, p, text, in, out, false);
}

/* The mean of x over each row's entries: each entry weighs as much as the others of its row. */
static gg_tensor *neighbor_mean(gg_tape *t, const gg_csr *adj, gg_tensor *x)
{
    gg_tensor *share = gg_empty(t, 1, (int64_t[]){gg_csr_nnz(adj)});
    if (gg_tape_status(t, NULL))
        return share;
    for (int64_t i = 0; i < adj->rows; i++)
        for (int64_t k = adj->rowptr[i]; k < adj->rowptr[i + 1]; k++)
            gg_set(share, k, 1.0 / (double)(adj->rowptr[i + 1] - adj->rowptr[i]));
    return gg_spmm_weighted(t, adj, share, x);
}

/* The mean of the products is the product of the means: whichever is narrower is averaged. */
gg_tensor *gg_sage_forward(gg_tape *t, const gg_sage *l, const gg_csr *adj, gg_tensor *x)
{
    gg_tensor *own = gg_linear(t, x, l->right.weight, l->left.bias);
    gg_tensor *others = l->in < l->out
                            ? gg_linear(t, neighbor_mean(t, adj, x), l->left.weight, NULL)
                            : neighbor_mean(t, adj, gg_linear(t, x, l->left.weight, NULL));
    return gg_add(t, others, own);
}

gg_tensor *gg_sage_forward_sparse(gg_tape *t, const gg_sage *l, const gg_csr *adj, const gg_csr *x)
{
    gg_tensor *own = gg_add(t, gg_spmm_linear(t, x, l->right.weight), l->left.bias);
    return gg_add(t, neighbor_mean(t, adj, gg_spmm_linear(t, x, l->left.weight)), own);
}
