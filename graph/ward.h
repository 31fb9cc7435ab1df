/* ward.h (internal): Ward's hierarchical clustering of points. */
#ifndef GG_WARD_H
#define GG_WARD_H

#include "tensor.h"

/* One merge of two clusters, a < b: cluster k < count is point k, cluster count + m that of merge
 * m. height is the square root of twice what the merge adds to the sum of squared distances from
 * the means, as SciPy has it: of two points it is their distance. */
typedef struct gg_merge {
    int32_t a, b;
    double height;
} gg_merge;

/* The count - 1 merges of count points (count x width, row-major), heights ascending. Time
 * O(count^2 width), memory O(count width). */
gg_status gg_ward(const double *points, int64_t count, int64_t width, int threads, gg_merge *merges,
                  gg_error *e);

/* label[i], below k: the cluster of point i after all but the last k - 1 merges, k from 1 to count.
 */
gg_status gg_ward_cut(const gg_merge *merges, int64_t count, int32_t k, int32_t *label,
                      gg_error *e);

#endif
