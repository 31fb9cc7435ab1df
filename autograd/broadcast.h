/* broadcast.h (internal): NumPy broadcasting of an op's two inputs over its output. */
#ifndef GG_BROADCAST_H
#define GG_BROADCAST_H

#include "autograd.h"

/* The output as a box of up to four axes, the innermost first. Axes of size 1 are gone, and
 * neighbours that both inputs walk through without a break are one: equal shapes make one axis, a
 * matrix and a row vector two. An input's stride is 0 along an axis that stretches it. */
typedef struct gg_broadcast {
    int axes;
    int64_t size[GG_MAX_RANK];
    int64_t stride[2][GG_MAX_RANK];
} gg_broadcast;

gg_broadcast gg_broadcast_plan(const gg_node *n);

/* The piece of one innermost row from element `at` of the output, at most up to `end`: its length,
 * and where it starts in both inputs. */
static inline int64_t gg_broadcast_piece(const gg_broadcast *p, int64_t at, int64_t end,
                                         int64_t offset[2])
{
    int64_t column = at % p->size[0], row = at / p->size[0];
    offset[0] = column * p->stride[0][0];
    offset[1] = column * p->stride[1][0];
    for (int k = 1; k < p->axes; k++) {
        int64_t i = row % p->size[k];
        row /= p->size[k];
        offset[0] += i * p->stride[0][k];
        offset[1] += i * p->stride[1][k];
    }
    int64_t left = p->size[0] - column;
    return left < end - at ? left : end - at;
}

/* Adds to the gradient of input k: dY, or dY times the other input, summed over the axes that
 * stretch input k. Sums are taken in double, in row order. */
void gg_broadcast_backward_f32(gg_node *n, int k, bool times_other);
void gg_broadcast_backward_f64(gg_node *n, int k, bool times_other);

/* The same for s, which has the output's shape and takes dY's place: adds scale times its sums. */
void gg_broadcast_add_f32(gg_node *n, int k, const float *s, float scale);
void gg_broadcast_add_f64(gg_node *n, int k, const double *s, double scale);

#endif
