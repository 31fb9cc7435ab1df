/* info_splits.c: the splits that come with a data set. */
#include "data_file.h"
#include "info.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *const info_set_names[INFO_SETS] = {"train", "valid", "valid_neg", "test", "test_neg"};

static void set_counts(info_split *s, const gg_split *split)
{
    const gg_pair_list *sets[INFO_SETS] = {&split->train, &split->valid, &split->valid_neg,
                                           &split->test, &split->test_neg};
    for (int k = 0; k < INFO_SETS; k++)
        s->count[k] = sets[k]->count;
    s->readable = true;
}

static gg_status add(info *x, const char *name, info_split **out, gg_error *e)
{
    info_split *larger = realloc(x->splits, (size_t)(x->split_count + 1) * sizeof *larger);
    if (!larger)
        return gg_fail(e, GG_ERR_MEMORY, "splits: out of memory");
    x->splits = larger;
    *out = &larger[x->split_count++];
    **out = (info_split){.readable = false};
    snprintf((*out)->name, sizeof(*out)->name, "%.*s", (int)sizeof(*out)->name - 1, name);
    return GG_OK;
}

/* Whether the folder is the split that was asked for, however that was written. */
static bool is_given(const info *x, const char *folder)
{
    char inside[4096];
    struct stat a, b;
    return x->split && stat(data_file(x->path, x->split, inside, sizeof inside), &a) == 0 &&
           stat(folder, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/* A split that does not read is told of, and no failure. */
static gg_status add_found(info *x, const char *folder, gg_error *e)
{
    char name[280], path[4096 + 300];
    info_split *s = NULL;
    gg_split split;
    gg_error why = {0};
    snprintf(name, sizeof name, "splits/%s", folder);
    snprintf(path, sizeof path, "%s/%s", x->path, name);
    if (is_given(x, path))
        return GG_OK;
    gg_status status = add(x, name, &s, e);
    if (status != GG_OK)
        return status;
    if (gg_split_read(path, x->data->nodes, x->data->names, &split, &why) == GG_OK) {
        set_counts(s, &split);
        gg_split_free(&split);
    } else {
        memcpy(s->error, why.message, sizeof s->error);
    }
    return GG_OK;
}

/* 2 before 10, and numbers before words. */
static int by_name(const struct dirent **a, const struct dirent **b)
{
    const char *x = (*a)->d_name, *y = (*b)->d_name;
    size_t n = strlen(x), m = strlen(y);
    bool numbers = strspn(x, "0123456789") == n && strspn(y, "0123456789") == m;
    return numbers && n != m ? (n > m) - (n < m) : strcmp(x, y);
}

static int is_shown(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

gg_status info_find_splits(info *x, gg_error *e)
{
    char path[4096 + 16];
    info_split *given = NULL;
    struct dirent **entries;
    gg_status status = GG_OK;
    if (x->data->train) {
        status = add(x, x->data->split_name, &given, e);
        if (status == GG_OK)
            set_counts(given, &x->data->split);
    }
    snprintf(path, sizeof path, "%s/splits", x->path);
    int count = scandir(path, &entries, is_shown, by_name);
    for (int k = 0; k < count; k++) {
        if (status == GG_OK)
            status = add_found(x, entries[k]->d_name, e);
        free(entries[k]);
    }
    if (count >= 0)
        free(entries);
    return status;
}
