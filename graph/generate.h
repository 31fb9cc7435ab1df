/* generate.h (internal): the parts of the citation generator. */
#ifndef GG_GENERATE_H
#define GG_GENERATE_H

#include "graph.h"
#include "pair_set.h"

/* Independent random numbers for each part. */
enum { GG_RNG_TOPICS, GG_RNG_DEGREES, GG_RNG_LINKS, GG_RNG_WORDS, GG_RNG_SPLIT, GG_RNG_NEGATIVES };

/* A generator read in order. */
typedef struct gg_draws {
    gg_rng rng;
    uint64_t position;
} gg_draws;

static inline gg_draws gg_draws_new(uint64_t seed, uint64_t purpose)
{
    return (gg_draws){gg_rng_fork(gg_rng_new(seed), purpose), 0};
}

static inline double gg_draw(gg_draws *d)
{
    return gg_rng_uniform(d->rng, d->position++);
}

static inline int64_t gg_draw_below(gg_draws *d, int64_t bound)
{
    return (int64_t)gg_rng_below(d->rng, d->position++, (uint64_t)bound);
}

/* Draws about `edges` distinct links between nodes with the given topics, each also put into set.
 */
gg_status gg_generate_links(const gg_citation *what, int64_t edges, const int32_t *topic,
                            gg_pair_set *set, gg_pair_list *links, gg_error *e);

/* A bag of words for every node: words of its topic's own part of the vocabulary, and others. */
gg_status gg_generate_words(const gg_citation *what, const int32_t *topic, gg_csr **out,
                            gg_error *e);

#endif
