#include "check_op.h"
#include "golden/op_log_softmax.h"

static gg_tensor *log_softmax(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    return gg_log_softmax(t, in[0]);
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(log_softmax, NULL, &golden_log_softmax_plain);
    check_golden(log_softmax, NULL, &golden_log_softmax_rank3);
    check_golden(log_softmax, NULL, &golden_log_softmax_extreme);
}

static void test_shapes(void **state)
{
    (void)state;
    check_op(log_softmax, NULL, SHAPE(3, 4));
    check_op(log_softmax, NULL, SHAPE(1, 5));
    check_op(log_softmax, NULL, SHAPE(5, 1));
    check_op(log_softmax, NULL, SHAPE(7));
    check_op(log_softmax, NULL, SHAPE(2, 3, 1, 2));
    check_op(log_softmax, NULL, SHAPE(0, 3));
    check_op(log_softmax, NULL, SHAPE(3, 0));
}

static void test_many_blocks(void **state)
{
    (void)state;
    check_op_large(log_softmax, NULL, SHAPE(3000, 17));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden), cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_many_blocks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
