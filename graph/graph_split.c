/* Random splits: links are dealt out in a random order, and as many non-links are drawn. */
#include "dataset.h"
#include "given.h"
#include "generate.h"

#include <math.h>

const char *const gg_set_names[GG_SETS] = {"train", "valid", "valid_neg", "test", "test_neg"};

void gg_split_free(gg_split *split)
{
    if (split) {
        gg_pair_list_free(&split->train);
        gg_pair_list_free(&split->valid);
        gg_pair_list_free(&split->valid_neg);
        gg_pair_list_free(&split->test);
        gg_pair_list_free(&split->test_neg);
    }
}

/* The numbers 0 to count - 1 in a random order. */
static gg_status draw_order(gg_rng rng, int64_t count, int64_t **out, gg_error *e)
{
    int64_t *order = gg_alloc((size_t)count, sizeof *order);
    if (!order)
        return gg_fail(e, GG_ERR_MEMORY, "split: no memory for %lld pairs", (long long)count);
    for (int64_t k = 0; k < count; k++)
        order[k] = k;
    gg_rng_shuffle(rng, order, count);
    *out = order;
    return GG_OK;
}

static gg_status deal(const gg_pair_list *links, gg_rng rng, int64_t valid, int64_t test,
                      gg_split *split, gg_error *e)
{
    int64_t *order = NULL;
    gg_status s = draw_order(rng, links->count, &order, e);
    for (int64_t k = 0; s == GG_OK && k < links->count; k++) {
        gg_pair_list *part = k < valid          ? &split->valid
                             : k < valid + test ? &split->test
                                                : &split->train;
        s = gg_pair_list_add(part, links->u[order[k]], links->v[order[k]], e);
    }
    gg_free(order);
    return s;
}

/* Of a graph with at most half of all links that there could be: pairs are drawn until they are
 * new, which takes two tries on average at first, and O(links log links) in all at worst. */
static gg_status reject(gg_draws *draws, int64_t nodes, int64_t count, gg_pair_set *set,
                        gg_pair_list *out, gg_error *e)
{
    gg_status s = GG_OK;
    while (s == GG_OK && out->count < count) {
        int32_t u = (int32_t)gg_draw_below(draws, nodes), v = (int32_t)gg_draw_below(draws, nodes);
        if (u != v && gg_pair_set_add(set, u, v))
            s = gg_pair_list_add(out, u < v ? u : v, u < v ? v : u, e);
    }
    return s;
}

/* Of a denser graph: its non-links, fewer than its links, are listed and dealt out. */
static gg_status deal_others(gg_rng rng, int64_t nodes, int64_t valid, int64_t test,
                             gg_pair_set *set, gg_split *split, gg_error *e)
{
    gg_pair_list others = {0};
    int64_t *order = NULL;
    gg_status s = GG_OK;
    for (int32_t u = 0; u < nodes; u++)
        for (int32_t v = u + 1; s == GG_OK && v < nodes; v++)
            if (gg_pair_set_add(set, u, v))
                s = gg_pair_list_add(&others, u, v, e);
    if (s == GG_OK)
        s = draw_order(rng, others.count, &order, e);
    for (int64_t k = 0; s == GG_OK && k < valid + test; k++)
        s = gg_pair_list_add(k < valid ? &split->valid_neg : &split->test_neg, others.u[order[k]],
                             others.v[order[k]], e);
    gg_free(order);
    gg_pair_list_free(&others);
    return s;
}

gg_status gg_split_draw(int64_t nodes, const gg_pair_list *links, double valid_fraction,
                        double test_fraction, uint64_t seed, gg_pair_set *set, gg_split *split,
                        gg_error *e)
{
    int64_t valid = (int64_t)(valid_fraction * (double)links->count);
    int64_t test = (int64_t)(test_fraction * (double)links->count);
    int64_t pairs = nodes * (nodes - 1) / 2;
    if (valid < 1 || test < 1 || valid + test >= links->count)
        return gg_fail(
            e, GG_ERR_ARGUMENT,
            "split: %lld links cannot be split: expected at least one to validate (%g of "
            "them: takes %.0f), one to test on (%g: takes %.0f) and one to train on",
            (long long)links->count, valid_fraction, ceil(1 / valid_fraction), test_fraction,
            ceil(1 / test_fraction));
    if (pairs - links->count < valid + test)
        return gg_fail(e, GG_ERR_ARGUMENT, "split: %lld non-links wanted, but there are only %lld",
                       (long long)(valid + test), (long long)(pairs - links->count));
    gg_status s = deal(links, gg_draws_new(seed, GG_RNG_SPLIT).rng, valid, test, split, e);
    gg_draws draws = gg_draws_new(seed, GG_RNG_NEGATIVES);
    if (s == GG_OK && links->count > pairs / 2)
        return deal_others(draws.rng, nodes, valid, test, set, split, e);
    if (s == GG_OK)
        s = reject(&draws, nodes, valid, set, &split->valid_neg, e);
    if (s == GG_OK)
        s = reject(&draws, nodes, test, set, &split->test_neg, e);
    return s;
}

/* The edges u < v, ascending, as a list and as a set. */
static gg_status list_edges(const gg_graph *g, gg_pair_set *set, gg_pair_list *links, gg_error *e)
{
    const gg_csr *a = g->adjacency;
    gg_status s = GG_OK;
    for (int32_t u = 0; u < g->nodes; u++)
        for (int64_t k = a->rowptr[u]; s == GG_OK && k < a->rowptr[u + 1]; k++)
            if (u < a->col[k]) {
                gg_pair_set_add(set, u, a->col[k]);
                s = gg_pair_list_add(links, u, a->col[k], e);
            }
    return s;
}

gg_status gg_split_random(const gg_graph *g, double valid_fraction, double test_fraction,
                          uint64_t seed, gg_split *out, gg_error *e)
{
    if (gg_graph_check(g, "split", e) != GG_OK)
        return GG_ERR_ARGUMENT;
    if (!(valid_fraction >= 0 && test_fraction >= 0 && valid_fraction + test_fraction < 1))
        return gg_fail(e, GG_ERR_ARGUMENT,
                       "split: shares of %g and %g, expected two from 0 that sum to less than 1",
                       valid_fraction, test_fraction);
    gg_split split = {.train = {0}};
    gg_pair_list links = {0};
    gg_pair_set set;
    gg_status s = gg_pair_set_new(2 * g->edges, &set, e);
    if (s != GG_OK)
        return s;
    s = list_edges(g, &set, &links, e);
    if (s == GG_OK)
        s = gg_split_draw(g->nodes, &links, valid_fraction, test_fraction, seed, &set, &split, e);
    gg_pair_set_free(&set);
    gg_pair_list_free(&links);
    if (s == GG_OK)
        *out = split;
    else
        gg_split_free(&split);
    return s;
}
