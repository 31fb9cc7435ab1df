/* y = a - b, broadcast. */
#include "broadcast.h"
#include "parallel.h"

#define GG_SOURCE "op_sub.c"
#include "each_real.h"

#ifdef real

GG_SIMD static void FN(sub_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    const gg_broadcast *p = n->saved;
    bool vector_a = p->stride[0][0] != 0, vector_b = p->stride[1][0] != 0;
    for (int64_t at = begin, count; at < end; at += count) {
        int64_t offset[2];
        count = gg_broadcast_piece(p, at, end, offset);
        const real *a = (const real *)n->in[0]->data + offset[0];
        const real *b = (const real *)n->in[1]->data + offset[1];
        real *y = (real *)n->out->data + at;
        if (vector_a && vector_b)
            for (int64_t i = 0; i < count; i++)
                y[i] = a[i] - b[i];
        else if (vector_a)
            for (int64_t i = 0; i < count; i++)
                y[i] = a[i] - b[0];
        else
            for (int64_t i = 0; i < count; i++)
                y[i] = a[0] - b[i];
    }
}

static void FN(sub_forward)(gg_node *n)
{
    gg_broadcast *plan = gg_node_alloc(n, 1, sizeof *plan);
    if (!plan)
        return;
    *plan = gg_broadcast_plan(n);
    n->saved = plan;
    gg_tape_parallel(n->tape, gg_numel(n->out), GG_BLOCK, FN(sub_block), n);
}

static void FN(sub_backward)(gg_node *n)
{
    FN(gg_broadcast_add)(n, 0, n->out->grad, 1);
    FN(gg_broadcast_add)(n, 1, n->out->grad, -1);
}

#else

static const gg_op sub_op = {.name = "sub",
                             .arity = 2,
                             .shape = gg_shape_broadcast,
                             .forward = GG_BOTH(sub_forward),
                             .backward = GG_BOTH(sub_backward)};

gg_tensor *gg_sub(gg_tape *t, gg_tensor *a, gg_tensor *b)
{
    return gg_apply(t, &sub_op, NULL, a, b);
}

#endif
