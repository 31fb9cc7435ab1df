/* The percentile of all distances: against numpy, and against sorting them all. */
#include "check.h"
#include "graph.h"

#include <float.h>
#include <math.h>

#include "golden/graph_percentile.h"

static gg_tensor *new_points(gg_dtype dtype, int64_t count, int64_t width)
{
    gg_tensor *x = NULL;
    assert_int_equal(gg_tensor_new(dtype, 2, (int64_t[]){count, width}, &x, NULL), GG_OK);
    return x;
}

static double percentile(const gg_tensor *x, double pct, int threads)
{
    double value = -1;
    gg_error e;
    if (gg_distance_percentile(x, pct, threads, &value, &e) != GG_OK)
        fail_msg("%s", e.message);
    return value;
}

static void test_numpy(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof golden_percentiles / sizeof *golden_percentiles; k++) {
        const int64_t *shape = golden_percentiles[k].shape;
        gg_tensor *x = new_points(GG_F64, shape[0], shape[1]);
        memcpy(x->data, golden_percentiles[k].points, (size_t)gg_numel(x) * sizeof(double));
        for (size_t q = 0; q < sizeof golden_pcts / sizeof *golden_pcts; q++) {
            double expected = golden_percentiles[k].percentile[q];
            double found = percentile(x, golden_pcts[q], 1);
            if (fabs(found - expected) > 4 * DBL_EPSILON * expected)
                fail_msg("case %zu, %g: %.17g, expected %.17g", k, golden_pcts[q], found, expected);
        }
        gg_tensor_free(x);
    }
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* All distances, sorted. */
static double *all_distances(const gg_tensor *x)
{
    int64_t n = x->shape[0], w = x->shape[1];
    double *d = malloc((size_t)(n * n) * sizeof *d), *y = malloc((size_t)(n * w) * sizeof *y);
    for (int64_t k = 0; k < n * w; k++)
        y[k] = gg_get(x, k);
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++) {
            double sum = 0;
            for (int64_t k = 0; k < w; k++)
                sum += (y[i * w + k] - y[j * w + k]) * (y[i * w + k] - y[j * w + k]);
            d[i * n + j] = sqrt(sum);
        }
    free(y);
    qsort(d, (size_t)(n * n), sizeof *d, ascending);
    return d;
}

static double interpolated(const double *sorted, int64_t count, double pct)
{
    double position = (double)(count - 1) * (pct / 100), t = position - floor(position);
    int64_t k = (int64_t)position;
    double a = sorted[k], b = sorted[k + 1 < count ? k + 1 : k];
    return t < 0.5 ? a + (b - a) * t : b - (b - a) * (1 - t);
}

/* tolerance 0 where the sum of at most two squares leaves no choice of its order. Any number of
 * threads gives the same bits. */
static void check_points(const gg_tensor *x, double tolerance)
{
    const double pcts[] = {0, 0.01, 1, 10, 30, 30.7, 50, 66.6, 90, 99.99, 100};
    double *sorted = all_distances(x);
    int64_t count = x->shape[0] * x->shape[0];
    for (size_t q = 0; q < sizeof pcts / sizeof *pcts; q++) {
        double expected = interpolated(sorted, count, pcts[q]), found = percentile(x, pcts[q], 1);
        if (!(fabs(found - expected) <= tolerance * expected))
            fail_msg("%g: %.17g, expected %.17g", pcts[q], found, expected);
        assert_true(percentile(x, pcts[q], 2) == found);
        assert_true(percentile(x, pcts[q], 3) == found);
    }
    free(sorted);
}

typedef double maker(gg_rng rng, uint64_t position);

static double normal(gg_rng rng, uint64_t k)
{
    return gg_rng_normal(rng, k);
}
static double grid(gg_rng rng, uint64_t k)
{
    return (double)gg_rng_below(rng, k, 5);
}
static double two(gg_rng rng, uint64_t k)
{
    return (double)gg_rng_below(rng, k, 2);
}
static double same(gg_rng rng, uint64_t k)
{
    return (void)rng, (void)k, 7.25;
}
static double zero(gg_rng rng, uint64_t k)
{
    return (void)rng, (void)k, 0;
}
/* Far from the origin: estimates of the distances tell little, or nothing at all. */
static double distant(gg_rng rng, uint64_t k)
{
    return 1e3 + gg_rng_normal(rng, k);
}
static double beyond(gg_rng rng, uint64_t k)
{
    return 1e6 + 1e-3 * gg_rng_normal(rng, k);
}
static double tiny(gg_rng rng, uint64_t k)
{
    return 1e-155 * gg_rng_normal(rng, k);
}
static double vanishing(gg_rng rng, uint64_t k)
{
    return 1e-200 * gg_rng_normal(rng, k);
}
static double vast(gg_rng rng, uint64_t k)
{
    return 1e150 * gg_rng_normal(rng, k);
}

/* Groups far apart, near-ties inside each. */
static double clumps(gg_rng rng, uint64_t k)
{
    return (double)(k / 2 % 7) * 1e3 + 1e-6 * gg_rng_normal(rng, k);
}
static double wide(gg_rng rng, uint64_t k)
{
    return pow(10, (double)(k / 2 % 9) - 4) * gg_rng_normal(rng, k);
}

