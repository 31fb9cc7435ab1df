/* The block model: description lengths against scipy's, changes against lengths, blocks against
 * planted ones and against the best of ten plain descents. */
#include "block_model.h"
#include "check_treatment.h"

#include "golden/treatment_sbm.h"

static gg_graph *golden_graph(size_t k)
{
    return check_graph_of(golden_sbm[k].nodes, golden_sbm[k].edges, golden_sbm[k].u,
                          golden_sbm[k].v);
}

static double length_of(const gg_graph *g, const int32_t *block, int32_t blocks)
{
    gg_clustering c = {g->nodes, blocks, malloc((size_t)(g->nodes + 1) * sizeof(int32_t))};
    double length;
    if (g->nodes > 0)
        memcpy(c.cluster, block, (size_t)g->nodes * sizeof *block);
    assert_int_equal(gg_graph_description_length(g, &c, blocks, &length, NULL), GG_OK);
    free(c.cluster);
    return length;
}

static void test_length(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT(golden_sbm); k++) {
        gg_graph *g = golden_graph(k);
        double length = length_of(g, golden_sbm[k].found, golden_sbm[k].blocks);
        assert_true(fabs(length - golden_sbm[k].length) < 1e-9 * length);
        gg_graph_free(g);
    }
}

/* A random partition, with empty blocks. */
static gg_block_model random_blocks(const gg_graph *g, int32_t count, uint64_t seed)
{
    gg_block_model b;
    assert_int_equal(gg_block_model_new(g, count, &b, NULL), GG_OK);
    for (int32_t i = 0; i < g->nodes; i++)
        if (check_degree(g, i) > 0)
            b.block[i] =
                (int32_t)gg_rng_below(gg_rng_new(seed), (uint64_t)i, (uint64_t)(count + 1) / 2) *
                2 % count;
    gg_block_model_count(&b, count);
    return b;
}

/* Moves and merges change the length as they say; moves keep the counts right. */
static void test_changes(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        gg_graph *g = check_random_graph(seed, 2 + (int32_t)(seed % 30), 5 + (int64_t)seed * 3);
        int32_t count = 1 + (int32_t)(seed % 7);
        gg_block_model b = random_blocks(g, count, seed);
        for (int32_t i = 0; i < g->nodes; i++) {
            double before = gg_block_model_length(&b, count);
            int32_t to =
                (int32_t)gg_rng_below(gg_rng_new(seed), 1000 + (uint64_t)i, (uint64_t)count);
            if (check_degree(g, i) == 0)
                continue;
            gg_block_model_hold(&b, i);
            double change = gg_block_model_change(&b, i, to);
            gg_block_model_move(&b, i, to);
            assert_int_equal(b.block[i], to);
            assert_true(fabs(before + change - gg_block_model_length(&b, count)) <
                        1e-9 * (1 + before));
            assert_true(fabs(length_of(g, b.block, count) - gg_block_model_length(&b, count)) <
                        1e-9 * (1 + before));
        }
        if (count > 2) {
            double before = gg_block_model_length(&b, count),
                   change = gg_block_model_merge_change(&b, 0, 2);
            for (int32_t i = 0; i < g->nodes; i++)
                b.block[i] = b.block[i] == 2 ? 0 : b.block[i];
            assert_true(fabs(before + change - length_of(g, b.block, count)) < 1e-9 * (1 + before));
        }
        gg_block_model_free(&b);
        gg_graph_free(g);
    }
}

static gg_clustering *sbm(const gg_graph *g, int32_t k, uint64_t seed)
{
    gg_clustering *c = NULL;
    assert_int_equal(gg_treatment_sbm(g, k, seed, &c, NULL), GG_OK);
    return c;
}

