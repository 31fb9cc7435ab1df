/*
 * Reads the zip archive that scipy.sparse.save_npz makes of a CSR matrix: the arrays indptr,
 * indices, data, shape and format, each an .npy file of its own.
 */
#include "graph.h"
#include "npy.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <zip.h>

/* More columns than a weight matrix could have rows; a damaged count beyond is not worth the
 * memory of a transpose. */
#define COLUMNS_MAX (1 << 24)

typedef struct member {
    gg_npy array;
    char *bytes;      /* the member as stored in the archive */
    const char *data; /* its elements */
} member;

typedef struct archive {
    const char *path;
    zip_t *zip;
    uint64_t size; /* of the file */
    member format, shape, indptr, indices, data;
} archive;

static gg_status bad(const archive *z, const char *name, const char *reason, gg_error *e)
{
    return gg_fail(e, GG_ERR_FORMAT, "%s: %s.npy: %s", z->path, name, reason);
}

static gg_status open_archive(archive *z, gg_error *e)
{
    struct stat info;
    if (stat(z->path, &info) != 0)
        return gg_fail(e, GG_ERR_IO, "%s: cannot open: %s", z->path, strerror(errno));
    if (!S_ISREG(info.st_mode))
        return gg_fail(e, GG_ERR_IO, "%s: not a file", z->path);
    z->size = (uint64_t)info.st_size;
    int code = 0;
    z->zip = zip_open(z->path, ZIP_RDONLY, &code);
    if (z->zip)
        return GG_OK;
    zip_error_t why;
    zip_error_init_with_code(&why, code);
    gg_status s = gg_fail(e, code == ZIP_ER_MEMORY ? GG_ERR_MEMORY : GG_ERR_FORMAT,
                          "%s: cannot open the zip archive: %s", z->path, zip_error_strerror(&why));
    zip_error_fini(&why);
    return s;
}

/* Finds a member and believes its size only within reason: deflate shrinks by 1032 at most. */
static gg_status find_member(const archive *z, const char *name, zip_stat_t *about, gg_error *e)
{
    char file[16];
    snprintf(file, sizeof file, "%s.npy", name);
    zip_stat_init(about);
    if (zip_stat(z->zip, file, 0, about) != 0)
        return bad(z, name, "not in the archive, expected one made by scipy.sparse.save_npz", e);
    const zip_uint64_t needed =
        ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_INDEX;
    if ((about->valid & needed) != needed || about->comp_size > z->size)
        return bad(z, name, "the archive is damaged", e);
    if (about->comp_method != ZIP_CM_STORE && about->comp_method != ZIP_CM_DEFLATE)
        return bad(z, name, "neither stored nor deflated", e);
    if (about->size > (about->comp_size + 1) * 1040)
        return bad(z, name, "the archive is damaged: more than its bytes can hold", e);
    return GG_OK;
}

/* All bytes of a member; reading past its end makes libzip compare the checksum. */
static gg_status read_bytes(const archive *z, const char *name, const zip_stat_t *about,
                            char *bytes, gg_error *e)
{
    char more;
    zip_file_t *file = zip_fopen_index(z->zip, about->index, 0);
    if (!file)
        return bad(z, name, zip_strerror(z->zip), e);
    uint64_t have = 0;
    zip_int64_t n = 1;
    while (have < about->size && (n = zip_fread(file, bytes + have, about->size - have)) > 0)
        have += (uint64_t)n;
    if (n > 0)
        n = zip_fread(file, &more, 1);
    gg_status s = GG_OK;
    if (n < 0)
        s = bad(z, name, zip_file_strerror(file), e);
    else if (n > 0 || have != about->size)
        s = bad(z, name, "not as long as the archive says", e);
    zip_fclose(file);
    return s;
}

static gg_status read_member(const archive *z, const char *name, member *m, gg_error *e)
{
    zip_stat_t about;
    gg_status s = find_member(z, name, &about, e);
    if (s != GG_OK)
        return s;
    m->bytes = gg_alloc((size_t)about.size, 1);
    if (!m->bytes)
        return gg_fail(e, GG_ERR_MEMORY, "%s: no memory for %s", z->path, name);
    s = read_bytes(z, name, &about, m->bytes, e);
    if (s != GG_OK)
        return s;
    char place[256];
    size_t length = strlen(z->path); /* the end of a long path tells more */
    snprintf(place, sizeof place, "%s: %s.npy", z->path + (length > 200 ? length - 200 : 0), name);
    s = gg_npy_parse(place, m->bytes, about.size, &m->array, e);
    m->data = m->bytes + m->array.start;
    return s;
}

