/*
 * A pass over all pairs for a rank of their distances (graph_percentile.c).
 *
 * The pairs come as tiles, of two blocks of rows each. Bounds decide for whole tiles, estimates in
 * single precision for most other pairs, exact values for the rest. Tiles come in an order that
 * spreads over the matrix, so that after some of them the interval can be narrowed to what they
 * leave open.
 */
#include "percentile.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "parallel.h"
#include "sort.h"

/* ---- a tile ---- */

/* Estimates of a row below the interval, below the middle, and not above the interval. */
typedef struct counts {
    int under, middle, most;
} counts;

GG_SIMD static void count_estimates(const float *product, const float *norm, float own, int64_t n,
                                    float under, float middle, float over, counts *out)
{
    int a = 0, b = 0, c = 0;
    for (int64_t k = 0; k < n; k++) {
        float estimate = own + norm[k] + product[k];
        a += estimate < under;
        b += estimate < middle;
        c += estimate <= over;
    }
    *out = (counts){a, b, c};
}

static int64_t weight_below(const gg_scan *s, const float *product, int64_t i, int64_t j, int64_t n,
                            float under)
{
    int64_t sum = 0;
    for (int64_t k = 0; k < n; k++)
        if (s->blocks.norm[i] + s->blocks.norm[j + k] + product[k] < under)
            sum += s->weight[j + k];
    return s->weight[i] * sum;
}

static void collect(const gg_scan *s, gg_scan_slot *own, int64_t i, int64_t j)
{
    const gg_blocks *b = &s->blocks;
    uint64_t key = gg_sort_key(gg_points_squared(s->points, b->row[i], b->row[j]));
    int64_t pairs = s->weight[i] * s->weight[j];
    own->under += key < s->lo ? pairs : 0;
    if (key < s->lo || key > s->hi)
        return;
    own->histogram[(key - s->lo) >> s->shift] += pairs;
    gg_tally_add(&own->inside, key, pairs);
}

/* Exact values of the pairs that the estimates leave open, few in a row. */
static void collect_open(const gg_scan *s, gg_scan_slot *own, const float *product, int64_t i,
                         int64_t j, int64_t n, float under, float over)
{
    const gg_blocks *b = &s->blocks;
    int64_t count = gg_blocks_between(product, b->norm + j, b->norm[i], n, under, over, own->open);
    for (int64_t k = 0; k < count; k++)
        collect(s, own, i, j + own->open[k]);
}

/* A single-precision number not above, and one not below x. */
static float float_below(double x)
{
    return x < -FLT_MAX ? -INFINITY : x > FLT_MAX ? FLT_MAX : nextafterf((float)x, -INFINITY);
}

static float float_above(double x)
{
    return -float_below(-x);
}

static int64_t pairs_of_tile(const gg_scan *s, int64_t i, int64_t j)
{
    return i == j ? (s->heavy[i] * s->heavy[i] - s->squares[i]) / 2 : s->heavy[i] * s->heavy[j];
}

/* All pairs of rows of two blocks, or of one. Returns about how many are below the middle. */
static double estimate_tile(const gg_scan *s, gg_scan_slot *own, int64_t i, int64_t j)
{
    const gg_blocks *b = &s->blocks;
    int64_t rows = b->begin[i + 1] - b->begin[i], columns = b->begin[j + 1] - b->begin[j];
    int64_t places = 0, below = 0;
    double slack = gg_blocks_slack(b, i, b, j);
    float under = float_below(gg_sort_value(s->lo) / b->unit - slack);
    float over = float_above(gg_sort_value(s->hi) / b->unit + slack);
    float middle = float_below(s->middle / b->unit);
    bool light = s->heavy[i] == rows && s->heavy[j] == columns;
    gg_blocks_products(b, b->begin[i], rows, b, b->begin[j], columns, own->product);
    for (int64_t r = 0; r < rows; r++) {
        int64_t skip = i == j ? r + 1 : 0, left = b->begin[i] + r, right = b->begin[j] + skip;
        const float *product = own->product + r * columns + skip;
        counts c;
        count_estimates(product, b->norm + right, b->norm[left], columns - skip, under, middle,
                        over, &c);
        own->under +=
            light ? c.under : weight_below(s, product, left, right, columns - skip, under);
        if (c.most > c.under)
            collect_open(s, own, product, left, right, columns - skip, under, over);
        below += c.middle;
        places += columns - skip;
    }
    return (double)below / fmax((double)places, 1) * (double)pairs_of_tile(s, i, j);
}

