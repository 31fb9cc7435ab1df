#include "check_op.h"
#include "golden/op_logsumexp.h"

static gg_tensor *logsumexp(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_logsumexp(t, in[0], *(int *)context);
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(logsumexp, &(int){GG_ALL}, &golden_logsumexp_all);
    check_golden(logsumexp, &(int){0}, &golden_logsumexp_axis0);
    check_golden(logsumexp, &(int){1}, &golden_logsumexp_axis1);
    check_golden(logsumexp, &(int){2}, &golden_logsumexp_axis2);
    check_golden(logsumexp, &(int){1}, &golden_logsumexp_extreme);
}

static void test_shapes(void **state)
{
    (void)state;
    check_op(logsumexp, &(int){GG_ALL}, SHAPE(3, 4));
    check_op(logsumexp, &(int){0}, SHAPE(3, 4));
    check_op(logsumexp, &(int){1}, SHAPE(3, 4));
    check_op(logsumexp, &(int){0}, SHAPE(2, 3, 4));
    check_op(logsumexp, &(int){1}, SHAPE(2, 3, 4));
    check_op(logsumexp, &(int){2}, SHAPE(2, 3, 4));
    check_op(logsumexp, &(int){2}, SHAPE(2, 3, 2, 2));
    check_op(logsumexp, &(int){GG_ALL}, SHAPE(2, 3, 2, 2));
    check_op(logsumexp, &(int){0}, SHAPE(7));
    check_op(logsumexp, &(int){GG_ALL}, SHAPE(1));
    check_op(logsumexp, &(int){0}, SHAPE(1, 3));
    check_op(logsumexp, &(int){1}, SHAPE(3, 1));
    check_op(logsumexp, &(int){1}, SHAPE(0, 3));
    check_op(logsumexp, &(int){0}, SHAPE(3, 0));
}

static void test_many_blocks(void **state)
{
    (void)state;
    check_op_large(logsumexp, &(int){GG_ALL}, SHAPE(300, 170));
    check_op_large(logsumexp, &(int){0}, SHAPE(300, 170));
    check_op_large(logsumexp, &(int){1}, SHAPE(300, 170));
    check_op_large(logsumexp, &(int){1}, SHAPE(40, 30, 50));
    check_op_large(logsumexp, &(int){0}, SHAPE(60000));
}

/* A random tensor as (outer x length x inner) over its middle axis by a plain loop. */
static void check_trial(uint64_t trial)
{
    check_input in = check_random_shape(trial);
    int axis = (int)check_below(trial, 10, (uint64_t)in.rank + 1); /* the rank: all */
    int64_t size[3] = {1, 1, 1};
    for (int k = 0; k < in.rank; k++)
        size[axis == in.rank || k == axis ? 1 : k < axis ? 0 : 2] *= in.shape[k];
    int64_t length = size[1], inner = size[2], count = size[0] * length * inner;
    double *x = check_quarters(trial, count), *dx = calloc((size_t)count, sizeof *dx);
    double *y = calloc((size_t)(count / length), sizeof *y);
    double *dy = check_quarters(1000 + trial, count / length);
    assert_true(x && dx && y && dy);
    for (int64_t i = 0; i < count; i++)
        y[i / (length * inner) * inner + i % inner] += exp(x[i]);
    for (int64_t i = 0; i < count; i++) {
        int64_t at = i / (length * inner) * inner + i % inner;
        dx[i] = dy[at] * exp(x[i]) / y[at];
    }
    for (int64_t i = 0; i < count / length; i++)
        y[i] = log(y[i]);
    golden g = {.count = 1,
                .input = {{.rank = in.rank, .values = x, .grad = dx}},
                .output = {.values = y, .grad = dy}};
    for (int run = 0; run < 4; run++) {
        double tolerance = run % 2 ? 1e-12 : 1e-6;
        check_result r =
            check_run(logsumexp, &(int){axis == in.rank ? GG_ALL : axis}, run % 2 ? GG_F64 : GG_F32,
                      2, run / 2 ? INTERMEDIATES : FILLED_LEAVES, 1, &in, &g);
        assert_int_equal(r.count, count / length);
        check_close("values", r.values, y, r.count, tolerance);
        check_close("gradient", r.grad[0], dx, count, tolerance);
        check_result_free(&r);
    }
    free(x);
    free(dx);
    free(y);
    free(dy);
}

