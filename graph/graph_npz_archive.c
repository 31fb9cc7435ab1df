/* Reads the zip archives that NumPy and SciPy make: each member an .npy file of its own. */
#include "npz.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

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

/* Finds a member and believes its size only within reason: deflate shrinks by 1032 at most. */
static gg_status find_member(const gg_npz *z, const char *name, zip_stat_t *about, gg_error *e)
{
    char file[264];
    snprintf(file, sizeof file, "%.255s.npy", name);
    zip_stat_init(about);
    if (zip_stat(z->zip, file, 0, about) != 0)
        return gg_npz_bad(z, name, "not in the archive, expected one made by scipy.sparse.save_npz",
                          e);
    const zip_uint64_t needed =
        ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_INDEX;
    if ((about->valid & needed) != needed || about->comp_size > z->size)
        return gg_npz_bad(z, name, "the archive is damaged", e);
    if (about->comp_method != ZIP_CM_STORE && about->comp_method != ZIP_CM_DEFLATE)
        return gg_npz_bad(z, name, "neither stored nor deflated", e);
    if (about->size > (about->comp_size + 1) * 1040)
        return gg_npz_bad(z, name, "the archive is damaged: more than its bytes can hold", e);
    return GG_OK;
}

/* All bytes of a member; reading past its end makes libzip compare the checksum. */
static gg_status read_bytes(const gg_npz *z, const char *name, const zip_stat_t *about, char *bytes,
                            gg_error *e)
{
    char more;
    zip_file_t *file = zip_fopen_index(z->zip, about->index, 0);
    if (!file)
        return gg_npz_bad(z, name, zip_strerror(z->zip), e);
    uint64_t have = 0;
    zip_int64_t n = 1;
    while (have < about->size && (n = zip_fread(file, bytes + have, about->size - have)) > 0)
        have += (uint64_t)n;
    if (n > 0)
        n = zip_fread(file, &more, 1);
    gg_status s = GG_OK;
    if (n < 0)
        s = gg_npz_bad(z, name, zip_file_strerror(file), e);
    else if (n > 0 || have != about->size)
        s = gg_npz_bad(z, name, "not as long as the archive says", e);
    zip_fclose(file);
    return s;
}

gg_status gg_npz_read(const gg_npz *z, const char *name, gg_npz_member *m, gg_error *e)
{
    zip_stat_t about;
    gg_status s = find_member(z, name, &about, e);
    if (s != GG_OK)
        return s;
    m->bytes = gg_alloc((size_t)about.size, 1);
    if (!m->bytes)
        return gg_fail(e, GG_ERR_MEMORY, "%s: no memory for %s", z->path, name);
    s = read_bytes(z, name, &about, m->bytes, e);
    if (s != GG_OK)
        return s;
    char place[256];
    size_t length = strlen(z->path); /* the end of a long path tells more */
    snprintf(place, sizeof place, "%s: %s.npy", z->path + (length > 200 ? length - 200 : 0), name);
    s = gg_npy_parse(place, m->bytes, about.size, &m->array, e);
    m->data = m->bytes + m->array.start;
    return s;
}

void gg_npz_close(gg_npz *z)
{
    if (z->zip)
        zip_discard(z->zip);
}
