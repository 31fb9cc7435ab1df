/*
 * vecmath.h (internal): exp and expm1 for float as polynomials that a compiler turns into vector
 * code. Within 2 ulp of the true value over the whole range (tests/test_vecmath.c measures it). For
 * double the C library's functions serve: double is for checking, not for speed.
 */
#ifndef GG_VECMATH_H
#define GG_VECMATH_H

#include <math.h>
#include <stdint.h>
#include <string.h>

/* x = k ln 2 + r, |r| <= ln 2 / 2: returns expm1(r) = r + r^2/2 + ... + r^7/5040 (the rest is below
 * 5e-9) and k. ln 2 is cut in two parts so that r keeps its last bits. */
static inline float gg_exp_reduce(float x, int32_t *exponent)
{
    float k = (x * 1.44269504f + 12582912.0f) - 12582912.0f;
    float r = x - k * 0.693359375f;
    r = r + k * 2.12194440e-4f;
    *exponent = (int32_t)k;
    float p = 1.0f / 5040;
    p = p * r + 1.0f / 720;
    p = p * r + 1.0f / 120;
    p = p * r + 1.0f / 24;
    p = p * r + 1.0f / 6;
    p = p * r + 0.5f;
    return p * (r * r) + r;
}

/* 2^k for -126 <= k <= 127 */
static inline float gg_power_of_two(int32_t k)
{
    uint32_t bits = (uint32_t)(k + 127) << 23;
    float power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

/* exp(x); 0 below -87.3, where the result is subnormal, and infinity above 88.72. */
static inline float gg_exp_f32(float x)
{
    float clamped = x > -87.3f ? x : -87.3f; /* NaN too: it is no integer */
    clamped = clamped < 88.72f ? clamped : 88.72f;
    int32_t k;
    float p = gg_exp_reduce(clamped, &k);
    int32_t above = k > 0; /* k reaches 128, and 2^128 is no float */
    float power = gg_power_of_two(k - above);
    float y = (p * power + power) * (float)(1 + above);
    y = x < -87.3f ? 0.0f : y;
    y = x > 88.72f ? INFINITY : y;
    return x != x ? x : y;
}

/* exp(x) - 1 without cancellation, for x <= 88. */
static inline float gg_expm1_f32(float x)
{
    float clamped = x > -87.3f ? x : -87.3f;
    int32_t k;
    float p = gg_exp_reduce(clamped, &k);
    float power = gg_power_of_two(k);
    float y = p * power + (power - 1.0f);
    return x != x ? x : y;
}

static inline double gg_exp_f64(double x) { return exp(x); }
static inline double gg_expm1_f64(double x) { return expm1(x); }

#endif
