/* The polynomials against the C library in double, in units of the last place of the true value. */
#include "check.h"
#include "vecmath.h"

#include <float.h>

#define COUNT 4096

/* Compilers may contract to fused multiply-adds where the processor has them, and the bound must
 * hold with and without; so each loop is compiled both ways. */
#define LOOP(name, f, target)                                                                      \
    target static void name(const float *x, float *y)                                              \
    {                                                                                              \
        for (int i = 0; i < COUNT; i++)                                                            \
            y[i] = f(x[i]);                                                                        \
    }

LOOP(exp_plain, gg_exp_f32, )
LOOP(expm1_plain, gg_expm1_f32, )
LOOP(log_plain, gg_log_f32, )
LOOP(log1p_plain, gg_log1p_f32, )
LOOP(tanh_plain, gg_tanh_f32, )
LOOP(erf_plain, gg_erf_f32, )
#if defined(__x86_64__)
LOOP(exp_fused, gg_exp_f32, __attribute__((target("avx2,fma"))))
LOOP(expm1_fused, gg_expm1_f32, __attribute__((target("avx2,fma"))))
LOOP(log_fused, gg_log_f32, __attribute__((target("avx2,fma"))))
LOOP(log1p_fused, gg_log1p_f32, __attribute__((target("avx2,fma"))))
LOOP(tanh_fused, gg_tanh_f32, __attribute__((target("avx2,fma"))))
LOOP(erf_fused, gg_erf_f32, __attribute__((target("avx2,fma"))))
static int has_fused(void)
{
    return __builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2");
}
#else
#define exp_fused exp_plain
#define expm1_fused expm1_plain
#define log_fused log_plain
#define log1p_fused log1p_plain
#define tanh_fused tanh_plain
#define erf_fused erf_plain
static int has_fused(void)
{
    return 0;
}
#endif

typedef void (*loop)(const float *x, float *y);

static double last_place(double x)
{
    int exponent;
    frexp(x, &exponent);
    return ldexp(1, (exponent < FLT_MIN_EXP ? FLT_MIN_EXP : exponent) - FLT_MANT_DIG);
}

static float from_bits(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint32_t to_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* The error bound at every stride-th float between two of the same sign, |first| <= |last|. */
static void check_floats(loop f, double (*exact)(double), float first, float last, uint32_t stride)
{
    float x[COUNT], y[COUNT];
    uint64_t end = to_bits(last);
    for (uint64_t bits = to_bits(first); bits <= end; bits += stride * (uint64_t)COUNT) {
        for (uint64_t i = 0; i < COUNT; i++)
            x[i] = from_bits((uint32_t)(bits + i * stride < end ? bits + i * stride : end));
        f(x, y);
        for (int i = 0; i < COUNT; i++) {
            double right = exact((double)x[i]);
            double error = fabs((double)y[i] - right) / last_place(right);
            if (!(error <= 2))
                fail_msg("%.9g, %.3f ulp off, at %.9g", (double)y[i], error, (double)x[i]);
        }
    }
}

/* Over the whole range, and densely at its ends. */
static void check_loop(loop f, double (*exact)(double), float low, float high)
{
    check_floats(f, exact, 0.0f, high, 2053);
    check_floats(f, exact, -0.0f, low, 2053);
    check_floats(f, exact, high - 1, high, 7);
    check_floats(f, exact, low + 1, low, 7);
}

static void test_exp(void **state)
{
    (void)state;
    check_loop(exp_plain, exp, -87.3f, 88.72f);
    if (has_fused())
        check_loop(exp_fused, exp, -87.3f, 88.72f);
}

static void test_expm1(void **state)
{
    (void)state;
    check_loop(expm1_plain, expm1, -200.0f, 88.0f);
    if (has_fused())
        check_loop(expm1_fused, expm1, -200.0f, 88.0f);
}

/* The exact results lie near 0 around 1, and the relative error must hold there too. */
static void test_log(void **state)
{
    (void)state;
    loop both[] = {log_plain, log_fused};
    for (int k = 0; k < 1 + has_fused(); k++) {
        check_floats(both[k], log, from_bits(1), FLT_MAX, 2053);
        check_floats(both[k], log, 0.99f, 1.01f, 3);
        check_floats(both[k], log, 0.7f, 1.42f, 29);
    }
}

static void test_log1p(void **state)
{
    (void)state;
    loop both[] = {log1p_plain, log1p_fused};
    for (int k = 0; k < 1 + has_fused(); k++) {
        check_floats(both[k], log1p, 0.0f, 1.0f, 1021);
        check_floats(both[k], log1p, 0.5f, 1.0f, 7);
    }
}

static void test_tanh(void **state)
{
    (void)state;
    loop both[] = {tanh_plain, tanh_fused};
    for (int k = 0; k < 1 + has_fused(); k++) {
        check_floats(both[k], tanh, 0.0f, FLT_MAX, 2053);
        check_floats(both[k], tanh, -0.0f, -FLT_MAX, 2053);
        check_floats(both[k], tanh, 0.3f, 10.0f, 31);
    }
}

static void test_erf(void **state)
{
    (void)state;
    loop both[] = {erf_plain, erf_fused};
    for (int k = 0; k < 1 + has_fused(); k++) {
        check_floats(both[k], erf, 0.0f, FLT_MAX, 2053);
        check_floats(both[k], erf, -0.0f, -FLT_MAX, 2053);
        check_floats(both[k], erf, 0.4f, 5.0f, 31);
    }
}

static void test_special_values(void **state)
{
    (void)state;
    assert_true(gg_exp_f32(0) == 1 && gg_exp_f32(-0.0f) == 1);
    assert_true(gg_exp_f32(-88) == 0 && gg_exp_f32(-INFINITY) == 0);
    assert_true(isinf(gg_exp_f32(89)) && isinf(gg_exp_f32(INFINITY)));
    assert_true(isnan(gg_exp_f32(NAN)) && isnan(gg_expm1_f32(NAN)));
    assert_true(gg_expm1_f32(0) == 0);
    assert_true(gg_expm1_f32(-INFINITY) == -1 && gg_expm1_f32(-FLT_MAX) == -1);
    assert_true(gg_log_f32(0) == -INFINITY && gg_log_f32(-0.0f) == -INFINITY);
    assert_true(gg_log_f32(1) == 0 && gg_log_f32(INFINITY) == INFINITY);
    assert_true(isnan(gg_log_f32(-1)) && isnan(gg_log_f32(-INFINITY)) && isnan(gg_log_f32(NAN)));
    assert_true(gg_tanh_f32(INFINITY) == 1 && gg_tanh_f32(-INFINITY) == -1);
    assert_true(isnan(gg_tanh_f32(NAN)) && gg_tanh_f32(-0.0f) == 0);
    assert_true(gg_erf_f32(INFINITY) == 1 && gg_erf_f32(-INFINITY) == -1);
    assert_true(isnan(gg_erf_f32(NAN)) && gg_erf_f32(-0.0f) == 0 && gg_erf_f64(1) == erf(1));
    assert_true(gg_log_f64(2) == log(2) && gg_log1p_f64(1e-20) == 1e-20 &&
                gg_tanh_f64(1) == tanh(1));
    assert_true(gg_exp_f64(1) == exp(1) && gg_expm1_f64(1e-20) == 1e-20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exp),           cmocka_unit_test(test_expm1),
        cmocka_unit_test(test_log),           cmocka_unit_test(test_log1p),
        cmocka_unit_test(test_tanh),          cmocka_unit_test(test_erf),
        cmocka_unit_test(test_special_values)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
