#include "check_broadcast.h"
#include "golden/op_mul.h"

static gg_tensor *mul(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    return gg_mul(t, in[0], in[1]);
}

static void plain_mul(double a, double b, double *y, double *dy_da, double *dy_db)
{
    *y = a * b;
    *dy_da = b;
    *dy_db = a;
}

static gg_tensor *twice(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    return gg_mul(t, in[0], in[0]);
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(mul, NULL, &golden_mul_same);
    check_golden(mul, NULL, &golden_mul_row);
    check_golden(mul, NULL, &golden_mul_outer);
    check_golden(mul, NULL, &golden_mul_rank4);
}

static void test_shapes(void **state)
{
    (void)state;
    check_op(mul, NULL, SHAPE(3, 4), SHAPE(3, 4));
    check_op(mul, NULL, SHAPE(3, 4), SHAPE(4));
    check_op(mul, NULL, SHAPE(4), SHAPE(3, 4));
    check_op(mul, NULL, SHAPE(3, 4), SHAPE(3, 1));
    check_op(mul, NULL, SHAPE(3, 1), SHAPE(1, 4));
    check_op(mul, NULL, SHAPE(3, 4), SHAPE(1));
    check_op(mul, NULL, SHAPE(1), SHAPE(1));
    check_op(mul, NULL, SHAPE(2, 3, 2, 2), SHAPE(3, 1, 2));
    check_op(mul, NULL, SHAPE(2, 1, 2, 1), SHAPE(1, 3, 1, 2));
    check_op(mul, NULL, SHAPE(2, 1, 1, 3), SHAPE(2, 4, 3));
    check_op(mul, NULL, SHAPE(0, 3), SHAPE(3));
    check_op(mul, NULL, SHAPE(0, 3), SHAPE(1, 1));
    check_op(mul, NULL, SHAPE(3, 1), SHAPE(3, 0));
    check_op(mul, NULL, CONSTANT(2, 3), SHAPE(3));
    check_op(twice, NULL, SHAPE(2, 3));
}

static void test_many_blocks(void **state)
{
    (void)state;
    check_op_large(mul, NULL, SHAPE(700, 130), SHAPE(700, 130));
    check_op_large(mul, NULL, SHAPE(700, 130), SHAPE(130));
    check_op_large(mul, NULL, SHAPE(700, 1), SHAPE(700, 130));
    check_op_large(mul, NULL, SHAPE(1), SHAPE(40, 50, 30));
    check_op_large(mul, NULL, SHAPE(40, 1, 30), SHAPE(50, 1));
}

static void test_random(void **state)
{
    (void)state;
    for (uint64_t trial = 0; trial < 80; trial++)
        check_broadcast(mul, plain_mul, trial);
}

static void test_errors(void **state)
{
    (void)state;
    check_op_error(mul, NULL, "mul: (3) x (4): shapes do not broadcast", SHAPE(3), SHAPE(4));
    check_op_error(mul, NULL, "mul: (2x3) x (2): shapes do not broadcast", SHAPE(2, 3), SHAPE(2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden), cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_many_blocks),
                                       cmocka_unit_test(test_random),
                                       cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
