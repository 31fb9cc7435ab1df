/* Paths, and what writing a file or folder as a whole takes: temporary names and synced folders. */
#define _XOPEN_SOURCE 700 /* realpath */

#include "files.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

gg_status gg_path_join(const char *dir, const char *name, char path[GG_PATH_SIZE], gg_error *e)
{
    int used = dir ? snprintf(path, GG_PATH_SIZE, "%s/%s", dir, name)
                   : snprintf(path, GG_PATH_SIZE, "%s", name);
    if (used >= 0 && used < GG_PATH_SIZE)
        return GG_OK;
    return gg_fail(e, GG_ERR_ARGUMENT, "%.64s...: the path is too long", dir ? dir : name);
}

gg_status gg_cannot(const char *path, const char *what, gg_error *e)
{
    return gg_fail(e, GG_ERR_IO, "%s: cannot %s: %s", path, what, strerror(errno));
}

int gg_make_temporary(const char *path, int (*make)(const char *name), char name[GG_TEMPORARY_SIZE])
{
    for (int k = 0; k < 100; k++) {
        snprintf(name, GG_TEMPORARY_SIZE, "%s.%ld.%d.tmp", path, (long)getpid(), k);
        int made = make(name);
        if (made >= 0 || errno != EEXIST)
            return made;
    }
    return -1;
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

static bool write_parts(int file, const gg_bytes *parts, int count)
{
    bool written = true;
    for (int k = 0; k < count && written; k++)
        written = write_all(file, parts[k].data, parts[k].size);
    return written && fsync(file) == 0;
}

static_assert(GG_PATH_SIZE >= PATH_MAX, "realpath writes as much");

/* What a link leads to is written, so that it stays one; and only files are replaced. */
static gg_status find_place(const char *path, char place[GG_PATH_SIZE], gg_error *e)
{
    struct stat info;
    if (strlen(path) >= GG_PATH_SIZE)
        return gg_fail(e, GG_ERR_ARGUMENT, "%.64s...: the path is too long", path);
    strcpy(place, path);
    if (lstat(path, &info) != 0)
        return GG_OK;
    if (S_ISLNK(info.st_mode) && (!realpath(path, place) || stat(place, &info) != 0))
        return gg_cannot(path, "write where it leads", e);
    return S_ISREG(info.st_mode) ? GG_OK : gg_fail(e, GG_ERR_IO, "%s: cannot write: no file", path);
}

gg_status gg_write_whole(const char *path, const gg_bytes *parts, int count, gg_error *e)
{
    char name[GG_TEMPORARY_SIZE], place[GG_PATH_SIZE];
    gg_status s = find_place(path, place, e);
    if (s != GG_OK)
        return s;
    int file = gg_make_temporary(place, open_new, name);
    if (file < 0)
        return gg_cannot(path, "create a file beside it", e);
    bool written = write_parts(file, parts, count);
    int reason = errno;
    if (close(file) != 0 && written) {
        written = false;
        reason = errno;
    }
    if (written && rename(name, place) != 0) {
        written = false;
        reason = errno;
    }
    if (!written) {
        unlink(name);
        errno = reason;
        return gg_cannot(path, "write", e);
    }
    return gg_sync_folder_of(place) ? GG_OK : gg_cannot(path, "sync the folder of", e);
}

/* A folder is a file too. */
bool gg_sync_folder(const char *folder)
{
    int file = open(folder, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    bool synced = fsync(file) == 0 || errno == EINVAL; /* EINVAL: a file system without it */
    close(file);
    return synced;
}

bool gg_sync_folder_of(const char *path)
{
    char folder[GG_PATH_SIZE];
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1,
             slash ? path : ".");
    return gg_sync_folder(folder);
}
