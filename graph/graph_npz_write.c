/*
 * Writes archives of NumPy arrays. The archive is made in memory, from where it goes to the file in
 * one go; dates in it are all 1980's first day, so that it tells of its contents alone.
 */
#include "files.h"
#include "npz.h"

#include <stdio.h>
#include <string.h>

#define FIRST_OF_1980 0x21 /* as MS-DOS wrote dates */

typedef struct writer {
    const char *path;
    zip_t *zip;
    zip_source_t *archive;              /* where the zip's bytes come to be */
    char (*header)[GG_NPY_HEADER_MADE]; /* of each array, until the zip is made */
} writer;

static gg_status failed(const writer *w, zip_error_t *why, gg_error *e)
{
    return gg_fail(e, zip_error_code_zip(why) == ZIP_ER_MEMORY ? GG_ERR_MEMORY : GG_ERR_IO,
                   "%s: cannot make the zip archive: %s", w->path, zip_error_strerror(why));
}

static gg_status begin(writer *w, gg_error *e)
{
    zip_error_t why;
    zip_error_init(&why);
    w->archive = zip_source_buffer_create(NULL, 0, 0, &why);
    w->zip = w->archive ? zip_open_from_source(w->archive, ZIP_TRUNCATE, &why) : NULL;
    gg_status s = w->zip ? GG_OK : failed(w, &why, e);
    if (w->zip)
        zip_source_keep(w->archive); /* the zip's end is not its */
    zip_error_fini(&why);
    return s;
}

/* The parts are looked at when the zip is made. */
static gg_status add(writer *w, const char *name, gg_bytes parts[2], gg_error *e)
{
    zip_buffer_fragment_t fragments[2];
    for (int k = 0; k < 2; k++) {
        fragments[k].data = (zip_uint8_t *)(uintptr_t)parts[k].data;
        fragments[k].length = parts[k].size;
    }
    zip_source_t *source = zip_source_buffer_fragment(w->zip, fragments, 2, 0);
    zip_int64_t at = source ? zip_file_add(w->zip, name, source, ZIP_FL_ENC_UTF_8) : -1;
    if (source && at < 0)
        zip_source_free(source);
    if (at < 0 || zip_set_file_compression(w->zip, (zip_uint64_t)at, ZIP_CM_STORE, 0) != 0 ||
        zip_file_set_dostime(w->zip, (zip_uint64_t)at, 0, FIRST_OF_1980, 0) != 0)
        return failed(w, zip_get_error(w->zip), e);
    return GG_OK;
}

static gg_status add_entry(writer *w, const gg_npz_entry *entry, int64_t k, gg_error *e)
{
    const gg_tensor *x = entry->array;
    char file[264];
    if (!x)
        return add(w, entry->name, (gg_bytes[2]){{entry->text, strlen(entry->text)}, {"", 0}}, e);
    gg_bytes parts[2] = {{w->header[k], gg_npy_header(x, w->header[k])},
                         {x->data, (size_t)gg_numel(x) * gg_dtype_size(x->dtype)}};
    snprintf(file, sizeof file, "%.255s.npy", entry->name);
    return add(w, file, parts, e);
}

/* The bytes of the finished archive, gg_free's. */
static gg_status take_bytes(const writer *w, char **bytes, size_t *size, gg_error *e)
{
    zip_source_t *source = w->archive;
    zip_stat_t about;
    if (zip_source_stat(source, &about) != 0 || zip_source_open(source) != 0)
        return failed(w, zip_source_error(source), e);
    *size = (size_t)about.size;
    *bytes = gg_alloc(*size, 1);
    gg_status s = GG_OK;
    if (!*bytes)
        s = gg_fail(e, GG_ERR_MEMORY, "%s: no memory for %zu bytes", w->path, *size);
    else if (zip_source_read(source, *bytes, *size) != (zip_int64_t)*size)
        s = failed(w, zip_source_error(source), e);
    zip_source_close(source);
    return s;
}

static gg_status finish(writer *w, gg_error *e)
{
    char *bytes = NULL;
    size_t size = 0;
    if (zip_close(w->zip) != 0)
        return failed(w, zip_get_error(w->zip), e);
    w->zip = NULL;
    gg_status s = take_bytes(w, &bytes, &size, e);
    if (s == GG_OK)
        s = gg_write_whole(w->path, &(gg_bytes){bytes, size}, 1, e);
    gg_free(bytes);
    return s;
}

gg_status gg_npz_write(const char *path, const gg_npz_entry *entries, int64_t count, gg_error *e)
{
    writer w = {.path = path, .header = gg_alloc((size_t)count, GG_NPY_HEADER_MADE)};
    gg_status s = w.header ? begin(&w, e) : gg_fail(e, GG_ERR_MEMORY, "%s: no memory", path);
    for (int64_t k = 0; k < count && s == GG_OK; k++)
        s = add_entry(&w, &entries[k], k, e);
    if (s == GG_OK)
        s = finish(&w, e);
    if (w.zip)
        zip_discard(w.zip);
    if (w.archive)
        zip_source_free(w.archive);
    gg_free(w.header);
    return s;
}
