/*
 * The exact minimum of CFLP's equation 3 for any treatment of pairs.
 *
 * T_ij asks for a pair (a, b) of the other value. The nodes near i and those near j are in two
 * lists, by (distance, id), and either list is gone along for some way. A node visited, a of i's
 * list say, is done with: of all b with the wanted T_ab the nearest to j is found. A pair not yet
 * seen has both its nodes further on, so its sum is at least that of the two next distances: once
 * that is beaten, or at 2 gamma, the search is over (the threshold algorithm of Fagin, Lotem and
 * Naor 2003). It holds to the last bit, for rounded sums grow with either distance. The end of one
 * list ends it as well. Which list is gone along is free, so the search goes where the work spent
 * so far and the work of the next node are least.
 *
 * Two ways to find the nearest b: along j's list until the value is met or the sum is beaten; or,
 * for the rarer value, whose pairs are listed, by the distances of all partners of a. The first is
 * tried for a sixteenth of the steps of the second, for a step that fails to foresee a branch takes
 * longer than a distance. Only nodes with a partner matter then, the others are on no list.
 *
 * Of each list the first nodes are in a table. The rare pair that needs more sorts whole lists, in
 * memory set aside for each thread.
 *
 * On graphs of a few thousand nodes a look at all of them is quicker where the rarer value is
 * wanted: match_scan.c.
 */
#include "match.h"

#include <math.h>
#include <stdatomic.h>

#include "match_near.h"
#include "match_scan.h"
#include "match_values.h"

/* How much of a list is kept, for the rarer value and the other, and bytes for either. */
enum { MOST_RARE = 128, MOST_COMMON = 32 };
static const int64_t most_table = (int64_t)1 << 28;

/* The whole lists of a pair; they stay for the next one. */
typedef struct slot {
    atomic_flag taken;
    gg_near_list list[2];
    gg_near near[2];
    int32_t node[2]; /* whose; -1: nobody's */
    int wanted[2];
} slot;

struct gg_match_pairwise {
    gg_points points;
    gg_match_values values;
    char *candidate; /* nodes that have a partner on the lists; NULL without lists */
    gg_near_choice choice[2];
    gg_near_table table[2]; /* of each value that may be wanted */
    gg_match_scan scan;     /* in place of the rarer one's, on small graphs */
    int64_t slots;
    slot *slot;
};

/* ---- one pair ---- */

typedef struct side {
    int32_t own; /* i or j */
    gg_near near;
    int64_t at;    /* visited */
    int64_t spent; /* on visits */
} side;

typedef struct search {
    const gg_match_pairwise *x;
    int wanted;
    double limit;
    side side[2];
    gg_match *match;
} search;

/* A sum as large as this cannot win. (It may win if it is as small as the best: by its nodes.) */
static bool beaten(const search *s, double sum)
{
    return !(sum < s->limit) || sum > s->match->distance;
}

/* Takes the pair of side k's node and the other side's if it is smaller by (sum, a, b). */
static void consider(search *s, int k, int32_t node, int32_t other, double sum)
{
    gg_match *m = s->match;
    int32_t a = k ? other : node, b = k ? node : other;
    if (beaten(s, sum) || (sum == m->distance && (a > m->a || (a == m->a && b >= m->b))))
        return;
    m->found = true;
    m->distance = sum;
    m->a = a;
    m->b = b;
}

/* Goes along the other list for at most so many steps. Whether that decides. */
static bool walk(search *s, int k, int32_t node, double distance, int64_t steps)
{
    const gg_near *other = &s->side[!k].near;
    for (int64_t q = 0; q < other->count; q++) {
        double sum = distance + other->distance[q];
        int32_t partner = other->node[q];
        if (beaten(s, sum))
            return true;
        if (q == steps)
            return false;
        if (partner != node && gg_match_value_at(&s->x->values, node, partner) == s->wanted)
            consider(s, k, node, partner, sum);
    }
    return other->complete;
}

static void measure(search *s, int k, int32_t node, double distance)
{
    const gg_match_values *v = &s->x->values;
    int32_t own = s->side[!k].own;
    for (int64_t at = v->begin[node]; at < v->begin[node + 1]; at++) {
        int32_t partner = v->partner[at];
        if (partner != own || s->x->choice[0].self)
            consider(s, k, node, partner,
                     distance + sqrt(gg_points_squared(&s->x->points, own, partner)));
    }
}

static int64_t partners(const search *s, int32_t node)
{
    const gg_match_values *v = &s->x->values;
    return s->wanted == v->listed ? v->begin[node + 1] - v->begin[node] : 0;
}

/* The next node of a side. Whether that was possible. */
static bool visit(search *s, int k)
{
    side *own = &s->side[k];
    int32_t node = own->near.node[own->at];
    double distance = own->near.distance[own->at++];
    int64_t count = partners(s, node);
    own->spent += 1 + count;
    if (s->wanted != s->x->values.listed)
        return walk(s, k, node, distance, INT64_MAX);
    if (!walk(s, k, node, distance, count / 16))
        measure(s, k, node, distance);
    return true;
}

static bool at_end(const side *one)
{
    return one->at == one->near.count;
}

/* No node that is not visited is nearer. */
static double least(const side *one)
{
    return one->near.count == 0 ? 0 : one->near.distance[at_end(one) ? one->at - 1 : one->at];
}

static int cheaper(const search *s)
{
    int64_t cost[2];
    for (int k = 0; k < 2; k++) {
        const side *one = &s->side[k];
        cost[k] = at_end(one) ? INT64_MAX : one->spent + partners(s, one->near.node[one->at]);
    }
    return cost[1] < cost[0];
}

