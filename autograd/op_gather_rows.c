/* Y[p, :] = X[index[p], :]. */
#include "row_ids.h"

#ifndef real
typedef struct gather {
    int64_t count;
    const int32_t *index;
} gather;
#endif

#define GG_SOURCE "op_gather_rows.c"
#include "each_real.h"

#ifdef real

static void FN(gather_forward)(gg_node *n)
{
    const gather *g = n->attributes;
    FN(gg_take_rows)
    (n->tape, g->index, g->count, n->out->shape[1], n->in[0]->data, n->out->data, false);
}

/* dX[index[p], :] += dY[p, :] */
static void FN(gather_backward)(gg_node *n)
{
    const gather *g = n->attributes;
    bool fresh = false;
    real *dx = gg_grad_into(n, 0, &fresh);
    if (dx)
        FN(gg_add_rows)
    (n, g->index, g->count, n->out->shape[1], n->out->grad, dx, n->in[0]->shape[0], !fresh);
}

static void FN(gather_columns)(gg_node *n, void *gradient, int64_t begin, int64_t end)
{
    const gather *g = n->attributes;
    const int32_t *index = n->saved ? n->saved : g->index;
    FN(gg_add_columns)(index, g->count, n->out->shape[1], n->out->grad, gradient, begin, end);
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
    gg_status status = gg_check_row_ids(n, "index", g->count, g->index, x->shape[0]);
    return status ? status : gg_save_row_ids(n, g->count, 1, &g->index);
}

static const gg_op gather_op = {.name = "gather_rows",
                                .arity = 1,
                                .shape = gather_shape,
                                .forward = GG_BOTH(gather_forward),
                                .backward = GG_BOTH(gather_backward),
                                .attributes_size = sizeof(gather),
                                .backward_columns = GG_BOTH(gather_columns)};

gg_tensor *gg_gather_rows(gg_tape *t, gg_tensor *x, int64_t count, const int32_t *index)
{
    return gg_apply(t, &gather_op, (&(gather){count, index}), x);
}

#endif
