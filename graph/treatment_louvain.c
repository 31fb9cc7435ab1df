/*
 * The Louvain method: Blondel, Guillaume, Lambiotte and Lefebvre 2008, "Fast unfolding of
 * communities in large networks". Nodes move to the neighbouring cluster that raises modularity
 * most until none does; then clusters become the nodes of a smaller weighted graph, and so on.
 *
 * Weights count edges, so sums of them are whole numbers and exact. Moving i, of degree k_i, alone
 * into cluster c raises modularity by (k_ic - k_i d_c / 2m) / m, with k_ic the edges from i to c
 * and d_c the degrees in c; as 2m k_ic - k_i d_c it is a whole number too.
 */
#include "treatment.h"
#include "given.h"

#include <string.h>

/* A weighted graph; a self-loop counts both ends. */
typedef struct level {
    int32_t nodes;
    int64_t *start;
    int32_t *col;
    int64_t *weight;
    int64_t *degree;  /* the sum of a node's weights */
    int32_t *cluster; /* of each node */
    int64_t *in;      /* the degrees in each cluster */
} level;

/* Scratch, for as many as there are nodes at first. */
typedef struct scratch {
    int64_t *order;
    int64_t *links;  /* from the node at hand to each cluster */
    int32_t *near;   /* the clusters that it has links to */
    int32_t *name;   /* new numbers of clusters */
    int32_t *member; /* nodes by cluster */
    int64_t *first;  /* of each cluster in member; one more */
} scratch;

static void level_free(level *l)
{
    gg_free(l->start);
    gg_free(l->col);
    gg_free(l->weight);
    gg_free(l->degree);
    gg_free(l->cluster);
    gg_free(l->in);
}

static gg_status level_new(int64_t nodes, int64_t entries, level *l, gg_error *e)
{
    size_t n = (size_t)nodes, m = (size_t)entries;
    *l = (level){.nodes = (int32_t)nodes,
                 .start = gg_alloc(n + 1, sizeof *l->start),
                 .col = gg_alloc(m, sizeof *l->col),
                 .weight = gg_alloc(m, sizeof *l->weight),
                 .degree = gg_zalloc(n, sizeof *l->degree),
                 .cluster = gg_alloc(n, sizeof *l->cluster),
                 .in = gg_alloc(n, sizeof *l->in)};
    if (l->start && l->col && l->weight && l->degree && l->cluster && l->in)
        return GG_OK;
    level_free(l);
    *l = (level){.nodes = 0};
    return gg_fail(e, GG_ERR_MEMORY, "louvain: no memory for %lld nodes", (long long)nodes);
}

/* Every node a cluster of its own. */
static void set_alone(level *l)
{
    for (int32_t i = 0; i < l->nodes; i++) {
        for (int64_t k = l->start[i]; k < l->start[i + 1]; k++)
            l->degree[i] += l->weight[k];
        l->cluster[i] = i;
        l->in[i] = l->degree[i];
    }
}

static gg_status first_level(const gg_graph *g, level *l, gg_error *e)
{
    const gg_csr *a = g->adjacency;
    int64_t nnz = gg_csr_nnz(a);
    gg_status s = level_new(g->nodes, nnz, l, e);
    if (s != GG_OK)
        return s;
    memcpy(l->start, a->rowptr, ((size_t)g->nodes + 1) * sizeof *l->start);
    memcpy(l->col, a->col, (size_t)nnz * sizeof *l->col);
    for (int64_t k = 0; k < nnz; k++)
        l->weight[k] = 1;
    set_alone(l);
    return GG_OK;
}

/* Moves node i where modularity is largest; it stays where that is no worse. Ties go to the
 * smallest cluster. both: 2m. */
static bool move(level *l, const scratch *w, int32_t i, int64_t both)
{
    int32_t count = 0, own = l->cluster[i], best = own;
    w->links[own] = 0;
    w->near[count++] = own;
    for (int64_t k = l->start[i]; k < l->start[i + 1]; k++) {
        int32_t c = l->cluster[l->col[k]];
        if (l->col[k] == i)
            continue;
        if (w->links[c] < 0) {
            w->links[c] = 0;
            w->near[count++] = c;
        }
        w->links[c] += l->weight[k];
    }
    l->in[own] -= l->degree[i];
    int64_t most = both * w->links[own] - l->degree[i] * l->in[own];
    for (int32_t k = 0; k < count; k++) {
        int32_t c = w->near[k];
        int64_t gain = both * w->links[c] - l->degree[i] * l->in[c];
        if (gain > most || (gain == most && best != own && c < best)) {
            most = gain;
            best = c;
        }
        w->links[c] = -1;
    }
    l->in[best] += l->degree[i];
    l->cluster[i] = best;
    return best != own;
}

/* Rounds over all nodes in a random order until one moves nothing. Each move raises modularity, so
 * the rounds end. Whether anything moved. */
