/* SVD embeddings against numpy's decomposition. */
#include "check_treatment.h"

#include "models.h"

#include "golden/svd.h"

typedef struct job {
    gg_graph *g;
    gg_csr *x; /* NULL: none */
    gg_svd_options options;
} job;

static gg_csr *sparse(int64_t rows, int64_t cols, const double *x)
{
    gg_csr *a = NULL;
    int32_t *row = malloc((size_t)(rows * cols) * sizeof *row),
            *col = malloc((size_t)(rows * cols) * 4);
    double *value = malloc((size_t)(rows * cols) * sizeof *value);
    int64_t count = 0;
    for (int32_t i = 0; i < rows * cols; i++)
        if (x[i] != 0) {
            row[count] = i / (int32_t)cols;
            col[count] = i % (int32_t)cols;
            value[count++] = x[i];
        }
    assert_int_equal(gg_csr_from_coo(rows, cols, count, row, col, value, GG_F32, &a, NULL), GG_OK);
    free(row);
    free(col);
    free(value);
    return a;
}

/* A random graph with as many nodes as features, 0 or 1, or with none. */
static job random_job(uint64_t seed, int32_t nodes, int64_t edges, bool features)
{
    job j = {.g = check_random_graph(seed, nodes, edges), .options = {5, 2, 6}};
    int64_t cols = nodes + 2;
    double *x = calloc((size_t)(nodes * cols) + 1, sizeof *x);
    for (int64_t i = 0; i < nodes * cols; i++)
        x[i] = gg_rng_uniform(gg_rng_new(seed + 100), (uint64_t)i) < 0.2;
    if (features)
        j.x = sparse(nodes, cols, x);
    free(x);
    return j;
}

static void free_job(job *j)
{
    gg_graph_free(j->g);
    gg_csr_free(j->x);
}

static gg_tensor *embed(const job *j, uint64_t seed, int threads)
{
    gg_embedding_source s = {.graph = j->g, .features = j->x, .seed = seed, .threads = threads};
    gg_tensor *z = NULL;
    gg_error e;
    if (gg_embed_svd(&s, &j->options, &z, &e))
        fail_msg("%s", e.message);
    assert_int_equal(z->dtype, GG_F32);
    assert_int_equal(z->shape[0], j->g->nodes);
    assert_int_equal(z->shape[1], j->options.dimensions);
    return z;
}

static double product(const gg_tensor *z, int64_t i, int64_t j)
{
    double sum = 0;
    for (int64_t c = 0; c < z->shape[1]; c++)
        sum += gg_get(z, i * z->shape[1] + c) * gg_get(z, j * z->shape[1] + c);
    return sum;
}

/* Products of rows: they do not depend on the columns' signs. */
static void test_numpy(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT(golden_svd); k++) {
        int64_t n = golden_svd[k].nodes, features = golden_svd[k].features;
        job j = {.g = check_graph_of(n, golden_svd[k].edges, golden_svd[k].u, golden_svd[k].v),
                 .x = features ? sparse(n, features, golden_svd[k].x) : NULL,
                 .options = {golden_svd[k].dimensions, golden_svd[k].hops, golden_svd[k].hops}};
        for (uint64_t seed = 0; seed < 3; seed++) {
            gg_tensor *z = embed(&j, seed, 1);
            for (int64_t a = 0; a < n * n; a++)
                if (!(fabs(product(z, a / n, a % n) - golden_svd[k].cosines[a]) < 1e-4))
                    fail_msg("case %zu, (%lld, %lld): %.9g, expected %.9g", k, (long long)(a / n),
                             (long long)(a % n), product(z, a / n, a % n),
                             golden_svd[k].cosines[a]);
            gg_tensor_free(z);
        }
        free_job(&j);
    }
}

/* The same bits on any number of threads; and at any seed nearly the same, signs included. */
static void test_threads_and_signs(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 12; seed++) {
        job j = random_job(seed, 40 + 30 * (int32_t)seed, 50 + 90 * (int64_t)seed, seed % 2);
        j.options.dimensions = 1 + (int64_t)seed % 3;
        gg_tensor *x = embed(&j, 1, 1), *y = embed(&j, 1, 2), *other = embed(&j, 2, 3);
        assert_memory_equal(x->data, y->data, (size_t)gg_numel(x) * sizeof(float));
        for (int64_t i = 0; i < gg_numel(x); i++)
            assert_true(fabs(gg_get(x, i) - gg_get(other, i)) < 0.01);
        gg_tensor_free(x);
        gg_tensor_free(y);
        gg_tensor_free(other);
        free_job(&j);
    }
}

