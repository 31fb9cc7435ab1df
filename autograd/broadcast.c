#include "broadcast.h"
#include "parallel.h"

#include <string.h>

#ifndef real

gg_broadcast gg_broadcast_plan(const gg_node *n)
{
    const gg_tensor *out = n->out;
    gg_broadcast p = {.axes = 0};
    int64_t step[2] = {1, 1};
    if (gg_numel(out) == 0) /* strides that nothing takes may be too large */
        return (gg_broadcast){1, {0}, {{1}, {1}}};
    for (int k = out->rank - 1; k >= 0; k--) {
        int64_t stride[2];
        for (int i = 0; i < 2; i++) {
            int axis = k - (out->rank - n->in[i]->rank);
            int64_t size = axis < 0 ? 1 : n->in[i]->shape[axis];
            stride[i] = size == 1 ? 0 : step[i];
            step[i] *= size;
        }
        int last = p.axes - 1;
        if (out->shape[k] == 1)
            continue;
        if (last >= 0 && stride[0] == p.stride[0][last] * p.size[last] &&
            stride[1] == p.stride[1][last] * p.size[last]) {
            p.size[last] *= out->shape[k];
            continue;
        }
        p.size[p.axes] = out->shape[k];
        p.stride[0][p.axes] = stride[0];
        p.stride[1][p.axes++] = stride[1];
    }
    if (p.axes == 0) /* one element */
        p = (gg_broadcast){1, {1}, {{1}, {1}}};
    return p;
}

/* Some of the output's axes, the first of them innermost: what a step along each adds to the
 * offsets in dY and in the other input. */
typedef struct box {
    int axes;
    int64_t count; /* elements */
    int64_t size[GG_MAX_RANK], out[GG_MAX_RANK], other[GG_MAX_RANK];
} box;

/* The gradient of one input as units of work: elements of it, or runs of columns where the
 * innermost axis is its own. */
typedef struct reduction {
    gg_broadcast plan;
    int self;               /* the input */
    const void *dy, *other; /* other: NULL for a factor of one */
    double scale;
    void *gradient;
    bool fresh;
    int64_t width, runs; /* the innermost axis, and runs of columns in it */
    int64_t stride;      /* of the other input along it: 1, or 0 where it is stretched */
    box kept, summed;    /* the axes outside it */
} reduction;

#define COLUMNS 64
#define LANES 16

static void add_axis(box *b, int64_t size, int64_t out, int64_t other)
{
    b->size[b->axes] = size;
    b->out[b->axes] = out;
    b->other[b->axes++] = other;
    b->count *= size;
}

/* A run of `count` elements of a box along its first axis: the offsets of the first one, and the
 * steps to the next. */
typedef struct piece {
    int64_t count, out, other, out_step, other_step;
} piece;

/* The piece from element `at`, at most up to `end`. */
static piece piece_at(const box *b, int64_t at, int64_t end)
{
    piece p = {.count = end - at, .out_step = b->out[0], .other_step = b->other[0]};
    for (int k = 0; k < b->axes; k++) {
        int64_t i = at % b->size[k];
        at /= b->size[k];
        p.out += i * b->out[k];
        p.other += i * b->other[k];
        if (k == 0 && b->size[0] - i < p.count)
            p.count = b->size[0] - i;
    }
    return p;
}

/* Sorts the axes; returns the number of units, 0 when no axis is summed over. */
static int64_t plan_reduction(reduction *r)
{
    const gg_broadcast *p = &r->plan;
    bool inner_kept = p->stride[r->self][0] != 0;
    r->kept = r->summed = (box){.count = 1};
    for (int64_t k = 1, out = p->size[0]; k < p->axes; out *= p->size[k++])
        add_axis(p->stride[r->self][k] ? &r->kept : &r->summed, p->size[k], out,
                 p->stride[1 - r->self][k]);
    r->width = p->size[0];
    r->stride = p->stride[1 - r->self][0];
    r->runs = inner_kept ? (r->width + COLUMNS - 1) / COLUMNS : 1;
    return inner_kept && r->summed.axes == 0 ? 0 : r->kept.count * r->runs;
}

#endif

#define GG_SOURCE "broadcast.c"
#include "each_real.h"

#ifdef real

/* dX (+)= scale dY: no axis to sum over */
GG_SIMD static void FN(scale_block)(void *context, int64_t begin, int64_t end)
{
    const reduction *r = context;
    const real *dy = r->dy, scale = (real)r->scale;
    real *dx = r->gradient;
    if (r->fresh)
        for (int64_t i = begin; i < end; i++)
            dx[i] = scale * dy[i];
    else
        for (int64_t i = begin; i < end; i++)
            dx[i] += scale * dy[i];
}

/* dX (+)= dY * other: no axis to sum over */
GG_SIMD static void FN(multiply_block)(void *context, int64_t begin, int64_t end)
{
    const reduction *r = context;
    int64_t stride = r->plan.stride[1 - r->self][0];
    bool add = !r->fresh;
    for (int64_t at = begin, count; at < end; at += count) {
        int64_t offset[2];
        count = gg_broadcast_piece(&r->plan, at, end, offset);
        const real *dy = (const real *)r->dy + at;
        const real *other = (const real *)r->other + offset[1 - r->self];
        real *dx = (real *)r->gradient + at;
        if (stride)
            for (int64_t i = 0; i < count; i++)
                dx[i] = (add ? dx[i] : 0) + dy[i] * other[i];
        else
            for (int64_t i = 0; i < count; i++)
                dx[i] = (add ? dx[i] : 0) + dy[i] * other[0];
    }
}

