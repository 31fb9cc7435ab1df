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

/* The gradient of one input as units of work: elements of it, or runs of columns where the
 * innermost axis is its own. */
typedef struct reduction {
    gg_broadcast plan;
    int self;               /* the input */
    const void *dy, *other; /* other: NULL for a factor of one */
    double scale;
    void *gradient;
    bool fresh;
    int64_t width, runs; /* columns of the innermost axis that is kept; runs in it */
    int64_t terms;       /* rows to sum over */
    int64_t out_stride[GG_MAX_RANK];
} reduction;

#define COLUMNS 64

/* Splits index over the outer axes that are kept (or those that are summed over) and adds up the
 * offsets in dY and in the other input. */
static void locate(const reduction *r, bool kept, int64_t index, int64_t *out, int64_t *other)
{
    const gg_broadcast *p = &r->plan;
    for (int k = 1; k < p->axes; k++) {
        if ((p->stride[r->self][k] != 0) != kept)
            continue;
        int64_t i = index % p->size[k];
        index /= p->size[k];
        *out += i * r->out_stride[k];
        *other += i * p->stride[1 - r->self][k];
    }
}

/* Fills in the counts; returns the number of units, 0 when no axis is summed over. */
static int64_t plan_reduction(reduction *r)
{
    const gg_broadcast *p = &r->plan;
    bool inner_kept = p->stride[r->self][0] != 0;
    int64_t stride = 1, kept = 1;
    bool sums = !inner_kept;
    r->terms = 1;
    for (int k = 0; k < p->axes; k++) {
        r->out_stride[k] = stride;
        stride *= p->size[k];
        if (k == 0)
            continue;
        if (p->stride[r->self][k]) {
            kept *= p->size[k];
        } else {
            sums = true;
            r->terms *= p->size[k];
        }
    }
    r->width = inner_kept ? p->size[0] : 1;
    r->runs = (r->width + COLUMNS - 1) / COLUMNS;
    return sums ? kept * r->runs : 0;
}

#endif

#define GG_SOURCE "broadcast.c"
#include "each_real.h"

#ifdef real

/* dX (+)= dY [* other] or scale dY, with no axis to sum over */
GG_SIMD static void FN(elementwise_block)(void *context, int64_t begin, int64_t end)
{
    const reduction *r = context;
    int64_t stride = r->plan.stride[1 - r->self][0];
    const real scale = (real)r->scale;
    for (int64_t at = begin, count; at < end; at += count) {
        int64_t offset[2];
        count = gg_broadcast_piece(&r->plan, at, end, offset);
        const real *dy = (const real *)r->dy + at;
        const real *other = r->other ? (const real *)r->other + offset[1 - r->self] : NULL;
        real *dx = (real *)r->gradient + at;
        for (int64_t i = 0; r->fresh && i < count; i++)
            dx[i] = 0;
        if (!other)
            for (int64_t i = 0; i < count; i++)
                dx[i] += scale * dy[i];
        else if (stride)
            for (int64_t i = 0; i < count; i++)
                dx[i] += dy[i] * other[i];
        else
            for (int64_t i = 0; i < count; i++)
                dx[i] += dy[i] * other[0];
    }
}

/* The sums of one unit: count columns, or all the innermost axis into sum[0]. */
GG_SIMD static void FN(add_up)(const reduction *r, int64_t out, int64_t other, int64_t count,
                               double *sum)
{
    bool inner_kept = r->plan.stride[r->self][0] != 0;
    int64_t stride = r->plan.stride[1 - r->self][0];
    for (int64_t term = 0; term < r->terms; term++) {
        int64_t at = out, other_at = other;
        locate(r, false, term, &at, &other_at);
        const real *dy = (const real *)r->dy + at;
        const real *factor = r->other ? (const real *)r->other + other_at : NULL;
        int64_t length = inner_kept ? count : r->plan.size[0];
        if (inner_kept && !factor)
            for (int64_t j = 0; j < length; j++)
                sum[j] += (double)dy[j];
        else if (inner_kept)
            for (int64_t j = 0; j < length; j++)
                sum[j] += (double)dy[j] * (double)factor[j * stride];
        else
            for (int64_t j = 0; j < length; j++)
                sum[0] += factor ? (double)dy[j] * (double)factor[j * stride] : (double)dy[j];
    }
}

static void FN(reduce_block)(void *context, int64_t begin, int64_t end)
{
    const reduction *r = context;
    for (int64_t unit = begin; unit < end; unit++) {
        int64_t column = unit % r->runs * COLUMNS, row = unit / r->runs;
        int64_t count = r->width - column < COLUMNS ? r->width - column : COLUMNS;
        int64_t out = column, other = column * r->plan.stride[1 - r->self][0];
        locate(r, true, row, &out, &other);
        double sum[COLUMNS] = {0};
        FN(add_up)(r, out, other, count, sum);
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
        gg_tape_parallel(n->tape, gg_numel(n->out), GG_BLOCK, FN(elementwise_block), &r);
        return;
    }
    int64_t work = 1 + gg_numel(n->out) / units;
    gg_tape_parallel(n->tape, units, 1 + GG_BLOCK / work, FN(reduce_block), &r);
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
