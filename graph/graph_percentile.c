/*
 * A percentile of all pairwise distances, exact, without keeping them. Squared distances are ranked
 * (the root keeps the order), in passes over the pairs i < j:
 *
 *   1. a histogram of estimates gives an interval that is sure to hold the squared distance of the
 *      rank wanted;
 *   2. the exact values inside it are collected, each once with its count; pairs whose estimate
 *      lies outside by more than its error are only counted.
 *
 * The second pass also makes a histogram of the exact values' bit patterns. Should there be too
 * many values to collect (100,000 nodes), it cuts the interval down, and the pass is repeated.
 *
 * Rows with the same numbers are one row with a weight, and a pair counts the product of its
 * weights: one-hot features have few different rows, and as good as all distances are equal.
 */
#include "distance.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "graph.h"
#include "parallel.h"
#include "sort.h"

enum { ROWS = 128, COLUMNS = 512, LARGEST = 1 << 16 };

/* The distinct values inside an interval, as sort keys: a hash table, open addressing. */
typedef struct tally {
    uint64_t *key;  /* 2 size slots, 0 is empty (no key of a number that is not negative is 0) */
    int64_t *count; /* of each */
    int64_t size;   /* how many values it takes in at most, a power of two */
    int64_t values;
    bool full; /* more came */
} tally;

typedef struct scan scan;
typedef void visitor(scan *s, int64_t slot, int64_t i, int64_t j, int64_t n,
                     const double *estimate);

/* Work is dealt to slots, each with memory of its own; sums of counts over slots do not depend on
 * their number. */
struct scan {
    const gg_points *points; /* the different rows */
    const int64_t *weight;   /* how many rows each stands for */
    int threads;
    int64_t slots;
    int64_t size;       /* bins of a histogram, values of a tally */
    double *tile;       /* slots x ROWS x COLUMNS */
    int64_t *histogram; /* slots x size; after a pass the first slot holds the sum */
    int64_t *under;     /* slots: pairs below the interval; likewise */
    tally *inside;      /* slots; likewise */
    visitor *visit;

    double bins_per_unit;             /* of the histogram of estimates */
    uint64_t lo, hi;                  /* the interval, both ends inside, as sort keys */
    double surely_under, surely_over; /* estimates outside of these need no exact value */
    int shift;                        /* (key - lo) >> shift is a bin */

    uint64_t *value, *value_space; /* of the last interval, ascending */
    int32_t *entry, *entry_space;  /* where the tally has them */
    int64_t values;
};

/* ---- tallies ---- */

static void tally_add(tally *t, uint64_t key, int64_t count)
{
    uint64_t mask = 2 * (uint64_t)t->size - 1, slot = (key * 0x9e3779b97f4a7c15u) >> 32 & mask;
    while (t->key[slot] && t->key[slot] != key)
        slot = (slot + 1) & mask;
    if (!t->key[slot]) {
        if (t->values == t->size) {
            t->full = true;
            return;
        }
        t->key[slot] = key;
        t->values++;
    }
    t->count[slot] += count;
}

static void tally_clear(tally *t)
{
    memset(t->key, 0, 2 * (size_t)t->size * sizeof *t->key);
    memset(t->count, 0, 2 * (size_t)t->size * sizeof *t->count);
    t->values = 0;
    t->full = false;
}

static void tally_merge(tally *to, const tally *from)
{
    to->full = to->full || from->full;
    for (int64_t slot = 0; slot < 2 * from->size && !to->full; slot++)
        if (from->key[slot])
            tally_add(to, from->key[slot], from->count[slot]);
}

/* ---- passes ---- */

static void visit_estimates(scan *s, int64_t slot, int64_t i, int64_t j, int64_t n,
                            const double *estimate)
{
    int64_t *histogram = s->histogram + slot * s->size, last = s->size - 1;
    const int64_t *weight = s->weight + j, own = s->weight[i];
    for (int64_t k = 0; k < n; k++) {
        double bin = estimate[k] * s->bins_per_unit;
        histogram[bin > (double)last ? last : bin > 0 ? (int64_t)bin : 0] += own * weight[k];
    }
}

