/* tally.h (internal): distinct keys and how often each came. */
#ifndef GG_TALLY_H
#define GG_TALLY_H

#include "tensor.h"

/* A hash table with open addressing. */
typedef struct gg_tally {
    uint64_t *key;  /* 2 size slots; 0 is empty, so no key may be 0 */
    int64_t *count; /* of each */
    int64_t size;   /* how many keys it takes in at most, a power of two */
    int64_t keys;
    bool full; /* more came */
} gg_tally;

/* False: no memory. What was allocated is released by gg_tally_free. */
bool gg_tally_alloc(gg_tally *t, int64_t size);
void gg_tally_free(gg_tally *t);

void gg_tally_clear(gg_tally *t);
void gg_tally_add(gg_tally *t, uint64_t key, int64_t count);
/* Adds what `from` holds, unless one of them is full: then the sum is. */
void gg_tally_merge(gg_tally *to, const gg_tally *from);

#endif
