/* Philox 4x32-10: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3". */
#include "tensor.h"
#include "philox.h"

#include <math.h>

/* The finaliser of SplitMix64 (Steele, Lea, Flood 2014): spreads labels over all 64 bits. */
static uint64_t mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

gg_rng gg_rng_new(uint64_t seed)
{
    return (gg_rng){seed, 0};
}

gg_rng gg_rng_fork(gg_rng rng, uint64_t label)
{
    return (gg_rng){rng.seed, mix(rng.stream ^ mix(label))};
}

void gg_rng_words(gg_rng rng, uint64_t position, uint32_t out[4])
{
    gg_philox(rng, position, out);
}

uint64_t gg_rng_bits(gg_rng rng, uint64_t position)
{
    uint32_t w[4];
    gg_philox(rng, position, w);
    return (uint64_t)w[0] | (uint64_t)w[1] << 32;
}

double gg_rng_uniform(gg_rng rng, uint64_t position)
{
    return (double)(gg_rng_bits(rng, position) >> 11) * 0x1p-53;
}

/* The high half of bits * bound: uneven by less than bound / 2^64. */
uint64_t gg_rng_below(gg_rng rng, uint64_t position, uint64_t bound)
{
    uint64_t x = gg_rng_bits(rng, position);
    uint64_t lo = (x & 0xffffffffu) * (bound & 0xffffffffu);
    uint64_t mid = (x >> 32) * (bound & 0xffffffffu) + (lo >> 32);
    uint64_t mid2 = (x & 0xffffffffu) * (bound >> 32) + (mid & 0xffffffffu);
    return (x >> 32) * (bound >> 32) + (mid >> 32) + (mid2 >> 32);
}

double gg_rng_normal(gg_rng rng, uint64_t position)
{
    uint32_t w[4];
    gg_philox(rng, position, w);
    uint64_t a = (uint64_t)w[0] | (uint64_t)w[1] << 32;
    uint64_t b = (uint64_t)w[2] | (uint64_t)w[3] << 32;
    double u = (double)((a >> 11) + 1) * 0x1p-53; /* in (0, 1] */
    double v = (double)(b >> 11) * 0x1p-53;
    return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}

void gg_rng_shuffle(gg_rng rng, int64_t *items, int64_t count)
{
    for (int64_t k = count - 1; k > 0; k--) {
        int64_t j = (int64_t)gg_rng_below(rng, (uint64_t)k, (uint64_t)k + 1);
        int64_t item = items[k];
        items[k] = items[j];
        items[j] = item;
    }
}
