/*
 * column.h (internal): more input columns of a linear layer, S W^T with W some columns of its
 * weight.
 */
#ifndef GG_COLUMN_H
#define GG_COLUMN_H

#include "autograd.h"

/* The attributes of an operation on H (n x out) and W (out x in), or what they begin with. */
typedef struct gg_column {
    int64_t column; /* of W, the first */
    gg_tensor s;    /* n or n x count constants */
} gg_column;

static inline int64_t gg_column_count(const gg_column *a)
{
    return a->s.rank == 2 ? a->s.shape[1] : 1;
}

static inline gg_status gg_column_shape(gg_node *n)
{
    const gg_column *a = n->attributes;
    const gg_tensor *h = n->in[0], *w = n->in[1];
    if (h->rank != 2 || w->rank != 2 || w->shape[0] != h->shape[1])
        return gg_node_fail(n, "expected matrices (n x out) and (out x in)");
    if (a->s.rank < 1 || (a->s.rank <= 2 && !a->s.data && gg_numel(&a->s) > 0))
        return gg_node_fail(n, "there is no s");
    int64_t count = gg_column_count(a);
    int64_t last = a->column > INT64_MAX - count ? INT64_MAX : a->column + count - 1;
    if (a->column < 0 || last >= w->shape[1])
        return gg_node_fail(n, "column %lld of the weight does not exist",
                            (long long)(a->column < 0 ? a->column : last));
    if (a->s.dtype != h->dtype || a->s.shape[0] != h->shape[0] || a->s.rank > 2 || count < 1)
        return gg_node_fail(n, "the column has %lld %s elements, expected one for each row",
                            (long long)a->s.shape[0], a->s.dtype == GG_F32 ? "f32" : "f64");
    return gg_shape_same(n);
}

/* The columns of W one behind another: to is count x out. */
static inline void gg_copy_columns(const gg_column *a, const gg_tensor *w, void *to)
{
    int64_t out = w->shape[0], in = w->shape[1];
    for (int64_t k = 0; k < gg_column_count(a); k++)
        for (int64_t o = 0; o < out; o++) {
            int64_t from = o * in + a->column + k;
            if (w->dtype == GG_F32)
                ((float *)to)[k * out + o] = ((const float *)w->data)[from];
            else
                ((double *)to)[k * out + o] = ((const double *)w->data)[from];
        }
}

#endif
