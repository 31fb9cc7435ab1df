#include "check_csr.h"
#include "golden/op_segment_softmax.h"

static gg_tensor *segment(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_segment_softmax(t, check_csr_for(t, context), in[0]);
}

static gg_tensor *twice(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_add(t, segment(t, in, context), segment(t, in, context));
}

static check_csr matrix(void)
{
    return check_csr_of(5, 4, 7, golden_segment_softmax_row, golden_segment_softmax_col, NULL);
}

static void test_golden(void **state)
{
    (void)state;
    check_csr m = matrix();
    check_golden(segment, &m, &golden_segment_softmax_matrix);
    check_golden(segment, &m, &golden_segment_softmax_vector);
    check_csr_free(&m);
}

/* Differences that overflow and vanish; a segment of one. */
static void test_extreme(void **state)
{
    (void)state;
    check_csr m = matrix();
    check_golden(segment, &m, &golden_segment_softmax_extreme);
    check_csr_free(&m);
}

static void test_shapes(void **state)
{
    (void)state;
    for (int k = 0; k < CHECK_CSR_SHAPES; k++) {
        check_csr m = check_csr_shaped(k);
        int64_t entries = check_csr_shapes[k].entries;
        check_op(segment, &m, SHAPE(entries));
        check_op(segment, &m, SHAPE(entries, 3));
        check_op(segment, &m, SHAPE(entries, 0));
        check_op(twice, &m, SHAPE(entries, 2));
        check_csr_free(&m);
    }
    check_csr m = check_csr_random(4, 5, 11, 0);
    check_op(segment, &m, SHAPE(11, 19));
    check_csr_free(&m);
}

/* Many blocks: most rows empty, and one with half of all entries. */
static void test_many_blocks(void **state)
{
    (void)state;
    check_csr m = check_csr_random(3000, 2000, 2400, 1200);
    check_op_large(segment, &m, RANGE(-0.1, 0.1, 2400, 257));
    check_op_large(segment, &m, RANGE(-0.1, 0.1, 2400));
    check_csr_free(&m);
}

static void test_errors(void **state)
{
    (void)state;
    check_csr m = check_csr_random(5, 4, 9, 0);
    check_op_error(
        segment, &m,
        "segment_softmax: (8x3): expected a vector or matrix with a row for each of 9 entries",
        SHAPE(8, 3));
    check_op_error(segment, &m, "a row for each of 9 entries", SHAPE(9, 3, 1));
    check_csr_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden), cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_extreme),
                                       cmocka_unit_test(test_many_blocks),
                                       cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
