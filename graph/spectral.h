/* spectral.h (internal): the nodes of a graph as points. */
#ifndef GG_SPECTRAL_H
#define GG_SPECTRAL_H

#include "graph.h"

/* The rows of gg_spectral_embedding of the nodes that have an edge. */
typedef struct gg_spectral_points {
    int64_t count, width; /* width: the dimensions, or count if that is less */
    double *x;            /* count x width */
    int32_t *node;        /* of each row, ascending */
} gg_spectral_points;

gg_status gg_spectral_points_new(const gg_graph *g, int64_t dimensions, uint64_t seed, int threads,
                                 gg_spectral_points *out, gg_error *e);
void gg_spectral_points_free(gg_spectral_points *p);

/* A clustering of g's nodes from one of the points: label[k] of point k, below count. Nodes without
 * an edge are in no cluster; ids are compact, in the order of their smallest members. */
gg_status gg_clustering_of_points(const gg_graph *g, const gg_spectral_points *p,
                                  const int32_t *label, gg_clustering **out, gg_error *e);

#endif
