#include "check.h"
#include "golden/nn_adam.h"
#include "golden/nn_optim.h"
#include "golden/nn_optim_groups.h"

#include "nn.h"

#include <math.h>

#define STEPS 20
#define COUNT 22 /* elements of both parameters */

static const gg_optim_settings adam_l2 = {
    .kind = GG_OPTIM_ADAM, .weight_decay = 0.05, .beta1 = 0.9, .beta2 = 0.999, .epsilon = 1e-8};

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

static void check_adam(gg_dtype dtype, const double *norms, const double *path, double tolerance)
{
    gg_params *p = new_params(dtype);
    gg_optim *adam;
    assert_int_equal(gg_optim_new(p, &adam_l2, &adam, NULL), GG_OK);
    for (int step = 0; step < STEPS; step++) {
        gg_params_freeze(p, "b", step >= 8 && step < 12);
        for (int k = 0; k < COUNT; k++)
            set_gradient(p, k, 2 * adam_stiffness[k] * (value(p, k) - adam_target[k]));
        double norm = gg_params_clip_grad_norm(p, 1);
        assert_int_equal(gg_optim_step(adam, p, 0.1 / (1 + step), 2, NULL), GG_OK);
        check_number("norm", step, norm, norms[step], tolerance);
        for (int k = 0; k < COUNT; k++)
            check_number("parameter", step, value(p, k), path[step * COUNT + k], tolerance);
    }
    gg_optim_free(adam);
    gg_params_free(p);
}

static void test_adam(void **state)
{
    (void)state;
    check_adam(GG_F64, adam_norm_f64, adam_path_f64, 1e-12);
    check_adam(GG_F32, adam_norm_f32, adam_path_f32, 2e-6);
}

static void test_gradients_that_are_no_numbers(void **state)
{
    (void)state;
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    for (gg_dtype dtype = GG_F32; dtype <= GG_F64; dtype++)
        for (size_t b = 0; b < 3; b++) {
            gg_error e;
            gg_params *p = new_params(dtype);
            gg_optim *adam;
            assert_int_equal(gg_optim_new(p, &adam_l2, &adam, &e), GG_OK);
            set_gradient(p, 21, bad[b]);
            assert_int_equal(gg_optim_step(adam, p, 0.1, 1, &e), GG_ERR_NUMERIC);
            assert_string_equal(e.message, "optim: the gradient of 'b' is not finite");
            for (int k = 0; k < COUNT; k++)
                check_number("parameter", 0, value(p, k), adam_start[k], 1e-7);
            gg_params_freeze(p, "b", true);
            assert_int_equal(gg_optim_step(adam, p, 0.1, 1, &e), GG_OK);
            gg_optim_free(adam);
            gg_params_free(p);
        }
}

/* ---- every kind ---- */

enum { SGD, MOMENTUM, NESTEROV, ADAM, ADAMW, KINDS };

/* The settings of the golden trajectories, with a quarter of the rate for b. */
static gg_optim_settings settings_of(int kind)
{
    static gg_optim_group group[] = {{"b", 0.25, 0}};
    gg_optim_settings s = gg_optim_defaults(kind < ADAM    ? GG_OPTIM_SGD
                                            : kind == ADAM ? GG_OPTIM_ADAM
                                                           : GG_OPTIM_ADAMW);
    s.groups = 1;
    s.group = group;
    if (kind == SGD || kind == MOMENTUM)
        s.weight_decay = 0.05;
    if (kind == MOMENTUM || kind == NESTEROV)
        s.momentum = 0.8;
    s.nesterov = kind == NESTEROV;
    if (kind == ADAM) {
        s.beta1 = 0.7;
        s.beta2 = 0.95;
        s.epsilon = 1e-3;
    }
    if (kind == ADAMW)
        s.weight_decay = 0.3;
    group[0].weight_decay = s.weight_decay;
    return s;
}

