/* read_csr.h (internal): what the readers of sparse matrices share. */
#ifndef GG_READ_CSR_H
#define GG_READ_CSR_H

#include "graph.h"

/* More columns than a weight matrix could have rows; a damaged count beyond is not worth the memory
 * of a transpose. */
#define GG_COLUMNS_MAX (1 << 24)

/* Hands a on as *out if all values are finite; frees it and fails otherwise. */
gg_status gg_features_check(const char *path, gg_csr *a, gg_csr **out, gg_error *e);

#endif
