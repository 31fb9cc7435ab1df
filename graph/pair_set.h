/* pair_set.h (internal): a hash set of node pairs without orientation, of a size fixed beforehand.
 */
#ifndef GG_PAIR_SET_H
#define GG_PAIR_SET_H

#include "tensor.h"

typedef struct gg_pair_set {
    uint64_t mask; /* slots - 1, a power of two above twice the pairs to come */
    uint64_t *slot;
} gg_pair_set;

gg_status gg_pair_set_new(int64_t pairs, gg_pair_set *set, gg_error *e);
void gg_pair_set_free(gg_pair_set *set);

/* Adds a pair of different nodes; false if it is there. */
bool gg_pair_set_add(gg_pair_set *set, int32_t u, int32_t v);

#endif
