/* extreme.h (internal): the largest or the smallest over an axis or over everything. */
#ifndef GG_EXTREME_H
#define GG_EXTREME_H

#include "autograd.h"

/* Y = the largest of one element or more, or the smallest; NaN where there is one. The node's
 * attributes begin with the axis as an int. */
void gg_extreme_forward_f32(gg_node *n, bool smallest);
void gg_extreme_forward_f64(gg_node *n, bool smallest);

/* dX: finds the element that holds Y again, the first of several, rather than that forward stores
 * its index; so it is the same for both. */
void gg_extreme_backward_f32(gg_node *n);
void gg_extreme_backward_f64(gg_node *n);

#endif
