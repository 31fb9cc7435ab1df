/*
 * dropout.h (internal): which elements dropout keeps. A matrix of rows x width takes eight elements
 * to a position of the generator: element (r, c) is decided by the 16-bit number c % 8 at position
 * (first_row + r) * positions + c / 8.
 */
#ifndef GG_DROPOUT_H
#define GG_DROPOUT_H

#include "autograd.h"
#include "draw.h"

#include <math.h>

typedef struct gg_dropout_mask {
    gg_rng rng;
    int64_t first_row, width, positions; /* positions = ceil(width / 8) of a row */
    int32_t dropped;                     /* numbers below this drop: 2^16 p; 0 keeps all */
} gg_dropout_mask;

/* The width of x's rows; of no tensor 0, for the op itself to find. */
static inline int64_t gg_dropout_width(const gg_tensor *x)
{
    return x && x->rank >= 1 && x->rank <= GG_MAX_RANK ? x->shape[x->rank - 1] : 0;
}

/* The mask of a matrix with rows of this width, 0 <= p < 1; in evaluation it keeps all. */
static inline gg_dropout_mask gg_dropout_mask_new(const gg_tape *t, int64_t width, double p,
                                                  gg_rng rng, int64_t first_row)
{
    int32_t dropped = gg_tape_training(t) ? (int32_t)lrint(p * 65536) : 0;
    dropped -= dropped == 65536; /* or the rest would have to be infinite */
    return (gg_dropout_mask){rng, first_row, width, (width + 7) / 8, dropped};
}

/* What is kept is multiplied by this, 1 / (1 - p). */
static inline double gg_dropout_scale(const gg_dropout_mask *m)
{
    return 65536.0 / (65536 - m->dropped);
}

#endif
