/* Graphs, and what is computed from their matrices: the normalised adjacency, components, common
 * neighbours; rows divided by their sums. */
#include "check_files.h"
#include "check_graph.h"

#include <math.h>

static void graph_is_cleaned(void **state)
{
    (void)state;
    const int32_t uv[][2] = {{1, 0}, {0, 1}, {2, 2}, {3, 1}, {1, 3}, {3, 1}, {4, 4}};
    gg_pair_list p = pairs_of(7, uv);
    gg_graph *g;
    assert_int_equal(gg_graph_new(6, &p, &g, NULL), GG_OK);
    assert_int_equal(g->nodes, 6);
    assert_int_equal(g->edges, 2);
    assert_int_equal(g->cleaned.self_loops, 2);
    assert_int_equal(g->cleaned.duplicates, 3);
    assert_int_equal(g->cleaned.reversed, 2);
    assert_int_equal(g->cleaned.isolated, 3);
    assert_ptr_equal(g->adjacency->transpose, g->adjacency);
    assert_true(gg_csr_has(g->adjacency, 0, 1) && gg_csr_has(g->adjacency, 1, 3));
    assert_false(gg_csr_has(g->adjacency, 0, 3) || gg_csr_has(g->adjacency, 2, 2));
    gg_graph_free(g);

    gg_error e = {0};
    assert_int_equal(gg_graph_new(4, &p, &g, &e), GG_ERR_ARGUMENT);
    assert_contains(e.message, "pair 6, (4, 4), is not of 4 nodes");
    assert_int_equal(gg_graph_new(-1, &p, &g, &e), GG_ERR_ARGUMENT);
    assert_int_equal(gg_graph_new((int64_t)1 << 40, &p, &g, &e), GG_ERR_ARGUMENT);
    gg_pair_list_free(&p);
    assert_int_equal(gg_graph_new(0, &p, &g, NULL), GG_OK); /* nothing at all is a graph */
    int64_t count = -1;
    assert_int_equal(gg_graph_components(g, NULL, &count, NULL), GG_OK);
    assert_int_equal(count, 0);
    gg_graph_free(g);
}

enum { MOST = 40 };

/* As the training graph of a data set without a split is none. */
static void no_graph(void **state)
{
    (void)state;
    gg_csr *a = NULL;
    gg_clustering *c = NULL;
    gg_treatment t = {.nodes = 0};
    gg_matcher *m = NULL;
    gg_tensor *x = NULL;
    gg_split split;
    gg_graph_statistics statistics;
    gg_pair_list pairs = {0};
    gg_walk_options walks = {0};
    gg_error e;
    double number;
#define CASE(what, call)                                                                           \
    assert_int_equal(call, GG_ERR_ARGUMENT);                                                       \
    assert_string_equal(e.message,                                                                 \
                        what ": there is no graph: gg_dataset_split makes a data set's train")
    CASE("gcn matrix", gg_graph_gcn_matrix(NULL, GG_F32, &a, &e));
    CASE("diffusion", gg_graph_diffusion(NULL, 0.2, 0.1, 3, GG_F32, 1, &a, &e));
    CASE("components", gg_graph_components(NULL, NULL, NULL, &e));
    CASE("common neighbours", gg_graph_common_neighbors(NULL, &a, &e));
    CASE("statistics", gg_graph_describe(NULL, &statistics, &e));
    CASE("degree features", gg_graph_degree_features(NULL, &a, &e));
    CASE("split", gg_split_random(NULL, 0.1, 0.2, 1, &split, &e));
    CASE("k-core", gg_graph_kcore(NULL, NULL, &e));
    CASE("k-core", gg_treatment_kcore(NULL, false, &c, &e));
    CASE("louvain", gg_treatment_louvain(NULL, 1, &c, &e));
    CASE("propagation", gg_treatment_propagation(NULL, 1, &c, &e));
    CASE("spectral", gg_spectral_embedding(NULL, 2, 1, 1, &x, &e));
    CASE("spectral", gg_treatment_spectral(NULL, 2, 1, 1, &c, &e));
    CASE("ward", gg_treatment_ward(NULL, 2, 1, 1, &c, &e));
    CASE("block model", gg_treatment_sbm(NULL, 2, 1, &c, &e));
    CASE("block model", gg_graph_description_length(NULL, c, 1, &number, &e));
    CASE("common neighbours", gg_treatment_common_neighbors(NULL, 2, &t, &e));
    CASE("jaccard", gg_treatment_jaccard(NULL, 0.5, &t, &e));
    CASE("katz", gg_treatment_katz(NULL, 0, 2, 1, &t, &e));
    CASE("katz", gg_score_katz(NULL, 0, &pairs, 1, &number, &e));
    CASE("modularity", gg_graph_modularity(NULL, c, &number, &e));
    CASE("heuristic", gg_score_heuristic(GG_COMMON_NEIGHBORS, NULL, &pairs, 1, &number, &e));
    CASE("walks", gg_random_walks(NULL, &walks, gg_rng_new(1), 0, NULL, 1, NULL, &e));
    CASE("matching", gg_matcher_new(NULL, &t, x, 30, GG_MATCH_EXACT, 1, &m, &e));
#undef CASE
}