/* Down 0.3 (x - target)^2; b is frozen in steps 8 to 11. */
static void check_kind(int kind, gg_dtype dtype, const double *path, double tolerance)
{
    gg_params *p;
    gg_optim *optim;
    gg_optim_settings settings = settings_of(kind);
    assert_int_equal(gg_params_new(dtype, &p, NULL), GG_OK);
    gg_tensor *x[] = {gg_params_add(p, "a", 2, (int64_t[]){2, 3}, GG_INIT_ZERO, 0),
                      gg_params_add(p, "b", 1, (int64_t[]){4}, GG_INIT_ZERO, 0)};
    assert_int_equal(gg_params_build(p, gg_rng_new(1), NULL), GG_OK);
    for (int i = 0; i < 10; i++)
        gg_set(x[i / 6], i % 6, optim_start[i]);
    assert_int_equal(gg_optim_new(p, &settings, &optim, NULL), GG_OK);
    for (int step = 0; step < STEPS; step++) {
        gg_params_freeze(p, "b", step >= 8 && step < 12);
        for (int i = 0; i < 10; i++) {
            gg_tensor grad = gg_tensor_view(dtype, 1, (int64_t[]){6}, x[i / 6]->grad);
            gg_set(&grad, i % 6, 0.6 * (gg_get(x[i / 6], i % 6) - optim_target[i]));
        }
        assert_int_equal(gg_optim_step(optim, p, 0.1 / (1 + step), 1, NULL), GG_OK);
        for (int i = 0; i < 10; i++)
            check_number("parameter", step, gg_get(x[i / 6], i % 6), path[step * 10 + i],
                         tolerance);
    }
    gg_optim_free(optim);
    gg_params_free(p);
}

static void test_every_kind(void **state)
{
    (void)state;
    const double *path[KINDS] = {optim_sgd, optim_momentum, optim_nesterov, optim_adam,
                                 optim_adamw};
    for (int kind = 0; kind < KINDS; kind++) {
        check_kind(kind, GG_F64, path[kind], 1e-13);
        check_kind(kind, GG_F32, path[kind], 3e-6);
    }
}

/* Rates and weight decays by groups, as torch.optim has them. */
static void check_groups(gg_optim_kind kind, double momentum, gg_dtype dtype, const double *path,
                         double tolerance)
{
    static const gg_optim_group group[] = {{"a", 1, 0.05}, {"b", 0.25, 0.4}};
    static const char *const names[] = {"a", "b", "c"};
    gg_params *p;
    gg_optim *optim;
    gg_tensor *x[3];
    gg_optim_settings settings = gg_optim_defaults(kind);
    settings.momentum = momentum;
    settings.weight_decay = 0.2;
    settings.groups = 2;
    settings.group = group;
    assert_int_equal(gg_params_new(dtype, &p, NULL), GG_OK);
    for (int k = 0; k < 3; k++)
        x[k] = gg_params_add(p, names[k], 1, (int64_t[]){3}, GG_INIT_ZERO, 0);
    assert_int_equal(gg_params_build(p, gg_rng_new(1), NULL), GG_OK);
    for (int i = 0; i < 9; i++)
        gg_set(x[i / 3], i % 3, optim_groups_start[i]);
    assert_int_equal(gg_optim_new(p, &settings, &optim, NULL), GG_OK);
    for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < 9; i++) {
            gg_tensor grad = gg_tensor_view(dtype, 1, (int64_t[]){3}, x[i / 3]->grad);
            gg_set(&grad, i % 3, 0.6 * (gg_get(x[i / 3], i % 3) - optim_groups_target[i]));
        }
        assert_int_equal(gg_optim_step(optim, p, 0.1, 1, NULL), GG_OK);
        for (int i = 0; i < 9; i++)
            check_number("parameter", step, gg_get(x[i / 3], i % 3), path[step * 9 + i], tolerance);
    }
    gg_optim_free(optim);
    gg_params_free(p);
}

static void test_golden_groups(void **state)
{
    (void)state;
    for (gg_dtype dtype = GG_F32; dtype <= GG_F64; dtype++) {
        double tolerance = dtype == GG_F32 ? 3e-6 : 1e-13;
        check_groups(GG_OPTIM_SGD, 0, dtype, optim_groups_sgd, tolerance);
        check_groups(GG_OPTIM_SGD, 0.8, dtype, optim_groups_momentum, tolerance);
        check_groups(GG_OPTIM_ADAM, 0, dtype, optim_groups_adam, tolerance);
        check_groups(GG_OPTIM_ADAMW, 0, dtype, optim_groups_adamw, tolerance);
    }
}

static void test_defaults(void **state)
{
    (void)state;
    gg_optim_settings s = gg_optim_defaults(GG_OPTIM_ADAMW);
    assert_true(s.beta1 == 0.9 && s.beta2 == 0.999 && s.epsilon == 1e-8 && s.weight_decay == 0.01);
    assert_true(gg_optim_defaults(GG_OPTIM_ADAM).weight_decay == 0);
    s = gg_optim_defaults(GG_OPTIM_SGD);
    assert_true(s.momentum == 0 && !s.nesterov && s.weight_decay == 0 && s.groups == 0);
}

