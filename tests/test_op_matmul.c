#include "check_op.h"
#include "golden/op_matmul.h"

static gg_tensor *matmul(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    return gg_matmul(t, in[0], in[1]);
}

static gg_tensor *power(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    return gg_matmul(t, in[0], in[0]);
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(matmul, NULL, &golden_matmul);
}

static void test_shapes(void **state)
{
    (void)state;
    check_op(matmul, NULL, SHAPE(4, 3), SHAPE(3, 5));
    check_op(matmul, NULL, SHAPE(1, 3), SHAPE(3, 5));
    check_op(matmul, NULL, SHAPE(4, 3), SHAPE(3, 1));
    check_op(matmul, NULL, SHAPE(4, 1), SHAPE(1, 5));
    check_op(matmul, NULL, SHAPE(0, 3), SHAPE(3, 5));
    check_op(matmul, NULL, SHAPE(4, 3), SHAPE(3, 0));
    check_op(matmul, NULL, SHAPE(4, 0), SHAPE(0, 5));
    check_op(matmul, NULL, SHAPE(4, 3), CONSTANT(3, 5));
    check_op(matmul, NULL, CONSTANT(4, 3), SHAPE(3, 5));
    check_op(power, NULL, SHAPE(3, 3));
}

static void test_many_blocks(void **state)
{
    (void)state;
    check_op_large(matmul, NULL, RANGE(-1, 1, 1100, 40), RANGE(-1, 1, 40, 30));
    check_op_large(matmul, NULL, RANGE(-1, 1, 30, 300), RANGE(-1, 1, 300, 40));
}

static void test_errors(void **state)
{
    (void)state;
    check_op_error(matmul, NULL, "matmul: (4x3) x (4x5): inner dimensions differ", SHAPE(4, 3),
                   SHAPE(4, 5));
    check_op_error(matmul, NULL, "matmul: (4x3) x (3): expected matrices", SHAPE(4, 3), SHAPE(3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden), cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_many_blocks),
                                       cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
