/* check_graph.h: graphs and lists of pairs for tests. */
#ifndef GG_CHECK_GRAPH_H
#define GG_CHECK_GRAPH_H

#include "check.h"

#include "graph.h"

static inline gg_pair_list pairs_of(int64_t count, const int32_t (*uv)[2])
{
    gg_pair_list p = {0};
    for (int64_t k = 0; k < count; k++)
        assert_int_equal(gg_pair_list_add(&p, uv[k][0], uv[k][1], NULL), GG_OK);
    return p;
}

/* A random graph of n nodes from m drawn pairs, self-loops and repeats among them. */
static inline gg_graph *random_graph(uint64_t seed, int32_t n, int64_t m)
{
    gg_rng rng = gg_rng_new(seed);
    gg_pair_list p = {0};
    for (int64_t k = 0; k < m; k++) {
        int32_t u = (int32_t)gg_rng_below(rng, (uint64_t)(2 * k), (uint64_t)n);
        int32_t v = (int32_t)gg_rng_below(rng, (uint64_t)(2 * k + 1), (uint64_t)n);
        assert_int_equal(gg_pair_list_add(&p, u, v, NULL), GG_OK);
    }
    gg_graph *g;
    assert_int_equal(gg_graph_new(n, &p, &g, NULL), GG_OK);
    gg_pair_list_free(&p);
    return g;
}

static inline int is_link(const gg_graph *g, int32_t i, int32_t j)
{
    return gg_csr_has(g->adjacency, i, j);
}

#endif
