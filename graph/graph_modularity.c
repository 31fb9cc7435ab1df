/* Modularity: Newman and Girvan 2004, "Finding and evaluating community structure in networks". */
#include "graph.h"
#include "given.h"

gg_status gg_graph_modularity(const gg_graph *g, const gg_clustering *c, double *out, gg_error *e)
{
    if (gg_graph_check(g, "modularity", e) != GG_OK)
        return GG_ERR_ARGUMENT;
    const gg_csr *a = g->adjacency;
    if (c->nodes != g->nodes)
        return gg_fail(e, GG_ERR_SHAPE, "modularity: %lld nodes, but clusters of %lld",
                       (long long)g->nodes, (long long)c->nodes);
    double *degree = gg_zalloc((size_t)c->clusters, sizeof *degree);
    if (!degree)
        return gg_fail(e, GG_ERR_MEMORY, "modularity: no memory for %d clusters", c->clusters);
    double inside = 0, squares = 0, both = 2 * (double)g->edges;
    for (int32_t i = 0; i < g->nodes; i++) {
        double own = (double)(a->rowptr[i + 1] - a->rowptr[i]);
        for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++)
            inside += gg_treated(c, i, a->col[k]);
        if (c->cluster[i] >= 0)
            degree[c->cluster[i]] += own;
        else
            squares += own * own;
    }
    for (int32_t k = 0; k < c->clusters; k++)
        squares += degree[k] * degree[k];
    gg_free(degree);
    *out = g->edges > 0 ? inside / both - squares / (both * both) : 0;
    return GG_OK;
}
