/* neighbors.h (internal): neighbours that two nodes share, from sorted rows. */
#ifndef GG_NEIGHBORS_H
#define GG_NEIGHBORS_H

#include "tensor.h"

static inline int64_t gg_row_length(const gg_csr *a, int32_t i)
{
    return a->rowptr[i + 1] - a->rowptr[i];
}

/* The first place from `at` on whose column is j or larger: steps that double, then halve, so that
 * the long row of a hub costs the logarithm of its length. */
static inline int64_t gg_seek_column(const int32_t *col, int64_t at, int64_t end, int32_t j)
{
    int64_t step = 1, low = at;
    while (low < end && col[low] < j) {
        at = low + 1;
        low += step;
        step *= 2;
    }
    int64_t high = low < end ? low : end;
    while (at < high) {
        int64_t middle = at + (high - at) / 2;
        if (col[middle] < j)
            at = middle + 1;
        else
            high = middle;
    }
    return at;
}

/* How many neighbours i and j share; counting stops at `most`. */
int64_t gg_count_shared(const gg_csr *a, int32_t i, int32_t j, int64_t most);

/* Lists the nodes j that share neighbours with i, among them i itself, in a fixed order, and leaves
 * in count[j], zero before, how many. list and count have one element a node. */
int64_t gg_list_sharing(const gg_csr *a, int32_t i, int32_t *list, int32_t *count);

#endif
