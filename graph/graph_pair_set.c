/* A hash set of node pairs: open addressing, linear probing. */
#include "pair_set.h"

gg_status gg_pair_set_new(int64_t pairs, gg_pair_set *set, gg_error *e)
{
    uint64_t slots = 16;
    while (slots / 2 <= (uint64_t)pairs)
        slots *= 2;
    *set = (gg_pair_set){slots - 1, gg_zalloc(slots, sizeof *set->slot)};
    if (set->slot)
        return GG_OK;
    return gg_fail(e, GG_ERR_MEMORY, "pair set: no memory for %lld pairs", (long long)pairs);
}

void gg_pair_set_free(gg_pair_set *set)
{
    gg_free(set->slot);
}

/* The larger id stands in the low half: a pair is never 0, which marks a free slot. */
bool gg_pair_set_add(gg_pair_set *set, int32_t u, int32_t v)
{
    uint64_t key = u < v ? (uint64_t)u << 32 | (uint64_t)v : (uint64_t)v << 32 | (uint64_t)u;
    uint64_t at = key * 0x9e3779b97f4a7c15u; /* Fibonacci hashing: the high bits are mixed */
    for (at = (at >> 32 ^ at) & set->mask; set->slot[at]; at = (at + 1) & set->mask)
        if (set->slot[at] == key)
            return false;
    set->slot[at] = key;
    return true;
}
