/*
 * A percentile of all pairwise distances, exact, without keeping them. Squared distances are ranked
 * (the root keeps the order). A sample of pairs gives an interval that most likely holds the rank
 * wanted; a pass over all pairs i < j counts those below it and collects the distinct values inside
 * it, which tells whether it does, and then which value has the rank. What the sample cannot know
 * only costs time:
 *
 *   - the interval missed the rank: all again, from a wider one;
 *   - there are too many distinct values to collect: a histogram of them, made in the same pass,
 *     gives a narrower interval that surely holds the rank, and the pass is repeated.
 *
 * The pairs come as tiles, of two blocks of rows each. Bounds decide for whole tiles, estimates in
 * single precision for most other pairs, exact values for the rest. Tiles come in an order that
 * spreads over the matrix, so that after some of them the interval can be narrowed to what they
 * leave open.
 *
 * Rows with the same numbers are one row with a weight, and a pair counts the product of its
 * weights: one-hot features have few different rows, and as good as all distances are equal.
 */
#include "distance.h"

#include <float.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "blocks.h"
#include "graph.h"
#include "parallel.h"
#include "sort.h"
#include "tally.h"

enum {
    BINS = 1 << 16,
    MOST_VALUES = 1 << 23,
    MOST_SAMPLES = 1 << 24,
    SAMPLE_BLOCK = 1 << 12,
    STRATA = 1024
};

/* Tiles whose mean squared distances are alike. */
typedef struct stratum {
    double tiles, pairs, below, squares; /* below the middle, by estimates, and squared by tile */
} stratum;

/* Memory of one thread's own; sums over slots do not depend on their number. */
typedef struct slot {
    float *product;     /* a tile */
    int64_t *histogram; /* BINS: exact values inside the interval */
    gg_tally inside;    /* them, each with its count */
    int64_t under;      /* pairs below the interval */
    int32_t *open;      /* of a row of a tile: the pairs that estimates leave open */
    stratum *done;      /* STRATA */
} slot;

typedef struct scan {
    const gg_points *points;
    gg_blocks blocks; /* of the different rows */
    int64_t *weight;  /* how many rows each place stands for */
    int64_t *heavy;   /* of each block: the sum of its weights, */
    int64_t *squares; /* and of their squares */
    double *variance; /* of its rows, over all columns */
    int64_t tiles, stride;
    double pairs; /* i < j, of different rows */
    int threads;
    int64_t slots;
    slot *slot; /* after a round the first holds the sums */

    uint64_t lo, hi; /* the interval, both ends inside, as sort keys */
    int shift;       /* (key - lo) >> shift is a bin */
    double rank;     /* wanted */
    double middle;   /* squared distance that has about this rank */
    stratum *strata; /* all tiles */
    int64_t round_end;
    atomic_llong next; /* tile of the round */

    uint64_t *value, *value_space; /* of the last interval, ascending */
    int32_t *entry, *entry_space;  /* where the tally has them */
    int64_t values;
    int64_t samples;
    uint64_t *sample; /* sort keys of squared distances; 0 where the pair has none */
} scan;

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

static int64_t weight_below(const scan *s, const float *product, int64_t i, int64_t j, int64_t n,
                            float under)
{
    int64_t sum = 0;
    for (int64_t k = 0; k < n; k++)
        if (s->blocks.norm[i] + s->blocks.norm[j + k] + product[k] < under)
            sum += s->weight[j + k];
    return s->weight[i] * sum;
}

static void collect(const scan *s, slot *own, int64_t i, int64_t j)
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
static void collect_open(const scan *s, slot *own, const float *product, int64_t i, int64_t j,
                         int64_t n, float under, float over)
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

static int64_t pairs_of_tile(const scan *s, int64_t i, int64_t j)
{
    return i == j ? (s->heavy[i] * s->heavy[i] - s->squares[i]) / 2 : s->heavy[i] * s->heavy[j];
}

