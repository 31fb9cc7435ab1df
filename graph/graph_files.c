/* Paths, and what writing a file or folder as a whole takes: temporary names and synced folders. */
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
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
