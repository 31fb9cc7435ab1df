/* shape.h (internal): sizes that cannot overflow. */
#ifndef GG_SHAPE_H
#define GG_SHAPE_H

#include "tensor.h"

/* The product of a shape; -1 when an axis is negative or the bytes of the elements overflow. */
static inline int64_t gg_checked_numel(int rank, const int64_t *shape)
{
    int64_t n = 1;
    for (int k = 0; k < rank; k++) {
        if (shape[k] < 0 || (shape[k] > 0 && n > INT64_MAX / 64 / shape[k]))
            return -1;
        n *= shape[k];
    }
    return n;
}

#endif
