/* dataset.h (internal): what readers and generators of data sets share. */
#ifndef GG_DATASET_H
#define GG_DATASET_H

#include "graph.h"

/* Takes links as the graph of d, whose nodes, features and split are set; checks the split and
 * fills in both graphs and the hash. where names the split in errors: "DIR/splits/0". */
gg_status gg_dataset_complete(gg_dataset *d, const gg_pair_list *links, const char *where,
                              gg_error *e);

/* Whether the five sets of d are what gg_dataset_read promises; d->full is there. */
gg_status gg_split_check(const gg_dataset *d, const char *where, gg_error *e);

#endif
