/* match_tables.h (internal): what decides every exact match of a clustering treatment. */
#ifndef GG_MATCH_TABLES_H
#define GG_MATCH_TABLES_H

#include "blocks.h"
#include "graph.h"

/* Two nodes in the order of (distance, id); id -1 at infinity where there is none. */
typedef struct gg_nearest {
    double distance[2];
    int32_t node[2];
} gg_nearest;

/* Takes a node in if it is nearer. */
static inline void gg_nearest_offer(gg_nearest *best, double distance, int32_t node)
{
    for (int k = 0; k < 2; k++)
        if (distance < best->distance[k] ||
            (distance == best->distance[k] && node < best->node[k])) {
            double further = best->distance[k];
            int32_t last = best->node[k];
            best->distance[k] = distance;
            best->node[k] = node;
            distance = further;
            node = last;
        }
}

/*
 * Rows of an embedding with the same numbers share a row here. For each row and cluster, the two
 * nearest members, nodes with that row included: for all clusters, or a list of the nearest. Nodes
 * at the limit or further away may be left out.
 */
typedef struct gg_match_tables {
    int64_t nodes, rows, clusters;
    int64_t listed;     /* clusters of a row that are kept */
    int32_t *row;       /* of each node */
    gg_nearest *member; /* rows x listed; if all are listed, by cluster, else as in order */
    int32_t *order;     /* rows x listed: clusters by (distance of the nearest member, id) */
    double *rest;       /* rows: no cluster that is not listed is nearer */
    gg_nearest *own;   /* nodes: the two nearest in the cluster of the node, a = i only with self */
    gg_nearest *apart; /* nodes: the nearest two that are in different clusters; likewise */
    int64_t *begin;    /* clusters + 2: nodes by cluster, those in none last */
    int32_t *node;
    gg_blocks blocks; /* rows of a cluster each; without estimates. Kept if not all are listed */
} gg_match_tables;

/* listed: how many clusters a row may keep. p must outlive the tables if that is not all. */
gg_status gg_match_tables_new(const gg_points *p, const gg_clustering *c, bool self, double limit,
                              int64_t listed, int threads, gg_match_tables *out, gg_error *e);
void gg_match_tables_free(gg_match_tables *t);

#endif
