/* distance.h (internal): Euclidean distances between the rows of an embedding. */
#ifndef GG_DISTANCE_H
#define GG_DISTANCE_H

#include "tensor.h"

/* The rows of an embedding in double. slack bounds how far gg_points_estimate lies from
 * gg_points_squared, and leaves room for a few roundings more of a number of that size. */
typedef struct gg_points {
    int64_t count, width;
    double *x;      /* count x width */
    double *norm;   /* squared norm of each row */
    int32_t *twin;  /* of each row: an earlier one with the same numbers, the same for all such, or
                       itself; it has the same distances */
    double largest; /* of the squared norms: no squared distance is more than 4 times that */
    double slack;
} gg_points;

/* Copies a count x width tensor. A value that is not finite, or a norm that is not, is an error. */
gg_status gg_points_new(const gg_tensor *embedding, gg_points *out, gg_error *e);
void gg_points_free(gg_points *p);

/* The rows that differ, each once, and how many rows each stands for: both the caller's. */
gg_status gg_points_distinct(const gg_points *p, gg_points *out, int64_t **weight, gg_error *e);

/* The squared distance of rows i and j: squared differences, added in a fixed order. Every distance
 * of this library is the square root of this number, so that equal distances are equal bits. */
double gg_points_squared(const gg_points *p, int64_t i, int64_t j);

/* Estimates of the squared distances of rows [i, i + rows) to rows [j, j + columns), as
 * |x|^2 + |y|^2 - 2 x.y: one matrix product instead of rows x columns loops. out is
 * rows x columns. */
void gg_points_estimate(const gg_points *p, int64_t i, int64_t rows, int64_t j, int64_t columns,
                        double *out);

/* The pct-th percentile of all distances (gg_distance_percentile). */
gg_status gg_points_percentile(const gg_points *p, double pct, int threads, double *out,
                               gg_error *e);

#endif
