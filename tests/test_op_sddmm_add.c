#include "check_csr.h"
#include "golden/op_sddmm_add.h"

static gg_tensor *sddmm_add(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_sddmm_add(t, check_csr_for(t, context), in[0], in[1]);
}

static gg_tensor *with_itself(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_sddmm_add(t, check_csr_for(t, context), in[0], in[0]);
}

static void test_golden(void **state)
{
    (void)state;
    check_csr m = check_csr_of(4, 5, 6, golden_sddmm_add_row, golden_sddmm_add_col, NULL);
    check_golden(sddmm_add, &m, &golden_sddmm_add_vector);
    check_golden(sddmm_add, &m, &golden_sddmm_add_heads);
    check_csr_free(&m);
}

static void test_shapes(void **state)
{
    (void)state;
    for (int k = 0; k < CHECK_CSR_SHAPES; k++) {
        check_csr m = check_csr_shaped(k);
        int64_t rows = check_csr_shapes[k].rows, cols = check_csr_shapes[k].cols;
        check_op(sddmm_add, &m, SHAPE(rows), SHAPE(cols));
        check_op(sddmm_add, &m, SHAPE(rows, 3), SHAPE(cols, 3));
        check_op(sddmm_add, &m, CONSTANT(rows), SHAPE(cols));
        check_op(sddmm_add, &m, SHAPE(rows), CONSTANT(cols));
        check_csr_free(&m);
    }
    check_csr m = check_csr_random(4, 4, 9, 0);
    check_op(with_itself, &m, SHAPE(4, 2));
    check_csr_free(&m);
}

/* Many blocks of entries: most rows empty, and one with half of all entries. */
static void test_many_blocks(void **state)
{
    (void)state;
    check_csr m = check_csr_random(3000, 2000, 2400, 1200);
    check_op_large(sddmm_add, &m, RANGE(-0.1, 0.1, 3000, 100), RANGE(-0.1, 0.1, 2000, 100));
    check_csr_free(&m);
}

static void test_errors(void **state)
{
    (void)state;
    check_csr m = check_csr_random(5, 4, 9, 0);
    const char *expected = "expected vectors, or matrices of one width, of 5 and 4 rows";
    check_op_error(sddmm_add, &m, expected, SHAPE(4), SHAPE(4));
    check_op_error(sddmm_add, &m, expected, SHAPE(5), SHAPE(5));
    check_op_error(sddmm_add, &m, expected, SHAPE(5), SHAPE(4, 1));
    check_op_error(sddmm_add, &m, expected, SHAPE(5, 3), SHAPE(4, 2));
    check_csr_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden), cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_many_blocks),
                                       cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
