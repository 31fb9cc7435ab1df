/*
 * Label propagation: Raghavan, Albert and Kumara 2007, "Near linear time algorithm to detect
 * community structures in large-scale networks", the asynchronous form. A label is changed only for
 * one that strictly more neighbours have, so each change makes more edges join equal labels, and
 * the rounds end.
 */
#include "treatment.h"
#include "given.h"

typedef struct scratch {
    int64_t *order;
    int32_t *votes; /* for each label, zero between nodes */
    int32_t *number;
} scratch;

/* One of the labels with the most votes among i's neighbours, or -1 if i has one. Labels are met in
 * the order of the neighbours; the r-th of those tied replaces the choice with probability 1 / r.
 */
static int32_t better_label(const gg_csr *a, const int32_t *label, int32_t *votes, int32_t i,
                            gg_rng rng)
{
    int32_t most = 0, chosen = -1, tied = 0;
    int64_t begin = a->rowptr[i], end = a->rowptr[i + 1];
    for (int64_t k = begin; k < end; k++) {
        int32_t count = ++votes[label[a->col[k]]];
        most = count > most ? count : most;
    }
    bool keeps = votes[label[i]] == most;
    for (int64_t k = begin; k < end; k++) {
        int32_t l = label[a->col[k]];
        if (votes[l] == most && gg_rng_below(rng, (uint64_t)tied, (uint64_t)tied + 1) == 0)
            chosen = l;
        tied += votes[l] == most;
        votes[l] = 0;
    }
    return keeps ? -1 : chosen;
}

static void propagate(const gg_graph *g, uint64_t seed, const scratch *w, int32_t *label)
{
    gg_rng rng = gg_rng_new(seed);
    for (int64_t i = 0; i < g->nodes; i++) {
        label[i] = (int32_t)i;
        w->order[i] = i;
    }
    bool changed = true;
    for (uint64_t round = 0; changed; round++) {
        gg_rng now = gg_rng_fork(rng, round), ties = gg_rng_fork(now, 1);
        gg_rng_shuffle(now, w->order, g->nodes);
        changed = false;
        for (int64_t k = 0; k < g->nodes; k++) {
            int32_t i = (int32_t)w->order[k];
            int32_t better =
                better_label(g->adjacency, label, w->votes, i, gg_rng_fork(ties, (uint64_t)i));
            changed = changed || better >= 0;
            label[i] = better >= 0 ? better : label[i];
        }
    }
}

gg_status gg_treatment_propagation(const gg_graph *g, uint64_t seed, gg_clustering **out,
                                   gg_error *e)
{
    if (gg_graph_check(g, "propagation", e) != GG_OK)
        return GG_ERR_ARGUMENT;
    gg_clustering *c = NULL;
    gg_status s = gg_clustering_new(g->nodes, &c, e);
    if (s != GG_OK)
        return s;
    size_t n = (size_t)g->nodes;
    scratch w = {gg_alloc(n, sizeof *w.order), gg_zalloc(n, sizeof *w.votes),
                 gg_alloc(n, sizeof *w.number)};
    if (w.order && w.votes && w.number) {
        propagate(g, seed, &w, c->cluster);
        c->clusters = gg_number_clusters(g->nodes, c->cluster, w.number);
        *out = c;
    } else {
        s = gg_fail(e, GG_ERR_MEMORY, "propagation: no memory for %lld nodes", (long long)g->nodes);
        gg_clustering_free(c);
    }
    gg_free(w.order);
    gg_free(w.votes);
    gg_free(w.number);
    return s;
}