static bool move_all(level *l, const scratch *w, int64_t both, gg_rng rng)
{
    bool any = false;
    for (int32_t i = 0; i < l->nodes; i++) {
        w->order[i] = i;
        w->links[i] = -1;
    }
    gg_rng_shuffle(rng, w->order, l->nodes);
    for (bool moved = true; moved;) {
        moved = false;
        for (int32_t k = 0; k < l->nodes; k++)
            moved = move(l, w, (int32_t)w->order[k], both) || moved;
        any = any || moved;
    }
    return any;
}

/* Nodes by cluster: a counting sort. */
static void list_members(const level *l, int32_t clusters, const scratch *w)
{
    memset(w->first, 0, ((size_t)clusters + 1) * sizeof *w->first);
    for (int32_t i = 0; i < l->nodes; i++)
        w->first[l->cluster[i] + 1]++;
    for (int32_t c = 0; c < clusters; c++)
        w->first[c + 1] += w->first[c];
    for (int32_t i = l->nodes; i-- > 0;)
        w->member[--w->first[l->cluster[i] + 1]] = i;
    for (int32_t c = 0; c < clusters; c++)
        w->first[c] = w->first[c + 1];
    w->first[clusters] = l->nodes;
}

/* The row of cluster c in the next level: the weights of its members' links, added up. */
static void add_row(const level *l, const scratch *w, int32_t c, level *next)
{
    int64_t begin = next->start[c], end = begin;
    for (int64_t m = w->first[c]; m < w->first[c + 1]; m++)
        for (int64_t k = l->start[w->member[m]]; k < l->start[w->member[m] + 1]; k++) {
            int32_t to = l->cluster[l->col[k]];
            if (w->links[to] < begin) { /* no place in this row yet */
                w->links[to] = end;
                next->col[end] = to;
                next->weight[end++] = 0;
            }
            next->weight[w->links[to]] += l->weight[k];
        }
    next->start[c + 1] = end;
}

/* The graph of l's clusters, in l's place. */
static gg_status contract(level *l, int32_t clusters, const scratch *w, gg_error *e)
{
    level next;
    gg_status s = level_new(clusters, l->start[l->nodes], &next, e);
    if (s != GG_OK)
        return s;
    list_members(l, clusters, w);
    next.start[0] = 0;
    for (int32_t c = 0; c < clusters; c++)
        w->links[c] = -1;
    for (int32_t c = 0; c < clusters; c++)
        add_row(l, w, c, &next);
    set_alone(&next);
    level_free(l);
    *l = next;
    return GG_OK;
}

static gg_status cluster_levels(const gg_graph *g, uint64_t seed, const scratch *w,
                                gg_clustering *out, gg_error *e)
{
    level l;
    gg_status s = first_level(g, &l, e);
    for (int64_t i = 0; i < g->nodes; i++)
        out->cluster[i] = (int32_t)i;
    gg_rng rng = gg_rng_new(seed);
    for (uint64_t depth = 0; s == GG_OK; depth++) {
        if (!move_all(&l, w, 2 * g->edges, gg_rng_fork(rng, depth)))
            break;
        int32_t clusters = gg_number_clusters(l.nodes, l.cluster, w->name);
        for (int64_t i = 0; i < g->nodes; i++)
            out->cluster[i] = l.cluster[out->cluster[i]];
        s = contract(&l, clusters, w, e);
    }
    level_free(&l);
    out->clusters = gg_number_clusters(g->nodes, out->cluster, w->name);
    return s;
}

gg_status gg_treatment_louvain(const gg_graph *g, uint64_t seed, gg_clustering **out, gg_error *e)
{
    if (gg_graph_check(g, "louvain", e) != GG_OK)
        return GG_ERR_ARGUMENT;
    if (g->edges > 1000000000) /* so that (2m)^2 is within an int64 */
        return gg_fail(e, GG_ERR_ARGUMENT, "louvain: %lld edges, expected at most 1000000000",
                       (long long)g->edges);
    gg_clustering *c = NULL;
    gg_status s = gg_clustering_new(g->nodes, &c, e);
    if (s != GG_OK)
        return s;
    size_t n = (size_t)g->nodes;
    scratch w = {gg_alloc(n, sizeof *w.order),  gg_alloc(n, sizeof *w.links),
                 gg_alloc(n, sizeof *w.near),   gg_alloc(n, sizeof *w.name),
                 gg_alloc(n, sizeof *w.member), gg_alloc(n + 1, sizeof *w.first)};
    if (w.order && w.links && w.near && w.name && w.member && w.first)
        s = cluster_levels(g, seed, &w, c, e);
    else
        s = gg_fail(e, GG_ERR_MEMORY, "louvain: no memory for %lld nodes", (long long)g->nodes);
    gg_free(w.order);
    gg_free(w.links);
    gg_free(w.near);
    gg_free(w.name);
    gg_free(w.member);
    gg_free(w.first);
    if (s == GG_OK)
        *out = c;
    else
        gg_clustering_free(c);
    return s;
}
