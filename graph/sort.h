/* sort.h (internal): a stable radix sort of 64-bit keys, and keys that order doubles. */
#ifndef GG_SORT_H
#define GG_SORT_H

#include <stdint.h>
#include <string.h>

/* Sorts key[0..n) in ascending order; item (may be NULL) moves along. Keys that are equal keep
 * their order. The spaces hold n elements each. */
void gg_sort_keys(int64_t n, uint64_t *key, int32_t *item, uint64_t *key_space,
                  int32_t *item_space);

/* Ordered as the doubles are, with -0 equal to 0: the sign bit of positive numbers is set, all bits
 * of negative ones are flipped. */
static inline uint64_t gg_sort_key(double x)
{
    uint64_t bits;
    x += 0.0;
    memcpy(&bits, &x, sizeof bits);
    return bits >> 63 ? ~bits : bits | (uint64_t)1 << 63;
}

static inline double gg_sort_value(uint64_t key)
{
    uint64_t bits = key >> 63 ? key & ~((uint64_t)1 << 63) : ~key;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

#endif
