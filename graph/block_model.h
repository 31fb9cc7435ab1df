/* block_model.h (internal): the degree-corrected stochastic block model, its description length,
 * and how moves and merges change that. */
#ifndef GG_BLOCK_MODEL_H
#define GG_BLOCK_MODEL_H

#include "graph.h"

/* A partition of the nodes that have an edge. */
typedef struct gg_block_model {
    const gg_csr *adjacency;
    int64_t nodes, edges; /* nodes with an edge */
    int32_t count;        /* blocks; some may be empty */
    int32_t *block;       /* of each node of the graph; -1 without an edge */
    int64_t *links;       /* count x count: edges between two blocks, each counted once */
    int64_t *size, *ends; /* of each block: its nodes, and the sum of their degrees */
    double *factorial;    /* ln n! for n up to 2 edges + nodes */
    int64_t *near;        /* edges from the node at hand to each block */
    int32_t *touched;     /* the blocks that it has edges to, so many: */
    int32_t reach;
} gg_block_model;

/* Room for `most` blocks at most; no node is in one yet. */
gg_status gg_block_model_new(const gg_graph *g, int32_t most, gg_block_model *out, gg_error *e);
void gg_block_model_free(gg_block_model *b);

/* Counts links, sizes and ends anew, of `count` blocks as b->block has them. */
void gg_block_model_count(gg_block_model *b, int32_t count);

/* The description length of b in nats, as gg_graph_description_length. */
double gg_block_model_length(const gg_block_model *b, int32_t most);

/* Takes node i in hand. Then: what its move to a block would add to the description length, and
 * that move. */
void gg_block_model_hold(gg_block_model *b, int32_t i);
double gg_block_model_change(const gg_block_model *b, int32_t i, int32_t to);
void gg_block_model_move(gg_block_model *b, int32_t i, int32_t to);

/* What a merge of two blocks would add. */
double gg_block_model_merge_change(const gg_block_model *b, int32_t r, int32_t s);

#endif
