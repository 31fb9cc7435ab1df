#include "check_csr.h"
#include "golden/op_segment_max.h"

static gg_tensor *segment(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_segment_max(t, check_csr_for(t, context), in[0]);
}

static gg_tensor *twice(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_add(t, segment(t, in, context), segment(t, in, context));
}

static check_csr matrix(void)
{
    return check_csr_of(5, 4, 7, golden_segment_max_row, golden_segment_max_col, NULL);
}

static void test_golden(void **state)
{
    (void)state;
    check_csr m = matrix();
    check_golden(segment, &m, &golden_segment_max_matrix);
    check_golden(segment, &m, &golden_segment_max_vector);
    check_csr_free(&m);
}

/* The first of equals gets the gradient; a NaN is the maximum. */
static void test_equals_and_nan(void **state)
{
    (void)state;
    check_csr m =
        check_csr_of(2, 3, 5, (int32_t[]){0, 0, 0, 1, 1}, (int32_t[]){0, 1, 2, 0, 1}, NULL);
    gg_tape *t;
    gg_error e;
    assert_int_equal(gg_tape_new(GG_F64, 1, &t, &e), GG_OK);
    gg_tensor *x = gg_empty(t, 1, (int64_t[]){5});
    const double values[] = {1, 4, 4, NAN, 7}, gradient[] = {0, 1, 0, 1, 0};
    memcpy(x->data, values, sizeof values);
    x->requires_grad = true;
    gg_tensor *y = gg_segment_max(t, m.of[GG_F64], x);
    assert_true(gg_get(y, 0) == 4 && isnan(gg_get(y, 1)));
    assert_int_equal(gg_backward(t, gg_sum(t, y, GG_ALL), &e), GG_OK);
    assert_memory_equal(x->grad, gradient, sizeof gradient);
    gg_tape_free(t);
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

/* Many blocks: most rows empty, and one with half of all entries. Far apart, so that no step of the
 * check changes which is the largest. */
static void test_many_blocks(void **state)
{
    (void)state;
    check_csr m = check_csr_random(3000, 2000, 2400, 1200);
    check_op_large(segment, &m, RANGE(-1000, 1000, 2400, 257));
    check_op_large(segment, &m, RANGE(-1000, 1000, 2400));
    check_csr_free(&m);
}

static void test_errors(void **state)
{
    (void)state;
    check_csr m = check_csr_random(5, 4, 9, 0);
    check_op_error(
        segment, &m,
        "segment_max: (8x3): expected a vector or matrix with a row for each of 9 entries",
        SHAPE(8, 3));
    check_op_error(segment, &m, "a row for each of 9 entries", SHAPE(9, 3, 1));
    check_csr_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden), cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_equals_and_nan),
                                       cmocka_unit_test(test_many_blocks),
                                       cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
