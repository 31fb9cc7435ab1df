/* Personalised-PageRank diffusion against numpy's inverse, and against the power series of random
 * graphs; within what the tolerance of the push allows. */
#include "check_files.h"
#include "check_graph.h"

#include "golden/graph_diffusion.h"

#include <math.h>

enum { MOST = 60 };

static double value_at(const gg_csr *a, int32_t i, int32_t j)
{
    for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++)
        if (a->col[k] == j)
            return gg_csr_value(a, k);
    return 0;
}

static double degree(const gg_graph *g, int32_t i)
{
    return (double)(g->adjacency->rowptr[i + 1] - g->adjacency->rowptr[i] + 1);
}

/* No entry is above the exact one (n x n), none missed by more than the bound. */
static void check_within(const gg_graph *g, const gg_csr *s, const double *exact, double epsilon)
{
    int32_t n = (int32_t)g->nodes;
    assert_ptr_equal(s->transpose, s);
    for (int32_t i = 0; i < n; i++)
        for (int32_t j = 0; j < n; j++) {
            double missed = exact[i * n + j] - value_at(s, i, j);
            double bound = epsilon * sqrt(degree(g, i) * degree(g, j));
            if (!(missed > -1e-14 && missed <= bound + 1e-14))
                fail_msg("entry (%d, %d) is missed by %g, allowed %g", i, j, missed, bound);
        }
}

static void equals_numpy(void **state)
{
    (void)state;
    gg_pair_list p = pairs_of(GOLDEN_EDGES, golden_edge);
    gg_graph *g;
    assert_int_equal(gg_graph_new(GOLDEN_NODES, &p, &g, NULL), GG_OK);
    const double tolerance[] = {1e-15, 1e-8, 1e-4, 1e-2, 1};
    for (int k = 0; k < 5; k++) {
        gg_csr *s;
        assert_int_equal(
            gg_graph_diffusion(g, GOLDEN_ALPHA, tolerance[k], 1000, GG_F64, 1, &s, NULL), GG_OK);
        check_within(g, s, golden_diffusion, tolerance[k]);
        /* The isolated node's walks all end where they began, whatever the tolerance. */
        assert_true(fabs(value_at(s, GOLDEN_NODES - 1, GOLDEN_NODES - 1) - 1) < 1e-15);
        gg_csr_free(s);
    }
    gg_graph_free(g);
    gg_pair_list_free(&p);
}

/* alpha sum_k (1 - alpha)^k T^k, T = D^-1/2 (A + I) D^-1/2. */
static void power_series(const gg_graph *g, double alpha, double *sum)
{
    int32_t n = (int32_t)g->nodes;
    static double term[MOST * MOST], next[MOST * MOST];
    memset(sum, 0, sizeof term);
    memset(term, 0, sizeof term);
    for (int32_t i = 0; i < n; i++)
        term[i * n + i] = alpha;
    for (int step = 0; step < 2000; step++) {
        for (int32_t k = 0; k < n * n; k++)
            sum[k] += term[k];
        for (int32_t i = 0; i < n; i++)
            for (int32_t j = 0; j < n; j++) {
                double walks = term[i * n + j] / degree(g, j);
                for (int32_t k = 0; k < n; k++)
                    if (is_link(g, k, j))
                        walks += term[i * n + k] / sqrt(degree(g, k) * degree(g, j));
                next[i * n + j] = (1 - alpha) * walks;
            }
        memcpy(term, next, sizeof term);
        if (pow(1 - alpha, step) < 1e-17)
            break;
    }
}

static void equals_power_series(void **state)
{
    (void)state;
    static double exact[MOST * MOST];
    for (uint64_t seed = 0; seed < 12; seed++) {
        int32_t n = 1 + (int32_t)seed * 3;
        gg_graph *g = random_graph(seed, n, (int64_t)(seed % 4) * n);
        double alpha = seed % 2 ? 0.2 : 0.6, epsilon = pow(10, -(double)(seed % 6) - 1);
        gg_csr *s;
        power_series(g, alpha, exact);
        assert_int_equal(gg_graph_diffusion(g, alpha, epsilon, n, GG_F64, 2, &s, NULL), GG_OK);
        check_within(g, s, exact, epsilon);
        gg_csr_free(s);
        gg_graph_free(g);
    }
}

/* How many entries of row i of the whole matrix come before its entry at j. */
static int64_t rank_in_row(const gg_csr *whole, int32_t i, int32_t j)
{
    double value = value_at(whole, i, j);
    int64_t before = 0;
    for (int64_t k = whole->rowptr[i]; k < whole->rowptr[i + 1]; k++)
        before += gg_csr_value(whole, k) > value;
    return before;
}

/* With hardly any tolerance both rows know an entry alike, so the largest are those of the whole
 * matrix, but for near ties. */
static void largest_are_kept(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 10; seed++)
        for (int64_t most = 1; most <= 8; most += 7) {
            gg_graph *g = random_graph(seed, 30, 70);
            gg_csr *whole, *cut;
            assert_int_equal(gg_graph_diffusion(g, 0.2, 1e-14, 30, GG_F64, 1, &whole, NULL), GG_OK);
            assert_int_equal(gg_graph_diffusion(g, 0.2, 1e-14, most, GG_F64, 1, &cut, NULL), GG_OK);
            assert_ptr_equal(cut->transpose, cut);
            assert_true(gg_csr_nnz(cut) <= 2 * 30 * most);
            for (int32_t i = 0; i < 30; i++) {
                assert_true(cut->rowptr[i + 1] - cut->rowptr[i] >=
                            (most < whole->rowptr[i + 1] - whole->rowptr[i]
                                 ? most
                                 : whole->rowptr[i + 1] - whole->rowptr[i]));
                for (int32_t j = 0; j < 30; j++) {
                    bool kept = value_at(cut, i, j) > 0;
                    int64_t here = rank_in_row(whole, i, j), there = rank_in_row(whole, j, i);
                    if (kept)
                        assert_true(fabs(value_at(cut, i, j) - value_at(whole, i, j)) < 1e-12);
                    else if (value_at(whole, i, j) > 0)
                        assert_true(here >= most - 1 && there >= most - 1);
                    if (kept)
                        assert_true(here < most + 4 || there < most + 4);
                }
            }
            gg_csr_free(whole);
            gg_csr_free(cut);
            gg_graph_free(g);
        }
}

