/* dataset.h (internal): what readers and generators of data sets share. */
#ifndef GG_DATASET_H
#define GG_DATASET_H

#include "graph.h"
#include "pair_set.h"

/* Takes links as the graph of d, whose nodes, features and split are set; checks the split and
 * fills in both graphs and the hash. where names the split in errors: "DIR/splits/0". */
gg_status gg_dataset_complete(gg_dataset *d, const gg_pair_list *links, const char *where,
                              gg_error *e);

/* Whether the five sets of d are what gg_dataset_read promises; d->full is there. */
gg_status gg_split_check(const gg_dataset *d, const char *where, gg_error *e);

/* The sets of a split in the order of their files, "train" to "test_neg". */
enum { GG_SETS = 5 };
extern const char *const gg_set_names[GG_SETS];

static inline const gg_pair_list *gg_set_of(const gg_split *s, int set)
{
    const gg_pair_list *sets[GG_SETS] = {&s->train, &s->valid, &s->valid_neg, &s->test,
                                         &s->test_neg};
    return sets[set];
}

/* What gg_split_random does, with links in an order of the caller's. set holds the links and has
 * room for as many pairs again. A split that could not be finished is the caller's to free. */
gg_status gg_split_draw(int64_t nodes, const gg_pair_list *links, double valid_fraction,
                        double test_fraction, uint64_t seed, gg_pair_set *set, gg_split *split,
                        gg_error *e);

#endif
