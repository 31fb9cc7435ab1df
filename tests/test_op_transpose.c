#include "check_op.h"
#include "golden/op_transpose.h"

static gg_tensor *transpose(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_transpose(t, in[0], context);
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(transpose, NULL, &golden_transpose_last);
    check_golden(transpose, (int[]){2, 0, 3, 1}, &golden_transpose_order);
}

static void test_shapes(void **state)
{
    (void)state;
    check_op(transpose, NULL, SHAPE(3, 4));
    check_op(transpose, NULL, SHAPE(1, 5));
    check_op(transpose, NULL, SHAPE(5, 1));
    check_op(transpose, NULL, SHAPE(7));
    check_op(transpose, NULL, SHAPE(2, 3, 1, 2));
    check_op(transpose, NULL, SHAPE(0, 3));
    check_op(transpose, ((int[]){0, 1}), SHAPE(3, 4));
    check_op(transpose, ((int[]){1, 2, 0}), SHAPE(2, 3, 4));
    check_op(transpose, ((int[]){2, 1, 0}), SHAPE(2, 3, 4));
    check_op(transpose, ((int[]){3, 0, 2, 1}), SHAPE(2, 3, 2, 4));
    check_op(transpose, ((int[]){1, 0, 3, 2}), SHAPE(2, 0, 2, 4));
}

static void test_many_blocks(void **state)
{
    (void)state;
    check_op_large(transpose, NULL, SHAPE(300, 170));
    check_op_large(transpose, NULL, SHAPE(3, 20000));
    check_op_large(transpose, ((int[]){1, 0, 2}), SHAPE(40, 30, 50));
    check_op_large(transpose, ((int[]){2, 0, 1}), SHAPE(40, 30, 50));
}

static void test_errors(void **state)
{
    (void)state;
    check_op_error(transpose, ((int[]){0, 0}),
                   "transpose: (3x4): axis 0 in place 1: expected each of 0 to 1 once",
                   SHAPE(3, 4));
    check_op_error(transpose, ((int[]){0, 2}), "axis 2 in place 1", SHAPE(3, 4));
    check_op_error(transpose, ((int[]){-1, 0}), "axis -1 in place 0", SHAPE(3, 4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden), cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_many_blocks),
                                       cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
