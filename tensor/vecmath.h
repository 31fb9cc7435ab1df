/*
 * vecmath.h (internal): exp, expm1, log, log1p, tanh and erf for float as polynomials that a
 * compiler turns into vector code. Within 2 ulp of the true value over the whole range
 * (tests/test_vecmath.c measures it). For double the C library's functions serve: double is for
 * checking, not for speed.
 */
#ifndef GG_VECMATH_H
#define GG_VECMATH_H

#include "parallel.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* x = k ln 2 + r, |r| <= ln 2 / 2: returns expm1(r) = r + r^2/2 + ... + r^7/5040 (the rest is below
 * 5e-9) and k. ln 2 is cut in two parts so that r keeps its last bits. Added to 1.5 2^23, k is in
 * the sum's last bits: there it is read, for NaN is no integer that could be converted. */
GG_INLINE float gg_exp_reduce(float x, int32_t *exponent)
{
    const float integers = 12582912.0f;
    const uint32_t integers_bits = 0x4b400000;
    float shifted = x * 1.44269504f + integers;
    uint32_t bits;
    memcpy(&bits, &shifted, sizeof bits);
    *exponent = (int32_t)(bits - integers_bits);
    float k = shifted - integers;
    float r = x - k * 0.693359375f;
    r = r + k * 2.12194440e-4f;
    float p = 1.0f / 5040;
    p = p * r + 1.0f / 720;
    p = p * r + 1.0f / 120;
    p = p * r + 1.0f / 24;
    p = p * r + 1.0f / 6;
    p = p * r + 0.5f;
    return p * (r * r) + r;
}

/* 2^k for -126 <= k <= 127; any float for another k */
GG_INLINE float gg_power_of_two(int32_t k)
{
    uint32_t bits = (uint32_t)(k + 127) << 23;
    float power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

/* exp(x); 0 below -87.3, where the result is subnormal, and infinity above 88.72. */
GG_INLINE float gg_exp_f32(float x)
{
    float clamped = x < -87.3f ? -87.3f : x;
    clamped = clamped > 88.72f ? 88.72f : clamped;
    int32_t k;
    float p = gg_exp_reduce(clamped, &k);
    int32_t above = k > 0; /* k reaches 128, and 2^128 is no float */
    float power = gg_power_of_two(k - above);
    float y = (p * power + power) * (float)(1 + above);
    y = x < -87.3f ? 0.0f : y;
    return x > 88.72f ? INFINITY : y;
}

/* exp(x) - 1 without cancellation, for x <= 88; any number above. */
GG_INLINE float gg_expm1_f32(float x)
{
    float clamped = x < -87.3f ? -87.3f : x;
    int32_t k;
    float p = gg_exp_reduce(clamped, &k);
    float power = gg_power_of_two(k);
    return p * power + (power - 1.0f);
}

/* log(x) = k ln 2 + log(1 + f), x = 2^k (1 + f) with 1 + f from sqrt(1/2) to sqrt(2). With
 * s = f / (2 + f) and R = 2/3 s^2 + 2/5 s^4 + ..., log(1 + f) = 2 artanh(s) = 2 s + s R, which is
 * f - f^2/2 + s (f^2/2 + R): the leading term is exact. |s| < 0.172, so that what R leaves out from
 * s^10 on is below 3e-9 of the logarithm. */
GG_INLINE float gg_log_f32(float x)
{
    const uint32_t root_half = 0x3f3504f3, one = 0x3f800000;
    int32_t subnormal = x < 1.17549435e-38f;
    float scaled = subnormal ? x * 8388608.0f : x; /* 2^23 */
    uint32_t bits;
    memcpy(&bits, &scaled, sizeof bits);
    bits += one - root_half;
    int32_t k = (int32_t)(bits >> 23) - 127 - 23 * subnormal;
    bits = (bits & 0x007fffff) + root_half;
    float m;
    memcpy(&m, &bits, sizeof m);
    float f = m - 1, s = f / (2 + f), q = s * s, half = 0.5f * f * f;
    float r = 2.0f / 9;
    r = r * q + 2.0f / 7;
    r = r * q + 2.0f / 5;
    r = r * q + 2.0f / 3;
    r = r * q;
    float y = s * (half + r) + (float)k * -2.12194440e-4f; /* ln 2 in the two parts of above */
    y = f - (half - y) + (float)k * 0.693359375f;
    y = x > 3.40282347e38f ? INFINITY : y;
    y = x < 0 ? NAN : y;
    y = x == 0 ? -INFINITY : y;
    return x != x ? x : y;
}

/* log(1 + x) for x in [0, 1] = 2 artanh(s), s = x / (2 + x) <= 1/3; the series' rest after s^13 is
 * below 1e-8. */
GG_INLINE float gg_log1p_f32(float x)
{
    float s = x / (2 + x), q = s * s;
    float p = 2.0f / 13;
    p = p * q + 2.0f / 11;
    p = p * q + 2.0f / 9;
    p = p * q + 2.0f / 7;
    p = p * q + 2.0f / 5;
    p = p * q + 2.0f / 3;
    return p * q * s + 2 * s;
}

/* tanh(x): x + x^3 P(x^2) up to 0.625, with P of least greatest error as in Moshier's Cephes
 * library; above, 1 - 2 / (exp(2 |x|) + 1), which does not cancel there. */
GG_INLINE float gg_tanh_f32(float x)
{
    float size = x < 0 ? -x : x, q = x * x;
    float p = -5.70498872745e-3f;
    p = p * q + 2.06390887954e-2f;
    p = p * q - 5.37397155531e-2f;
    p = p * q + 1.33314422036e-1f;
    p = p * q - 3.33332819422e-1f;
    float small = p * q * x + x;
    float large = 1 - 2 / (gg_exp_f32(2 * size) + 1);
    large = x < 0 ? -large : large;
    return size < 0.625f ? small : large;
}

/* erf(x): x + x P(x^2) up to 0.875, and above, 1 - exp(Q(|x|)), where Q approaches log(erfc) and a
 * quarter or less is taken away from 1. P and Q have the least greatest error of erf, 1e-8 and 2e-9
 * of it; Q is meant up to 4, where erf is 1 in float. */
GG_INLINE float gg_erf_f32(float x)
{
    float size = x < 0 ? -x : x, q = x * x;
    float p = -6.20327795e-4f;
    p = p * q + 5.03218651e-3f;
    p = p * q - 2.67914673e-2f;
    p = p * q + 1.12824555e-1f;
    p = p * q - 3.76125505e-1f;
    p = p * q + 1.28379158e-1f;
    float small = p * x + x;
    float t = size > 4 ? 4 : size;
    float r = 2.00996816e-4f;
    r = r * t - 3.09229772e-3f;
    r = r * t + 2.24202391e-2f;
    r = r * t - 1.04327522e-1f;
    r = r * t - 6.36737184e-1f;
    r = r * t - 1.12793615f;
    r = r * t - 1.33568924e-4f;
    float large = 1 - gg_exp_f32(r);
    large = x < 0 ? -large : large;
    return size < 0.875f ? small : large;
}

GG_INLINE double gg_exp_f64(double x)
{
    return exp(x);
}
GG_INLINE double gg_expm1_f64(double x)
{
    return expm1(x);
}
GG_INLINE double gg_log_f64(double x)
{
    return log(x);
}
GG_INLINE double gg_log1p_f64(double x)
{
    return log1p(x);
}
GG_INLINE double gg_tanh_f64(double x)
{
    return tanh(x);
}
GG_INLINE double gg_erf_f64(double x)
{
    return erf(x);
}

#endif
