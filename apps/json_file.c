/* json_file.c: values for JSON objects, and their files. */
#include "json_file.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

json_t *json_number(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

json_t *json_text(const char *text)
{
    json_t *value = json_string(text);
    char plain[4096];
    size_t k = 0;
    for (; !value && text[k] && k + 1 < sizeof plain; k++)
        plain[k] = (unsigned char)text[k] < 0x80 ? text[k] : '?';
    plain[k] = 0;
    return value ? value : json_string(plain);
}

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

gg_status json_file_check(const char *path, gg_error *e)
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

/* 15 digits: 0.1 stays 0.1. */
static bool dump(const json_t *object, FILE *file)
{
    return json_dumpf(object, file, JSON_INDENT(2) | JSON_REAL_PRECISION(15)) == 0 &&
           fputc('\n', file) != EOF && fflush(file) == 0;
}

static gg_status replace(const char *path, const json_t *object, gg_error *e)
{
    char name[4096];
    FILE *file = open_beside(path, name, sizeof name);
    if (!file)
        return cannot_write(path, errno, e);
    errno = 0;
    bool written = dump(object, file) && fsync(fileno(file)) == 0;
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

static gg_status write_in_place(const char *path, const json_t *object, gg_error *e)
{
    FILE *file = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    if (!file)
        return cannot_write(path, errno, e);
    bool written = dump(object, file);
    int error = errno;
    if (file != stdout && fclose(file) != 0 && written) {
        written = false;
        error = errno;
    }
    return written ? GG_OK : cannot_write(path, error, e);
}

gg_status json_file_write(const char *path, const json_t *object, gg_error *e)
{
    if (!object)
        return gg_fail(e, GG_ERR_MEMORY, "%s: out of memory for the results", path);
    bool beside = strcmp(path, "-") != 0 && replaceable(path);
    return beside ? replace(path, object, e) : write_in_place(path, object, e);
}
