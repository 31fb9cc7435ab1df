/* kmeans.h (internal): k-means. */
#ifndef GG_KMEANS_H
#define GG_KMEANS_H

#include "tensor.h"

/* Clusters of count points (count x width, row-major) about their means, 1 <= k <= count: Lloyd's
 * rounds from centres drawn by k-means++ (Arthur and Vassilvitskii 2007), the best of `restarts` by
 * the sum of squared distances. cluster[i] < k; where points coincide, some may stay empty. The
 * same at any number of threads. */
gg_status gg_kmeans(const double *points, int64_t count, int64_t width, int32_t k, int restarts,
                    uint64_t seed, int threads, int32_t *cluster, gg_error *e);

#endif
