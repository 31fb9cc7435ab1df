/* row_ids.h (internal): what the ops that read rows by id share. */
#ifndef GG_ROW_IDS_H
#define GG_ROW_IDS_H

#include "autograd.h"

/* to[p, :] (+)= from[index[p], :] for p in [0, count), on the tape's threads. */
void gg_take_rows_f32(gg_tape *t, const int32_t *index, int64_t count, int64_t width,
                      const float *from, float *to, bool add);
void gg_take_rows_f64(gg_tape *t, const int32_t *index, int64_t count, int64_t width,
                      const double *from, double *to, bool add);

/* to[i, :] (+)= the sum, in the order of p, of from[p, :] over the p in [0, count) with index[p] =
 * i, for the rows i of to; on the threads of n's tape. Fails the tape where memory is out. */
void gg_add_rows_f32(gg_node *n, const int32_t *index, int64_t count, int64_t width,
                     const float *from, float *to, int64_t rows, bool add);
void gg_add_rows_f64(gg_node *n, const int32_t *index, int64_t count, int64_t width,
                     const double *from, double *to, int64_t rows, bool add);

/* The same sums, added, in columns [begin, end) only, on this thread. */
void gg_add_columns_f32(const int32_t *index, int64_t count, int64_t width, const float *from,
                        float *to, int64_t begin, int64_t end);
void gg_add_columns_f64(const int32_t *index, int64_t count, int64_t width, const double *from,
                        double *to, int64_t begin, int64_t end);

/* Rows that a block of such an op reads: 256 KiB of floats at width 256. */
#define GG_ROW_BLOCK 256

/* The columns that backward_columns is asked for most: a width that a compiler can unroll. */
#define GG_COLUMN_BLOCK 32

/* Fails the tape unless ids[0, count) are below rows. */
gg_status gg_check_row_ids(gg_node *n, const char *name, int64_t count, const int32_t *ids,
                           int64_t rows);

/* Of a node whose backward comes after its tile, which may take the ids with it: copies them, list
 * behind list of `count` each, to n->saved. */
gg_status gg_save_row_ids(gg_node *n, int64_t count, int lists, const int32_t *const *ids);

#endif
