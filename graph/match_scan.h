/* match_scan.h (internal): the rarer value of a treatment of pairs on graphs of a few thousand
 * nodes: a look at every node, by tables of a number for each two. */
#ifndef GG_MATCH_SCAN_H
#define GG_MATCH_SCAN_H

#include "match.h"
#include "match_values.h"

/* distance[i, a]: from i to a; partner[j, a]: from j to the nearest b with the rarer T_ab. Both no
 * more than the distances that they stand for, and no less by a millionth. */
typedef struct gg_match_scan {
    const gg_points *points;
    const gg_match_values *values;
    bool self;
    double limit;
    int64_t stride; /* of a row: nodes, and entries of INFINITY */
    float *distance, *partner;
} gg_match_scan;

/* Whether the nodes are few enough, and their distances small enough for a float. */
bool gg_match_scan_fits(const gg_points *p);

/* p and v must outlive it; the other parameters are those of gg_match_pairwise_new. */
gg_status gg_match_scan_new(const gg_points *p, const gg_match_values *v, bool self, double limit,
                            int threads, gg_match_scan *out, gg_error *e);
void gg_match_scan_free(gg_match_scan *s);
void gg_match_scan_find(const gg_match_scan *s, int32_t i, int32_t j, gg_match *match);

#endif
