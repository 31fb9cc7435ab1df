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
                expected = i == j ? 1 / degree[i] : 1 / sqrt(degree[i] * degree[j]);
                assert_true(gg_csr_value(a, k) == expected); /* to the last bit */
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

enum { SIZE = 9 };

/* A random matrix of SIZE nodes; weights of 0 and below 0 are among those that are not ones. */
static gg_csr *random_square(uint64_t seed, bool ones, gg_dtype dtype)
{
    gg_rng rng = gg_rng_new(seed);
    int32_t row[40], col[40];
    double value[40];
    int64_t count = (int64_t)(seed % 41);
    gg_csr *a = NULL;
    for (uint64_t k = 0; k < (uint64_t)count; k++) {
        row[k] = (int32_t)gg_rng_below(rng, 3 * k, SIZE);
        col[k] = (int32_t)gg_rng_below(rng, 3 * k + 1, SIZE);
        value[k] = k % 9 ? (double)gg_rng_below(rng, 3 * k + 2, 5) : -0.25;
    }
    assert_int_equal(
        gg_csr_from_coo(SIZE, SIZE, count, row, col, ones ? NULL : value, dtype, &a, NULL), GG_OK);
    return a;
}

/* What gcn_norm of PyTorch Geometric does: missing self-loops, sums by target, which is the row,
 * and deg^-0.5 with 0 for infinity. Returns false where a sum is negative. */
static bool gcn_norm(const gg_csr *a, bool self_loops, double dense[SIZE][SIZE])
{
    double root[SIZE];
    bool sound = true;
    memset(dense, 0, SIZE * sizeof *dense);
    for (int32_t i = 0; i < SIZE; i++) {
        double sum = 0;
        for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++)
            dense[i][a->col[k]] = gg_csr_value(a, k);
        if (self_loops && !gg_csr_has(a, i, i))
            dense[i][i] = 1;
        for (int32_t j = 0; j < SIZE; j++)
            sum += dense[i][j];
        sound = sound && sum >= 0;
        root[i] = sum == 0 ? 0 : pow(sum, -0.5);
    }
    for (int32_t i = 0; i < SIZE; i++)
        for (int32_t j = 0; j < SIZE; j++)
            dense[i][j] *= root[i] * root[j];
    return sound;
}

static void any_square_is_normalized(void **state)
{
    (void)state;
    int sound = 0, unsound = 0;
    for (uint64_t seed = 0; seed < 400; seed++) {
        bool ones = seed % 3 == 0, self_loops = seed % 2;
        gg_dtype dtype = seed % 4 < 2 ? GG_F32 : GG_F64;
        gg_csr *a = random_square(seed, ones, dtype), *b = NULL;
        double dense[SIZE][SIZE];
        gg_error e;
        gg_status s = gg_csr_normalize_symmetric(a, self_loops, &b, &e);
        if (gcn_norm(a, self_loops, dense)) {
            assert_int_equal(s, GG_OK);
            assert_int_equal(b->dtype, dtype);
            int64_t loops = 0;
            for (int32_t i = 0; i < SIZE; i++) {
                loops += self_loops && !gg_csr_has(a, i, i);
                for (int32_t j = 0; j < SIZE; j++)
                    assert_int_equal(gg_csr_has(b, i, j),
                                     gg_csr_has(a, i, j) || (self_loops && i == j));
                for (int64_t k = b->rowptr[i]; k < b->rowptr[i + 1]; k++)
                    assert_true(fabs(gg_csr_value(b, k) - dense[i][b->col[k]]) <
                                (dtype == GG_F32 ? 1e-6 : 1e-14));
            }
            assert_int_equal(gg_csr_nnz(b), gg_csr_nnz(a) + loops);
            sound++;
        } else {
            assert_int_equal(s, GG_ERR_NUMERIC);
            assert_contains(e.message, "expected 0 or more");
            assert_null(b);
            unsound++;
        }
        gg_csr_free(a);
        gg_csr_free(b);
    }
    assert_true(sound > 200 && unsound > 20);
}

