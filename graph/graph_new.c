/* Graphs: from pairs to the adjacency matrix, and to the matrix of graph convolutions. */
#include "graph.h"
#include "given.h"

#include <math.h>

/* Coordinates of a matrix that is being put together. */
typedef struct entries {
    int64_t count;
    int32_t *row, *col;
    double *value; /* NULL: ones */
} entries;

static gg_status entries_new(int64_t capacity, bool valued, entries *x, gg_error *e)
{
    *x = (entries){.row = gg_alloc((size_t)capacity, sizeof *x->row),
                   .col = gg_alloc((size_t)capacity, sizeof *x->col),
                   .value = valued ? gg_alloc((size_t)capacity, sizeof *x->value) : NULL};
    if (x->row && x->col && (x->value || !valued))
        return GG_OK;
    return gg_fail(e, GG_ERR_MEMORY, "graph: no memory for %lld entries", (long long)capacity);
}

static void entries_free(entries *x)
{
    gg_free(x->row);
    gg_free(x->col);
    gg_free(x->value);
}

static void entries_add(entries *x, int32_t i, int32_t j, double value)
{
    x->row[x->count] = i;
    x->col[x->count] = j;
    if (x->value)
        x->value[x->count] = value;
    x->count++;
}

/* Both orientations of every pair that is no self-loop; repeats are left to the matrix. */
static gg_status both_ways(int64_t nodes, const gg_pair_list *pairs, entries *x,
                           int64_t *self_loops, gg_error *e)
{
    for (int64_t k = 0; k < pairs->count; k++) {
        int32_t u = pairs->u[k], v = pairs->v[k];
        if (u < 0 || v < 0 || u >= nodes || v >= nodes)
            return gg_fail(e, GG_ERR_ARGUMENT, "graph: pair %lld, (%d, %d), is not of %lld nodes",
                           (long long)k, u, v, (long long)nodes);
        if (u == v) {
            ++*self_loops;
            continue;
        }
        entries_add(x, u, v, 1);
        entries_add(x, v, u, 1);
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
    entries x;
    gg_status s = entries_new(2 * pairs->count, false, &x, e);
    if (s == GG_OK)
        s = both_ways(g->nodes, pairs, &x, &g->cleaned.self_loops, e);
    if (s == GG_OK)
        s = gg_csr_from_coo(g->nodes, g->nodes, x.count, x.row, x.col, NULL, GG_F32, &g->adjacency,
                            e);
    entries_free(&x);
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

/* Entry (i, j) is 1 / sqrt(d_i d_j): one root of the product, so that the matrix is symmetric to
 * the last bit. */
gg_status gg_graph_gcn_matrix(const gg_graph *g, gg_dtype dtype, gg_csr **out, gg_error *e)
{
    if (gg_graph_check(g, "gcn matrix", e) != GG_OK)
        return GG_ERR_ARGUMENT;
    const int64_t *start = g->adjacency->rowptr;
    entries x;
    gg_status s = entries_new(gg_csr_nnz(g->adjacency) + g->nodes, true, &x, e);
    for (int32_t i = 0; s == GG_OK && i < g->nodes; i++) {
        double degree = (double)(start[i + 1] - start[i] + 1);
        entries_add(&x, i, i, 1 / degree);
        for (int64_t k = start[i]; k < start[i + 1]; k++) {
            int32_t j = g->adjacency->col[k];
            entries_add(&x, i, j, 1 / sqrt(degree * (double)(start[j + 1] - start[j] + 1)));
        }
    }
    if (s == GG_OK)
        s = gg_csr_from_coo(g->nodes, g->nodes, x.count, x.row, x.col, x.value, dtype, out, e);
    entries_free(&x);
    return s;
}