/* The first group that fits counts; scale 0 stands still. */
static void test_groups(void **state)
{
    (void)state;
    gg_params *p;
    gg_optim *optim;
    assert_int_equal(gg_params_new(GG_F64, &p, NULL), GG_OK);
    static const char *const names[] = {"encoder.0.bias", "encoder.0.weight", "encoder.1", "head"};
    static const double moved[] = {0.5, 3, 0, 1};
    gg_tensor *x[4];
    for (int k = 0; k < 4; k++)
        x[k] = gg_params_add(p, names[k], 1, (int64_t[]){1}, GG_INIT_ZERO, 0);
    assert_int_equal(gg_params_build(p, gg_rng_new(1), NULL), GG_OK);
    {
        gg_optim_group group[] = {
            {"encoder.0.bias", 0.5, 0}, {"encoder.0", 3, 0}, {"encoder.", 0, 0}};
        gg_optim_settings s = gg_optim_defaults(GG_OPTIM_SGD);
        s.groups = 3;
        s.group = group;
        assert_int_equal(gg_optim_new(p, &s, &optim, NULL), GG_OK);
    }
    for (int k = 0; k < 4; k++)
        *(double *)x[k]->grad = -1;
    assert_int_equal(gg_optim_step(optim, p, 1, 1, NULL), GG_OK);
    for (int k = 0; k < 4; k++)
        assert_true(gg_get(x[k], 0) == moved[k]);
    gg_optim_free(optim);
    gg_params_free(p);
}

static void test_settings_out_of_range(void **state)
{
    (void)state;
    static const gg_optim_group nobody[] = {{"a", 1, 0}, {"c", 1, 0}};
    static const gg_optim_group shadowed[] = {{"", 1, 0}, {"a", 1, 0}};
    static const gg_optim_group nameless[] = {{"a", 1, 0}, {NULL, 1, 0}};
    static const gg_optim_group negative[] = {{"a", -1, 0}}, endless[] = {{"a", 1, INFINITY}};
    static const struct {
        gg_optim_settings settings;
        const char *message;
    } cases[] = {
        {{.kind = GG_OPTIM_ADAM, .weight_decay = -1}, "optim: weight decay -1, expected 0 or more"},
        {{.kind = GG_OPTIM_SGD, .weight_decay = NAN}, "weight decay nan"},
        {{.kind = GG_OPTIM_SGD, .momentum = 1}, "optim: momentum 1, expected 0 or more, below 1"},
        {{.kind = GG_OPTIM_SGD, .nesterov = true}, "optim: Nesterov's step needs a momentum"},
        {{.kind = GG_OPTIM_ADAM, .beta1 = 1}, "optim: betas 1 and 0, epsilon 0, expected"},
        {{.kind = GG_OPTIM_ADAMW, .beta2 = -0.5}, "optim: betas 0 and -0.5"},
        {{.kind = GG_OPTIM_ADAM, .epsilon = INFINITY}, "epsilon inf"},
        {{.kind = (gg_optim_kind)7}, "optim: no kind 7"},
        {{.kind = GG_OPTIM_SGD, .groups = 2, .group = nobody},
         "optim: group 'c' has no parameter: none starts so, or an earlier group has those"},
        {{.kind = GG_OPTIM_SGD, .groups = 2, .group = nameless}, "optim: a group's prefix is NULL"},
        {{.kind = GG_OPTIM_SGD, .groups = 2, .group = shadowed}, "optim: group 'a' has no param"},
        {{.kind = GG_OPTIM_SGD, .groups = 1, .group = negative},
         "optim: group 'a' has scale -1 and weight decay 0, expected 0 or more"},
        {{.kind = GG_OPTIM_SGD, .groups = 1, .group = endless},
         "optim: group 'a' has scale 1 and weight decay inf, expected 0 or more"}};
    gg_params *p = new_params(GG_F32);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        gg_optim *optim;
        gg_error e;
        assert_int_equal(gg_optim_new(p, &cases[k].settings, &optim, &e), GG_ERR_ARGUMENT);
        if (!strstr(e.message, cases[k].message))
            fail_msg("'%s', expected '%s'", e.message, cases[k].message);
    }
    gg_params_free(p);
}

