/* check_treatment.h: what the tests of treatments share. Random and planted graphs, the adjusted
 * Rand index, and what holds for every treatment. */
#ifndef GG_CHECK_TREATMENT_H
#define GG_CHECK_TREATMENT_H

#include "check.h"

#include <math.h>

#include "graph.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))

static inline gg_graph *check_graph_of(int64_t nodes, int64_t edges, const int32_t *u,
                                       const int32_t *v)
{
    gg_pair_list p = {0};
    gg_graph *g = NULL;
    for (int64_t k = 0; k < edges; k++)
        assert_int_equal(gg_pair_list_add(&p, u[k], v[k], NULL), GG_OK);
    assert_int_equal(gg_graph_new(nodes, &p, &g, NULL), GG_OK);
    gg_pair_list_free(&p);
    return g;
}

/* Ends of edges drawn uniformly: with loops and repeats, which are dropped. */
static inline gg_graph *check_random_graph(uint64_t seed, int32_t nodes, int64_t edges)
{
    int32_t *uv = malloc((size_t)(2 * edges + 1) * sizeof *uv);
    for (int64_t k = 0; nodes > 0 && k < 2 * edges; k++)
        uv[k] = (int32_t)gg_rng_below(gg_rng_new(seed), (uint64_t)k, (uint64_t)nodes);
    gg_graph *g = check_graph_of(nodes, nodes > 0 ? edges : 0, uv, uv + edges);
    free(uv);
    return g;
}

/* Node i is in block i % blocks; pairs are linked with probability `inside` in a block and `across`
 * else. */
static inline gg_graph *check_planted_graph(uint64_t seed, int32_t nodes, int32_t blocks,
                                            double inside, double across)
{
    gg_pair_list p = {0};
    gg_graph *g = NULL;
    for (int32_t i = 0; i < nodes; i++)
        for (int32_t j = 0; j < i; j++)
            if (gg_rng_uniform(gg_rng_new(seed), (uint64_t)i * (uint64_t)nodes + (uint64_t)j) <
                (i % blocks == j % blocks ? inside : across))
                assert_int_equal(gg_pair_list_add(&p, i, j, NULL), GG_OK);
    assert_int_equal(gg_graph_new(nodes, &p, &g, NULL), GG_OK);
    gg_pair_list_free(&p);
    return g;
}

/* The training graph of split 0 of a data set; NULL where there is none. */
static inline gg_graph *check_training_graph(const char *name)
{
    char path[4096];
    gg_dataset *d = NULL;
    gg_graph *g = NULL;
    if (!check_data())
        return NULL;
    snprintf(path, sizeof path, "%s/%s", check_data(), name);
    assert_int_equal(gg_dataset_read(path, "splits/0", NULL, &d, NULL), GG_OK);
    gg_pair_list p = {0};
    for (int32_t i = 0; i < d->nodes; i++)
        for (int64_t k = d->train->adjacency->rowptr[i]; k < d->train->adjacency->rowptr[i + 1];
             k++)
            assert_int_equal(gg_pair_list_add(&p, i, d->train->adjacency->col[k], NULL), GG_OK);
    assert_int_equal(gg_graph_new(d->nodes, &p, &g, NULL), GG_OK);
    gg_pair_list_free(&p);
    gg_dataset_free(d);
    return g;
}

static inline double check_choose_2(double n)
{
    return n * (n - 1) / 2;
}

/* Hubert and Arabie's adjusted Rand index of two labellings by labels below 64; nodes labelled -1
 * in `a` are left out. */
static inline double check_adjusted_rand(const int32_t *a, const int32_t *b, int64_t nodes)
{
    static double both[64][64], row[64], column[64];
    memset(both, 0, sizeof both);
    memset(row, 0, sizeof row);
    memset(column, 0, sizeof column);
    double count = 0, together = 0, in_a = 0, in_b = 0;
    for (int64_t i = 0; i < nodes; i++) {
        if (a[i] < 0)
            continue;
        assert_true(a[i] < 64 && b[i] >= 0 && b[i] < 64);
        both[a[i]][b[i]]++;
        row[a[i]]++;
        column[b[i]]++;
        count++;
    }
    for (int k = 0; k < 64; k++) {
        in_a += check_choose_2(row[k]);
        in_b += check_choose_2(column[k]);
        for (int l = 0; l < 64; l++)
            together += check_choose_2(both[k][l]);
    }
    double chance = in_a * in_b / check_choose_2(count);
    return (together - chance) / ((in_a + in_b) / 2 - chance);
}

/* The same of a clustering and the blocks i % blocks. */
static inline double check_planted_rand(const gg_clustering *c, int32_t blocks)
{
    int32_t *block = malloc((size_t)c->nodes * sizeof *block);
    for (int64_t i = 0; i < c->nodes; i++)
        block[i] = (int32_t)(i % blocks);
    double rand = check_adjusted_rand(c->cluster, block, c->nodes);
    free(block);
    return rand;
}

/* Clusters are numbered without gaps, in the order of their smallest members. */
static inline void check_compact(const gg_clustering *c)
{
    int32_t seen = 0;
    for (int64_t i = 0; i < c->nodes; i++) {
        assert_true(c->cluster[i] >= -1 && c->cluster[i] <= seen);
        seen += c->cluster[i] == seen;
    }
    assert_int_equal(seen, c->clusters);
}

static inline void check_same_clusters(const gg_clustering *a, const gg_clustering *b)
{
    assert_int_equal(a->nodes, b->nodes);
    assert_int_equal(a->clusters, b->clusters);
    if (a->nodes > 0)
        assert_memory_equal(a->cluster, b->cluster, (size_t)a->nodes * sizeof *a->cluster);
}

static inline int64_t check_degree(const gg_graph *g, int32_t i)
{
    return g->adjacency->rowptr[i + 1] - g->adjacency->rowptr[i];
}

/* A node without an edge is treated with no other. */
static inline void check_loners(const gg_graph *g, const gg_treatment *t)
{
    for (int32_t i = 0; i < g->nodes; i++)
        for (int32_t j = 0; j < g->nodes; j++)
            assert_false(i != j && check_degree(g, i) == 0 && gg_treatment_at(t, i, j));
}

/* T is symmetric, and partners are those that T says. */
static inline void check_consistent(const gg_treatment *t)
{
    size_t n = (size_t)t->nodes;
    int32_t *list = malloc((n + 1) * sizeof *list), *scratch = calloc(n + 1, sizeof *scratch);
    char *partner = malloc(n + 1);
    for (int32_t i = 0; i < t->nodes; i++) {
        int64_t count = gg_treatment_partners(t, i, list, scratch);
        memset(partner, 0, n);
        for (int64_t k = 0; k < count; k++) {
            assert_true(list[k] >= 0 && list[k] < t->nodes && !partner[list[k]]);
            partner[list[k]] = 1;
        }
        for (int32_t j = 0; j < t->nodes; j++) {
            assert_int_equal(gg_treatment_at(t, i, j), partner[j]);
            assert_int_equal(gg_treatment_at(t, j, i), partner[j]);
            assert_int_equal(scratch[j], 0);
        }
    }
    free(list);
    free(scratch);
    free(partner);
}

#endif
