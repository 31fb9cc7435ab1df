/* Pairs from walks, by a counting sort: each block of walks counts its pairs in every cell, and
 * then writes them to places of its own. */
#include "walk_pairs.h"

#include <string.h>

#include "parallel.h"

#define BLOCKS 64 /* of walks */

enum { WALKS, WINDOWS }; /* forks of the generator */

typedef struct sorting {
    gg_walk_pairs *p;
    gg_rng rng;
    int64_t count, walks; /* of all; of a block */
    bool write;
} sorting;

gg_status gg_walk_pairs_new(const gg_node_parts *parts, const gg_walk_options *options,
                            int64_t window, int64_t capacity, gg_walk_pairs *out, gg_error *e)
{
    size_t cells = (size_t)(parts->parts * parts->parts);
    size_t nodes = (size_t)(capacity * options->length), pairs = nodes * (size_t)(2 * window);
    gg_walk_pairs p = {.parts = parts,
                       .options = *options,
                       .window = window,
                       .capacity = capacity,
                       .walks = gg_alloc(nodes, sizeof *p.walks),
                       .cell = gg_alloc(cells + 1, sizeof *p.cell),
                       .cursor = gg_alloc(cells * BLOCKS, sizeof *p.cursor),
                       .center = gg_alloc(pairs, sizeof *p.center),
                       .context = gg_alloc(pairs, sizeof *p.context)};
    if (p.walks && p.cell && p.cursor && p.center && p.context) {
        *out = p;
        return GG_OK;
    }
    gg_walk_pairs_free(&p);
    return gg_fail(e, GG_ERR_MEMORY, "embedding: no memory for %zu pairs", pairs);
}

void gg_walk_pairs_free(gg_walk_pairs *p)
{
    gg_free(p->walks);
    gg_free(p->cell);
    gg_free(p->cursor);
    gg_free(p->center);
    gg_free(p->context);
    *p = (gg_walk_pairs){0};
}

/* Counts or writes the pairs of one walk. */
static void sort_walk(const sorting *s, int64_t walk, int64_t *cursor)
{
    const gg_walk_pairs *p = s->p;
    const int64_t length = p->options.length, parts = p->parts->parts;
    const int32_t *at = p->walks + walk * length, *part = p->parts->part;
    for (int64_t i = 0; i < length; i++) {
        int64_t w = 1 + (int64_t)gg_rng_below(gg_rng_fork(s->rng, WINDOWS),
                                              (uint64_t)(walk * length + i), (uint64_t)p->window);
        int64_t first = i > w ? i - w : 0, last = i + w < length ? i + w : length - 1;
        int64_t *row = cursor + part[at[i]] * parts;
        for (int64_t j = first; j <= last; j++) {
            if (j == i)
                continue;
            int64_t place = row[part[at[j]]]++;
            if (s->write) {
                p->center[place] = at[i];
                p->context[place] = at[j];
            }
        }
    }
}

static void sort_block(void *context, int64_t begin, int64_t end)
{
    const sorting *s = context;
    for (int64_t b = begin; b < end; b++) {
        int64_t last = (b + 1) * s->walks < s->count ? (b + 1) * s->walks : s->count;
        for (int64_t walk = b * s->walks; walk < last; walk++)
            sort_walk(s, walk, s->p->cursor + b * s->p->parts->parts * s->p->parts->parts);
    }
}

/* From counts to places: cell after cell, in each block after block. */
static void place(gg_walk_pairs *p)
{
    int64_t cells = p->parts->parts * p->parts->parts, pairs = 0;
    for (int64_t c = 0; c < cells; c++) {
        p->cell[c] = pairs;
        for (int64_t b = 0; b < BLOCKS; b++) {
            int64_t count = p->cursor[b * cells + c];
            p->cursor[b * cells + c] = pairs;
            pairs += count;
        }
    }
    p->cell[cells] = pairs;
}

gg_status gg_walk_pairs_draw(gg_walk_pairs *p, const gg_graph *g, gg_rng rng, int64_t count,
                             const int32_t *start, int threads, gg_error *e)
{
    size_t cells = (size_t)(p->parts->parts * p->parts->parts);
    sorting s = {p, rng, count, (count + BLOCKS - 1) / BLOCKS, false};
    gg_status status = gg_random_walks(g, &p->options, gg_rng_fork(rng, WALKS), count, start,
                                       threads, p->walks, e);
    if (status)
        return status;
    memset(p->cursor, 0, cells * BLOCKS * sizeof *p->cursor);
    gg_parallel(threads, BLOCKS, 1, sort_block, &s);
    place(p);
    s.write = true;
    gg_parallel(threads, BLOCKS, 1, sort_block, &s);
    return GG_OK;
}
