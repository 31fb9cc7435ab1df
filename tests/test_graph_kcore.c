/* Core numbers against networkx and a naive peel; the k-core treatment. */
#include "check.h"
#include "graph.h"

#include "golden/graph_kcore.h"

static gg_graph *new_graph(int64_t nodes, const gg_pair_list *pairs)
{
    gg_graph *g = NULL;
    assert_int_equal(gg_graph_new(nodes, pairs, &g, NULL), GG_OK);
    return g;
}

static gg_graph *random_graph(gg_rng rng, int64_t nodes, int64_t edges)
{
    gg_pair_list pairs = {0};
    for (int64_t k = 0; k < edges; k++) {
        int32_t u = (int32_t)gg_rng_below(rng, (uint64_t)(2 * k), (uint64_t)nodes);
        int32_t v = (int32_t)gg_rng_below(rng, (uint64_t)(2 * k + 1), (uint64_t)nodes);
        assert_int_equal(gg_pair_list_add(&pairs, u, v, NULL), GG_OK);
    }
    gg_graph *g = new_graph(nodes, &pairs);
    gg_pair_list_free(&pairs);
    return g;
}

static void check_core(const gg_graph *g, const int32_t *expected)
{
    int32_t *core = malloc((size_t)(g->nodes + 1) * sizeof *core);
    assert_int_equal(gg_graph_kcore(g, core, NULL), GG_OK);
    for (int64_t i = 0; i < g->nodes; i++)
        assert_int_equal(core[i], expected[i]);
    free(core);
}

static void test_networkx(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof golden_cores / sizeof *golden_cores; k++) {
        gg_pair_list pairs = {0};
        for (int64_t edge = 0; edge < golden_cores[k].edges; edge++)
            assert_int_equal(
                gg_pair_list_add(&pairs, golden_cores[k].u[edge], golden_cores[k].v[edge], NULL),
                GG_OK);
        gg_graph *g = new_graph(golden_cores[k].nodes, &pairs);
        check_core(g, golden_cores[k].core);
        gg_graph_free(g);
        gg_pair_list_free(&pairs);
    }
}

static void test_cora(void **state)
{
    (void)state;
    if (!check_data())
        skip();
    char path[4096];
    snprintf(path, sizeof path, "%s/cora/splits/0/train.txt", check_data());
    gg_pair_list pairs = {0};
    assert_int_equal(gg_read_pairs(path, 2708, &pairs, NULL), GG_OK);
    gg_graph *g = new_graph(2708, &pairs);
    int32_t expected[2708];
    for (int i = 0; i < 2708; i++)
        expected[i] = golden_cora_core[i] - '0';
    check_core(g, expected);
    gg_graph_free(g);
    gg_pair_list_free(&pairs);
}

/* Removes nodes with fewer than k neighbours left until none is; whoever stays is in the k-core. */
static void naive_cores(const gg_graph *g, int32_t *core)
{
    bool *stays = malloc((size_t)g->nodes);
    for (int64_t i = 0; i < g->nodes; i++) {
        stays[i] = true;
        core[i] = 0;
    }
    for (int32_t k = 1; k < g->nodes; k++) {
        for (bool changed = true; changed;) {
            changed = false;
            for (int32_t i = 0; i < g->nodes; i++) {
                int32_t degree = 0;
                for (int32_t j = 0; j < g->nodes; j++)
                    degree += stays[j] && gg_csr_has(g->adjacency, i, j);
                if (stays[i] && degree < k) {
                    stays[i] = false;
                    changed = true;
                }
            }
        }
        for (int64_t i = 0; i < g->nodes; i++)
            if (stays[i])
                core[i] = k;
    }
    free(stays);
}

static void test_naive_peel(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        gg_rng rng = gg_rng_new(seed);
        int64_t nodes = 1 + (int64_t)(seed % 30);
        gg_graph *g = random_graph(rng, nodes, (int64_t)(seed * 7 % 120));
        int32_t expected[32];
        naive_cores(g, expected);
        check_core(g, expected);
        gg_graph_free(g);
    }
}

/* Clusters are equal exactly where core numbers are, ascend with them, and are named without gaps.
 */
static void check_clustering(const gg_graph *g, bool loners)
{
    int32_t *core = malloc((size_t)g->nodes * sizeof *core);
    assert_int_equal(gg_graph_kcore(g, core, NULL), GG_OK);
    gg_clustering *c = NULL;
    assert_int_equal(gg_treatment_kcore(g, loners, &c, NULL), GG_OK);
    assert_int_equal(c->nodes, g->nodes);
    int32_t largest = -1;
    for (int32_t i = 0; i < g->nodes; i++) {
        bool none = core[i] == 0 && !loners;
        assert_int_equal(c->cluster[i] == -1, none);
        largest = c->cluster[i] > largest ? c->cluster[i] : largest;
        for (int32_t j = 0; j < g->nodes; j++) {
            assert_int_equal(gg_treated(c, i, j), core[i] == core[j] && !none);
            if (core[i] < core[j])
                assert_true(c->cluster[i] < c->cluster[j]);
        }
    }
    assert_int_equal(c->clusters, largest + 1);
    for (int32_t k = 0; k < c->clusters; k++) {
        bool used = false;
        for (int64_t i = 0; i < g->nodes; i++)
            used = used || c->cluster[i] == k;
        assert_true(used);
    }
    gg_clustering_free(c);
    free(core);
}

static void test_treatment(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 30; seed++) {
        gg_graph *g = random_graph(gg_rng_new(seed), 40, (int64_t)seed * 4);
        check_clustering(g, true);
        check_clustering(g, false);
        gg_graph_free(g);
    }
}

static void test_no_nodes(void **state)
{
    (void)state;
    gg_graph *g = random_graph(gg_rng_new(1), 0, 0);
    check_core(g, NULL);
    gg_clustering *c = NULL;
    assert_int_equal(gg_treatment_kcore(g, true, &c, NULL), GG_OK);
    assert_int_equal(c->clusters, 0);
    gg_clustering_free(c);
    gg_clustering_free(NULL);
    gg_graph_free(g);
}

static gg_status attempt(void *context, gg_error *e)
{
    gg_clustering *c = NULL;
    gg_status status = gg_treatment_kcore(context, true, &c, e);
    gg_clustering_free(c);
    return status;
}

static void test_allocation_failures(void **state)
{
    (void)state;
    gg_graph *g = random_graph(gg_rng_new(3), 30, 60);
    check_every_allocation_fails(attempt, g);
    gg_graph_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_networkx),   cmocka_unit_test(test_cora),
        cmocka_unit_test(test_naive_peel), cmocka_unit_test(test_treatment),
        cmocka_unit_test(test_no_nodes),   cmocka_unit_test(test_allocation_failures)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
