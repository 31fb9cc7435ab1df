/* Random constants against their formulas on the generator's words, and against what their
 * distributions say. */
#include "check.h"

#include "autograd.h"

#include <math.h>

#define RUN 128
#define PI 3.14159265358979323846

static uint32_t word_of(gg_rng rng, int64_t run, int64_t i)
{
    uint32_t words[4];
    gg_rng_words(rng, (uint64_t)(run * RUN + i) / 4, words);
    return words[i % 4];
}

static double uniform_of(gg_rng rng, int64_t i)
{
    return (word_of(rng, i / RUN, i % RUN) >> 8) * 0x1p-24;
}

/* The angle begins an eighth of a turn before zero. */
static double normal_of(gg_rng rng, int64_t i)
{
    int64_t run = i / RUN, place = i % (RUN / 2);
    uint32_t u = word_of(rng, run, place), v = word_of(rng, run, RUN / 2 + place);
    double radius = sqrt(-2 * log(((u >> 8) + 0.5) * 0x1p-24));
    double angle = 2 * PI * (((v >> 8) + 0.5) * 0x1p-24 - 0.125);
    return radius * (i % RUN < RUN / 2 ? cos(angle) : sin(angle));
}

static void test_formulas(void **state)
{
    (void)state;
    const gg_rng rng = gg_rng_fork(gg_rng_new(5), 1);
    for (int dtype = GG_F32; dtype <= GG_F64; dtype++) {
        gg_tape *t;
        gg_error e;
        assert_int_equal(gg_tape_new((gg_dtype)dtype, 1, &t, &e), GG_OK);
        const gg_tensor *x = gg_uniform(t, 2, (int64_t[]){1001, 3}, rng);
        const gg_tensor *y = gg_normal(t, 2, (int64_t[]){1001, 3}, rng);
        assert_int_equal(gg_tape_status(t, &e), GG_OK);
        assert_false(x->requires_grad || y->requires_grad);
        for (int64_t i = 0; i < 3003; i++) {
            assert_true(gg_get(x, i) == uniform_of(rng, i));
            if (!(fabs(gg_get(y, i) - normal_of(rng, i)) < 2e-6))
                fail_msg("element %d: %.9g, expected %.9g", (int)i, gg_get(y, i),
                         normal_of(rng, i));
        }
        gg_tape_free(t);
    }
}

/* Any length, any number of threads: an element is what it is. */
static void test_elements_stay(void **state)
{
    (void)state;
    const int64_t counts[] = {0, 1, 127, 128, 129, 40000};
    gg_tape *t[2];
    gg_error e;
    for (int k = 0; k < 2; k++)
        assert_int_equal(gg_tape_new(GG_F32, k ? 3 : 1, &t[k], &e), GG_OK);
    for (int normal = 0; normal <= 1; normal++) {
        gg_tensor *(*make)(gg_tape *, int, const int64_t *, gg_rng) =
            normal ? gg_normal : gg_uniform;
        const gg_tensor *all = make(t[0], 1, &counts[5], gg_rng_new(1));
        for (int k = 0; k < 6; k++) {
            const gg_tensor *x = make(t[1], 1, &counts[k], gg_rng_new(1));
            assert_int_equal(gg_numel(x), counts[k]);
            assert_memory_equal(x->data, all->data, (size_t)counts[k] * sizeof(float));
        }
        assert_true(gg_get(make(t[0], 1, &counts[1], gg_rng_new(2)), 0) != gg_get(all, 0));
    }
    for (int k = 0; k < 2; k++)
        gg_tape_free(t[k]);
}

/* Kolmogorov and Smirnov's distance of the values from a distribution. */
static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double distance(const gg_tensor *x, bool normal)
{
    int64_t n = gg_numel(x);
    double *value = calloc((size_t)n, sizeof *value), most = 0;
    for (int64_t i = 0; i < n; i++)
        value[i] = gg_get(x, i);
    qsort(value, (size_t)n, sizeof *value, ascending);
    for (int64_t i = 0; i < n; i++) {
        double below = normal ? 0.5 * erfc(-value[i] / sqrt(2)) : value[i];
        most = fmax(most, fmax(fabs(below - (double)i / (double)n),
                               fabs(below - (double)(i + 1) / (double)n)));
    }
    free(value);
    return most;
}

static double correlation(const gg_tensor *x, int64_t lag)
{
    double sum = 0, mean = 0, squares = 0;
    int64_t n = gg_numel(x) - lag;
    for (int64_t i = 0; i < n; i++)
        mean += gg_get(x, i) / (double)n;
    for (int64_t i = 0; i < n; i++) {
        sum += (gg_get(x, i) - mean) * (gg_get(x, i + lag) - mean);
        squares += (gg_get(x, i) - mean) * (gg_get(x, i) - mean);
    }
    return sum / squares;
}

static void test_distributions(void **state)
{
    (void)state;
    const int64_t n = 200000;
    gg_tape *t;
    gg_error e;
    assert_int_equal(gg_tape_new(GG_F32, 2, &t, &e), GG_OK);
    for (int normal = 0; normal <= 1; normal++) {
        const gg_tensor *x =
            normal ? gg_normal(t, 1, &n, gg_rng_new(3)) : gg_uniform(t, 1, &n, gg_rng_new(3));
        assert_true(distance(x, normal) < 1.95 / sqrt((double)n)); /* one in a thousand is above */
        for (int64_t lag = 1; lag <= RUN; lag *= 2)
            assert_true(fabs(correlation(x, lag)) < 4.5 / sqrt((double)n));
    }
    gg_tape_free(t);
}

static void test_shapes(void **state)
{
    (void)state;
    gg_tape *t;
    gg_error e;
    assert_int_equal(gg_tape_new(GG_F32, 1, &t, &e), GG_OK);
    gg_normal(t, 5, (int64_t[]){1, 1, 1, 1, 1}, gg_rng_new(1));
    assert_int_equal(gg_tape_status(t, &e), GG_ERR_SHAPE);
    gg_uniform(t, 1, (int64_t[]){1000}, gg_rng_new(1)); /* nests */
    gg_tape_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formulas), cmocka_unit_test(test_elements_stay),
        cmocka_unit_test(test_distributions), cmocka_unit_test(test_shapes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
