/* segment.h (internal): what the ops over the rows of a sparse matrix share. Their input has a row
 * of numbers for each entry, and a row's entries are a segment of it. */
#ifndef GG_SEGMENT_H
#define GG_SEGMENT_H

#include "csr_rows.h"

/* Numbers an entry has: a vector has one. */
static inline int64_t gg_segment_width(const gg_tensor *x)
{
    return x->rank == 1 ? 1 : x->shape[1];
}

/* The shape rules of ops whose attributes are a matrix: one row for each row of the matrix; the
 * input's. The input must have a row for each entry. */
gg_status gg_shape_segments(gg_node *n);
gg_status gg_shape_entries(gg_node *n);

/* Calls body with [begin, end) in units of a (csr_rows.h), for entries of `width` numbers. */
static inline void gg_segments_parallel(gg_tape *t, const gg_csr *a, int64_t width, gg_range body,
                                        void *context)
{
    gg_tape_parallel(t, gg_csr_units(a), gg_csr_block(width), body, context);
}

/* to[i, :] (+)= the sum, or the mean, of x[k, :] over the entries k of row i; 0 for none. Where
 * `order` is not NULL entry k's numbers are at x[order[k], :]. */
void gg_segment_sum_into_f32(gg_tape *t, const gg_csr *a, const int64_t *order, int64_t width,
                             const float *x, bool mean, float *to, bool add);
void gg_segment_sum_into_f64(gg_tape *t, const gg_csr *a, const int64_t *order, int64_t width,
                             const double *x, bool mean, double *to, bool add);

/* The whole of the two ops: segment_sum, and segment_mean with `mean`. */
void gg_segment_forward_f32(gg_node *n, bool mean);
void gg_segment_forward_f64(gg_node *n, bool mean);
void gg_segment_backward_f32(gg_node *n, bool mean);
void gg_segment_backward_f64(gg_node *n, bool mean);

#endif