static void same_bits(void **state)
{
    (void)state;
    gg_graph *g = random_graph(5, 1500, 6000);
    gg_csr *a, *b, *c;
    assert_int_equal(gg_graph_diffusion(g, 0.2, 1e-4, 20, GG_F32, 1, &a, NULL), GG_OK);
    assert_int_equal(gg_graph_diffusion(g, 0.2, 1e-4, 20, GG_F32, 2, &b, NULL), GG_OK);
    assert_int_equal(gg_graph_diffusion(g, 0.2, 1e-4, 20, GG_F64, 5, &c, NULL), GG_OK);
    size_t count = (size_t)gg_csr_nnz(a);
    assert_true(gg_csr_nnz(b) == (int64_t)count && gg_csr_nnz(c) == (int64_t)count);
    assert_memory_equal(a->rowptr, b->rowptr, 1501 * sizeof *a->rowptr);
    assert_memory_equal(a->col, b->col, count * sizeof *a->col);
    assert_memory_equal(a->values, b->values, count * sizeof(float));
    assert_memory_equal(a->col, c->col, count * sizeof *a->col);
    for (size_t k = 0; k < count; k++)
        assert_true(gg_csr_value(a, (int64_t)k) == (double)(float)gg_csr_value(c, (int64_t)k));
    gg_csr_free(a);
    gg_csr_free(b);
    gg_csr_free(c);
    gg_graph_free(g);
}

/* A hub is cheap to pass, knows its neighbours, and they know it. */
static void hub_is_known(void **state)
{
    (void)state;
    enum { LEAVES = 20000 };
    gg_pair_list p = {0};
    gg_graph *g;
    gg_csr *s;
    for (int32_t i = 1; i <= LEAVES; i++)
        assert_int_equal(gg_pair_list_add(&p, 0, i, NULL), GG_OK);
    assert_int_equal(gg_graph_new(LEAVES + 1, &p, &g, NULL), GG_OK);
    assert_int_equal(gg_graph_diffusion(g, 0.2, 1e-4, 16, GG_F32, 2, &s, NULL), GG_OK);
    assert_int_equal(s->rowptr[1], LEAVES + 1);
    for (int32_t i = 1; i <= LEAVES; i += 997)
        assert_true(gg_csr_has(s, i, 0) && gg_csr_has(s, i, i));
    gg_csr_free(s);
    gg_graph_free(g);
    gg_pair_list_free(&p);
}

static void errors(void **state)
{
    (void)state;
    gg_graph *g = random_graph(1, 5, 5);
    gg_csr *s = NULL;
    gg_error e = {0};
    assert_int_equal(gg_graph_diffusion(g, 0, 1e-4, 8, GG_F32, 1, &s, &e), GG_ERR_ARGUMENT);
    assert_contains(e.message, "diffusion: alpha 0, expected above 0 and below 1");
    assert_int_equal(gg_graph_diffusion(g, 1, 1e-4, 8, GG_F32, 1, &s, &e), GG_ERR_ARGUMENT);
    assert_int_equal(gg_graph_diffusion(g, NAN, 1e-4, 8, GG_F32, 1, &s, &e), GG_ERR_ARGUMENT);
    assert_int_equal(gg_graph_diffusion(g, 0.2, 0, 8, GG_F32, 1, &s, &e), GG_ERR_ARGUMENT);
    assert_contains(e.message, "epsilon 0");
    assert_int_equal(gg_graph_diffusion(g, 0.2, 1e-4, 0, GG_F32, 1, &s, &e), GG_ERR_ARGUMENT);
    assert_int_equal(gg_graph_diffusion(g, 0.2, 1e-4, 8, GG_F32, 0, &s, &e), GG_ERR_ARGUMENT);
    assert_contains(e.message, "0 threads");
    assert_null(s);
    gg_graph_free(g);
    gg_pair_list none = {0};
    assert_int_equal(gg_graph_new(0, &none, &g, NULL), GG_OK);
    assert_int_equal(gg_graph_diffusion(g, 0.2, 1e-4, 8, GG_F32, 2, &s, &e), GG_OK);
    assert_int_equal(s->rows, 0);
    gg_csr_free(s);
    gg_graph_free(g);
}

static gg_status attempt(void *context, gg_error *e)
{
    gg_csr *s = NULL;
    gg_status status = gg_graph_diffusion(context, 0.2, 1e-3, 4, GG_F32, 2, &s, e);
    gg_csr_free(s);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    gg_graph *g = random_graph(2, 9, 20);
    check_every_allocation_fails(attempt, g);
    gg_graph_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_numpy),     cmocka_unit_test(equals_power_series),
        cmocka_unit_test(largest_are_kept), cmocka_unit_test(same_bits),
        cmocka_unit_test(hub_is_known),     cmocka_unit_test(errors),
        cmocka_unit_test(out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
