/* What a data report says of a graph: degrees, components, triangles. */
#include "graph.h"
#include "given.h"

#include <string.h>

/* Scratch, an element a node unless said otherwise. */
typedef struct scratch {
    int64_t *triangles; /* that a node is a corner of */
    int32_t *component;
    int32_t *mark;  /* the last node that had this one as a later neighbour */
    int32_t *count; /* nodes + 1: of degrees, then of components */
    int64_t *start; /* nodes + 1: those of node i begin at later[start[i]] */
    int32_t *later; /* an element an edge: later neighbours */
} scratch;

static int64_t degree_of(const gg_csr *a, int64_t i)
{
    return a->rowptr[i + 1] - a->rowptr[i];
}

/* The degree at a rank in ascending order; count[d] nodes have degree d. */
static int64_t degree_at(const int32_t *count, int64_t rank)
{
    int64_t degree = 0;
    for (int64_t below = count[0]; below <= rank; below += count[degree])
        degree++;
    return degree;
}

static void set_degrees(const gg_graph *g, int32_t *count, gg_graph_statistics *out)
{
    memset(count, 0, ((size_t)g->nodes + 1) * sizeof *count);
    for (int64_t i = 0; i < g->nodes; i++) {
        int64_t degree = degree_of(g->adjacency, i);
        count[degree]++;
        out->degree_max = degree > out->degree_max ? degree : out->degree_max;
    }
    out->isolated = count[0];
    if (g->nodes == 0)
        return;
    double nodes = (double)g->nodes;
    out->degree_mean = 2 * (double)g->edges / nodes;
    out->density = g->nodes > 1 ? out->degree_mean / (nodes - 1) : 0;
    out->degree_median =
        0.5 * (double)(degree_at(count, (g->nodes - 1) / 2) + degree_at(count, g->nodes / 2));
}

static gg_status set_components(const gg_graph *g, const scratch *s, gg_graph_statistics *out,
                                gg_error *e)
{
    gg_status status = gg_graph_components(g, s->component, &out->components, e);
    if (status != GG_OK)
        return status;
    memset(s->count, 0, ((size_t)g->nodes + 1) * sizeof *s->count);
    for (int64_t i = 0; i < g->nodes; i++) {
        int32_t size = ++s->count[s->component[i]];
        out->largest_component = size > out->largest_component ? size : out->largest_component;
    }
    return GG_OK;
}

/* An order of the nodes in which none has more than sqrt(2 edges) later neighbours. */
static bool is_later(const gg_csr *a, int32_t i, int32_t j)
{
    int64_t di = degree_of(a, i), dj = degree_of(a, j);
    return di != dj ? di < dj : i < j;
}

static void find_later(const gg_csr *a, const scratch *s)
{
    int64_t used = 0;
    for (int32_t u = 0; u < a->rows; u++) {
        s->start[u] = used;
        for (int64_t k = a->rowptr[u]; k < a->rowptr[u + 1]; k++)
            if (is_later(a, u, a->col[k]))
                s->later[used++] = a->col[k];
    }
    s->start[a->rows] = used;
}

/* Each triangle is found once, from its first corner: O(edges^1.5) (the forward algorithm, Schank
 * and Wagner 2005, "Finding, counting and listing all triangles in large graphs"). */
static void count_triangles(const gg_csr *a, const scratch *s)
{
    find_later(a, s);
    for (int32_t u = 0; u < a->rows; u++) {
        for (int64_t k = s->start[u]; k < s->start[u + 1]; k++)
            s->mark[s->later[k]] = u;
        for (int64_t k = s->start[u]; k < s->start[u + 1]; k++) {
            int32_t v = s->later[k];
            int64_t found = 0;
            for (int64_t l = s->start[v]; l < s->start[v + 1]; l++) {
                int32_t w = s->later[l];
                bool closed = s->mark[w] == u;
                s->triangles[w] += closed;
                found += closed;
            }
            s->triangles[u] += found;
            s->triangles[v] += found;
        }
    }
}

static void set_clustering(const gg_graph *g, const scratch *s, gg_graph_statistics *out)
{
    int64_t corners = 0;
    double wedges = 0, local = 0;
    for (int64_t i = 0; i < g->nodes; i++) {
        double degree = (double)degree_of(g->adjacency, i), pairs = degree * (degree - 1) / 2;
        corners += s->triangles[i];
        wedges += pairs;
        if (pairs > 0)
            local += (double)s->triangles[i] / pairs;
    }
    out->triangles = corners / 3;
    out->transitivity = wedges > 0 ? (double)corners / wedges : 0;
    out->clustering = g->nodes > 0 ? local / (double)g->nodes : 0;
}

gg_status gg_graph_describe(const gg_graph *g, gg_graph_statistics *out, gg_error *e)
{
    if (gg_graph_check(g, "statistics", e) != GG_OK)
        return GG_ERR_ARGUMENT;
    size_t nodes = (size_t)g->nodes, edges = (size_t)g->edges;
    gg_graph_statistics found = {.nodes = g->nodes, .edges = g->edges};
    scratch s = {gg_zalloc(nodes, sizeof *s.triangles), gg_alloc(nodes, sizeof *s.component),
                 gg_alloc(nodes, sizeof *s.mark),       gg_alloc(nodes + 1, sizeof *s.count),
                 gg_alloc(nodes + 1, sizeof *s.start),  gg_alloc(edges, sizeof *s.later)};
    gg_status status = GG_ERR_MEMORY;
    if (s.triangles && s.component && s.mark && s.count && s.start && s.later) {
        memset(s.mark, 0xff, nodes * sizeof *s.mark);
        set_degrees(g, s.count, &found);
        status = set_components(g, &s, &found, e);
    } else {
        gg_fail(e, status, "statistics: no memory for %lld nodes", (long long)g->nodes);
    }
    if (status == GG_OK) {
        count_triangles(g->adjacency, &s);
        set_clustering(g, &s, &found);
        *out = found;
    }
    gg_free(s.triangles);
    gg_free(s.component);
    gg_free(s.mark);
    gg_free(s.count);
    gg_free(s.start);
    gg_free(s.later);
    return status;
}
