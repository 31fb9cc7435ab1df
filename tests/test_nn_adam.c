#include "check.h"
#include "golden/nn_adam.h"

#include "nn.h"

#include <math.h>

#define STEPS 20
#define COUNT 22 /* elements of both parameters */

/* The two parameters of the golden trajectory, at their start. */
static gg_params *new_params(gg_dtype dtype)
{
    gg_params *p;
    assert_int_equal(gg_params_new(dtype, &p, NULL), GG_OK);
    gg_tensor *a = gg_params_add(p, "a", 2, (int64_t[]){3, 5}, GG_INIT_ZERO, 0);
    gg_tensor *b = gg_params_add(p, "b", 1, (int64_t[]){7}, GG_INIT_ZERO, 0);
    assert_int_equal(gg_params_build(p, gg_rng_new(1), NULL), GG_OK);
    for (int k = 0; k < COUNT; k++)
        gg_set(k < 15 ? a : b, k < 15 ? k : k - 15, adam_start[k]);
    return p;
}

/* Element k of both parameters one after the other. */
static double value(const gg_params *p, int k)
{
    return gg_get(gg_params_at(p, k < 15 ? 0 : 1, NULL), k < 15 ? k : k - 15);
}

static void set_gradient(gg_params *p, int k, double gradient)
{
    gg_tensor *x = gg_params_at(p, k < 15 ? 0 : 1, NULL);
    gg_tensor grad = gg_tensor_view(x->dtype, x->rank, x->shape, x->grad);
    gg_set(&grad, k < 15 ? k : k - 15, gradient);
}

static void check_number(const char *what, int step, double found, double expected,
                         double tolerance)
{
    if (!(fabs(found - expected) <= tolerance * fmax(1, fabs(expected))))
        fail_msg("%s after step %d: %.17g, expected %.17g", what, step, found, expected);
}

static void check_trajectory(gg_dtype dtype, const double *norms, const double *path,
                             double tolerance)
{
    gg_params *p = new_params(dtype);
    gg_adam *adam;
    assert_int_equal(gg_adam_new(p, 0.05, &adam, NULL), GG_OK);
    for (int step = 0; step < STEPS; step++) {
        gg_params_freeze(p, "b", step >= 8 && step < 12);
        for (int k = 0; k < COUNT; k++)
            set_gradient(p, k, 2 * adam_stiffness[k] * (value(p, k) - adam_target[k]));
        double norm = gg_params_clip_grad_norm(p, 1);
        assert_int_equal(gg_adam_step(adam, p, 0.1 / (1 + step), 2, NULL), GG_OK);
        check_number("norm", step, norm, norms[step], tolerance);
        for (int k = 0; k < COUNT; k++)
            check_number("parameter", step, value(p, k), path[step * COUNT + k], tolerance);
    }
    gg_adam_free(adam);
    gg_params_free(p);
}

static void test_golden(void **state)
{
    (void)state;
    check_trajectory(GG_F64, adam_norm_f64, adam_path_f64, 1e-12);
    check_trajectory(GG_F32, adam_norm_f32, adam_path_f32, 2e-6);
}

static void test_gradients_that_are_no_numbers(void **state)
{
    (void)state;
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    for (gg_dtype dtype = GG_F32; dtype <= GG_F64; dtype++)
        for (size_t b = 0; b < 3; b++) {
            gg_error e;
            gg_params *p = new_params(dtype);
            gg_adam *adam;
            assert_int_equal(gg_adam_new(p, 0.05, &adam, &e), GG_OK);
            set_gradient(p, 21, bad[b]);
            assert_int_equal(gg_adam_step(adam, p, 0.1, 1, &e), GG_ERR_NUMERIC);
            assert_string_equal(e.message, "adam: the gradient of 'b' is not finite");
            for (int k = 0; k < COUNT; k++)
                check_number("parameter", 0, value(p, k), adam_start[k], 1e-7);
            gg_params_freeze(p, "b", true);
            assert_int_equal(gg_adam_step(adam, p, 0.1, 1, &e), GG_OK);
            gg_adam_free(adam);
            gg_params_free(p);
        }
}

static void test_arguments(void **state)
{
    (void)state;
    gg_error e;
    gg_params *p = new_params(GG_F32), *other = new_params(GG_F64);
    gg_adam *adam;
    assert_int_equal(gg_adam_new(p, -1, &adam, &e), GG_ERR_ARGUMENT);
    assert_int_equal(gg_adam_new(p, NAN, &adam, &e), GG_ERR_ARGUMENT);
    assert_int_equal(gg_adam_new(p, 0, &adam, &e), GG_OK);
    assert_int_equal(gg_adam_step(adam, p, NAN, 1, &e), GG_ERR_ARGUMENT);
    assert_int_equal(gg_adam_step(adam, p, -1, 1, &e), GG_ERR_ARGUMENT);
    assert_int_equal(gg_adam_step(adam, other, 1, 1, &e), GG_ERR_ARGUMENT);
    assert_string_equal(e.message, "adam: made for other parameters");
    gg_adam_free(adam);
    gg_params_free(p);
    gg_params_free(other);
}

/* Three steps of a parameter of several blocks. */
static gg_params *run_large(gg_dtype dtype, int threads)
{
    gg_params *p;
    gg_adam *adam;
    assert_int_equal(gg_params_new(dtype, &p, NULL), GG_OK);
    gg_tensor *x = gg_params_add(p, "x", 2, (int64_t[]){301, 199}, GG_INIT_NORMAL, 0);
    assert_int_equal(gg_params_build(p, gg_rng_new(1), NULL), GG_OK);
    assert_int_equal(gg_adam_new(p, 0.01, &adam, NULL), GG_OK);
    gg_tensor grad = gg_tensor_view(dtype, 2, x->shape, x->grad);
    for (uint64_t step = 0; step < 3; step++) {
        for (int64_t i = 0; i < gg_numel(x); i++)
            gg_set(&grad, i, gg_rng_normal(gg_rng_new(step), (uint64_t)i));
        assert_int_equal(gg_adam_step(adam, p, 0.1, threads, NULL), GG_OK);
    }
    gg_adam_free(adam);
    return p;
}

static void test_same_bits_at_any_thread_count(void **state)
{
    (void)state;
    for (gg_dtype dtype = GG_F32; dtype <= GG_F64; dtype++) {
        gg_params *one = run_large(dtype, 1), *many = run_large(dtype, 3);
        const gg_tensor *a = gg_params_find(one, "x"), *b = gg_params_find(many, "x");
        assert_memory_equal(a->data, b->data, (size_t)gg_numel(a) * gg_dtype_size(dtype));
        gg_params_free(one);
        gg_params_free(many);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden), cmocka_unit_test(test_gradients_that_are_no_numbers),
        cmocka_unit_test(test_arguments), cmocka_unit_test(test_same_bits_at_any_thread_count)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