/* All pairs of rows of two blocks, or of one. Returns about how many are below the middle. */
static double estimate_tile(const scan *s, slot *own, int64_t i, int64_t j)
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
static int64_t stratum_of(const scan *s, int64_t i, int64_t j)
{
    const gg_blocks *b = &s->blocks;
    int64_t w = s->points->width;
    double mean = gg_squared_difference(b->centre + i * w, b->centre + j * w, w) + s->variance[i] +
                  s->variance[j];
    double place = mean / s->middle * (STRATA / 2);
    return place < STRATA - 1 ? (int64_t)place : STRATA - 1;
}

static void visit_tile(const scan *s, slot *own, int64_t i, int64_t j)
{
    double low, high, pairs = (double)pairs_of_tile(s, i, j), below = 0;
    gg_blocks_range(&s->blocks, i, &s->blocks, j, &low, &high);
    if (high < gg_sort_value(s->lo)) {
        own->under += pairs_of_tile(s, i, j);
        below = pairs;
    } else if (!(low > gg_sort_value(s->hi))) {
        below = estimate_tile(s, own, i, j);
    }
    stratum *done = own->done + stratum_of(s, i, j);
    done->tiles++;
    done->pairs += pairs;
    done->below += below;
    done->squares += below * below;
}

/* ---- rounds of tiles ---- */

/* Block i with the d-th block after it, round the end: all pairs for d up to half the blocks. */
static void visit_slots(void *context, int64_t begin, int64_t end)
{
    scan *s = context;
    int64_t blocks = s->blocks.blocks;
    for (int64_t k = begin; k < end; k++)
        for (int64_t at; (at = atomic_fetch_add(&s->next, 1)) < s->round_end;) {
            int64_t tile = at * s->stride % s->tiles, i = tile % blocks;
            visit_tile(s, s->slot + k, i, (i + tile / blocks) % blocks);
        }
}

static void clear_slot(slot *own)
{
    memset(own->histogram, 0, BINS * sizeof *own->histogram);
    gg_tally_clear(&own->inside);
    memset(own->done, 0, STRATA * sizeof *own->done);
    own->under = 0;
}

static void add_stratum(stratum *to, const stratum *from)
{
    to->tiles += from->tiles;
    to->pairs += from->pairs;
    to->below += from->below;
    to->squares += from->squares;
}

static void run_round(scan *s, int64_t begin, int64_t end)
{
    atomic_store(&s->next, begin);
    s->round_end = end;
    gg_parallel(s->threads, s->slots, 1, visit_slots, s);
    slot *sum = s->slot;
    for (int64_t n = 1; n < s->slots; n++) {
        slot *part = s->slot + n;
        sum->under += part->under;
        for (int64_t k = 0; k < STRATA; k++)
            add_stratum(sum->done + k, part->done + k);
        gg_tally_merge(&sum->inside, &part->inside);
        for (int64_t bin = 0; bin < BINS; bin++)
            sum->histogram[bin] += part->histogram[bin];
        clear_slot(part);
    }
}

static void set_interval(scan *s, uint64_t lo, uint64_t hi)
{
    s->lo = lo;
    s->hi = hi;
    s->shift = 0;
    while ((hi - lo) >> s->shift >= BINS)
        s->shift++;
}

