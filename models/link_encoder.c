/* The encoder of link predictors: layers of one convolution, joined by jumping knowledge. */
#include "models.h"

#include "given.h"

#include <stdio.h>

enum { NAME_SIZE = 256 };

void gg_link_encoder_init(gg_link_encoder *l, gg_params *p, const char *name,
                          const gg_link_encoder_options *options, int64_t in)
{
    const gg_link_encoder_options *o = options;
    char text[NAME_SIZE];
    *l = (gg_link_encoder){.options = *o, .in = in};
    for (int k = 0; k < o->layers; k++) {
        snprintf(text, sizeof text, "%s.convs.%d", name, k);
        if (o->conv == GG_LINK_SAGE)
            gg_sage_init(&l->sage[k], p, text, k ? o->hidden : in, o->hidden);
        else
            gg_gcn_init(&l->gcn[k], p, text, k ? o->hidden : in, o->hidden);
    }
    for (int k = 0; k < o->layers && o->norm == GG_LINK_BATCH_NORM; k++) {
        snprintf(text, sizeof text, "%s.bns.%d", name, k);
        gg_batch_norm_init(&l->bns[k], p, text, o->hidden);
    }
    snprintf(text, sizeof text, "%s.weights", name);
    gg_jumping_knowledge_init(&l->jk, p, text, o->jk, o->layers, o->hidden);
    l->out = l->jk.out;
}

/* GraphSAGE looks at the places of the entries alone. */
gg_status gg_link_encoder_matrix(const gg_link_encoder *l, const gg_graph *g, gg_dtype dtype,
                                 gg_csr **out, gg_error *e)
{
    if (gg_graph_check(g, "link encoder", e))
        return GG_ERR_ARGUMENT;
    if (l->options.conv == GG_LINK_SAGE && l->options.mean == GG_LINK_NEIGHBORS)
        return gg_csr_cast(g->adjacency, dtype, out, e);
    return gg_graph_gcn_matrix(g, dtype, out, e);
}

static gg_tensor *convolve(gg_tape *t, const gg_link_encoder *l, int k, const gg_csr *adj,
                           const gg_csr *x, gg_tensor *h)
{
    if (l->options.conv == GG_LINK_SAGE)
        return k ? gg_sage_forward(t, &l->sage[k], adj, h)
                 : gg_sage_forward_sparse(t, &l->sage[k], adj, x);
    return k ? gg_gcn_forward(t, &l->gcn[k], adj, h) : gg_gcn_forward_sparse(t, &l->gcn[k], adj, x);
}

gg_tensor *gg_link_encoder_forward(gg_tape *t, const gg_link_encoder *l, const gg_csr *adj,
                                   const gg_csr *x, gg_rng rng)
{
    const gg_link_encoder_options *o = &l->options;
    gg_tensor *layers[GG_LINK_MAX_LAYERS];
    for (int k = 0; k < o->layers; k++) {
        gg_tensor *h = convolve(t, l, k, adj, x, k ? layers[k - 1] : NULL);
        if (o->norm == GG_LINK_BATCH_NORM)
            h = gg_batch_norm_forward(t, &l->bns[k], h);
        h = o->activation == GG_LINK_RELU ? gg_relu(t, h) : gg_elu(t, h);
        layers[k] = gg_dropout(t, h, o->dropout, gg_rng_fork(rng, (uint64_t)k), 0);
    }
    return gg_jumping_knowledge_forward(t, &l->jk, layers);
}
