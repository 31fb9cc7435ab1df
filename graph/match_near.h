/* match_near.h (internal): the nodes near a node, in the order of (distance, id). */
#ifndef GG_MATCH_NEAR_H
#define GG_MATCH_NEAR_H

#include "distance.h"

/* Nodes by (distance, id). complete: those left out do not matter; else they come after these. */
typedef struct gg_near {
    int64_t count;
    const int32_t *node;
    const double *distance;
    bool complete;
} gg_near;

/* For each node the first of its list, in memory of a few lines for each. */
typedef struct gg_near_table {
    int64_t nodes, most; /* kept for each */
    int32_t *count;      /* of each */
    int32_t *node;       /* nodes x most */
    double *distance;    /* nodes x most */
} gg_near_table;

/* The nodes that may be on a list: all, or those with candidate[a] != 0; those nearer than limit;
 * the node itself only with self. */
typedef struct gg_near_choice {
    const char *candidate; /* NULL: all */
    bool self;
    double limit;
} gg_near_choice;

/* most: how many to keep, at most. The same for any number of threads. */
gg_status gg_near_table_new(const gg_points *p, const gg_near_choice *c, int64_t most, int threads,
                            gg_near_table *out, gg_error *e);
void gg_near_table_free(gg_near_table *t);
gg_near gg_near_table_at(const gg_near_table *t, int32_t i);

/* Room for a whole list. */
typedef struct gg_near_list {
    int64_t count;
    int32_t *node, *node_space;
    double *distance;
    uint64_t *key, *key_space;
} gg_near_list;

gg_status gg_near_list_new(int64_t nodes, gg_near_list *out, gg_error *e);
void gg_near_list_free(gg_near_list *l);

/* All of node i's list, which lives as long as l is not filled again. */
gg_near gg_near_list_fill(gg_near_list *l, const gg_points *p, const gg_near_choice *c, int32_t i);

#endif
