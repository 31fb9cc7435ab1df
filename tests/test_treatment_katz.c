/* The Katz index against numpy's inverse, elimination and CXSparse's factors; its treatment against
 * all pairs. */
#include "check_treatment.h"

#include <cs.h>

#include "golden/treatment_katz.h"

/* (I - beta A)^-1 - I by Gauss and Jordan; I - beta A is positive definite, so no pivot is 0. */
static double *invert(const gg_graph *g, double beta)
{
    int64_t n = g->nodes, width = 2 * n;
    double *m = calloc((size_t)(n * width) + 1, sizeof *m);
    for (int32_t i = 0; i < n; i++) {
        for (int32_t j = 0; j < n; j++)
            m[i * width + j] = (i == j) - beta * gg_csr_has(g->adjacency, i, j);
        m[i * width + n + i] = 1;
    }
    for (int64_t p = 0; p < n; p++)
        for (int64_t i = 0; i < n; i++) {
            double factor = m[i * width + p] / m[p * width + p];
            for (int64_t k = 0; i != p && k < width; k++)
                m[i * width + k] -= factor * m[p * width + k];
        }
    double *index = malloc((size_t)(n * n + 1) * sizeof *index);
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++)
            index[i * n + j] = m[i * width + n + j] / m[i * width + i] - (i == j);
    free(m);
    return index;
}

static void all_pairs(int64_t nodes, gg_pair_list *pairs)
{
    for (int32_t i = 0; i < nodes; i++)
        for (int32_t j = 0; j < nodes; j++)
            assert_int_equal(gg_pair_list_add(pairs, i, j, NULL), GG_OK);
}

static void check_index(const gg_graph *g, double beta, const double *expected)
{
    gg_pair_list pairs = {0};
    all_pairs(g->nodes, &pairs);
    double *one = malloc((size_t)(pairs.count + 1) * sizeof *one);
    double *two = malloc((size_t)(pairs.count + 1) * sizeof *two);
    assert_int_equal(gg_score_katz(g, beta, &pairs, 1, one, NULL), GG_OK);
    assert_int_equal(gg_score_katz(g, beta, &pairs, 2, two, NULL), GG_OK);
    for (int64_t k = 0; k < pairs.count; k++) {
        assert_true(fabs(one[k] - expected[k]) <= 1e-10 * (1 + fabs(expected[k])));
        assert_true(one[k] == two[k]);
    }
    free(one);
    free(two);
    gg_pair_list_free(&pairs);
}

static void test_numpy(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT(golden_katz); k++) {
        int64_t n = golden_katz[k].nodes;
        gg_graph *g = check_graph_of(n, golden_katz[k].edges, golden_katz[k].u, golden_katz[k].v);
        check_index(g, 0, golden_katz[k].index);
        check_index(g, golden_katz[k].beta[0], golden_katz[k].index);
        check_index(g, golden_katz[k].beta[1], golden_katz[k].index + n * n);
        gg_graph_free(g);
    }
}

/* T of all pairs whose index is not within rounding of the threshold. */
static void check_treatment(const gg_graph *g, double beta, double factor)
{
    int64_t n = g->nodes;
    double largest = 0, used = beta, sum = 0;
    for (int32_t i = 0; i < n; i++)
        largest = fmax(largest, (double)check_degree(g, i));
    if (beta == 0) /* 0.003 wherever no eigenvalue can be above 1 / 0.006 */
        used = largest < 166 ? 0.003 : NAN;
    double *index = invert(g, used);
    for (int64_t k = 0; k < n * n; k++)
        sum += index[k];
    double threshold = n ? factor * sum / (double)(n * n) : 0;
    gg_treatment t, two;
    assert_int_equal(gg_treatment_katz(g, beta, factor, 1, &t, NULL), GG_OK);
    assert_int_equal(gg_treatment_katz(g, beta, factor, 2, &two, NULL), GG_OK);
    assert_string_equal(t.name, "katz");
    for (int32_t i = 0; i < n; i++)
        for (int32_t j = 0; j < n; j++) {
            double x = index[i * n + j];
            assert_int_equal(gg_treatment_at(&t, i, j), gg_treatment_at(&two, i, j));
            if (fabs(x - threshold) > 1e-9 * threshold)
                assert_int_equal(gg_treatment_at(&t, i, j), x > threshold);
            else
                assert_int_equal(gg_treatment_at(&t, i, j), threshold > 0);
        }
    check_consistent(&t);
    check_loners(g, &t);
    gg_treatment_free(&t);
    gg_treatment_free(&two);
    free(index);
}

static void test_random_graphs(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 100; seed++) {
        gg_graph *g = check_random_graph(seed, (int32_t)(seed % 61), (int64_t)(seed * 7 % 160));
        check_treatment(g, 0, 2);
        check_treatment(g, 0.02, 1);
        gg_graph_free(g);
    }
}

/* All entries equal but for the diagonal, and twice the mean is exactly one of them in no graph: a
 * factor of one in a graph of two nodes is. */
