#include "check_op.h"
#include "golden/op_l2_normalize.h"

static gg_tensor *normalize(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_l2_normalize(t, in[0], *(double *)context);
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(normalize, &(double){1e-12}, &golden_l2_normalize_plain);
    check_golden(normalize, &(double){0.5}, &golden_l2_normalize_small);
}

static void test_shapes(void **state)
{
    (void)state;
    check_op(normalize, &(double){1e-12}, SHAPE(3, 4));
    check_op(normalize, &(double){1e-12}, SHAPE(1, 5));
    check_op(normalize, &(double){0.01}, RANGE(0.5, 2, 5, 1));
    check_op(normalize, &(double){1e-12}, SHAPE(7));
    check_op(normalize, &(double){1e-12}, RANGE(0.5, 2, 2, 3, 1, 2));
    check_op(normalize, &(double){1e-12}, SHAPE(0, 3));
    check_op(normalize, &(double){1e-12}, SHAPE(3, 0));
    check_op(normalize, &(double){5}, RANGE(-1, 1, 3, 4));
}

static void test_many_blocks(void **state)
{
    (void)state;
    check_op_large(normalize, &(double){1e-12}, SHAPE(3000, 17));
}

static void test_errors(void **state)
{
    (void)state;
    check_op_error(normalize, &(double){0}, "l2_normalize: eps = 0, expected more than 0",
                   SHAPE(3, 4));
    check_op_error(normalize, &(double){NAN}, "expected more than 0", SHAPE(3, 4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden), cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_many_blocks),
                                       cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