static void gcn_matrix_equals_dense(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        int32_t n = 1 + (int32_t)(seed * 2);
        gg_graph *g = random_graph(seed, n, n);
        gg_csr *a, *a32;
        assert_int_equal(gg_graph_gcn_matrix(g, GG_F64, &a, NULL), GG_OK);
        assert_int_equal(gg_graph_gcn_matrix(g, GG_F32, &a32, NULL), GG_OK);
        assert_ptr_equal(a->transpose, a);
        assert_int_equal(gg_csr_nnz(a), 2 * g->edges + n);
        double degree[MOST];
        for (int32_t i = 0; i < n; i++) {
            degree[i] = 1;
            for (int32_t j = 0; j < n; j++)
                degree[i] += is_link(g, i, j);
        }
        for (int32_t i = 0; i < n; i++)
            for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++) {
                int32_t j = a->col[k];
                assert_true(i == j || is_link(g, i, j));
                double expected = pow(degree[i], -0.5) * pow(degree[j], -0.5);
                assert_true(fabs(gg_csr_value(a, k) - expected) < 1e-15);
                assert_true(gg_csr_value(a32, k) == (double)(float)gg_csr_value(a, k));
            }
        gg_csr_free(a);
        gg_csr_free(a32);
        gg_graph_free(g);
    }
}

static int32_t root(const int32_t *parent, int32_t i)
{
    while (parent[i] != i)
        i = parent[i];
    return i;
}

static void components_equal_union_find(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        int32_t n = 1 + (int32_t)(seed % MOST), parent[MOST], component[MOST];
        gg_graph *g = random_graph(seed, n, (int64_t)(seed % 3) * n / 2);
        for (int32_t i = 0; i < n; i++)
            parent[i] = i;
        for (int32_t i = 0; i < n; i++)
            for (int32_t j = 0; j < i; j++)
                if (is_link(g, i, j)) { /* the smaller root wins */
                    int32_t a = root(parent, i), b = root(parent, j);
                    parent[a < b ? b : a] = a < b ? a : b;
                }
        int64_t count, expected = 0;
        assert_int_equal(gg_graph_components(g, component, &count, NULL), GG_OK);
        for (int32_t i = 0; i < n; i++) {
            int32_t r = root(parent, i);
            assert_int_equal(component[i], r == i ? (int32_t)expected : component[r]);
            expected += r == i;
        }
        assert_int_equal(count, expected);
        gg_graph_free(g);
    }
}

