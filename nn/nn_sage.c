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

/* The mean of the products is the product of the means: whichever is narrower is averaged. */
gg_tensor *gg_sage_forward(gg_tape *t, const gg_sage *l, const gg_csr *adj, gg_tensor *x)
{
    gg_tensor *own = gg_linear(t, x, l->right.weight, l->left.bias);
    gg_tensor *others = l->in < l->out
                            ? gg_linear(t, gg_spmm_mean(t, adj, x), l->left.weight, NULL)
                            : gg_spmm_mean(t, adj, gg_linear(t, x, l->left.weight, NULL));
    return gg_add(t, others, own);
}

gg_tensor *gg_sage_forward_sparse(gg_tape *t, const gg_sage *l, const gg_csr *adj, const gg_csr *x)
{
    gg_tensor *own = gg_add(t, gg_spmm_linear(t, x, l->right.weight), l->left.bias);
    return gg_add(t, gg_spmm_mean(t, adj, gg_spmm_linear(t, x, l->left.weight)), own);
}
