#include "check_op.h"
#include "golden/op_log.h"

static gg_tensor *logarithm(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    return gg_log(t, in[0]);
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(logarithm, NULL, &golden_log_plain);
    check_golden(logarithm, NULL, &golden_log_extreme);
}

static void test_shapes(void **state)
{
    (void)state;
    check_op(logarithm, NULL, RANGE(0.25, 9, 3, 4));
    check_op(logarithm, NULL, RANGE(0.25, 9, 1, 5));
    check_op(logarithm, NULL, RANGE(0.25, 9, 5, 1));
    check_op(logarithm, NULL, RANGE(0.25, 9, 7));
    check_op(logarithm, NULL, RANGE(0.25, 9, 2, 3, 1, 2));
    check_op(logarithm, NULL, RANGE(0.25, 9, 0, 3));
}

static void test_many_blocks(void **state)
{
    (void)state;
    check_op_large(logarithm, NULL, RANGE(0.25, 9, 300, 170));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden), cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_many_blocks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
