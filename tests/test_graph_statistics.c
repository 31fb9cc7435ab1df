/* Statistics, heuristic scores, Louvain clusters and modularity, against networkx and brute force.
 */
#include "check_graph.h"

#include <math.h>

#include "golden/graph_heuristics.h"
#include "golden/graph_kcore.h"
#include "golden/graph_louvain.h"
#include "golden/graph_statistics.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))

static gg_graph *graph_of(int64_t nodes, int64_t edges, const int32_t *u, const int32_t *v)
{
    gg_pair_list p = {0};
    gg_graph *g = NULL;
    for (int64_t k = 0; k < edges; k++)
        assert_int_equal(gg_pair_list_add(&p, u[k], v[k], NULL), GG_OK);
    assert_int_equal(gg_graph_new(nodes, &p, &g, NULL), GG_OK);
    gg_pair_list_free(&p);
    return g;
}

static gg_graph *golden_graph(size_t k)
{
    return graph_of(golden_cores[k].nodes, golden_cores[k].edges, golden_cores[k].u,
                    golden_cores[k].v);
}

static gg_graph *data_graph(const char *name)
{
    char path[4096];
    gg_pair_list p = {0};
    gg_graph *g;
    int64_t nodes = 0;
    snprintf(path, sizeof path, "%s/%s/edges.txt", check_data(), name);
    assert_int_equal(gg_read_pairs(path, -1, &p, NULL), GG_OK);
    for (int64_t k = 0; k < p.count; k++)
        nodes = p.v[k] >= nodes ? p.v[k] + 1 : nodes;
    assert_int_equal(gg_graph_new(nodes, &p, &g, NULL), GG_OK);
    gg_pair_list_free(&p);
    return g;
}

static double degree(const gg_graph *g, int32_t i)
{
    return (double)(g->adjacency->rowptr[i + 1] - g->adjacency->rowptr[i]);
}

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-12 * (1 + fabs(b));
}

/* ---- statistics ---- */

static void statistics_equal_networkx(void **state)
{
    (void)state;
    assert_int_equal(COUNT(golden_statistics), COUNT(golden_cores));
    for (size_t k = 0; k < COUNT(golden_statistics); k++) {
        gg_graph *g = golden_graph(k);
        gg_graph_statistics s;
        assert_int_equal(gg_graph_describe(g, &s, NULL), GG_OK);
        assert_int_equal(s.nodes, g->nodes);
        assert_int_equal(s.edges, g->edges);
        assert_int_equal(s.isolated, g->cleaned.isolated);
        assert_int_equal(s.degree_max, golden_statistics[k].degree_max);
        assert_int_equal(s.components, golden_statistics[k].components);
        assert_int_equal(s.largest_component, golden_statistics[k].largest_component);
        assert_int_equal(s.triangles, golden_statistics[k].triangles);
        assert_true(near(s.density, golden_statistics[k].density));
        assert_true(near(s.degree_mean, golden_statistics[k].degree_mean));
        assert_true(near(s.degree_median, golden_statistics[k].degree_median));
        assert_true(near(s.transitivity, golden_statistics[k].transitivity));
        assert_true(near(s.clustering, golden_statistics[k].clustering));
        gg_graph_free(g);
    }
}

/* Nothing, one node: no division by zero. */
static void small_graphs(void **state)
{
    (void)state;
    for (int32_t n = 0; n < 2; n++) {
        gg_graph *g = random_graph(1, n, 0);
        gg_graph_statistics s;
        assert_int_equal(gg_graph_describe(g, &s, NULL), GG_OK);
        assert_true(s.components == n && s.isolated == n && s.triangles == 0);
        assert_true(s.density == 0 && s.degree_median == 0 && s.clustering == 0);
        gg_graph_free(g);
    }
}

/* What the data sets' own pages say. */
static void statistics_of_the_data(void **state)
{
    (void)state;
    if (!check_data())
        skip();
    static const struct {
        const char *name;
        int64_t edges, triangles, components, largest, degree_max;
        double mean, median;
    } known[] = {{"cora", 5278, 1630, 78, 2485, 168, 3.90, 3},
                 {"facebook", 88234, 1612010, 1, 4039, 1045, 43.69, 25}};
    for (size_t k = 0; k < COUNT(known); k++) {
        gg_graph *g = data_graph(known[k].name);
        gg_graph_statistics s;
        assert_int_equal(gg_graph_describe(g, &s, NULL), GG_OK);
        assert_int_equal(s.edges, known[k].edges);
        assert_int_equal(s.triangles, known[k].triangles);
        assert_int_equal(s.components, known[k].components);
        assert_int_equal(s.largest_component, known[k].largest);
        assert_int_equal(s.degree_max, known[k].degree_max);
        assert_true(fabs(s.degree_mean - known[k].mean) < 0.005);
        assert_true(s.degree_median == known[k].median);
        gg_graph_free(g);
    }
}

/* ---- heuristics ---- */

