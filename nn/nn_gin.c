#include "params.h"

#include <stdio.h>

void gg_gin_init(gg_gin *l, gg_params *p, const char *name, int layers, const int64_t *widths,
                 double dropout, bool learn_eps)
{
    char text[GG_PARAM_NAME_SIZE];
    *l = (gg_gin){.eps = NULL};
    snprintf(text, sizeof text, "%s.nn", name);
    gg_mlp_init(&l->mlp, p, text, layers, widths, dropout, true);
    l->mlp.activation = gg_relu;
    if (!learn_eps)
        return;
    snprintf(text, sizeof text, "%s.eps", name);
    l->eps = gg_params_add(p, text, 1, (int64_t[]){1}, GG_INIT_ZERO, 0);
}

/* A X + (1 + eps) X */
static gg_tensor *neighbor_sum(gg_tape *t, const gg_gin *l, const gg_csr *adj, gg_tensor *x)
{
    gg_tensor *own = l->eps ? gg_add(t, x, gg_mul(t, x, l->eps)) : x;
    return gg_add(t, gg_spmm(t, adj, x), own);
}

gg_tensor *gg_gin_forward(gg_tape *t, const gg_gin *l, const gg_csr *adj, gg_tensor *x, gg_rng rng)
{
    return gg_mlp_forward(t, &l->mlp, neighbor_sum(t, l, adj, x), rng, 0);
}

/* The sum of the products is the product of the sum: X W^T first, which X's zeros cost nothing. */
gg_tensor *gg_gin_forward_sparse(gg_tape *t, const gg_gin *l, const gg_csr *adj, const gg_csr *x,
                                 gg_rng rng)
{
    const gg_linear_layer *first = &l->mlp.layer[0];
    gg_tensor *sum = neighbor_sum(t, l, adj, gg_spmm_linear(t, x, first->weight));
    return gg_mlp_after_first(t, &l->mlp, gg_add(t, sum, first->bias), rng, 0);
}