static void test_tie(void **state)
{
    (void)state;
    int32_t u[] = {0}, v[] = {1};
    gg_graph *g = check_graph_of(2, 1, u, v);
    gg_treatment t;
    double beta = 0.2, edge = beta / (1 - beta * beta), self = beta * edge;
    assert_int_equal(gg_treatment_katz(g, beta, edge / ((edge + self) / 2), 1, &t, NULL), GG_OK);
    assert_int_equal(gg_treatment_at(&t, 0, 1), 1);
    assert_int_equal(gg_treatment_at(&t, 0, 0), 0);
    gg_treatment_free(&t);
    gg_graph_free(g);
}

/* Columns of Cora by CXSparse: one solve a column. */
static void test_cora(void **state)
{
    (void)state;
    gg_graph *g = check_training_graph("cora");
    if (!g)
        skip();
    int n = (int)g->nodes;
    cs_di *entries = cs_di_spalloc(n, n, 1, 1, 1);
    for (int i = 0; i < n; i++) {
        assert_true(cs_di_entry(entries, i, i, 1));
        for (int64_t k = g->adjacency->rowptr[i]; k < g->adjacency->rowptr[i + 1]; k++)
            assert_true(cs_di_entry(entries, i, g->adjacency->col[k], -0.003));
    }
    cs_di *m = cs_di_compress(entries);
    double *sums = malloc((size_t)n * sizeof *sums), mean = 0;
    for (int i = 0; i < n; i++)
        sums[i] = 1;
    assert_true(cs_di_cholsol(1, m, sums));
    for (int i = 0; i < n; i++)
        mean += (sums[i] - 1) / n / n;
    gg_treatment t;
    assert_int_equal(gg_treatment_katz(g, 0, 2, 2, &t, NULL), GG_OK);
    for (int j = 0; j < n; j += 271) {
        double *column = calloc((size_t)n, sizeof *column),
               *ours = malloc((size_t)n * sizeof *ours);
        gg_pair_list pairs = {0};
        column[j] = 1;
        assert_true(cs_di_cholsol(1, m, column));
        column[j] -= 1;
        for (int i = 0; i < n; i++)
            assert_int_equal(gg_pair_list_add(&pairs, j, i, NULL), GG_OK);
        assert_int_equal(gg_score_katz(g, 0, &pairs, 2, ours, NULL), GG_OK);
        for (int i = 0; i < n; i++) {
            assert_true(fabs(ours[i] - column[i]) < 1e-13);
            if (fabs(column[i] - 2 * mean) > 1e-9 * mean)
                assert_int_equal(gg_treatment_at(&t, i, j), column[i] > 2 * mean);
        }
        gg_pair_list_free(&pairs);
        free(column);
        free(ours);
    }
    gg_treatment_free(&t);
    cs_di_spfree(entries);
    cs_di_spfree(m);
    free(sums);
    gg_graph_free(g);
}

static void test_errors(void **state)
{
    (void)state;
    gg_graph *g = check_random_graph(1, 20, 40);
    gg_treatment t = {0};
    gg_error e;
    const double betas[] = {-0.1, 0.5, NAN, INFINITY}, factors[] = {0, -1, NAN};
    for (int k = 0; k < 4; k++) {
        assert_int_equal(gg_treatment_katz(g, betas[k], 2, 1, &t, &e), GG_ERR_ARGUMENT);
        assert_non_null(strstr(e.message, "beta"));
    }
    for (int k = 0; k < 3; k++)
        assert_int_equal(gg_treatment_katz(g, 0, factors[k], 1, &t, &e), GG_ERR_ARGUMENT);
    assert_null(t.treated);
    gg_pair_list pairs = {0};
    double out;
    assert_int_equal(gg_pair_list_add(&pairs, 20, 1, NULL), GG_OK);
    assert_int_equal(gg_score_katz(g, 0, &pairs, 1, &out, &e), GG_ERR_ARGUMENT);
    gg_pair_list_free(&pairs);
    gg_graph_free(g);
}

static gg_status attempt(void *context, gg_error *e)
{
    gg_treatment t = {0};
    gg_status s = gg_treatment_katz(context, 0, 2, 1, &t, e);
    gg_treatment_free(&t);
    return s;
}

static gg_status attempt_scores(void *context, gg_error *e)
{
    int32_t u[] = {3, 1, 3}, v[] = {4, 1, 2};
    gg_pair_list pairs = {3, 3, u, v};
    double out[3];
    return gg_score_katz(context, 0, &pairs, 1, out, e);
}

static void test_allocation_failures(void **state)
{
    (void)state;
    gg_graph *g = check_random_graph(3, 30, 60);
    check_every_allocation_fails(attempt, g);
    check_every_allocation_fails(attempt_scores, g);
    gg_graph_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numpy),  cmocka_unit_test(test_random_graphs),
        cmocka_unit_test(test_tie),    cmocka_unit_test(test_cora),
        cmocka_unit_test(test_errors), cmocka_unit_test(test_allocation_failures)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
