/*
 * Writes a tensor as a NumPy .npy file. The file appears whole or not at all: it is written under
 * a temporary name in the same folder, synced, and renamed.
 */
#include "files.h"
#include "graph.h"
#include "npy.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Version 1.0, padded with blanks so that the elements begin at a multiple of 64. */
static size_t make_header(const gg_tensor *x, char header[512])
{
    int used = snprintf(header + 10, 502, "{'descr': '<f%d', 'fortran_order': False, 'shape': (",
                        (int)gg_dtype_size(x->dtype));
    for (int k = 0; k < x->rank; k++)
        used += snprintf(header + 10 + used, (size_t)(502 - used), "%s%lld", k ? ", " : "",
                         (long long)x->shape[k]);
    used += snprintf(header + 10 + used, (size_t)(502 - used), x->rank == 1 ? ",), }" : "), }");
    size_t size = ((size_t)used + 11 + 63) / 64 * 64; /* 10 bytes before the text, 1 after */
    memset(header + 10 + used, ' ', size - 10 - (size_t)used);
    header[size - 1] = '\n';
    memcpy(header, "\x93NUMPY\x01\x00", 8);
    header[8] = (char)((size - 10) & 0xff);
    header[9] = (char)((size - 10) >> 8);
    return size;
}

static bool write_all(int file, const void *data, size_t size)
{
    const char *at = data;
    while (size > 0) {
        ssize_t n = write(file, at, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        at += n;
        size -= (size_t)n;
    }
    return true;
}

static int open_new(const char *name)
{
    return open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

gg_status gg_write_npy(const char *path, const gg_tensor *x, gg_error *e)
{
    char name[GG_TEMPORARY_SIZE], header[512];
    if (strlen(path) >= GG_PATH_SIZE)
        return gg_fail(e, GG_ERR_ARGUMENT, "%.64s...: the path is too long", path);
    int file = gg_make_temporary(path, open_new, name);
    if (file < 0)
        return gg_cannot(path, "create a file beside it", e);
    bool written = write_all(file, header, make_header(x, header)) &&
                   write_all(file, x->data, (size_t)gg_numel(x) * gg_dtype_size(x->dtype)) &&
                   fsync(file) == 0;
    int reason = errno;
    if (close(file) != 0 && written) {
        written = false;
        reason = errno;
    }
    if (written && rename(name, path) != 0) {
        written = false;
        reason = errno;
    }
    if (!written) {
        unlink(name);
        errno = reason;
        return gg_cannot(path, "write", e);
    }
    return gg_sync_folder_of(path) ? GG_OK : gg_cannot(path, "sync the folder of", e);
}