static void sort_values(scan *s)
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
static void cut(scan *s, int64_t first, int64_t last)
{
    slot *sum = s->slot;
    uint64_t *count = s->value_space;
    for (int64_t k = 0; k <= last; k++) {
        count[k] = (uint64_t)sum->inside.count[s->entry[k]];
        sum->under += k < first ? (int64_t)count[k] : 0;
    }
    set_interval(s, first > 0 ? s->value[first] : s->lo,
                 last + 1 < s->values ? s->value[last] : s->hi);
    gg_tally_clear(&sum->inside);
    memset(sum->histogram, 0, BINS * sizeof *sum->histogram);
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
static outlook predict(const scan *s)
{
    outlook o = {0};
    double share = 1, scatter = 0, drawn = 1;
    for (int64_t k = 0; k < STRATA; k++) {
        stratum all = s->strata[k], done = s->slot->done[k];
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
static void narrow(scan *s, double errors)
{
    const slot *sum = s->slot;
    outlook o = predict(s);
    double below = (double)sum->under, middle = below;
    int64_t first = 0, last = -1;
    sort_values(s);
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
static int64_t next_round(const scan *s, int64_t done, double inside)
{
    const gg_tally *t = &s->slot->inside;
    double largest = (double)s->blocks.largest, room = (double)t->size / 8 - (double)t->keys;
    double a_tile = done ? (double)t->keys / (double)done : inside * largest * largest;
    double fit = room / fmax(a_tile, 1e-9), least = fmax((double)done / 2, 64);
    double end = (double)done + fmax(least, fit);
    return end < (double)s->tiles ? (int64_t)end : s->tiles;
}

static void find_strata(scan *s)
{
    memset(s->strata, 0, STRATA * sizeof *s->strata);
    for (int64_t i = 0; i < s->blocks.blocks; i++)
        for (int64_t j = i; j < s->blocks.blocks; j++) {
            stratum *all = s->strata + stratum_of(s, i, j);
            all->tiles++;
            all->pairs += (double)pairs_of_tile(s, i, j);
        }
}

/* inside: which part of the pairs is expected in the interval. */
static void pass(scan *s, double inside, double errors)
{
    clear_slot(s->slot);
    find_strata(s);
    for (int64_t done = 0; done < s->tiles;) {
        int64_t end = next_round(s, done, inside);
        run_round(s, done, end);
        done = end;
        if (done < s->tiles && !s->slot->inside.full)
            narrow(s, errors);
    }
}

/* ---- from a rank to its value ---- */

/* Down to the bin of the histogram that holds the rank. False if none does. */
static bool narrow_to_bin(scan *s, int64_t rank)
{
    int64_t below = s->slot->under, bin = 0;
    if (rank < below)
        return false;
    while (bin < BINS && below + s->slot->histogram[bin] <= rank)
        below += s->slot->histogram[bin++];
    if (bin == BINS)
        return false;
    uint64_t lo = s->lo + ((uint64_t)bin << s->shift), hi = lo + (((uint64_t)1 << s->shift) - 1);
    set_interval(s, lo, hi < s->hi ? hi : s->hi);
    return true;
}

/* Looks the rank up among the values of the last interval. False if it is not there. */
static bool find_rank(const scan *s, int64_t rank, double *squared)
{
    int64_t below = s->slot->under;
    if (rank < below)
        return false;
    for (int64_t k = 0; k < s->values; k++) {
        below += s->slot->inside.count[s->entry[k]];
        if (rank < below) {
            *squared = gg_sort_value(s->value[k]);
            return true;
        }
    }
    return false;
}

static void draw_samples(void *context, int64_t begin, int64_t end)
{
    scan *s = context;
    gg_rng rng = gg_rng_new(0);
    uint64_t rows = (uint64_t)s->points->count;
    for (int64_t k = begin; k < end; k++) {
        int64_t i = (int64_t)gg_rng_below(rng, 2 * (uint64_t)k, rows);
        int64_t j = (int64_t)gg_rng_below(rng, 2 * (uint64_t)k + 1, rows);
        bool pair = s->points->twin[i] != s->points->twin[j];
        s->sample[k] = pair ? gg_sort_key(gg_points_squared(s->points, i, j)) : 0;
    }
}

/* The interval of `errors` standard errors around the rank; all numbers where there is no sample.
 * The part of the pairs that it is expected to hold. */
static double sample_interval(scan *s, double errors)
{
    int64_t lo = -1, hi = 0, count = 0;
    if (s->samples) {
        gg_parallel(s->threads, s->samples, SAMPLE_BLOCK, draw_samples, s);
        for (int64_t k = 0; k < s->samples; k++)
            if (s->sample[k])
                s->sample[count++] = s->sample[k];
        gg_sort_keys(count, s->sample, NULL, s->sample + s->samples, NULL);
        double n = (double)count, share = s->rank / s->pairs, middle = share * n;
        double margin = errors * sqrt(n * share * (1 - share)) + errors;
        lo = middle - margin < 0 ? -1 : (int64_t)(middle - margin);
        hi = middle + margin >= n ? count : (int64_t)(middle + margin) + 1;
    }
    set_interval(s, lo < 0 ? gg_sort_key(0) : s->sample[lo],
                 hi >= count ? gg_sort_key(DBL_MAX) : s->sample[hi]);
    s->middle = count ? gg_sort_value(s->sample[(int64_t)(s->rank / s->pairs * (double)count)]) : 1;
    return count ? (double)(hi - lo) / (double)count : 1;
}

/* The squared distance of a rank among the pairs; mostly the last interval has it already. */
static double squared_of_rank(scan *s, int64_t rank)
{
    double squared = 0;
    bool found = find_rank(s, rank, &squared);
    s->rank = (double)rank + 0.5;
    for (double errors = 4.5; !found; errors *= 8) {
        double inside = sample_interval(s, errors);
        do
            pass(s, inside, errors);
        while (s->slot->inside.full && narrow_to_bin(s, rank));
        sort_values(s);
        found = !s->slot->inside.full && find_rank(s, rank, &squared);
    }
    return squared;
}

/* Of all distances the zeros of rows to themselves and to equal ones come first, and every other
 * one is there twice. */
static double distance_of_rank(scan *s, int64_t rank)
{
    int64_t zeros = 0;
    for (int64_t k = 0; k < s->blocks.blocks; k++)
        zeros += s->squares[k];
    return rank < zeros ? 0 : sqrt(squared_of_rank(s, (rank - zeros) / 2));
}

/* numpy.percentile's linear interpolation, operation by operation. */
static double interpolate(scan *s, int64_t rows, double pct)
{
    int64_t last = rows * rows - 1;
    double position = (double)last * (pct / 100);
    int64_t rank = (int64_t)position;
    double t = position - (double)rank;
    double a = distance_of_rank(s, rank);
    double b = rank < last ? distance_of_rank(s, rank + 1) : a;
    return t < 0.5 ? a + (b - a) * t : b - (b - a) * (1 - t);
}

/* ---- memory ---- */

static void scan_free(scan *s)
{
    for (int64_t k = 0; s->slot && k < s->slots; k++) {
        gg_free(s->slot[k].product);
        gg_free(s->slot[k].histogram);
        gg_free(s->slot[k].done);
        gg_free(s->slot[k].open);
        gg_tally_free(&s->slot[k].inside);
    }
    gg_free(s->slot);
    gg_blocks_free(&s->blocks);
    gg_free(s->weight);
    gg_free(s->heavy);
    gg_free(s->squares);
    gg_free(s->variance);
    gg_free(s->strata);
    gg_free(s->value);
    gg_free(s->value_space);
    gg_free(s->entry);
    gg_free(s->entry_space);
    gg_free(s->sample);
}

static int64_t power_of_two(double least, int64_t most)
{
    int64_t size = 16;
    while ((double)size < least && size < most)
        size *= 2;
    return size;
}

/* So many samples that the interval they give holds most of the values that fit. */
static int64_t samples_for(double pairs, double values)
{
    double root = 5.5 * pairs / values;
    return (int64_t)fmin(fmax(root * root, 1 << 12), MOST_SAMPLES);
}

static bool scan_alloc(scan *s)
{
    const gg_blocks *b = &s->blocks;
    double different = (double)b->count * (double)(b->count - 1) / 2;
    size_t size = (size_t)power_of_two(fmin(64 * sqrt(s->pairs), different), MOST_VALUES);
    size_t tile = (size_t)(b->largest * b->largest);
    s->samples = different <= (double)size ? 0 : samples_for(s->pairs, (double)size);
    s->value = gg_alloc(size, sizeof *s->value);
    s->value_space = gg_alloc(size, sizeof *s->value_space);
    s->entry = gg_alloc(size, sizeof *s->entry);
    s->entry_space = gg_alloc(size, sizeof *s->entry_space);
    s->sample = gg_alloc(2 * (size_t)s->samples, sizeof *s->sample); /* half to sort in */
    s->slot = gg_zalloc((size_t)s->slots, sizeof *s->slot);
    bool ready = s->value && s->value_space && s->entry && s->entry_space && s->sample && s->slot;
    for (int64_t k = 0; ready && k < s->slots; k++) {
        slot *own = s->slot + k;
        own->product = gg_alloc(tile, sizeof *own->product);
        own->histogram = gg_alloc(BINS, sizeof *own->histogram);
        own->done = gg_alloc(STRATA, sizeof *own->done);
        own->open = gg_alloc((size_t)b->largest, sizeof *own->open);
        ready = own->product && own->histogram && own->done && own->open &&
                gg_tally_alloc(&own->inside, (int64_t)size);
        if (ready)
            clear_slot(own);
    }
    return ready;
}

/* A step through the tiles that meets each once and spreads over them. */
static int64_t stride_of(int64_t tiles)
{
    if (tiles < 3 || tiles > INT32_MAX)
        return 1;
    for (int64_t stride = (int64_t)(0.6180339887 * (double)tiles);; stride++) {
        int64_t a = tiles, b = stride;
        while (b) {
            int64_t rest = a % b;
            a = b;
            b = rest;
        }
        if (a == 1)
            return stride;
    }
}

/* weight: of each of the different rows, in the order that the blocks were given them. */
static bool set_weights(scan *s, const int64_t *weight)
{
    const gg_blocks *b = &s->blocks;
    s->weight = gg_alloc((size_t)b->count, sizeof *s->weight);
    s->heavy = gg_zalloc((size_t)b->blocks, sizeof *s->heavy);
    s->squares = gg_zalloc((size_t)b->blocks, sizeof *s->squares);
    s->variance = gg_zalloc((size_t)b->blocks, sizeof *s->variance);
    s->strata = gg_alloc(STRATA, sizeof *s->strata);
    if (!s->weight || !s->heavy || !s->squares || !s->variance || !s->strata)
        return false;
    double squares = 0, rows = (double)s->points->count;
    int64_t width = s->points->width;
    for (int64_t k = 0; k < b->blocks; k++)
        for (int64_t place = b->begin[k]; place < b->begin[k + 1]; place++) {
            int64_t w = weight[b->item[place]];
            s->weight[place] = w;
            s->heavy[k] += w;
            s->squares[k] += w * w;
            squares += (double)w * (double)w;
            s->variance[k] += gg_squared_difference(b->centre + k * width,
                                                    s->points->x + b->row[place] * width, width) /
                              (double)(b->begin[k + 1] - b->begin[k]);
        }
    s->pairs = (rows * rows - squares) / 2;
    s->tiles = b->blocks * (b->blocks + 1) / 2;
    s->stride = stride_of(s->tiles);
    return true;
}

static gg_status prepare(scan *s, int64_t largest, gg_error *e)
{
    const gg_points *p = s->points;
    int32_t *row = gg_alloc((size_t)p->count, sizeof *row);
    int64_t *twins = gg_zalloc((size_t)p->count, sizeof *twins);
    gg_status status =
        row && twins ? GG_OK : gg_fail(e, GG_ERR_MEMORY, "percentile: no memory for its rows");
    if (!status) {
        int64_t count = gg_points_distinct(p, row), begin[] = {0, count};
        if (!largest)
            largest = gg_block_size(count);
        for (int64_t i = 0; i < p->count; i++)
            twins[p->twin[i]]++;
        for (int64_t k = 0; k < count; k++)
            twins[k] = twins[row[k]]; /* row[k] >= k */
        status = gg_blocks_new(p, count, row, 1, begin, largest, s->threads, &s->blocks, e);
    }
    if (!status && !(set_weights(s, twins) && scan_alloc(s)))
        status = gg_fail(e, GG_ERR_MEMORY, "percentile: no memory for its histograms");
    gg_free(row);
    gg_free(twins);
    return status;
}

gg_status gg_points_percentile(const gg_points *p, double pct, int threads, double *out,
                               gg_error *e)
{
    if (!(pct >= 0 && pct <= 100))
        return gg_fail(e, GG_ERR_ARGUMENT, "percentile: %g, expected 0 to 100", pct);
    scan s = {.points = p, .threads = threads, .slots = threads < 1 ? 1 : threads};
    gg_status status = prepare(&s, 0, e);
    if (status == GG_OK)
        *out = interpolate(&s, p->count, pct);
    scan_free(&s);
    return status;
}

gg_status gg_distance_percentile(const gg_tensor *embedding, double pct, int threads, double *out,
                                 gg_error *e)
{
    gg_points p = {0};
    gg_status status = gg_points_new(embedding, &p, e);
    if (status == GG_OK)
        status = gg_points_percentile(&p, pct, threads, out, e);
    gg_points_free(&p);
    return status;
}
