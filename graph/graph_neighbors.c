/* Neighbours that two nodes share. */
#include "neighbors.h"

int64_t gg_count_shared(const gg_csr *a, int32_t i, int32_t j, int64_t most)
{
    bool longer = gg_row_length(a, i) > gg_row_length(a, j);
    int32_t few = longer ? j : i, many = longer ? i : j;
    int64_t at = a->rowptr[many], end = a->rowptr[many + 1], shared = 0;
    for (int64_t k = a->rowptr[few]; k < a->rowptr[few + 1] && at < end && shared < most; k++) {
        at = gg_seek_column(a->col, at, end, a->col[k]);
        shared += at < end && a->col[at] == a->col[k];
    }
    return shared;
}

int64_t gg_list_sharing(const gg_csr *a, int32_t i, int32_t *list, int32_t *count)
{
    int64_t listed = 0;
    for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++) {
        int32_t through = a->col[k];
        for (int64_t l = a->rowptr[through]; l < a->rowptr[through + 1]; l++)
            if (count[a->col[l]]++ == 0)
                list[listed++] = a->col[l];
    }
    return listed;
}
