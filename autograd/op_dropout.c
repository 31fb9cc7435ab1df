/* Inverted dropout (Srivastava et al. 2014): y = keep ? x / (1 - p) : 0. The mask comes from a
 * counter-based generator, so backward draws it again instead of reading it. */
#include "autograd.h"
#include "dropout.h"
#include "parallel.h"

#ifndef real
/* One pass, forward or backward: to (+)= mask * from / (1 - p). */
typedef struct masking {
    const gg_dropout_mask *d;
    const void *from;
    void *to;
    bool add;
} masking;

#define AHEAD (4 * GG_DRAW) /* positions */
#define LINE 64             /* bytes of the cache */
#endif

#define GG_SOURCE "op_dropout.c"
#include "each_real.h"

#ifdef real

GG_INLINE void FN(mask)(const masking *m, const uint16_t *restrict bits, int64_t first,
                        int64_t count)
{
    int32_t dropped = m->d->dropped;
    real scale = (real)gg_dropout_scale(m->d);
    const real *restrict from = (const real *)m->from + first;
    real *restrict to = (real *)m->to + first;
    if (m->add)
        for (int64_t i = 0; i < count; i++) {
            real kept = from[i] * scale;
            to[i] += bits[i] >= dropped ? kept : 0;
        }
    else
        for (int64_t i = 0; i < count; i++) {
            real kept = from[i] * scale;
            to[i] = bits[i] >= dropped ? kept : 0;
        }
}

/* Asks for the memory of later elements: the processor's own prefetching loses the streams between
 * two draws. */
GG_INLINE void FN(fetch)(const masking *m, int64_t first, int64_t end)
{
    if (first >= end)
        return;
    const char *from = (const char *)((const real *)m->from + first);
    const char *to = (const char *)((const real *)m->to + first);
    for (size_t k = 0; k < 8 * GG_DRAW * sizeof(real); k += LINE) {
        __builtin_prefetch(from + k, 0);
        __builtin_prefetch(to + k, 1);
    }
}

/* Positions [begin, end), counted from the first row's. Rows of a multiple of 8 elements follow
 * each other without a gap; in others the last position of a row has numbers to spare. */
GG_SIMD static void FN(mask_block)(void *context, int64_t begin, int64_t end)
{
    const masking *m = context;
    const gg_dropout_mask *d = m->d;
    uint64_t origin = (uint64_t)d->first_row * (uint64_t)d->positions;
    for (int64_t at = begin; at < end; at += GG_DRAW) {
        int64_t count = end - at < GG_DRAW ? end - at : GG_DRAW;
        uint16_t bits[8 * GG_DRAW];
        gg_draw(d->rng, origin + (uint64_t)at, bits);
        if (d->width % 8 == 0) {
            FN(fetch)(m, 8 * (at + AHEAD), 8 * end);
            FN(mask)(m, bits, 8 * at, 8 * count);
            continue;
        }
        for (int64_t k = 0; k < count; k++) {
            int64_t row = (at + k) / d->positions, column = (at + k) % d->positions * 8;
            int64_t left = d->width - column;
            FN(mask)(m, bits + 8 * k, row * d->width + column, left < 8 ? left : 8);
        }
    }
}

static void FN(mask_all)(gg_node *n, const void *from, void *to, bool add)
{
    const gg_dropout_mask *d = n->attributes;
    int64_t rows = d->width ? gg_numel(n->out) / d->width : 0;
    masking m = {d, from, to, add};
    gg_tape_parallel(n->tape, rows * d->positions, GG_BLOCK / 8, FN(mask_block), &m);
}

static void FN(dropout_forward)(gg_node *n)
{
    FN(mask_all)(n, n->in[0]->data, n->out->data, false);
}

static void FN(dropout_backward)(gg_node *n)
{
    bool fresh;
    real *dx = gg_grad_into(n, 0, &fresh);
    if (dx)
        FN(mask_all)(n, n->out->grad, dx, !fresh);
}

#else

static const gg_op dropout_op = {.name = "dropout",
                                 .arity = 1,
                                 .shape = gg_shape_same,
                                 .forward = GG_BOTH(dropout_forward),
                                 .backward = GG_BOTH(dropout_backward),
                                 .attributes_size = sizeof(gg_dropout_mask)};

gg_tensor *gg_dropout(gg_tape *t, gg_tensor *x, double p, gg_rng rng, int64_t first_row)
{
    if (!(p >= 0 && p < 1))
        return gg_tape_fail(t, GG_ERR_ARGUMENT, "dropout: p = %g, expected 0 <= p < 1", p);
    gg_dropout_mask d = gg_dropout_mask_new(t, gg_dropout_width(x), p, rng, first_row);
    if (x && d.dropped == 0)
        return x;
    return gg_apply(t, &dropout_op, &d, x);
}

#endif
