/* Compressed sparse rows: from coordinates, with the transpose kept beside the matrix. */
#include "tensor.h"

#include <string.h>

static void free_one(gg_csr *a)
{
    if (a) {
        gg_free(a->rowptr);
        gg_free(a->col);
        gg_free(a->values);
        gg_free(a->transposed);
        gg_free(a);
    }
}

void gg_csr_free(gg_csr *a)
{
    if (a && a->transpose != a)
        free_one((gg_csr *)(uintptr_t)a->transpose);
    free_one(a);
}

int64_t gg_csr_nnz(const gg_csr *a)
{
    return a->rowptr[a->rows];
}

double gg_csr_value(const gg_csr *a, int64_t k)
{
    if (!a->values)
        return 1;
    return a->dtype == GG_F32 ? (double)((const float *)a->values)[k]
                              : ((const double *)a->values)[k];
}

static void set_value(gg_csr *a, int64_t k, double value)
{
    if (a->dtype == GG_F32)
        ((float *)a->values)[k] = (float)value;
    else
        ((double *)a->values)[k] = value;
}

bool gg_csr_has(const gg_csr *a, int32_t i, int32_t j)
{
    if (i < 0 || i >= a->rows)
        return false;
    int64_t low = a->rowptr[i], high = a->rowptr[i + 1];
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (a->col[middle] < j)
            low = middle + 1;
        else
            high = middle;
    }
    return low < a->rowptr[i + 1] && a->col[low] == j;
}

static gg_csr *allocate(int64_t rows, int64_t cols, int64_t nnz, bool ones, gg_dtype dtype)
{
    gg_csr *a = gg_zalloc(1, sizeof *a);
    if (!a)
        return NULL;
    a->rows = rows;
    a->cols = cols;
    a->dtype = dtype;
    a->rowptr = gg_zalloc((size_t)rows + 1, sizeof *a->rowptr);
    a->col = gg_alloc((size_t)nnz, sizeof *a->col);
    if (!ones)
        a->values = gg_alloc((size_t)nnz, gg_dtype_size(dtype));
    if (!a->rowptr || !a->col || (!ones && !a->values)) {
        free_one(a);
        return NULL;
    }
    return a;
}

/* B = A^T by counting columns; rows of B ascend because those of A are visited in order. Where to
 * is not NULL, to[k] is the entry of B that entry k of A becomes. */
static gg_csr *transpose(const gg_csr *a, int64_t *to)
{
    int64_t nnz = gg_csr_nnz(a);
    gg_csr *b = allocate(a->cols, a->rows, nnz, !a->values, a->dtype);
    if (!b)
        return NULL;
    for (int64_t k = 0; k < nnz; k++)
        b->rowptr[a->col[k] + 1]++;
    for (int64_t j = 0; j < a->cols; j++)
        b->rowptr[j + 1] += b->rowptr[j];
    for (int64_t i = 0; i < a->rows; i++)
        for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++) {
            int64_t at = b->rowptr[a->col[k]]++;
            b->col[at] = (int32_t)i;
            if (a->values)
                set_value(b, at, gg_csr_value(a, k));
            if (to)
                to[k] = at;
        }
    memmove(b->rowptr + 1, b->rowptr, (size_t)a->cols * sizeof *b->rowptr);
    b->rowptr[0] = 0;
    return b;
}

static bool equal(const gg_csr *a, const gg_csr *b)
{
    size_t nnz = (size_t)gg_csr_nnz(a);
    return a->rows == b->rows &&
           memcmp(a->rowptr, b->rowptr, ((size_t)a->rows + 1) * sizeof *a->rowptr) == 0 &&
           memcmp(a->col, b->col, nnz * sizeof *a->col) == 0 &&
           (!a->values || memcmp(a->values, b->values, nnz * gg_dtype_size(a->dtype)) == 0);
}

/* Gives b, the transpose of a, the way back. */
static bool invert(const gg_csr *a, gg_csr *b)
{
    int64_t nnz = gg_csr_nnz(a);
    b->transposed = gg_alloc((size_t)nnz, sizeof *b->transposed);
    for (int64_t k = 0; b->transposed && k < nnz; k++)
        b->transposed[a->transposed[k]] = k;
    return b->transposed;
}