static gg_status read_members(archive *z, gg_error *e)
{
    gg_status s = read_member(z, "format", &z->format, e);
    if (s == GG_OK)
        s = read_member(z, "shape", &z->shape, e);
    if (s == GG_OK)
        s = read_member(z, "indptr", &z->indptr, e);
    if (s == GG_OK)
        s = read_member(z, "indices", &z->indices, e);
    if (s == GG_OK)
        s = read_member(z, "data", &z->data, e);
    return s;
}

static void close_archive(archive *z)
{
    member *all[] = {&z->format, &z->shape, &z->indptr, &z->indices, &z->data};
    for (int k = 0; k < 5; k++)
        gg_free(all[k]->bytes);
    if (z->zip)
        zip_discard(z->zip);
}

/* Whether the format reads "csr": as bytes, or as UCS-4 text by some versions. */
static bool is_csr(const member *m)
{
    if (m->array.rank != 0)
        return false;
    if (m->array.kind == 'S')
        return m->array.item == 3 && memcmp(m->data, "csr", 3) == 0;
    return m->array.kind == 'U' && m->array.item == 12 &&
           memcmp(m->data, "c\0\0\0s\0\0\0r\0\0", 12) == 0;
}

static bool is_list(const member *m, char kind)
{
    return m->array.rank == 1 && m->array.kind == kind;
}

static gg_status check_members(const archive *z, gg_error *e)
{
    const member *shape = &z->shape, *data = &z->data;
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
    if (rows < 0 || cols < 0 || rows > INT32_MAX || cols > COLUMNS_MAX)
        return gg_fail(e, GG_ERR_FORMAT, "%s: shape.npy: %lld x %lld, expected at most %d x %d",
                       z->path, (long long)rows, (long long)cols, INT32_MAX, COLUMNS_MAX);
    if (z->indptr.array.count != rows + 1)
        return gg_fail(e, GG_ERR_FORMAT, "%s: indptr.npy: %lld offsets for %lld rows", z->path,
                       (long long)z->indptr.array.count, (long long)rows);
    if (z->indices.array.count != data->array.count)
        return gg_fail(e, GG_ERR_FORMAT, "%s: %lld indices for %lld values", z->path,
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
                           z->path, (long long)i);
        for (int64_t k = begin; k < end; k++) {
            int64_t j = gg_npy_integer(&z->indices.array, z->indices.data, k);
            if (j < 0 || j >= cols)
                return gg_fail(e, GG_ERR_FORMAT,
                               "%s: indices.npy: column %lld in row %lld, expected 0 to %lld",
                               z->path, (long long)j, (long long)i, (long long)cols - 1);
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
                                                z->path, (long long)nnz);
    if (s == GG_OK)
        s = gg_csr_from_coo(rows, gg_npy_integer(&z->shape.array, z->shape.data, 1), nnz, row, col,
                            value, dtype, out, e);
    gg_free(row);
    gg_free(col);
    gg_free(value);
    return s;
}

/* On the matrix as it is used: what was finite in the file may overflow as f32. */
static gg_status check_finite(const char *path, const gg_csr *a, gg_error *e)
{
    for (int64_t i = 0; i < a->rows; i++)
        for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++)
            if (!isfinite(gg_csr_value(a, k)))
                return gg_fail(e, GG_ERR_NUMERIC, "%s: NaN or infinity in row %lld, column %d",
                               path, (long long)i, a->col[k]);
    return GG_OK;
}

gg_status gg_read_npz_csr(const char *path, gg_dtype dtype, gg_csr **out, gg_error *e)
{
    archive z = {.path = path};
    gg_csr *a = NULL;
    gg_status s = open_archive(&z, e);
    if (s == GG_OK)
        s = read_members(&z, e);
    if (s == GG_OK)
        s = check_members(&z, e);
    if (s == GG_OK)
        s = build(&z, dtype, &a, e);
    close_archive(&z);
    if (s == GG_OK)
        s = check_finite(path, a, e);
    if (s == GG_OK)
        *out = a;
    else
        gg_csr_free(a);
    return s;
}
