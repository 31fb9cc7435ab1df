/*
 * Training negatives without an N x N structure. The pair u < v is number v(v-1)/2 + u. The numbers
 * that may not be drawn are sorted, so the allowed ones have ranks: r is the rank of the number
 * r + m, where m forbidden numbers lie under it. A draw takes distinct random ranks.
 */
#include "graph.h"

#include <math.h>
#include <string.h>

#include "parallel.h"
#include "philox.h"
#include "sort.h"

enum { BATCH = 256 };

struct gg_negatives {
    int64_t available;
    int64_t forbidden;
    int64_t *below; /* of each forbidden number: how many allowed ones lie under it; ascending */
    int64_t *jump;  /* of each group of 2^shift ranks: how many entries of below lie before it */
    int shift;

    int64_t *rank; /* scratch of a draw, kept between draws */
    int64_t rank_capacity;
    int64_t *taken; /* a hash set: open addressing, -1 is empty; a power of two slots */
    int64_t taken_capacity;
};

/* ---- pairs and their numbers ---- */

static int64_t number_of(int64_t u, int64_t v)
{
    return u < v ? v * (v - 1) / 2 + u : u * (u - 1) / 2 + v;
}

/* v is the largest with v(v-1)/2 <= number; the rounded root is at most one off. */
static void pair_of(int64_t number, int32_t *u, int32_t *v)
{
    int64_t large = (int64_t)((1 + sqrt(1 + 8 * (double)number)) / 2);
    while (large * (large - 1) / 2 > number)
        large--;
    while (large * (large + 1) / 2 <= number)
        large++;
    *u = (int32_t)(number - large * (large - 1) / 2);
    *v = (int32_t)large;
}

/* ---- the forbidden numbers ---- */

/* Links of the whole graph count even where the split leaves them out: they are no non-links. */
static uint64_t *list_links(const gg_graph *g, uint64_t *number)
{
    for (int64_t u = 0; g && u < g->nodes; u++)
        for (int64_t k = g->adjacency->rowptr[u]; k < g->adjacency->rowptr[u + 1]; k++)
            if (u < g->adjacency->col[k])
                *number++ = (uint64_t)number_of(u, g->adjacency->col[k]);
    return number;
}

static gg_status list_forbidden(const gg_dataset *d, uint64_t *number, gg_error *e)
{
    number = list_links(d->full, number);
    const gg_split *s = &d->split;
    const gg_pair_list *lists[] = {&s->train, &s->valid, &s->valid_neg, &s->test, &s->test_neg};
    for (size_t l = 0; l < sizeof lists / sizeof *lists; l++)
        for (int64_t k = 0; k < lists[l]->count; k++) {
            int32_t u = lists[l]->u[k], v = lists[l]->v[k];
            if (u < 0 || v < 0 || u >= d->nodes || v >= d->nodes || u == v)
                return gg_fail(e, GG_ERR_ARGUMENT,
                               "negatives: the split has (%d, %d), no pair of %lld nodes", u, v,
                               (long long)d->nodes);
            *number++ = (uint64_t)number_of(u, v);
        }
    return GG_OK;
}

/* From sorted numbers, which may repeat. */
static void set_below(gg_negatives *n, const uint64_t *number, int64_t count)
{
    for (int64_t k = 0; k < count; k++)
        if (k == 0 || number[k] != number[k - 1]) {
            n->below[n->forbidden] = (int64_t)number[k] - n->forbidden;
            n->forbidden++;
        }
}

/* Four to eight groups for a forbidden number: most searches end before their first step. */
static gg_status set_jump(gg_negatives *n, gg_error *e)
{
    while (n->available >> n->shift > 8 * n->forbidden + 16)
        n->shift++;
    int64_t groups = (n->available >> n->shift) + 2, entry = 0;
    n->jump = gg_alloc((size_t)groups, sizeof *n->jump);
    if (!n->jump)
        return gg_fail(e, GG_ERR_MEMORY, "negatives: no memory for %lld groups", (long long)groups);
    for (int64_t group = 0; group < groups; group++) {
        while (entry < n->forbidden && n->below[entry] < group << n->shift)
            entry++;
        n->jump[group] = entry;
    }
    return GG_OK;
}

static gg_status build(gg_negatives *n, const gg_dataset *d, gg_error *e)
{
    const gg_split *s = &d->split;
    int64_t count = (d->full ? d->full->edges : 0) + s->train.count + s->valid.count +
                    s->valid_neg.count + s->test.count + s->test_neg.count;
    uint64_t *number = gg_alloc(2 * (size_t)count, sizeof *number);
    n->below = gg_alloc((size_t)count, sizeof *n->below);
    gg_status status =
        number && n->below
            ? list_forbidden(d, number, e)
            : gg_fail(e, GG_ERR_MEMORY, "negatives: no memory for %lld pairs", (long long)count);
    if (status == GG_OK) {
        gg_sort_keys(count, number, NULL, number + count, NULL);
        set_below(n, number, count);
        n->available = d->nodes * (d->nodes - 1) / 2 - n->forbidden;
        status = set_jump(n, e);
    }
    gg_free(number);
    return status;
}

gg_status gg_negatives_new(const gg_dataset *d, gg_negatives **out, gg_error *e)
{
    gg_negatives *n = gg_zalloc(1, sizeof *n);
    if (!n)
        return gg_fail(e, GG_ERR_MEMORY, "negatives: no memory");
    gg_status status = build(n, d, e);
    if (status == GG_OK)
        *out = n;
    else
        gg_negatives_free(n);
    return status;
}

void gg_negatives_free(gg_negatives *n)
{
    if (n) {
        gg_free(n->below);
        gg_free(n->jump);
        gg_free(n->rank);
        gg_free(n->taken);
        gg_free(n);
    }
}

