/* spmm.h (internal): the sparse product itself, for the ops that are made of it. */
#ifndef GG_SPMM_H
#define GG_SPMM_H

#include "autograd.h"

/* to (+)= A x: A (n x m), x (m x width), to (n x width), all of one dtype; A may be ones. Runs on
 * the tape's threads, with the same bits on any number of them. */
void gg_spmm_into_f32(gg_tape *t, const gg_csr *a, int64_t width, const float *x, float *to,
                      bool add);
void gg_spmm_into_f64(gg_tape *t, const gg_csr *a, int64_t width, const double *x, double *to,
                      bool add);

#endif
