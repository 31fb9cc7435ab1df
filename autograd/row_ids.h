/* row_ids.h (internal): what the ops that read rows by id share. */
#ifndef GG_ROW_IDS_H
#define GG_ROW_IDS_H

#include "autograd.h"

/* to[p, :] (+)= from[index[p], :] for p in [begin, end). */
void gg_take_rows_f32(const int32_t *index, int64_t begin, int64_t end, int64_t width,
                      const float *from, float *to, bool add);
void gg_take_rows_f64(const int32_t *index, int64_t begin, int64_t end, int64_t width,
                      const double *from, double *to, bool add);

/* to[index[p], :] += from[p, :] for all p in order, in columns [begin, end) only. */
void gg_put_rows_f32(const int32_t *index, int64_t count, int64_t width, const float *from,
                     float *to, int64_t begin, int64_t end);
void gg_put_rows_f64(const int32_t *index, int64_t count, int64_t width, const double *from,
                     double *to, int64_t begin, int64_t end);

/* Rows that a block of such an op reads: 256 KiB of floats at width 256. */
#define GG_ROW_BLOCK 256

/* The columns that backward_columns is asked for most: a width that a compiler can unroll. */
#define GG_COLUMN_BLOCK 32

/* Fails the tape unless ids[0, count) are below rows. The loop that every call pays for has no
 * branch; only a failure looks for the culprit. */
static inline gg_status gg_check_row_ids(gg_node *n, const char *name, int64_t count,
                                         const int32_t *ids, int64_t rows)
{
    uint32_t largest = 0;
    for (int64_t p = 0; p < count; p++)
        largest = (uint32_t)ids[p] > largest ? (uint32_t)ids[p] : largest;
    if (count == 0 || largest < rows)
        return GG_OK;
    int64_t p = 0;
    while ((uint32_t)ids[p] < rows)
        p++;
    gg_tape_fail(n->tape, GG_ERR_ARGUMENT, "%s: %s[%lld] is %d, expected an id below %lld",
                 n->op->name, name, (long long)p, ids[p], (long long)rows);
    return GG_ERR_ARGUMENT;
}

#endif
