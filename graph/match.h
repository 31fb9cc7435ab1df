/* match.h (internal): the ways to search counterfactual links, behind gg_matcher. */
#ifndef GG_MATCH_H
#define GG_MATCH_H

#include "distance.h"
#include "graph.h"

/* The finders fill found, a, b and distance of a match whose treatment is set, and leave it alone
 * if there is none. limit is 2 gamma. */

/* For each node its two nearest nodes in each cluster, or in the nearest ones, and its nearest in
 * two different ones. self: a node is a neighbour of its own. limit: what gg_match_exact_find will
 * be given. lists: how many clusters a node keeps, for tests; 0: as memory allows. The result is
 * the same. p: taken over and emptied if not all are kept: the rest may be searched. */
typedef struct gg_match_exact gg_match_exact;
gg_status gg_match_exact_new(gg_points *p, const gg_clustering *c, bool self, double limit,
                             int64_t lists, int threads, gg_match_exact **out, gg_error *e);
void gg_match_exact_free(gg_match_exact *x);
void gg_match_exact_find(const gg_match_exact *x, const gg_clustering *c, double limit, int32_t i,
                         int32_t j, gg_match *match);

/* The same for a treatment of pairs: the nearest of every node, and the pairs of the rarer value.
 * t must outlive it. p: taken over and emptied. lists: for tests, how many of the nearest to keep,
 * at most, and never to look at all nodes; 0: what helps. */
typedef struct gg_match_pairwise gg_match_pairwise;
gg_status gg_match_pairwise_new(gg_points *p, const gg_treatment *t, bool self, double limit,
                                int64_t lists, int threads, gg_match_pairwise **out, gg_error *e);
void gg_match_pairwise_free(gg_match_pairwise *x);
void gg_match_pairwise_find(const gg_match_pairwise *x, int32_t i, int32_t j, gg_match *match);

/* For each node all others, sorted by distance. Defined for i < j. distinct: a is not b. */
typedef struct gg_match_official gg_match_official;
gg_status gg_match_official_new(const gg_points *p, int threads, gg_match_official **out,
                                gg_error *e);
void gg_match_official_free(gg_match_official *x);
void gg_match_official_find(const gg_match_official *x, const gg_treatment *t, double limit,
                            bool distinct, int32_t i, int32_t j, gg_match *match);

#endif
