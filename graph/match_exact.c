/*
 * The exact minimum of CFLP's equation 3 for a clustering treatment, from small tables.
 *
 * T_ij = 0 asks for a and b in one cluster. In cluster c the best a is i's nearest member and the
 * best b is j's; only if they are one node must one side step back to its second nearest. So two
 * members for each node and cluster decide, whatever the pair. Clusters are taken from the nearest
 * on, in i's order and in j's by turns: one not yet met is no nearer to either than the last ones
 * met, which ends the search (the threshold algorithm of Fagin, Lotem and Naor 2003).
 *
 * Where nodes x clusters entries are too many, each node keeps a list of its nearest clusters.
 * Those that only one of the two lists holds, or none, are searched if they can still win.
 *
 * T_ij = 1 asks for a and b in different clusters, a node outside all clusters being one of its
 * own. Of the nearest node and the nearest one outside that node's cluster at least one is not in
 * the cluster of the partner: two for each node decide.
 *
 * Members at one distance are ordered by id, so the pair found is the smallest by (sum, a, b).
 * (Distances that differ by less than the rounding of the sum are still told apart.)
 */
#include "match.h"

#include <math.h>

#include "match_tables.h"

/* Bytes of the tables that hold all clusters, and of the lists in their place. */
static const int64_t most_table = (int64_t)1 << 30, most_lists = (int64_t)3 << 30;

struct gg_match_exact {
    gg_match_tables tables;
    gg_points *points; /* where clusters may have to be searched, else NULL */
};

/* How many clusters to keep for each of so many rows. Two lists of the root of c clusters have one
 * in common on average, if they are drawn at random; a few times more make it likely. */
static int64_t listed(int64_t rows, int64_t clusters)
{
    int64_t entry = (int64_t)(sizeof(gg_nearest) + sizeof(int32_t));
    if (rows * clusters <= most_table / entry)
        return clusters;
    int64_t wanted = 4 * (int64_t)sqrt((double)clusters) + 8, room = most_lists / entry / rows;
    return wanted < room ? wanted : room > 8 ? room : 8;
}

static int64_t count_rows(const gg_points *p)
{
    int64_t rows = 0;
    for (int64_t i = 0; i < p->count; i++)
        rows += p->twin[i] == i;
    return rows;
}

gg_status gg_match_exact_new(gg_points *p, const gg_clustering *c, bool self, double limit,
                             int64_t lists, int threads, gg_match_exact **out, gg_error *e)
{
    gg_match_exact *x = gg_zalloc(1, sizeof *x);
    gg_points *kept = gg_zalloc(1, sizeof *kept);
    gg_status status =
        x && kept ? GG_OK : gg_fail(e, GG_ERR_MEMORY, "matching: no memory for its tables");
    if (!status)
        status = gg_match_tables_new(p, c, self, limit,
                                     lists ? lists : listed(count_rows(p), c->clusters), threads,
                                     &x->tables, e);
    if (status) {
        gg_free(x);
        gg_free(kept);
        return status;
    }
    if (x->tables.listed < x->tables.clusters) {
        *kept = *p;
        *p = (gg_points){0};
        x->points = kept;
        x->tables.blocks.points = kept;
    } else {
        gg_free(kept);
    }
    *out = x;
    return GG_OK;
}

void gg_match_exact_free(gg_match_exact *x)
{
    if (x) {
        gg_match_tables_free(&x->tables);
        if (x->points)
            gg_points_free(x->points);
        gg_free(x->points);
        gg_free(x);
    }
}

/* ---- one pair ---- */

/* Takes the pair of i's entry s and j's entry t if it is smaller by (sum, a, b). */
static void consider(const gg_nearest *i, int s, const gg_nearest *j, int t, double limit,
                     gg_match *match)
{
    double sum = i->distance[s] + j->distance[t];
    int32_t a = i->node[s], b = j->node[t];
    if (!(sum < limit) || sum > match->distance)
        return;
    if (sum == match->distance && (a > match->a || (a == match->a && b >= match->b)))
        return;
    match->found = true;
    match->distance = sum;
    match->a = a;
    match->b = b;
}

/* The best of a cluster. */
static void consider_cluster(const gg_nearest *i, const gg_nearest *j, double limit,
                             gg_match *match)
{
    if (i->node[0] != j->node[0]) {
        consider(i, 0, j, 0, limit, match);
    } else {
        consider(i, 0, j, 1, limit, match);
        consider(i, 1, j, 0, limit, match);
    }
}

/* Both entries of a side are in different clusters, so two nearest in one cluster means that either
 * of the second nearest is in another. */
static void find_apart(const gg_match_exact *x, const int32_t *cluster, double limit, int32_t i,
                       int32_t j, gg_match *match)
{
    const gg_nearest *of_i = x->tables.apart + i, *of_j = x->tables.apart + j;
    for (int s = 0; s < 2; s++)
        for (int t = 0; t < 2; t++) {
            int32_t a = of_i->node[s], b = of_j->node[t];
            if (a >= 0 && b >= 0 && a != b && (cluster[a] < 0 || cluster[a] != cluster[b]))
                consider(of_i, s, of_j, t, limit, match);
        }
}

/* A sum as large as this cannot win. (It may win if it is as small as the best: by its nodes.) */
static bool beaten(double sum, double limit, const gg_match *match)
{
    return !(sum < limit) || sum > match->distance;
}

/* ---- tables of all clusters ---- */