/* A tile's mean squared distance is that of the centres and the variances of both blocks. */
static int64_t stratum_of(const gg_scan *s, int64_t i, int64_t j)
{
    const gg_blocks *b = &s->blocks;
    int64_t w = s->points->width;
    double mean = gg_squared_difference(b->centre + i * w, b->centre + j * w, w) + s->variance[i] +
                  s->variance[j];
    double place = mean / s->middle * (GG_STRATA / 2);
    return place < GG_STRATA - 1 ? (int64_t)place : GG_STRATA - 1;
}

static void visit_tile(const gg_scan *s, gg_scan_slot *own, int64_t i, int64_t j)
{
    double low, high, pairs = (double)pairs_of_tile(s, i, j), below = 0;
    gg_blocks_range(&s->blocks, i, &s->blocks, j, &low, &high);
    if (high < gg_sort_value(s->lo)) {
        own->under += pairs_of_tile(s, i, j);
        below = pairs;
    } else if (!(low > gg_sort_value(s->hi))) {
        below = estimate_tile(s, own, i, j);
    }
    gg_stratum *done = own->done + stratum_of(s, i, j);
    done->tiles++;
    done->pairs += pairs;
    done->below += below;
    done->squares += below * below;
}

/* ---- rounds of tiles ---- */

/* Block i with the d-th block after it, round the end: all pairs for d up to half the blocks. */
static void visit_slots(void *context, int64_t begin, int64_t end)
{
    gg_scan *s = context;
    int64_t blocks = s->blocks.blocks;
    for (int64_t k = begin; k < end; k++)
        for (int64_t at; (at = atomic_fetch_add(&s->next, 1)) < s->round_end;) {
            int64_t tile = at * s->stride % s->tiles, i = tile % blocks;
            visit_tile(s, s->slot + k, i, (i + tile / blocks) % blocks);
        }
}

void gg_scan_clear_slot(gg_scan_slot *own)
{
    memset(own->histogram, 0, GG_BINS * sizeof *own->histogram);
    gg_tally_clear(&own->inside);
    memset(own->done, 0, GG_STRATA * sizeof *own->done);
    own->under = 0;
}

static void add_stratum(gg_stratum *to, const gg_stratum *from)
{
    to->tiles += from->tiles;
    to->pairs += from->pairs;
    to->below += from->below;
    to->squares += from->squares;
}

static void run_round(gg_scan *s, int64_t begin, int64_t end)
{
    atomic_store(&s->next, begin);
    s->round_end = end;
    gg_parallel(s->threads, s->slots, 1, visit_slots, s);
    gg_scan_slot *sum = s->slot;
    for (int64_t n = 1; n < s->slots; n++) {
        gg_scan_slot *part = s->slot + n;
        sum->under += part->under;
        for (int64_t k = 0; k < GG_STRATA; k++)
            add_stratum(sum->done + k, part->done + k);
        gg_tally_merge(&sum->inside, &part->inside);
        for (int64_t bin = 0; bin < GG_BINS; bin++)
            sum->histogram[bin] += part->histogram[bin];
        gg_scan_clear_slot(part);
    }
}

void gg_scan_set_interval(gg_scan *s, uint64_t lo, uint64_t hi)
{
    s->lo = lo;
    s->hi = hi;
    s->shift = 0;
    while ((hi - lo) >> s->shift >= GG_BINS)
        s->shift++;
}

void gg_scan_sort_values(gg_scan *s)
{
    const gg_tally *t = &s->slot->inside;
    s->values = 0;
    for (int32_t entry = 0; entry < 2 * t->size; entry++)
        if (t->key[entry]) {
            s->value[s->values] = t->key[entry];
            s->entry[s->values++] = entry;
        }
    gg_sort_keys(s->values, s->value, s->entry, s->value_space, s->entry_space);
}