/* false if the lists are too short. */
static bool run(search *s)
{
    for (;;) {
        for (int k = 0; k < 2; k++)
            if (at_end(&s->side[k]) && s->side[k].near.complete)
                return true;
        if (beaten(s, least(&s->side[0]) + least(&s->side[1])))
            return true;
        int k = cheaper(s);
        if (at_end(&s->side[k]) || !visit(s, k))
            return false;
    }
}

/* ---- whole lists ---- */

static slot *take_slot(const gg_match_pairwise *x)
{
    for (int64_t k = 0;; k = (k + 1) % x->slots)
        if (!atomic_flag_test_and_set_explicit(&x->slot[k].taken, memory_order_acquire))
            return x->slot + k;
}

static void run_whole(search *s)
{
    const gg_match_pairwise *x = s->x;
    slot *own = take_slot(x);
    for (int k = 0; k < 2; k++) {
        int32_t node = s->side[k].own;
        if (own->node[k] != node || own->wanted[k] != s->wanted)
            own->near[k] =
                gg_near_list_fill(&own->list[k], &x->points, &x->choice[s->wanted], node);
        own->node[k] = node;
        own->wanted[k] = s->wanted;
        s->side[k] = (side){.own = node, .near = own->near[k]};
    }
    run(s);
    atomic_flag_clear_explicit(&own->taken, memory_order_release);
}

void gg_match_pairwise_find(const gg_match_pairwise *x, int32_t i, int32_t j, gg_match *match)
{
    int wanted = 1 - match->treatment;
    if (x->scan.distance && wanted == x->values.listed) {
        gg_match_scan_find(&x->scan, i, j, match);
        return;
    }
    search s = {.x = x, .wanted = wanted, .limit = x->choice[0].limit, .match = match};
    s.side[0] = (side){.own = i, .near = gg_near_table_at(&x->table[wanted], i)};
    s.side[1] = (side){.own = j, .near = gg_near_table_at(&x->table[wanted], j)};
    if (!run(&s))
        run_whole(&s);
}

/* ---- the tables ---- */

static gg_status set_candidates(gg_match_pairwise *x, gg_error *e)
{
    const gg_match_values *v = &x->values;
    if (v->listed < 0)
        return GG_OK;
    x->candidate = gg_alloc((size_t)x->points.count, sizeof *x->candidate);
    if (!x->candidate)
        return gg_fail(e, GG_ERR_MEMORY, "matching: no memory");
    for (int64_t i = 0; i < x->points.count; i++)
        x->candidate[i] = v->begin[i + 1] > v->begin[i];
    x->choice[v->listed].candidate = x->candidate;
    return GG_OK;
}

static gg_status new_slots(gg_match_pairwise *x, int threads, gg_error *e)
{
    x->slots = threads < 1 ? 1 : threads;
    x->slot = gg_zalloc((size_t)x->slots, sizeof *x->slot);
    if (!x->slot)
        return gg_fail(e, GG_ERR_MEMORY, "matching: no memory");
    gg_status status = GG_OK;
    for (int64_t k = 0; k < x->slots; k++) {
        atomic_flag_clear(&x->slot[k].taken);
        x->slot[k].node[0] = x->slot[k].node[1] = -1;
        for (int half = 0; half < 2 && !status; half++)
            status = gg_near_list_new(x->points.count, &x->slot[k].list[half], e);
    }
    return status;
}

static gg_status new_table(gg_match_pairwise *x, int wanted, int64_t lists, int threads,
                           gg_error *e)
{
    const gg_near_choice *c = &x->choice[wanted];
    bool rarer = wanted == x->values.listed;
    if (rarer && !lists && gg_match_scan_fits(&x->points))
        return gg_match_scan_new(&x->points, &x->values, c->self, c->limit, threads, &x->scan, e);
    int64_t entry = (int64_t)(sizeof(int32_t) + sizeof(double));
    int64_t room = most_table / entry / x->points.count, most = rarer ? MOST_RARE : MOST_COMMON;
    most = room < 8 ? 8 : most < room ? most : room;
    return gg_near_table_new(&x->points, c, lists ? lists : most, threads, &x->table[wanted], e);
}

gg_status gg_match_pairwise_new(gg_points *p, const gg_treatment *t, bool self, double limit,
                                int64_t lists, int threads, gg_match_pairwise **out, gg_error *e)
{
    gg_match_pairwise *x = gg_zalloc(1, sizeof *x);
    if (!x)
        return gg_fail(e, GG_ERR_MEMORY, "matching: no memory");
    x->points = *p;
    *p = (gg_points){0};
    x->choice[0] = x->choice[1] = (gg_near_choice){.self = self, .limit = limit};
    gg_status status = gg_match_values_new(t, threads, &x->values, e);
    if (!status)
        status = set_candidates(x, e);
    for (int wanted = 0; wanted < 2 && !status; wanted++)
        status = new_table(x, wanted, lists, threads, e);
    if (!status)
        status = new_slots(x, threads, e);
    if (status)
        gg_match_pairwise_free(x);
    else
        *out = x;
    return status;
}

void gg_match_pairwise_free(gg_match_pairwise *x)
{
    if (!x)
        return;
    for (int64_t k = 0; x->slot && k < x->slots; k++)
        for (int half = 0; half < 2; half++)
            gg_near_list_free(&x->slot[k].list[half]);
    gg_free(x->slot);
    for (int wanted = 0; wanted < 2; wanted++)
        gg_near_table_free(&x->table[wanted]);
    gg_match_scan_free(&x->scan);
    gg_match_values_free(&x->values);
    gg_free(x->candidate);
    gg_points_free(&x->points);
    gg_free(x);
}
