/* Rows divided by their sums. A matrix anew, since one that equals its transpose, or whose values
 * are not stored, does not stay so. */
#include "graph.h"

static void divide_rows(const gg_csr *a, int32_t *row, double *value)
{
    for (int32_t i = 0; i < a->rows; i++) {
        double sum = 0;
        for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++)
            sum += gg_csr_value(a, k);
        for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++) {
            row[k] = i;
            value[k] = sum != 0 ? gg_csr_value(a, k) / sum : gg_csr_value(a, k);
        }
    }
}

gg_status gg_csr_normalize_rows(const gg_csr *a, gg_csr **out, gg_error *e)
{
    int64_t nnz = gg_csr_nnz(a);
    int32_t *row = gg_alloc((size_t)nnz, sizeof *row);
    double *value = gg_alloc((size_t)nnz, sizeof *value);
    gg_status s = GG_ERR_MEMORY;
    if (row && value) {
        divide_rows(a, row, value);
        s = gg_csr_from_coo(a->rows, a->cols, nnz, row, a->col, value, a->dtype, out, e);
    } else {
        gg_fail(e, s, "normalize rows: no memory for %lld entries", (long long)nnz);
    }
    gg_free(row);
    gg_free(value);
    return s;
}
