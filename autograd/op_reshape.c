/* The same elements in the same order, in another shape. */
#include "autograd.h"
#include "parallel.h"

#include <string.h>

#ifndef real
typedef struct new_shape {
    int rank;
    int64_t size[GG_MAX_RANK];
} new_shape;
#endif

#define GG_SOURCE "op_reshape.c"
#include "each_real.h"

#ifdef real

static void FN(reshape_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    memcpy((real *)n->out->data + begin, (const real *)n->in[0]->data + begin,
           (size_t)(end - begin) * sizeof(real));
}

static void FN(reshape_forward)(gg_node *n)
{
    gg_tape_parallel(n->tape, gg_numel(n->out), GG_BLOCK, FN(reshape_block), n);
}

GG_SIMD static void FN(reshape_back_block)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    const real *dy = b->node->out->grad;
    real *dx = b->gradient;
    if (b->fresh)
        for (int64_t i = begin; i < end; i++)
            dx[i] = dy[i];
    else
        for (int64_t i = begin; i < end; i++)
            dx[i] += dy[i];
}

static void FN(reshape_backward)(gg_node *n)
{
    gg_backward_elementwise(n, FN(reshape_back_block));
}

#else

static gg_status reshape_shape(gg_node *n)
{
    const new_shape *s = n->attributes;
    int64_t count = gg_numel(n->in[0]), known = 1;
    int open = -1;
    for (int k = 0; k < s->rank; k++) {
        n->out->shape[k] = s->size[k];
        if (s->size[k] < -1 || (s->size[k] == -1 && open >= 0))
            return gg_node_fail(n, "size %lld of axis %d", (long long)s->size[k], k);
        if (s->size[k] == -1)
            open = k;
        else if (known && s->size[k] > INT64_MAX / known)
            return gg_node_fail(n, "more elements than there are");
        else
            known *= s->size[k];
    }
    if (open >= 0)
        n->out->shape[open] = known ? count / known : 0;
    n->out->rank = s->rank;
    char text[96];
    if (gg_numel(n->out) != count)
        return gg_node_fail(n, "not as many elements as %s",
                            gg_shape_text(n->out, text, sizeof text));
    return GG_OK;
}

static const gg_op reshape_op = {.name = "reshape",
                                 .arity = 1,
                                 .shape = reshape_shape,
                                 .forward = GG_BOTH(reshape_forward),
                                 .backward = GG_BOTH(reshape_backward),
                                 .attributes_size = sizeof(new_shape)};

gg_tensor *gg_reshape(gg_tape *t, gg_tensor *x, int rank, const int64_t *shape)
{
    new_shape s = {.rank = rank};
    if (rank < 1 || rank > GG_MAX_RANK)
        return gg_tape_fail(t, GG_ERR_ARGUMENT, "reshape: rank %d, expected 1 to %d", rank,
                            GG_MAX_RANK);
    if (!shape)
        return gg_tape_fail(t, GG_ERR_ARGUMENT, "reshape: the shape is NULL");
    memcpy(s.size, shape, (size_t)rank * sizeof *shape);
    return gg_apply(t, &reshape_op, &s, x);
}

#endif