static void visit_values(scan *s, int64_t slot, int64_t i, int64_t j, int64_t n,
                         const double *estimate)
{
    int64_t *histogram = s->histogram + slot * s->size, under = 0;
    for (int64_t k = 0; k < n; k++) {
        int64_t pairs = s->weight[i] * s->weight[j + k];
        under += estimate[k] < s->surely_under ? pairs : 0;
        if (estimate[k] < s->surely_under || estimate[k] > s->surely_over)
            continue;
        uint64_t key = gg_sort_key(gg_points_squared(s->points, i, j + k));
        under += key < s->lo ? pairs : 0;
        if (key < s->lo || key > s->hi)
            continue;
        histogram[(key - s->lo) >> s->shift] += pairs;
        tally_add(s->inside + slot, key, pairs);
    }
    s->under[slot] += under;
}

/* Rows [i, i + rows) against all later ones. */
static void visit_rows(scan *s, int64_t slot, int64_t i, int64_t rows)
{
    double *tile = s->tile + slot * ROWS * COLUMNS;
    for (int64_t j = i; j < s->points->count; j += COLUMNS) {
        int64_t columns = s->points->count - j < COLUMNS ? s->points->count - j : COLUMNS;
        gg_points_estimate(s->points, i, rows, j, columns, tile);
        for (int64_t r = 0; r < rows; r++) {
            int64_t first = i + r + 1 > j ? i + r + 1 - j : 0;
            if (first < columns)
                s->visit(s, slot, i + r, j + first, columns - first, tile + r * columns + first);
        }
    }
}

/* Blocks of rows in turn: the early ones, which meet more partners, are spread evenly. */
static void visit_slots(void *context, int64_t begin, int64_t end)
{
    scan *s = context;
    int64_t count = s->points->count;
    for (int64_t slot = begin; slot < end; slot++) {
        memset(s->histogram + slot * s->size, 0, (size_t)s->size * sizeof *s->histogram);
        s->under[slot] = 0;
        tally_clear(s->inside + slot);
        for (int64_t i = slot * ROWS; i < count; i += s->slots * ROWS)
            visit_rows(s, slot, i, count - i < ROWS ? count - i : ROWS);
    }
}

static void pass(scan *s, visitor *visit)
{
    s->visit = visit;
    gg_parallel(s->threads, s->slots, 1, visit_slots, s);
    for (int64_t slot = 1; slot < s->slots; slot++) {
        s->under[0] += s->under[slot];
        tally_merge(s->inside, s->inside + slot);
        for (int64_t bin = 0; bin < s->size; bin++)
            s->histogram[bin] += s->histogram[slot * s->size + bin];
    }
}

/* ---- from a rank to its key ---- */

static void set_interval(scan *s, uint64_t lo, uint64_t hi)
{
    s->lo = lo;
    s->hi = hi;
    s->surely_under = gg_sort_value(lo) - s->points->slack;
    s->surely_over = gg_sort_value(hi) + s->points->slack;
    s->shift = 0;
    while ((hi - lo) >> s->shift >= (uint64_t)s->size)
        s->shift++;
}

/* The bin that holds the rank. below: how many lie under the first bin. */
static int64_t bin_of_rank(const scan *s, int64_t rank, int64_t below)
{
    int64_t bin = 0;
    while (below + s->histogram[bin] <= rank)
        below += s->histogram[bin++];
    return bin;
}

/* The interval of the rank by estimates: a rank's estimate and its exact value are at most slack
 * apart, as all estimates are. */
static void estimate_interval(scan *s, int64_t rank)
{
    double slack = s->points->slack, most = 4 * s->points->largest;
    set_interval(s, gg_sort_key(0), gg_sort_key(most + slack));
    if (most < DBL_MIN * LARGEST) /* bins would be too narrow to tell apart */
        return;
    s->bins_per_unit = (double)s->size / most;
    pass(s, visit_estimates);
    int64_t bin = bin_of_rank(s, rank, 0);
    double lo = (double)bin / s->bins_per_unit - slack;
    double hi = (double)(bin + 1) / s->bins_per_unit + slack;
    set_interval(s, gg_sort_key(lo > 0 ? lo : 0), gg_sort_key(hi));
}

/* Down to the bin of the rank, a size-th. */
static void narrow_interval(scan *s, int64_t rank)
{
    uint64_t bin = (uint64_t)bin_of_rank(s, rank, s->under[0]);
    uint64_t lo = s->lo + (bin << s->shift), hi = lo + (((uint64_t)1 << s->shift) - 1);
    set_interval(s, lo, hi < s->hi ? hi : s->hi);
}

