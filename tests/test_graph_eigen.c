/* Eigenvalues and eigenvectors: dense matrices against what defines them, large sparse ones against
 * the dense solver, with eigenvalues that repeat. */
#include "check_treatment.h"
#include "eigen.h"

static void check_orthonormal(const double *v, int64_t n, int64_t k)
{
    for (int64_t a = 0; a < k; a++)
        for (int64_t b = 0; b <= a; b++) {
            double sum = 0;
            for (int64_t i = 0; i < n; i++)
                sum += v[i * k + a] * v[i * k + b];
            assert_true(fabs(sum - (a == b)) < 1e-12);
        }
}

/* M v = value v to `close`. */
static void check_pairs(const double *m, int64_t n, int64_t k, const double *values,
                        const double *vectors, double close)
{
    for (int64_t c = 0; c < k; c++) {
        assert_true(c == 0 || values[c] <= values[c - 1]);
        for (int64_t i = 0; i < n; i++) {
            double sum = 0;
            for (int64_t j = 0; j < n; j++)
                sum += m[i * n + j] * vectors[j * k + c];
            assert_true(fabs(sum - values[c] * vectors[i * k + c]) <= close);
        }
    }
    check_orthonormal(vectors, n, k);
}

static void test_dense(void **state)
{
    (void)state;
    for (int64_t n = 0; n <= 40; n++) {
        size_t square = (size_t)(n * n) + 1;
        double *m = malloc(square * sizeof *m), *copy = malloc(square * sizeof *m);
        double *values = malloc(square * sizeof *m), *vectors = malloc(square * sizeof *m);
        gg_rng rng = gg_rng_new((uint64_t)n);
        for (int64_t i = 0; i < n; i++)
            for (int64_t j = 0; j <= i; j++)
                m[i * n + j] = m[j * n + i] =
                    n % 3 == 0 ? (double)gg_rng_below(rng, (uint64_t)(i * n + j), 2)
                               : gg_rng_normal(rng, (uint64_t)(i * n + j));
        memcpy(copy, m, square * sizeof *m);
        gg_eigen_dense(n, copy, values, vectors);
        check_pairs(m, n, n, values, vectors, 1e-12 * (double)(n + 1));
        free(m);
        free(copy);
        free(values);
        free(vectors);
    }
}

typedef struct job {
    gg_graph *g;
    double *scale, *dense;
    gg_operator m;
} job;

/* The scaled adjacency matrix of a graph, regularised or not, or the plain one. */
static job new_job(gg_graph *g, int kind)
{
    int64_t n = g->nodes;
    job x = {.g = g,
             .scale = malloc((size_t)(n + 1) * sizeof(double)),
             .dense = malloc((size_t)(n * n + 1) * sizeof(double))};
    double tau = kind == 1 ? 1 : 0, most = 0;
    for (int32_t i = 0; i < n; i++) {
        double degree = (double)check_degree(g, i) + tau;
        x.scale[i] = degree > 0 ? 1 / sqrt(degree) : 0;
        most = fmax(most, degree);
    }
    x.m = (gg_operator){g->adjacency, kind == 2 ? NULL : x.scale, tau / (double)(n ? n : 1),
                        kind == 2 ? most : 1};
    for (int32_t i = 0; i < n; i++)
        for (int32_t j = 0; j < n; j++)
            x.dense[i * n + j] = (kind == 2 ? 1 : x.scale[i] * x.scale[j]) *
                                 (gg_csr_has(g->adjacency, i, j) + x.m.uniform);
    return x;
}

static void free_job(job *x)
{
    gg_graph_free(x->g);
    free(x->scale);
    free(x->dense);
}

static void check_job(job *x, int64_t k)
{
    int64_t n = x->g->nodes;
    size_t square = (size_t)(n * n) + 1, all = (size_t)(n * k) + 1;
    double *copy = malloc(square * sizeof *copy), *expected = malloc(square * sizeof *copy);
    double *unused = malloc(square * sizeof *copy), *values = malloc(all * sizeof *copy);
    double *vectors = malloc(all * sizeof *copy), *again = malloc(all * sizeof *copy);
    memcpy(copy, x->dense, square * sizeof *copy);
    gg_eigen_dense(n, copy, expected, unused);
    assert_int_equal(gg_eigen_largest(&x->m, k, 1e-10, 7, 1, values, vectors, NULL), GG_OK);
    check_pairs(x->dense, n, k, values, vectors, 1e-9 * (1 + x->m.bound));
    for (int64_t c = 0; c < k; c++)
        assert_true(fabs(values[c] - expected[c]) < 1e-9 * (1 + x->m.bound));
    assert_int_equal(gg_eigen_largest(&x->m, k, 1e-10, 7, 2, values, again, NULL), GG_OK);
    if (n * k > 0)
        assert_memory_equal(vectors, again, (size_t)(n * k) * sizeof *again);
    double *const buffers[] = {copy, expected, unused, values, vectors, again};
    for (size_t b = 0; b < COUNT(buffers); b++)
        free(buffers[b]);
}

static void test_random(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 45; seed++) {
        int32_t n = (int32_t)(seed * 5 % 80);
        job x = new_job(check_random_graph(seed, n, (int64_t)(seed * 13 % 200)), (int)(seed % 3));
        for (int64_t k = 0; k <= n && k < 9; k += 4)
            check_job(&x, k);
        free_job(&x);
    }
}

/* Twenty equal rings: each eigenvalue twenty times and more; a path, whose eigenvalues crowd. */
static void test_repeated_and_crowded(void **state)
{
    (void)state;
    int32_t u[200], v[200];
    for (int32_t i = 0; i < 120; i++) {
        u[i] = i;
        v[i] = i % 6 == 5 ? i - 5 : i + 1;
    }
    job rings = new_job(check_graph_of(120, 120, u, v), 0);
    check_job(&rings, 24);
    free_job(&rings);
    for (int32_t i = 0; i < 149; i++) {
        u[i] = i;
        v[i] = i + 1;
    }
    job path = new_job(check_graph_of(150, 149, u, v), 0);
    check_job(&path, 16);
    free_job(&path);
}

static gg_status attempt(void *context, gg_error *e)
{
    const job *x = context;
    double values[3], vectors[90];
    return gg_eigen_largest(&x->m, 3, 1e-8, 1, 1, values, vectors, e);
}

static void test_failures(void **state)
{
    (void)state;
    job x = new_job(check_random_graph(3, 30, 60), 0);
    double values[3], vectors[90];
    gg_error e;
    check_every_allocation_fails(attempt, &x);
    assert_int_equal(gg_eigen_largest(&x.m, 3, 0, 1, 1, values, vectors, &e), GG_ERR_NUMERIC);
    assert_non_null(strstr(e.message, "residual"));
    free_job(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_dense), cmocka_unit_test(test_random),
                                       cmocka_unit_test(test_repeated_and_crowded),
                                       cmocka_unit_test(test_failures)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
