#include "check_op.h"
#include "golden/op_weighted_sum.h"

/* in[0] weighs all the others; context: how many they are. */
static gg_tensor *weighted_sum(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_weighted_sum(t, in[0], *(const int *)context, in + 1);
}

/* One tensor as both terms, and as the weights too. */
static gg_tensor *same_terms(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    return gg_weighted_sum(t, in[0], 2, (gg_tensor *[]){in[0], in[0]});
}

static int terms[] = {0, 1, 2, 3};

static void test_golden(void **state)
{
    (void)state;
    check_golden(weighted_sum, &terms[3], &golden_weighted_sum);
}

static void test_shapes(void **state)
{
    (void)state;
    check_op(weighted_sum, &terms[1], SHAPE(1), SHAPE(3, 4));
    check_op(weighted_sum, &terms[2], SHAPE(2), SHAPE(5), SHAPE(5));
    check_op(weighted_sum, &terms[3], SHAPE(3), SHAPE(2, 3, 2), SHAPE(2, 3, 2), SHAPE(2, 3, 2));
    check_op(weighted_sum, &terms[2], SHAPE(2), SHAPE(0, 3), SHAPE(0, 3));
    check_op(weighted_sum, &terms[2], SHAPE(2), CONSTANT(2, 3), SHAPE(2, 3));
    check_op(weighted_sum, &terms[2], CONSTANT(2), SHAPE(2, 3), CONSTANT(2, 3));
    check_op(same_terms, NULL, SHAPE(2));
}

static void test_many_blocks(void **state)
{
    (void)state;
    check_op_large(weighted_sum, &terms[3], SHAPE(3), SHAPE(700, 131), SHAPE(700, 131),
                   SHAPE(700, 131));
}

static void test_errors(void **state)
{
    (void)state;
    check_op_error(weighted_sum, &terms[0], "weighted_sum: 0 terms", SHAPE(1));
    check_op_error(weighted_sum, &terms[2], "expected a vector of 2 weights first", SHAPE(3),
                   SHAPE(2, 3), SHAPE(2, 3));
    check_op_error(weighted_sum, &terms[2], "(2) x (2x3) x (3x2): the terms differ in shape",
                   SHAPE(2), SHAPE(2, 3), SHAPE(3, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden), cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_many_blocks),
                                       cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
