#include "check_op.h"
#include "golden/op_leaky_relu.h"

static gg_tensor *leaky(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_leaky_relu(t, in[0], *(double *)context);
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(leaky, &(double){0.01}, &golden_leaky_relu_plain);
    check_golden(leaky, &(double){0.2}, &golden_leaky_relu_extreme);
}

static void test_shapes(void **state)
{
    (void)state;
    check_op(leaky, &(double){0.01}, SHAPE(3, 4));
    check_op(leaky, &(double){0.01}, SHAPE(1, 5));
    check_op(leaky, &(double){0}, SHAPE(5, 1));
    check_op(leaky, &(double){-0.5}, SHAPE(7));
    check_op(leaky, &(double){0.01}, SHAPE(2, 3, 1, 2));
    check_op(leaky, &(double){0.01}, SHAPE(0, 3));
}

static void test_many_blocks(void **state)
{
    (void)state;
    check_op_large(leaky, &(double){0.01}, SHAPE(300, 170));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden), cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_many_blocks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