/* Keeps the values [first, last] of the sorted ones. */
static void cut(gg_scan *s, int64_t first, int64_t last)
{
    gg_scan_slot *sum = s->slot;
    uint64_t *count = s->value_space;
    for (int64_t k = 0; k <= last; k++) {
        count[k] = (uint64_t)sum->inside.count[s->entry[k]];
        sum->under += k < first ? (int64_t)count[k] : 0;
    }
    gg_scan_set_interval(s, first > 0 ? s->value[first] : s->lo,
                         last + 1 < s->values ? s->value[last] : s->hi);
    gg_tally_clear(&sum->inside);
    memset(sum->histogram, 0, GG_BINS * sizeof *sum->histogram);
    for (int64_t k = first; k <= last; k++) {
        gg_tally_add(&sum->inside, s->value[k], (int64_t)count[k]);
        sum->histogram[(s->value[k] - s->lo) >> s->shift] += (int64_t)count[k];
    }
}

/* What the tiles done tell of all. */
typedef struct outlook {
    double done;            /* the part of the pairs that is in them */
    double below, variance; /* pairs below the middle in the others: expected, and its variance */
} outlook;

/* A stratum with hardly a tile done is taken to be as the last one below it that has more. */
static outlook predict(const gg_scan *s)
{
    outlook o = {0};
    double share = 1, scatter = 0, drawn = 1;
    for (int64_t k = 0; k < GG_STRATA; k++) {
        gg_stratum all = s->strata[k], done = s->slot->done[k];
        double tiles = all.tiles - done.tiles;
        if (done.tiles >= 2) {
            double mean = done.below / done.tiles;
            scatter = fmax(done.squares - done.below * mean, 0) / (done.tiles - 1);
            share = done.below / fmax(done.pairs, 1);
            drawn = done.tiles;
        }
        o.done += done.pairs / s->pairs;
        o.below += share * (all.pairs - done.pairs);
        o.variance += scatter * tiles * (1 + tiles / drawn);
    }
    return o;
}

/*
 * Lets go of values that almost surely have not the rank. The tiles left hold about a known number
 * of pairs below the middle, so the middle's own rank is about known; between it and the value
 * wanted lie as many pairs as the ranks differ by, and of these the tiles done hold their part.
 */
static void narrow(gg_scan *s, double errors)
{
    const gg_scan_slot *sum = s->slot;
    outlook o = predict(s);
    double below = (double)sum->under, middle = below;
    int64_t first = 0, last = -1;
    gg_scan_sort_values(s);
    for (int64_t k = 0; k < s->values && gg_sort_value(s->value[k]) < s->middle; k++)
        middle += (double)sum->inside.count[s->entry[k]];
    double ahead = (s->rank - (middle + o.below)) * o.done, expected = middle + ahead;
    double margin = errors * (sqrt(o.variance) * o.done + sqrt(fabs(ahead)) + 1);
    for (int64_t k = 0; k < s->values; k++) {
        if (below > expected + margin)
            break;
        below += (double)sum->inside.count[s->entry[k]];
        first += below < expected - margin;
        last = k;
    }
    if (last >= first && (first > 0 || last + 1 < s->values))
        cut(s, first, last);
}

/* As many tiles as will fill an eighth of the tally, by those done or, at first, by the sample. */
static int64_t next_round(const gg_scan *s, int64_t done, double inside)
{
    const gg_tally *t = &s->slot->inside;
    double largest = (double)s->blocks.largest, room = (double)t->size / 8 - (double)t->keys;
    double a_tile = done ? (double)t->keys / (double)done : inside * largest * largest;
    double fit = room / fmax(a_tile, 1e-9), least = fmax((double)done / 2, 64);
    double end = (double)done + fmax(least, fit);
    return end < (double)s->tiles ? (int64_t)end : s->tiles;
}

static void find_strata(gg_scan *s)
{
    memset(s->strata, 0, GG_STRATA * sizeof *s->strata);
    for (int64_t i = 0; i < s->blocks.blocks; i++)
        for (int64_t j = i; j < s->blocks.blocks; j++) {
            gg_stratum *all = s->strata + stratum_of(s, i, j);
            all->tiles++;
            all->pairs += (double)pairs_of_tile(s, i, j);
        }
}

/* inside: which part of the pairs is expected in the interval. */
void gg_scan_pass(gg_scan *s, double inside, double errors)
{
    gg_scan_clear_slot(s->slot);
    find_strata(s);
    for (int64_t done = 0; done < s->tiles;) {
        int64_t end = next_round(s, done, inside);
        run_round(s, done, end);
        done = end;
        if (done < s->tiles && !s->slot->inside.full)
            narrow(s, errors);
    }
}
