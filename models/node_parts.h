/* node_parts.h (internal): the nodes of a graph, dealt into parts at random, and draws from a
 * part. */
#ifndef GG_NODE_PARTS_H
#define GG_NODE_PARTS_H

#include "graph.h"

/* Nodes without an edge are in no part. */
typedef struct gg_node_parts {
    int64_t count, parts; /* nodes that are in one */
    int32_t *part;        /* of each node of the graph; -1: none */
    int32_t *member;      /* count nodes, part after part */
    int64_t *start;       /* parts + 1 places in member */
    uint32_t *keep;       /* Walker's alias tables, one of each part: see gg_node_parts_draw */
    int32_t *other;
} gg_node_parts;

/* One part for each 256 nodes, up to GG_NODE_PARTS. */
#define GG_NODE_PARTS 16
gg_status gg_node_parts_new(const gg_graph *g, gg_rng rng, gg_node_parts *out, gg_error *e);
void gg_node_parts_free(gg_node_parts *p);

/* A node of a part, of probability in proportion to its degree to the power of 3/4, from a random
 * word: Walker's alias method (1977). A place is drawn uniformly; what remains of the word decides
 * between its node and the one that shares the place. Probabilities are uneven by part size / 2^32.
 */
static inline int32_t gg_node_parts_draw(const gg_node_parts *p, int64_t part, uint32_t word)
{
    uint64_t size = (uint64_t)(p->start[part + 1] - p->start[part]), scaled = word * size;
    int64_t k = p->start[part] + (int64_t)(scaled >> 32);
    return (uint32_t)scaled < p->keep[k] ? p->member[k] : p->other[k];
}

#endif
