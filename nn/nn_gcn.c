#include "params.h"

#include <stdio.h>

void gg_gcn_init(gg_gcn *l, gg_params *p, const char *name, int64_t in, int64_t out)
{
    char text[GG_PARAM_NAME_SIZE];
    *l = (gg_gcn){.in = in, .out = out};
    snprintf(text, sizeof text, "%s.lin.weight", name);
    l->weight = gg_params_add(p, text, 2, (int64_t[]){out, in}, GG_INIT_GLOROT, 0);
    snprintf(text, sizeof text, "%s.bias", name);
    l->bias = gg_params_add(p, text, 1, &out, GG_INIT_ZERO, 0);
}

gg_tensor *gg_gcn_forward(gg_tape *t, const gg_gcn *l, const gg_csr *adj, gg_tensor *x)
{
    return gg_add(t, gg_spmm(t, adj, gg_linear(t, x, l->weight, NULL)), l->bias);
}

gg_tensor *gg_gcn_forward_sparse(gg_tape *t, const gg_gcn *l, const gg_csr *adj, const gg_csr *x)
{
    return gg_add(t, gg_spmm(t, adj, gg_spmm_linear(t, x, l->weight)), l->bias);
}