/* A node's view of the tables. */
typedef struct view {
    int32_t node, cluster; /* its own */
    const gg_nearest *member;
    const int32_t *order;
    double rest;
    const gg_nearest *own;
} view;

static view view_of(const gg_match_tables *t, const int32_t *cluster, int32_t i)
{
    int64_t first = t->row[i] * t->listed;
    return (view){i,         cluster[i], t->member + first, t->order + first, t->rest[t->row[i]],
                  t->own + i};
}

/* member: of cluster c. */
static const gg_nearest *nearest_in(const view *v, const gg_nearest *member, int32_t c)
{
    return c == v->cluster ? v->own : member;
}

static void find_in_tables(int64_t clusters, const view *i, const view *j, double limit,
                           gg_match *match)
{
    for (int64_t k = 0; k < clusters; k++) {
        int32_t c = i->order[k], d = j->order[k];
        if (beaten(i->member[c].distance[0] + j->member[d].distance[0], limit, match))
            return;
        consider_cluster(nearest_in(i, i->member + c, c), nearest_in(j, j->member + c, c), limit,
                         match);
        if (c != d)
            consider_cluster(nearest_in(i, i->member + d, d), nearest_in(j, j->member + d, d),
                             limit, match);
    }
}

/* ---- lists of the nearest clusters ---- */

/* The two nearest members of cluster c. */
static gg_nearest search_cluster(const gg_match_exact *x, const view *v, int32_t c)
{
    const gg_match_tables *t = &x->tables;
    gg_nearest best = {{INFINITY, INFINITY}, {-1, -1}};
    if (c == v->cluster)
        return *v->own;
    for (int64_t k = t->begin[c]; k < t->begin[c + 1]; k++)
        gg_nearest_offer(&best, sqrt(gg_points_squared(x->points, v->node, t->node[k])),
                         t->node[k]);
    return best;
}

static const gg_nearest *listed_in(const view *v, int64_t count, int32_t c)
{
    for (int64_t k = 0; k < count; k++)
        if (v->order[k] == c)
            return nearest_in(v, v->member + k, c);
    return NULL;
}

/* Clusters in both lists. */
static void find_in_both(int64_t count, const view *i, const view *j, double limit, gg_match *match)
{
    for (int64_t k = 0; k < count; k++) {
        if (beaten(i->member[k].distance[0] + j->member[0].distance[0], limit, match))
            return;
        const gg_nearest *of_j = listed_in(j, count, i->order[k]);
        if (of_j)
            consider_cluster(nearest_in(i, i->member + k, i->order[k]), of_j, limit, match);
    }
}

/* Clusters in the list of `one` alone. */
static void find_in_one(const gg_match_exact *x, const view *one, const view *other, bool swapped,
                        double limit, gg_match *match)
{
    int64_t count = x->tables.listed;
    for (int64_t k = 0; k < count; k++) {
        int32_t c = one->order[k];
        const gg_nearest *of_one = nearest_in(one, one->member + k, c);
        if (beaten(one->member[k].distance[0] + other->rest, limit, match))
            return;
        if (listed_in(other, count, c))
            continue;
        gg_nearest of_other = search_cluster(x, other, c);
        consider_cluster(swapped ? &of_other : of_one, swapped ? of_one : &of_other, limit, match);
    }
}

/* Clusters in neither list, by the bounds of their blocks. */
static void find_in_none(const gg_match_exact *x, const view *i, const view *j, double limit,
                         gg_match *match)
{
    const gg_match_tables *t = &x->tables;
    const double *x_i = x->points->x + i->node * x->points->width;
    const double *x_j = x->points->x + j->node * x->points->width;
    for (int64_t k = 0; k < t->blocks.blocks; k++) {
        int32_t c = t->blocks.group[k];
        double low_i = INFINITY, low_j = INFINITY;
        for (; k < t->blocks.blocks && t->blocks.group[k] == c; k++) {
            low_i = fmin(low_i, gg_blocks_least(&t->blocks, k, x_i));
            low_j = fmin(low_j, gg_blocks_least(&t->blocks, k, x_j));
        }
        k--;
        if (c == t->clusters || beaten(fmax(low_i, i->rest) + fmax(low_j, j->rest), limit, match) ||
            listed_in(i, t->listed, c) || listed_in(j, t->listed, c))
            continue;
        gg_nearest of_i = search_cluster(x, i, c), of_j = search_cluster(x, j, c);
        consider_cluster(&of_i, &of_j, limit, match);
    }
}

static void find_in_lists(const gg_match_exact *x, const view *i, const view *j, double limit,
                          gg_match *match)
{
    find_in_both(x->tables.listed, i, j, limit, match);
    find_in_one(x, i, j, false, limit, match);
    find_in_one(x, j, i, true, limit, match);
    if (!beaten(i->rest + j->rest, limit, match))
        find_in_none(x, i, j, limit, match);
}

void gg_match_exact_find(const gg_match_exact *x, const gg_clustering *c, double limit, int32_t i,
                         int32_t j, gg_match *match)
{
    if (match->treatment) {
        find_apart(x, c->cluster, limit, i, j, match);
        return;
    }
    view of_i = view_of(&x->tables, c->cluster, i), of_j = view_of(&x->tables, c->cluster, j);
    if (x->points)
        find_in_lists(x, &of_i, &of_j, limit, match);
    else
        find_in_tables(x->tables.clusters, &of_i, &of_j, limit, match);
}
