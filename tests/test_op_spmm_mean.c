#include "check_csr.h"
#include "golden/op_spmm_mean.h"

static gg_tensor *mean(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_spmm_mean(t, check_csr_for(t, context), in[0]);
}

static gg_tensor *twice(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_add(t, mean(t, in, context), mean(t, in, context));
}

static void test_golden(void **state)
{
    (void)state;
    check_csr m = check_csr_of(4, 5, 6, golden_spmm_mean_row, golden_spmm_mean_col, NULL);
    check_golden(mean, &m, &golden_spmm_mean);
    check_csr_free(&m);
}

static void test_shapes(void **state)
{
    (void)state;
    for (int k = 0; k < CHECK_CSR_SHAPES; k++) {
        check_csr m = check_csr_shaped(k);
        int64_t cols = check_csr_shapes[k].cols;
        check_op(mean, &m, SHAPE(cols, 3));
        check_op(mean, &m, SHAPE(cols, 0));
        check_op(twice, &m, SHAPE(cols, 1));
        check_csr_free(&m);
    }
}

/* A matrix that is its own transpose has other shares there. */
static void test_symmetric(void **state)
{
    (void)state;
    const int32_t row[] = {0, 1, 1, 2, 3, 0, 3}, col[] = {1, 0, 2, 1, 3, 3, 0};
    check_csr m = check_csr_of(4, 4, 7, row, col, NULL);
    assert_ptr_equal(m.of[GG_F64], m.of[GG_F64]->transpose);
    check_op(mean, &m, SHAPE(4, 3));
    check_csr_free(&m);
}

/* The same bits as with the shares for weights; the matrix's own values do not matter. */
static void test_equals_weights(void **state)
{
    (void)state;
    check_csr m = check_csr_random(30, 20, 150, 0);
    for (gg_dtype dtype = GG_F32; dtype <= GG_F64; dtype++) {
        const gg_csr *a = m.of[dtype];
        gg_tape *t;
        gg_csr *valued;
        int32_t row[150];
        double value[150];
        assert_int_equal(gg_tape_new(dtype, 1, &t, NULL), GG_OK);
        gg_tensor *x[2], *y[2], *w = gg_empty(t, 1, (int64_t[]){150});
        for (int32_t i = 0; i < 30; i++)
            for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++) {
                gg_set(w, k, 1.0 / (double)(a->rowptr[i + 1] - a->rowptr[i]));
                row[k] = i;
                value[k] = check_random(5, k, -1, 1);
            }
        assert_int_equal(gg_csr_from_coo(30, 20, 150, row, a->col, value, GG_F64, &valued, NULL),
                         GG_OK);
        for (int k = 0; k < 2; k++) {
            x[k] = gg_empty(t, 2, (int64_t[]){20, 9});
            for (int64_t i = 0; i < gg_numel(x[k]); i++)
                gg_set(x[k], i, check_random(6, i, -1, 1));
            x[k]->requires_grad = true;
        }
        y[0] = gg_spmm_weighted(t, a, w, x[0]);
        y[1] = gg_spmm_mean(t, valued, x[1]);
        gg_tensor *both = gg_mul(t, y[0], y[1]);
        assert_int_equal(gg_backward(t, gg_sum(t, both, GG_ALL), NULL), GG_OK);
        assert_memory_equal(y[0]->data, y[1]->data, 30 * 9 * gg_dtype_size(dtype));
        assert_memory_equal(x[0]->grad, x[1]->grad, 20 * 9 * gg_dtype_size(dtype));
        gg_tape_free(t);
        gg_csr_free(valued);
    }
    check_csr_free(&m);
}

/* Many blocks of entries: most rows empty, and one with half of all entries. */
static void test_many_blocks(void **state)
{
    (void)state;
    check_csr m = check_csr_random(3000, 2000, 2400, 1200);
    check_op_large(mean, &m, RANGE(-0.1, 0.1, 2000, 131));
    check_csr_free(&m);
    m = check_csr_random(2000, 3000, 300000, 0);
    check_op_large(mean, &m, RANGE(-0.1, 0.1, 3000, 3));
    check_csr_free(&m);
}

static void test_errors(void **state)
{
    (void)state;
    check_csr m = check_csr_random(5, 4, 9, 0);
    check_op_error(mean, &m,
                   "spmm_mean: (5x3): the sparse matrix is 5x4, expected a matrix of 4 rows",
                   SHAPE(5, 3));
    check_op_error(mean, &m, "expected a matrix of 4 rows", SHAPE(4));
    check_csr_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden),      cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_symmetric),   cmocka_unit_test(test_equals_weights),
        cmocka_unit_test(test_many_blocks), cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
