/* Random walks: each step along an edge, with the probabilities that p and q ask for. */
#include "check_treatment.h"

typedef struct job {
    const gg_graph *g;
    gg_walk_options options;
    int64_t count;
    int32_t *start, *walks;
} job;

static void walk(const job *x, uint64_t seed, int threads, int32_t *walks)
{
    gg_error e;
    if (gg_random_walks(x->g, &x->options, gg_rng_new(seed), x->count, x->start, threads, walks,
                        &e))
        fail_msg("%s", e.message);
}

/* Walks from every node in turn. */
static job new_job(const gg_graph *g, gg_walk_options options, int64_t count, uint64_t seed)
{
    job x = {g, options, count, malloc((size_t)count * sizeof(int32_t)),
             malloc((size_t)(count * options.length) * sizeof(int32_t))};
    for (int64_t k = 0; k < count; k++)
        x.start[k] = (int32_t)(k % g->nodes);
    walk(&x, seed, 1, x.walks);
    return x;
}

static void free_job(job *x)
{
    free(x->start);
    free(x->walks);
}

static void test_steps(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 30; seed++) {
        gg_graph *g = check_random_graph(seed, 1 + (int32_t)(seed * 7 % 60), (int64_t)(seed * 5));
        double p = seed % 3 ? 0.25 * (double)(seed % 7 + 1) : 1;
        job x = new_job(g, (gg_walk_options){1 + (int64_t)(seed % 12), p, 1.5 - p / 4}, 100, seed);
        for (int64_t k = 0; k < x.count; k++) {
            const int32_t *at = x.walks + k * x.options.length;
            assert_int_equal(at[0], x.start[k]);
            for (int64_t s = 1; s < x.options.length; s++)
                if (check_degree(g, at[0]) == 0)
                    assert_int_equal(at[s], -1);
                else
                    assert_true(gg_csr_has(g->adjacency, at[s - 1], at[s]));
        }
        size_t bytes = (size_t)(x.count * x.options.length) * sizeof(int32_t);
        int32_t *again = malloc(bytes);
        walk(&x, seed, 2, again);
        assert_memory_equal(x.walks, again, bytes);
        free(again);
        free_job(&x);
        gg_graph_free(g);
    }
}

/* ---- probabilities ---- */

typedef struct fit {
    double chi_square, freedom;
} fit;

/* In standard deviations, how far chi-square is from what it should be. */
static double deviation(fit f)
{
    assert_true(f.freedom > 10);
    return (f.chi_square - f.freedom) / sqrt(2 * f.freedom);
}

/* Adds the steps that were taken from v by walks that came from t. */
static void add_fit(const gg_graph *g, int32_t v, const double *counts, const double *weights,
                    fit *f)
{
    double count = 0, sum = 0, least = INFINITY;
    for (int32_t x = 0; x < g->nodes; x++) {
        count += counts[x];
        sum += weights[x];
        least = weights[x] > 0 ? fmin(least, weights[x]) : least;
    }
    if (sum == 0 || count * least / sum < 5)
        return;
    for (int32_t x = 0; x < g->nodes; x++) {
        double expected = count * weights[x] / sum;
        assert_true(expected > 0 || counts[x] == 0);
        f->chi_square += expected > 0 ? pow(counts[x] - expected, 2) / expected : 0;
    }
    f->freedom += (double)check_degree(g, v) - 1;
}

static double weight(const gg_graph *g, double p, double q, int32_t t, int32_t v, int32_t x)
{
    if (!gg_csr_has(g->adjacency, v, x))
        return 0;
    return x == t ? 1 / p : gg_csr_has(g->adjacency, t, x) ? 1 : 1 / q;
}

/* Compares the walks' steps from the second on with what p and q ask for. */
static fit fit_of(const job *x, double p, double q)
{
    const int64_t n = x->g->nodes, length = x->options.length;
    double *counts = calloc((size_t)(n * n * n), sizeof *counts), weights[64];
    for (int64_t k = 0; k < x->count; k++)
        for (int64_t s = 2; s < length; s++) {
            const int32_t *at = x->walks + k * length + s;
            counts[(at[-2] * n + at[-1]) * n + at[0]]++;
        }
    fit f = {0};
    for (int32_t t = 0; t < n; t++)
        for (int32_t v = 0; v < n; v++) {
            for (int32_t y = 0; y < n; y++)
                weights[y] = gg_csr_has(x->g->adjacency, t, v) ? weight(x->g, p, q, t, v, y) : 0;
            add_fit(x->g, v, counts + (t * n + v) * n, weights, &f);
        }
    free(counts);
    return f;
}

static const double settings[][2] = {{1, 1},  {4, 0.25}, {0.25, 4}, {0.5, 0.5}, {3, 2},
                                     {30, 1}, {0.01, 1}, {1, 0.02}, {1, 50},    {0.05, 0.05}};

static void test_probabilities(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT(settings); k++) {
        double p = settings[k][0], q = settings[k][1];
        gg_graph *g = check_planted_graph(k, 20, 4, 0.8, 0.2);
        job x = new_job(g, (gg_walk_options){60, p, q}, 8000, k);
        double off = deviation(fit_of(&x, p, q));
        if (!(fabs(off) < 4))
            fail_msg("p %g, q %g: chi-square is off by %g standard deviations", p, q, off);
        if (k < 5) { /* it would see other walks */
            assert_true(deviation(fit_of(&x, 1.5 * p, q)) > 10);
            assert_true(deviation(fit_of(&x, p, 1.5 * q)) > 10);
        }
        free_job(&x);
        gg_graph_free(g);
    }
}

/* All neighbours of v are t's, and 1/q is far above their weight: rejection alone would take
 * a million tries. */
static void test_rejection_ends(void **state)
{
    (void)state;
    gg_graph *g = check_planted_graph(1, 8, 1, 1, 0);
    job x = new_job(g, (gg_walk_options){50, 2, 1e-6}, 4000, 1);
    assert_true(fabs(deviation(fit_of(&x, 2, 1e-6))) < 4);
    assert_true(deviation(fit_of(&x, 4, 1e-6)) > 10);
    free_job(&x);
    gg_graph_free(g);
}

static void test_errors(void **state)
{
    (void)state;
    gg_graph *g = check_random_graph(1, 5, 9);
    int32_t start[] = {0, 5}, walks[8];
    gg_error e;
    gg_walk_options o = {4, 1, 1};
    assert_int_equal(gg_random_walks(g, &o, gg_rng_new(1), 2, start, 1, walks, &e),
                     GG_ERR_ARGUMENT);
    assert_string_equal(e.message, "walks: start 5 of walk 1, expected 0 to 4");
    start[1] = -1;
    assert_int_equal(gg_random_walks(g, &o, gg_rng_new(1), 2, start, 1, walks, &e),
                     GG_ERR_ARGUMENT);
    const gg_walk_options bad[] = {{0, 1, 1}, {4, 0, 1}, {4, 1, NAN}, {4, 1e7, 1}};
    for (size_t k = 0; k < COUNT(bad); k++)
        assert_int_equal(gg_random_walks(g, &bad[k], gg_rng_new(1), 1, start, 1, walks, &e),
                         GG_ERR_ARGUMENT);
    assert_int_equal(gg_random_walks(g, &o, gg_rng_new(1), 0, NULL, 1, NULL, &e), GG_OK);
    gg_graph_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steps), cmocka_unit_test(test_probabilities),
        cmocka_unit_test(test_rejection_ends), cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
