/* walk_pairs.h (internal): pairs of nodes near each other on random walks, sorted into cells. */
#ifndef GG_WALK_PAIRS_H
#define GG_WALK_PAIRS_H

#include "node_parts.h"

/*
 * Cell (a, b) holds the pairs whose center is in part a and whose context is in part b. A center
 * and each node up to w steps from it on its walk are a pair, w drawn uniformly from 1 to the
 * window, so that near nodes count more (Mikolov et al. 2013). Within a cell pairs are in the order
 * of walks.
 */
typedef struct gg_walk_pairs {
    const gg_node_parts *parts;
    gg_walk_options options;
    int64_t window, capacity; /* capacity: walks */
    int32_t *walks;
    int64_t *cell;   /* parts * parts + 1 places in what follows */
    int64_t *cursor; /* of each block of walks and cell */
    int32_t *center, *context;
} gg_walk_pairs;

/* Of at most `capacity` walks at a time. */
gg_status gg_walk_pairs_new(const gg_node_parts *parts, const gg_walk_options *options,
                            int64_t window, int64_t capacity, gg_walk_pairs *out, gg_error *e);
void gg_walk_pairs_free(gg_walk_pairs *p);

/* Walks from the given starts, and sorts their pairs. */
gg_status gg_walk_pairs_draw(gg_walk_pairs *p, const gg_graph *g, gg_rng rng, int64_t count,
                             const int32_t *start, int threads, gg_error *e);

#endif
