/* Reads a NumPy .npy file as a tensor. */
#include "files.h"
#include "graph.h"
#include "npy.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Parses the header; leaves the file at the first element. */
static gg_status read_header(FILE *file, const char *path, gg_npy *a, gg_error *e)
{
    struct stat info;
    char bytes[GG_NPY_HEADER_MAX];
    if (fstat(fileno(file), &info) != 0)
        return gg_cannot(path, "read", e);
    if (!S_ISREG(info.st_mode))
        return gg_fail(e, GG_ERR_IO, "%s: not a file", path);
    size_t held = fread(bytes, 1, sizeof bytes, file);
    if (ferror(file))
        return gg_cannot(path, "read", e);
    /* A file that grows or shrinks meanwhile parses as the shorter one. */
    uint64_t size = held < sizeof bytes ? held : (uint64_t)info.st_size;
    gg_status s = gg_npy_parse(path, bytes, size, a, e);
    if (s != GG_OK)
        return s;
    s = gg_npy_check_numbers(path, a, e);
    if (s != GG_OK)
        return s;
    return fseek(file, (long)a->start, SEEK_SET) == 0 ? GG_OK : gg_cannot(path, "read", e);
}

static gg_status read_elements(FILE *file, const char *path, const gg_npy *a, gg_tensor *x,
                               gg_error *e)
{
    double block[512]; /* of elements of either size */
    int64_t step = (int64_t)(sizeof block / a->item);
    for (int64_t first = 0; first < a->count; first += step) {
        int64_t n = a->count - first < step ? a->count - first : step;
        if (fread(block, a->item, (size_t)n, file) != (size_t)n)
            return ferror(file) ? gg_cannot(path, "read", e)
                                : gg_fail(e, GG_ERR_IO, "%s: the file ends early", path);
        gg_npy_place(a, block, first, n, x);
    }
    return GG_OK;
}

gg_status gg_read_npy(const char *path, gg_dtype dtype, gg_tensor **out, gg_error *e)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return gg_cannot(path, "open", e);
    gg_npy a;
    gg_tensor *x = NULL;
    gg_status s = read_header(file, path, &a, e);
    if (s == GG_OK)
        s = gg_tensor_new(dtype, a.rank, a.shape, &x, e);
    if (s == GG_OK)
        s = read_elements(file, path, &a, x, e);
    fclose(file);
    if (s == GG_OK)
        *out = x;
    else
        gg_tensor_free(x);
    return s;
}
