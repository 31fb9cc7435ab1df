/*
 * draw.h (internal): Philox 4x32-10 at many positions, cut into 16-bit numbers, eight a position:
 * words 0 to 3 of gg_rng_words, the low half of each first.
 */
#ifndef GG_DRAW_H
#define GG_DRAW_H

#include "philox.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define GG_DRAW_AVX2 1
#endif

/* Positions that gg_draw draws at a time. */
#define GG_DRAW 32

static inline void gg_draw_plain(gg_rng rng, uint64_t position, uint16_t out[GG_DRAW * 8])
{
    for (int k = 0; k < GG_DRAW; k++) {
        uint32_t words[4];
        gg_philox(rng, position + (uint64_t)k, words);
        for (int i = 0; i < 8; i++)
            out[8 * k + i] = (uint16_t)(words[i / 2] >> 16 * (i % 2));
    }
}

#ifdef GG_DRAW_AVX2
/* One round on two positions. In a register that holds the words (c0, c1, c2, c3) the even ones are
 * multiplied, to (lo0, hi0, lo1, hi1), and the next state is that in reverse, (hi1, lo1, hi0, lo0),
 * xor (c1, 0, c3, 0) xor the key: five instructions and no gathering of words. */
__attribute__((target("avx2"))) static inline __m256i gg_draw_round(__m256i state, __m256i key)
{
    const __m256i multipliers = _mm256_setr_epi64x(0xd2511f53, 0xcd9e8d57, 0xd2511f53, 0xcd9e8d57);
    __m256i product = _mm256_mul_epu32(state, multipliers);
    __m256i swapped = _mm256_shuffle_epi32(product, _MM_SHUFFLE(0, 1, 2, 3));
    return _mm256_xor_si256(_mm256_xor_si256(swapped, key), _mm256_srli_epi64(state, 32));
}

/* Registers in flight: enough to hide the multiplier's latency. */
#define GG_DRAW_IN_FLIGHT 8

__attribute__((target("avx2"))) static inline void gg_draw_avx2(gg_rng rng, uint64_t position,
                                                                uint16_t out[GG_DRAW * 8])
{
    for (int k = 0; k < GG_DRAW; k += 2 * GG_DRAW_IN_FLIGHT) {
        __m256i state[GG_DRAW_IN_FLIGHT];
        for (int r = 0; r < GG_DRAW_IN_FLIGHT; r++) {
            long long at = (long long)(position + (uint64_t)(k + 2 * r));
            state[r] = _mm256_setr_epi64x(at, (long long)rng.stream, (long long)((uint64_t)at + 1),
                                          (long long)rng.stream);
        }
        uint32_t k0 = (uint32_t)rng.seed, k1 = (uint32_t)(rng.seed >> 32);
        for (int round = 0; round < 10; round++) {
            __m256i key = _mm256_setr_epi64x(k0, k1, k0, k1);
            for (int r = 0; r < GG_DRAW_IN_FLIGHT; r++)
                state[r] = gg_draw_round(state[r], key);
            k0 += 0x9e3779b9u;
            k1 += 0xbb67ae85u;
        }
        for (int r = 0; r < GG_DRAW_IN_FLIGHT; r++)
            _mm256_storeu_si256((__m256i *)(void *)(out + 8 * (k + 2 * r)), state[r]);
    }
}
#endif

/* out[8 k + i] = 16-bit number i at position + k, for k below GG_DRAW. */
static inline void gg_draw(gg_rng rng, uint64_t position, uint16_t out[GG_DRAW * 8])
{
#ifdef GG_DRAW_AVX2
    if (__builtin_cpu_supports("avx2")) {
        gg_draw_avx2(rng, position, out);
        return;
    }
#endif
    gg_draw_plain(rng, position, out);
}

#endif
