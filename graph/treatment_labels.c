/* The treatment of a file of labels: T_ij = 1 if i and j have the same. */
#include "treatment.h"

#include "sort.h"

typedef struct sorting {
    uint64_t *key, *key_space;
    int32_t *node, *node_space;
} sorting;

/* What follows takes memory by the largest cluster id, and a label may be any number: nodes take
 * their label's smallest node in its place, and these are numbered. */
static void number_labels(gg_clustering *c, const sorting *s)
{
    int32_t first = 0;
    for (int32_t i = 0; i < c->nodes; i++) {
        s->key[i] = (uint64_t)(int64_t)c->cluster[i]; /* of no label: behind all others */
        s->node[i] = i;
    }
    gg_sort_keys(c->nodes, s->key, s->node, s->key_space, s->node_space);
    for (int64_t k = 0; k < c->nodes && s->key[k] <= INT32_MAX; k++) {
        first = k == 0 || s->key[k] != s->key[k - 1] ? s->node[k] : first;
        c->cluster[s->node[k]] = first;
    }
    c->clusters = gg_number_clusters(c->nodes, c->cluster, s->node_space);
}

static gg_status compact(gg_clustering *c, gg_error *e)
{
    size_t nodes = (size_t)c->nodes;
    sorting s = {gg_alloc(nodes, sizeof *s.key), gg_alloc(nodes, sizeof *s.key),
                 gg_alloc(nodes, sizeof *s.node), gg_alloc(nodes, sizeof *s.node)};
    gg_status status = GG_OK;
    if (s.key && s.key_space && s.node && s.node_space)
        number_labels(c, &s);
    else
        status = gg_fail(e, GG_ERR_MEMORY, "labels: no memory for %lld nodes", (long long)c->nodes);
    gg_free(s.key);
    gg_free(s.key_space);
    gg_free(s.node);
    gg_free(s.node_space);
    return status;
}

gg_status gg_treatment_read_labels(const char *path, int64_t nodes, gg_clustering **out,
                                   gg_error *e)
{
    gg_clustering *c = NULL;
    int32_t classes;
    gg_status s = gg_clustering_new(nodes, &c, e);
    if (s != GG_OK)
        return s;
    s = gg_read_labels(path, nodes, c->cluster, &classes, e);
    if (s == GG_OK)
        s = compact(c, e);
    if (s == GG_OK)
        *out = c;
    else
        gg_clustering_free(c);
    return s;
}
