/* Reads the zip archives that NumPy and SciPy make: each member an .npy file of its own. */
#include "npz.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static gg_status bad(const gg_npz *z, const char *file, const char *reason, gg_error *e)
{
    return gg_fail(e, GG_ERR_FORMAT, "%s: %s: %s", z->path, file, reason);
}

gg_status gg_npz_bad(const gg_npz *z, const char *name, const char *reason, gg_error *e)
{
    return gg_fail(e, GG_ERR_FORMAT, "%s: %s.npy: %s", z->path, name, reason);
}

gg_status gg_npz_open(gg_npz *z, const char *path, gg_error *e)
{
    z->path = path;
    z->zip = NULL;
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

#define MEMBER_SIZE 264

static const char *member_of(const char *name, char file[MEMBER_SIZE])
{
    snprintf(file, MEMBER_SIZE, "%.255s.npy", name);
    return file;
}

bool gg_npz_has(const gg_npz *z, const char *name)
{
    char file[MEMBER_SIZE];
    return zip_name_locate(z->zip, member_of(name, file), 0) >= 0;
}

/* Finds a member and believes its size only within reason: deflate shrinks by 1032 at most. */
static gg_status find_member(const gg_npz *z, const char *file, zip_stat_t *about, gg_error *e)
{
    zip_stat_init(about);
    if (zip_stat(z->zip, file, 0, about) != 0)
        return bad(z, file, "not in the archive", e);
    const zip_uint64_t needed =
        ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_INDEX;
    if ((about->valid & needed) != needed || about->comp_size > z->size)
        return bad(z, file, "the archive is damaged", e);
    if (about->comp_method != ZIP_CM_STORE && about->comp_method != ZIP_CM_DEFLATE)
        return bad(z, file, "neither stored nor deflated", e);
    if (about->size > (about->comp_size + 1) * 1040)
        return bad(z, file, "the archive is damaged: more than its bytes can hold", e);
    return GG_OK;
}

/* All bytes of a member; reading past its end makes libzip compare the checksum. */
static gg_status read_bytes(const gg_npz *z, const char *name, const zip_stat_t *about, char *bytes,
                            gg_error *e)
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

/* A member's bytes, with a 0 behind them. */
static gg_status read_member(const gg_npz *z, const char *file, char **bytes, uint64_t *size,
                             gg_error *e)
{
    zip_stat_t about;
    gg_status s = find_member(z, file, &about, e);
    if (s != GG_OK)
        return s;
    char *read = gg_alloc((size_t)about.size + 1, 1);
    if (!read)
        return gg_fail(e, GG_ERR_MEMORY, "%s: no memory for %s", z->path, file);
    s = read_bytes(z, file, &about, read, e);
    if (s != GG_OK) {
        gg_free(read);
        return s;
    }
    read[about.size] = 0;
    *bytes = read;
    *size = about.size;
    return GG_OK;
}

gg_status gg_npz_read(const gg_npz *z, const char *name, gg_npz_member *m, gg_error *e)
{
    char file[MEMBER_SIZE], place[512];
    uint64_t size;
    gg_status s = read_member(z, member_of(name, file), &m->bytes, &size, e);
    if (s != GG_OK)
        return s;
    size_t length = strlen(z->path); /* the end of a long path tells more */
    snprintf(place, sizeof place, "%s: %s", z->path + (length > 200 ? length - 200 : 0), file);
    s = gg_npy_parse(place, m->bytes, size, &m->array, e);
    m->data = m->bytes + m->array.start;
    return s;
}

gg_status gg_npz_read_text(const gg_npz *z, const char *file, char **text, gg_error *e)
{
    uint64_t size;
    char *bytes = NULL;
    gg_status s = read_member(z, file, &bytes, &size, e);
    if (s != GG_OK)
        return s;
    if (strlen(bytes) < size) {
        gg_free(bytes);
        return bad(z, file, "expected text, found a byte 0", e);
    }
    *text = bytes;
    return GG_OK;
}

void gg_npz_close(gg_npz *z)
{
    if (z->zip)
        zip_discard(z->zip);
}
