/*
 * Personalised-PageRank diffusion, S = alpha (I - (1 - alpha) D^-1/2 (A + I) D^-1/2)^-1, a sparse
 * part of it from below.
 *
 * A walk over A + I ends at each step with probability alpha; P_ij is the probability that one from
 * i ends at j. Then S_ij = P_ij sqrt(d_i / d_j). A forward push (Andersen, Chung and Lang 2006,
 * "Local graph partitioning using PageRank vectors", section 3) keeps for each node v what has
 * ended there, p_v, and what is still on its way, r_v:
 *
 *     P_ij = p_j + sum over v of r_v P_vj.
 *
 * It moves on what is at v while r_v > epsilon d_v. Walks are reversible, d_v P_vj = d_j P_jv, so
 * the rest is then at most epsilon sum_v d_j P_jv = epsilon d_j, and S_ij is missed by at most
 * epsilon sqrt(d_i d_j). The work for a row is at most 1 / (alpha epsilon), however large the graph
 * and its hubs.
 *
 * Of v's walks (1 - alpha) / d_v come straight back by the loop. All of these are followed at once:
 * 1 / (1 - (1 - alpha) / d_v) visits, of which alpha end there.
 */
#include "graph.h"
#include "given.h"

#include <math.h>
#include <stdlib.h>

#include "parallel.h"

#define ROWS 64 /* a block of rows; a thread takes every so many-th block */

typedef struct entry {
    double value;
    int32_t col;
} entry;

/* What a thread works with: an element a node each, but for best. */
typedef struct scratch {
    double *ended, *moving; /* p and r, 0 between rows */
    bool *waits;            /* in the queue */
    int32_t *queue;         /* a ring */
    int64_t first, waiting; /* of the queue */
    int32_t *seen;          /* nodes with p or r above 0 */
    int64_t seen_count;
    entry *best; /* most: a heap, the least on top */
    int64_t best_count;
} scratch;

/* The largest entries of row i, by column: entry[i * most] to entry[i * most + count[i] - 1]. */
typedef struct job {
    const gg_csr *adjacency;
    double alpha, epsilon;
    int64_t most;
    int parts;
    scratch *part;
    entry *entry;
    int64_t *count;
} job;

/* ---- push ---- */

static double degree(const gg_csr *a, int32_t i)
{
    return (double)(a->rowptr[i + 1] - a->rowptr[i] + 1);
}

static void arrive(const job *j, scratch *s, int32_t v, double share)
{
    if (s->ended[v] == 0 && s->moving[v] == 0)
        s->seen[s->seen_count++] = v;
    s->moving[v] += share;
    if (!s->waits[v] && s->moving[v] > j->epsilon * degree(j->adjacency, v)) {
        int64_t n = j->adjacency->rows, at = s->first + s->waiting++;
        s->queue[at < n ? at : at - n] = v;
        s->waits[v] = true;
    }
}

static void push(const job *j, scratch *s, int32_t v)
{
    const gg_csr *a = j->adjacency;
    double walks = s->moving[v] / (1 - (1 - j->alpha) / degree(a, v));
    double share = walks * (1 - j->alpha) / degree(a, v);
    s->ended[v] += walks * j->alpha;
    s->moving[v] = 0;
    for (int64_t k = a->rowptr[v]; k < a->rowptr[v + 1]; k++)
        arrive(j, s, a->col[k], share);
}

/* The source is pushed whatever its degree: else a hub would know no neighbour. */
static void push_from(const job *j, scratch *s, int32_t source)
{
    int64_t n = j->adjacency->rows;
    s->first = s->waiting = s->seen_count = 0;
    s->seen[s->seen_count++] = source;
    s->moving[source] = 1;
    push(j, s, source);
    while (s->waiting > 0) {
        int32_t v = s->queue[s->first];
        s->first = s->first + 1 < n ? s->first + 1 : 0;
        s->waiting--;
        s->waits[v] = false;
        push(j, s, v);
    }
}