static void test_arguments(void **state)
{
    (void)state;
    gg_error e;
    gg_params *p = new_params(GG_F32), *other = new_params(GG_F64);
    gg_optim *adam;
    assert_int_equal(gg_optim_new(p, &adam_l2, &adam, &e), GG_OK);
    assert_int_equal(gg_optim_step(adam, p, NAN, 1, &e), GG_ERR_ARGUMENT);
    assert_int_equal(gg_optim_step(adam, p, -1, 1, &e), GG_ERR_ARGUMENT);
    assert_int_equal(gg_optim_step(adam, other, 1, 1, &e), GG_ERR_ARGUMENT);
    assert_string_equal(e.message, "optim: made for other parameters");
    gg_optim_free(adam);
    gg_params_free(p);
    gg_params_free(other);
}

static void test_group_without_prefix(void **state)
{
    (void)state;
    gg_error e;
    gg_params *p;
    gg_optim *optim;
    gg_optim_settings s = gg_optim_defaults(GG_OPTIM_ADAM);
    s.groups = 1;
    s.group = &(gg_optim_group){NULL, 1, 0};
    assert_int_equal(gg_params_new(GG_F32, &p, &e), GG_OK);
    gg_params_add(p, "a", 1, (int64_t[]){3}, GG_INIT_ONE, 0);
    assert_int_equal(gg_params_build(p, gg_rng_new(1), &e), GG_OK);
    assert_int_equal(gg_optim_new(p, &s, &optim, &e), GG_ERR_ARGUMENT);
    assert_string_equal(e.message, "optim: a group's prefix is NULL");
    gg_params_free(p);
}

static gg_status attempt(void *context, gg_error *e)
{
    gg_params *p = NULL;
    gg_optim *optim = NULL;
    gg_status status = gg_params_new(GG_F32, &p, e);
    if (status)
        return status;
    gg_params_add(p, "a", 1, (int64_t[]){3}, GG_INIT_ONE, 0);
    gg_params_add(p, "b", 1, (int64_t[]){3}, GG_INIT_ONE, 0);
    status = gg_params_build(p, gg_rng_new(1), e);
    if (!status)
        status = gg_optim_new(p, context, &optim, e);
    if (!status)
        status = gg_optim_step(optim, p, 0.1, 1, e);
    gg_optim_free(optim);
    gg_params_free(p);
    return status;
}

static void test_memory(void **state)
{
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        gg_optim_settings settings = settings_of(kind);
        check_every_allocation_fails(attempt, &settings);
    }
}

/* Three steps of a parameter of several blocks. */
static gg_params *run_large(const gg_optim_settings *settings, gg_dtype dtype, int threads)
{
    gg_params *p;
    gg_optim *adam;
    assert_int_equal(gg_params_new(dtype, &p, NULL), GG_OK);
    gg_tensor *x = gg_params_add(p, "x", 2, (int64_t[]){301, 199}, GG_INIT_NORMAL, 0);
    assert_int_equal(gg_params_build(p, gg_rng_new(1), NULL), GG_OK);
    assert_int_equal(gg_optim_new(p, settings, &adam, NULL), GG_OK);
    gg_tensor grad = gg_tensor_view(dtype, 2, x->shape, x->grad);
    for (uint64_t step = 0; step < 3; step++) {
        for (int64_t i = 0; i < gg_numel(x); i++)
            gg_set(&grad, i, gg_rng_normal(gg_rng_new(step), (uint64_t)i));
        assert_int_equal(gg_optim_step(adam, p, 0.1, threads, NULL), GG_OK);
    }
    gg_optim_free(adam);
    return p;
}

static void test_same_bits_at_any_thread_count(void **state)
{
    (void)state;
    for (int kind = 0; kind < KINDS; kind++)
        for (gg_dtype dtype = GG_F32; dtype <= GG_F64; dtype++) {
            gg_optim_settings s = settings_of(kind);
            s.groups = 0;
            gg_params *one = run_large(&s, dtype, 1), *many = run_large(&s, dtype, 3);
            const gg_tensor *a = gg_params_find(one, "x"), *b = gg_params_find(many, "x");
            assert_memory_equal(a->data, b->data, (size_t)gg_numel(a) * gg_dtype_size(dtype));
            gg_params_free(one);
            gg_params_free(many);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_adam),
                                       cmocka_unit_test(test_gradients_that_are_no_numbers),
                                       cmocka_unit_test(test_every_kind),
                                       cmocka_unit_test(test_golden_groups),
                                       cmocka_unit_test(test_defaults),
                                       cmocka_unit_test(test_groups),
                                       cmocka_unit_test(test_settings_out_of_range),
                                       cmocka_unit_test(test_arguments),
                                       cmocka_unit_test(test_group_without_prefix),
                                       cmocka_unit_test(test_memory),
                                       cmocka_unit_test(test_same_bits_at_any_thread_count)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
