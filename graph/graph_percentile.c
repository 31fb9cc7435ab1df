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
 * Rows with the same numbers are one row with a weight, and a pair counts the product of its
 * weights: one-hot features have few different rows, and as good as all distances are equal.
 */
#include "percentile.h"

#include <float.h>
#include <math.h>

#include "graph.h"
#include "parallel.h"
#include "sort.h"

enum { MOST_VALUES = 1 << 23, MOST_SAMPLES = 1 << 24, SAMPLE_BLOCK = 1 << 12 };

/* ---- from a rank to its value ---- */

/* Down to the bin of the histogram that holds the rank. False if none does. */
static bool narrow_to_bin(gg_scan *s, int64_t rank)
{
    int64_t below = s->slot->under, bin = 0;
    if (rank < below)
        return false;
    while (bin < GG_BINS && below + s->slot->histogram[bin] <= rank)
        below += s->slot->histogram[bin++];
    if (bin == GG_BINS)
        return false;
    uint64_t lo = s->lo + ((uint64_t)bin << s->shift), hi = lo + (((uint64_t)1 << s->shift) - 1);
    gg_scan_set_interval(s, lo, hi < s->hi ? hi : s->hi);
    return true;
}

/* Looks the rank up among the values of the last interval. False if it is not there. */
static bool find_rank(const gg_scan *s, int64_t rank, double *squared)
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
    gg_scan *s = context;
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
static double sample_interval(gg_scan *s, double errors)
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
    gg_scan_set_interval(s, lo < 0 ? gg_sort_key(0) : s->sample[lo],
                         hi >= count ? gg_sort_key(DBL_MAX) : s->sample[hi]);
    s->middle = count ? gg_sort_value(s->sample[(int64_t)(s->rank / s->pairs * (double)count)]) : 1;
    return count ? (double)(hi - lo) / (double)count : 1;
}

/* The squared distance of a rank among the pairs; mostly the last interval has it already. */
static double squared_of_rank(gg_scan *s, int64_t rank)
{
    double squared = 0;
    bool found = find_rank(s, rank, &squared);
    s->rank = (double)rank + 0.5;
    for (double errors = 4.5; !found; errors *= 8) {
        double inside = sample_interval(s, errors);
        do
            gg_scan_pass(s, inside, errors);
        while (s->slot->inside.full && narrow_to_bin(s, rank));
        gg_scan_sort_values(s);
        found = !s->slot->inside.full && find_rank(s, rank, &squared);
    }
    return squared;
}

/* Of all distances the zeros of rows to themselves and to equal ones come first, and every other
 * one is there twice. */
static double distance_of_rank(gg_scan *s, int64_t rank)
{
    int64_t zeros = 0;
    for (int64_t k = 0; k < s->blocks.blocks; k++)
        zeros += s->squares[k];
    return rank < zeros ? 0 : sqrt(squared_of_rank(s, (rank - zeros) / 2));
}

/* numpy.percentile's linear interpolation, operation by operation. */
static double interpolate(gg_scan *s, int64_t rows, double pct)
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

static void scan_free(gg_scan *s)
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

static bool scan_alloc(gg_scan *s)
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
        gg_scan_slot *own = s->slot + k;
        own->product = gg_alloc(tile, sizeof *own->product);
        own->histogram = gg_alloc(GG_BINS, sizeof *own->histogram);
        own->done = gg_alloc(GG_STRATA, sizeof *own->done);
        own->open = gg_alloc((size_t)b->largest, sizeof *own->open);
        ready = own->product && own->histogram && own->done && own->open &&
                gg_tally_alloc(&own->inside, (int64_t)size);
        if (ready)
            gg_scan_clear_slot(own);
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
static bool set_weights(gg_scan *s, const int64_t *weight)
{
    const gg_blocks *b = &s->blocks;
    s->weight = gg_alloc((size_t)b->count, sizeof *s->weight);
    s->heavy = gg_zalloc((size_t)b->blocks, sizeof *s->heavy);
    s->squares = gg_zalloc((size_t)b->blocks, sizeof *s->squares);
    s->variance = gg_zalloc((size_t)b->blocks, sizeof *s->variance);
    s->strata = gg_alloc(GG_STRATA, sizeof *s->strata);
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

static gg_status prepare(gg_scan *s, int64_t largest, gg_error *e)
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
    gg_scan s = {.points = p, .threads = threads, .slots = threads < 1 ? 1 : threads};
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
