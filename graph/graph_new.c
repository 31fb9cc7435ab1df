/* Graphs: from pairs to the adjacency matrix. */
#include "graph.h"
#include "given.h"

/* Both orientations of every pair that is no self-loop, as x; repeats are left to the matrix. */
static gg_status both_ways(int64_t nodes, const gg_pair_list *pairs, gg_pair_list *x,
                           int64_t *self_loops, gg_error *e)
{
    gg_status s = gg_pair_list_resize(x, 2 * pairs->count, e);
    if (s != GG_OK)
        return s;
    x->count = 0;
    for (int64_t k = 0; k < pairs->count; k++) {
        int32_t u = pairs->u[k], v = pairs->v[k];
        if (u < 0 || v < 0 || u >= nodes || v >= nodes)
            return gg_fail(e, GG_ERR_ARGUMENT, "graph: pair %lld, (%d, %d), is not of %lld nodes",
                           (long long)k, u, v, (long long)nodes);
        if (u == v) {
            ++*self_loops;
            continue;
        }
        x->u[x->count] = x->v[x->count + 1] = u;
        x->v[x->count] = x->u[x->count + 1] = v;
        x->count += 2;
    }
    return GG_OK;
}

/* The place of entry (i, j), which is there. */
static int64_t place_of(const gg_csr *a, int32_t i, int32_t j)
{
    int64_t low = a->rowptr[i], high = a->rowptr[i + 1];
    while (a->col[low] != j) {
        int64_t middle = low + (high - low) / 2;
        if (a->col[middle] <= j)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Duplicates that come the other way round than their edge did at first. way: an element an entry
 * of the matrix, of which that of row u < v says how the edge (u, v) came. */
static gg_status count_reversed(gg_graph *g, const gg_pair_list *pairs, gg_error *e)
{
    enum { UNSEEN, UP, DOWN };
    const gg_csr *a = g->adjacency;
    char *way = gg_zalloc((size_t)gg_csr_nnz(a), 1);
    if (!way)
        return gg_fail(e, GG_ERR_MEMORY, "graph: no memory for %lld edges", (long long)g->edges);
    for (int64_t k = 0; k < pairs->count; k++) {
        int32_t u = pairs->u[k], v = pairs->v[k];
        if (u == v)
            continue;
        char now = u < v ? UP : DOWN, *first = &way[place_of(a, u < v ? u : v, u < v ? v : u)];
        if (*first == UNSEEN)
            *first = now;
        g->cleaned.reversed += *first != now;
    }
    gg_free(way);
    return GG_OK;
}

static gg_status build(gg_graph *g, const gg_pair_list *pairs, gg_error *e)
{
    gg_pair_list x = {0};
    gg_status s = both_ways(g->nodes, pairs, &x, &g->cleaned.self_loops, e);
    if (s == GG_OK)
        s = gg_csr_from_coo(g->nodes, g->nodes, x.count, x.u, x.v, NULL, GG_F32, &g->adjacency, e);
    gg_pair_list_free(&x);
    if (s != GG_OK)
        return s;
    g->edges = gg_csr_nnz(g->adjacency) / 2;
    g->cleaned.duplicates = pairs->count - g->cleaned.self_loops - g->edges;
    for (int64_t i = 0; i < g->nodes; i++)
        g->cleaned.isolated += g->adjacency->rowptr[i] == g->adjacency->rowptr[i + 1];
    return g->cleaned.duplicates > 0 ? count_reversed(g, pairs, e) : GG_OK;
}

gg_status gg_graph_new(int64_t nodes, const gg_pair_list *pairs, gg_graph **out, gg_error *e)
{
    if (nodes < 0 || nodes > INT32_MAX)
        return gg_fail(e, GG_ERR_ARGUMENT, "graph: %lld nodes, expected 0 to %d", (long long)nodes,
                       INT32_MAX);
    gg_graph *g = gg_zalloc(1, sizeof *g);
    if (!g)
        return gg_fail(e, GG_ERR_MEMORY, "graph: no memory");
    g->nodes = nodes;
    gg_status s = build(g, pairs, e);
    if (s == GG_OK)
        *out = g;
    else
        gg_graph_free(g);
    return s;
}

void gg_graph_free(gg_graph *g)
{
    if (g) {
        gg_csr_free(g->adjacency);
        gg_free(g);
    }
}

gg_status gg_graph_check(const gg_graph *g, const char *what, gg_error *e)
{
    return g ? GG_OK
             : gg_fail(e, GG_ERR_ARGUMENT,
                       "%s: there is no graph: gg_dataset_split makes a data set's train", what);
}

gg_status gg_pairs_check(const gg_pairs *pairs, int64_t nodes, const char *what, gg_error *e)
{
    if (pairs->count > 0 && (!pairs->u || !pairs->v))
        return gg_fail(e, GG_ERR_ARGUMENT, "%s: there are no ids", what);
    for (int64_t k = 0; k < pairs->count; k++)
        if (pairs->u[k] < 0 || pairs->u[k] >= nodes || pairs->v[k] < 0 || pairs->v[k] >= nodes)
            return gg_fail(e, GG_ERR_ARGUMENT, "%s: pair %lld is (%d, %d), of %lld nodes", what,
                           (long long)k, pairs->u[k], pairs->v[k], (long long)nodes);
    return GG_OK;
}
