/* rows.h (internal): a tensor as rows of its last axis. */
#ifndef GG_ROWS_H
#define GG_ROWS_H

#include "autograd.h"

static inline int64_t gg_row_width(const gg_tensor *x)
{
    return x->shape[x->rank - 1];
}

/* 0 for rows of no elements: there is nothing to do. */
static inline int64_t gg_row_count(const gg_tensor *x)
{
    int64_t width = gg_row_width(x);
    return width ? gg_numel(x) / width : 0;
}

/* Rows that make about GG_BLOCK elements, for gg_tape_parallel. */
static inline int64_t gg_rows_per_block(const gg_tensor *x)
{
    return 1 + GG_BLOCK / (1 + gg_row_width(x));
}

/* Forward, and backward to the first input, of an op that makes each row of its output from the
 * same row of that input: body gets the node, or a gg_backward_block, in blocks of rows. */
static inline void gg_forward_rows(gg_node *n, gg_range body)
{
    gg_tape_parallel(n->tape, gg_row_count(n->out), gg_rows_per_block(n->out), body, n);
}

static inline void gg_backward_rows(gg_node *n, gg_range body)
{
    gg_backward_block b = {.node = n};
    if ((b.gradient = gg_grad_into(n, 0, &b.fresh)))
        gg_tape_parallel(n->tape, gg_row_count(n->out), gg_rows_per_block(n->out), body, &b);
}

#endif