/* The sum of a row, or its product with the other input's row, long ones in as many lanes as vector
 * registers like. */
GG_INLINE double FN(sum_row)(const real *dy, const real *factor, int64_t count)
{
    double lane[LANES] = {0}, sum = 0;
    int64_t i = 0;
    for (; i + LANES <= count; i += LANES)
        for (int k = 0; k < LANES; k++)
            lane[k] += factor ? (double)dy[i + k] * (double)factor[i + k] : (double)dy[i + k];
    for (int k = 0; i > 0 && k < LANES; k++)
        sum += lane[k];
    for (; i < count; i++)
        sum += factor ? (double)dy[i] * (double)factor[i] : (double)dy[i];
    return sum;
}

/* The sum of one element over the innermost axis, which the other input has then, and all others
 * that stretch it. */
GG_INLINE double FN(sum_element)(const reduction *r, const real *dy, const real *factor)
{
    double sum = 0;
    for (int64_t term = 0; term < r->summed.count;) {
        piece p = piece_at(&r->summed, term, r->summed.count);
        for (int64_t i = 0; i < p.count; i++) {
            const real *row = dy + p.out + i * p.out_step;
            if (factor)
                sum += FN(sum_row)(row, factor + p.other + i * p.other_step, r->width);
            else
                sum += FN(sum_row)(row, NULL, r->width);
        }
        term += p.count;
    }
    return sum;
}

GG_SIMD static void FN(sum_elements)(void *context, int64_t begin, int64_t end)
{
    const reduction *r = context;
    real *dx = r->gradient;
    for (int64_t unit = begin; unit < end;) {
        piece p = piece_at(&r->kept, unit, end);
        for (int64_t i = 0; i < p.count; i++, unit++) {
            const real *dy = (const real *)r->dy + p.out + i * p.out_step;
            const real *factor = r->other;
            double sum =
                FN(sum_element)(r, dy, factor ? factor + p.other + i * p.other_step : NULL);
            dx[unit] = (real)((r->fresh ? 0 : (double)dx[unit]) + r->scale * sum);
        }
    }
}

/* Adds rows of `count` columns, times the other input's (stride 1) or one number of it (0). */
GG_INLINE void FN(add_rows)(const piece *p, const real *dy, const real *factor, int64_t stride,
                            int64_t count, double *restrict sum)
{
    for (int64_t i = 0; i < p->count; i++) {
        const real *row = dy + p->out + i * p->out_step;
        const real *f = factor ? factor + p->other + i * p->other_step : NULL;
        for (int64_t j = 0; j < count; j++)
            sum[j] += f ? (double)row[j] * (double)f[j * stride] : (double)row[j];
    }
}

GG_SIMD static void FN(sum_columns)(void *context, int64_t begin, int64_t end)
{
    const reduction *r = context;
    for (int64_t unit = begin; unit < end; unit++) {
        int64_t column = unit % r->runs * COLUMNS, row = unit / r->runs;
        int64_t count = r->width - column < COLUMNS ? r->width - column : COLUMNS;
        piece first = piece_at(&r->kept, row, row + 1);
        const real *dy = (const real *)r->dy + first.out + column, *factor = r->other;
        if (factor)
            factor += first.other + column * r->stride;
        double sum[COLUMNS];
        for (int64_t j = 0; j < count; j++)
            sum[j] = 0;
        for (int64_t term = 0; term < r->summed.count;) {
            piece p = piece_at(&r->summed, term, r->summed.count);
            if (!factor)
                FN(add_rows)(&p, dy, NULL, 0, count, sum);
            else if (r->stride)
                FN(add_rows)(&p, dy, factor, 1, count, sum);
            else
                FN(add_rows)(&p, dy, factor, 0, count, sum);
            term += p.count;
        }
        real *dx = (real *)r->gradient + row * r->width + column;
        for (int64_t j = 0; j < count; j++)
            dx[j] = (real)((r->fresh ? 0 : (double)dx[j]) + r->scale * sum[j]);
    }
}

static void FN(add_sums)(gg_node *n, reduction r)
{
    r.plan = gg_broadcast_plan(n);
    r.gradient = gg_grad_into(n, r.self, &r.fresh);
    int64_t count = gg_numel(n->in[r.self]);
    if (!r.gradient || count == 0)
        return;
    if (gg_numel(n->out) == 0) {
        if (r.fresh)
            memset(r.gradient, 0, (size_t)count * sizeof(real));
        return;
    }
    int64_t units = plan_reduction(&r);
    if (!units) {
        gg_tape_parallel(n->tape, gg_numel(n->out), GG_BLOCK,
                         r.other ? FN(multiply_block) : FN(scale_block), &r);
        return;
    }
    int64_t work = 1 + gg_numel(n->out) / units;
    gg_tape_parallel(n->tape, units, 1 + GG_BLOCK / work,
                     r.plan.stride[r.self][0] ? FN(sum_columns) : FN(sum_elements), &r);
}

void FN(gg_broadcast_backward)(gg_node *n, int k, bool times_other)
{
    const void *other = times_other ? n->in[1 - k]->data : NULL;
    FN(add_sums)(n, (reduction){.self = k, .dy = n->out->grad, .other = other, .scale = 1});
}

void FN(gg_broadcast_add)(gg_node *n, int k, const real *s, real scale)
{
    FN(add_sums)(n, (reduction){.self = k, .dy = s, .scale = scale});
}

#endif
