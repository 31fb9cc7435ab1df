/* The accuracy of a classifier of nodes. */
#include "graph.h"

#include <math.h>

/* The first of the largest scores of a row; -1 where one is NaN. */
static int64_t largest(const gg_tensor *scores, int64_t row)
{
    int64_t classes = scores->shape[1], best = 0;
    for (int64_t j = 0; j < classes; j++) {
        double score = gg_get(scores, row * classes + j);
        if (isnan(score))
            return -1;
        if (score > gg_get(scores, row * classes + best))
            best = j;
    }
    return best;
}

gg_status gg_accuracy(const gg_tensor *scores, const int32_t *label, double *out, gg_error *e)
{
    int64_t counted = 0, right = 0;
    if (scores->rank != 2)
        return gg_fail(e, GG_ERR_SHAPE, "accuracy: scores of rank %d, expected nodes x classes",
                       scores->rank);
    for (int64_t i = 0; i < scores->shape[0]; i++) {
        if (label[i] < 0)
            continue;
        if (label[i] >= scores->shape[1])
            return gg_fail(e, GG_ERR_ARGUMENT,
                           "accuracy: label %d of row %lld, expected below %lld", label[i],
                           (long long)i, (long long)scores->shape[1]);
        int64_t best = largest(scores, i);
        if (best < 0)
            return gg_fail(e, GG_ERR_NUMERIC, "accuracy: a score of row %lld is NaN", (long long)i);
        counted++;
        right += best == label[i];
    }
    if (counted == 0)
        return gg_fail(e, GG_ERR_ARGUMENT, "accuracy: no row has a label");
    *out = (double)right / (double)counted;
    return GG_OK;
}
