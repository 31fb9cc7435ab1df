/* Skip-gram with negative samples: the move of a pair after a pair. */
#include "skipgram.h"

#include "vecmath.h"

#define LANES GG_SKIPGRAM_LANES

#define GG_SOURCE "skipgram.c"
#include "each_real.h"

#ifdef real

typedef real FN(quad) __attribute__((vector_size(4 * sizeof(real)), may_alias));

GG_INLINE real FN(inner_product)(int64_t stride, const real *x, const real *y)
{
    _Alignas(64) real lane[LANES] = {0};
    for (int64_t c = 0; c < stride; c += LANES)
        for (int l = 0; l < LANES; l++)
            lane[l] += x[c + l] * y[c + l];
    const FN(quad) *part = (const void *)lane, sum = (part[0] + part[1]) + (part[2] + part[3]);
    return (sum[0] + sum[2]) + (sum[1] + sum[3]);
}

/* With y = -<z, h_0>, or <z, h_j> for j >= 1, a sample's loss is -log s(-y), which is log(1 + t) +
 * max(y, 0) with t = exp(-|y|), and its derivative s(y) is 1 / (1 + t) or, for y < 0, t / (1 + t).
 * y becomes -rate s(y). */
GG_INLINE void FN(differentiate)(real rate, real *y, real *loss)
{
    for (int l = 0; l < LANES; l++) {
        real t = FN(gg_exp)(y[l] < 0 ? y[l] : -y[l]), more = y[l] > 0 ? y[l] : (real)0;
        real s = (y[l] < 0 ? t : (real)1) / (1 + t);
        loss[l] += FN(gg_log1p)(t) + more;
        y[l] = -rate * s;
    }
}

GG_INLINE void FN(copy)(int64_t stride, const real *restrict x, real *restrict y)
{
    for (int64_t c = 0; c < stride; c += LANES)
        for (int l = 0; l < LANES; l++)
            y[c + l] = x[c + l];
}

/* y += a x */
GG_INLINE void FN(add)(int64_t stride, real a, const real *restrict x, real *restrict y)
{
    for (int64_t c = 0; c < stride; c += LANES)
        for (int l = 0; l < LANES; l++)
            y[c + l] += a * x[c + l];
}

/* z += sum of x_j h_j, and h_j += x_j z with the z of before. */
GG_INLINE void FN(move)(int64_t stride, int64_t samples, const int32_t *sample, const real *x,
                        real *z, real *h)
{
    _Alignas(64) real moved[GG_SKIPGRAM_STRIDE];
    FN(copy)(stride, z, moved);
    for (int64_t j = 0; j < samples; j++)
        FN(add)(stride, x[j], h + sample[j] * stride, moved);
    for (int64_t j = 0; j < samples; j++)
        FN(add)(stride, x[j], z, h + sample[j] * stride);
    FN(copy)(stride, moved, z);
}

/* x_j = -rate dL/d<z, h_j>; adds the losses to `loss`. */
GG_INLINE void FN(derive)(int64_t stride, real rate, int64_t samples, const int32_t *sample,
                          const real *z, const real *h, real *x, real *loss)
{
    for (int64_t j = 0; j < samples; j++)
        x[j] = FN(inner_product)(stride, z, h + sample[j] * stride);
    for (int64_t j = samples; j % LANES != 0; j++)
        x[j] = -INFINITY; /* no loss */
    x[0] = -x[0];
    for (int64_t j = 0; j < samples; j += LANES)
        FN(differentiate)(rate, x + j, loss);
    x[0] = -x[0];
}

GG_SIMD double FN(gg_skipgram)(int64_t stride, double rate, int64_t pairs, const int32_t *center,
                               int64_t samples, const int32_t *sample, real *z, real *h)
{
    double sum = 0;
    _Alignas(64) real x[GG_SKIPGRAM_SAMPLES], loss[LANES] = {0};
    for (int64_t k = 0; k < pairs; k++, sample += samples) {
        real *own = z + center[k] * stride;
        FN(derive)(stride, (real)rate, samples, sample, own, h, x, loss);
        FN(move)(stride, samples, sample, x, own, h);
    }
    for (int l = 0; l < LANES; l++)
        sum += (double)loss[l];
    return sum;
}

#endif