/* ---- the largest entries of a row ---- */

static bool less(entry a, entry b)
{
    return a.value < b.value || (a.value == b.value && a.col > b.col);
}

/* Lets the top of the heap sink to its place. */
static void sink(entry *heap, int64_t count)
{
    entry x = heap[0];
    int64_t at = 0;
    for (int64_t child = 1; child < count; child = 2 * at + 1) {
        child += child + 1 < count && less(heap[child + 1], heap[child]);
        if (!less(heap[child], x))
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = x;
}

static void rise(entry *heap, int64_t at)
{
    entry x = heap[at];
    for (; at > 0 && less(x, heap[(at - 1) / 2]); at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = x;
}

static void offer(scratch *s, int64_t most, entry x)
{
    if (s->best_count < most) {
        s->best[s->best_count] = x;
        rise(s->best, s->best_count++);
    } else if (less(s->best[0], x)) {
        s->best[0] = x;
        sink(s->best, most);
    }
}

static int by_column(const void *a, const void *b)
{
    int32_t x = ((const entry *)a)->col, y = ((const entry *)b)->col;
    return (x > y) - (x < y);
}

/* What is still at v counts as pushed once more, without its neighbours: still from below. */
static double ending(const job *j, const scratch *s, int32_t v)
{
    return s->ended[v] + s->moving[v] * j->alpha / (1 - (1 - j->alpha) / degree(j->adjacency, v));
}

static void diffuse_row(const job *j, scratch *s, int32_t i)
{
    push_from(j, s, i);
    s->best_count = 0;
    for (int64_t k = 0; k < s->seen_count; k++) {
        int32_t v = s->seen[k];
        double scale = sqrt(degree(j->adjacency, i) / degree(j->adjacency, v));
        offer(s, j->most, (entry){ending(j, s, v) * scale, v});
        s->ended[v] = s->moving[v] = 0;
    }
    entry *row = j->entry + i * j->most;
    for (int64_t k = 0; k < s->best_count; k++)
        row[k] = s->best[k];
    qsort(row, (size_t)s->best_count, sizeof *row, by_column);
    j->count[i] = s->best_count;
}

/* Rows need nothing from each other, so how they are divided changes no bit. */
static void diffuse_part(void *context, int64_t begin, int64_t end)
{
    const job *j = context;
    int64_t n = j->adjacency->rows;
    for (int64_t part = begin; part < end; part++)
        for (int64_t block = part; block * ROWS < n; block += j->parts)
            for (int64_t i = block * ROWS; i < n && i < (block + 1) * ROWS; i++)
                diffuse_row(j, &j->part[part], (int32_t)i);
}

/* ---- the matrix ---- */

/* Row i's entry in column col, or NULL. */
static const entry *find(const job *j, int32_t i, int32_t col)
{
    entry key = {0, col};
    return bsearch(&key, j->entry + i * j->most, (size_t)j->count[i], sizeof key, by_column);
}

/* S is symmetric and its entries are known from below, by two rows: the larger value is nearer, and
 * what either row kept is kept. So hubs have all those to whom they matter. */
static int64_t join(const job *j, int32_t *row, int32_t *col, double *value)
{
    int64_t count = 0;
    for (int32_t i = 0; i < j->adjacency->rows; i++)
        for (int64_t k = 0; k < j->count[i]; k++) {
            entry x = j->entry[i * j->most + k];
            const entry *back = find(j, x.col, i);
            row[count] = i;
            col[count] = x.col;
            value[count++] = back && back->value > x.value ? back->value : x.value;
            if (!back) {
                row[count] = x.col;
                col[count] = i;
                value[count++] = x.value;
            }
        }
    return count;
}

static gg_status assemble(const job *j, gg_dtype dtype, gg_csr **out, gg_error *e)
{
    int64_t n = j->adjacency->rows, room = 0;
    for (int64_t i = 0; i < n; i++)
        room += 2 * j->count[i];
    int32_t *row = gg_alloc((size_t)room, sizeof *row), *col = gg_alloc((size_t)room, sizeof *col);
    double *value = gg_alloc((size_t)room, sizeof *value);
    gg_status s = GG_ERR_MEMORY;
    if (row && col && value)
        s = gg_csr_from_coo(n, n, join(j, row, col, value), row, col, value, dtype, out, e);
    else
        gg_fail(e, s, "diffusion: no memory for %lld entries", (long long)room);
    gg_free(row);
    gg_free(col);
    gg_free(value);
    return s;
}

static bool scratch_new(scratch *s, int64_t nodes, int64_t most)
{
    size_t n = (size_t)nodes;
    *s = (scratch){.ended = gg_zalloc(n, sizeof *s->ended),
                   .moving = gg_zalloc(n, sizeof *s->moving),
                   .waits = gg_zalloc(n, sizeof *s->waits),
                   .queue = gg_alloc(n, sizeof *s->queue),
                   .seen = gg_alloc(n, sizeof *s->seen),
                   .best = gg_alloc((size_t)most, sizeof *s->best)};
    return s->ended && s->moving && s->waits && s->queue && s->seen && s->best;
}

static gg_status prepare(job *j, gg_error *e)
{
    int64_t n = j->adjacency->rows;
    j->count = gg_alloc((size_t)n, sizeof *j->count);
    j->entry = gg_alloc((size_t)n, (size_t)j->most * sizeof *j->entry);
    j->part = gg_zalloc((size_t)j->parts, sizeof *j->part);
    bool there = j->count && j->entry && j->part;
    for (int k = 0; there && k < j->parts; k++)
        there = scratch_new(&j->part[k], n, j->most);
    return there ? GG_OK
                 : gg_fail(e, GG_ERR_MEMORY, "diffusion: no memory for %lld rows of %lld entries",
                           (long long)n, (long long)j->most);
}

static void release(job *j)
{
    for (int k = 0; j->part && k < j->parts; k++) {
        scratch *s = &j->part[k];
        gg_free(s->ended);
        gg_free(s->moving);
        gg_free(s->waits);
        gg_free(s->queue);
        gg_free(s->seen);
        gg_free(s->best);
    }
    gg_free(j->part);
    gg_free(j->entry);
    gg_free(j->count);
}

static gg_status check(double alpha, double epsilon, int64_t most, int threads, gg_error *e)
{
    if (!(alpha > 0 && alpha < 1))
        return gg_fail(e, GG_ERR_ARGUMENT, "diffusion: alpha %g, expected above 0 and below 1",
                       alpha);
    if (!(epsilon > 0 && epsilon <= 1))
        return gg_fail(e, GG_ERR_ARGUMENT, "diffusion: epsilon %g, expected above 0, at most 1",
                       epsilon);
    if (most < 1 || threads < 1)
        return gg_fail(e, GG_ERR_ARGUMENT,
                       "diffusion: %lld entries a row by %d threads, expected at least 1 of either",
                       (long long)most, threads);
    return GG_OK;
}

gg_status gg_graph_diffusion(const gg_graph *g, double alpha, double epsilon, int64_t most,
                             gg_dtype dtype, int threads, gg_csr **out, gg_error *e)
{
    if (gg_graph_check(g, "diffusion", e) != GG_OK)
        return GG_ERR_ARGUMENT;
    gg_status s = check(alpha, epsilon, most, threads, e);
    if (s != GG_OK)
        return s;
    job j = {.adjacency = g->adjacency,
             .alpha = alpha,
             .epsilon = epsilon,
             .most = most < g->nodes ? most : g->nodes,
             .parts = threads};
    s = prepare(&j, e);
    if (s == GG_OK) {
        gg_parallel(threads, j.parts, 1, diffuse_part, &j);
        s = assemble(&j, dtype, out, e);
    }
    release(&j);
    return s;
}