static void heuristics_equal_networkx(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT(golden_heuristics); k++) {
        gg_graph *g = golden_graph(k);
        int32_t u[40], v[40];
        memcpy(u, golden_heuristics[k].u, sizeof u);
        memcpy(v, golden_heuristics[k].v, sizeof v);
        gg_pair_list pairs = {40, 40, u, v};
        for (int kind = GG_COMMON_NEIGHBORS; kind <= GG_PREFERENTIAL_ATTACHMENT; kind++) {
            double score[40];
            assert_int_equal(gg_score_heuristic((gg_heuristic)kind, g, &pairs, 2, score, NULL),
                             GG_OK);
            for (int i = 0; i < 40; i++)
                assert_true(near(score[i], golden_heuristics[k].score[40 * kind + i]));
        }
        gg_graph_free(g);
    }
}

/* All pairs of graphs with a hub, whose long row is searched in steps; and the same at any number
 * of threads. */
static void heuristics_equal_brute_force(void **state)
{
    (void)state;
    enum { N = 60 };
    for (uint64_t seed = 0; seed < 20; seed++) {
        int32_t a[600], b[600], edges = 0;
        gg_rng rng = gg_rng_new(seed);
        for (int32_t i = 1; i < N; i++)
            if (gg_rng_below(rng, (uint64_t)i, 10)) /* the hub: most of all nodes */
                a[edges] = 0, b[edges++] = i;
        for (uint64_t k = 0; k < seed * 20; k++) {
            a[edges] = (int32_t)gg_rng_below(rng, 100 + 2 * k, N);
            b[edges++] = (int32_t)gg_rng_below(rng, 101 + 2 * k, N);
        }
        gg_graph *g = graph_of(N, edges, a, b);
        gg_pair_list pairs = {0};
        for (int32_t i = 0; i < N; i++)
            for (int32_t j = 0; j < N; j++)
                if (i != j)
                    assert_int_equal(gg_pair_list_add(&pairs, i, j, NULL), GG_OK);
        double *score[2] = {malloc((size_t)pairs.count * 8), malloc((size_t)pairs.count * 8)};
        for (int kind = GG_COMMON_NEIGHBORS; kind <= GG_PREFERENTIAL_ATTACHMENT; kind++) {
            for (int t = 0; t < 2; t++)
                assert_int_equal(
                    gg_score_heuristic((gg_heuristic)kind, g, &pairs, 1 + 2 * t, score[t], NULL),
                    GG_OK);
            assert_memory_equal(score[0], score[1], (size_t)pairs.count * 8);
            for (int64_t p = 0; p < pairs.count; p++) {
                int32_t i = pairs.u[p], j = pairs.v[p];
                double sum[4] = {0, 0, 0, degree(g, i) * degree(g, j)};
                for (int32_t k = 0; k < N; k++)
                    if (is_link(g, i, k) && is_link(g, j, k)) {
                        sum[0] += 1;
                        sum[1] += 1 / log(degree(g, k));
                        sum[2] += 1 / degree(g, k);
                    }
                assert_true(near(score[0][p], sum[kind]));
            }
        }
        free(score[0]);
        free(score[1]);
        gg_pair_list_free(&pairs);
        gg_graph_free(g);
    }
}

static void bad_pairs(void **state)
{
    (void)state;
    gg_graph *g = random_graph(1, 5, 9);
    static const int32_t bad[][2] = {{0, 5}, {-1, 2}, {5, 0}, {3, 3}};
    double score[2] = {7, 7};
    for (size_t k = 0; k < COUNT(bad); k++) {
        int32_t u[2] = {0, bad[k][0]}, v[2] = {1, bad[k][1]};
        gg_pair_list pairs = {2, 2, u, v};
        gg_error e = {0};
        assert_int_equal(gg_score_heuristic(GG_ADAMIC_ADAR, g, &pairs, 1, score, &e),
                         GG_ERR_ARGUMENT);
        assert_non_null(strstr(e.message, "heuristic: pair 1, ("));
        assert_true(score[0] == 7);
    }
    gg_pair_list none = {0};
    assert_int_equal(gg_score_heuristic(GG_ADAMIC_ADAR, g, &none, 1, NULL, NULL), GG_OK);
    assert_int_equal(gg_score_heuristic((gg_heuristic)4, g, &none, 1, NULL, NULL), GG_ERR_ARGUMENT);
    gg_graph_free(g);
}

/* ---- Louvain ---- */

static double modularity(const gg_graph *g, const gg_clustering *c)
{
    double q;
    assert_int_equal(gg_graph_modularity(g, c, &q, NULL), GG_OK);
    return q;
}

/* By definition: sum over pairs in a cluster of A_ij - d_i d_j / 2m, over 2m. */
static double brute_modularity(const gg_graph *g, const gg_clustering *c)
{
    double sum = 0, both = 2 * (double)g->edges;
    for (int32_t i = 0; i < g->nodes; i++)
        for (int32_t j = 0; j < g->nodes; j++)
            if (i == j || gg_treated(c, i, j))
                sum += is_link(g, i, j) - degree(g, i) * degree(g, j) / both;
    return sum / both;
}

