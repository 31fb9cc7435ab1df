/* match_values.h (internal): for each node, its partners under the rarer value of a treatment. */
#ifndef GG_MATCH_VALUES_H
#define GG_MATCH_VALUES_H

#include "graph.h"

/* listed: the value, 0 or 1, whose pairs are listed; -1: none are, for there are too many or no
 * quick way to find them. Partners of a node ascend; the node itself is none. */
typedef struct gg_match_values {
    const gg_treatment *treatment;
    int listed;
    int64_t *begin; /* nodes + 1 */
    int32_t *partner;
} gg_match_values;

gg_status gg_match_values_new(const gg_treatment *t, int threads, gg_match_values *out,
                              gg_error *e);
void gg_match_values_free(gg_match_values *v);

/* T_ab, a != b. */
int gg_match_value_at(const gg_match_values *v, int32_t a, int32_t b);

#endif
