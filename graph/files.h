/* files.h (internal): paths, and files that appear whole or not at all. */
#ifndef GG_FILES_H
#define GG_FILES_H

#include "tensor.h"

#define GG_PATH_SIZE 4096
#define GG_TEMPORARY_SIZE (GG_PATH_SIZE + 64)

/* DIR/NAME, or NAME alone when dir is NULL. */
gg_status gg_path_join(const char *dir, const char *name, char path[GG_PATH_SIZE], gg_error *e);

/* GG_ERR_IO: "path: cannot WHAT: ", and what errno says. */
gg_status gg_cannot(const char *path, const char *what, gg_error *e);

/* Calls make with path.PID.K.tmp, K = 0, 1, ... until it does not fail for a name that is taken, so
 * that writers do not meet. Returns what make returned; a negative number is a failure. */
int gg_make_temporary(const char *path, int (*make)(const char *name),
                      char name[GG_TEMPORARY_SIZE]);

/* Bytes in memory. */
typedef struct gg_bytes {
    const void *data;
    size_t size;
} gg_bytes;

/* A file of some bytes one after the other: written under a temporary name beside path, synced,
 * then renamed, so that it appears whole or not at all. A link stays one; nothing but a file is
 * replaced. */
gg_status gg_write_whole(const char *path, const gg_bytes *parts, int count, gg_error *e);

/* Syncs a folder, so that new names in it last; and the folder that path is in. */
bool gg_sync_folder(const char *folder);
bool gg_sync_folder_of(const char *path);

#endif
