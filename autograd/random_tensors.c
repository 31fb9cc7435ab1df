/*
 * Random constants. Philox gives four 32-bit words w a position. Uniform: w 2^-32, cut to 24 bits,
 * which are all that a float has. Normal: the transform of Box and Muller (1958) of two words, as u
 * and v in (0, 1]: sqrt(-2 log u) times the cosine and the sine of 2 pi v. Both types get the same
 * numbers, computed in float.
 */
#include "draw.h"
#include "parallel.h"
#include "tape.h"
#include "vecmath.h"

/* Numbers made at a time: words of GG_DRAW positions. */
#define RUN (4 * GG_DRAW)

typedef struct random {
    gg_rng rng;
    bool normal;
    gg_tensor *to;
} random;

/* The words of numbers [RUN k, RUN (k + 1)). */
GG_INLINE void draw_words(gg_rng rng, int64_t k, uint32_t words[RUN])
{
    uint16_t halves[2 * RUN];
    gg_draw(rng, (uint64_t)k * GG_DRAW, halves);
    for (int i = 0; i < RUN; i++)
        words[i] = halves[2 * i] | (uint32_t)halves[2 * i + 1] << 16;
}

GG_INLINE void uniform(const uint32_t words[RUN], float x[RUN])
{
    for (int i = 0; i < RUN; i++)
        x[i] = (float)(int32_t)(words[i] >> 8) * 0x1p-24f;
}

/* Sine and cosine of a quarter turn times f, |f| <= 1/2: what the series leave out is below
 * 2e-9. */
GG_INLINE float quarter_sine(float f)
{
    float a = f * 1.57079633f, q = a * a;
    float p = 1.0f / 362880;
    p = p * q - 1.0f / 5040;
    p = p * q + 1.0f / 120;
    p = p * q - 1.0f / 6;
    return p * q * a + a;
}

GG_INLINE float quarter_cosine(float f)
{
    float a = f * 1.57079633f, q = a * a;
    float p = -1.0f / 3628800;
    p = p * q + 1.0f / 40320;
    p = p * q - 1.0f / 720;
    p = p * q + 1.0f / 24;
    p = p * q - 0.5f;
    return p * q + 1;
}

/* Word i of the first half, u, goes with word i of the second, v; the angle is counted in quarter
 * turns from -1/2 on, so that the nearest whole one is the word's two highest bits. */
GG_INLINE void normal(const uint32_t words[RUN], float x[RUN])
{
    for (int i = 0; i < RUN / 2; i++) {
        uint32_t u = words[i] >> 8, v = words[RUN / 2 + i];
        float radius = sqrtf(-2 * gg_log_f32(((float)(int32_t)u + 0.5f) * 0x1p-24f));
        float f = ((float)(int32_t)((v >> 8) & 0x3fffff) + 0.5f) * 0x1p-22f - 0.5f;
        float s = quarter_sine(f), c = quarter_cosine(f);
        uint32_t odd = v >> 30 & 1, lower = v >> 31;
        float sign = lower ? -radius : radius;
        x[i] = (odd ? -s : c) * sign;
        x[RUN / 2 + i] = (odd ? c : s) * sign;
    }
}

GG_SIMD static void fill(void *context, int64_t begin, int64_t end)
{
    const random *r = context;
    int64_t total = gg_numel(r->to);
    for (int64_t k = begin; k < end; k++) {
        int64_t count = total - k * RUN < RUN ? total - k * RUN : RUN;
        uint32_t words[RUN];
        float x[RUN];
        draw_words(r->rng, k, words);
        if (r->normal)
            normal(words, x);
        else
            uniform(words, x);
        for (int64_t i = 0; i < count; i++)
            if (r->to->dtype == GG_F32)
                ((float *)r->to->data)[k * RUN + i] = x[i];
            else
                ((double *)r->to->data)[k * RUN + i] = x[i];
    }
}

static gg_tensor *draw(gg_tape *t, int rank, const int64_t *shape, gg_rng rng, bool normal)
{
    random r = {rng, normal, gg_empty(t, rank, shape)};
    if (r.to != &t->nil)
        gg_tape_parallel(t, (gg_numel(r.to) + RUN - 1) / RUN, GG_BLOCK / RUN, fill, &r);
    return r.to;
}

gg_tensor *gg_uniform(gg_tape *t, int rank, const int64_t *shape, gg_rng rng)
{
    return draw(t, rank, shape, rng, false);
}

gg_tensor *gg_normal(gg_tape *t, int rank, const int64_t *shape, gg_rng rng)
{
    return draw(t, rank, shape, rng, true);
}
