/* Y[index[p], :] += X[p, :], from zeros. */
#include "row_ids.h"

#ifndef real
typedef struct scatter {
    int64_t rows;
    const int32_t *index;
} scatter;
#endif

#define GG_SOURCE "op_scatter_add_rows.c"
#include "each_real.h"

#ifdef real

static void FN(scatter_forward)(gg_node *n)
{
    const scatter *s = n->attributes;
    const gg_tensor *x = n->in[0];
    FN(gg_add_rows)
    (n, s->index, x->shape[0], x->shape[1], x->data, n->out->data, s->rows, false);
}

/* dX[p, :] = dY[index[p], :] */
static void FN(scatter_backward)(gg_node *n)
{
    const scatter *s = n->attributes;
    const gg_tensor *x = n->in[0];
    bool fresh = false;
    real *dx = gg_grad_into(n, 0, &fresh);
    if (dx)
        FN(gg_take_rows)
    (n->tape, s->index, x->shape[0], x->shape[1], n->out->grad, dx, !fresh);
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
