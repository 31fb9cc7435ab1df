#include "check_csr.h"
#include "golden/op_sddmm.h"

static gg_tensor *sddmm(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_sddmm(t, check_csr_for(t, context), in[0], in[1]);
}

static gg_tensor *with_itself(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_sddmm(t, check_csr_for(t, context), in[0], in[0]);
}

static void test_golden(void **state)
{
    (void)state;
    check_csr m = check_csr_of(4, 5, 6, golden_sddmm_row, golden_sddmm_col, NULL);
    check_golden(sddmm, &m, &golden_sddmm);
    check_csr_free(&m);
}

static void test_shapes(void **state)
{
    (void)state;
    for (int k = 0; k < CHECK_CSR_SHAPES; k++) {
        check_csr m = check_csr_shaped(k);
        int64_t rows = check_csr_shapes[k].rows, cols = check_csr_shapes[k].cols;
        check_op(sddmm, &m, SHAPE(rows, 3), SHAPE(cols, 3));
        check_op(sddmm, &m, SHAPE(rows, 17), SHAPE(cols, 17));
        check_op(sddmm, &m, SHAPE(rows, 0), SHAPE(cols, 0));
        check_op(sddmm, &m, CONSTANT(rows, 2), SHAPE(cols, 2));
        check_op(sddmm, &m, SHAPE(rows, 2), CONSTANT(cols, 2));
        check_csr_free(&m);
    }
    check_csr m = check_csr_random(4, 4, 9, 0);
    check_op(with_itself, &m, SHAPE(4, 3));
    check_csr_free(&m);
}

/* Many blocks of entries: most rows empty, and one with half of all entries. */
static void test_many_blocks(void **state)
{
    (void)state;
    check_csr m = check_csr_random(3000, 2000, 2400, 1200);
    check_op_large(sddmm, &m, RANGE(-0.1, 0.1, 3000, 131), RANGE(-0.1, 0.1, 2000, 131));
    check_csr_free(&m);
}

static void test_errors(void **state)
{
    (void)state;
    check_csr m = check_csr_random(5, 4, 9, 0);
    const char *expected = "expected matrices of 5 and 4 rows and one width";
    check_op_error(sddmm, &m, expected, SHAPE(4, 3), SHAPE(4, 3));
    check_op_error(sddmm, &m, expected, SHAPE(5, 3), SHAPE(5, 3));
    check_op_error(sddmm, &m, expected, SHAPE(5, 3), SHAPE(4, 2));
    check_op_error(sddmm, &m, expected, SHAPE(5), SHAPE(4));
    check_csr_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden), cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_many_blocks),
                                       cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
