/*
 * The exact minimum of CFLP's equation 3 for a clustering treatment, from small tables.
 *
 * T_ij = 0 asks for a and b in one cluster. In cluster c the best a is i's nearest member and the
 * best b is j's; only if they are one node must one side step back to its second nearest. So two
 * members for each node and cluster decide, whatever the pair.
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

#include "parallel.h"

enum { ROWS = 128 };

/* Two nodes in the order of (distance, id); id -1 at infinity where there is none. */
typedef struct nearest {
    double distance[2];
    int32_t node[2];
} nearest;

struct gg_match_exact {
    int64_t nodes, clusters;
    nearest *member; /* nodes x clusters: the two nearest members */
    nearest *apart;  /* nodes: the nearest of all, and the nearest outside its cluster */
};

/* ---- building the tables ---- */

/* A row's distance to a node and all its twins: one-hot features have few different ones. */
typedef struct known {
    double distance;
    int64_t row; /* whose */
} known;

/* Work is dealt to slots, each with memory of its own. */
typedef struct builder {
    const gg_points *points;
    const int32_t *cluster;
    bool self;
    int64_t slots;
    double *estimate; /* slots x ROWS x nodes */
    double *smallest; /* slots x (clusters + 1) x 2: of a row's estimates */
    known *known;     /* slots x nodes */
    gg_match_exact *x;
} builder;

static const nearest nobody = {{INFINITY, INFINITY}, {-1, -1}};

/* Nodes come in ascending order, so that an equal distance never displaces. */
static void offer(nearest *best, double distance, int32_t node)
{
    if (distance < best->distance[0]) {
        best->distance[1] = best->distance[0];
        best->node[1] = best->node[0];
        best->distance[0] = distance;
        best->node[0] = node;
    } else if (distance < best->distance[1]) {
        best->distance[1] = distance;
        best->node[1] = node;
    }
}

/* The two smallest estimates in each cluster; the last entry is for the nodes in none. */
static void smallest_estimates(const builder *b, int64_t i, const double *estimate,
                               double (*smallest)[2])
{
    int64_t clusters = b->x->clusters;
    for (int64_t c = 0; c <= clusters; c++)
        smallest[c][0] = smallest[c][1] = INFINITY;
    for (int64_t a = 0; a < b->x->nodes; a++) {
        double *two = smallest[b->cluster[a] < 0 ? clusters : b->cluster[a]];
        if (estimate[a] >= two[1] || (a == i && !b->self))
            continue;
        two[1] = estimate[a] < two[0] ? two[0] : estimate[a];
        two[0] = estimate[a] < two[0] ? estimate[a] : two[0];
    }
}

/* The nearest two that are in different clusters: each cluster sends its nearest, the nodes in none
 * (whose two nearest are in lone) are clusters of their own. */
static nearest nearest_apart(const nearest *member, int64_t clusters, const nearest *lone)
{
    nearest best = *lone;
    for (int64_t c = 0; c < clusters; c++) {
        double distance = member[c].distance[0];
        int32_t node = member[c].node[0];
        for (int k = 0; k < 2; k++)
            if (distance < best.distance[k] ||
                (distance == best.distance[k] && node < best.node[k])) {
                double further = best.distance[k];
                int32_t last = best.node[k];
                best.distance[k] = distance;
                best.node[k] = node;
                distance = further;
                node = last;
            }
    }
    return best;
}

static double exact_distance(const gg_points *p, int64_t i, int32_t a, known *memory)
{
    known *one = memory + p->twin[a];
    if (one->row != i)
        *one = (known){sqrt(gg_points_squared(p, i, a)), i};
    return one->distance;
}

/* A node whose estimate is more than two errors above the cluster's second smallest is further than
 * two others: only the rest need exact distances. */
static void build_row(const builder *b, int64_t i, const double *estimate, double (*smallest)[2],
                      known *memory)
{
    int64_t clusters = b->x->clusters;
    nearest *member = b->x->member + i * clusters, lone = nobody;
    smallest_estimates(b, i, estimate, smallest);
    for (int64_t c = 0; c < clusters; c++)
        member[c] = nobody;
    double margin = 2 * b->points->slack;
    for (int32_t a = 0; a < b->x->nodes; a++) {
        int32_t c = b->cluster[a];
        if (estimate[a] > smallest[c < 0 ? clusters : c][1] + margin || (a == i && !b->self))
            continue;
        offer(c < 0 ? &lone : member + c, exact_distance(b->points, i, a, memory), a);
    }
    b->x->apart[i] = nearest_apart(member, clusters, &lone);
}

