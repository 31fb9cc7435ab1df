/* treatment.h (internal): what the treatments share. */
#ifndef GG_TREATMENT_H
#define GG_TREATMENT_H

#include "graph.h"

/* A clustering with no clusters yet: every node in none. */
gg_status gg_clustering_new(int64_t nodes, gg_clustering **out, gg_error *e);

/* Numbers clusters without gaps, in the order of their smallest members; how many there are. Ids,
 * from 0 to nodes - 1, or -1 for none, which stays. number: scratch, one a node. */
int32_t gg_number_clusters(int64_t nodes, int32_t *cluster, int32_t *number);

#endif
