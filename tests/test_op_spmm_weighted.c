#include "check_csr.h"
#include "golden/op_spmm_weighted.h"

static gg_tensor *weighted(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_spmm_weighted(t, check_csr_for(t, context), in[0], in[1]);
}

static gg_tensor *twice(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_add(t, weighted(t, in, context), weighted(t, in, context));
}

static void test_golden(void **state)
{
    (void)state;
    check_csr m = check_csr_of(4, 5, 6, golden_spmm_weighted_row, golden_spmm_weighted_col, NULL);
    check_golden(weighted, &m, &golden_spmm_weighted_vector);
    check_golden(weighted, &m, &golden_spmm_weighted_heads);
    check_csr_free(&m);
}

static void test_shapes(void **state)
{
    (void)state;
    for (int k = 0; k < CHECK_CSR_SHAPES; k++) {
        check_csr m = check_csr_shaped(k);
        int64_t entries = check_csr_shapes[k].entries, cols = check_csr_shapes[k].cols;
        check_op(weighted, &m, SHAPE(entries), SHAPE(cols, 3));
        check_op(weighted, &m, SHAPE(entries, 2), SHAPE(cols, 6));
        check_op(weighted, &m, SHAPE(entries, 3), SHAPE(cols, 0));
        check_op(weighted, &m, CONSTANT(entries), SHAPE(cols, 2));
        check_op(weighted, &m, SHAPE(entries), CONSTANT(cols, 2));
        check_op(twice, &m, SHAPE(entries), SHAPE(cols, 1));
        check_csr_free(&m);
    }
}

/* A matrix that is its own transpose: its entries still change places. */
static void test_symmetric(void **state)
{
    (void)state;
    const int32_t row[] = {0, 1, 1, 2, 3, 0, 3}, col[] = {1, 0, 2, 1, 3, 3, 0};
    check_csr m = check_csr_of(4, 4, 7, row, col, NULL);
    assert_ptr_equal(m.of[GG_F64], m.of[GG_F64]->transpose);
    check_op(weighted, &m, SHAPE(7), SHAPE(4, 3));
    check_op(weighted, &m, SHAPE(7, 2), SHAPE(4, 2));
    check_csr_free(&m);
}

/* The weights as a matrix's own values, through gg_spmm. */
static void test_equals_spmm(void **state)
{
    (void)state;
    gg_csr *a;
    gg_tape *t;
    gg_error e;
    check_csr m = check_csr_random(30, 20, 150, 0);
    const gg_csr *ones = m.of[GG_F64];
    int32_t row[150];
    double values[150];
    for (int32_t i = 0; i < 30; i++)
        for (int64_t k = ones->rowptr[i]; k < ones->rowptr[i + 1]; k++) {
            row[k] = i;
            values[k] = check_random(5, k, -1, 1);
        }
    assert_int_equal(gg_csr_from_coo(30, 20, 150, row, ones->col, values, GG_F64, &a, &e), GG_OK);
    assert_int_equal(gg_tape_new(GG_F64, 1, &t, &e), GG_OK);
    gg_tensor *x = gg_empty(t, 2, (int64_t[]){20, 9}), *w = gg_empty(t, 1, (int64_t[]){150});
    for (int64_t i = 0; i < gg_numel(x); i++)
        gg_set(x, i, check_random(6, i, -1, 1));
    memcpy(w->data, values, sizeof values);
    gg_tensor *y = gg_spmm_weighted(t, ones, w, x), *expected = gg_spmm(t, a, x);
    assert_int_equal(gg_tape_status(t, &e), GG_OK);
    assert_memory_equal(y->data, expected->data, 30 * 9 * sizeof(double));
    gg_tape_free(t);
    gg_csr_free(a);
    check_csr_free(&m);
}

/* Many blocks of entries: most rows empty, and one with half of all entries. */
static void test_many_blocks(void **state)
{
    (void)state;
    check_csr m = check_csr_random(3000, 2000, 2400, 1200);
    check_op_large(weighted, &m, RANGE(-0.1, 0.1, 2400), RANGE(-0.1, 0.1, 2000, 131));
    check_op_large(weighted, &m, RANGE(-0.1, 0.1, 2400, 4), RANGE(-0.1, 0.1, 2000, 132));
    check_csr_free(&m);
}

static void test_errors(void **state)
{
    (void)state;
    check_csr m = check_csr_random(5, 4, 9, 0);
    check_op_error(weighted, &m,
                   "spmm_weighted: (8) x (4x3): expected weights for each of 9 entries", SHAPE(8),
                   SHAPE(4, 3));
    check_op_error(weighted, &m, "the sparse matrix is 5x4, expected a matrix of 4 rows", SHAPE(9),
                   SHAPE(5, 3));
    check_op_error(weighted, &m, "3 columns do not divide among 2 heads", SHAPE(9, 2), SHAPE(4, 3));
    check_op_error(weighted, &m, "among 0 heads", SHAPE(9, 0), SHAPE(4, 3));
    check_csr_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden),      cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_symmetric),   cmocka_unit_test(test_equals_spmm),
        cmocka_unit_test(test_many_blocks), cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
