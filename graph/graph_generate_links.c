/*
 * The links of a citation-like graph: a degree-corrected block model (Karrer and Newman 2011,
 * "Stochastic blockmodels and community structure in networks") in which some links close
 * triangles.
 *
 * A node's propensity is w = 1 / sqrt(u), u uniform: P(w > x) = x^-2, degrees with the exponent 3
 * of preferential attachment, cut off at sqrt(nodes). A square root, unlike a power, is the same on
 * every machine. First every node is given one link; the ends of the others are drawn by
 * propensity.
 */
#include "generate.h"

#include <math.h>

#define TRIES 64 /* for one link, until it is given up */

typedef struct state {
    const gg_citation *what;
    const int32_t *topic;
    gg_draws draws;
    /* Nodes ordered by topic; topic t is order[start[t]] to order[start[t + 1] - 1], and
     * mass[k] is the propensity of all before order[k]. */
    int64_t *start;
    int32_t *order;
    double *mass;
    /* The links of a node as a list of half-links: 2 k leads from u to v of link k, 2 k + 1 back.
     */
    int32_t *degree;
    int64_t *first, *next;
    gg_pair_set *set;
    gg_pair_list *links;
} state;

static gg_status state_new(int64_t edges, state *s, gg_error *e)
{
    size_t nodes = (size_t)s->what->nodes, topics = (size_t)s->what->topics;
    s->start = gg_zalloc(topics + 1, sizeof *s->start);
    s->order = gg_alloc(nodes, sizeof *s->order);
    s->mass = gg_alloc(nodes + 1, sizeof *s->mass);
    s->degree = gg_zalloc(nodes, sizeof *s->degree);
    s->first = gg_alloc(nodes, sizeof *s->first);
    s->next = gg_alloc(2 * (size_t)edges, sizeof *s->next);
    if (s->start && s->order && s->mass && s->degree && s->first && s->next)
        return GG_OK;
    return gg_fail(e, GG_ERR_MEMORY, "generator: no memory for %lld links", (long long)edges);
}

static void state_free(state *s)
{
    gg_free(s->start);
    gg_free(s->order);
    gg_free(s->mass);
    gg_free(s->degree);
    gg_free(s->first);
    gg_free(s->next);
}

/* Sorts the nodes by topic (a counting sort) and adds up their propensities. */
static void weigh(state *s)
{
    int64_t nodes = s->what->nodes;
    gg_draws draws = gg_draws_new(s->what->seed, GG_RNG_DEGREES);
    double limit = sqrt((double)nodes);
    for (int64_t i = 0; i < nodes; i++)
        s->start[s->topic[i] + 1]++;
    for (int32_t t = 0; t < s->what->topics; t++)
        s->start[t + 1] += s->start[t];
    for (int64_t i = nodes; i-- > 0;)
        s->order[--s->start[s->topic[i] + 1]] = (int32_t)i;
    for (int32_t t = 0; t < s->what->topics; t++)
        s->start[t] = s->start[t + 1];
    s->start[s->what->topics] = nodes;
    s->mass[0] = 0;
    for (int64_t k = 0; k < nodes; k++) {
        double w = 1 / sqrt(1 - gg_draw(&draws));
        s->mass[k + 1] = s->mass[k] + (w < limit ? w : limit);
    }
}

/* The node whose stretch of mass holds x. */
static int32_t node_at(const state *s, double x)
{
    int64_t low = 0, high = s->what->nodes - 1;
    while (low < high) {
        int64_t middle = low + (high - low + 1) / 2;
        if (s->mass[middle] <= x)
            low = middle;
        else
            high = middle - 1;
    }
    return s->order[low];
}

/* By propensity: any node; one of a topic; one of any other topic. */
static int32_t draw_node(state *s)
{
    return node_at(s, gg_draw(&s->draws) * s->mass[s->what->nodes]);
}

static int32_t draw_partner(state *s, int32_t topic, bool inside)
{
    double below = s->mass[s->start[topic]], own = s->mass[s->start[topic + 1]] - below;
    if (inside || own >= s->mass[s->what->nodes]) /* no other topic has a node */
        return node_at(s, below + gg_draw(&s->draws) * own);
    double x = gg_draw(&s->draws) * (s->mass[s->what->nodes] - own);
    return node_at(s, x < below ? x : x + own);
}

/* A random neighbour of u, which has one. */
static int32_t step(state *s, int32_t u)
{
    int64_t half = s->first[u];
    for (int64_t k = gg_draw_below(&s->draws, s->degree[u]); k > 0; k--)
        half = s->next[half];
    return half & 1 ? s->links->u[half / 2] : s->links->v[half / 2];
}

static void attach(state *s, int32_t u, int64_t half)
{
    s->next[half] = s->first[u];
    s->first[u] = half;
    s->degree[u]++;
}

static gg_status add_link(state *s, int32_t u, int32_t v, gg_error *e)
{
    int64_t k = s->links->count;
    gg_status status = gg_pair_list_add(s->links, u < v ? u : v, u < v ? v : u, e);
    if (status == GG_OK) {
        attach(s, s->links->u[k], 2 * k);
        attach(s, s->links->v[k], 2 * k + 1);
    }
    return status;
}

/* One link from `source` (drawn when negative), two steps away when it is to close a triangle. Half
 * of the tries insist on that; without a free pair there is no link. */
static gg_status draw_link(state *s, int32_t source, double closure, gg_error *e)
{
    bool inside = gg_draw(&s->draws) < s->what->same_topic;
    bool closing = gg_draw(&s->draws) < closure;
    for (int k = 0; k < TRIES; k++) {
        int32_t u = source < 0 ? draw_node(s) : source, v;
        if (closing && k < TRIES / 2) {
            if (s->degree[u] == 0)
                continue;
            v = step(s, step(s, u));
            if ((s->topic[u] == s->topic[v]) != inside)
                continue;
        } else {
            v = draw_partner(s, s->topic[u], inside);
        }
        if (u != v && gg_pair_set_add(s->set, u, v))
            return add_link(s, u, v, e);
    }
    return GG_OK;
}

gg_status gg_generate_links(const gg_citation *what, int64_t edges, const int32_t *topic,
                            gg_pair_set *set, gg_pair_list *links, gg_error *e)
{
    state s = {.what = what, .topic = topic, .set = set, .links = links};
    s.draws = gg_draws_new(what->seed, GG_RNG_LINKS);
    gg_status status = state_new(edges, &s, e);
    if (status == GG_OK)
        weigh(&s);
    int64_t spread = edges < what->nodes ? edges : what->nodes; /* one from every node */
    for (int64_t k = 0; status == GG_OK && k < spread; k++)
        status = draw_link(&s, (int32_t)k, 0, e);
    /* The first links close nothing: the others make up for them. */
    double closure = what->closure * (double)edges / (double)(edges - spread + (edges == spread));
    for (int64_t k = spread; status == GG_OK && k < edges; k++)
        status = draw_link(&s, -1, closure, e);
    state_free(&s);
    return status;
}
