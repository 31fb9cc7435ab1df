/* Y[p, :] = X[index[p], :]. */
#include "autograd.h"
#include "parallel.h"
#include "row_ids.h"

#include <string.h>

#ifndef real
typedef struct gather {
    int64_t count;
    const int32_t *index;
} gather;
#endif

#define GG_SOURCE "op_gather_rows.c"
#include "each_real.h"

#ifdef real

static void FN(gather_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    const gather *g = n->attributes;
    int64_t width = n->out->shape[1];
    const real *x = n->in[0]->data;
    real *y = n->out->data;
    for (int64_t p = begin; p < end; p++)
        memcpy(y + p * width, x + g->index[p] * width, (size_t)width * sizeof *y);
}

static void FN(gather_forward)(gg_node *n)
{
    gg_tape_parallel(n->tape, n->out->shape[0], GG_ROW_BLOCK, FN(gather_block), n);
}

/* dX[index[p], :] += dY[p, :] */
static inline void FN(add_rows)(const gg_node *n, real *dx, int64_t begin, int64_t columns)
{
    const gather *g = n->attributes;
    int64_t width = n->out->shape[1];
    const real *dy = (const real *)n->out->grad + begin;
    for (int64_t p = 0; p < g->count; p++) {
        const real *restrict from = dy + p * width;
        real *restrict to = dx + g->index[p] * width;
        for (int64_t c = 0; c < columns; c++)
            to[c] += from[c];
    }
}

GG_SIMD static void FN(gather_backward)(gg_node *n, void *gradient, int64_t begin, int64_t end)
{
    real *dx = (real *)gradient + begin;
    if (end - begin == GG_COLUMN_BLOCK)
        FN(add_rows)(n, dx, begin, GG_COLUMN_BLOCK);
    else
        FN(add_rows)(n, dx, begin, end - begin);
}

#else

static gg_status gather_shape(gg_node *n)
{
    const gg_tensor *x = n->in[0];
    const gather *g = n->attributes;
    if (x->rank != 2)
        return gg_node_fail(n, "expected a matrix");
    if (g->count < 0)
        return gg_node_fail(n, "%lld ids", (long long)g->count);
    n->out->rank = 2;
    n->out->shape[0] = g->count;
    n->out->shape[1] = x->shape[1];
    return gg_check_row_ids(n, "index", g->count, g->index, x->shape[0]);
}

static const gg_op gather_op = {.name = "gather_rows",
                                .arity = 1,
                                .shape = gather_shape,
                                .forward = GG_BOTH(gather_forward),
                                .attributes_size = sizeof(gather),
                                .backward_columns = GG_BOTH(gather_backward)};

gg_tensor *gg_gather_rows(gg_tape *t, gg_tensor *x, int64_t count, const int32_t *index)
{
    return gg_apply(t, &gather_op, (&(gather){count, index}), x);
}

#endif
