/* Axis k of Y is axis order[k] of X. Backward is the same copy with X's gradient as the source's
 * counterpart: element by element, dX takes from the place where the element went. */
#include "autograd.h"
#include "parallel.h"

#include <string.h>

#ifndef real
typedef struct axes {
    int order[GG_MAX_RANK];
} axes;

/* Writes (or adds) to a tensor, in order, the elements of another, each axis of which is walked in
 * strides of its own. */
typedef struct walk {
    int rank;
    int64_t size[GG_MAX_RANK], stride[GG_MAX_RANK];
    const void *from;
    void *to;
    bool add;
} walk;

/* Columns written row by row before the next ones: where rows of one are columns of the other, what
 * a cache line brings is used before it leaves. */
#define TILE 16

/* A walk over the elements of `to` in the order of `from`'s axes that order names. */
static walk plan(const gg_tensor *to, const gg_tensor *from, const int *order)
{
    walk w = {.rank = to->rank};
    int64_t stride[GG_MAX_RANK], step = 1;
    for (int k = from->rank - 1; k >= 0; k--) {
        stride[k] = step;
        step *= from->shape[k];
    }
    for (int k = 0; k < to->rank; k++) {
        w.size[k] = to->shape[k];
        w.stride[k] = stride[order[k]];
    }
    return w;
}

static int64_t place(const walk *w, int64_t row)
{
    int64_t at = 0;
    for (int k = w->rank - 2; k >= 0; k--) {
        at += row % w->size[k] * w->stride[k];
        row /= w->size[k];
    }
    return at;
}
#endif

#define GG_SOURCE "op_transpose.c"
#include "each_real.h"

#ifdef real

static void FN(walk_block)(void *context, int64_t begin, int64_t end)
{
    const walk *w = context;
    int64_t width = w->size[w->rank - 1], stride = w->stride[w->rank - 1];
    for (int64_t first = 0; first < width; first += TILE) {
        int64_t count = width - first < TILE ? width - first : TILE;
        for (int64_t row = begin; row < end; row++) {
            const real *from = (const real *)w->from + place(w, row) + first * stride;
            real *to = (real *)w->to + row * width + first;
            if (w->add)
                for (int64_t j = 0; j < count; j++)
                    to[j] += from[j * stride];
            else
                for (int64_t j = 0; j < count; j++)
                    to[j] = from[j * stride];
        }
    }
}

static void FN(run_walk)(gg_node *n, walk *w, int64_t count)
{
    int64_t width = w->size[w->rank - 1];
    if (count)
        gg_tape_parallel(n->tape, count / width, 1 + GG_BLOCK / width, FN(walk_block), w);
}

static void FN(transpose_forward)(gg_node *n)
{
    const axes *a = n->attributes;
    walk w = plan(n->out, n->in[0], a->order);
    w.from = n->in[0]->data;
    w.to = n->out->data;
    FN(run_walk)(n, &w, gg_numel(n->out));
}

static void FN(transpose_backward)(gg_node *n)
{
    const axes *a = n->attributes;
    int inverse[GG_MAX_RANK];
    for (int k = 0; k < n->out->rank; k++)
        inverse[a->order[k]] = k;
    walk w = plan(n->in[0], n->out, inverse);
    bool fresh;
    w.from = n->out->grad;
    w.to = gg_grad_into(n, 0, &fresh);
    w.add = !fresh;
    if (w.to)
        FN(run_walk)(n, &w, gg_numel(n->out));
}

#else

static gg_status transpose_shape(gg_node *n)
{
    const axes *a = n->attributes;
    const gg_tensor *x = n->in[0];
    bool seen[GG_MAX_RANK] = {false};
    for (int k = 0; k < x->rank; k++) {
        int axis = a->order[k];
        if (axis < 0 || axis >= x->rank || seen[axis])
            return gg_node_fail(n, "axis %d in place %d: expected each of 0 to %d once", axis, k,
                                x->rank - 1);
        seen[axis] = true;
        n->out->shape[k] = x->shape[axis];
    }
    n->out->rank = x->rank;
    return GG_OK;
}

static const gg_op transpose_op = {.name = "transpose",
                                   .arity = 1,
                                   .shape = transpose_shape,
                                   .forward = GG_BOTH(transpose_forward),
                                   .backward = GG_BOTH(transpose_backward),
                                   .attributes_size = sizeof(axes)};

gg_tensor *gg_transpose(gg_tape *t, gg_tensor *x, const int *order)
{
    axes a = {{0, 1, 2, 3}};
    if (!x || x->rank < 1 || x->rank > GG_MAX_RANK)
        return gg_apply(t, &transpose_op, &a, x);
    if (order) {
        memcpy(a.order, order, (size_t)x->rank * sizeof *order);
    } else if (x->rank > 1) {
        a.order[x->rank - 1] = x->rank - 2;
        a.order[x->rank - 2] = x->rank - 1;
    }
    return gg_apply(t, &transpose_op, &a, x);
}

#endif
