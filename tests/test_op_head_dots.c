#include "check_op.h"
#include "golden/op_head_dots.h"

static gg_tensor *head_dots(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    return gg_head_dots(t, in[0], in[1]);
}

static gg_tensor *with_itself(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    return gg_head_dots(t, in[0], in[0]);
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(head_dots, NULL, &golden_head_dots);
}

static void test_shapes(void **state)
{
    (void)state;
    check_op(head_dots, NULL, SHAPE(4, 6), SHAPE(2, 3));
    check_op(head_dots, NULL, SHAPE(3, 18), SHAPE(1, 18));
    check_op(head_dots, NULL, SHAPE(2, 4), SHAPE(4, 1));
    check_op(head_dots, NULL, SHAPE(0, 6), SHAPE(2, 3));
    check_op(head_dots, NULL, SHAPE(3, 0), SHAPE(2, 0));
    check_op(head_dots, NULL, SHAPE(3, 0), SHAPE(0, 2));
    check_op(head_dots, NULL, CONSTANT(4, 6), SHAPE(2, 3));
    check_op(head_dots, NULL, SHAPE(4, 6), CONSTANT(2, 3));
    check_op(with_itself, NULL, SHAPE(1, 5));
}

static void test_many_blocks(void **state)
{
    (void)state;
    check_op_large(head_dots, NULL, RANGE(-0.5, 0.5, 700, 99), RANGE(-0.5, 0.5, 3, 33));
}

/* A million equal terms are a million times one, to a float's digits. */
static void test_many_rows(void **state)
{
    (void)state;
    const int64_t rows = 1000000;
    gg_tape *t;
    gg_tensor *a;
    gg_error e;
    assert_int_equal(gg_tape_new(GG_F32, 1, &t, &e), GG_OK);
    assert_int_equal(gg_tensor_new(GG_F32, 2, (int64_t[]){2, 1}, &a, &e), GG_OK);
    assert_int_equal(gg_tensor_require_grad(a, &e), GG_OK);
    gg_tensor *x = gg_full(t, 2, (int64_t[]){rows, 2}, 0.1);
    assert_int_equal(gg_backward(t, gg_sum(t, gg_head_dots(t, x, a), GG_ALL), &e), GG_OK);
    for (int h = 0; h < 2; h++)
        assert_true(fabs((double)((float *)a->grad)[h] - 100000) < 0.1);
    gg_tensor_free(a);
    gg_tape_free(t);
}

static void test_errors(void **state)
{
    (void)state;
    const char *expected = "expected a column for each element of the second matrix";
    check_op_error(head_dots, NULL, expected, SHAPE(4, 5), SHAPE(2, 3));
    check_op_error(head_dots, NULL, expected, SHAPE(4, 6), SHAPE(6));
    check_op_error(head_dots, NULL, expected, SHAPE(6), SHAPE(2, 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden), cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_many_blocks),
                                       cmocka_unit_test(test_errors),
                                       cmocka_unit_test(test_many_rows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
