/*
 * Degrees as node features. Zhao et al.'s program counts them on A + I and sets column degree - 1,
 * so that a node without a link has column 0, and the largest degree gives the width.
 */
#include "graph.h"
#include "given.h"

gg_status gg_graph_degree_features(const gg_graph *g, gg_csr **out, gg_error *e)
{
    if (gg_graph_check(g, "degree features", e) != GG_OK)
        return GG_ERR_ARGUMENT;
    const int64_t *start = g->adjacency->rowptr;
    int32_t *row = gg_alloc((size_t)g->nodes, sizeof *row);
    int32_t *col = gg_alloc((size_t)g->nodes, sizeof *col);
    int64_t width = 0;
    gg_status s = GG_ERR_MEMORY;
    if (row && col) {
        for (int32_t i = 0; i < g->nodes; i++) {
            row[i] = i;
            col[i] = (int32_t)(start[i + 1] - start[i]);
            width = col[i] >= width ? (int64_t)col[i] + 1 : width;
        }
        s = gg_csr_from_coo(g->nodes, width, g->nodes, row, col, NULL, GG_F32, out, e);
    } else {
        gg_fail(e, s, "degree features: no memory for %lld nodes", (long long)g->nodes);
    }
    gg_free(row);
    gg_free(col);
    return s;
}

gg_status gg_dataset_degree_features(gg_dataset *d, gg_error *e)
{
    if (!d->train)
        return gg_fail(e, GG_ERR_STATE, "degree features: there is no training graph yet");
    if (d->features)
        return gg_fail(e, GG_ERR_STATE, "degree features: %s has features", d->name);
    gg_status s = gg_graph_degree_features(d->train, &d->features, e);
    return s == GG_OK ? gg_dataset_hash(d, e) : s;
}