/* Rows are at most 1 long; columns beyond the nodes are zeros. */
static void test_tiny(void **state)
{
    (void)state;
    for (int32_t nodes = 0; nodes < 8; nodes++)
        for (int features = 0; features < 2; features++)
            for (int64_t edges = 0; edges < 2 * nodes; edges += 3) {
                job j = random_job((uint64_t)nodes, nodes, edges, features);
                gg_tensor *z = embed(&j, 1, 2);
                for (int64_t i = 0; i < nodes; i++) {
                    assert_true(product(z, i, i) < 1 + 1e-6);
                    for (int64_t c = nodes; c < j.options.dimensions; c++)
                        assert_true(gg_get(z, i * j.options.dimensions + c) == 0);
                }
                gg_tensor_free(z);
                free_job(&j);
            }
}

/* Nodes of a block have much the same direction. */
static void test_blocks(void **state)
{
    (void)state;
    job j = {.g = check_planted_graph(2, 120, 4, 0.3, 0.02), .options = {4, 2, 6}};
    gg_tensor *z = embed(&j, 1, 1);
    double sum[2] = {0}, count[2] = {0};
    for (int64_t a = 0; a < 120; a++)
        for (int64_t b = 0; b < a; b++) {
            sum[a % 4 == b % 4] += product(z, a, b);
            count[a % 4 == b % 4]++;
        }
    assert_true(sum[1] / count[1] > sum[0] / count[0] + 0.2);
    gg_tensor_free(z);
    free_job(&j);
}

typedef struct watch {
    int64_t calls, stop_at;
} watch;

static bool look(const gg_embedding_progress *p, void *context)
{
    watch *w = context;
    assert_int_equal(p->step, ++w->calls);
    assert_true(p->step > 0 && p->steps == 0 && isnan(p->loss) && p->seconds >= 0);
    return p->step != w->stop_at;
}

static void test_progress(void **state)
{
    (void)state;
    job j = random_job(1, 60, 150, true);
    watch w = {.stop_at = 3};
    gg_embedding_source s = {j.g, j.x, 1, 1, look, &w};
    gg_tensor *z = NULL;
    gg_error e;
    assert_int_equal(gg_embed_svd(&s, &j.options, &z, &e), GG_ERR_STATE);
    assert_non_null(strstr(e.message, "stopped after 3 "));
    assert_int_equal(w.calls, 3);
    assert_null(z);
    w = (watch){0};
    assert_int_equal(gg_embed_svd(&s, &j.options, &z, &e), GG_OK);
    assert_true(w.calls > 3);
    gg_tensor_free(z);
    free_job(&j);
}

static void test_errors(void **state)
{
    (void)state;
    job j = random_job(1, 20, 40, true);
    const gg_svd_options bad[] = {{0, 2, 6}, {5, 0, 6}, {5, 2, 101}};
    gg_embedding_source s = {.graph = j.g, .features = j.x, .threads = 1};
    gg_tensor *z = NULL;
    for (size_t k = 0; k < COUNT(bad); k++)
        assert_int_equal(gg_embed_svd(&s, &bad[k], &z, NULL), GG_ERR_ARGUMENT);
    gg_csr *other = NULL;
    assert_int_equal(gg_csr_cast(j.x, GG_F64, &other, NULL), GG_OK);
    s.features = other;
    assert_int_equal(gg_embed_svd(&s, &j.options, &z, NULL), GG_ERR_SHAPE);
    assert_null(z);
    gg_csr_free(other);
    free_job(&j);
}

static gg_status attempt(void *context, gg_error *e)
{
    const job *j = context;
    gg_embedding_source s = {.graph = j->g, .features = j->x, .threads = 2};
    gg_tensor *z = NULL;
    gg_status status = gg_embed_svd(&s, &j->options, &z, e);
    gg_tensor_free(z);
    return status;
}

static void test_allocation_failures(void **state)
{
    (void)state;
    for (int features = 0; features < 2; features++) {
        job j = random_job(1, 30, 60, features);
        check_every_allocation_fails(attempt, &j);
        free_job(&j);
    }
}

static void test_by_name(void **state)
{
    (void)state;
    job j = random_job(3, 50, 90, true);
    gg_embedding_source s = {.graph = j.g, .features = j.x, .seed = 1, .threads = 1};
    gg_tensor *x = NULL;
    char text[200];
    j.options = gg_svd_defaults();
    j.options.dimensions = 7;
    gg_tensor *y = embed(&j, 1, 1);
    assert_int_equal(gg_embed("svd", &s, 7, &x, NULL), GG_OK);
    assert_memory_equal(x->data, y->data, (size_t)gg_numel(x) * sizeof(float));
    assert_int_equal(gg_embedding_settings("svd", 7, text, sizeof text, NULL), GG_OK);
    assert_non_null(strstr(text, "7 dimensions"));
    gg_tensor_free(x);
    gg_tensor_free(y);
    free_job(&j);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numpy),    cmocka_unit_test(test_threads_and_signs),
        cmocka_unit_test(test_tiny),     cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_progress), cmocka_unit_test(test_errors),
        cmocka_unit_test(test_by_name),  cmocka_unit_test(test_allocation_failures)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
