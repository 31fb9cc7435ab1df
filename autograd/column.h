/*
 * column.h (internal): one more input column of a linear layer, s w^T with w a column of its
 * weight.
 */
#ifndef GG_COLUMN_H
#define GG_COLUMN_H

#include "autograd.h"

/* The attributes of an operation on H (n x out) and W (out x in), or what they begin with. */
typedef struct gg_column {
    int64_t column; /* of W */
    gg_tensor s;    /* n constants */
} gg_column;

static inline gg_status gg_column_shape(gg_node *n)
{
    const gg_column *a = n->attributes;
    const gg_tensor *h = n->in[0], *w = n->in[1];
    if (h->rank != 2 || w->rank != 2 || w->shape[0] != h->shape[1])
        return gg_node_fail(n, "expected matrices (n x out) and (out x in)");
    if (a->column < 0 || a->column >= w->shape[1])
        return gg_node_fail(n, "column %lld of the weight does not exist", (long long)a->column);
    if (a->s.dtype != h->dtype || gg_numel(&a->s) != h->shape[0])
        return gg_node_fail(n, "the column has %lld %s elements, expected one for each row",
                            (long long)gg_numel(&a->s), a->s.dtype == GG_F32 ? "f32" : "f64");
    return gg_shape_same(n);
}

#endif
