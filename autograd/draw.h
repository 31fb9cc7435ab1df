/*
 * draw.h (internal): Philox 4x32-10 at many positions, cut into 16-bit numbers, eight a position:
 * words 0 to 3 of gg_rng_words, the low half of each first.
 */
#ifndef GG_DRAW_H
#define GG_DRAW_H

#include "philox.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define GG_DRAW_X86 1
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

#ifdef GG_DRAW_X86
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

/* Eight positions in four registers, one for each word of the state, which stands in the low half
 * of a 64-bit element. The multiplier does not look at the high halves, so whatever gathers there
 * may stay: a round is two multiplications, two shifts and two xors of three. */
typedef struct gg_draw_state {
    __m512i c0, c1, c2, c3;
} gg_draw_state;

__attribute__((target("avx512f"))) static inline void gg_draw_round_512(gg_draw_state *s,
                                                                        __m512i k0, __m512i k1)
{
    enum { XOR_OF_THREE = 0x96 };
    __m512i p0 = _mm512_mul_epu32(s->c0, _mm512_set1_epi64(0xd2511f53));
    __m512i p1 = _mm512_mul_epu32(s->c2, _mm512_set1_epi64(0xcd9e8d57));
    s->c0 = _mm512_ternarylogic_epi64(_mm512_srli_epi64(p1, 32), s->c1, k0, XOR_OF_THREE);
    s->c2 = _mm512_ternarylogic_epi64(_mm512_srli_epi64(p0, 32), s->c3, k1, XOR_OF_THREE);
    s->c1 = p1;
    s->c3 = p0;
}

/* The words of four positions to a register: unpacking takes those with even numbers, then those
 * with odd ones, which is why elements hold positions in the order 0, 4, 1, 5, ... */
__attribute__((target("avx512f"))) static inline void gg_draw_store_512(const gg_draw_state *s,
                                                                        uint16_t out[64])
{
    const __mmask16 high = 0xaaaa;
    __m512i c01 = _mm512_mask_blend_epi32(high, s->c0, _mm512_slli_epi64(s->c1, 32));
    __m512i c23 = _mm512_mask_blend_epi32(high, s->c2, _mm512_slli_epi64(s->c3, 32));
    _mm512_storeu_si512(out, _mm512_unpacklo_epi64(c01, c23));
    _mm512_storeu_si512(out + 32, _mm512_unpackhi_epi64(c01, c23));
}

__attribute__((target("avx512f"))) static inline void gg_draw_avx512(gg_rng rng, uint64_t position,
                                                                     uint16_t out[GG_DRAW * 8])
{
    enum { GROUPS = GG_DRAW / 8 };
    gg_draw_state state[GROUPS];
    const __m512i order = _mm512_setr_epi64(0, 4, 1, 5, 2, 6, 3, 7);
    for (int g = 0; g < GROUPS; g++) {
        __m512i at =
            _mm512_add_epi64(_mm512_set1_epi64((long long)(position + 8 * (uint64_t)g)), order);
        __m512i stream = _mm512_set1_epi64((long long)rng.stream);
        state[g] =
            (gg_draw_state){at, _mm512_srli_epi64(at, 32), stream, _mm512_srli_epi64(stream, 32)};
    }
    uint32_t k0 = (uint32_t)rng.seed, k1 = (uint32_t)(rng.seed >> 32);
    for (int round = 0; round < 10; round++) {
        for (int g = 0; g < GROUPS; g++)
            gg_draw_round_512(&state[g], _mm512_set1_epi64(k0), _mm512_set1_epi64(k1));
        k0 += 0x9e3779b9u;
        k1 += 0xbb67ae85u;
    }
    for (int g = 0; g < GROUPS; g++)
        gg_draw_store_512(&state[g], out + 64 * g);
}
#endif

/* out[8 k + i] = 16-bit number i at position + k, for k below GG_DRAW. */
static inline void gg_draw(gg_rng rng, uint64_t position, uint16_t out[GG_DRAW * 8])
{
#ifdef GG_DRAW_X86
    if (__builtin_cpu_supports("avx512f")) {
        gg_draw_avx512(rng, position, out);
        return;
    }
    if (__builtin_cpu_supports("avx2")) {
        gg_draw_avx2(rng, position, out);
        return;
    }
#endif
    gg_draw_plain(rng, position, out);
}

#endif
