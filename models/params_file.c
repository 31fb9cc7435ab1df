/* Trained parameters in a file: a NumPy archive with an array for each. */
#include "models.h"
#include "npz.h"
#include "params.h"

#include <string.h>

#define ABOUT "about.txt"

static int64_t entries_of(const gg_params *p)
{
    return p->trained.count + p->kept.count;
}

/* Parameters, then buffers. */
static const gg_param *entry_at(const gg_params *p, int64_t k)
{
    return k < p->trained.count ? &p->trained.entry[k] : &p->kept.entry[k - p->trained.count];
}

static gg_status check_built(const gg_params *p, const char *path, gg_error *e)
{
    return p && p->built ? GG_OK
                         : gg_fail(e, GG_ERR_STATE, "%s: the parameters are not built", path);
}

/* ---- writing ---- */

gg_status gg_params_write(const gg_params *p, const char *about, const char *path, gg_error *e)
{
    gg_status s = check_built(p, path, e);
    if (s != GG_OK)
        return s;
    int64_t count = entries_of(p);
    if (count == 0 && !about)
        return gg_fail(e, GG_ERR_ARGUMENT, "%s: no parameters to write", path);
    gg_npz_entry *entries = gg_alloc((size_t)count + 1, sizeof *entries);
    if (!entries)
        return gg_fail(e, GG_ERR_MEMORY, "%s: no memory for %lld names", path, (long long)count);
    for (int64_t k = 0; k < count; k++)
        entries[k] = (gg_npz_entry){entry_at(p, k)->name, entry_at(p, k)->tensor, NULL};
    if (about)
        entries[count++] = (gg_npz_entry){ABOUT, NULL, about};
    s = gg_npz_write(path, entries, count, e);
    gg_free(entries);
    return s;
}

/* ---- reading ---- */

static bool has_name(const gg_params *p, const char *name, size_t length)
{
    for (int64_t k = 0; k < entries_of(p); k++)
        if (strlen(entry_at(p, k)->name) == length &&
            memcmp(entry_at(p, k)->name, name, length) == 0)
            return true;
    return false;
}

/* An array that the parameters lack belongs to another model. */
static gg_status check_names(const gg_params *p, const gg_npz *z, gg_error *e)
{
    zip_int64_t count = zip_get_num_entries(z->zip, 0);
    for (zip_int64_t k = 0; k < count; k++) {
        const char *file = zip_get_name(z->zip, (zip_uint64_t)k, 0);
        size_t length = file ? strlen(file) : 0;
        if (length > 4 && strcmp(file + length - 4, ".npy") == 0 && !has_name(p, file, length - 4))
            return gg_fail(e, GG_ERR_FORMAT,
                           "%s: holds '%.*s', which the model has not: saved by another model?",
                           z->path, (int)length - 4, file);
    }
    return GG_OK;
}

/* Whether the shapes are equal but for axes of 1, which other programs have more or less of. */
static bool same_shape(const gg_npy *a, const gg_tensor *x)
{
    int i = 0, k = 0;
    for (;;) {
        while (i < a->rank && a->shape[i] == 1)
            i++;
        while (k < x->rank && x->shape[k] == 1)
            k++;
        if (i == a->rank || k == x->rank)
            return i == a->rank && k == x->rank;
        if (a->shape[i++] != x->shape[k++])
            return false;
    }
}

static gg_status check_array(const gg_npz *z, const gg_param *p, const gg_npy *a, gg_error *e)
{
    char expected[128], found[128];
    const gg_tensor *x = p->tensor;
    if (a->kind != 'f' || (a->fortran && a->rank > 2))
        return gg_npz_bad(z, p->name, "expected floats in C order", e);
    if (same_shape(a, x))
        return GG_OK;
    gg_tensor shape = gg_tensor_view(x->dtype, a->rank, a->shape, NULL);
    return gg_fail(e, GG_ERR_FORMAT, "%s: %s.npy: shape %s, expected %s", z->path, p->name,
                   gg_shape_text(&shape, found, sizeof found),
                   gg_shape_text(x, expected, sizeof expected));
}

static gg_status read_member(const gg_npz *z, const gg_param *p, gg_npz_member *m, gg_error *e)
{
    if (!gg_npz_has(z, p->name))
        return gg_fail(e, GG_ERR_FORMAT,
                       "%s: lacks '%s', which the model has: saved by another model?", z->path,
                       p->name);
    gg_status s = gg_npz_read(z, p->name, m, e);
    return s == GG_OK ? check_array(z, p, &m->array, e) : s;
}

/* All members are read, and right, before the first value changes. */
static gg_status read_all(gg_params *p, const gg_npz *z, gg_npz_member *members, gg_error *e)
{
    gg_status s = check_names(p, z, e);
    for (int64_t k = 0; k < entries_of(p) && s == GG_OK; k++)
        s = read_member(z, entry_at(p, k), &members[k], e);
    for (int64_t k = 0; k < entries_of(p) && s == GG_OK; k++) {
        const gg_npy *a = &members[k].array;
        gg_npy_place(a, members[k].data, 0, a->count, entry_at(p, k)->tensor);
    }
    return s;
}

gg_status gg_params_read(gg_params *p, const char *path, gg_error *e)
{
    gg_npz z;
    gg_status s = check_built(p, path, e);
    if (s == GG_OK)
        s = gg_npz_open(&z, path, e);
    if (s != GG_OK)
        return s;
    int64_t count = entries_of(p);
    gg_npz_member *members = gg_zalloc((size_t)count, sizeof *members);
    s = members
            ? read_all(p, &z, members, e)
            : gg_fail(e, GG_ERR_MEMORY, "%s: no memory for %lld arrays", path, (long long)count);
    for (int64_t k = 0; k < count && members; k++)
        gg_free(members[k].bytes);
    gg_free(members);
    gg_npz_close(&z);
    return s;
}

gg_status gg_params_read_about(const char *path, char **about, gg_error *e)
{
    gg_npz z;
    gg_status s = gg_npz_open(&z, path, e);
    if (s != GG_OK)
        return s;
    s = gg_npz_read_text(&z, ABOUT, about, e);
    gg_npz_close(&z);
    return s;
}
