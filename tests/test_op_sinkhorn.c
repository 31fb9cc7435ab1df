#include "check_op.h"
#include "golden/op_sinkhorn.h"

static gg_tensor *sinkhorn(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_sinkhorn(t, in[0], in[1], *(double *)context);
}

/* Point i of either cloud is near a corner of its own, 20 away in coordinate i from the others, so
 * that x_i goes to y_i alone, and steps at small eps converge at once. */
static gg_tensor *far_apart(gg_tape *t, gg_tensor **in, void *context)
{
    gg_tensor *corners = gg_full(t, 2, in[0]->shape, 0);
    for (int64_t i = 0; i < in[0]->shape[0] && !gg_tape_status(t, NULL); i++)
        gg_set(corners, i * in[0]->shape[1] + i % in[0]->shape[1], 20);
    return gg_sinkhorn(t, gg_add(t, in[0], corners), gg_add(t, in[1], corners), *(double *)context);
}

static gg_tensor *itself(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_sinkhorn(t, in[0], in[0], *(double *)context);
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(sinkhorn, &(double){0.7}, &golden_sinkhorn_soft);
    check_golden(sinkhorn, &(double){0.05}, &golden_sinkhorn_sharp);
    check_golden(sinkhorn, &(double){0.7}, &golden_sinkhorn_one_row);
    check_golden(sinkhorn, &(double){0.05}, &golden_sinkhorn_one_other);
    check_golden(sinkhorn, &(double){0.05}, &golden_sinkhorn_one_each);
    check_golden(sinkhorn, &(double){0.5}, &golden_sinkhorn_equal);
    check_golden(sinkhorn, &(double){20}, &golden_sinkhorn_wide_blur);
    check_golden(sinkhorn, &(double){0.3}, &golden_sinkhorn_one_column);
}

/* The gradient is the derivative only where the steps have converged, which they have for clouds
 * that are far apart, and for a single point. Elsewhere the golden gradients are the check. */
static void test_gradient(void **state)
{
    (void)state;
    check_op(far_apart, &(double){0.05}, SHAPE(4, 4), SHAPE(4, 4));
    check_op(far_apart, &(double){0.5}, SHAPE(3, 5), CONSTANT(3, 5));
    check_op(far_apart, &(double){0.5}, CONSTANT(2, 7), SHAPE(2, 7));
    check_op(sinkhorn, &(double){0.05}, SHAPE(1, 5), SHAPE(1, 5));
    check_op(sinkhorn, &(double){0.05}, SHAPE(1, 1), SHAPE(1, 1));
    /* y's own term depends on x through the diameter: x stays within y's box */
    check_op(sinkhorn, &(double){0.7}, RANGE(-0.1, 0.1, 1, 3), CONSTANT(9, 3));
}

static void test_shapes(void **state)
{
    (void)state;
    check_op_runs(sinkhorn, &(double){0.7}, SHAPE(5, 4), SHAPE(3, 4));
    check_op_runs(sinkhorn, &(double){0.7}, SHAPE(1, 4), SHAPE(6, 4));
    check_op_runs(sinkhorn, &(double){0.7}, SHAPE(6, 4), SHAPE(1, 4));
    check_op_runs(sinkhorn, &(double){0.7}, SHAPE(16, 1), SHAPE(17, 1));
    check_op_runs(sinkhorn, &(double){0.7}, SHAPE(3, 0), SHAPE(2, 0));
    check_op_runs(sinkhorn, &(double){0.7}, CONSTANT(33, 3), SHAPE(15, 3));
    check_op_runs(sinkhorn, &(double){0.7}, SHAPE(33, 3), CONSTANT(15, 3));
    check_op_runs(itself, &(double){0.7}, SHAPE(7, 3));
    check_memory(sinkhorn, &(double){0.7}, 2, (check_input[]){SHAPE(5, 4), SHAPE(3, 4)});
}

static void test_many_blocks(void **state)
{
    (void)state;
    check_op_runs(sinkhorn, &(double){0.7}, SHAPE(300, 170), SHAPE(270, 170));
}

#define POINTS 12
#define DIMENSIONS 3

