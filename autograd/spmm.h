/* spmm.h (internal): the sparse product and its partner, the product at the places of a sparse
 * matrix, for the ops that are made of them. All run on the tape's threads, with the same bits on
 * any number of them. */
#ifndef GG_SPMM_H
#define GG_SPMM_H

#include "autograd.h"

/* to (+)= A x: A (n x m), x (m x width), to (n x width). A has the places of a and the given values
 * (NULL: ones; a's own are not looked at). Of several heads each has values of its own (entries x
 * heads) and an equal part of the columns. */
void gg_spmm_into_f32(gg_tape *t, const gg_csr *a, const float *values, int64_t heads,
                      int64_t width, const float *x, float *to, bool add);
void gg_spmm_into_f64(gg_tape *t, const gg_csr *a, const double *values, int64_t heads,
                      int64_t width, const double *x, double *to, bool add);

/* to[k, h] (+)= <x[row k], y[col k]> over the columns of head h, for each entry k of a:
 * x (n x width), y (m x width), to (entries x heads). */
void gg_sddmm_into_f32(gg_tape *t, const gg_csr *a, int64_t heads, int64_t width, const float *x,
                       const float *y, float *to, bool add);
void gg_sddmm_into_f64(gg_tape *t, const gg_csr *a, int64_t heads, int64_t width, const double *x,
                       const double *y, double *to, bool add);

/* <x, y>, summed in a fixed number of lanes. */
float gg_dot_f32(const float *x, const float *y, int64_t count);
double gg_dot_f64(const double *x, const double *y, int64_t count);

/* Values (entries x heads) of a in the order of its transpose, in the node's memory; NULL when
 * there is none. */
float *gg_values_transposed_f32(gg_node *n, const gg_csr *a, int64_t heads, const float *values);
double *gg_values_transposed_f64(gg_node *n, const gg_csr *a, int64_t heads, const double *values);

#endif