static void build_slots(void *context, int64_t begin, int64_t end)
{
    const builder *b = context;
    int64_t nodes = b->x->nodes;
    for (int64_t slot = begin; slot < end; slot++) {
        double *estimate = b->estimate + slot * ROWS * nodes;
        double(*smallest)[2] = (double(*)[2])(b->smallest + slot * 2 * (b->x->clusters + 1));
        known *memory = b->known + slot * nodes;
        for (int64_t a = 0; a < nodes; a++)
            memory[a].row = -1;
        for (int64_t i = slot * ROWS; i < nodes; i += b->slots * ROWS) {
            int64_t rows = nodes - i < ROWS ? nodes - i : ROWS;
            gg_points_estimate(b->points, i, rows, 0, nodes, estimate);
            for (int64_t r = 0; r < rows; r++)
                build_row(b, i + r, estimate + r * nodes, smallest, memory);
        }
    }
}

gg_status gg_match_exact_new(const gg_points *p, const gg_clustering *c, bool self, int threads,
                             gg_match_exact **out, gg_error *e)
{
    size_t nodes = (size_t)p->count, clusters = (size_t)c->clusters;
    size_t slots = threads < 1 ? 1 : (size_t)threads;
    gg_match_exact *x = gg_zalloc(1, sizeof *x);
    builder b = {.points = p, .cluster = c->cluster, .self = self, .slots = (int64_t)slots, .x = x};
    b.estimate = gg_alloc(slots * ROWS * nodes, sizeof *b.estimate);
    b.known = gg_alloc(slots * nodes, sizeof *b.known);
    b.smallest = gg_alloc(slots * (clusters + 1) * 2, sizeof *b.smallest);
    if (x) {
        x->nodes = p->count;
        x->clusters = c->clusters;
        x->member = gg_alloc(nodes * clusters, sizeof *x->member);
        x->apart = gg_alloc(nodes, sizeof *x->apart);
    }
    bool ready = x && x->member && x->apart && b.estimate && b.smallest && b.known;
    if (ready) {
        gg_parallel(threads, b.slots, 1, build_slots, &b);
        *out = x;
    } else {
        gg_match_exact_free(x);
    }
    gg_free(b.estimate);
    gg_free(b.smallest);
    gg_free(b.known);
    return ready ? GG_OK
                 : gg_fail(e, GG_ERR_MEMORY, "matching: no memory for %lld nodes x %d clusters",
                           (long long)p->count, c->clusters);
}

void gg_match_exact_free(gg_match_exact *x)
{
    if (x) {
        gg_free(x->member);
        gg_free(x->apart);
        gg_free(x);
    }
}

/* ---- looking up ---- */

/* Takes the pair of i's entry s and j's entry t if it is smaller by (sum, a, b). */
static void consider(const nearest *i, int s, const nearest *j, int t, double limit,
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

static void find_together(const gg_match_exact *x, double limit, int32_t i, int32_t j,
                          gg_match *match)
{
    const nearest *of_i = x->member + i * x->clusters, *of_j = x->member + j * x->clusters;
    for (int64_t c = 0; c < x->clusters; c++) {
        if (of_i[c].node[0] != of_j[c].node[0]) {
            consider(of_i + c, 0, of_j + c, 0, limit, match);
        } else {
            consider(of_i + c, 0, of_j + c, 1, limit, match);
            consider(of_i + c, 1, of_j + c, 0, limit, match);
        }
    }
}

/* Both entries of a side are in different clusters, so two nearest in one cluster means that either
 * of the second nearest is in another. */
static void find_apart(const gg_match_exact *x, const int32_t *cluster, double limit, int32_t i,
                       int32_t j, gg_match *match)
{
    const nearest *of_i = x->apart + i, *of_j = x->apart + j;
    for (int s = 0; s < 2; s++)
        for (int t = 0; t < 2; t++) {
            int32_t a = of_i->node[s], b = of_j->node[t];
            if (a >= 0 && b >= 0 && a != b && (cluster[a] < 0 || cluster[a] != cluster[b]))
                consider(of_i, s, of_j, t, limit, match);
        }
}

void gg_match_exact_find(const gg_match_exact *x, const gg_clustering *c, double limit, int32_t i,
                         int32_t j, gg_match *match)
{
    if (match->treatment)
        find_apart(x, c->cluster, limit, i, j, match);
    else
        find_together(x, limit, i, j, match);
}
