/* Generated data sets: a citation-like graph with features, and a random split of its links. */
#include "dataset.h"
#include "generate.h"

#include <stdio.h>

/* As many edges a node, topics and edges within topics as in the citation networks that link
 * prediction is published on (Cora: 1.9, 7, 81%; a topic tells an edge from a random pair with an
 * AUC of 0.83). */
gg_citation gg_citation_default(void)
{
    return (gg_citation){.nodes = 2000,
                         .edges = 4500,
                         .topics = 7,
                         .words = 1000,
                         .words_per_node = 20,
                         .same_topic = 0.8,
                         .topic_words = 0.7,
                         .closure = 0.3,
                         .valid_fraction = 0.1,
                         .test_fraction = 0.2,
                         .seed = 1};
}

static bool is_share(double x)
{
    return x >= 0 && x <= 1;
}

static gg_status check(const gg_citation *w, gg_error *e)
{
    const char *wrong = NULL;
    if (w->nodes < 4 || w->nodes > INT32_MAX)
        wrong = "nodes, expected 4 or more";
    else if (w->edges < 3 || w->edges > INT64_MAX / 64)
        wrong = "edges, expected 3 or more";
    else if (w->topics < 1 || w->topics > w->nodes)
        wrong = "topics, expected 1 to the number of nodes";
    else if (w->words < 0 || w->words > INT32_MAX || (w->words && w->words < w->topics))
        wrong = "words, expected none, or one or more a topic";
    else if (w->words_per_node < 0)
        wrong = "words_per_node, expected 0 or more";
    else if (!is_share(w->same_topic) || !is_share(w->topic_words) || !is_share(w->closure))
        wrong = "same_topic, topic_words or closure, expected 0 to 1";
    else if (!is_share(w->valid_fraction) || !is_share(w->test_fraction) ||
             w->valid_fraction + w->test_fraction >= 1)
        wrong = "valid_fraction or test_fraction, expected a sum below 1";
    return wrong ? gg_fail(e, GG_ERR_ARGUMENT, "generator: bad %s", wrong) : GG_OK;
}

/* At most half of all pairs: the other half is for non-links. */
static int64_t edges_wanted(const gg_citation *what)
{
    int64_t most = what->nodes * (what->nodes - 1) / 4;
    return what->edges < most ? what->edges : most;
}

/* Links, features and split of d; topic is filled in first. */
static gg_status draw_all(const gg_citation *what, int32_t *topic, gg_pair_set *set,
                          gg_pair_list *links, gg_dataset *d, gg_error *e)
{
    gg_draws draws = gg_draws_new(what->seed, GG_RNG_TOPICS);
    for (int64_t i = 0; i < what->nodes; i++)
        topic[i] = (int32_t)gg_draw_below(&draws, what->topics);
    gg_status s = gg_generate_links(what, edges_wanted(what), topic, set, links, e);
    if (s == GG_OK && what->words > 0)
        s = gg_generate_words(what, topic, &d->features, e);
    if (s == GG_OK)
        s = gg_split_draw(what->nodes, links, what->valid_fraction, what->test_fraction, what->seed,
                          set, &d->split, e);
    if (s == GG_OK)
        s = gg_dataset_complete(d, links, "generated", e);
    return s;
}

gg_status gg_dataset_generate(const gg_citation *what, gg_dataset **out, gg_error *e)
{
    gg_status s = check(what, e);
    if (s != GG_OK)
        return s;
    gg_pair_list links = {0};
    gg_pair_set set = {0};
    gg_dataset *d = gg_zalloc(1, sizeof *d);
    int32_t *topic = gg_alloc((size_t)what->nodes, sizeof *topic);
    if (d && topic)
        s = gg_pair_set_new(2 * edges_wanted(what), &set, e);
    else
        s = gg_fail(e, GG_ERR_MEMORY, "generator: no memory");
    if (s == GG_OK) {
        d->nodes = what->nodes;
        snprintf(d->name, sizeof d->name, "citation");
        snprintf(d->split_name, sizeof d->split_name, "generated");
        s = draw_all(what, topic, &set, &links, d, e);
    }
    gg_pair_set_free(&set);
    gg_pair_list_free(&links);
    gg_free(topic);
    if (s == GG_OK)
        *out = d;
    else
        gg_dataset_free(d);
    return s;
}
