#include "check_op.h"
#include "golden/op_div.h"

static gg_tensor *divide(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    return gg_div(t, in[0], in[1]);
}

static gg_tensor *twice(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    return gg_div(t, in[0], in[0]);
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(divide, NULL, &golden_div_same);
    check_golden(divide, NULL, &golden_div_row);
    check_golden(divide, NULL, &golden_div_outer);
    check_golden(divide, NULL, &golden_div_rank4);
}

static void test_shapes(void **state)
{
    (void)state;
    check_op(divide, NULL, SHAPE(3, 4), RANGE(0.5, 2, 3, 4));
    check_op(divide, NULL, SHAPE(3, 4), RANGE(0.5, 2, 4));
    check_op(divide, NULL, SHAPE(4), RANGE(0.5, 2, 3, 4));
    check_op(divide, NULL, SHAPE(3, 4), RANGE(0.5, 2, 3, 1));
    check_op(divide, NULL, SHAPE(3, 1), RANGE(0.5, 2, 1, 4));
    check_op(divide, NULL, SHAPE(3, 4), RANGE(0.5, 2, 1));
    check_op(divide, NULL, SHAPE(1), RANGE(0.5, 2, 1));
    check_op(divide, NULL, SHAPE(2, 3, 2, 2), RANGE(0.5, 2, 3, 1, 2));
    check_op(divide, NULL, SHAPE(2, 1, 2, 1), RANGE(0.5, 2, 1, 3, 1, 2));
    check_op(divide, NULL, SHAPE(2, 1, 1, 3), RANGE(0.5, 2, 2, 4, 3));
    check_op(divide, NULL, SHAPE(0, 3), RANGE(0.5, 2, 3));
    check_op(divide, NULL, SHAPE(0, 3), RANGE(0.5, 2, 1, 1));
    check_op(divide, NULL, SHAPE(3, 1), RANGE(0.5, 2, 3, 0));
    check_op(divide, NULL, CONSTANT(2, 3), RANGE(0.5, 2, 3));
    check_op(twice, NULL, RANGE(0.5, 2, 2, 3));
}

static void test_many_blocks(void **state)
{
    (void)state;
    check_op_large(divide, NULL, SHAPE(700, 130), RANGE(0.5, 2, 700, 130));
    check_op_large(divide, NULL, SHAPE(700, 130), RANGE(0.5, 2, 130));
    check_op_large(divide, NULL, SHAPE(700, 1), RANGE(0.5, 2, 700, 130));
    check_op_large(divide, NULL, SHAPE(1), RANGE(0.5, 2, 40, 50, 30));
    check_op_large(divide, NULL, SHAPE(40, 1, 30), RANGE(0.5, 2, 50, 1));
}

static void test_errors(void **state)
{
    (void)state;
    check_op_error(divide, NULL, "div: (3) x (4): shapes do not broadcast", SHAPE(3), SHAPE(4));
    check_op_error(divide, NULL, "div: (2x3) x (2): shapes do not broadcast", SHAPE(2, 3),
                   SHAPE(2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden), cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_many_blocks),
                                       cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
