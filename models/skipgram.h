/* skipgram.h (internal): skip-gram with negative samples (Mikolov et al. 2013, "Distributed
 * representations of words and phrases and their compositionality"). */
#ifndef GG_SKIPGRAM_H
#define GG_SKIPGRAM_H

#include "tensor.h"

/* Rows are as long as a whole number of these, with zeros behind the last column. */
#define GG_SKIPGRAM_LANES 16
#define GG_SKIPGRAM_STRIDE 4096 /* at most */

/* At most so many samples a pair. */
#define GG_SKIPGRAM_SAMPLES 64

/*
 * Gradient descent on pairs one after the other. Pair k is that of the row c = center[k] of z with
 * rows of h: sample[k * samples], its context, and samples - 1 drawn ones. Its loss is
 *
 *     L = -log s(<z_c, h_0>) - sum over j >= 1 of log s(-<z_c, h_j>),   s(x) = 1 / (1 + exp(-x)),
 *
 * and z_c and all h_j move by -rate dL/dz_c and -rate dL/dh_j. A row that was drawn twice counts
 * twice. Returns the sum of the losses, each before its move.
 */
double gg_skipgram_f32(int64_t stride, double rate, int64_t pairs, const int32_t *center,
                       int64_t samples, const int32_t *sample, float *z, float *h);
double gg_skipgram_f64(int64_t stride, double rate, int64_t pairs, const int32_t *center,
                       int64_t samples, const int32_t *sample, double *z, double *h);

#endif
