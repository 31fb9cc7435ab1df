#include "check_op.h"
#include "golden/op_prelu.h"

static gg_tensor *prelu(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    return gg_prelu(t, in[0], in[1]);
}

static gg_tensor *itself(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    return gg_prelu(t, in[0], in[0]);
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(prelu, NULL, &golden_prelu_one);
    check_golden(prelu, NULL, &golden_prelu_columns);
}

static void test_shapes(void **state)
{
    (void)state;
    check_op(prelu, NULL, SHAPE(3, 4), SHAPE(1));
    check_op(prelu, NULL, SHAPE(3, 4), SHAPE(4));
    check_op(prelu, NULL, SHAPE(1, 5), SHAPE(5));
    check_op(prelu, NULL, SHAPE(5, 1), SHAPE(1));
    check_op(prelu, NULL, SHAPE(7), SHAPE(7));
    check_op(prelu, NULL, SHAPE(1), SHAPE(1));
    check_op(prelu, NULL, SHAPE(2, 3, 2, 2), SHAPE(2));
    check_op(prelu, NULL, SHAPE(0, 3), SHAPE(3));
    check_op(prelu, NULL, SHAPE(3, 0), SHAPE(1));
    check_op(prelu, NULL, CONSTANT(3, 4), SHAPE(4));
    check_op(prelu, NULL, SHAPE(3, 4), CONSTANT(4));
    check_op(itself, NULL, SHAPE(5));
}

static void test_many_blocks(void **state)
{
    (void)state;
    check_op_large(prelu, NULL, SHAPE(700, 130), SHAPE(130));
    check_op_large(prelu, NULL, SHAPE(300, 130), SHAPE(1));
}

static void test_errors(void **state)
{
    (void)state;
    check_op_error(prelu, NULL, "prelu: (3x4) x (3): expected one slope or 4", SHAPE(3, 4),
                   SHAPE(3));
    check_op_error(prelu, NULL, "expected one slope or 4", SHAPE(3, 4), SHAPE(1, 4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden), cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_many_blocks),
                                       cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
