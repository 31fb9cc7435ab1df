/* Bags of words: a topic owns an equal part of the vocabulary and prefers the first words of it. */
#include "generate.h"

/* Words distribute as x = u^2 over a topic's part (density x^-1/2), evenly over the vocabulary. */
static int32_t draw_word(const gg_citation *what, gg_draws *draws, int32_t topic)
{
    if (gg_draw(draws) >= what->topic_words)
        return (int32_t)gg_draw_below(draws, what->words);
    int64_t begin = what->words * topic / what->topics;
    int64_t end = what->words * (topic + 1) / what->topics;
    double u = gg_draw(draws);
    return (int32_t)(begin + (int64_t)((double)(end - begin) * u * u));
}

/* Words as pairs (node, word), once each. last[w]: the last node that drew w. */
static gg_status draw_words(const gg_citation *what, const int32_t *topic, int32_t *last,
                            gg_pair_list *bag, gg_error *e)
{
    gg_draws draws = gg_draws_new(what->seed, GG_RNG_WORDS);
    for (int64_t w = 0; w < what->words; w++)
        last[w] = -1;
    for (int32_t i = 0; i < what->nodes; i++)
        for (int32_t k = 0; k < what->words_per_node; k++) {
            int32_t word = draw_word(what, &draws, topic[i]);
            if (last[word] == i)
                continue;
            last[word] = i;
            gg_status s = gg_pair_list_add(bag, i, word, e);
            if (s != GG_OK)
                return s;
        }
    return GG_OK;
}

/* Values are stored, though all are one: what reads features may scale them. */
static gg_status to_matrix(const gg_citation *what, const gg_pair_list *bag, gg_csr **out,
                           gg_error *e)
{
    double *ones = gg_alloc((size_t)bag->count, sizeof *ones);
    if (!ones)
        return gg_fail(e, GG_ERR_MEMORY, "generator: no memory for %lld words",
                       (long long)bag->count);
    for (int64_t k = 0; k < bag->count; k++)
        ones[k] = 1;
    gg_status s =
        gg_csr_from_coo(what->nodes, what->words, bag->count, bag->u, bag->v, ones, GG_F32, out, e);
    gg_free(ones);
    return s;
}

gg_status gg_generate_words(const gg_citation *what, const int32_t *topic, gg_csr **out,
                            gg_error *e)
{
    gg_pair_list bag = {0};
    int32_t *last = gg_alloc((size_t)what->words, sizeof *last);
    gg_status s = last ? draw_words(what, topic, last, &bag, e)
                       : gg_fail(e, GG_ERR_MEMORY, "generator: no memory for %lld words",
                                 (long long)what->words);
    if (s == GG_OK)
        s = to_matrix(what, &bag, out, e);
    gg_free(last);
    gg_pair_list_free(&bag);
    return s;
}
