/* mvgrl_parts.h (internal): parts of a large graph, for a step of training. */
#ifndef GG_MVGRL_PARTS_H
#define GG_MVGRL_PARTS_H

#include "models.h"

/* A part and all that it is made of. Zero-initialise. */
typedef struct gg_mvgrl_part {
    gg_csr *view[GG_MVGRL_VIEWS], *features;
} gg_mvgrl_part;

/*
 * `count` nodes of g, fewer than there are, and what each view has among them. Nodes are drawn at
 * random, and each brings those that matter most to it in the diffusion, at most `most`.
 *
 * The authors' program takes nodes i to i + count - 1 of a data set, i drawn at random. In Cora and
 * CiteSeer they are more than half of the graph; in a large one they know each other only if its
 * numbering means something: of PubMed's links, 1% would be left. The paper asks no more than that
 * both views have the same nodes.
 */
gg_status gg_mvgrl_draw(const gg_mvgrl_graph *g, gg_rng rng, int64_t count, int64_t most,
                        gg_mvgrl_part *out, gg_error *e);
void gg_mvgrl_part_free(gg_mvgrl_part *part);

#endif