/* The last case has nothing planted. */
static void test_golden(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT(golden_sbm); k++) {
        gg_graph *g = golden_graph(k);
        for (uint64_t seed = 0; seed < 5; seed++) {
            gg_clustering *c = sbm(g, golden_sbm[k].blocks, seed);
            double length = length_of(g, c->cluster, golden_sbm[k].blocks);
            assert_true(length <= 1.01 * golden_sbm[k].length);
            if (k + 1 < COUNT(golden_sbm))
                assert_true(check_adjusted_rand(c->cluster, golden_sbm[k].block, g->nodes) >= 0.95);
            gg_clustering_free(c);
        }
        gg_graph_free(g);
    }
}

/* No node would rather be elsewhere. */
static void check_settled(const gg_graph *g, const gg_clustering *c, int32_t k)
{
    gg_block_model b;
    assert_int_equal(gg_block_model_new(g, k, &b, NULL), GG_OK);
    if (g->nodes > 0)
        memcpy(b.block, c->cluster, (size_t)g->nodes * sizeof *b.block);
    gg_block_model_count(&b, k);
    for (int32_t i = 0; i < g->nodes; i++) {
        assert_int_equal(c->cluster[i] == -1, check_degree(g, i) == 0);
        if (c->cluster[i] < 0)
            continue;
        gg_block_model_hold(&b, i);
        for (int32_t to = 0; to < k; to++)
            assert_true(gg_block_model_change(&b, i, to) >= -1e-8);
    }
    gg_block_model_free(&b);
}

static void test_random_graphs(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        gg_graph *g =
            check_random_graph(seed, (int32_t)(seed * 3 % 150), (int64_t)(seed * 7 % 300));
        int32_t k = 1 + (int32_t)(seed % 16);
        gg_clustering *c = sbm(g, k, seed), *again = sbm(g, k, seed);
        check_same_clusters(c, again);
        check_compact(c);
        assert_true(c->clusters <= k);
        check_settled(g, c, k);
        gg_treatment t = gg_treatment_of_clustering(c);
        check_loners(g, &t);
        gg_clustering_free(c);
        gg_clustering_free(again);
        gg_graph_free(g);
    }
}

static void test_errors(void **state)
{
    (void)state;
    gg_graph *g = check_random_graph(1, 20, 40);
    gg_clustering *c = NULL;
    gg_error e;
    double length;
    assert_int_equal(gg_treatment_sbm(g, 0, 1, &c, &e), GG_ERR_ARGUMENT);
    assert_non_null(strstr(e.message, "0 blocks"));
    assert_int_equal(gg_treatment_sbm(g, GG_MAX_BLOCKS + 1, 1, &c, &e), GG_ERR_ARGUMENT);
    assert_null(c);
    int32_t block[20] = {0};
    gg_clustering own = {20, 1, block};
    assert_int_equal(gg_graph_description_length(g, &own, 0, &length, &e), GG_ERR_ARGUMENT);
    block[7] = -1;
    assert_int_equal(gg_graph_description_length(g, &own, 1, &length, &e), GG_ERR_ARGUMENT);
    assert_non_null(strstr(e.message, "node 7"));
    own.nodes = 19;
    assert_int_equal(gg_graph_description_length(g, &own, 1, &length, &e), GG_ERR_SHAPE);
    gg_graph_free(g);
}

static gg_status attempt(void *context, gg_error *e)
{
    gg_clustering *c = NULL;
    double length;
    gg_status s = gg_treatment_sbm(context, 2, 1, &c, e);
    if (s == GG_OK)
        s = gg_graph_description_length(context, c, 2, &length, e);
    gg_clustering_free(c);
    return s;
}

static void test_allocation_failures(void **state)
{
    (void)state;
    gg_graph *g = check_random_graph(3, 30, 60);
    check_every_allocation_fails(attempt, g);
    gg_graph_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_length), cmocka_unit_test(test_changes),
        cmocka_unit_test(test_golden), cmocka_unit_test(test_random_graphs),
        cmocka_unit_test(test_errors), cmocka_unit_test(test_allocation_failures)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