/* Gives a its transpose, or itself when the two are the same. */
static gg_status attach_transpose(gg_csr *a, gg_error *e)
{
    a->transposed = gg_alloc((size_t)gg_csr_nnz(a), sizeof *a->transposed);
    gg_csr *b = a->transposed ? transpose(a, a->transposed) : NULL;
    bool symmetric = b && equal(a, b);
    if (!b || (!symmetric && !invert(a, b))) {
        free_one(b);
        return gg_fail(e, GG_ERR_MEMORY, "csr: no memory for the transpose");
    }
    if (symmetric) {
        free_one(b);
        a->transpose = a;
    } else {
        a->transpose = b;
        b->transpose = a;
    }
    return GG_OK;
}

static gg_status check_entries(int64_t rows, int64_t cols, int64_t count, const int32_t *row,
                               const int32_t *col, gg_error *e)
{
    if (rows < 0 || cols < 0 || rows > INT32_MAX || cols > INT32_MAX || count < 0)
        return gg_fail(e, GG_ERR_SHAPE, "csr: %lld x %lld with %lld entries is out of range",
                       (long long)rows, (long long)cols, (long long)count);
    for (int64_t k = 0; k < count; k++)
        if (row[k] < 0 || row[k] >= rows || col[k] < 0 || col[k] >= cols)
            return gg_fail(e, GG_ERR_ARGUMENT, "csr: entry %lld is (%d, %d), outside %lld x %lld",
                           (long long)k, row[k], col[k], (long long)rows, (long long)cols);
    return GG_OK;
}

/* Merges neighbours with the same column in the sorted rows of a; values add up. Where to is not
 * NULL, to[k] is the entry that entry k becomes part of. */
static void merge_repeats(gg_csr *a, int64_t *to)
{
    int64_t kept = 0, begin = 0;
    for (int64_t i = 0; i < a->rows; i++) {
        int64_t end = a->rowptr[i + 1], first = kept;
        for (int64_t k = begin; k < end; k++) {
            bool repeats = kept > first && a->col[kept - 1] == a->col[k];
            if (!repeats) {
                a->col[kept] = a->col[k];
                if (a->values)
                    set_value(a, kept, gg_csr_value(a, k));
                kept++;
            } else if (a->values) {
                set_value(a, kept - 1, gg_csr_value(a, kept - 1) + gg_csr_value(a, k));
            }
            if (to)
                to[k] = kept - 1;
        }
        begin = end;
        a->rowptr[i + 1] = kept;
    }
}

/* The transpose from coordinates, its rows in their order. Where to is not NULL, to[k] is the entry
 * that coordinate k becomes. */
static gg_csr *sort_by_column(int64_t rows, int64_t cols, int64_t count, const int32_t *row,
                              const int32_t *col, const double *values, gg_dtype dtype, int64_t *to)
{
    gg_csr *b = allocate(cols, rows, count, !values, dtype);
    if (!b)
        return NULL;
    for (int64_t k = 0; k < count; k++)
        b->rowptr[col[k] + 1]++;
    for (int64_t j = 0; j < cols; j++)
        b->rowptr[j + 1] += b->rowptr[j];
    for (int64_t k = 0; k < count; k++) {
        int64_t at = b->rowptr[col[k]]++;
        b->col[at] = row[k];
        if (values)
            set_value(b, at, values[k]);
        if (to)
            to[k] = at;
    }
    memmove(b->rowptr + 1, b->rowptr, (size_t)cols * sizeof *b->rowptr);
    b->rowptr[0] = 0;
    return b;
}

/* at[k] becomes where the entry at[k] went, unless nobody asks. */
static void follow(int64_t count, int64_t *at, const int64_t *to)
{
    for (int64_t k = 0; at && k < count; k++)
        at[k] = to[at[k]];
}

/* Two counting sorts order the entries by row, then column: the transpose of the transpose. at[k]
 * is the entry that coordinate k becomes part of, and to is scratch; both may be NULL. */
static gg_csr *sort(int64_t rows, int64_t cols, int64_t count, const int32_t *row,
                    const int32_t *col, const double *values, gg_dtype dtype, int64_t *at,
                    int64_t *to)
{
    gg_csr *by_col = sort_by_column(rows, cols, count, row, col, values, dtype, at);
    gg_csr *a = by_col ? transpose(by_col, to) : NULL;
    free_one(by_col);
    if (a) {
        follow(count, at, to);
        merge_repeats(a, to);
        follow(count, at, to);
    }
    return a;
}

