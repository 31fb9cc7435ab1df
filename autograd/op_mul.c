/* y = a * b elementwise, broadcast. */
#include "broadcast.h"
#include "parallel.h"

#define GG_SOURCE "op_mul.c"
#include "each_real.h"

#ifdef real

GG_SIMD static void FN(mul_block)(void *context, int64_t begin, int64_t end)
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
                y[i] = a[i] * b[i];
        else if (vector_a)
            for (int64_t i = 0; i < count; i++)
                y[i] = a[i] * b[0];
        else
            for (int64_t i = 0; i < count; i++)
                y[i] = a[0] * b[i];
    }
}

static void FN(mul_forward)(gg_node *n)
{
    gg_broadcast *plan = gg_node_alloc(n, 1, sizeof *plan);
    if (!plan)
        return;
    *plan = gg_broadcast_plan(n);
    n->saved = plan;
    gg_tape_parallel(n->tape, gg_numel(n->out), GG_BLOCK, FN(mul_block), n);
}

static void FN(mul_backward)(gg_node *n)
{
    FN(gg_broadcast_backward)(n, 0, true);
    FN(gg_broadcast_backward)(n, 1, true);
}

#else

static const gg_op mul_op = {.name = "mul",
                             .arity = 2,
                             .shape = gg_shape_broadcast,
                             .forward = GG_BOTH(mul_forward),
                             .backward = GG_BOTH(mul_backward)};

gg_tensor *gg_mul(gg_tape *t, gg_tensor *a, gg_tensor *b)
{
    return gg_apply(t, &mul_op, NULL, a, b);
}

#endif
