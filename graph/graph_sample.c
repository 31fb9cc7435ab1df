/*
 * Neighbourhoods of some nodes, sampled hop by hop (Hamilton, Ying and Leskovec 2017, "Inductive
 * representation learning on large graphs"). A node is expanded once, at the hop that follows the
 * one in which it was met first, and keeps its neighbours for all layers: what is met later lies
 * farther from the seeds, and fewer layers look at it.
 */
#include "graph.h"

#include <string.h>

#include "neighbors.h"

typedef struct sampler {
    const gg_csr *a;
    int64_t nodes;
    int32_t *node;      /* those met; room for all */
    int32_t *place;     /* of each node of a: which of those it is, from 1; 0: not met */
    int32_t *drawn_by;  /* of each node of a: the last one that drew it, numbered so */
    gg_pair_list heard; /* which node, and which entry of its row */
} sampler;

static void meet(sampler *s, int32_t i)
{
    if (s->place[i] == 0) {
        s->node[s->nodes++] = i;
        s->place[i] = (int32_t)s->nodes;
    }
}

/* `most` of the entries of a node's row, all subsets alike. A draw of one of the first k + 1 that
 * is drawn already becomes entry k, which is not (Floyd's algorithm: Bentley and Floyd 1987). */
static gg_status expand(sampler *s, int64_t p, int64_t most, gg_rng rng, gg_error *e)
{
    int32_t i = s->node[p];
    int64_t degree = gg_row_length(s->a, i);
    const int32_t *col = s->a->col + s->a->rowptr[i];
    bool all = most < 0 || most >= degree;
    gg_status status = GG_OK;
    for (int64_t k = all ? 0 : degree - most; k < degree && !status; k++) {
        int64_t at = all ? k : (int64_t)gg_rng_below(rng, (uint64_t)k, (uint64_t)k + 1);
        if (s->drawn_by[col[at]] == p + 1)
            at = k;
        s->drawn_by[col[at]] = (int32_t)p + 1;
        meet(s, col[at]);
        status = gg_pair_list_add(&s->heard, (int32_t)p, (int32_t)at, e);
    }
    return status;
}

static gg_status expand_all(sampler *s, int64_t hops, const int64_t *fanout, gg_rng rng,
                            gg_error *e)
{
    gg_status status = GG_OK;
    int64_t begin = 0;
    for (int64_t hop = 0; hop < hops && !status; hop++) {
        gg_rng of_hop = gg_rng_fork(rng, (uint64_t)hop);
        int64_t end = s->nodes;
        for (; begin < end && !status; begin++)
            status =
                expand(s, begin, fanout[hop], gg_rng_fork(of_hop, (uint64_t)s->node[begin]), e);
    }
    return status;
}

static gg_status check(const gg_csr *a, int64_t count, const int32_t *seed, int64_t hops,
                       const int64_t *fanout, gg_error *e)
{
    if (!a || !fanout || (count > 0 && !seed))
        return gg_fail(e, GG_ERR_ARGUMENT, "neighbors: no matrix, no fanouts or no seeds");
    if (a->rows != a->cols)
        return gg_fail(e, GG_ERR_SHAPE, "neighbors: %lld x %lld, expected a square matrix",
                       (long long)a->rows, (long long)a->cols);
    if (count < 0 || hops < 1)
        return gg_fail(e, GG_ERR_ARGUMENT, "neighbors: %lld seeds and %lld hops", (long long)count,
                       (long long)hops);
    for (int64_t hop = 0; hop < hops; hop++)
        if (fanout[hop] < -1 || fanout[hop] == 0)
            return gg_fail(e, GG_ERR_ARGUMENT,
                           "neighbors: fanout %lld of hop %lld, expected 1 or more, or -1 for all",
                           (long long)fanout[hop], (long long)hop);
    return GG_OK;
}

static gg_status sampler_new(sampler *s, int64_t count, const int32_t *seed, gg_error *e)
{
    int64_t nodes = s->a->rows;
    s->node = gg_alloc((size_t)nodes, sizeof *s->node);
    s->place = gg_zalloc((size_t)nodes, sizeof *s->place);
    s->drawn_by = gg_zalloc((size_t)nodes, sizeof *s->drawn_by);
    if (!s->node || !s->place || !s->drawn_by)
        return gg_fail(e, GG_ERR_MEMORY, "neighbors: no memory for %lld nodes", (long long)nodes);
    for (int64_t k = 0; k < count; k++) {
        if (seed[k] < 0 || seed[k] >= nodes)
            return gg_fail(e, GG_ERR_ARGUMENT, "neighbors: seed %d, expected 0 to %lld", seed[k],
                           (long long)nodes - 1);
        if (s->place[seed[k]])
            return gg_fail(e, GG_ERR_ARGUMENT, "neighbors: seed %d comes twice", seed[k]);
        meet(s, seed[k]);
    }
    return GG_OK;
}

static void sampler_free(sampler *s)
{
    gg_free(s->node);
    gg_free(s->place);
    gg_free(s->drawn_by);
    gg_pair_list_free(&s->heard);
}

/* Entries become pairs of the nodes met. */
static gg_status gather(sampler *s, gg_neighborhood *out, gg_error *e)
{
    const gg_csr *a = s->a;
    gg_pair_list *heard = &s->heard;
    gg_neighborhood h = {.nodes = s->nodes};
    double *value = a->values ? gg_alloc((size_t)heard->count, sizeof *value) : NULL;
    h.node = gg_alloc((size_t)s->nodes, sizeof *h.node);
    gg_status status = GG_OK;
    if (!h.node || (a->values && !value))
        status = gg_fail(e, GG_ERR_MEMORY, "neighbors: no memory for %lld entries",
                         (long long)heard->count);
    for (int64_t k = 0; k < heard->count && !status; k++) {
        int64_t entry = a->rowptr[s->node[heard->u[k]]] + heard->v[k];
        heard->v[k] = s->place[a->col[entry]] - 1;
        if (value)
            value[k] = gg_csr_value(a, entry);
    }
    if (!status)
        status = gg_csr_from_coo(h.nodes, h.nodes, heard->count, heard->u, heard->v, value,
                                 a->dtype, &h.adjacency, e);
    gg_free(value);
    if (status) {
        gg_free(h.node);
        return status;
    }
    memcpy(h.node, s->node, (size_t)h.nodes * sizeof *h.node);
    *out = h;
    return GG_OK;
}

gg_status gg_sample_neighbors(const gg_csr *a, int64_t count, const int32_t *seed, int64_t hops,
                              const int64_t *fanout, gg_rng rng, gg_neighborhood *out, gg_error *e)
{
    sampler s = {.a = a};
    gg_status status = check(a, count, seed, hops, fanout, e);
    if (!status)
        status = sampler_new(&s, count, seed, e);
    if (!status)
        status = expand_all(&s, hops, fanout, rng, e);
    if (!status)
        status = gather(&s, out, e);
    sampler_free(&s);
    return status;
}

void gg_neighborhood_free(gg_neighborhood *h)
{
    if (h) {
        gg_free(h->node);
        gg_csr_free(h->adjacency);
        *h = (gg_neighborhood){0};
    }
}
