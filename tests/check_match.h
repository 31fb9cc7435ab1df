/* check_match.h: what the tests of matching share: the nearest match by a look at all pairs (a, b),
 * and the official walk by a transcription of its description. */
#ifndef GG_CHECK_MATCH_H
#define GG_CHECK_MATCH_H

#include "check.h"

#include <math.h>

#include "graph.h"

static inline int32_t check_below(gg_rng rng, uint64_t *at, int64_t bound)
{
    return (int32_t)gg_rng_below(rng, (*at)++, (uint64_t)bound);
}

/* Fewer than `most` edges, so that nodes are isolated where those are few. */
static inline gg_graph *check_random_graph(gg_rng rng, uint64_t *at, int64_t nodes, int64_t most)
{
    gg_pair_list pairs = {0};
    gg_graph *g;
    for (int64_t edges = check_below(rng, at, most); edges > 0; edges--)
        assert_int_equal(gg_pair_list_add(&pairs, check_below(rng, at, nodes),
                                          check_below(rng, at, nodes), NULL),
                         GG_OK);
    assert_int_equal(gg_graph_new(nodes, &pairs, &g, NULL), GG_OK);
    gg_pair_list_free(&pairs);
    return g;
}

/* Points of a grid of up to three dimensions and fewer than 2 + `most` steps, so that distances tie
 * and nodes coincide. */
static inline gg_tensor *check_grid_points(gg_rng rng, uint64_t *at, int64_t nodes, gg_dtype dtype,
                                           int64_t most)
{
    int64_t shape[] = {nodes, 1 + check_below(rng, at, 3)}, side = 2 + check_below(rng, at, most);
    gg_tensor *x;
    assert_int_equal(gg_tensor_new(dtype, 2, shape, &x, NULL), GG_OK);
    for (int64_t k = 0; k < gg_numel(x); k++)
        gg_set(x, k, check_below(rng, at, side));
    return x;
}

/* sqrt of a plain sum: exact for grid points, whatever the order. */
static inline double *check_distances(const gg_tensor *x)
{
    int64_t n = x->shape[0], w = x->shape[1];
    double *d = malloc((size_t)(n * n + 1) * sizeof *d), *y = malloc((size_t)(n * w) * sizeof *y);
    for (int64_t k = 0; k < n * w; k++)
        y[k] = gg_get(x, k);
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j <= i; j++) {
            double sum = 0;
            for (int64_t k = 0; k < w; k++)
                sum += (y[i * w + k] - y[j * w + k]) * (y[i * w + k] - y[j * w + k]);
            d[i * n + j] = d[j * n + i] = sqrt(sum);
        }
    free(y);
    return d;
}

/* What matches follow from. distance: N x N, of check_distances. */
typedef struct check_matching {
    const gg_graph *graph;
    const gg_treatment *t;
    const double *distance;
} check_matching;

/* Fills in what follows from the pair found. */
static inline gg_match check_conclude(const check_matching *c, gg_match m, int32_t i, int32_t j,
                                      int self_label)
{
    m.treatment = gg_treatment_at(c->t, i, j);
    m.cf_treatment = m.found ? !m.treatment : m.treatment;
    int32_t a = m.found ? m.a : i, b = m.found ? m.b : j;
    m.cf_label = a == b ? self_label : gg_csr_has(c->graph->adjacency, a, b);
    return m;
}

typedef struct check_neighbor {
    double distance;
    int32_t node;
} check_neighbor;

static inline int check_by_distance_and_node(const void *x, const void *y)
{
    const check_neighbor *p = x, *q = y;
    if (p->distance != q->distance)
        return p->distance < q->distance ? -1 : 1;
    return p->node - q->node;
}

static inline check_neighbor *check_sorted_neighbors(const check_matching *c, int32_t i, double own)
{
    int32_t n = (int32_t)c->graph->nodes;
    check_neighbor *list = malloc((size_t)n * sizeof *list);
    for (int32_t k = 0; k < n; k++)
        list[k] = (check_neighbor){k == i ? own : c->distance[i * n + k], k};
    qsort(list, (size_t)n, sizeof *list, check_by_distance_and_node);
    return list;
}

