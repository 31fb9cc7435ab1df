/* Data sets in folders and edge lists: their files found, read and checked. */
#include "dataset.h"
#include "files.h"
#include "names.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void gg_dataset_free(gg_dataset *d)
{
    if (!d)
        return;
    gg_graph_free(d->full);
    gg_graph_free(d->train);
    gg_csr_free(d->features);
    gg_names_free(d->names);
    gg_split_free(&d->split);
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

/* Where the files of a data set are. */
typedef struct place {
    const char *path;       /* as the caller named it */
    char dir[GG_PATH_SIZE]; /* where relative names are looked up first */
    char edges[GG_PATH_SIZE];
    char split[GG_PATH_SIZE]; /* empty: none */
    bool folder;              /* or else path is an edge list */
} place;

/* A name as it is when absolute; in dir if it is there; else from the working directory. */
static gg_status find(const char *dir, const char *name, char path[GG_PATH_SIZE], gg_error *e)
{
    if (name[0] == '/')
        return gg_path_join(NULL, name, path, e);
    gg_status s = gg_path_join(dir, name, path, e);
    if (s != GG_OK || access(path, F_OK) == 0)
        return s;
    if (access(name, F_OK) != 0)
        return gg_fail(e, GG_ERR_IO, "%s: found neither here nor in %s", name, dir);
    return gg_path_join(NULL, name, path, e);
}

static gg_status find_place(const char *path, const char *split, place *p, gg_error *e)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return gg_cannot(path, "open", e);
    p->path = path;
    p->folder = S_ISDIR(info.st_mode);
    p->split[0] = 0;
    gg_status s = gg_path_join(NULL, path, p->dir, e);
    if (s == GG_OK && p->folder)
        s = gg_path_join(path, "edges.txt", p->edges, e);
    else if (s == GG_OK) {
        s = gg_path_join(NULL, path, p->edges, e);
        char *slash = strrchr(p->dir, '/');
        if (slash)
            slash[slash == p->dir] = 0;
        else
            strcpy(p->dir, ".");
    }
    if (s == GG_OK && split)
        s = find(p->dir, split, p->split, e);
    return s;
}

/* The folder's own name, or the edge list's without its ending. */
static void set_name(const place *p, char name[256])
{
    char here[GG_PATH_SIZE];
    const char *path = p->path;
    if ((strcmp(path, ".") == 0 || strcmp(path, "./") == 0) && getcwd(here, sizeof here))
        path = here;
    size_t end = strlen(path);
    while (end > 1 && path[end - 1] == '/')
        end--;
    size_t begin = end;
    while (begin > 0 && path[begin - 1] != '/')
        begin--;
    const char *dot = p->folder ? NULL : strchr(path + begin, '.');
    if (dot && dot > path + begin)
        end = (size_t)(dot - path);
    snprintf(name, 256, "%.*s", (int)(end - begin), path + begin);
}

/* The file that is named, or the first in a folder of those that features may be in. */
static gg_status read_features(const place *p, const char *features, gg_dataset *d, gg_error *e)
{
    static const char *const files[] = {"features.npz", "features.npy", "features.mtx"};
    char path[GG_PATH_SIZE];
    if (features) {
        gg_status s = find(p->dir, features, path, e);
        return s == GG_OK ? gg_read_features(path, GG_F32, &d->features, e) : s;
    }
    for (size_t k = 0; p->folder && k < sizeof files / sizeof *files; k++) {
        gg_status s = gg_path_join(p->dir, files[k], path, e);
        if (s != GG_OK)
            return s;
        if (access(path, F_OK) == 0 || errno != ENOENT)
            return gg_read_features(path, GG_F32, &d->features, e);
    }
    return GG_OK;
}

/* With features, nodes are called by the numbers of their rows: names back to ids. */
static gg_status ids_of_names(const place *p, const gg_names *names, int64_t rows,
                              gg_pair_list *links, gg_error *e)
{
    for (int64_t k = 0; k < links->count; k++) {
        int64_t u = -1, v = -1;
        if (names->numbers) {
            gg_parse_integer(gg_name(names, links->u[k]), &u);
            gg_parse_integer(gg_name(names, links->v[k]), &v);
        }
        if (u < 0 || v < 0 || u >= rows || v >= rows)
            return gg_fail(
                e, GG_ERR_FORMAT,
                "%s: \"%.40s %.40s\" with %lld rows of features, expected ids from 0 to %lld",
                p->edges, gg_name(names, links->u[k]), gg_name(names, links->v[k]), (long long)rows,
                (long long)rows - 1);
        links->u[k] = (int32_t)u;
        links->v[k] = (int32_t)v;
    }
    return GG_OK;
}

