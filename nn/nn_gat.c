#include "params.h"

#include <stdio.h>

#define SLOPE 0.2

static gg_tensor *add(gg_params *p, const char *name, const char *part, int rank,
                      const int64_t *shape, gg_init init)
{
    char text[GG_PARAM_NAME_SIZE];
    snprintf(text, sizeof text, "%s.%s", name, part);
    return gg_params_add(p, text, rank, shape, init, 0);
}

void gg_gat_init(gg_gat *l, gg_params *p, const char *name, int64_t in, int64_t width,
                 int64_t heads, bool concat, double dropout)
{
    *l = (gg_gat){.in = in, .width = width, .heads = heads, .concat = concat, .dropout = dropout};
    if (heads < 1) {
        if (!p->error.code)
            gg_fail(&p->error, GG_ERR_ARGUMENT, "gat: '%.255s' has %lld heads", name,
                    (long long)heads);
        return;
    }
    int64_t all = width > INT64_MAX / heads ? -1 : heads * width; /* registering refuses -1 */
    l->out = concat ? all : width;
    const int64_t lin[] = {all, in}, attention[] = {heads, width};
    l->weight = add(p, name, "lin.weight", 2, lin, GG_INIT_GLOROT);
    l->source = add(p, name, "att_src", 2, attention, GG_INIT_GLOROT);
    l->target = add(p, name, "att_dst", 2, attention, GG_INIT_GLOROT);
    l->bias = add(p, name, "bias", 1, &l->out, GG_INIT_ZERO);
}

/* The mean of the heads' parts of each row. */
static gg_tensor *mean_of_heads(gg_tape *t, const gg_gat *l, gg_tensor *y)
{
    return gg_mean(t, gg_reshape(t, y, 3, (int64_t[]){-1, l->heads, l->width}), 1);
}

static gg_tensor *attend(gg_tape *t, const gg_gat *l, const gg_csr *adj, gg_tensor *z, gg_rng rng)
{
    gg_tensor *logits =
        gg_sddmm_add(t, adj, gg_head_dots(t, z, l->target), gg_head_dots(t, z, l->source));
    gg_tensor *share = gg_segment_softmax(t, adj, gg_leaky_relu(t, logits, SLOPE));
    gg_tensor *y = gg_spmm_weighted(t, adj, gg_dropout(t, share, l->dropout, rng, 0), z);
    return gg_add(t, l->concat ? y : mean_of_heads(t, l, y), l->bias);
}

gg_tensor *gg_gat_forward(gg_tape *t, const gg_gat *l, const gg_csr *adj, gg_tensor *x, gg_rng rng)
{
    return attend(t, l, adj, gg_linear(t, x, l->weight, NULL), rng);
}

gg_tensor *gg_gat_forward_sparse(gg_tape *t, const gg_gat *l, const gg_csr *adj, const gg_csr *x,
                                 gg_rng rng)
{
    return attend(t, l, adj, gg_spmm_linear(t, x, l->weight), rng);
}