/* 1 -> 2 of weight 4, a self-loop of 3 at node 1, and node 0 alone. */
static void conventions_of_gcn_norm(void **state)
{
    (void)state;
    const int32_t row[] = {2, 1}, col[] = {1, 1};
    const double weight[] = {4, 3};
    gg_csr *a, *b;
    assert_int_equal(gg_csr_from_coo(3, 3, 2, row, col, weight, GG_F64, &a, NULL), GG_OK);
    assert_int_equal(gg_csr_normalize_symmetric(a, true, &b, NULL), GG_OK);
    const double looped[] = {1, 1, 4 / sqrt(15), 0.2}; /* D = 1, 3, 5 */
    assert_int_equal(gg_csr_nnz(b), 4);
    for (int k = 0; k < 4; k++)
        assert_true(fabs(gg_csr_value(b, k) - looped[k]) < 1e-15);
    gg_csr_free(b);
    assert_int_equal(gg_csr_normalize_symmetric(a, false, &b, NULL), GG_OK);
    assert_true(gg_csr_value(b, 0) == 1 && fabs(gg_csr_value(b, 1) - 4 / sqrt(12)) < 1e-15);
    gg_csr_free(b);
    gg_csr_free(a);

    /* Node 1 gets nothing, so what it sends is lost; the entry stays. */
    assert_int_equal(gg_csr_from_coo(3, 3, 1, row, col, weight, GG_F64, &a, NULL), GG_OK);
    assert_int_equal(gg_csr_normalize_symmetric(a, false, &b, NULL), GG_OK);
    assert_true(gg_csr_nnz(b) == 1 && gg_csr_value(b, 0) == 0);
    gg_csr_free(b);
    gg_csr_free(a);
}

/* A product of sums that leaves the range of doubles does not matter, and a symmetric matrix stays
 * so to the last bit. */
static void sizes_of_weights_do_not_matter(void **state)
{
    (void)state;
    const double scale[] = {1e-300, 1e-160, 1, 1e160, 1e300};
    const int32_t row[] = {0, 1, 1, 2, 2, 0}, col[] = {1, 0, 2, 1, 0, 2};
    for (int k = 0; k < 5; k++) {
        double w[] = {0.1, 0.1, 0.7, 0.7, 0.4, 0.4};
        gg_csr *a, *b;
        for (int i = 0; i < 6; i++)
            w[i] *= scale[k];
        assert_int_equal(gg_csr_from_coo(3, 3, 6, row, col, w, GG_F64, &a, NULL), GG_OK);
        assert_int_equal(gg_csr_normalize_symmetric(a, false, &b, NULL), GG_OK);
        assert_ptr_equal(b->transpose, b);
        assert_true(fabs(gg_csr_value(b, 0) - 0.1 / sqrt(0.5 * 0.8)) < 1e-15);
        gg_csr_free(a);
        gg_csr_free(b);
    }
}

static void normalize_errors(void **state)
{
    (void)state;
    const int32_t zero[] = {0};
    const double bad[] = {-1.5, NAN, INFINITY};
    gg_csr *a, *b = NULL;
    gg_error e;
    assert_int_equal(gg_csr_from_coo(1, 2, 1, zero, zero, NULL, GG_F64, &a, NULL), GG_OK);
    assert_int_equal(gg_csr_normalize_symmetric(a, true, &b, &e), GG_ERR_SHAPE);
    assert_string_equal(e.message,
                        "normalize symmetric: the matrix is 1 x 2, expected a square one");
    gg_csr_free(a);
    for (int k = 0; k < 3; k++) {
        assert_int_equal(gg_csr_from_coo(1, 1, 1, zero, zero, &bad[k], GG_F64, &a, NULL), GG_OK);
        assert_int_equal(gg_csr_normalize_symmetric(a, true, &b, &e), GG_ERR_NUMERIC);
        if (k == 0)
            assert_string_equal(e.message,
                                "normalize symmetric: row 0 has the sum -1.5, expected 0 or more");
        gg_csr_free(a);
    }
    /* rows that nearly cancel: 1e30 / 1e-30 is too large a float */
    const int32_t row[] = {0, 0, 0, 1, 2}, col[] = {0, 1, 2, 1, 2};
    const double value[] = {1e30, -1e30, 1e-30, 1, 1};
    assert_int_equal(gg_csr_from_coo(3, 3, 5, row, col, value, GG_F32, &a, NULL), GG_OK);
    assert_int_equal(gg_csr_normalize_symmetric(a, false, &b, &e), GG_ERR_NUMERIC);
    assert_contains(e.message, "normalize symmetric: entry (0, 0) becomes 1e+60, too large");
    gg_csr_free(a);
    assert_null(b);
}

static gg_status try_algebra(void *context, gg_error *e)
{
    const gg_pair_list *p = context;
    gg_graph *g = NULL;
    gg_csr *gcn = NULL, *common = NULL, *rows = NULL;
    int32_t component[8];
    gg_status s = gg_graph_new(8, p, &g, e);
    if (s == GG_OK)
        s = gg_graph_components(g, component, NULL, e);
    if (s == GG_OK)
        s = gg_graph_gcn_matrix(g, GG_F32, &gcn, e);
    if (s == GG_OK)
        s = gg_graph_common_neighbors(g, &common, e);
    if (s == GG_OK)
        s = gg_csr_normalize_rows(common, &rows, e);
    gg_csr_free(rows);
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
        cmocka_unit_test(any_square_is_normalized),
        cmocka_unit_test(conventions_of_gcn_norm),
        cmocka_unit_test(sizes_of_weights_do_not_matter),
        cmocka_unit_test(normalize_errors),
        cmocka_unit_test(out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
