/* Checks that the five sets of a split are fit for link prediction: nothing of the validation or
 * test sets may reach training. */
#include "dataset.h"

#include <stdio.h>
#include <stdlib.h>

static const bool set_is_links[GG_SETS] = {true, true, false, true, false};

/* A pair without its orientation, and where it stands. */
typedef struct placed {
    uint64_t key; /* the smaller id above the larger one */
    int64_t index;
    int set;
} placed;

static int by_key(const void *a, const void *b)
{
    const placed *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    if (x->set != y->set)
        return x->set < y->set ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

static placed place(const gg_pair_list *pairs, int set, int64_t index)
{
    uint32_t u = (uint32_t)pairs->u[index], v = (uint32_t)pairs->v[index];
    return (placed){u < v ? (uint64_t)u << 32 | v : (uint64_t)v << 32 | u, index, set};
}

/* A node as the files call it. */
static const char *node_text(const gg_dataset *d, int32_t node, char text[16])
{
    if (d->names && node >= 0 && node < d->names->count)
        return gg_name(d->names, node);
    snprintf(text, 16, "%d", node);
    return text;
}

/* What can be said of each pair alone. */
static gg_status check_set(const gg_dataset *d, const gg_pair_list *pairs, int set,
                           const char *where, gg_error *e)
{
    const char *name = gg_set_names[set];
    if (pairs->count == 0)
        return gg_fail(e, GG_ERR_FORMAT, "%s/%s.txt: no pairs", where, name);
    for (int64_t k = 0; k < pairs->count; k++) {
        int32_t u = pairs->u[k], v = pairs->v[k];
        const char *wrong = NULL;
        if (u < 0 || v < 0 || u >= d->nodes || v >= d->nodes)
            wrong = "has an id outside the graph";
        else if (u == v)
            wrong = "joins a node to itself";
        else if (set_is_links[set] && !gg_csr_has(d->full->adjacency, u, v))
            wrong = "is not an edge of the graph (edges.txt)";
        else if (!set_is_links[set] && gg_csr_has(d->full->adjacency, u, v))
            wrong = "is a negative but an edge of the graph (edges.txt)";
        char first[16], second[16];
        if (wrong)
            return gg_fail(e, GG_ERR_FORMAT, "%s/%s.txt: pair %lld, \"%.60s %.60s\", %s", where,
                           name, (long long)k + 1, node_text(d, u, first), node_text(d, v, second),
                           wrong);
    }
    return GG_OK;
}

/* Neighbours in the sorted array that are the same pair. */
static gg_status check_distinct(const gg_dataset *d, const placed *sorted, int64_t count,
                                const char *where, gg_error *e)
{
    for (int64_t k = 1; k < count; k++) {
        const placed *a = &sorted[k - 1], *b = &sorted[k];
        if (a->key != b->key)
            continue;
        char first[16], second[16];
        const char *u = node_text(d, (int32_t)(a->key >> 32), first);
        const char *v = node_text(d, (int32_t)(a->key & 0xffffffffu), second);
        if (a->set == b->set)
            return gg_fail(e, GG_ERR_FORMAT,
                           "%s/%s.txt: \"%.60s %.60s\" is there twice, as pairs %lld and %lld",
                           where, gg_set_names[a->set], u, v, (long long)a->index + 1,
                           (long long)b->index + 1);
        return gg_fail(
            e, GG_ERR_FORMAT,
            "%s: \"%.60s %.60s\" is both in %s.txt (pair %lld) and in %s.txt (pair %lld)", where, u,
            v, gg_set_names[a->set], (long long)a->index + 1, gg_set_names[b->set],
            (long long)b->index + 1);
    }
    return GG_OK;
}

gg_status gg_split_check(const gg_dataset *d, const char *where, gg_error *e)
{
    const gg_split *split = &d->split;
    int64_t count = 0, used = 0;
    for (int set = 0; set < GG_SETS; set++) {
        gg_status s = check_set(d, gg_set_of(split, set), set, where, e);
        if (s != GG_OK)
            return s;
        count += gg_set_of(split, set)->count;
    }
    placed *all = gg_alloc((size_t)count, sizeof *all);
    if (!all)
        return gg_fail(e, GG_ERR_MEMORY, "%s: no memory to check %lld pairs", where,
                       (long long)count);
    for (int set = 0; set < GG_SETS; set++)
        for (int64_t k = 0; k < gg_set_of(split, set)->count; k++)
            all[used++] = place(gg_set_of(split, set), set, k);
    qsort(all, (size_t)count, sizeof *all, by_key);
    gg_status s = check_distinct(d, all, count, where, e);
    gg_free(all);
    return s;
}
