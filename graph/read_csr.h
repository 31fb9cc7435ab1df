/* read_csr.h (internal): what the readers of sparse matrices share. */
#ifndef GG_READ_CSR_H
#define GG_READ_CSR_H

#include "graph.h"

/* More columns than a weight matrix could have rows; a damaged count beyond is not worth the memory
 * of a transpose. */
#define GG_COLUMNS_MAX (1 << 24)

/* Rows take memory, entries or not. Where hardly a row has one, the number of rows is damaged. */
static inline bool gg_hardly_filled(int64_t rows, int64_t entries)
{
    return rows > 10000000 && rows / 100 > entries;
}

/* Hands a on as *out if all values are finite; frees it and fails otherwise. */
gg_status gg_features_check(const char *path, gg_csr *a, gg_csr **out, gg_error *e);

#endif
