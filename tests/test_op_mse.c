#include "check_op.h"
#include "golden/op_mse.h"

static gg_tensor *mse(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_mse(t, in[0], in[1], *(double *)context);
}

static gg_tensor *itself(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    return gg_mse(t, in[0], in[0], 1);
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(mse, &(double){1.0 / 12}, &golden_mse_mean);
    check_golden(mse, &(double){1}, &golden_mse_sum);
}

static void test_shapes(void **state)
{
    (void)state;
    check_op(mse, &(double){0.25}, SHAPE(3, 4), SHAPE(3, 4));
    check_op(mse, &(double){0.25}, SHAPE(1, 5), SHAPE(1, 5));
    check_op(mse, &(double){0.25}, SHAPE(7), CONSTANT(7));
    check_op(mse, &(double){0.25}, CONSTANT(7), SHAPE(7));
    check_op(mse, &(double){0.25}, SHAPE(2, 3, 1, 2), SHAPE(2, 3, 1, 2));
    check_op(mse, &(double){0.25}, SHAPE(0, 3), SHAPE(0, 3));
    check_op(mse, &(double){0.25}, SHAPE(5, 9), SHAPE(5, 9));
    check_op(itself, NULL, SHAPE(3, 2));
}

static void test_many_blocks(void **state)
{
    (void)state;
    check_op_large(mse, &(double){1e-4}, SHAPE(300, 170), SHAPE(300, 170));
}

static void test_errors(void **state)
{
    (void)state;
    check_op_error(mse, &(double){1}, "mse: (3x4) x (3x1): shapes differ", SHAPE(3, 4),
                   SHAPE(3, 1));
    check_op_error(mse, &(double){1}, "shapes differ", SHAPE(3), SHAPE(3, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden), cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_many_blocks),
                                       cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
