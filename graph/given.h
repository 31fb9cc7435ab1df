/* given.h (internal): graphs that a caller may not have yet. */
#ifndef GG_GIVEN_H
#define GG_GIVEN_H

#include "graph.h"

/* GG_ERR_ARGUMENT if g is NULL, as the training graph of a data set without a split is; what begins
 * the message. */
gg_status gg_graph_check(const gg_graph *g, const char *what, gg_error *e);

#endif