static void test_sorting(void **state)
{
    (void)state;
    maker *const makers[] = {normal, grid, two,       same, zero,   distant,
                             beyond, tiny, vanishing, vast, clumps, wide};
    const int64_t shapes[][2] = {{1, 1}, {2, 2}, {3, 1}, {40, 2}, {131, 2}, {130, 19}};
    for (size_t m = 0; m < sizeof makers / sizeof *makers; m++)
        for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
            gg_dtype dtype = makers[m] == normal ? GG_F32 : GG_F64;
            gg_tensor *x = new_points(dtype, shapes[s][0], shapes[s][1]);
            for (int64_t k = 0; k < gg_numel(x); k++)
                gg_set(x, k, makers[m](gg_rng_new(m), (uint64_t)k));
            check_points(x, shapes[s][1] <= 2 ? 0 : 1e-14);
            gg_tensor_free(x);
        }
}

/* More distinct values in one bin of the estimates than are collected: 180,000 pairs. */
static void test_crowded(void **state)
{
    (void)state;
    maker *const makers[] = {distant, beyond};
    for (size_t m = 0; m < 2; m++) {
        gg_tensor *x = new_points(GG_F64, 600, 2);
        for (int64_t k = 0; k < gg_numel(x); k++)
            gg_set(x, k, makers[m](gg_rng_new(11), (uint64_t)k));
        double *sorted = all_distances(x);
        for (double pct = 10; pct < 100; pct += 30) {
            double found = percentile(x, pct, 2);
            assert_true(found == interpolated(sorted, 600 * 600, pct));
            assert_true(found == percentile(x, pct, 1));
        }
        free(sorted);
        gg_tensor_free(x);
    }
}

/* Many tiles, an interval from a sample, rows that stand for many: each of the first fifty came
 * thirty times, so that some distances are shared by 900 pairs. */
static void test_sampled(void **state)
{
    (void)state;
    maker *const makers[] = {normal, clumps, wide, beyond, grid};
    for (size_t m = 0; m < sizeof makers / sizeof *makers; m++) {
        gg_tensor *x = new_points(GG_F64, 2000, 2);
        for (int64_t k = 0; k < gg_numel(x); k++)
            gg_set(x, k, makers[m](gg_rng_new(21), (uint64_t)(k < 3000 ? k % 100 : k)));
        double *sorted = all_distances(x);
        for (double pct = 1; pct < 100; pct += 16.25) {
            double found = percentile(x, pct, 2);
            assert_true(found == interpolated(sorted, 2000 * 2000, pct));
            assert_true(found == percentile(x, pct, 1));
        }
        free(sorted);
        gg_tensor_free(x);
    }
}

static void test_cora(void **state)
{
    (void)state;
    if (!check_data())
        skip();
    char path[4096];
    snprintf(path, sizeof path, "%s/cora/embeddings/mvgrl.npy", check_data());
    gg_tensor *x = NULL;
    assert_int_equal(gg_read_npy(path, GG_F32, &x, NULL), GG_OK);
    gg_tensor part = gg_tensor_view(GG_F32, 2, (int64_t[]){1000, x->shape[1]}, x->data);
    double *sorted = all_distances(&part);
    int64_t count = 1000 * 1000;
    for (double pct = 5; pct <= 95; pct += 22.5) {
        double expected = interpolated(sorted, count, pct);
        assert_true(fabs(percentile(&part, pct, 2) - expected) < 1e-14);
    }
    free(sorted);
    gg_tensor_free(x);
}

static void test_errors(void **state)
{
    (void)state;
    gg_tensor *x = new_points(GG_F64, 4, 3);
    double value = 5;
    gg_error e;
    assert_int_equal(gg_distance_percentile(x, -1, 1, &value, &e), GG_ERR_ARGUMENT);
    assert_int_equal(gg_distance_percentile(x, 100.5, 1, &value, &e), GG_ERR_ARGUMENT);
    assert_int_equal(gg_distance_percentile(x, NAN, 1, &value, &e), GG_ERR_ARGUMENT);
    gg_set(x, 7, NAN);
    assert_int_equal(gg_distance_percentile(x, 30, 1, &value, &e), GG_ERR_NUMERIC);
    assert_non_null(strstr(e.message, "row 2, column 1"));
    gg_set(x, 7, -INFINITY);
    assert_int_equal(gg_distance_percentile(x, 30, 1, &value, &e), GG_ERR_NUMERIC);
    gg_set(x, 7, 1e170);
    assert_int_equal(gg_distance_percentile(x, 30, 1, &value, &e), GG_ERR_NUMERIC);
    gg_tensor_free(x);
    gg_tensor row = gg_tensor_view(GG_F64, 1, (int64_t[]){3}, &value);
    assert_int_equal(gg_distance_percentile(&row, 30, 1, &value, &e), GG_ERR_SHAPE);
    gg_tensor empty = gg_tensor_view(GG_F64, 2, (int64_t[]){0, 3}, &value);
    assert_int_equal(gg_distance_percentile(&empty, 30, 1, &value, &e), GG_ERR_SHAPE);
    assert_true(value == 5);
}

static gg_status attempt(void *context, gg_error *e)
{
    double value;
    return gg_distance_percentile(context, 30, 2, &value, e);
}

static void test_allocation_failures(void **state)
{
    (void)state;
    gg_tensor *x = new_points(GG_F32, 9, 3);
    check_every_allocation_fails(attempt, x);
    gg_tensor_free(x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_numpy),
                                       cmocka_unit_test(test_sorting),
                                       cmocka_unit_test(test_crowded),
                                       cmocka_unit_test(test_sampled),
                                       cmocka_unit_test(test_cora),
                                       cmocka_unit_test(test_errors),
                                       cmocka_unit_test(test_allocation_failures)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
