/* y = a / b elementwise, broadcast. */
#include "broadcast.h"
#include "parallel.h"

#define OPERATOR /
#define GG_SOURCE "op_div.c"
#include "each_real.h"

#ifdef real

#include "binary.h"

/* Of both gradients, what an output adds to them: dY / b and -dY a / b^2 = -(dY / b) y. They are
 * summed over the stretched axes in a second step. */
typedef struct FN(slopes) {
    const gg_node *node;
    real *slope;
} FN(slopes);

GG_SIMD static void FN(div_a_block)(void *context, int64_t begin, int64_t end)
{
    const FN(slopes) *s = context;
    const gg_broadcast *p = s->node->saved;
    int64_t stride = p->stride[1][0];
    for (int64_t at = begin, count; at < end; at += count) {
        int64_t offset[2];
        count = gg_broadcast_piece(p, at, end, offset);
        const real *dy = (const real *)s->node->out->grad + at;
        const real *b = (const real *)s->node->in[1]->data + offset[1];
        real *slope = s->slope + at;
        if (stride)
            for (int64_t i = 0; i < count; i++)
                slope[i] = dy[i] / b[i];
        else
            for (int64_t i = 0; i < count; i++)
                slope[i] = dy[i] / b[0];
    }
}

GG_SIMD static void FN(div_b_block)(void *context, int64_t begin, int64_t end)
{
    const FN(slopes) *s = context;
    const real *y = s->node->out->data;
    for (int64_t i = begin; i < end; i++)
        s->slope[i] *= y[i];
}

static void FN(div_backward)(gg_node *n)
{
    int64_t count = gg_numel(n->out);
    FN(slopes) s = {n, gg_node_alloc(n, (size_t)count, sizeof(real))};
    if (!s.slope)
        return;
    gg_tape_parallel(n->tape, count, GG_BLOCK, FN(div_a_block), &s);
    FN(gg_broadcast_add)(n, 0, s.slope, 1);
    if (!n->in[1]->requires_grad)
        return;
    gg_tape_parallel(n->tape, count, GG_BLOCK, FN(div_b_block), &s);
    FN(gg_broadcast_add)(n, 1, s.slope, -1);
}

#else

static const gg_op div_op = {.name = "div",
                             .arity = 2,
                             .shape = gg_shape_broadcast,
                             .forward = GG_BOTH(binary_forward),
                             .backward = GG_BOTH(div_backward)};

gg_tensor *gg_div(gg_tape *t, gg_tensor *a, gg_tensor *b)
{
    return gg_apply(t, &div_op, NULL, a, b);
}

#endif
