/* Node features from files of several kinds, as a sparse matrix. */
#include "read_csr.h"
#include "npz.h"

#include <math.h>
#include <string.h>

/* On the matrix as it is used: what was finite in the file may overflow as f32. */
gg_status gg_features_check(const char *path, gg_csr *a, gg_csr **out, gg_error *e)
{
    for (int64_t i = 0; i < a->rows; i++)
        for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++)
            if (!isfinite(gg_csr_value(a, k))) {
                gg_status s =
                    gg_fail(e, GG_ERR_NUMERIC, "%s: NaN or infinity in row %lld, column %d", path,
                            (long long)i, a->col[k]);
                gg_csr_free(a);
                return s;
            }
    *out = a;
    return GG_OK;
}

static gg_status check_columns(const char *path, const gg_csr *a, gg_error *e)
{
    return a->cols > 0
               ? GG_OK
               : gg_fail(e, GG_ERR_FORMAT, "%s: features of %lld x 0, expected one column or more",
                         path, (long long)a->rows);
}

/* The entries that are not zero. */
static gg_status from_dense(const char *path, const gg_tensor *x, gg_csr **out, gg_error *e)
{
    if (x->rank != 2 || x->shape[0] > INT32_MAX || x->shape[1] > GG_COLUMNS_MAX)
        return gg_fail(e, GG_ERR_FORMAT,
                       "%s: an array of rank %d, expected a matrix of at most %d x %d", path,
                       x->rank, INT32_MAX, GG_COLUMNS_MAX);
    int64_t nnz = 0, used = 0, cols = x->shape[1];
    for (int64_t k = 0; k < gg_numel(x); k++)
        nnz += gg_get(x, k) != 0;
    if (gg_hardly_filled(x->shape[0], nnz))
        return gg_fail(e, GG_ERR_FORMAT, "%s: %lld rows, but hardly one has an entry", path,
                       (long long)x->shape[0]);
    int32_t *row = gg_alloc((size_t)nnz, sizeof *row);
    int32_t *col = gg_alloc((size_t)nnz, sizeof *col);
    double *value = gg_alloc((size_t)nnz, sizeof *value);
    gg_status s = GG_ERR_MEMORY;
    if (row && col && value) {
        for (int64_t k = 0; k < gg_numel(x); k++)
            if (gg_get(x, k) != 0) {
                row[used] = (int32_t)(k / cols);
                col[used] = (int32_t)(k % cols);
                value[used++] = gg_get(x, k);
            }
        s = gg_csr_from_coo(x->shape[0], cols, nnz, row, col, value, x->dtype, out, e);
    } else {
        gg_fail(e, s, "%s: no memory for %lld entries", path, (long long)nnz);
    }
    gg_free(row);
    gg_free(col);
    gg_free(value);
    return s;
}

/* The archive's only array. */
static gg_status read_member(const gg_npz *z, gg_dtype dtype, gg_tensor **out, gg_error *e)
{
    const char *file = zip_get_num_entries(z->zip, 0) == 1 ? zip_get_name(z->zip, 0, 0) : NULL;
    size_t length = file ? strlen(file) : 0;
    if (length < 5 || length > 200 || strcmp(file + length - 4, ".npy") != 0)
        return gg_fail(e, GG_ERR_FORMAT,
                       "%s: expected a matrix of scipy.sparse.save_npz or one array", z->path);
    char name[256], place[512];
    gg_npz_member m = {.bytes = NULL};
    gg_tensor *x = NULL;
    memcpy(name, file, length - 4);
    name[length - 4] = 0;
    gg_status s = gg_npz_read(z, name, &m, e);
    if (s == GG_OK) {
        snprintf(place, sizeof place, "%.250s: %s", z->path, file);
        s = gg_npy_check_numbers(place, &m.array, e);
    }
    if (s == GG_OK)
        s = gg_tensor_new(dtype, m.array.rank, m.array.shape, &x, e);
    if (s == GG_OK) {
        gg_npy_place(&m.array, m.data, 0, m.array.count, x);
        *out = x;
    }
    gg_free(m.bytes);
    return s;
}

static gg_status read_npz(const char *path, gg_dtype dtype, gg_tensor **dense, gg_csr **sparse,
                          gg_error *e)
{
    gg_npz z;
    gg_status s = gg_npz_open(&z, path, e);
    if (s != GG_OK)
        return s;
    bool csr = gg_npz_has(&z, "indptr");
    s = csr ? gg_npz_read_csr(&z, dtype, sparse, e) : read_member(&z, dtype, dense, e);
    gg_npz_close(&z);
    return s;
}

static bool ends_with(const char *path, const char *ending)
{
    size_t length = strlen(path), n = strlen(ending);
    return length > n && strcmp(path + length - n, ending) == 0;
}

gg_status gg_read_features(const char *path, gg_dtype dtype, gg_csr **out, gg_error *e)
{
    gg_tensor *dense = NULL;
    gg_csr *a = NULL;
    gg_status s;
    if (ends_with(path, ".mtx"))
        s = gg_read_mtx(path, dtype, &a, e);
    else if (ends_with(path, ".npz"))
        s = read_npz(path, dtype, &dense, &a, e);
    else if (ends_with(path, ".npy"))
        s = gg_read_npy(path, dtype, &dense, e);
    else
        s = gg_fail(e, GG_ERR_ARGUMENT, "%s: expected a name that ends in .npz, .npy or .mtx",
                    path);
    if (s == GG_OK && dense)
        s = from_dense(path, dense, &a, e);
    gg_tensor_free(dense);
    if (s == GG_OK)
        s = check_columns(path, a, e);
    if (s == GG_OK)
        return gg_features_check(path, a, out, e);
    gg_csr_free(a);
    return s;
}
