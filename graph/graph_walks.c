/*
 * Random walks of second order: Grover and Leskovec 2016, "node2vec: scalable feature learning for
 * networks". A step from v, come from t, goes to a neighbour x of v with a weight of
 *
 *     w(x) = 1/p if x = t;  1 if x and t are neighbours;  1/q else.
 *
 * Tables of these for every (t, v) would take O(sum of squared degrees). Instead steps are drawn by
 * rejection (Yang et al. 2019, "KnightKing: a fast distributed graph random walk engine"): with M =
 * max(1, 1/q) and d neighbours of v, t is taken with probability (1/p) / (1/p + d M); else some x
 * is drawn from the neighbours, and kept with probability w(x) / M unless it is t. What comes out
 * has the probabilities wanted, and most x need no look at t's neighbours. Where M is far above the
 * weights that are there, rejection ends at some time and the weights are added up.
 */
#include "graph.h"
#include "given.h"

#include <math.h>

#include "neighbors.h"
#include "parallel.h"

#define TRIES 32  /* by rejection, of a step */
#define WALKS 16  /* a block */
#define SHARES 64 /* random positions of a step: TRIES, and one for adding up */

typedef struct walker {
    const gg_csr *a;
    const gg_walk_options *o;
    double back, out, most; /* 1/p, 1/q, M */
    gg_rng rng;
    const int32_t *start;
    int32_t *walks;
} walker;

static int32_t neighbor(const gg_csr *a, int32_t v, int64_t k)
{
    return a->col[a->rowptr[v] + k];
}

/* The k-th of d neighbours with k = u d, u below 1. */
static int32_t pick(const gg_csr *a, int32_t v, double u)
{
    int64_t d = gg_row_length(a, v), k = (int64_t)(u * (double)d);
    return neighbor(a, v, k < d ? k : d - 1);
}

static double weight(const walker *w, int32_t t, int32_t x)
{
    bool t_shorter = gg_row_length(w->a, t) < gg_row_length(w->a, x);
    if (x == t)
        return w->back;
    return gg_csr_has(w->a, t_shorter ? t : x, t_shorter ? x : t) ? 1 : w->out;
}

/* The first x at which the weights so far pass u times their sum. */
static int32_t pick_weighted(const walker *w, int32_t t, int32_t v, double u)
{
    int64_t d = gg_row_length(w->a, v);
    double sum = 0, until = 0;
    for (int64_t k = 0; k < d; k++)
        sum += weight(w, t, neighbor(w->a, v, k));
    for (int64_t k = 0; k < d - 1; k++) {
        until += weight(w, t, neighbor(w->a, v, k));
        if (until > u * sum)
            return neighbor(w->a, v, k);
    }
    return neighbor(w->a, v, d - 1);
}

/* Two numbers in [0, 1). */
static void draw_two(gg_rng rng, uint64_t position, double u[2])
{
    uint32_t words[4];
    gg_rng_words(rng, position, words);
    for (int k = 0; k < 2; k++)
        u[k] =
            (double)(((uint64_t)words[2 * k] | (uint64_t)words[2 * k + 1] << 32) >> 11) * 0x1p-53;
}

static int32_t step(const walker *w, int32_t t, int32_t v, gg_rng rng, uint64_t position)
{
    double u[2], surely = fmin(1, w->out) / w->most;
    double back = w->back / (w->back + (double)gg_row_length(w->a, v) * w->most);
    for (uint64_t try = 0; try < TRIES; try++) {
        draw_two(rng, position + try, u);
        if (u[0] < back)
            return t;
        int32_t x = pick(w->a, v, (u[0] - back) / (1 - back));
        if (x != t && (u[1] < surely || u[1] * w->most < weight(w, t, x)))
            return x;
    }
    return pick_weighted(w, t, v, gg_rng_uniform(rng, position + TRIES));
}

static void walk(const walker *w, int64_t k)
{
    int64_t length = w->o->length;
    int32_t *at = w->walks + k * length;
    bool plain = w->o->p == 1 && w->o->q == 1;
    gg_rng rng = gg_rng_fork(w->rng, (uint64_t)k);
    at[0] = w->start[k];
    bool stuck = gg_row_length(w->a, at[0]) == 0;
    for (int64_t s = 1; s < length; s++) {
        uint64_t position = (uint64_t)s * SHARES;
        if (stuck)
            at[s] = -1;
        else if (s == 1 || plain)
            at[s] = pick(w->a, at[s - 1], gg_rng_uniform(rng, position));
        else if (gg_row_length(w->a, at[s - 1]) == 1)
            at[s] = at[s - 2];
        else
            at[s] = step(w, at[s - 2], at[s - 1], rng, position);
    }
}

static void walk_block(void *context, int64_t begin, int64_t end)
{
    for (int64_t k = begin; k < end; k++)
        walk(context, k);
}

static gg_status check(const gg_graph *g, const gg_walk_options *o, int64_t count,
                       const int32_t *start, gg_error *e)
{
    if (o->length < 1)
        return gg_fail(e, GG_ERR_ARGUMENT, "walks: %lld nodes long, expected at least 1",
                       (long long)o->length);
    if (!(o->p >= 1e-6 && o->p <= 1e6 && o->q >= 1e-6 && o->q <= 1e6))
        return gg_fail(e, GG_ERR_ARGUMENT, "walks: p = %g, q = %g, expected 1e-6 to 1e6", o->p,
                       o->q);
    for (int64_t k = 0; k < count; k++)
        if (start[k] < 0 || start[k] >= g->nodes)
            return gg_fail(e, GG_ERR_ARGUMENT, "walks: start %d of walk %lld, expected 0 to %lld",
                           start[k], (long long)k, (long long)g->nodes - 1);
    return GG_OK;
}

gg_status gg_random_walks(const gg_graph *g, const gg_walk_options *options, gg_rng rng,
                          int64_t count, const int32_t *start, int threads, int32_t *walks,
                          gg_error *e)
{
    if (gg_graph_check(g, "walks", e) != GG_OK)
        return GG_ERR_ARGUMENT;
    gg_status status = check(g, options, count, start, e);
    walker w = {.a = g->adjacency,
                .o = options,
                .back = 1 / options->p,
                .out = 1 / options->q,
                .most = fmax(1, 1 / options->q),
                .rng = rng,
                .start = start,
                .walks = walks};
    if (!status)
        gg_parallel(threads, count, WALKS, walk_block, &w);
    return status;
}