gg_status gg_csr_from_coo_places(int64_t rows, int64_t cols, int64_t count, const int32_t *row,
                                 const int32_t *col, const double *values, gg_dtype dtype,
                                 int64_t *place, gg_csr **out, gg_error *e)
{
    gg_status status = check_entries(rows, cols, count, row, col, e);
    if (status)
        return status;
    int64_t *at = place ? gg_alloc((size_t)count, sizeof *at) : NULL;
    int64_t *to = place ? gg_alloc((size_t)count, sizeof *to) : NULL;
    gg_csr *a = NULL;
    if (!place || (at && to))
        a = sort(rows, cols, count, row, col, values, dtype, at, to);
    status = a ? attach_transpose(a, e)
               : gg_fail(e, GG_ERR_MEMORY, "csr: no memory for %lld entries", (long long)count);
    if (!status) {
        if (place)
            memcpy(place, at, (size_t)count * sizeof *place);
        *out = a;
    } else {
        free_one(a);
    }
    gg_free(at);
    gg_free(to);
    return status;
}

gg_status gg_csr_from_coo(int64_t rows, int64_t cols, int64_t count, const int32_t *row,
                          const int32_t *col, const double *values, gg_dtype dtype, gg_csr **out,
                          gg_error *e)
{
    return gg_csr_from_coo_places(rows, cols, count, row, col, values, dtype, NULL, out, e);
}

gg_status gg_csr_cast(const gg_csr *a, gg_dtype dtype, gg_csr **out, gg_error *e)
{
    int64_t nnz = gg_csr_nnz(a);
    gg_csr *b = allocate(a->rows, a->cols, nnz, !a->values, dtype);
    if (!b)
        return gg_fail(e, GG_ERR_MEMORY, "csr: no memory for %lld entries", (long long)nnz);
    memcpy(b->rowptr, a->rowptr, ((size_t)a->rows + 1) * sizeof *a->rowptr);
    memcpy(b->col, a->col, (size_t)nnz * sizeof *a->col);
    for (int64_t k = 0; a->values && k < nnz; k++)
        set_value(b, k, gg_csr_value(a, k));
    gg_status status = attach_transpose(b, e);
    if (status) {
        free_one(b);
        return status;
    }
    *out = b;
    return GG_OK;
}

/* What a matrix along whose diagonal blocks lie is like. */
typedef struct extent {
    int64_t rows, cols, nnz;
    const gg_csr *valued; /* the first block that has values, or NULL */
} extent;

static gg_status add_block(int64_t k, const gg_csr *block, extent *x, gg_error *e)
{
    if (block->rows > INT32_MAX - x->rows || block->cols > INT32_MAX - x->cols)
        return gg_fail(e, GG_ERR_SHAPE,
                       "block diagonal: with block %lld, %lld x %lld, there are more than %d rows "
                       "or columns",
                       (long long)k, (long long)block->rows, (long long)block->cols, INT32_MAX);
    if (block->values && x->valued && block->dtype != x->valued->dtype)
        return gg_fail(
            e, GG_ERR_SHAPE,
            "block diagonal: block %lld is %s, those before are %s (gg_csr_cast converts)",
            (long long)k, block->dtype == GG_F32 ? "f32" : "f64",
            block->dtype == GG_F32 ? "f64" : "f32");
    if (block->values && !x->valued)
        x->valued = block;
    x->rows += block->rows;
    x->cols += block->cols;
    return GG_OK;
}

/* No entry is looked at before all sizes are known to fit; then their number does. */
static gg_status measure(int64_t count, const gg_csr *const *blocks, extent *x, gg_error *e)
{
    gg_status status = GG_OK;
    if (count < 0)
        return gg_fail(e, GG_ERR_ARGUMENT, "block diagonal: %lld blocks", (long long)count);
    for (int64_t k = 0; status == GG_OK && k < count; k++)
        status = add_block(k, blocks[k], x, e);
    for (int64_t k = 0; status == GG_OK && k < count; k++)
        x->nnz += gg_csr_nnz(blocks[k]);
    return status;
}

/* Writes a block's entries behind the first nnz ones of a, from (row, col) on. */
static void put_block(gg_csr *a, const gg_csr *block, int64_t row, int64_t col, int64_t nnz)
{
    int64_t entries = gg_csr_nnz(block);
    for (int64_t i = 0; i < block->rows; i++)
        a->rowptr[row + i + 1] = nnz + block->rowptr[i + 1];
    for (int64_t k = 0; k < entries; k++)
        a->col[nnz + k] = (int32_t)(col + block->col[k]);
    for (int64_t k = 0; a->values && k < entries; k++)
        set_value(a, nnz + k, gg_csr_value(block, k));
}

