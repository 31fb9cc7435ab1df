#define _XOPEN_SOURCE 700 /* realpath */

#include "result_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static gg_status cannot_write(const char *path, int error, gg_error *e)
{
    return gg_fail(e, GG_ERR_IO, "%s: cannot write the results: %s", path, strerror(error));
}

/* A pipe, a device or a link is written in place; a new or a plain file is replaced at the end. */
static bool replaceable(const char *path)
{
    struct stat info;
    return lstat(path, &info) != 0 || S_ISREG(info.st_mode);
}

static FILE *open_beside(const char *path, char *name, size_t size)
{
    int length = snprintf(name, size, "%s.%ld.tmp", path, (long)getpid());
    if (length < 0 || (size_t)length >= size) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    int fd = open(name, O_WRONLY | O_CREAT | O_EXCL, 0666);
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!file && fd >= 0) {
        int error = errno;
        close(fd);
        unlink(name);
        errno = error;
    }
    return file;
}

gg_status result_file_check(const char *path, gg_error *e)
{
    struct stat info;
    char name[4096];
    if (strcmp(path, "-") == 0)
        return GG_OK;
    if (stat(path, &info) == 0) {
        if (S_ISDIR(info.st_mode))
            return cannot_write(path, EISDIR, e);
        if (access(path, W_OK) != 0)
            return cannot_write(path, errno, e);
    }
    if (!replaceable(path))
        return GG_OK;
    FILE *file = open_beside(path, name, sizeof name);
    if (!file)
        return cannot_write(path, errno, e);
    fclose(file);
    unlink(name);
    return GG_OK;
}

gg_status result_file_check_whole(const char *path, gg_error *e)
{
    struct stat info;
    char place[PATH_MAX];
    if (lstat(path, &info) == 0 && S_ISLNK(info.st_mode)) {
        if (!realpath(path, place))
            return cannot_write(path, errno, e);
        path = place;
    }
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode))
        return gg_fail(e, GG_ERR_IO, "%s: cannot write the results: no file", path);
    return result_file_check(path, e);
}

static gg_status replace(const char *path, result_writer *print, const void *result, gg_error *e)
{
    char name[4096];
    FILE *file = open_beside(path, name, sizeof name);
    if (!file)
        return cannot_write(path, errno, e);
    errno = 0;
    bool written = print(file, result) && fflush(file) == 0 && fsync(fileno(file)) == 0;
    int error = errno;
    if (fclose(file) != 0 && written) {
        written = false;
        error = errno;
    }
    if (written && rename(name, path) != 0) {
        written = false;
        error = errno;
    }
    if (written)
        return GG_OK;
    unlink(name);
    return cannot_write(path, error, e);
}

static gg_status write_in_place(const char *path, result_writer *print, const void *result,
                                gg_error *e)
{
    FILE *file = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    if (!file)
        return cannot_write(path, errno, e);
    bool written = print(file, result) && fflush(file) == 0;
    int error = errno;
    if (file != stdout && fclose(file) != 0 && written) {
        written = false;
        error = errno;
    }
    return written ? GG_OK : cannot_write(path, error, e);
}

gg_status result_file_write(const char *path, result_writer *print, const void *result, gg_error *e)
{
    bool beside = strcmp(path, "-") != 0 && replaceable(path);
    return beside ? replace(path, print, result, e) : write_in_place(path, print, result, e);
}

/* The folder of a path, and its last part. */
static const char *split_path(const char *path, struct stat *folder, bool *found)
{
    const char *slash = strrchr(path, '/');
    char text[4096];
    int length = snprintf(text, sizeof text, "%.*s", slash ? (int)(slash - path) : 0, path);
    *found = length >= 0 && (size_t)length < sizeof text &&
             stat(*text   ? text
                  : slash ? "/"
                          : ".",
                  folder) == 0;
    return slash ? slash + 1 : path;
}

bool result_file_same(const char *a, const char *b)
{
    struct stat of_a, of_b;
    bool found_a, found_b;
    const char *name_a = split_path(a, &of_a, &found_a), *name_b = split_path(b, &of_b, &found_b);
    if (strcmp(a, b) == 0)
        return true;
    if (stat(a, &of_a) == 0 && stat(b, &of_b) == 0) /* links lead to the same */
        return S_ISREG(of_a.st_mode) && of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
    split_path(a, &of_a, &found_a);
    split_path(b, &of_b, &found_b);
    return strcmp(a, "-") != 0 && strcmp(b, "-") != 0 && found_a && found_b &&
           strcmp(name_a, name_b) == 0 && of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
}
