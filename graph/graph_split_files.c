/*
 * Splits as five text files in a folder. The folder appears whole or not at all: its files are
 * written into a folder with a temporary name beside it, synced, and the folder is renamed.
 */
#include "dataset.h"
#include "files.h"
#include "names.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void set_path(const char *dir, int set, char path[GG_TEMPORARY_SIZE + 16])
{
    snprintf(path, GG_TEMPORARY_SIZE + 16, "%s/%s.txt", dir, gg_set_names[set]);
}

/* "u v" or names with a tab between, and the line's end; returns its length. */
static size_t make_line(int32_t u, int32_t v, const gg_names *names, char line[GG_LINE_SIZE])
{
    if (!names)
        return (size_t)snprintf(line, GG_LINE_SIZE, "%d %d\n", u, v);
    size_t used = gg_name_quote(gg_name(names, u), line);
    line[used++] = '\t';
    used += gg_name_quote(gg_name(names, v), line + used);
    line[used++] = '\n';
    return used;
}

/* False, and errno, if it failed. */
static bool write_set(const char *dir, int set, const gg_split *split, const gg_names *names)
{
    char path[GG_TEMPORARY_SIZE + 16];
    set_path(dir, set, path);
    FILE *file = fopen(path, "wbx");
    if (!file)
        return false;
    const gg_pair_list *pairs = gg_set_of(split, set);
    bool written = true;
    for (int64_t k = 0; written && k < pairs->count; k++) {
        char line[GG_LINE_SIZE];
        size_t size = make_line(pairs->u[k], pairs->v[k], names, line);
        written = fwrite(line, 1, size, file) == size;
    }
    written = written && fflush(file) == 0 && fsync(fileno(file)) == 0;
    int reason = errno;
    if (fclose(file) != 0 && written)
        return false;
    errno = reason;
    return written;
}

static int make_folder(const char *name)
{
    return mkdir(name, 0777);
}

static void remove_temporary(const char *name)
{
    int reason = errno;
    for (int set = 0; set < GG_SETS; set++) {
        char path[GG_TEMPORARY_SIZE + 16];
        set_path(name, set, path);
        unlink(path);
    }
    rmdir(name);
    errno = reason;
}

static gg_status check_split(const gg_split *split, const gg_names *names, gg_error *e)
{
    for (int set = 0; set < GG_SETS; set++)
        for (int64_t k = 0; k < gg_set_of(split, set)->count; k++) {
            int32_t u = gg_set_of(split, set)->u[k], v = gg_set_of(split, set)->v[k];
            if (u < 0 || v < 0 || (names && (u >= names->count || v >= names->count)))
                return gg_fail(e, GG_ERR_ARGUMENT, "split: %s has (%d, %d), no pair of nodes",
                               gg_set_names[set], u, v);
        }
    return GG_OK;
}

gg_status gg_split_write(const char *dir, const gg_split *split, const gg_names *names, gg_error *e)
{
    char path[GG_PATH_SIZE], temporary[GG_TEMPORARY_SIZE];
    gg_status s = check_split(split, names, e);
    if (s == GG_OK)
        s = gg_path_join(NULL, dir, path, e);
    if (s != GG_OK)
        return s;
    for (size_t end = strlen(path); end > 1 && path[end - 1] == '/'; end--)
        path[end - 1] = 0;
    if (gg_make_temporary(path, make_folder, temporary) < 0)
        return gg_cannot(path, "create a folder beside it", e);
    bool written = true;
    for (int set = 0; written && set < GG_SETS; set++)
        written = write_set(temporary, set, split, names);
    if (!written || !gg_sync_folder(temporary) || rename(temporary, path) != 0) {
        remove_temporary(temporary);
        if (errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR)
            return gg_fail(e, GG_ERR_IO, "%s: is there already, and is not written over", path);
        return gg_cannot(path, "write", e);
    }
    return gg_sync_folder_of(path) ? GG_OK : gg_cannot(path, "sync the folder of", e);
}

gg_status gg_split_read(const char *dir, int64_t nodes, const gg_names *names, gg_split *out,
                        gg_error *e)
{
    gg_pair_list set[GG_SETS] = {{0}};
    gg_status s = GG_OK;
    for (int k = 0; s == GG_OK && k < GG_SETS; k++) {
        char file[16], path[GG_PATH_SIZE];
        snprintf(file, sizeof file, "%s.txt", gg_set_names[k]);
        s = gg_path_join(dir, file, path, e);
        if (s == GG_OK)
            s = names ? gg_read_named_pairs(path, names, &set[k], e)
                      : gg_read_pairs(path, nodes, &set[k], e);
    }
    gg_split split = {set[0], set[1], set[2], set[3], set[4]};
    if (s == GG_OK)
        *out = split;
    else
        gg_split_free(&split);
    return s;
}