static void common_neighbors_equal_counts(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        int32_t n = 1 + (int32_t)(seed * 2);
        gg_graph *g = random_graph(seed, n, 3 * n);
        gg_csr *c;
        assert_int_equal(gg_graph_common_neighbors(g, &c, NULL), GG_OK);
        assert_int_equal(c->dtype, GG_F64);
        int64_t at = 0;
        for (int32_t i = 0; i < n; i++)
            for (int32_t j = 0; j < n; j++) {
                int common = 0;
                for (int32_t k = 0; k < n; k++)
                    common += is_link(g, i, k) && is_link(g, k, j);
                assert_int_equal(gg_csr_has(c, i, j), common > 0);
                if (common > 0)
                    assert_true(gg_csr_value(c, at++) == common);
            }
        assert_int_equal(gg_csr_nnz(c), at);
        gg_csr_free(c);
        gg_graph_free(g);
    }
    /* A star of 60,000: sum_k d_k^2 is 3.6e9, more than an int counts. */
    gg_pair_list p = {0};
    gg_graph *g;
    gg_csr *c = NULL;
    gg_error e = {0};
    for (int32_t i = 1; i < 60000; i++)
        assert_int_equal(gg_pair_list_add(&p, 0, i, NULL), GG_OK);
    assert_int_equal(gg_graph_new(60000, &p, &g, NULL), GG_OK);
    assert_int_equal(gg_graph_common_neighbors(g, &c, &e), GG_ERR_ARGUMENT);
    assert_contains(e.message, "common neighbours: more than");
    gg_graph_free(g);
    gg_pair_list_free(&p);
}

static void rows_are_normalized(void **state)
{
    (void)state;
    const int32_t row[] = {0, 0, 1, 1, 2}, col[] = {0, 1, 0, 1, 1};
    const double symmetric[] = {1, 3, 3, 2, 0}, ones[] = {1, 1, 1, 1, 1};
    for (gg_dtype dtype = GG_F32; dtype <= GG_F64; dtype++)
        for (int k = 0; k < 2; k++) {
            gg_csr *a, *b;
            const double *v = k ? symmetric : ones;
            assert_int_equal(
                gg_csr_from_coo(3, 3, 5, row, col, k ? symmetric : NULL, dtype, &a, NULL), GG_OK);
            assert_int_equal(gg_csr_normalize_rows(a, &b, NULL), GG_OK);
            assert_int_equal(b->dtype, dtype);
            const double expected[] = {v[0] / (v[0] + v[1]), v[1] / (v[0] + v[1]),
                                       v[2] / (v[2] + v[3]), v[3] / (v[2] + v[3]), k ? 0 : 1};
            for (int i = 0; i < 5; i++)
                assert_true(fabs(gg_csr_value(b, i) - expected[i]) < 1e-7);
            assert_true(b->transpose != b); /* entry (1, 0) is the transpose's (0, 1) */
            assert_true(gg_csr_value(b->transpose, 1) == gg_csr_value(b, 2));
            gg_csr_free(a);
            gg_csr_free(b);
        }
}

static gg_status try_algebra(void *context, gg_error *e)
{
    const gg_pair_list *p = context;
    gg_graph *g = NULL;
    gg_csr *gcn = NULL, *common = NULL;
    int32_t component[8];
    gg_status s = gg_graph_new(8, p, &g, e);
    if (s == GG_OK)
        s = gg_graph_components(g, component, NULL, e);
    if (s == GG_OK)
        s = gg_graph_gcn_matrix(g, GG_F32, &gcn, e);
    if (s == GG_OK)
        s = gg_graph_common_neighbors(g, &common, e);
    gg_csr_free(gcn);
    gg_csr_free(common);
    gg_graph_free(g);
    return s;
}

static void out_of_memory(void **state)
{
    (void)state;
    const int32_t uv[][2] = {{0, 1}, {1, 2}, {2, 0}, {5, 6}};
    gg_pair_list p = pairs_of(4, uv);
    check_every_allocation_fails(try_algebra, &p);
    gg_pair_list_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graph_is_cleaned),
        cmocka_unit_test(no_graph),
        cmocka_unit_test(gcn_matrix_equals_dense),
        cmocka_unit_test(components_equal_union_find),
        cmocka_unit_test(common_neighbors_equal_counts),
        cmocka_unit_test(rows_are_normalized),
        cmocka_unit_test(out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
