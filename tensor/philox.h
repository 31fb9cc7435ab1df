/* philox.h (internal): the generator itself, inline for kernels that draw millions. */
#ifndef GG_PHILOX_H
#define GG_PHILOX_H

#include "tensor.h"

/* Ten rounds on the counter (position, stream) with the key seed. */
static inline void gg_philox(gg_rng rng, uint64_t position, uint32_t out[4])
{
    uint32_t c0 = (uint32_t)position, c1 = (uint32_t)(position >> 32);
    uint32_t c2 = (uint32_t)rng.stream, c3 = (uint32_t)(rng.stream >> 32);
    uint32_t k0 = (uint32_t)rng.seed, k1 = (uint32_t)(rng.seed >> 32);
    for (int round = 0; round < 10; round++) {
        uint64_t p0 = (uint64_t)0xd2511f53u * c0;
        uint64_t p1 = (uint64_t)0xcd9e8d57u * c2;
        uint32_t h0 = (uint32_t)(p1 >> 32) ^ c1 ^ k0;
        uint32_t h2 = (uint32_t)(p0 >> 32) ^ c3 ^ k1;
        c0 = h0;
        c1 = (uint32_t)p1;
        c2 = h2;
        c3 = (uint32_t)p0;
        k0 += 0x9e3779b9u;
        k1 += 0xbb67ae85u;
    }
    out[0] = c0;
    out[1] = c1;
    out[2] = c2;
    out[3] = c3;
}

#endif
