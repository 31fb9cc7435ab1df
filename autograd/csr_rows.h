/* csr_rows.h (internal): blocks of whole rows of a sparse matrix, of about equal work. */
#ifndef GG_CSR_ROWS_H
#define GG_CSR_ROWS_H

#include "autograd.h"

/* Work is counted in units, entries plus rows, so that a block holds many empty rows or few full
 * ones; a row belongs to the block that its first unit falls in. */
static inline int64_t gg_csr_units(const gg_csr *a)
{
    return gg_csr_nnz(a) + a->rows;
}

/* Units of a block where each moves `width` numbers: half a megabyte of floats. */
static inline int64_t gg_csr_block(int64_t width)
{
    return 1 + 8 * GG_BLOCK / (1 + width);
}

/* The first row whose units start at `unit` or later. */
static inline int64_t gg_csr_row_at(const gg_csr *a, int64_t unit)
{
    int64_t low = 0, high = a->rows;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (a->rowptr[middle] + middle < unit)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

#endif
