/* Data sets in folders: their files found, read and checked. */
#include "dataset.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define PATH_SIZE 4096

void gg_dataset_free(gg_dataset *d)
{
    if (!d)
        return;
    gg_graph_free(d->full);
    gg_graph_free(d->train);
    gg_csr_free(d->features);
    gg_pair_list_free(&d->split.train);
    gg_pair_list_free(&d->split.valid);
    gg_pair_list_free(&d->split.valid_neg);
    gg_pair_list_free(&d->split.test);
    gg_pair_list_free(&d->split.test_neg);
    gg_free(d);
}

gg_status gg_dataset_complete(gg_dataset *d, const gg_pair_list *links, const char *where,
                              gg_error *e)
{
    gg_status s = gg_graph_new(d->nodes, links, &d->full, e);
    if (s == GG_OK)
        s = gg_split_check(d, where, e);
    if (s == GG_OK)
        s = gg_graph_new(d->nodes, &d->split.train, &d->train, e);
    if (s == GG_OK)
        s = gg_dataset_hash(d, e);
    return s;
}

/* DIR/NAME, or NAME alone when dir is NULL. */
static gg_status join(const char *dir, const char *name, char path[PATH_SIZE], gg_error *e)
{
    int used =
        dir ? snprintf(path, PATH_SIZE, "%s/%s", dir, name) : snprintf(path, PATH_SIZE, "%s", name);
    if (used >= 0 && used < PATH_SIZE)
        return GG_OK;
    return gg_fail(e, GG_ERR_ARGUMENT, "%.64s...: the path is too long", dir ? dir : name);
}

/* A name as it is when absolute; in dir if it is there; else from the working directory. */
static gg_status find(const char *dir, const char *name, char path[PATH_SIZE], gg_error *e)
{
    if (name[0] == '/')
        return join(NULL, name, path, e);
    gg_status s = join(dir, name, path, e);
    if (s != GG_OK || access(path, F_OK) == 0)
        return s;
    if (access(name, F_OK) != 0)
        return gg_fail(e, GG_ERR_IO, "%s: found neither here nor in %s", name, dir);
    return join(NULL, name, path, e);
}

/* The folder's own name, from which data sets are called. */
static void name_after_folder(const char *dir, char name[256])
{
    char here[PATH_SIZE];
    if ((strcmp(dir, ".") == 0 || strcmp(dir, "./") == 0) && getcwd(here, sizeof here))
        dir = here;
    size_t end = strlen(dir);
    while (end > 1 && dir[end - 1] == '/')
        end--;
    size_t begin = end;
    while (begin > 0 && dir[begin - 1] != '/')
        begin--;
    snprintf(name, 256, "%.*s", (int)(end - begin), dir + begin);
}

static gg_status read_features(const char *dir, const char *features, gg_dataset *d, gg_error *e)
{
    char path[PATH_SIZE];
    gg_status s = features ? find(dir, features, path, e) : join(dir, "features.npz", path, e);
    if (s != GG_OK || (!features && access(path, F_OK) != 0 && errno == ENOENT))
        return s;
    return gg_read_npz_csr(path, GG_F32, &d->features, e);
}

static gg_status read_split(const char *folder, gg_dataset *d, gg_error *e)
{
    const struct part {
        const char *file;
        gg_pair_list *pairs;
    } parts[] = {{"train.txt", &d->split.train},
                 {"valid.txt", &d->split.valid},
                 {"valid_neg.txt", &d->split.valid_neg},
                 {"test.txt", &d->split.test},
                 {"test_neg.txt", &d->split.test_neg}};
    int64_t nodes = d->features ? d->features->rows : -1;
    gg_status s = GG_OK;
    for (size_t k = 0; s == GG_OK && k < sizeof parts / sizeof *parts; k++) {
        char path[PATH_SIZE];
        s = join(folder, parts[k].file, path, e);
        if (s == GG_OK)
            s = gg_read_pairs(path, nodes, parts[k].pairs, e);
    }
    return s;
}

static int64_t nodes_of(const gg_pair_list *pairs, int64_t nodes)
{
    for (int64_t k = 0; k < pairs->count; k++) {
        nodes = pairs->u[k] < nodes ? nodes : (int64_t)pairs->u[k] + 1;
        nodes = pairs->v[k] < nodes ? nodes : (int64_t)pairs->v[k] + 1;
    }
    return nodes;
}

/* The features' rows; without features, what the largest id asks for. A stray id among few pairs
 * is an error: arrays of its size would be next. */
static gg_status count_nodes(const char *dir, gg_dataset *d, const gg_pair_list *links, gg_error *e)
{
    if (d->features) {
        d->nodes = d->features->rows;
        return GG_OK;
    }
    int64_t nodes = nodes_of(links, 0);
    nodes = nodes_of(&d->split.valid_neg, nodes_of(&d->split.test_neg, nodes));
    if (nodes > 10000000 && nodes / 100 > links->count)
        return gg_fail(e, GG_ERR_FORMAT,
                       "%s: %lld links with ids up to %lld, expected ids numbered from 0", dir,
                       (long long)links->count, (long long)nodes - 1);
    d->nodes = nodes;
    return GG_OK;
}

static gg_status read_into(gg_dataset *d, gg_pair_list *links, const char *dir, const char *split,
                           const char *features, gg_error *e)
{
    char edges[PATH_SIZE], folder[PATH_SIZE];
    gg_status s = join(dir, "edges.txt", edges, e);
    if (s == GG_OK)
        s = find(dir, split, folder, e);
    if (s == GG_OK)
        s = read_features(dir, features, d, e);
    if (s == GG_OK)
        s = gg_read_pairs(edges, d->features ? d->features->rows : -1, links, e);
    if (s == GG_OK && links->count == 0)
        s = gg_fail(e, GG_ERR_FORMAT, "%s: no pairs", edges);
    if (s == GG_OK)
        s = read_split(folder, d, e);
    if (s == GG_OK)
        s = count_nodes(dir, d, links, e);
    if (s == GG_OK)
        s = gg_dataset_complete(d, links, folder, e);
    return s;
}

gg_status gg_dataset_read(const char *dir, const char *split, const char *features,
                          gg_dataset **out, gg_error *e)
{
    if (!dir || !split)
        return gg_fail(e, GG_ERR_ARGUMENT, "data set: a folder and a split are needed");
    if (access(dir, F_OK) != 0)
        return gg_fail(e, GG_ERR_IO, "%s: cannot open: %s", dir, strerror(errno));
    gg_dataset *d = gg_zalloc(1, sizeof *d);
    if (!d)
        return gg_fail(e, GG_ERR_MEMORY, "data set: no memory");
    gg_pair_list links = {0};
    name_after_folder(dir, d->name);
    snprintf(d->split_name, sizeof d->split_name, "%s", split);
    gg_status s = read_into(d, &links, dir, split, features, e);
    gg_pair_list_free(&links);
    if (s == GG_OK)
        *out = d;
    else
        gg_dataset_free(d);
    return s;
}
