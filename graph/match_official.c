/*
 * The walk of the authors' program: two lists of neighbours, sorted by distance, gone through in
 * step until a pair has the other treatment or the sum passes 2 gamma. It stops at the first such
 * pair, which need not be the nearest, and a and b may be one node, unless such pairs are passed
 * over. For parity runs.
 */
#include "match.h"

#include <math.h>

#include "parallel.h"
#include "sort.h"

enum { ROWS = 16 };

/* Row i: the other nodes by (distance, id), and last the node itself, at infinity (the program
 * writes the largest distance + 1 on its diagonal). */
struct gg_match_official {
    int64_t nodes;
    int32_t *node;
    double *distance;
};

typedef struct builder {
    const gg_points *points;
    int64_t slots;
    uint64_t *key, *key_space; /* slots x nodes */
    int32_t *node_space;
    gg_match_official *x;
} builder;

/* The rows of one block against those of another not before it, both halves of the symmetric matrix
 * at once. */
static void measure_block(const builder *b, int64_t i_begin, int64_t j_begin)
{
    int64_t n = b->x->nodes;
    double *distance = b->x->distance;
    for (int64_t i = i_begin; i < n && i < i_begin + ROWS; i++)
        for (int64_t j = j_begin > i ? j_begin : i; j < n && j < j_begin + ROWS; j++) {
            double d = i == j ? INFINITY : sqrt(gg_points_squared(b->points, i, j));
            distance[i * n + j] = distance[j * n + i] = d;
        }
}

/* In blocks, so that wide rows are read from cache. */
static void measure_slots(void *context, int64_t begin, int64_t end)
{
    const builder *b = context;
    int64_t n = b->x->nodes;
    for (int64_t slot = begin; slot < end; slot++)
        for (int64_t i = slot * ROWS; i < n; i += b->slots * ROWS)
            for (int64_t j = i; j < n; j += ROWS)
                measure_block(b, i, j);
}

static void sort_slots(void *context, int64_t begin, int64_t end)
{
    const builder *b = context;
    int64_t n = b->x->nodes;
    for (int64_t slot = begin; slot < end; slot++) {
        uint64_t *key = b->key + slot * n, *key_space = b->key_space + slot * n;
        for (int64_t i = slot; i < n; i += b->slots) {
            double *distance = b->x->distance + i * n;
            int32_t *node = b->x->node + i * n;
            for (int32_t k = 0; k < n; k++) {
                key[k] = gg_sort_key(distance[k]);
                node[k] = k;
            }
            gg_sort_keys(n, key, node, key_space, b->node_space + slot * n);
            for (int64_t k = 0; k < n; k++)
                distance[k] = gg_sort_value(key[k]);
        }
    }
}

gg_status gg_match_official_new(const gg_points *p, int threads, gg_match_official **out,
                                gg_error *e)
{
    size_t nodes = (size_t)p->count, slots = threads < 1 ? 1 : (size_t)threads;
    gg_match_official *x = gg_zalloc(1, sizeof *x);
    builder b = {.points = p, .slots = (int64_t)slots, .x = x};
    b.key = gg_alloc(slots * nodes, sizeof *b.key);
    b.key_space = gg_alloc(slots * nodes, sizeof *b.key_space);
    b.node_space = gg_alloc(slots * nodes, sizeof *b.node_space);
    if (x) {
        x->nodes = p->count;
        x->node = gg_alloc(nodes * nodes, sizeof *x->node);
        x->distance = gg_alloc(nodes * nodes, sizeof *x->distance);
    }
    bool ready = x && x->node && x->distance && b.key && b.key_space && b.node_space;
    if (ready) {
        gg_parallel(threads, b.slots, 1, measure_slots, &b);
        gg_parallel(threads, b.slots, 1, sort_slots, &b);
        *out = x;
    } else {
        gg_match_official_free(x);
    }
    gg_free(b.key);
    gg_free(b.key_space);
    gg_free(b.node_space);
    return ready ? GG_OK
                 : gg_fail(e, GG_ERR_MEMORY, "matching: no memory for %lld x %lld neighbours",
                           (long long)p->count, (long long)p->count);
}

void gg_match_official_free(gg_match_official *x)
{
    if (x) {
        gg_free(x->node);
        gg_free(x->distance);
        gg_free(x);
    }
}

void gg_match_official_find(const gg_match_official *x, const gg_treatment *t, double limit,
                            bool distinct, int32_t i, int32_t j, gg_match *match)
{
    const double *from_i = x->distance + i * x->nodes, *from_j = x->distance + j * x->nodes;
    const int32_t *of_i = x->node + i * x->nodes, *of_j = x->node + j * x->nodes;
    int64_t p = 0, q = 0;
    while (p < x->nodes - 1 && q < x->nodes - 1 && !(from_i[p] + from_j[q] > limit)) {
        bool passed_over = distinct && of_i[p] == of_j[q];
        if (!passed_over && gg_treatment_at(t, of_i[p], of_j[q]) != match->treatment) {
            match->found = true;
            match->a = of_i[p];
            match->b = of_j[q];
            match->distance = from_i[p] + from_j[q];
            return;
        }
        if (from_i[p + 1] < from_j[q + 1])
            p++;
        else
            q++;
    }
}
