/* Y = dropout(elu(H + S W[:, column : column + k]^T)): the hidden layer of a decoder, from the part
 * of its product that factual and counterfactual pairs share. The three operations one after
 * another give the same bits, but make three matrices and three gradients where this makes two and
 * one. */
#include "column.h"
#include "dropout.h"
#include "parallel.h"
#include "tape.h"
#include "vecmath.h"

#include <string.h>

#ifndef real
typedef struct hidden {
    gg_column column;
    gg_dropout_mask mask;
} hidden;

typedef struct hidden_forward {
    const gg_node *n;
    const void *w; /* columns x width of Y */
    void *slope;   /* dy/dx without the scale, 0 where y was dropped; NULL if nobody asks for it */
} hidden_forward;

typedef struct hidden_backward {
    const gg_node *n;
    void *dh; /* NULL if not wanted */
    bool fresh;
    double *dw; /* S^T dX, sums in the order of rows; NULL if not wanted */
} hidden_backward;

#define ROWS 256              /* a block of Y */
#define COLUMNS 256           /* a block of gradients, at most */
#define NUMBERS (8 * GG_DRAW) /* of a draw */
#endif

#define GG_SOURCE "op_add_column_elu_dropout.c"
#include "each_real.h"

#ifdef real

GG_INLINE void FN(activate)(const real *restrict h, real s, const real *restrict w,
                            const uint16_t *restrict bits, int32_t dropped, real scale,
                            real *restrict y, real *restrict slope, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        real x = h[i] + s * w[i];
        real below = FN(gg_expm1)(x), elu = x > 0 ? x : below;
        real kept = elu * scale, slope_of_kept = x > 0 ? 1 : elu + 1;
        y[i] = bits[i] >= dropped ? kept : 0;
        slope[i] = bits[i] >= dropped ? slope_of_kept : 0;
    }
}

/* H and all columns but the last, which activate adds; h itself where there is no other. */
GG_INLINE const real *FN(add_columns)(const real *restrict h, const real *s, const real *restrict w,
                                      int64_t columns, int64_t width, real *restrict sum,
                                      int64_t count)
{
    if (columns == 1)
        return h;
    for (int64_t i = 0; i < count; i++)
        sum[i] = h[i] + s[0] * w[i];
    for (int64_t k = 1; k + 1 < columns; k++)
        for (int64_t i = 0; i < count; i++)
            sum[i] += s[k] * w[k * width + i];
    return sum;
}

/* The elements that positions [at, at + count) of H decide, cut at the ends of rows. */
GG_INLINE void FN(activate_drawn)(const hidden_forward *f, int64_t at, int64_t count,
                                  const uint16_t *bits)
{
    const hidden *a = f->n->attributes;
    const gg_dropout_mask *m = &a->mask;
    int64_t columns = gg_column_count(&a->column);
    real sum[NUMBERS], unused[NUMBERS], scale = (real)gg_dropout_scale(m);
    for (int64_t k = 0, step; k < count; k += step) {
        int64_t row = (at + k) / m->positions, first = (at + k) % m->positions;
        int64_t i = row * m->width + 8 * first, left = m->width - 8 * first;
        step = m->positions - first < count - k ? m->positions - first : count - k;
        int64_t width = left < 8 * step ? left : 8 * step;
        const real *s = (const real *)a->column.s.data + row * columns;
        const real *w = (const real *)f->w + 8 * first;
        const real *h = FN(add_columns)((const real *)f->n->in[0]->data + i, s, w, columns,
                                        m->width, sum, width);
        FN(activate)
        (h, s[columns - 1], w + (columns - 1) * m->width, bits + 8 * k, m->dropped, scale,
         (real *)f->n->out->data + i, f->slope ? (real *)f->slope + i : unused, width);
    }
}

GG_SIMD static void FN(hidden_rows)(void *context, int64_t begin, int64_t end)
{
    const hidden_forward *f = context;
    const gg_dropout_mask *m = &((const hidden *)f->n->attributes)->mask;
    uint64_t origin = (uint64_t)m->first_row * (uint64_t)m->positions;
    uint16_t bits[NUMBERS] = {0};
    for (int64_t at = begin * m->positions, stop = end * m->positions; at < stop; at += GG_DRAW) {
        if (m->dropped)
            gg_draw(m->rng, origin + (uint64_t)at, bits);
        FN(activate_drawn)(f, at, stop - at < GG_DRAW ? stop - at : GG_DRAW, bits);
    }
}

