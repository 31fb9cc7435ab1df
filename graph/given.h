/* given.h (internal): graphs that a caller may not have yet, and pairs of nodes. */
#ifndef GG_GIVEN_H
#define GG_GIVEN_H

#include "graph.h"

/* GG_ERR_ARGUMENT if g is NULL, as the training graph of a data set without a split is; what begins
 * the message. */
gg_status gg_graph_check(const gg_graph *g, const char *what, gg_error *e);

/* GG_ERR_ARGUMENT unless the ids of all pairs are below nodes. */
gg_status gg_pairs_check(const gg_pairs *pairs, int64_t nodes, const char *what, gg_error *e);

#endif