static void sort_values(scan *s)
{
    const tally *t = s->inside;
    s->values = 0;
    for (int32_t slot = 0; slot < 2 * t->size; slot++)
        if (t->key[slot]) {
            s->value[s->values] = t->key[slot];
            s->entry[s->values++] = slot;
        }
    gg_sort_keys(s->values, s->value, s->entry, s->value_space, s->entry_space);
}

/* Looks the rank up among the values of the last interval. False if it is not there. */
static bool find_rank(const scan *s, int64_t rank, double *squared)
{
    int64_t below = s->under[0];
    if (rank < below)
        return false;
    for (int64_t k = 0; k < s->values; k++) {
        below += s->inside->count[s->entry[k]];
        if (rank < below) {
            *squared = gg_sort_value(s->value[k]);
            return true;
        }
    }
    return false;
}

/* The squared distance of a rank among the pairs; mostly the last rank's interval has it already.
 */
static double squared_of_rank(scan *s, int64_t rank)
{
    double squared = 0;
    if (find_rank(s, rank, &squared))
        return squared;
    estimate_interval(s, rank);
    pass(s, visit_values);
    while (s->inside->full) {
        narrow_interval(s, rank);
        pass(s, visit_values);
    }
    sort_values(s);
    find_rank(s, rank, &squared);
    return squared;
}

/* Of all distances the zeros of rows to themselves and to equal ones come first, and every other
 * one is there twice. */
static double distance_of_rank(scan *s, int64_t rank)
{
    int64_t zeros = 0;
    for (int64_t i = 0; i < s->points->count; i++)
        zeros += s->weight[i] * s->weight[i];
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

static void scan_free(scan *s)
{
    for (int64_t slot = 0; s->inside && slot < s->slots; slot++) {
        gg_free(s->inside[slot].key);
        gg_free(s->inside[slot].count);
    }
    gg_free(s->inside);
    gg_free(s->tile);
    gg_free(s->histogram);
    gg_free(s->under);
    gg_free(s->value);
    gg_free(s->value_space);
    gg_free(s->entry);
    gg_free(s->entry_space);
}

static bool tally_alloc(tally *t, int64_t size)
{
    *t = (tally){.size = size,
                 .key = gg_alloc(2 * (size_t)size, sizeof *t->key),
                 .count = gg_alloc(2 * (size_t)size, sizeof *t->count)};
    return t->key && t->count;
}

static bool scan_alloc(scan *s)
{
    size_t slots = (size_t)s->slots, size = (size_t)s->size;
    s->tile = gg_alloc(slots * ROWS * COLUMNS, sizeof *s->tile);
    s->histogram = gg_alloc(slots * size, sizeof *s->histogram);
    s->under = gg_zalloc(slots, sizeof *s->under);
    s->value = gg_alloc(size, sizeof *s->value);
    s->value_space = gg_alloc(size, sizeof *s->value_space);
    s->entry = gg_alloc(size, sizeof *s->entry);
    s->entry_space = gg_alloc(size, sizeof *s->entry_space);
    s->inside = gg_zalloc(slots, sizeof *s->inside);
    bool ready = s->tile && s->histogram && s->under && s->value && s->value_space && s->entry &&
                 s->entry_space && s->inside;
    for (size_t slot = 0; ready && slot < slots; slot++)
        ready = tally_alloc(s->inside + slot, s->size);
    return ready;
}

/* A bin for each pair, as far as memory that stays in cache allows. */
static int64_t size_for(int64_t count)
{
    int64_t size = 16, pairs = count * (count - 1) / 2;
    while (size < pairs && size < LARGEST)
        size *= 2;
    return size;
}

gg_status gg_points_percentile(const gg_points *p, double pct, int threads, double *out,
                               gg_error *e)
{
    if (!(pct >= 0 && pct <= 100))
        return gg_fail(e, GG_ERR_ARGUMENT, "percentile: %g, expected 0 to 100", pct);
    gg_points different = {0};
    int64_t *weight = NULL;
    gg_status status = gg_points_distinct(p, &different, &weight, e);
    if (status != GG_OK)
        return status;
    scan s = {.points = &different,
              .weight = weight,
              .threads = threads,
              .slots = threads < 1 ? 1 : threads};
    s.size = size_for(different.count);
    bool ready = scan_alloc(&s);
    if (ready)
        *out = interpolate(&s, p->count, pct);
    scan_free(&s);
    gg_points_free(&different);
    gg_free(weight);
    return ready ? GG_OK : gg_fail(e, GG_ERR_MEMORY, "percentile: no memory for its histograms");
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
