#include "check_op.h"
#include "golden/op_exp.h"

static gg_tensor *exponential(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    return gg_exp(t, in[0]);
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(exponential, NULL, &golden_exp_plain);
    check_golden(exponential, NULL, &golden_exp_extreme);
}

static void test_shapes(void **state)
{
    (void)state;
    check_op(exponential, NULL, SHAPE(3, 4));
    check_op(exponential, NULL, SHAPE(1, 5));
    check_op(exponential, NULL, SHAPE(5, 1));
    check_op(exponential, NULL, SHAPE(7));
    check_op(exponential, NULL, SHAPE(2, 3, 1, 2));
    check_op(exponential, NULL, SHAPE(0, 3));
}

static void test_many_blocks(void **state)
{
    (void)state;
    check_op_large(exponential, NULL, SHAPE(300, 170));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden), cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_many_blocks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
