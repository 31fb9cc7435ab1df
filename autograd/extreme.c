#include "extreme.h"
#include "parallel.h"
#include "reduce.h"

#include <string.h>

#ifndef real
/* The input as units of work: rows of the last axis, or else runs of columns of one outer index,
 * which go down the reduced axis side by side. */
typedef struct pass {
    gg_reduction shape;
    int64_t runs;
    gg_backward_block b;
} pass;

#define COLUMNS 64
#define LANES 32 /* of a long row; gcc makes scalars of fewer */

static pass plan(const gg_node *n)
{
    pass p = {.shape = gg_reduction_of(n->in[0], *(const int *)n->attributes), .b = {.node = n}};
    p.runs = (p.shape.inner + COLUMNS - 1) / COLUMNS;
    return p;
}

static void run(pass *p, gg_range body)
{
    int64_t width = p->shape.inner < COLUMNS ? p->shape.inner : COLUMNS;
    gg_tape_parallel(p->b.node->tape, p->shape.outer * p->runs,
                     1 + GG_BLOCK / (1 + p->shape.length * width), body, p);
}

/* Where a unit starts in the input and the output; returns how many columns it has. */
static int64_t locate(const pass *p, int64_t unit, int64_t *in, int64_t *out)
{
    int64_t outer = unit / p->runs, column = unit % p->runs * COLUMNS;
    int64_t left = p->shape.inner - column;
    *in = outer * p->shape.length * p->shape.inner + column;
    *out = outer * p->shape.inner + column;
    return left < COLUMNS ? left : COLUMNS;
}
#endif

#define GG_SOURCE "extreme.c"
#include "each_real.h"

#ifdef real

/* The larger or smaller of two, the first where they are equal, NaN where one is. */
GG_INLINE real FN(further)(real top, real next, bool smallest)
{
    int stays = (smallest ? next >= top : next <= top) | (top != top);
    return stays ? top : next;
}

/* Long rows in lanes, which vector registers hold, then over the lanes. */
GG_INLINE real FN(extreme_of)(const real *x, int64_t count, bool smallest)
{
    real top = x[0], lane[LANES];
    int64_t i = 0;
    if (count >= 4 * LANES) {
        for (int k = 0; k < LANES; k++)
            lane[k] = x[k];
        for (i = LANES; i + LANES <= count; i += LANES)
            for (int k = 0; k < LANES; k++)
                lane[k] = FN(further)(lane[k], x[i + k], smallest);
        for (int k = 0; k < LANES; k++)
            top = FN(further)(top, lane[k], smallest);
    }
    for (; i < count; i++)
        top = FN(further)(top, x[i], smallest);
    return top;
}

GG_INLINE void FN(rows)(const pass *p, int64_t begin, int64_t end, bool smallest)
{
    int64_t length = p->shape.length;
    const real *x = p->b.node->in[0]->data;
    real *y = p->b.node->out->data;
    for (int64_t row = begin; row < end; row++)
        y[row] = FN(extreme_of)(x + row * length, length, smallest);
}

GG_INLINE void FN(columns)(const pass *p, int64_t begin, int64_t end, bool smallest)
{
    for (int64_t unit = begin, in, out; unit < end; unit++) {
        int64_t count = locate(p, unit, &in, &out);
        const real *restrict x = (const real *)p->b.node->in[0]->data + in;
        real *restrict y = (real *)p->b.node->out->data + out;
        real top[COLUMNS];
        for (int64_t j = 0; j < count; j++)
            top[j] = x[j];
        for (int64_t i = 1; i < p->shape.length; i++) {
            const real *next = x + i * p->shape.inner;
            for (int64_t j = 0; j < count; j++)
                top[j] = FN(further)(top[j], next[j], smallest);
        }
        for (int64_t j = 0; j < count; j++)
            y[j] = top[j];
    }
}

GG_SIMD static void FN(max_rows)(void *context, int64_t begin, int64_t end)
{
    FN(rows)(context, begin, end, false);
}
GG_SIMD static void FN(max_columns)(void *context, int64_t begin, int64_t end)
{
    FN(columns)(context, begin, end, false);
}
GG_SIMD static void FN(min_rows)(void *context, int64_t begin, int64_t end)
{
    FN(rows)(context, begin, end, true);
}
GG_SIMD static void FN(min_columns)(void *context, int64_t begin, int64_t end)
{
    FN(columns)(context, begin, end, true);
}

void FN(gg_extreme_forward)(gg_node *n, bool smallest)
{
    pass p = plan(n);
    if (p.shape.inner == 1)
        run(&p, smallest ? FN(min_rows) : FN(max_rows));
    else
        run(&p, smallest ? FN(min_columns) : FN(max_columns));
}

/* Where a row first holds y, which is NaN where the row has one. */
GG_INLINE int64_t FN(find)(const real *x, int64_t count, real y)
{
    for (int64_t i = 0; i < count; i += LANES) {
        int first = LANES, lanes = count - i < LANES ? (int)(count - i) : LANES;
        for (int k = 0; k < lanes; k++) {
            int holds = (x[i + k] == y) | (x[i + k] != x[i + k]), at = holds ? k : LANES;
            first = at < first ? at : first;
        }
        if (first < LANES)
            return i + first;
    }
    return 0; /* x is no longer what it was in forward */
}

GG_SIMD static void FN(back_rows)(void *context, int64_t begin, int64_t end)
{
    const pass *p = context;
    int64_t length = p->shape.length;
    const real *x = p->b.node->in[0]->data;
    const real *y = p->b.node->out->data, *dy = p->b.node->out->grad;
    real *dx = p->b.gradient;
    if (p->b.fresh)
        memset(dx + begin * length, 0, (size_t)((end - begin) * length) * sizeof *dx);
    for (int64_t row = begin; row < end; row++)
        dx[row * length + FN(find)(x + row * length, length, y[row])] += dy[row];
}

GG_SIMD static void FN(back_columns)(void *context, int64_t begin, int64_t end)
{
    const pass *p = context;
    for (int64_t unit = begin, in, out; unit < end; unit++) {
        int64_t count = locate(p, unit, &in, &out);
        const real *restrict y = (const real *)p->b.node->out->data + out;
        const real *restrict dy = (const real *)p->b.node->out->grad + out;
        real left[COLUMNS]; /* what has not found its element yet */
        for (int64_t j = 0; j < count; j++)
            left[j] = dy[j];
        for (int64_t i = 0; i < p->shape.length; i++, in += p->shape.inner) {
            const real *x = (const real *)p->b.node->in[0]->data + in;
            real *restrict dx = (real *)p->b.gradient + in;
            for (int64_t j = 0; j < count; j++) {
                int holds = (x[j] == y[j]) | (x[j] != x[j]);
                dx[j] = (p->b.fresh ? 0 : dx[j]) + (holds ? left[j] : 0);
                left[j] = holds ? 0 : left[j];
            }
        }
    }
}

void FN(gg_extreme_backward)(gg_node *n)
{
    pass p = plan(n);
    if ((p.b.gradient = gg_grad_into(n, 0, &p.b.fresh)))
        run(&p, p.shape.inner == 1 ? FN(back_rows) : FN(back_columns));
}

#endif
