/* row_sums.h (internal): sums over all rows, which gradients of parameters are. */
#ifndef GG_ROW_SUMS_H
#define GG_ROW_SUMS_H

#include "autograd.h"

/* to[h, c] += sum_i weight[i, h] X[i, h, c]: X (rows x heads x part), weight (rows x heads; NULL:
 * ones), to (heads x part). Few rows at a time reach sums in double, for a float
 * loses its digits over many; on the tape's threads. */
void gg_add_row_sums_f32(gg_tape *t, int64_t rows, int64_t heads, int64_t part, const float *weight,
                         const float *x, float *to);
void gg_add_row_sums_f64(gg_tape *t, int64_t rows, int64_t heads, int64_t part,
                         const double *weight, const double *x, double *to);

#endif
