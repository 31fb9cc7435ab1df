#include "check_segment.h"
#include "golden/op_segment_max.h"

/* Far apart, so that no step of a check changes which is the largest. */
static segment_op op = SEGMENT_OP(segment_max, 1000);

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

int main(void)
{
    const struct CMUnitTest tests[] = {SEGMENT_TESTS(op), cmocka_unit_test(test_equals_and_nan)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
