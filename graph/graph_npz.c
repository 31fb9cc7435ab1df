/*
 * Reads the zip archive that scipy.sparse.save_npz makes of a CSR matrix: the arrays indptr,
 * indices, data, shape and format, each an .npy file of its own.
 */
#include "read_csr.h"
#include "npz.h"

#include <string.h>

/* The five members. */
typedef struct archive {
    const gg_npz *npz;
    gg_npz_member format, shape, indptr, indices, data;
} archive;

static gg_status bad(const archive *z, const char *name, const char *reason, gg_error *e)
{
    return gg_npz_bad(z->npz, name, reason, e);
}

static gg_status read_members(archive *z, gg_error *e)
{
    if (!gg_npz_has(z->npz, "format"))
        return bad(z, "format", "not in the archive, expected one made by scipy.sparse.save_npz",
                   e);
    gg_status s = gg_npz_read(z->npz, "format", &z->format, e);
    if (s == GG_OK)
        s = gg_npz_read(z->npz, "shape", &z->shape, e);
    if (s == GG_OK)
        s = gg_npz_read(z->npz, "indptr", &z->indptr, e);
    if (s == GG_OK)
        s = gg_npz_read(z->npz, "indices", &z->indices, e);
    if (s == GG_OK)
        s = gg_npz_read(z->npz, "data", &z->data, e);
    return s;
}

static void free_members(archive *z)
{
    gg_npz_member *all[] = {&z->format, &z->shape, &z->indptr, &z->indices, &z->data};
    for (int k = 0; k < 5; k++)
        gg_free(all[k]->bytes);
}

/* Whether the format reads "csr": as bytes, or as UCS-4 text by some versions. */
static bool is_csr(const gg_npz_member *m)
{
    if (m->array.rank != 0)
        return false;
    if (m->array.kind == 'S')
        return m->array.item == 3 && memcmp(m->data, "csr", 3) == 0;
    return m->array.kind == 'U' && m->array.item == 12 &&
           memcmp(m->data, "c\0\0\0s\0\0\0r\0\0", 12) == 0;
}

static bool is_list(const gg_npz_member *m, char kind)
{
    return m->array.rank == 1 && m->array.kind == kind;
}

static gg_status check_members(const archive *z, gg_error *e)
{
    const gg_npz_member *shape = &z->shape, *data = &z->data;
    if (!is_csr(&z->format))
        return bad(z, "format", "expected 'csr'", e);
    if (!is_list(shape, 'i') || shape->array.count != 2)
        return bad(z, "shape", "expected two integers", e);
    if (!is_list(&z->indptr, 'i'))
        return bad(z, "indptr", "expected a list of integers", e);
    if (!is_list(&z->indices, 'i'))
        return bad(z, "indices", "expected a list of integers", e);
    if (!is_list(data, 'f') && !is_list(data, 'i'))
        return bad(z, "data", "expected a list of numbers", e);
    int64_t rows = gg_npy_integer(&shape->array, shape->data, 0);
    int64_t cols = gg_npy_integer(&shape->array, shape->data, 1);
    if (rows < 0 || cols < 0 || rows > INT32_MAX || cols > GG_COLUMNS_MAX)
        return gg_fail(e, GG_ERR_FORMAT, "%s: shape.npy: %lld x %lld, expected at most %d x %d",
                       z->npz->path, (long long)rows, (long long)cols, INT32_MAX, GG_COLUMNS_MAX);
    if (z->indptr.array.count != rows + 1)
        return gg_fail(e, GG_ERR_FORMAT, "%s: indptr.npy: %lld offsets for %lld rows", z->npz->path,
                       (long long)z->indptr.array.count, (long long)rows);
    if (gg_hardly_filled(rows, data->array.count))
        return gg_fail(e, GG_ERR_FORMAT, "%s: shape.npy: %lld rows, but hardly one has an entry",
                       z->npz->path, (long long)rows);
    if (z->indices.array.count != data->array.count)
        return gg_fail(e, GG_ERR_FORMAT, "%s: %lld indices for %lld values", z->npz->path,
                       (long long)z->indices.array.count, (long long)data->array.count);
    return GG_OK;
}

/* The arrays of entries; row and column are checked on the way. */
static gg_status expand(const archive *z, int32_t *row, int32_t *col, double *value, gg_error *e)
{
    int64_t rows = z->indptr.array.count - 1, nnz = z->data.array.count;
    int64_t cols = gg_npy_integer(&z->shape.array, z->shape.data, 1), end = 0;
    if (gg_npy_integer(&z->indptr.array, z->indptr.data, 0) != 0 ||
        gg_npy_integer(&z->indptr.array, z->indptr.data, rows) != nnz)
        return bad(z, "indptr", "does not run from 0 to the number of values", e);
    for (int64_t i = 0; i < rows; i++) {
        int64_t begin = end;
        end = gg_npy_integer(&z->indptr.array, z->indptr.data, i + 1);
        if (end < begin || end > nnz)
            return gg_fail(e, GG_ERR_FORMAT, "%s: indptr.npy: row %lld ends before it begins",
                           z->npz->path, (long long)i);
        for (int64_t k = begin; k < end; k++) {
            int64_t j = gg_npy_integer(&z->indices.array, z->indices.data, k);
            if (j < 0 || j >= cols)
                return gg_fail(e, GG_ERR_FORMAT,
                               "%s: indices.npy: column %lld in row %lld, expected 0 to %lld",
                               z->npz->path, (long long)j, (long long)i, (long long)cols - 1);
            row[k] = (int32_t)i;
            col[k] = (int32_t)j;
            value[k] = gg_npy_number(&z->data.array, z->data.data, k);
        }
    }
    return GG_OK;
}

static gg_status build(const archive *z, gg_dtype dtype, gg_csr **out, gg_error *e)
{
    int64_t rows = z->indptr.array.count - 1, nnz = z->data.array.count;
    int32_t *row = gg_alloc((size_t)nnz, sizeof *row);
    int32_t *col = gg_alloc((size_t)nnz, sizeof *col);
    double *value = gg_alloc((size_t)nnz, sizeof *value);
    gg_status s = row && col && value ? expand(z, row, col, value, e)
                                      : gg_fail(e, GG_ERR_MEMORY, "%s: no memory for %lld entries",
                                                z->npz->path, (long long)nnz);
    if (s == GG_OK)
        s = gg_csr_from_coo(rows, gg_npy_integer(&z->shape.array, z->shape.data, 1), nnz, row, col,
                            value, dtype, out, e);
    gg_free(row);
    gg_free(col);
    gg_free(value);
    return s;
}

gg_status gg_npz_read_csr(const gg_npz *npz, gg_dtype dtype, gg_csr **out, gg_error *e)
{
    archive z = {.npz = npz};
    gg_status s = read_members(&z, e);
    if (s == GG_OK)
        s = check_members(&z, e);
    if (s == GG_OK)
        s = build(&z, dtype, out, e);
    free_members(&z);
    return s;
}

gg_status gg_read_npz_csr(const char *path, gg_dtype dtype, gg_csr **out, gg_error *e)
{
    gg_npz z;
    gg_csr *a = NULL;
    gg_status s = gg_npz_open(&z, path, e);
    if (s != GG_OK)
        return s;
    s = gg_npz_read_csr(&z, dtype, &a, e);
    gg_npz_close(&z);
    return s == GG_OK ? gg_features_check(path, a, out, e) : s;
}
