/* Core numbers: Batagelj and Zaversnik, "An O(m) algorithm for cores decomposition of networks",
 * 2003. */
#include "graph.h"
#include "given.h"

/* The nodes not yet peeled, in ascending order of the degree that is left to them. */
typedef struct peel {
    int32_t *degree;   /* left to each node; at the end its core number */
    int32_t *node;     /* in that order */
    int32_t *position; /* of each node in the order */
    int32_t *start;    /* first position of each degree */
} peel;

/* Counting sort of the nodes by degree. */
static void sort_by_degree(const gg_csr *a, peel *p)
{
    int32_t n = (int32_t)a->rows;
    for (int32_t d = 0; d <= n; d++)
        p->start[d] = 0;
    for (int32_t i = 0; i < n; i++) {
        p->degree[i] = (int32_t)(a->rowptr[i + 1] - a->rowptr[i]);
        p->start[p->degree[i]]++;
    }
    int32_t place = 0;
    for (int32_t d = 0; d <= n; d++) {
        int32_t count = p->start[d];
        p->start[d] = place;
        place += count;
    }
    for (int32_t i = 0; i < n; i++) {
        p->position[i] = p->start[p->degree[i]]++;
        p->node[p->position[i]] = i;
    }
    for (int32_t d = n; d > 0; d--) /* each start has moved to the next one's place */
        p->start[d] = p->start[d - 1];
    p->start[0] = 0;
}

/* Takes one from the degree of node j: it trades places with the first node of its degree, whose
 * range then begins one later. */
static void lower(peel *p, int32_t j)
{
    int32_t first = p->start[p->degree[j]]++;
    int32_t other = p->node[first];
    p->node[p->position[j]] = other;
    p->position[other] = p->position[j];
    p->node[first] = j;
    p->position[j] = first;
    p->degree[j]--;
}

gg_status gg_graph_kcore(const gg_graph *g, int32_t *core, gg_error *e)
{
    if (gg_graph_check(g, "k-core", e) != GG_OK)
        return GG_ERR_ARGUMENT;
    const gg_csr *a = g->adjacency;
    size_t n = (size_t)g->nodes;
    int32_t *memory = gg_alloc(3 * n + 1, sizeof *memory);
    if (!memory)
        return gg_fail(e, GG_ERR_MEMORY, "k-core: no memory for %lld nodes", (long long)g->nodes);
    peel p = {.degree = core, .node = memory, .position = memory + n, .start = memory + 2 * n};
    sort_by_degree(a, &p);
    for (int64_t k = 0; k < g->nodes; k++) {
        int32_t i = p.node[k];
        for (int64_t entry = a->rowptr[i]; entry < a->rowptr[i + 1]; entry++)
            if (core[a->col[entry]] > core[i])
                lower(&p, a->col[entry]);
    }
    gg_free(memory);
    return GG_OK;
}
