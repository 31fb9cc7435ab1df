/* Label propagation: every result is a fixed point, planted blocks come back, and modularity is
 * that of networkx's clusters. */
#include "check_treatment.h"

#include "golden/graph_louvain.h"
#include "golden/treatment_propagation.h"

static gg_clustering *propagation(const gg_graph *g, uint64_t seed)
{
    gg_clustering *c = NULL;
    assert_int_equal(gg_treatment_propagation(g, seed, &c, NULL), GG_OK);
    return c;
}

static int32_t votes(const gg_graph *g, const gg_clustering *c, int32_t i, int32_t cluster)
{
    int32_t count = 0;
    for (int32_t j = 0; j < g->nodes; j++)
        count += gg_csr_has(g->adjacency, i, j) && c->cluster[j] == cluster;
    return count;
}

/* No cluster has more of a node's neighbours than its own; a cluster is connected to itself. */
static void check_fixed_point(const gg_graph *g, const gg_clustering *c)
{
    for (int32_t i = 0; i < g->nodes; i++) {
        int32_t own = votes(g, c, i, c->cluster[i]);
        assert_true(c->cluster[i] >= 0);
        for (int32_t l = 0; l < c->clusters; l++)
            assert_true(votes(g, c, i, l) <= own);
        if (check_degree(g, i) > 0)
            assert_true(own > 0);
    }
}

static void test_fixed_points(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 100; seed++) {
        gg_graph *g = check_random_graph(seed, 1 + (int32_t)(seed % 60), (int64_t)(seed * 7 % 150));
        gg_clustering *c = propagation(g, seed), *again = propagation(g, seed);
        check_fixed_point(g, c);
        check_compact(c);
        check_same_clusters(c, again);
        gg_treatment t = gg_treatment_of_clustering(c);
        check_loners(g, &t);
        check_consistent(&t);
        gg_clustering_free(c);
        gg_clustering_free(again);
        gg_graph_free(g);
    }
}

static void test_planted(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 10; seed++) {
        gg_graph *g = check_planted_graph(seed, 300, 6, 0.5, 0.004);
        gg_clustering *c = propagation(g, seed);
        assert_true(check_planted_rand(c, 6) > 0.95);
        gg_clustering_free(c);
        gg_graph_free(g);
    }
}

/* Seeds matter, since orders and ties do. */
static void test_seeds(void **state)
{
    (void)state;
    gg_graph *g = check_random_graph(5, 200, 300);
    gg_clustering *c = propagation(g, 1), *other = propagation(g, 2);
    assert_true(memcmp(c->cluster, other->cluster, 200 * sizeof(int32_t)) != 0);
    gg_clustering_free(c);
    gg_clustering_free(other);
    gg_graph_free(g);
}

/* Means over seeds: within 3 standard errors of the difference. */
static void test_networkx(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT(golden_propagation); k++) {
        gg_graph *g = check_graph_of(golden_louvain[k].nodes, golden_louvain[k].edges,
                                     golden_louvain[k].u, golden_louvain[k].v);
        double sum = 0, squares = 0;
        for (uint64_t seed = 0; seed < 100; seed++) {
            gg_clustering *c = propagation(g, seed);
            double q;
            assert_int_equal(gg_graph_modularity(g, c, &q, NULL), GG_OK);
            sum += q;
            squares += q * q;
            gg_clustering_free(c);
        }
        double mean = sum / 100, variance = fmax(squares / 100 - mean * mean, 0);
        double error = sqrt(variance / 100 + golden_propagation[k].variance / 100);
        assert_true(fabs(mean - golden_propagation[k].mean) <= 3 * error + 1e-9);
        gg_graph_free(g);
    }
}

static gg_status attempt(void *context, gg_error *e)
{
    gg_clustering *c = NULL;
    gg_status status = gg_treatment_propagation(context, 1, &c, e);
    gg_clustering_free(c);
    return status;
}

static void test_small_and_failing(void **state)
{
    (void)state;
    for (int32_t nodes = 0; nodes < 2; nodes++) {
        gg_graph *g = check_random_graph(1, nodes, 0);
        gg_clustering *c = propagation(g, 1);
        assert_int_equal(c->clusters, nodes);
        gg_clustering_free(c);
        gg_graph_free(g);
    }
    gg_graph *g = check_random_graph(3, 30, 60);
    check_every_allocation_fails(attempt, g);
    gg_graph_free(g);
}

/* A treatment that no library file knows. */
static int same_parity(const void *context, int32_t i, int32_t j)
{
    return (i + j) % *(const int32_t *)context == 0;
}

static void test_own_treatment(void **state)
{
    (void)state;
    int32_t two = 2;
    gg_treatment t = {.name = "parity", .nodes = 9, .treated = same_parity, .context = &two};
    assert_int_equal(gg_treatment_at(&t, 3, 5), 1);
    assert_int_equal(gg_treatment_at(&t, 3, 4), 0);
    check_consistent(&t);
    gg_treatment_free(&t);
    gg_treatment_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fixed_points),  cmocka_unit_test(test_planted),
        cmocka_unit_test(test_seeds),         cmocka_unit_test(test_networkx),
        cmocka_unit_test(test_own_treatment), cmocka_unit_test(test_small_and_failing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
