/* y = x > 0 ? x : w x, with one w or one for each column of the last axis: in[1], which stretches
 * over x as in broadcasting. (He et al. 2015.) */
#include "broadcast.h"
#include "parallel.h"

#define GG_SOURCE "op_prelu.c"
#include "each_real.h"

#ifdef real

GG_SIMD static void FN(prelu_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    const gg_broadcast *p = n->saved;
    int64_t stride = p->stride[1][0];
    for (int64_t at = begin, count; at < end; at += count) {
        int64_t offset[2];
        count = gg_broadcast_piece(p, at, end, offset);
        const real *x = (const real *)n->in[0]->data + at;
        const real *w = (const real *)n->in[1]->data + offset[1];
        real *y = (real *)n->out->data + at;
        for (int64_t i = 0; i < count; i++)
            y[i] = x[i] > 0 ? x[i] : w[i * stride] * x[i];
    }
}

static void FN(prelu_forward)(gg_node *n)
{
    gg_broadcast *plan = gg_node_alloc(n, 1, sizeof *plan);
    if (!plan)
        return;
    *plan = gg_broadcast_plan(n);
    n->saved = plan;
    gg_tape_parallel(n->tape, gg_numel(n->out), GG_BLOCK, FN(prelu_block), n);
}

/* dy/dx = x > 0 ? 1 : w */
GG_SIMD static void FN(prelu_dx)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    const gg_node *n = b->node;
    const gg_broadcast *p = n->saved;
    int64_t stride = p->stride[1][0];
    for (int64_t at = begin, count; at < end; at += count) {
        int64_t offset[2];
        count = gg_broadcast_piece(p, at, end, offset);
        const real *x = (const real *)n->in[0]->data + at, *dy = (const real *)n->out->grad + at;
        const real *w = (const real *)n->in[1]->data + offset[1];
        real *dx = (real *)b->gradient + at;
        for (int64_t i = 0; i < count; i++)
            dx[i] = (b->fresh ? 0 : dx[i]) + (x[i] > 0 ? dy[i] : w[i * stride] * dy[i]);
    }
}

/* dy/dw = x > 0 ? 0 : x, times dY: what each element adds to its w's gradient */
GG_SIMD static void FN(prelu_dw)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    const real *x = b->node->in[0]->data, *dy = b->node->out->grad;
    real *term = b->gradient;
    for (int64_t i = begin; i < end; i++)
        term[i] = x[i] > 0 ? 0 : x[i] * dy[i];
}

static void FN(prelu_backward)(gg_node *n)
{
    int64_t count = gg_numel(n->out);
    gg_backward_block b = {.node = n};
    gg_backward_elementwise(n, FN(prelu_dx));
    if (!n->in[1]->requires_grad || !(b.gradient = gg_node_alloc(n, (size_t)count, sizeof(real))))
        return;
    gg_tape_parallel(n->tape, count, GG_BLOCK, FN(prelu_dw), &b);
    FN(gg_broadcast_add)(n, 1, b.gradient, 1);
}

#else

static gg_status prelu_shape(gg_node *n)
{
    const gg_tensor *x = n->in[0], *w = n->in[1];
    int64_t columns = x->shape[x->rank - 1];
    if (w->rank != 1 || (w->shape[0] != 1 && w->shape[0] != columns))
        return gg_node_fail(n, "expected one slope or %lld", (long long)columns);
    return gg_shape_same(n);
}

static const gg_op prelu_op = {.name = "prelu",
                               .arity = 2,
                               .shape = prelu_shape,
                               .forward = GG_BOTH(prelu_forward),
                               .backward = GG_BOTH(prelu_backward)};

gg_tensor *gg_prelu(gg_tape *t, gg_tensor *x, gg_tensor *w)
{
    return gg_apply(t, &prelu_op, NULL, x, w);
}

#endif
