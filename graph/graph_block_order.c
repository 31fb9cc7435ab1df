/*
 * Which rows share a block: a range of rows is halved, again and again, by how much nearer each is
 * to one of two far points than to the other, until a half fits into a block. All blocks of a range
 * but its last are full.
 */
#include "block_order.h"

#include "parallel.h"
#include "sort.h"

typedef struct range {
    int64_t begin, end;
} range;

typedef struct ordering {
    const gg_points *points;
    int64_t largest;
    int32_t *item, *item_space; /* the order so far */
    const int32_t *row;         /* of each item */
    uint64_t *key, *key_space;
    double *from; /* squared distance of each place from a far point */
    range *range;
} ordering;

static int64_t furthest(const ordering *o, range r)
{
    int64_t best = r.begin;
    for (int64_t k = r.begin + 1; k < r.end; k++)
        best = o->from[k] > o->from[best] ? k : best;
    return best;
}

static void measure(const ordering *o, range r, int32_t row)
{
    for (int64_t k = r.begin; k < r.end; k++)
        o->from[k] = gg_points_squared(o->points, row, o->row[o->item[k]]);
}

/* Sorts by |x - p|^2 - |x - q|^2, which grows along the line from p to q. */
static void sort_range(const ordering *o, range r)
{
    measure(o, r, o->row[o->item[r.begin]]);
    int32_t p = o->row[o->item[furthest(o, r)]];
    measure(o, r, p);
    int32_t q = o->row[o->item[furthest(o, r)]];
    for (int64_t k = r.begin; k < r.end; k++) {
        double to_q = gg_points_squared(o->points, q, o->row[o->item[k]]);
        o->key[k] = gg_sort_key(o->from[k] - to_q);
    }
    gg_sort_keys(r.end - r.begin, o->key + r.begin, o->item + r.begin, o->key_space + r.begin,
                 o->item_space + r.begin);
}

static void sort_ranges(void *context, int64_t begin, int64_t end)
{
    const ordering *o = context;
    for (int64_t k = begin; k < end; k++)
        if (o->range[k].end - o->range[k].begin > o->largest)
            sort_range(o, o->range[k]);
}

static int64_t blocks_of(const ordering *o, range r)
{
    return (r.end - r.begin + o->largest - 1) / o->largest;
}

/* Halves every range that is no block yet, from the last on, as they move up. */
static int64_t halve(const ordering *o, int64_t count)
{
    int64_t halved = 0;
    for (int64_t k = 0; k < count; k++)
        halved += blocks_of(o, o->range[k]) > 1;
    for (int64_t k = count - 1, to = count + halved; k >= 0; k--) {
        range r = o->range[k];
        if (blocks_of(o, r) > 1) {
            int64_t middle = r.begin + blocks_of(o, r) / 2 * o->largest;
            o->range[--to] = (range){middle, r.end};
            o->range[--to] = (range){r.begin, middle};
        } else {
            o->range[--to] = r;
        }
    }
    return count + halved;
}

static void finish(const ordering *o, gg_blocks *b, const int64_t *group_begin)
{
    int32_t group = 0;
    for (int64_t k = 0; k < b->blocks; k++) {
        b->begin[k] = o->range[k].begin;
        while (group_begin[group + 1] <= b->begin[k])
            group++;
        b->group[k] = group;
    }
    b->begin[b->blocks] = b->count;
    for (int64_t k = 0; k < b->count; k++)
        b->row[k] = o->row[b->item[k]];
}

bool gg_block_order(gg_blocks *b, const int32_t *row, int64_t groups, const int64_t *group_begin,
                    int threads)
{
    size_t count = (size_t)b->count;
    ordering o = {.points = b->points, .largest = b->largest, .item = b->item, .row = row};
    o.item_space = gg_alloc(count, sizeof *o.item_space);
    o.key = gg_alloc(count, sizeof *o.key);
    o.key_space = gg_alloc(count, sizeof *o.key_space);
    o.from = gg_alloc(count, sizeof *o.from);
    o.range = gg_alloc((size_t)b->blocks, sizeof *o.range);
    bool ready = o.item_space && o.key && o.key_space && o.from && o.range;
    int64_t ranges = 0;
    for (int64_t k = 0; ready && k < b->count; k++)
        o.item[k] = (int32_t)k;
    for (int64_t g = 0; ready && g < groups; g++)
        if (group_begin[g] < group_begin[g + 1])
            o.range[ranges++] = (range){group_begin[g], group_begin[g + 1]};
    while (ready && ranges < b->blocks) {
        gg_parallel(threads, ranges, 1, sort_ranges, &o);
        ranges = halve(&o, ranges);
    }
    if (ready)
        finish(&o, b, group_begin);
    gg_free(o.item_space);
    gg_free(o.key);
    gg_free(o.key_space);
    gg_free(o.from);
    gg_free(o.range);
    return ready;
}