static gg_status read_edge_list(const place *p, gg_dataset *d, gg_pair_list *links, gg_error *e)
{
    gg_status s = gg_read_edge_list(p->edges, links, &d->nodes, &d->names, &d->columns, e);
    if (s != GG_OK || !d->features)
        return s;
    int64_t rows = d->features->rows;
    if (d->names) {
        s = ids_of_names(p, d->names, rows, links, e);
        gg_names_free(d->names);
        d->names = NULL;
    } else if (d->nodes > rows) {
        s = gg_fail(e, GG_ERR_FORMAT, "%s: %lld nodes, but %lld rows of features", p->edges,
                    (long long)d->nodes, (long long)rows);
    }
    return s;
}

static gg_status read_links(const place *p, gg_dataset *d, gg_pair_list *links, gg_error *e)
{
    gg_status s = p->folder
                      ? gg_read_pairs(p->edges, d->features ? d->features->rows : -1, links, e)
                      : read_edge_list(p, d, links, e);
    if (s == GG_OK && links->count == 0)
        s = gg_fail(e, GG_ERR_FORMAT, "%s: no pairs", p->edges);
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
static gg_status count_nodes(const place *p, gg_dataset *d, const gg_pair_list *links, gg_error *e)
{
    if (d->features)
        d->nodes = d->features->rows;
    if (d->features || !p->folder)
        return GG_OK;
    int64_t nodes = nodes_of(links, 0);
    nodes = nodes_of(&d->split.valid_neg, nodes_of(&d->split.test_neg, nodes));
    if (nodes > 10000000 && nodes / 100 > links->count)
        return gg_fail(e, GG_ERR_FORMAT,
                       "%s: %lld links with ids up to %lld, expected ids numbered from 0", p->path,
                       (long long)links->count, (long long)nodes - 1);
    d->nodes = nodes;
    return GG_OK;
}

static gg_status read_into(gg_dataset *d, gg_pair_list *links, const place *p, const char *features,
                           gg_error *e)
{
    gg_status s = read_features(p, features, d, e);
    if (s == GG_OK)
        s = read_links(p, d, links, e);
    if (s == GG_OK && *p->split)
        s = gg_split_read(p->split, d->features ? d->features->rows : -1, d->names, &d->split, e);
    if (s == GG_OK)
        s = count_nodes(p, d, links, e);
    if (s == GG_OK && *p->split)
        return gg_dataset_complete(d, links, p->split, e);
    if (s == GG_OK)
        s = gg_graph_new(d->nodes, links, &d->full, e);
    return s == GG_OK ? gg_dataset_hash(d, e) : s;
}

gg_status gg_dataset_read(const char *path, const char *split, const char *features,
                          gg_dataset **out, gg_error *e)
{
    place p;
    if (!path)
        return gg_fail(e, GG_ERR_ARGUMENT, "data set: a folder or an edge list is needed");
    gg_status s = find_place(path, split, &p, e);
    if (s != GG_OK)
        return s;
    gg_dataset *d = gg_zalloc(1, sizeof *d);
    if (!d)
        return gg_fail(e, GG_ERR_MEMORY, "data set: no memory");
    gg_pair_list links = {0};
    set_name(&p, d->name);
    snprintf(d->split_name, sizeof d->split_name, "%s", split ? split : "");
    s = read_into(d, &links, &p, features, e);
    gg_pair_list_free(&links);
    if (s == GG_OK)
        *out = d;
    else
        gg_dataset_free(d);
    return s;
}

gg_status gg_dataset_split(gg_dataset *d, double valid_fraction, double test_fraction,
                           uint64_t seed, gg_error *e)
{
    if (d->train)
        return gg_fail(e, GG_ERR_STATE, "%s: there is a split already", d->name);
    gg_split split;
    gg_graph *train = NULL;
    gg_status s = gg_split_random(d->full, valid_fraction, test_fraction, seed, &split, e);
    if (s != GG_OK)
        return s;
    s = gg_graph_new(d->nodes, &split.train, &train, e);
    if (s != GG_OK) {
        gg_split_free(&split);
        return s;
    }
    d->split = split;
    d->train = train;
    snprintf(d->split_name, sizeof d->split_name, "seed %llu", (unsigned long long)seed);
    return gg_dataset_hash(d, e);
}
