/* reduce.h (internal): sums over an axis or over everything, for the ops built on them. */
#ifndef GG_REDUCE_H
#define GG_REDUCE_H

#include "autograd.h"

/* The input as (outer x length x inner); length is summed over. */
typedef struct gg_reduction {
    int64_t outer, length, inner;
} gg_reduction;

/* Axis of x, or GG_ALL; the axis must exist. How many elements a sum has; and the whole. */
int64_t gg_reduced_length(const gg_tensor *x, int axis);
gg_reduction gg_reduction_of(const gg_tensor *x, int axis);

/* The shape rule of ops whose attributes begin with the axis as an int; and of those for which
 * `what`, "the mean" say, over nothing is an error. */
gg_status gg_shape_reduce(gg_node *n);
gg_status gg_shape_reduce_some(gg_node *n, const char *what);

/* Y = scale times the sum; dX = scale dY. Sums are taken in double. */
void gg_reduce_forward_f32(gg_node *n, double scale);
void gg_reduce_forward_f64(gg_node *n, double scale);
void gg_reduce_backward_f32(gg_node *n, double scale);
void gg_reduce_backward_f64(gg_node *n, double scale);

/* The sum of x (or of its squares), in partial sums of GG_BLOCK elements added up in order. False
 * when there is no memory; the tape's error is set. */
bool gg_total_f32(gg_node *n, const float *x, int64_t count, bool squares, double *total);
bool gg_total_f64(gg_node *n, const double *x, int64_t count, bool squares, double *total);

#endif
