/* Y[index[p], :] += X[p, :], from zeros. */
#include "parallel.h"
#include "row_ids.h"

#include <string.h>

#ifndef real
typedef struct scatter {
    int64_t rows;
    const int32_t *index;
} scatter;
#endif

#define GG_SOURCE "op_scatter_add_rows.c"
#include "each_real.h"

#ifdef real

static void FN(scatter_columns)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    const scatter *s = n->attributes;
    const gg_tensor *x = n->in[0];
    FN(gg_put_rows)(s->index, x->shape[0], x->shape[1], x->data, n->out->data, begin, end);
}

/* Threads divide the columns, so that each sum is taken in the order of p. */
static void FN(scatter_forward)(gg_node *n)
{
    int64_t width = n->out->shape[1];
    int threads = gg_tape_threads(n->tape);
    memset(n->out->data, 0, (size_t)gg_numel(n->out) * sizeof(real));
    gg_tape_parallel(n->tape, width, gg_column_block(threads, width), FN(scatter_columns), n);
}

/* dX[p, :] = dY[index[p], :] */
static void FN(scatter_back_block)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    const scatter *s = b->node->attributes;
    FN(gg_take_rows)
    (s->index, begin, end, b->node->out->shape[1], b->node->out->grad, b->gradient, !b->fresh);
}

static void FN(scatter_backward)(gg_node *n)
{
    gg_backward_block b = {.node = n};
    if ((b.gradient = gg_grad_into(n, 0, &b.fresh)))
        gg_tape_parallel(n->tape, n->in[0]->shape[0], GG_ROW_BLOCK, FN(scatter_back_block), &b);
}

#else

static gg_status scatter_shape(gg_node *n)
{
    const gg_tensor *x = n->in[0];
    const scatter *s = n->attributes;
    if (x->rank != 2)
        return gg_node_fail(n, "expected a matrix");
    if (s->rows < 0)
        return gg_node_fail(n, "%lld rows", (long long)s->rows);
    n->out->rank = 2;
    n->out->shape[0] = s->rows;
    n->out->shape[1] = x->shape[1];
    return gg_check_row_ids(n, "index", x->shape[0], s->index, s->rows);
}

static const gg_op scatter_op = {.name = "scatter_add_rows",
                                 .arity = 1,
                                 .shape = scatter_shape,
                                 .forward = GG_BOTH(scatter_forward),
                                 .backward = GG_BOTH(scatter_backward),
                                 .attributes_size = sizeof(scatter)};

gg_tensor *gg_scatter_add_rows(gg_tape *t, gg_tensor *x, const int32_t *index, int64_t rows)
{
    return gg_apply(t, &scatter_op, (&(scatter){rows, index}), x);
}

#endif