/* A cloud of multiples of spread / 64 up to 2 spread around `centre`. */
static gg_tensor *cloud(gg_tape *t, uint64_t stream, double centre, double spread)
{
    gg_tensor *x = gg_full(t, 2, (int64_t[]){POINTS, DIMENSIONS}, centre);
    for (int64_t i = 0; i < gg_numel(x); i++)
        gg_set(x, i, centre + spread * round(64 * check_random(stream, i, -2, 2)) / 64);
    x->requires_grad = true;
    return x;
}

/* The value for two such clouds, and the largest element of the first one's gradient. */
static double value_of(gg_dtype dtype, double blur, double centre, double spread, double *largest)
{
    gg_tape *t;
    double value;
    assert_int_equal(gg_tape_new(dtype, 1, &t, NULL), GG_OK);
    gg_tensor *x = cloud(t, 1, centre, spread), *y = cloud(t, 2, centre, spread);
    gg_tensor *loss = gg_sinkhorn(t, x, y, blur);
    assert_int_equal(gg_value(t, loss, &value, NULL), GG_OK);
    assert_int_equal(gg_backward(t, loss, NULL), GG_OK);
    gg_tensor grad = *x;
    grad.data = x->grad;
    *largest = 0;
    for (int64_t i = 0; i < gg_numel(x); i++)
        if (!(fabs(gg_get(&grad, i)) <= *largest))
            *largest = fabs(gg_get(&grad, i));
    gg_tape_free(t);
    return value;
}

/* Costs depend on differences alone, and must not lose them where the clouds are far from 0. */
static void test_far_from_zero(void **state)
{
    (void)state;
    double at_zero, far;
    double expected = value_of(GG_F32, 0.7, 0, 1, &at_zero);
    double value = value_of(GG_F32, 0.7, 1024, 1, &far);
    check_close("value", &value, &expected, 1, 1e-6);
    check_close("gradient", &far, &at_zero, 1, 1e-6);
}

/* A diameter of 0, or one whose square is no float. */
static void test_one_point(void **state)
{
    (void)state;
    for (gg_dtype dtype = GG_F32; dtype <= GG_F64; dtype++) {
        double largest;
        assert_true(fabs(value_of(dtype, 0.05, 1, 0, &largest)) < 1e-9);
        assert_true(largest < 1e-9);
        assert_true(fabs(value_of(dtype, 0.05, 0, 1e-25, &largest)) < 1e-9);
        assert_true(largest < 1e-9);
    }
}

static void test_not_a_number(void **state)
{
    (void)state;
    for (gg_dtype dtype = GG_F32; dtype <= GG_F64; dtype++) {
        double largest;
        assert_true(isnan(value_of(dtype, 0.05, NAN, 1, &largest)));
        assert_true(isnan(largest));
        assert_true(isnan(value_of(dtype, 0.05, INFINITY, 1, &largest)));
    }
}

static void test_errors(void **state)
{
    (void)state;
    const char *columns = "sinkhorn: (2x3) x (2x4): expected matrices of equally many columns";
    check_op_error(sinkhorn, &(double){1}, columns, SHAPE(2, 3), SHAPE(2, 4));
    check_op_error(sinkhorn, &(double){1}, "expected matrices", SHAPE(3), SHAPE(2, 3));
    check_op_error(sinkhorn, &(double){1}, "expected matrices", SHAPE(2, 3), SHAPE(1, 2, 3));
    check_op_error(sinkhorn, &(double){1}, "a cloud without points", SHAPE(0, 3), SHAPE(2, 3));
    check_op_error(sinkhorn, &(double){1}, "a cloud without points", SHAPE(2, 3), SHAPE(0, 3));
    check_op_error(sinkhorn, &(double){0}, "sinkhorn: blur = 0, expected 1e-18 to 1e18",
                   SHAPE(2, 3), SHAPE(2, 3));
    check_op_error(sinkhorn, &(double){NAN}, "sinkhorn: blur = nan", SHAPE(2, 3), SHAPE(2, 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden),        cmocka_unit_test(test_gradient),
        cmocka_unit_test(test_shapes),        cmocka_unit_test(test_many_blocks),
        cmocka_unit_test(test_far_from_zero), cmocka_unit_test(test_one_point),
        cmocka_unit_test(test_not_a_number),  cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
