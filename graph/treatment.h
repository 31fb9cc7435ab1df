/* treatment.h (internal): what the treatments share. */
#ifndef GG_TREATMENT_H
#define GG_TREATMENT_H

#include "graph.h"

/* A clustering with no clusters yet: every node in none. */
gg_status gg_clustering_new(int64_t nodes, gg_clustering **out, gg_error *e);

#endif
