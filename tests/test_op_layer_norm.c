#include "check_op.h"
#include "golden/op_layer_norm.h"

static gg_tensor *layer_norm(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_layer_norm(t, in[0], in[1], in[2], *(double *)context);
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(layer_norm, &(double){1e-5}, &golden_layer_norm_plain);
    check_golden(layer_norm, &(double){0.1}, &golden_layer_norm_rank3);
}

static void test_shapes(void **state)
{
    (void)state;
    check_op(layer_norm, &(double){0.1}, SHAPE(3, 4), SHAPE(4), SHAPE(4));
    check_op(layer_norm, &(double){0.1}, SHAPE(1, 5), SHAPE(5), SHAPE(5));
    check_op(layer_norm, &(double){0.1}, SHAPE(5, 1), SHAPE(1), SHAPE(1));
    check_op(layer_norm, &(double){0.1}, SHAPE(7), SHAPE(7), SHAPE(7));
    check_op(layer_norm, &(double){0.1}, SHAPE(2, 3, 1, 2), SHAPE(2), SHAPE(2));
    check_op(layer_norm, &(double){0.1}, SHAPE(0, 3), SHAPE(3), SHAPE(3));
    check_op(layer_norm, &(double){0.1}, SHAPE(3, 0), SHAPE(0), SHAPE(0));
    check_op(layer_norm, &(double){0.1}, CONSTANT(3, 4), SHAPE(4), SHAPE(4));
    check_op(layer_norm, &(double){0.1}, SHAPE(3, 4), CONSTANT(4), SHAPE(4));
    check_op(layer_norm, &(double){0.1}, SHAPE(3, 4), SHAPE(4), CONSTANT(4));
}

static void test_many_blocks(void **state)
{
    (void)state;
    check_op_large(layer_norm, &(double){1e-5}, SHAPE(600, 130), SHAPE(130), SHAPE(130));
    check_op_large(layer_norm, &(double){0.1}, SHAPE(3000, 17), SHAPE(17), SHAPE(17));
}

static void test_errors(void **state)
{
    (void)state;
    check_op_error(layer_norm, &(double){0.1},
                   "layer_norm: (3x4) x (3) x (4): expected a gamma of 4 elements", SHAPE(3, 4),
                   SHAPE(3), SHAPE(4));
    check_op_error(layer_norm, &(double){0.1}, "expected a beta of 4 elements", SHAPE(3, 4),
                   SHAPE(4), SHAPE(1, 4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden), cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_many_blocks),
                                       cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