static void test_random(void **state)
{
    (void)state;
    for (uint64_t trial = 0; trial < 60; trial++)
        check_trial(trial);
}

/* PyTorch's values and gradients but for the gradient where all are -infinity. */
static void test_special(void **state)
{
    (void)state;
    const double low = -INFINITY, high = INFINITY, two = 0x1p100;
    check_special(logsumexp, &(int){0}, 3, (double[]){low, low, low}, &low, (double[]){0, 0, 0});
    check_special(logsumexp, &(int){0}, 3, (double[]){low, 0, low}, &(double){0},
                  (double[]){0, 1, 0});
    check_special(logsumexp, &(int){0}, 3, (double[]){1, high, low}, &high, (double[]){0, NAN, 0});
    check_special(logsumexp, &(int){0}, 3, (double[]){low, NAN, high}, &(double){NAN},
                  (double[]){NAN, NAN, NAN});
    check_special(logsumexp, &(int){0}, 3, (double[]){-two, two, 0}, &two, (double[]){0, 1, 0});
}

/* The same down columns, which go another way. */
static void test_special_columns(void **state)
{
    (void)state;
    gg_tape *t;
    assert_int_equal(gg_tape_new(GG_F32, 2, &t, NULL), GG_OK);
    gg_tensor *x = gg_full(t, 2, (int64_t[]){3, 4}, -INFINITY);
    x->requires_grad = true;
    gg_set(x, 5, 5);        /* -inf, 5, -inf */
    gg_set(x, 6, INFINITY); /* -inf, inf, -inf */
    gg_set(x, 11, NAN);
    gg_tensor *y = gg_logsumexp(t, x, 0);
    assert_int_equal(gg_backward(t, gg_sum(t, y, GG_ALL), NULL), GG_OK);
    assert_true(gg_get(y, 0) == -INFINITY && gg_get(y, 1) == 5);
    assert_true(gg_get(y, 2) == INFINITY && isnan(gg_get(y, 3)));
    const float *dx = x->grad;
    for (int k = 0; k < 3; k++)
        assert_true(dx[4 * k] == 0 && dx[4 * k + 1] == (k == 1) && isnan(dx[4 * k + 3]));
    assert_true(dx[2] == 0 && isnan(dx[6]) && dx[10] == 0);
    gg_tape_free(t);
}

static void test_nothing(void **state)
{
    (void)state;
    const int axes[] = {1, GG_ALL};
    for (gg_dtype dtype = GG_F32; dtype <= GG_F64; dtype++)
        for (int k = 0; k < 2; k++) {
            gg_tape *t;
            assert_int_equal(gg_tape_new(dtype, 1, &t, NULL), GG_OK);
            gg_tensor *x = gg_full(t, 2, (int64_t[]){3, 0}, 0);
            x->requires_grad = true;
            gg_tensor *y = gg_logsumexp(t, x, axes[k]);
            assert_int_equal(gg_backward(t, gg_sum(t, y, GG_ALL), NULL), GG_OK);
            assert_int_equal(gg_numel(y), k ? 1 : 3);
            for (int64_t i = 0; i < gg_numel(y); i++)
                assert_true(gg_get(y, i) == -INFINITY);
            gg_tape_free(t);
        }
}

static void test_errors(void **state)
{
    (void)state;
    check_op_error(logsumexp, &(int){2}, "logsumexp: (3x4): axis 2 does not exist", SHAPE(3, 4));
    check_op_error(logsumexp, &(int){-1}, "logsumexp: (3x4): axis -1 does not exist", SHAPE(3, 4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden),      cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_many_blocks), cmocka_unit_test(test_random),
        cmocka_unit_test(test_special),     cmocka_unit_test(test_special_columns),
        cmocka_unit_test(test_nothing),     cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
