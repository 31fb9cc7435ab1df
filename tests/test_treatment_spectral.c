/* Spectral clusters against planted blocks and scikit-learn; the embedding against what defines it;
 * k-means against its own conditions. */
#include "check_treatment.h"
#include "kmeans.h"

#include "golden/treatment_spectral.h"

static gg_clustering *spectral(const gg_graph *g, int32_t k, uint64_t seed, int threads)
{
    gg_clustering *c = NULL;
    gg_error e;
    if (gg_treatment_spectral(g, k, seed, threads, &c, &e))
        fail_msg("%s", e.message);
    return c;
}

static void test_scikit_learn(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT(golden_spectral); k++) {
        int64_t n = golden_spectral[k].nodes;
        gg_graph *g =
            check_graph_of(n, golden_spectral[k].edges, golden_spectral[k].u, golden_spectral[k].v);
        for (uint64_t seed = 0; seed < 3; seed++) {
            gg_clustering *c = spectral(g, golden_spectral[k].clusters, seed, 1);
            assert_int_equal(c->clusters, golden_spectral[k].clusters);
            assert_true(check_adjusted_rand(c->cluster, golden_spectral[k].label, n) >= 0.9);
            assert_true(check_adjusted_rand(c->cluster, golden_spectral[k].block, n) >= 0.9);
            check_compact(c);
            gg_clustering_free(c);
        }
        gg_graph_free(g);
    }
}

/* Of two dimensions, the first eigenvector is D^1/2 1. Rows have norm 1, but the ratio r of a row's
 * entries is the second eigenvector over the first: it solves A r = (1 - value) D r. */
static void test_second_eigenvector(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT(golden_spectral); k++) {
        gg_graph *g = check_graph_of(golden_spectral[k].nodes, golden_spectral[k].edges,
                                     golden_spectral[k].u, golden_spectral[k].v);
        gg_tensor *x = NULL;
        int64_t components;
        int32_t component[400];
        assert_int_equal(gg_spectral_embedding(g, 2, 1, 1, &x, NULL), GG_OK);
        assert_int_equal(gg_graph_components(g, component, &components, NULL), GG_OK);
        double weight = components - g->cleaned.isolated > 1, total = 0;
        double n = (double)(g->nodes - g->cleaned.isolated);
        for (int32_t i = 0; i < g->nodes; i++) {
            double first = gg_get(x, 2 * i), second = gg_get(x, 2 * i + 1);
            if (check_degree(g, i) == 0) {
                assert_true(first == 0 && second == 0);
                continue;
            }
            assert_true(fabs(first * first + second * second - 1) < 1e-12);
            total += second / first;
        }
        for (int32_t i = 0; i < g->nodes; i++) {
            double own = gg_get(x, 2 * i + 1) / gg_get(x, 2 * i), sum = weight * total / n;
            for (int64_t l = g->adjacency->rowptr[i]; l < g->adjacency->rowptr[i + 1]; l++) {
                int32_t j = g->adjacency->col[l];
                sum += gg_get(x, 2 * j + 1) / gg_get(x, 2 * j);
            }
            double degree = (double)check_degree(g, i) + weight;
            if (check_degree(g, i) > 0)
                assert_true(fabs(sum - (1 - golden_spectral[k].value[1]) * degree * own) <
                            1e-5 * (1 + degree * fabs(own)));
        }
        gg_tensor_free(x);
        gg_graph_free(g);
    }
}

/* Sparse graphs in pieces with lonely nodes, more clusters than nodes, none. */
static void test_random_graphs(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        gg_graph *g = check_random_graph(seed, (int32_t)(seed % 50), (int64_t)(seed * 7 % 90));
        gg_clustering *c = spectral(g, 16, seed, 1), *two = spectral(g, 16, seed, 2);
        check_same_clusters(c, two);
        check_compact(c);
        assert_true(c->clusters <= 16);
        gg_treatment t = gg_treatment_of_clustering(c);
        check_loners(g, &t);
        for (int32_t i = 0; i < g->nodes; i++)
            assert_int_equal(c->cluster[i] == -1, check_degree(g, i) == 0);
        gg_clustering_free(c);
        gg_clustering_free(two);
        gg_graph_free(g);
    }
}

