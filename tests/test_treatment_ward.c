/* Ward's merges against scikit-learn's, and against all pairs at every step; its clusters against
 * planted blocks. */
#include "check_treatment.h"
#include "ward.h"

#include "golden/treatment_spectral.h"
#include "golden/treatment_ward.h"

static void test_scikit_learn(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT(golden_ward); k++) {
        int64_t n = golden_ward[k].count;
        gg_merge *merges = malloc((size_t)n * sizeof *merges);
        assert_int_equal(gg_ward(golden_ward[k].points, n, golden_ward[k].width, 2, merges, NULL),
                         GG_OK);
        for (int64_t m = 0; m + 1 < n; m++) {
            assert_int_equal(merges[m].a, golden_ward[k].children[2 * m]);
            assert_int_equal(merges[m].b, golden_ward[k].children[2 * m + 1]);
            assert_true(fabs(merges[m].height - golden_ward[k].height[m]) <
                        1e-10 * (1 + merges[m].height));
        }
        free(merges);
    }
}

/* The squared height of a merge, from the points themselves. */
static double cost(const double *x, int64_t n, int64_t width, const int32_t *label, int32_t a,
                   int32_t b)
{
    double size[2] = {0}, squared = 0;
    for (int64_t i = 0; i < n; i++)
        for (int s = 0; s < 2; s++)
            size[s] += label[i] == (s ? b : a);
    for (int64_t w = 0; w < width; w++) {
        double mean[2] = {0};
        for (int64_t i = 0; i < n; i++)
            for (int s = 0; s < 2; s++)
                if (label[i] == (s ? b : a))
                    mean[s] += x[i * width + w] / size[s];
        squared += (mean[0] - mean[1]) * (mean[0] - mean[1]);
    }
    return 2 * size[0] * size[1] / (size[0] + size[1]) * squared;
}

/* Every merge is of the two clusters that cost least, and cuts are what is left of merges. */
static void check_greedy(const double *x, int64_t n, int64_t width)
{
    gg_merge *merges = malloc((size_t)n * sizeof *merges);
    int32_t *label = malloc((size_t)n * sizeof *label), *cut = malloc((size_t)n * sizeof *cut);
    assert_int_equal(gg_ward(x, n, width, 1, merges, NULL), GG_OK);
    for (int32_t i = 0; i < n; i++)
        label[i] = i;
    for (int64_t m = 0; m < n; m++) {
        assert_int_equal(gg_ward_cut(merges, n, (int32_t)(n - m), cut, NULL), GG_OK);
        for (int64_t i = 0; i < n; i++) {
            assert_true(cut[i] >= 0 && cut[i] < n - m);
            for (int64_t j = 0; j < i; j++)
                assert_int_equal(cut[i] == cut[j], label[i] == label[j]);
        }
        if (m == n - 1)
            break;
        double least = INFINITY;
        for (int64_t i = 0; i < n; i++)
            for (int64_t j = 0; j < i; j++)
                if (label[i] != label[j])
                    least = fmin(least, cost(x, n, width, label, label[i], label[j]));
        double own = cost(x, n, width, label, merges[m].a, merges[m].b);
        assert_true(fabs(own - least) <= 1e-12 * (1 + least));
        assert_true(fabs(merges[m].height - sqrt(own)) <= 1e-7);
        for (int64_t i = 0; i < n; i++)
            if (label[i] == merges[m].a || label[i] == merges[m].b)
                label[i] = (int32_t)(n + m);
    }
    free(merges);
    free(label);
    free(cut);
}

/* Some points twice. */
static void test_greedy(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        int64_t n = 1 + (int64_t)(seed % 20), width = 1 + (int64_t)(seed % 3);
        double x[60];
        for (int64_t i = 0; i < n * width; i++)
            x[i] = gg_rng_normal(gg_rng_new(seed), (uint64_t)(i >= 9 && seed % 2 ? i - 9 : i));
        check_greedy(x, n, width);
    }
}

/* More clusters than a block has: the same merges on two threads. */
static void test_threads(void **state)
{
    (void)state;
    int64_t n = 6000;
    double *x = malloc((size_t)n * 3 * sizeof *x);
    gg_merge *one = malloc((size_t)n * sizeof *one), *two = malloc((size_t)n * sizeof *two);
    for (int64_t i = 0; i < 3 * n; i++)
        x[i] = gg_rng_normal(gg_rng_new(1), (uint64_t)i);
    assert_int_equal(gg_ward(x, n, 3, 1, one, NULL), GG_OK);
    assert_int_equal(gg_ward(x, n, 3, 2, two, NULL), GG_OK);
    for (int64_t m = 0; m + 1 < n; m++) {
        assert_true(one[m].a == two[m].a && one[m].b == two[m].b);
        assert_true(one[m].height == two[m].height);
        assert_true(m == 0 || one[m].height >= one[m - 1].height);
    }
    free(x);
    free(one);
    free(two);
}

static void test_planted(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT(golden_spectral); k++) {
        int64_t n = golden_spectral[k].nodes;
        gg_clustering *c = NULL;
        gg_graph *g =
            check_graph_of(n, golden_spectral[k].edges, golden_spectral[k].u, golden_spectral[k].v);
        assert_int_equal(gg_treatment_ward(g, golden_spectral[k].clusters, 1, 1, &c, NULL), GG_OK);
        assert_int_equal(c->clusters, golden_spectral[k].clusters);
        assert_true(check_adjusted_rand(c->cluster, golden_spectral[k].block, n) >= 0.9);
        gg_clustering_free(c);
        gg_graph_free(g);
    }
}

static void test_random_graphs(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        gg_graph *g = check_random_graph(seed, (int32_t)(seed % 50), (int64_t)(seed * 7 % 90));
        gg_clustering *c = NULL, *two = NULL;
        assert_int_equal(gg_treatment_ward(g, 16, seed, 1, &c, NULL), GG_OK);
        assert_int_equal(gg_treatment_ward(g, 16, seed, 2, &two, NULL), GG_OK);
        check_same_clusters(c, two);
        check_compact(c);
        int64_t linked = g->nodes - g->cleaned.isolated;
        assert_int_equal(c->clusters, linked < 16 ? linked : 16);
        gg_treatment t = gg_treatment_of_clustering(c);
        check_loners(g, &t);
        gg_clustering_free(c);
        gg_clustering_free(two);
        gg_graph_free(g);
    }
}

static gg_status attempt(void *context, gg_error *e)
{
    gg_clustering *c = NULL;
    gg_status s = gg_treatment_ward(context, 4, 1, 1, &c, e);
    gg_clustering_free(c);
    return s;
}

static void test_failures(void **state)
{
    (void)state;
    gg_graph *g = check_random_graph(3, 30, 60);
    gg_clustering *c = NULL;
    gg_error e;
    assert_int_equal(gg_treatment_ward(g, 0, 1, 1, &c, &e), GG_ERR_ARGUMENT);
    assert_non_null(strstr(e.message, "0 clusters"));
    assert_null(c);
    check_every_allocation_fails(attempt, g);
    gg_graph_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scikit_learn),  cmocka_unit_test(test_greedy),
        cmocka_unit_test(test_threads),       cmocka_unit_test(test_planted),
        cmocka_unit_test(test_random_graphs), cmocka_unit_test(test_failures)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
