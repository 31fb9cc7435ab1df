#include "check_op.h"
#include "golden/op_max.h"

static gg_tensor *maximum(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_max(t, in[0], *(int *)context);
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(maximum, &(int){GG_ALL}, &golden_max_all);
    check_golden(maximum, &(int){0}, &golden_max_axis0);
    check_golden(maximum, &(int){1}, &golden_max_axis1);
}

static void test_shapes(void **state)
{
    (void)state;
    check_op(maximum, &(int){GG_ALL}, SHAPE(3, 4));
    check_op(maximum, &(int){0}, SHAPE(3, 4));
    check_op(maximum, &(int){1}, SHAPE(3, 4));
    check_op(maximum, &(int){0}, SHAPE(2, 3, 4));
    check_op(maximum, &(int){1}, SHAPE(2, 3, 4));
    check_op(maximum, &(int){2}, SHAPE(2, 3, 4));
    check_op(maximum, &(int){2}, SHAPE(2, 3, 2, 2));
    check_op(maximum, &(int){GG_ALL}, SHAPE(2, 3, 2, 2));
    check_op(maximum, &(int){0}, SHAPE(7));
    check_op(maximum, &(int){GG_ALL}, SHAPE(7));
    check_op(maximum, &(int){0}, SHAPE(1, 3));
    check_op(maximum, &(int){1}, SHAPE(3, 1));
    check_op(maximum, &(int){1}, SHAPE(0, 3));
    check_op(maximum, &(int){0}, SHAPE(3, 0));
}

static void test_many_blocks(void **state)
{
    (void)state;
    check_op_large(maximum, &(int){GG_ALL}, SHAPE(300, 170));
    check_op_large(maximum, &(int){0}, SHAPE(300, 170));
    check_op_large(maximum, &(int){1}, SHAPE(300, 170));
    check_op_large(maximum, &(int){1}, SHAPE(40, 30, 50));
}

/* The maxima of x's rows and the gradient of their sum. */
static void check_owners(gg_dtype dtype, const double *x, const double *owners)
{
    gg_error e;
    gg_tape *t;
    gg_tensor *leaf;
    assert_int_equal(gg_tape_new(dtype, 1, &t, &e), GG_OK);
    assert_int_equal(gg_tensor_new(dtype, 2, (int64_t[]){2, 3}, &leaf, &e), GG_OK);
    assert_int_equal(gg_tensor_require_grad(leaf, &e), GG_OK);
    for (int64_t i = 0; i < 6; i++)
        gg_set(leaf, i, x[i]);
    gg_tensor *y = gg_max(t, leaf, 1);
    assert_int_equal(gg_backward(t, gg_sum(t, y, GG_ALL), &e), GG_OK);
    gg_tensor grad = *leaf;
    grad.data = grad.grad;
    for (int64_t i = 0; i < 6; i++)
        assert_true(gg_get(&grad, i) == owners[i]);
    for (int64_t row = 0; row < 2; row++)
        for (int64_t j = 0; j < 3; j++)
            if (owners[row * 3 + j] > 0)
                assert_true(gg_get(y, row) == x[row * 3 + j] || isnan(gg_get(y, row)));
    gg_tape_free(t);
    gg_tensor_free(leaf);
}

static void test_first_of_several(void **state)
{
    (void)state;
    for (gg_dtype dtype = GG_F32; dtype <= GG_F64; dtype++) {
        check_owners(dtype, (double[]){1, 2, 2, 0, -0.0, 0}, (double[]){0, 1, 0, 1, 0, 0});
        check_owners(dtype, (double[]){1, NAN, 2, NAN, NAN, 3}, (double[]){0, 1, 0, 1, 0, 0});
        check_owners(dtype, (double[]){-INFINITY, -INFINITY, -INFINITY, 1, INFINITY, INFINITY},
                     (double[]){1, 0, 0, 0, 1, 0});
    }
}

/* The maxima of x (outer x length x inner) over its middle axis, and where they come from. */
static void plain_max(const double *x, int64_t outer, int64_t length, int64_t inner, double *y,
                      const double *dy, double *dx)
{
    for (int64_t o = 0; o < outer; o++)
        for (int64_t j = 0; j < inner; j++) {
            int64_t best = o * length * inner + j;
            for (int64_t i = 1; i < length; i++) {
                int64_t at = (o * length + i) * inner + j;
                if (!isnan(x[best]) && (isnan(x[at]) || x[at] > x[best]))
                    best = at;
            }
            y[o * inner + j] = x[best];
            dx[best] = dy[o * inner + j];
        }
}

/* axis: the rank for all. */
static void check_plain(uint64_t trial, check_input in, int axis)
{
    int64_t size[3] = {1, 1, 1};
    for (int k = 0; k < in.rank; k++)
        size[axis == in.rank || k == axis ? 1 : k < axis ? 0 : 2] *= in.shape[k];
    int64_t count = size[0] * size[1] * size[2], results = size[0] * size[2];
    double *x = check_quarters(1000 + trial, count), *dx = calloc((size_t)count, sizeof *dx);
    double *y = calloc((size_t)results, sizeof *y), *dy = check_quarters(2000 + trial, results);
    assert_true(x && dx && y && dy);
    for (int64_t k = 0; k < count / 50 && trial % 3 == 0; k++)
        x[check_below(3000 + trial, k, (uint64_t)count)] = NAN;
    plain_max(x, size[0], size[1], size[2], y, dy, dx);
    check_exact_unary(maximum, &(int){axis == in.rank ? GG_ALL : axis}, &in, x, dx, y, dy);
}

static void test_random(void **state)
{
    (void)state;
    for (uint64_t trial = 0; trial < 60; trial++) {
        check_input in = check_random_shape(trial);
        check_plain(trial, in, (int)check_below(trial, 10, (uint64_t)in.rank + 1));
    }
}

/* Rows around the lanes that long ones are read in. */
static void test_widths(void **state)
{
    (void)state;
    for (int64_t width = 1; width < 400; width += width < 35 ? 1 : 31)
        check_plain((uint64_t)width, (check_input)SHAPE(100, width), 1);
}

static void test_errors(void **state)
{
    (void)state;
    check_op_error(maximum, &(int){2}, "max: (3x4): axis 2 does not exist", SHAPE(3, 4));
    check_op_error(maximum, &(int){-1}, "max: (3x4): axis -1 does not exist", SHAPE(3, 4));
    check_op_error(maximum, &(int){0}, "max: (0x3): the maximum over nothing", SHAPE(0, 3));
    check_op_error(maximum, &(int){GG_ALL}, "the maximum over nothing", SHAPE(0, 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden),      cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_many_blocks), cmocka_unit_test(test_first_of_several),
        cmocka_unit_test(test_random),      cmocka_unit_test(test_widths),
        cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
