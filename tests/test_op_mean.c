#include "check_op.h"
#include "golden/op_mean.h"

static gg_tensor *mean(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_mean(t, in[0], *(int *)context);
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(mean, &(int){GG_ALL}, &golden_mean_all);
    check_golden(mean, &(int){0}, &golden_mean_axis0);
    check_golden(mean, &(int){1}, &golden_mean_axis1);
    check_golden(mean, &(int){2}, &golden_mean_axis2);
}

static void test_shapes(void **state)
{
    (void)state;
    check_op(mean, &(int){GG_ALL}, SHAPE(3, 4));
    check_op(mean, &(int){0}, SHAPE(3, 4));
    check_op(mean, &(int){1}, SHAPE(3, 4));
    check_op(mean, &(int){0}, SHAPE(2, 3, 4));
    check_op(mean, &(int){1}, SHAPE(2, 3, 4));
    check_op(mean, &(int){2}, SHAPE(2, 3, 4));
    check_op(mean, &(int){2}, SHAPE(2, 3, 2, 2));
    check_op(mean, &(int){GG_ALL}, SHAPE(2, 3, 2, 2));
    check_op(mean, &(int){0}, SHAPE(7));
    check_op(mean, &(int){GG_ALL}, SHAPE(7));
    check_op(mean, &(int){0}, SHAPE(1, 3));
    check_op(mean, &(int){1}, SHAPE(3, 1));
    check_op(mean, &(int){1}, SHAPE(0, 3));
    check_op(mean, &(int){0}, SHAPE(3, 0));
}

static void test_many_blocks(void **state)
{
    (void)state;
    check_op_large(mean, &(int){GG_ALL}, SHAPE(300, 170));
    check_op_large(mean, &(int){0}, SHAPE(300, 170));
    check_op_large(mean, &(int){1}, SHAPE(300, 170));
    check_op_large(mean, &(int){1}, SHAPE(40, 30, 50));
    check_op_large(mean, &(int){0}, SHAPE(60000));
}

static void test_errors(void **state)
{
    (void)state;
    check_op_error(mean, &(int){2}, "mean: (3x4): axis 2 does not exist", SHAPE(3, 4));
    check_op_error(mean, &(int){-1}, "mean: (3x4): axis -1 does not exist", SHAPE(3, 4));
    check_op_error(mean, &(int){-2}, "mean: (3x4): axis -2 does not exist", SHAPE(3, 4));
    check_op_error(mean, &(int){0}, "mean: (0x3): the mean over nothing", SHAPE(0, 3));
    check_op_error(mean, &(int){GG_ALL}, "the mean over nothing", SHAPE(0, 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden), cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_many_blocks),
                                       cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