gg_status gg_csr_block_diagonal(int64_t count, const gg_csr *const *blocks, gg_csr **out,
                                gg_error *e)
{
    extent x = {0};
    gg_status status = measure(count, blocks, &x, e);
    if (status)
        return status;
    gg_dtype dtype = x.valued ? x.valued->dtype : count > 0 ? blocks[0]->dtype : GG_F32;
    gg_csr *a = allocate(x.rows, x.cols, x.nnz, !x.valued, dtype);
    if (!a)
        return gg_fail(e, GG_ERR_MEMORY, "block diagonal: no memory for %lld entries",
                       (long long)x.nnz);
    int64_t row = 0, col = 0, nnz = 0;
    for (int64_t k = 0; k < count; k++) {
        put_block(a, blocks[k], row, col, nnz);
        row += blocks[k]->rows;
        col += blocks[k]->cols;
        nnz += gg_csr_nnz(blocks[k]);
    }
    status = attach_transpose(a, e);
    if (status) {
        free_one(a);
        return status;
    }
    *out = a;
    return GG_OK;
}

static gg_status check_selection(const char *what, int64_t count, const int32_t *id, int64_t most,
                                 gg_error *e)
{
    if (count < 0 || count > INT32_MAX)
        return gg_fail(e, GG_ERR_SHAPE, "select: %lld %ss is out of range", (long long)count, what);
    for (int64_t k = 0; k < count; k++)
        if (id[k] < 0 || id[k] >= most)
            return gg_fail(e, GG_ERR_ARGUMENT, "select: %s %d, expected 0 to %lld", what, id[k],
                           (long long)most - 1);
    return GG_OK;
}

/* place[j]: which of the chosen columns column j is, from 1; 0 for all others. */
static gg_status place_columns(const gg_csr *a, int64_t cols, const int32_t *col, int32_t **place,
                               gg_error *e)
{
    *place = gg_zalloc((size_t)a->cols, sizeof **place);
    if (!*place)
        return gg_fail(e, GG_ERR_MEMORY, "select: no memory for %lld columns", (long long)a->cols);
    for (int64_t k = 0; k < cols; k++) {
        if ((*place)[col[k]])
            return gg_fail(e, GG_ERR_ARGUMENT, "select: column %d comes twice", col[k]);
        (*place)[col[k]] = (int32_t)k + 1;
    }
    return GG_OK;
}

/* The chosen entries, those of a row in a's order. place NULL: all columns. */
static gg_csr *select_entries(const gg_csr *a, int64_t rows, const int32_t *row, int64_t cols,
                              const int32_t *place)
{
    int64_t room = 0, count = 0;
    for (int64_t p = 0; p < rows; p++)
        room += a->rowptr[row[p] + 1] - a->rowptr[row[p]];
    gg_csr *b = allocate(rows, cols, room, !a->values, a->dtype);
    for (int64_t p = 0; b && p < rows; p++) {
        for (int64_t k = a->rowptr[row[p]]; k < a->rowptr[row[p] + 1]; k++) {
            if (place && !place[a->col[k]])
                continue;
            b->col[count] = place ? place[a->col[k]] - 1 : a->col[k];
            if (a->values)
                set_value(b, count, gg_csr_value(a, k));
            count++;
        }
        b->rowptr[p + 1] = count;
    }
    return b;
}

/* Orders the columns of each row as sort does; b is used up. */
static gg_csr *sort_rows(gg_csr *b)
{
    gg_csr *by_col = b ? transpose(b, NULL) : NULL;
    gg_csr *a = by_col ? transpose(by_col, NULL) : NULL;
    free_one(b);
    free_one(by_col);
    return a;
}

gg_status gg_csr_select(const gg_csr *a, int64_t rows, const int32_t *row, int64_t cols,
                        const int32_t *col, gg_csr **out, gg_error *e)
{
    if (!a || (rows > 0 && !row))
        return gg_fail(e, GG_ERR_ARGUMENT, "select: no matrix or no rows");
    int32_t *place = NULL;
    gg_status status = check_selection("row", rows, row, a->rows, e);
    if (!status && col)
        status = check_selection("column", cols, col, a->cols, e);
    if (!status && col)
        status = place_columns(a, cols, col, &place, e);
    gg_csr *b = NULL;
    if (!status) {
        b = sort_rows(select_entries(a, rows, row, col ? cols : a->cols, place));
        status = b ? attach_transpose(b, e)
                   : gg_fail(e, GG_ERR_MEMORY, "select: no memory for %lld rows", (long long)rows);
    }
    gg_free(place);
    if (!status)
        *out = b;
    else
        free_one(b);
    return status;
}