static double squared(const double *x, const double *y, int64_t width)
{
    double sum = 0;
    for (int64_t w = 0; w < width; w++)
        sum += (x[w] - y[w]) * (x[w] - y[w]);
    return sum;
}

/* Every point is nearest to the mean of its own cluster. */
static void check_means(const double *x, int64_t n, int64_t width, int32_t k, const int32_t *label)
{
    double mean[8][4] = {{0}}, size[8] = {0};
    for (int64_t i = 0; i < n; i++) {
        assert_true(label[i] >= 0 && label[i] < k);
        size[label[i]]++;
        for (int64_t w = 0; w < width; w++)
            mean[label[i]][w] += x[i * width + w];
    }
    for (int32_t c = 0; c < k; c++)
        for (int64_t w = 0; w < width; w++)
            mean[c][w] /= size[c];
    for (int64_t i = 0; i < n; i++)
        for (int32_t c = 0; c < k; c++)
            if (size[c] > 0)
                assert_true(squared(&x[i * width], mean[label[i]], width) <=
                            squared(&x[i * width], mean[c], width) + 1e-9);
}

static void test_kmeans(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        int64_t n = 1 + (int64_t)(seed * 37 % 1400), width = 1 + (int64_t)(seed % 4);
        int32_t k = n < 8 ? (int32_t)n : 1 + (int32_t)(seed % 8), label[1400], two[1400];
        double *x = malloc((size_t)(n * width) * sizeof *x);
        for (int64_t i = 0; i < n * width; i++)
            x[i] = seed % 5 ? gg_rng_normal(gg_rng_new(seed), (uint64_t)i)
                            : (double)gg_rng_below(gg_rng_new(seed), (uint64_t)i, 2);
        assert_int_equal(gg_kmeans(x, n, width, k, 3, seed, 1, label, NULL), GG_OK);
        assert_int_equal(gg_kmeans(x, n, width, k, 3, seed, 2, two, NULL), GG_OK);
        assert_memory_equal(label, two, (size_t)n * sizeof *label);
        check_means(x, n, width, k, label);
        free(x);
    }
}

static void test_errors(void **state)
{
    (void)state;
    gg_graph *g = check_random_graph(1, 20, 40);
    gg_clustering *c = NULL;
    gg_tensor *x = NULL;
    gg_error e;
    assert_int_equal(gg_treatment_spectral(g, 0, 1, 1, &c, &e), GG_ERR_ARGUMENT);
    assert_non_null(strstr(e.message, "0 clusters"));
    assert_int_equal(gg_treatment_spectral(g, GG_MAX_SPECTRAL + 1, 1, 1, &c, &e), GG_ERR_ARGUMENT);
    assert_int_equal(gg_spectral_embedding(g, 0, 1, 1, &x, &e), GG_ERR_ARGUMENT);
    assert_null(c);
    assert_null(x);
    gg_graph_free(g);
}

static gg_status attempt(void *context, gg_error *e)
{
    gg_clustering *c = NULL;
    gg_status s = gg_treatment_spectral(context, 4, 1, 1, &c, e);
    gg_clustering_free(c);
    return s;
}

static gg_status attempt_embedding(void *context, gg_error *e)
{
    gg_tensor *x = NULL;
    gg_status s = gg_spectral_embedding(context, 4, 1, 1, &x, e);
    gg_tensor_free(x);
    return s;
}

static void test_allocation_failures(void **state)
{
    (void)state;
    gg_graph *g = check_random_graph(3, 30, 60);
    check_every_allocation_fails(attempt, g);
    check_every_allocation_fails(attempt_embedding, g);
    gg_graph_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scikit_learn),  cmocka_unit_test(test_second_eigenvector),
        cmocka_unit_test(test_random_graphs), cmocka_unit_test(test_kmeans),
        cmocka_unit_test(test_errors),        cmocka_unit_test(test_allocation_failures)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
