#include "check_op.h"
#include "golden/op_scale.h"

static gg_tensor *scale(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    return gg_scale(t, in[0], -1.75);
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(scale, NULL, &golden_scale);
}

static void test_shapes(void **state)
{
    (void)state;
    check_op(scale, NULL, SHAPE(3, 4));
    check_op(scale, NULL, SHAPE(1, 5));
    check_op(scale, NULL, SHAPE(5, 1));
    check_op(scale, NULL, SHAPE(7));
    check_op(scale, NULL, SHAPE(2, 3, 1, 2));
    check_op(scale, NULL, SHAPE(0, 3));
}

static void test_many_blocks(void **state)
{
    (void)state;
    check_op_large(scale, NULL, SHAPE(300, 170));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden), cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_many_blocks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
