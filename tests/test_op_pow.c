#include "check_op.h"
#include "golden/op_pow.h"

static gg_tensor *power(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_pow(t, in[0], *(double *)context);
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(power, &(double){2}, &golden_pow_square);
    check_golden(power, &(double){3}, &golden_pow_cube);
    check_golden(power, &(double){4}, &golden_pow_fourth);
    check_golden(power, &(double){-1}, &golden_pow_inverse);
    check_golden(power, &(double){0.5}, &golden_pow_root);
    check_golden(power, &(double){2.7}, &golden_pow_odd);
    check_golden(power, &(double){-0.5}, &golden_pow_inverse_root);
    check_golden(power, &(double){0}, &golden_pow_zero);
    check_golden(power, &(double){1}, &golden_pow_one);
    check_golden(power, &(double){2}, &golden_pow_square_of_zero);
    check_golden(power, &(double){3}, &golden_pow_third);
    check_golden(power, &(double){1.5}, &golden_pow_odd_of_zero);
}

static void test_shapes(void **state)
{
    (void)state;
    check_op(power, &(double){2}, SHAPE(3, 4));
    check_op(power, &(double){3}, SHAPE(1, 5));
    check_op(power, &(double){4}, SHAPE(5, 1));
    check_op(power, &(double){0}, SHAPE(7));
    check_op(power, &(double){1}, SHAPE(7));
    check_op(power, &(double){0.5}, RANGE(0.1, 4, 2, 3, 1, 2));
    check_op(power, &(double){-1.5}, RANGE(0.5, 4, 3, 4));
    check_op(power, &(double){2.5}, SHAPE(0, 3));
}

static void test_many_blocks(void **state)
{
    (void)state;
    check_op_large(power, &(double){2}, SHAPE(300, 170));
    check_op_large(power, &(double){3}, SHAPE(300, 170));
    check_op_large(power, &(double){2.5}, RANGE(0.1, 4, 300, 170));
}

/* The values and gradients of PyTorch at 0, -2, the infinities and NaN. */
static void test_special(void **state)
{
    (void)state;
    const double x[] = {0, -2, INFINITY, -INFINITY, NAN}, one[] = {1, 1, 1, 1, 1};
    check_special(power, &(double){0}, 5, x, one, (double[]){0, 0, 0, 0, 0});
    check_special(power, &(double){1}, 5, x, x, one);
    check_special(power, &(double){2}, 5, x, (double[]){0, 4, INFINITY, INFINITY, NAN},
                  (double[]){0, -4, INFINITY, -INFINITY, NAN});
    check_special(power, &(double){3}, 5, x, (double[]){0, -8, INFINITY, -INFINITY, NAN},
                  (double[]){0, 12, INFINITY, INFINITY, NAN});
    check_special(power, &(double){-1}, 5, x, (double[]){INFINITY, -0.5, 0, 0, NAN},
                  (double[]){-INFINITY, -0.25, 0, 0, NAN});
    check_special(power, &(double){0.5}, 3, x, (double[]){0, NAN, INFINITY},
                  (double[]){INFINITY, NAN, 0});
    check_special(power, &(double){1.5}, 3, x, (double[]){0, NAN, INFINITY},
                  (double[]){0, NAN, INFINITY});
    check_special(power, &(double){NAN}, 2, x, (double[]){NAN, NAN}, (double[]){NAN, NAN});
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden), cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_many_blocks),
                                       cmocka_unit_test(test_special)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