int64_t gg_negatives_available(const gg_negatives *n)
{
    return n->available;
}

/* m is the number of entries of below that are <= rank. */
static int64_t allowed_number(const gg_negatives *n, int64_t rank)
{
    int64_t lo = n->jump[rank >> n->shift], hi = n->jump[(rank >> n->shift) + 1];
    while (lo < hi) {
        int64_t middle = lo + (hi - lo) / 2;
        if (n->below[middle] <= rank)
            lo = middle + 1;
        else
            hi = middle;
    }
    return rank + lo;
}

/* ---- distinct ranks ---- */

static gg_status reserve(int64_t **block, int64_t *capacity, int64_t wanted, gg_error *e)
{
    if (*capacity >= wanted)
        return GG_OK;
    int64_t *larger = gg_alloc((size_t)wanted, sizeof *larger);
    if (!larger)
        return gg_fail(e, GG_ERR_MEMORY, "negatives: no memory to draw %lld", (long long)wanted);
    gg_free(*block);
    *block = larger;
    *capacity = wanted;
    return GG_OK;
}

/* bits / 2^64 of bound, rounded down, as gg_rng_below: uneven by less than bound / 2^64. */
static int64_t scaled(uint64_t bits, uint64_t bound)
{
    uint64_t lo = (bits & 0xffffffffu) * (bound & 0xffffffffu);
    uint64_t mid = (bits >> 32) * (bound & 0xffffffffu) + (lo >> 32);
    uint64_t mid2 = (bits & 0xffffffffu) * (bound >> 32) + (mid & 0xffffffffu);
    return (int64_t)((bits >> 32) * (bound >> 32) + (mid >> 32) + (mid2 >> 32));
}

/* BATCH random ranks, from the BATCH / 2 positions at which they begin: 128 bits make two. */
GG_SIMD static void draw_batch(gg_rng rng, uint64_t position, uint64_t bound, int64_t *rank)
{
    for (uint64_t k = 0; k < BATCH / 2; k++) {
        uint32_t w[4];
        gg_philox(rng, position + k, w);
        rank[k] = scaled((uint64_t)w[0] | (uint64_t)w[1] << 32, bound);
        rank[k + BATCH / 2] = scaled((uint64_t)w[2] | (uint64_t)w[3] << 32, bound);
    }
}

/* Where the search for a rank in the set begins: Fibonacci hashing. */
static int64_t home_of(int64_t rank, int64_t mask)
{
    return (int64_t)(((uint64_t)rank * 0x9e3779b97f4a7c15u) >> 20) & mask;
}

/* The slot of a rank in the set, or the empty one where it belongs. */
static int64_t slot_of(const int64_t *taken, int64_t mask, int64_t rank)
{
    int64_t slot = home_of(rank, mask);
    while (taken[slot] >= 0 && taken[slot] != rank)
        slot = (slot + 1) & mask;
    return slot;
}

/* Draws count distinct ranks into the set, rejecting repeats, and into out (may be NULL) in the
 * order of their drawing. With count <= available / 2 a rank takes two draws on average at most.
 * A batch's slots are fetched together, as the set is larger than the cache. */
static void draw_distinct(gg_negatives *n, gg_rng rng, int64_t count, int64_t mask, int64_t *out)
{
    memset(n->taken, 0xff, (size_t)(mask + 1) * sizeof *n->taken);
    int64_t batch[BATCH], drawn = 0;
    for (uint64_t position = 0; drawn < count; position += BATCH / 2) {
        draw_batch(rng, position, (uint64_t)n->available, batch);
        for (int k = 0; k < BATCH; k++)
            __builtin_prefetch(n->taken + home_of(batch[k], mask), 1);
        for (int k = 0; k < BATCH && drawn < count; k++) {
            int64_t slot = slot_of(n->taken, mask, batch[k]);
            if (n->taken[slot] == batch[k])
                continue;
            n->taken[slot] = batch[k];
            if (out)
                out[drawn] = batch[k];
            drawn++;
        }
    }
}

/* When more than half are wanted, the ones to leave out are drawn. */
static void draw_complement(gg_negatives *n, gg_rng rng, int64_t count, int64_t mask)
{
    draw_distinct(n, gg_rng_fork(rng, 1), n->available - count, mask, NULL);
    int64_t k = 0;
    for (int64_t rank = 0; rank < n->available; rank++)
        if (n->taken[slot_of(n->taken, mask, rank)] < 0)
            n->rank[k++] = rank;
    gg_rng_shuffle(gg_rng_fork(rng, 2), n->rank, count);
}

gg_status gg_negatives_draw(gg_negatives *n, gg_rng rng, int64_t count, int32_t *u, int32_t *v,
                            gg_error *e)
{
    if (count < 0 || count > n->available)
        return gg_fail(e, GG_ERR_ARGUMENT,
                       "negatives: %lld wanted, but only %lld pairs are neither training links nor "
                       "validation or test pairs",
                       (long long)count, (long long)n->available);
    bool most = count > n->available / 2;
    int64_t members = most ? n->available - count : count, slots = 16;
    while (slots < 2 * members)
        slots *= 2;
    gg_status status = reserve(&n->rank, &n->rank_capacity, count, e);
    if (status == GG_OK)
        status = reserve(&n->taken, &n->taken_capacity, slots, e);
    if (status != GG_OK)
        return status;
    if (most)
        draw_complement(n, rng, count, slots - 1);
    else
        draw_distinct(n, rng, count, slots - 1, n->rank);
    for (int64_t k = 0; k < count; k++)
        pair_of(allowed_number(n, n->rank[k]), u + k, v + k);
    return GG_OK;
}
