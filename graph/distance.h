/* distance.h (internal): Euclidean distances between the rows of an embedding. */
#ifndef GG_DISTANCE_H
#define GG_DISTANCE_H

#include "tensor.h"

/* The rows of an embedding in double. */
typedef struct gg_points {
    int64_t count, width;
    double *x;     /* count x width */
    int32_t *twin; /* of each row: the earliest one with the same numbers, or itself; it has the
                      same distances */
} gg_points;

/* Copies a count x width tensor. A value that is not finite, or a norm that is not, is an error. */
gg_status gg_points_new(const gg_tensor *embedding, gg_points *out, gg_error *e);
void gg_points_free(gg_points *p);

/* The rows that differ, each once, in ascending order, into row (room for all); how many. */
int64_t gg_points_distinct(const gg_points *p, int32_t *row);

/* Squared differences, added in a fixed order. */
double gg_squared_difference(const double *x, const double *y, int64_t n);

/* The squared distance of rows i and j. Every distance of this library is the square root of this
 * number, so that equal distances are equal bits. */
double gg_points_squared(const gg_points *p, int64_t i, int64_t j);

/* The pct-th percentile of all distances (gg_distance_percentile). */
gg_status gg_points_percentile(const gg_points *p, double pct, int threads, double *out,
                               gg_error *e);

#endif