static void check_louvain(const gg_graph *g, uint64_t seed)
{
    gg_clustering *c, *again;
    assert_int_equal(gg_treatment_louvain(g, seed, &c, NULL), GG_OK);
    assert_int_equal(gg_treatment_louvain(g, seed, &again, NULL), GG_OK);
    assert_memory_equal(c->cluster, again->cluster, (size_t)g->nodes * sizeof *c->cluster);
    int32_t next = 0; /* ids are compact, in the order of smallest members */
    for (int32_t i = 0; i < g->nodes; i++) {
        assert_true(c->cluster[i] >= 0 && c->cluster[i] <= next);
        next += c->cluster[i] == next;
    }
    assert_int_equal(c->clusters, next);
    for (int32_t i = 0; i < g->nodes; i++)
        for (int32_t j = 0; j < g->nodes; j++)
            assert_false(i != j && gg_treated(c, i, j) && degree(g, i) == 0);
    double q = modularity(g, c);
    if (g->edges > 0) {
        assert_true(near(q, brute_modularity(g, c)));
        assert_true(q > -1e-12);
    }
    /* No two clusters are better off as one. */
    for (int32_t k = 0; k < c->clusters && g->nodes < 40; k++)
        for (int32_t l = 0; l < k; l++) {
            memcpy(again->cluster, c->cluster, (size_t)g->nodes * sizeof *c->cluster);
            for (int32_t i = 0; i < g->nodes; i++)
                if (again->cluster[i] == k)
                    again->cluster[i] = l;
            assert_true(modularity(g, again) <= q + 1e-12);
        }
    gg_clustering_free(c);
    gg_clustering_free(again);
}

static void louvain_on_random_graphs(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        gg_graph *g = random_graph(seed, 1 + (int32_t)(seed * 2), (int64_t)seed * 2);
        check_louvain(g, seed);
        gg_graph_free(g);
    }
    for (size_t k = 0; k < COUNT(golden_cores); k++) {
        gg_graph *g = golden_graph(k);
        check_louvain(g, 1);
        gg_graph_free(g);
    }
}

static double mean_louvain(const gg_graph *g, uint64_t seeds)
{
    double sum = 0;
    for (uint64_t seed = 0; seed < seeds; seed++) {
        gg_clustering *c;
        assert_int_equal(gg_treatment_louvain(g, seed, &c, NULL), GG_OK);
        sum += modularity(g, c);
        gg_clustering_free(c);
    }
    return sum / (double)seeds;
}

static void louvain_equals_networkx(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT(golden_louvain); k++) {
        gg_graph *g = graph_of(golden_louvain[k].nodes, golden_louvain[k].edges,
                               golden_louvain[k].u, golden_louvain[k].v);
        double q = mean_louvain(g, 10);
        if (q < 0.99 * golden_louvain[k].louvain)
            fail_msg("graph %d: %g, networkx %g", (int)k, q, golden_louvain[k].louvain);
        int32_t cluster[400];
        for (int i = 0; i < 400; i++)
            cluster[i] = i % 5;
        gg_clustering rounds = {g->nodes, 5, cluster};
        assert_true(near(modularity(g, &rounds), golden_louvain[k].rounds));
        gg_graph_free(g);
    }
}

static void louvain_on_cora(void **state)
{
    (void)state;
    if (!check_data())
        skip();
    gg_graph *g = data_graph("cora");
    double q = mean_louvain(g, 5);
    if (q < 0.99 * golden_cora_louvain)
        fail_msg("%g", q);
    gg_graph_free(g);
}

static void modularity_of_loners(void **state)
{
    (void)state;
    gg_graph *g = random_graph(4, 12, 20);
    int32_t cluster[12] = {0, 1, -1, 0, -1, -1, 1, 0, 1, 0, 2, -1};
    gg_clustering c = {12, 3, cluster};
    assert_true(near(modularity(g, &c), brute_modularity(g, &c)));
    c.nodes = 11;
    double q;
    assert_int_equal(gg_graph_modularity(g, &c, &q, NULL), GG_ERR_SHAPE);
    gg_graph_free(g);
}

/* ---- memory that runs out ---- */

static gg_status attempt(void *context, gg_error *e)
{
    gg_graph_statistics s;
    gg_clustering *c = NULL;
    double q;
    gg_status status = gg_graph_describe(context, &s, e);
    if (status == GG_OK)
        status = gg_treatment_louvain(context, 1, &c, e);
    if (status == GG_OK)
        status = gg_graph_modularity(context, c, &q, e);
    gg_clustering_free(c);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    gg_graph *g = random_graph(3, 30, 60);
    check_every_allocation_fails(attempt, g);
    gg_graph_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statistics_equal_networkx),
        cmocka_unit_test(small_graphs),
        cmocka_unit_test(statistics_of_the_data),
        cmocka_unit_test(heuristics_equal_networkx),
        cmocka_unit_test(heuristics_equal_brute_force),
        cmocka_unit_test(bad_pairs),
        cmocka_unit_test(louvain_on_random_graphs),
        cmocka_unit_test(louvain_equals_networkx),
        cmocka_unit_test(louvain_on_cora),
        cmocka_unit_test(modularity_of_loners),
        cmocka_unit_test(out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
