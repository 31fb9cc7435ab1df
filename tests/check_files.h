/* check_files.h: what tests of readers and writers share. A folder of the test program's own
 * (enter_folder and leave_folder are its group's set-up and tear-down) and files in it. */
#ifndef GG_CHECK_FILES_H
#define GG_CHECK_FILES_H

#include "check.h"

#include <dirent.h>
#include <unistd.h>

static char folder[64];

static inline int enter_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/gg_files_XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

/* Removes a file, or a folder and what is in it. */
static inline int remove_all(const char *path)
{
    DIR *d = opendir(path);
    if (!d)
        return remove(path);
    for (struct dirent *f; (f = readdir(d));) {
        size_t size = strlen(path) + strlen(f->d_name) + 2;
        char *name = malloc(size);
        snprintf(name, size, "%s/%s", path, f->d_name);
        if (strcmp(f->d_name, ".") != 0 && strcmp(f->d_name, "..") != 0)
            remove_all(name);
        free(name);
    }
    closedir(d);
    return rmdir(path);
}

static inline int leave_folder(void **state)
{
    (void)state;
    return remove_all(folder);
}

static inline const char *in_folder(const char *name)
{
    static char path[4][512];
    static int turn;
    turn = (turn + 1) % 4;
    snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
    return path[turn];
}

static inline const char *write_file(const char *name, const void *bytes, size_t size)
{
    const char *path = in_folder(name);
    remove(path); /* some file systems sync a file that is cut short and rewritten */
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, size, f), size);
    fclose(f);
    return path;
}

static inline const char *write_text(const char *name, const char *text)
{
    return write_file(name, text, strlen(text));
}

static inline size_t read_file(const char *path, char *bytes, size_t size)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    size_t n = fread(bytes, 1, size, f);
    fclose(f);
    return n;
}

/* A file of the folder as a string, its first size - 1 bytes. */
static inline void read_text(const char *name, char *text, size_t size)
{
    text[read_file(in_folder(name), text, size - 1)] = '\0';
}

static inline const char *golden(const char *name)
{
    static char path[4096];
    snprintf(path, sizeof path, "%s/tests/golden/%s", GG_SOURCE_DIR, name);
    return path;
}

static inline int files_in_folder(void)
{
    int count = 0;
    DIR *d = opendir(folder);
    while (readdir(d))
        count++;
    closedir(d);
    return count - 2;
}

#define assert_contains(text, part)                                                                \
    do {                                                                                           \
        if (!strstr(text, part))                                                                   \
            fail_msg("\"%s\" does not contain \"%s\"", text, part);                                \
    } while (0)

/* An .npy file of the given header text; elements are zeros. Returns its size. */
static inline size_t make_npy(char *out, int version, const char *text, size_t elements)
{
    size_t length = strlen(text), start = version == 1 ? 10 : 12;
    memcpy(out, "\x93NUMPY", 6);
    out[6] = (char)version;
    out[7] = 0;
    out[8] = (char)(length & 0xff);
    out[9] = (char)(length >> 8);
    out[10] = out[11] = 0;
    memcpy(out + start, text, length);
    memset(out + start + length, 0, elements);
    return start + length + elements;
}

#endif
