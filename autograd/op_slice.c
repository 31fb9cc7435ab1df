/* Indices begin to end - 1 of one axis. */
#include "reduce.h"
#include "parallel.h"

#include <string.h>

#ifndef real
typedef struct range {
    int axis;
    int64_t begin, end;
} range;

/* The part of one run from element i of the output, at most up to `end`: its length and its place
 * in the input. A run is what lies together in both: the axis' indices and all axes after it. */
static int64_t piece(const gg_node *n, int64_t i, int64_t end, int64_t *at)
{
    const range *r = n->attributes;
    gg_reduction x = gg_reduction_of(n->in[0], r->axis);
    int64_t run = (r->end - r->begin) * x.inner, left = run - i % run;
    *at = i / run * x.length * x.inner + r->begin * x.inner + i % run;
    return left < end - i ? left : end - i;
}
#endif

#define GG_SOURCE "op_slice.c"
#include "each_real.h"

#ifdef real

static void FN(slice_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    for (int64_t i = begin, count, at; i < end; i += count) {
        count = piece(n, i, end, &at);
        memcpy((real *)n->out->data + i, (const real *)n->in[0]->data + at,
               (size_t)count * sizeof(real));
    }
}

static void FN(slice_forward)(gg_node *n)
{
    gg_tape_parallel(n->tape, gg_numel(n->out), GG_BLOCK, FN(slice_block), n);
}

GG_SIMD static void FN(slice_back_block)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    for (int64_t i = begin, count, at; i < end; i += count) {
        count = piece(b->node, i, end, &at);
        const real *restrict dy = (const real *)b->node->out->grad + i;
        real *restrict dx = (real *)b->gradient + at;
        for (int64_t j = 0; j < count; j++)
            dx[j] += dy[j];
    }
}

static void FN(slice_backward)(gg_node *n)
{
    gg_backward_block b = {.node = n, .gradient = gg_grad_add(n, 0)};
    if (b.gradient)
        gg_tape_parallel(n->tape, gg_numel(n->out), GG_BLOCK, FN(slice_back_block), &b);
}

#else

static gg_status slice_shape(gg_node *n)
{
    const range *r = n->attributes;
    const gg_tensor *x = n->in[0];
    if (r->axis < 0 || r->axis >= x->rank)
        return gg_node_fail(n, "axis %d does not exist", r->axis);
    if (r->begin < 0 || r->end < r->begin || r->end > x->shape[r->axis])
        return gg_node_fail(n, "no indices %lld to %lld along axis %d", (long long)r->begin,
                            (long long)r->end, r->axis);
    gg_shape_same(n);
    n->out->shape[r->axis] = r->end - r->begin;
    return GG_OK;
}

static const gg_op slice_op = {.name = "slice",
                               .arity = 1,
                               .shape = slice_shape,
                               .forward = GG_BOTH(slice_forward),
                               .backward = GG_BOTH(slice_backward),
                               .attributes_size = sizeof(range)};

gg_tensor *gg_slice(gg_tape *t, gg_tensor *x, int axis, int64_t begin, int64_t end)
{
    return gg_apply(t, &slice_op, (&(range){axis, begin, end}), x);
}

#endif
