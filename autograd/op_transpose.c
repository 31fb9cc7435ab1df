/* Axis k of Y is axis order[k] of X. Backward is the same copy with X's gradient as the source's
 * counterpart: element by element, dX takes from the place where the element went. */
#include "autograd.h"
#include "parallel.h"

#include <string.h>

#ifndef real
typedef struct axes {
    int order[GG_MAX_RANK];
} axes;

#define TILE 64   /* a side of a tile: what its cache lines bring is used before they leave */
#define LINE 1024 /* elements of a row at a time, where rows stay rows */

/* Writes (or adds) to a tensor the elements of another in another order of axes. The first axis is
 * the innermost of `to`, the second that of `from` unless they are the same; together they are cut
 * into tiles. Axes that stay neighbours are one. */
typedef struct walk {
    int axes;
    int64_t size[GG_MAX_RANK], to_stride[GG_MAX_RANK], from_stride[GG_MAX_RANK];
    int64_t tile[GG_MAX_RANK];
    const void *from;
    void *to;
    bool add;
} walk;

static void swap(int64_t *x, int i, int j)
{
    int64_t kept = x[i];
    x[i] = x[j];
    x[j] = kept;
}

/* Puts axis k second and sets the tiles. */
static void cut(walk *w, int k)
{
    swap(w->size, 1, k);
    swap(w->to_stride, 1, k);
    swap(w->from_stride, 1, k);
    w->tile[0] = w->from_stride[0] == 1 ? LINE : TILE;
    w->tile[1] = TILE;
    w->tile[2] = w->tile[3] = 1;
}

/* A walk over the elements of `to`, whose axis k is axis order[k] of `from`. */
static walk plan(const gg_tensor *to, const gg_tensor *from, const int *order)
{
    walk w = {.axes = 0};
    int64_t stride[GG_MAX_RANK], step = 1;
    if (gg_numel(to) == 0) /* strides that nothing takes may be too large */
        return w;
    for (int k = from->rank - 1; k >= 0; k--) {
        stride[k] = step;
        step *= from->shape[k];
    }
    step = 1;
    for (int k = to->rank - 1; k >= 0; k--) {
        int64_t size = to->shape[k], from_stride = stride[order[k]];
        int last = w.axes - 1;
        if (last >= 0 && from_stride == w.from_stride[last] * w.size[last]) {
            w.size[last] *= size;
        } else if (size != 1) {
            w.size[w.axes] = size;
            w.to_stride[w.axes] = step;
            w.from_stride[w.axes++] = from_stride;
        }
        step *= size;
    }
    for (int k = w.axes; k < GG_MAX_RANK; k++)
        w.size[k] = 1;
    int second = 1;
    for (int k = 1; k < w.axes; k++)
        if (w.from_stride[k] == 1)
            second = k;
    cut(&w, second);
    return w;
}

/* The tiles along all axes. */
static int64_t tiles(const walk *w)
{
    int64_t count = 1;
    for (int k = 0; k < GG_MAX_RANK; k++)
        count *= (w->size[k] + w->tile[k] - 1) / w->tile[k];
    return count;
}

/* Where a tile starts in both tensors, and its size along each axis. */
static void locate(const walk *w, int64_t tile, int64_t *to, int64_t *from, int64_t *count)
{
    *to = *from = 0;
    for (int k = 0; k < GG_MAX_RANK; k++) {
        int64_t along = (w->size[k] + w->tile[k] - 1) / w->tile[k];
        int64_t first = tile % along * w->tile[k];
        tile /= along;
        *to += first * w->to_stride[k];
        *from += first * w->from_stride[k];
        count[k] = w->size[k] - first < w->tile[k] ? w->size[k] - first : w->tile[k];
    }
}
#endif

#define GG_SOURCE "op_transpose.c"
#include "each_real.h"

#ifdef real

static void FN(put)(real *restrict to, const real *restrict from, int64_t count, bool add)
{
    if (add)
        for (int64_t j = 0; j < count; j++)
            to[j] += from[j];
    else
        for (int64_t j = 0; j < count; j++)
            to[j] = from[j];
}

/* A tile whose rows are rows of `from`. */
static void FN(copy)(const walk *w, real *to, const real *from, const int64_t *count)
{
    for (int64_t i = 0; i < count[1]; i++, to += w->to_stride[1], from += w->from_stride[1])
        FN(put)(to, from, count[0], w->add);
}

/* A tile whose columns are rows of `from`: by way of a copy, so that both tensors are gone through
 * row by row. */
static void FN(turn)(const walk *w, real *to, const real *from, const int64_t *count)
{
    real turned[TILE][TILE];
    for (int64_t j = 0; j < count[0]; j++, from += w->from_stride[0])
        for (int64_t i = 0; i < count[1]; i++)
            turned[i][j] = from[i];
    for (int64_t i = 0; i < count[1]; i++, to += w->to_stride[1])
        FN(put)(to, turned[i], count[0], w->add);
}

static void FN(walk_block)(void *context, int64_t begin, int64_t end)
{
    const walk *w = context;
    for (int64_t tile = begin; tile < end; tile++) {
        int64_t to_at, from_at, count[GG_MAX_RANK];
        locate(w, tile, &to_at, &from_at, count);
        real *to = (real *)w->to + to_at;
        const real *from = (const real *)w->from + from_at;
        if (w->from_stride[0] == 1)
            FN(copy)(w, to, from, count);
        else
            FN(turn)(w, to, from, count);
    }
}

static void FN(run_walk)(gg_node *n, walk *w)
{
    int64_t count = gg_numel(n->out), units = count ? tiles(w) : 0;
    if (units)
        gg_tape_parallel(n->tape, units, 1 + GG_BLOCK / (1 + count / units), FN(walk_block), w);
}

static void FN(transpose_forward)(gg_node *n)
{
    const axes *a = n->attributes;
    walk w = plan(n->out, n->in[0], a->order);
    w.from = n->in[0]->data;
    w.to = n->out->data;
    FN(run_walk)(n, &w);
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
        FN(run_walk)(n, &w);
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