/* All pairs (a, b), nearest first, but those whose sum alone is too large. */
static inline gg_match check_nearest_match(const check_matching *c, double gamma, bool self,
                                           int32_t i, int32_t j)
{
    int64_t n = c->graph->nodes;
    check_neighbor *of_i = check_sorted_neighbors(c, i, 0), *of_j = check_sorted_neighbors(c, j, 0);
    gg_match best = {.a = -1, .b = -1, .distance = INFINITY};
    for (int64_t p = 0; p < n && !(of_i[p].distance + of_j[0].distance > best.distance); p++)
        for (int64_t q = 0; q < n; q++) {
            double sum = of_i[p].distance + of_j[q].distance;
            int32_t a = of_i[p].node, b = of_j[q].node;
            if (sum > best.distance || !(sum < 2 * gamma))
                break;
            if (a == b || (!self && (a == i || b == j)) ||
                gg_treatment_at(c->t, a, b) == gg_treatment_at(c->t, i, j))
                continue;
            if (sum < best.distance || a < best.a || (a == best.a && b < best.b))
                best = (gg_match){.found = true, .a = a, .b = b, .distance = sum};
        }
    free(of_i);
    free(of_j);
    return check_conclude(c, best, i, j, 0);
}

/* For i < j. */
static inline gg_match check_walked_match(const check_matching *c, double gamma, gg_match_mode mode,
                                          int32_t i, int32_t j)
{
    int64_t n = c->graph->nodes, p = 0, q = 0;
    double farthest = 0;
    for (int64_t k = 0; k < n * n; k++)
        farthest = fmax(farthest, c->distance[k]);
    check_neighbor *of_i = check_sorted_neighbors(c, i, farthest + 1);
    check_neighbor *of_j = check_sorted_neighbors(c, j, farthest + 1);
    gg_match m = {.a = -1, .b = -1, .distance = INFINITY};
    while (p < n - 1 && q < n - 1) {
        if (of_i[p].distance + of_j[q].distance > 2 * gamma)
            break;
        int32_t a = of_i[p].node, b = of_j[q].node;
        bool allowed = a != b || mode == GG_MATCH_OFFICIAL;
        if (allowed && gg_treatment_at(c->t, a, b) != gg_treatment_at(c->t, i, j)) {
            m = (gg_match){
                .found = true, .a = a, .b = b, .distance = of_i[p].distance + of_j[q].distance};
            break;
        }
        if (of_i[p + 1].distance < of_j[q + 1].distance)
            p++;
        else
            q++;
    }
    free(of_i);
    free(of_j);
    return check_conclude(c, m, i, j, 1);
}

static inline gg_match check_expected_match(const check_matching *c, double gamma,
                                            gg_match_mode mode, int32_t i, int32_t j)
{
    if (mode != GG_MATCH_OFFICIAL && mode != GG_MATCH_OFFICIAL_DISTINCT)
        return check_nearest_match(c, gamma, mode == GG_MATCH_EXACT_SELF, i, j);
    if (i < j)
        return check_walked_match(c, gamma, mode, i, j);
    gg_match m = check_walked_match(c, gamma, mode, j, i);
    int32_t a = m.a;
    m.a = m.b;
    m.b = a;
    return m;
}

static inline void check_same_match(gg_match x, gg_match y, double tolerance)
{
    bool near = x.distance == y.distance || fabs(x.distance - y.distance) <= tolerance;
    if (x.found != y.found || !near || x.a != y.a || x.b != y.b || x.treatment != y.treatment ||
        x.cf_treatment != y.cf_treatment || x.cf_label != y.cf_label)
        fail_msg("(%d, %d) at %.17g, T %d, CF %d %d; expected (%d, %d) at %.17g, T %d, CF %d %d",
                 x.a, x.b, x.distance, x.treatment, x.cf_treatment, x.cf_label, y.a, y.b,
                 y.distance, y.treatment, y.cf_treatment, y.cf_label);
}

#endif