static void FN(hidden_forward)(gg_node *n)
{
    const hidden *a = n->attributes;
    int64_t out = n->out->shape[1], columns = gg_column_count(&a->column);
    real *w = gg_node_alloc(n, (size_t)(columns * out), sizeof *w);
    if (w)
        gg_copy_columns(&a->column, n->in[1], w);
    if (n->tape->recording)
        n->saved = gg_node_alloc(n, (size_t)gg_numel(n->out), sizeof *w);
    hidden_forward f = {n, w, n->saved};
    if (!gg_tape_status(n->tape, NULL))
        gg_tape_parallel(n->tape, n->out->shape[0], ROWS, FN(hidden_rows), &f);
}

/* Both gradients of columns [begin, end). */
GG_SIMD static void FN(hidden_columns)(void *context, int64_t begin, int64_t end)
{
    const hidden_backward *b = context;
    const hidden *a = b->n->attributes;
    real scale = (real)gg_dropout_scale(&a->mask);
    int64_t out = b->n->out->shape[1], width = end - begin, columns = gg_column_count(&a->column);
    for (int64_t k = 0; b->dw && k < columns; k++)
        memset(b->dw + k * out + begin, 0, (size_t)width * sizeof *b->dw);
    for (int64_t p = 0; p < b->n->out->shape[0]; p++) {
        const real *restrict dy = (const real *)b->n->out->grad + p * out + begin;
        const real *restrict slope = (const real *)b->n->saved + p * out + begin;
        real *restrict dh = b->dh ? (real *)b->dh + p * out + begin : NULL;
        real dx[COLUMNS];
        for (int64_t o = 0; o < width; o++) {
            real kept = dy[o] * scale;
            dx[o] = slope[o] != 0 ? kept * slope[o] : 0;
        }
        for (int64_t o = 0; dh && o < width; o++)
            dh[o] = (b->fresh ? 0 : dh[o]) + dx[o];
        const real *s = (const real *)a->column.s.data + p * columns;
        for (int64_t k = 0; b->dw && k < columns; k++) {
            double *restrict sum = b->dw + k * out + begin;
            for (int64_t o = 0; s[k] != 0 && o < width; o++)
                sum[o] += (double)s[k] * dx[o];
        }
    }
}

static void FN(hidden_backward)(gg_node *n)
{
    const hidden *a = n->attributes;
    int64_t out = n->out->shape[1], in = n->in[1]->shape[1];
    int64_t block = gg_column_block(gg_tape_threads(n->tape), out);
    int64_t columns = gg_column_count(&a->column);
    hidden_backward b = {.n = n};
    if (n->in[1]->requires_grad)
        b.dw = gg_node_alloc(n, (size_t)(columns * out), sizeof *b.dw);
    b.dh = gg_grad_into(n, 0, &b.fresh);
    if (gg_tape_status(n->tape, NULL))
        return;
    gg_tape_parallel(n->tape, out, block < COLUMNS ? block : COLUMNS, FN(hidden_columns), &b);
    real *dw = gg_grad_add(n, 1);
    for (int64_t k = 0; dw && k < columns; k++)
        for (int64_t o = 0; o < out; o++)
            dw[o * in + a->column.column + k] += (real)b.dw[k * out + o];
}

#else

static const gg_op hidden_op = {.name = "add_column_elu_dropout",
                                .arity = 2,
                                .shape = gg_column_shape,
                                .forward = GG_BOTH(hidden_forward),
                                .backward = GG_BOTH(hidden_backward),
                                .attributes_size = sizeof(hidden)};

gg_tensor *gg_add_column_elu_dropout(gg_tape *t, gg_tensor *h, gg_tensor *w, int64_t column,
                                     const gg_tensor *s, double p, gg_rng rng, int64_t first_row)
{
    if (!(p >= 0 && p < 1))
        return gg_tape_fail(t, GG_ERR_ARGUMENT,
                            "add_column_elu_dropout: p = %g, expected 0 <= p < 1", p);
    hidden a = {{column, s ? *s : (gg_tensor){0}},
                gg_dropout_mask_new(t, gg_dropout_width(h), p, rng, first_row)};
    return gg_apply(t, &hidden_op, &a, h, w);
}

#endif
