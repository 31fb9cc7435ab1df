/*
 * For a pair (i, j) the nearest pair (a, b) of the rarer value: of all nodes a the least d(i, a) +
 * d(j, b) with b the partner of a nearest to j. Both distances are in tables, as floats that are
 * rounded down; so the sums tell which few a may have the least, and only those are measured.
 */
#include "match_scan.h"

#include <float.h>
#include <math.h>
#include <stdatomic.h>

#include "parallel.h"

/* Bytes of a table. */
static const int64_t most_bytes = (int64_t)1 << 27;

enum { TOGETHER = 16 }; /* rows of the tables that are made at once */

static double squared_norm(const gg_points *p, int64_t i)
{
    double sum = 0;
    for (int64_t k = 0; k < p->width; k++)
        sum += p->x[i * p->width + k] * p->x[i * p->width + k];
    return sum;
}

/* A distance is two norms at most, and a float must hold the sum of two and a little more. */
bool gg_match_scan_fits(const gg_points *p)
{
    const double most = FLT_MAX / 8.0;
    bool fits = p->count <= most_bytes / (int64_t)sizeof(float) / p->count;
    for (int64_t i = 0; i < p->count && fits; i++)
        fits = squared_norm(p, i) <= most * most;
    return fits;
}

/* ---- a pair ---- */

/* So many sums side by side that the compiler leaves them a loop, which it makes vectors of. */
enum { LANES = 64 };

GG_SIMD static float least_sum(const float *restrict x, const float *restrict y, int64_t n)
{
    float least[LANES];
    for (int l = 0; l < LANES; l++)
        least[l] = INFINITY;
    for (int64_t k = 0; k < n; k += LANES)
        for (int l = 0; l < LANES; l++) {
            float sum = x[k + l] + y[k + l];
            least[l] = sum < least[l] ? sum : least[l];
        }
    for (int l = 1; l < LANES; l++)
        least[0] = least[l] < least[0] ? least[l] : least[0];
    return least[0];
}

GG_SIMD static int any_sum(const float *restrict x, const float *restrict y, float bar)
{
    int any = 0;
    for (int l = 0; l < LANES; l++)
        any |= x[l] + y[l] <= bar;
    return any;
}

/* The pairs of a, by (sum, a, b). */
static void measure(const gg_match_scan *s, int32_t i, int32_t j, int32_t a, gg_match *match)
{
    const gg_match_values *v = s->values;
    double distance = sqrt(gg_points_squared(s->points, i, a));
    for (int64_t at = v->begin[a]; at < v->begin[a + 1]; at++) {
        int32_t b = v->partner[at];
        if (b == j && !s->self)
            continue;
        double sum = distance + sqrt(gg_points_squared(s->points, j, b));
        if (sum < s->limit && sum < match->distance) {
            match->found = true;
            match->distance = sum;
            match->a = a;
            match->b = b;
        }
    }
}

/* Nodes and partners ascend, so the first of equal sums is the smallest by (a, b). A sum of two
 * entries is less than the true one by 5 FLT_EPSILON of it at most, or by a denormal. */
void gg_match_scan_find(const gg_match_scan *s, int32_t i, int32_t j, gg_match *match)
{
    const float *x = s->distance + i * s->stride, *y = s->partner + j * s->stride;
    float least = least_sum(x, y, s->stride), bar = least * (1 + 8 * FLT_EPSILON) + FLT_MIN;
    if (least * (1 - 2 * FLT_EPSILON) > s->limit)
        return;
    for (int64_t k = 0; k < s->stride; k += LANES)
        if (any_sum(x + k, y + k, bar))
            for (int64_t a = k; a < k + LANES; a++)
                if (x[a] + y[a] <= bar && a < s->points->count)
                    measure(s, i, j, (int32_t)a, match);
}

/* ---- the tables ---- */

typedef struct builder {
    gg_match_scan *scan;
    atomic_bool failed;
} builder;

static float rounded_down(double distance)
{
    return (float)distance * (1 - FLT_EPSILON);
}

/* Writes `from`, of nodes x TOGETHER, to the rows of the distances; and the least of each node's
 * partners to those of the partners. */
GG_SIMD static void fill_rows(const gg_match_scan *s, const float *from, int64_t row, int64_t rows)
{
    const gg_match_values *v = s->values;
    int64_t nodes = s->points->count;
    for (int64_t a = 0; a < nodes; a++) {
        float least[TOGETHER];
        for (int l = 0; l < TOGETHER; l++)
            least[l] = INFINITY;
        for (int64_t at = v->begin[a]; at < v->begin[a + 1]; at++) {
            const float *d = from + (int64_t)v->partner[at] * TOGETHER;
            for (int l = 0; l < TOGETHER; l++)
                least[l] = d[l] < least[l] ? d[l] : least[l];
        }
        for (int64_t l = 0; l < rows; l++) {
            s->distance[(row + l) * s->stride + a] = from[a * TOGETHER + l];
            s->partner[(row + l) * s->stride + a] = least[l];
        }
    }
    for (int64_t l = 0; l < rows; l++)
        for (int64_t a = nodes; a < s->stride; a++)
            s->distance[(row + l) * s->stride + a] = s->partner[(row + l) * s->stride + a] =
                INFINITY;
}

static void fill(void *context, int64_t begin, int64_t end)
{
    builder *b = context;
    const gg_match_scan *s = b->scan;
    int64_t nodes = s->points->count;
    float *from = gg_zalloc((size_t)nodes, TOGETHER * sizeof *from);
    if (!from) {
        atomic_store(&b->failed, true);
        return;
    }
    for (int64_t a = 0; a < nodes; a++)
        for (int64_t i = begin; i < end; i++)
            from[a * TOGETHER + i - begin] =
                a != i || s->self ? rounded_down(sqrt(gg_points_squared(s->points, i, a)))
                                  : INFINITY;
    fill_rows(s, from, begin, end - begin);
    gg_free(from);
}

gg_status gg_match_scan_new(const gg_points *p, const gg_match_values *v, bool self, double limit,
                            int threads, gg_match_scan *out, gg_error *e)
{
    int64_t stride = (p->count + LANES - 1) / LANES * LANES;
    size_t entries = (size_t)(p->count * stride);
    gg_match_scan s = {.points = p, .values = v, .self = self, .limit = limit, .stride = stride};
    builder b = {.scan = &s};
    s.distance = gg_alloc(entries, sizeof *s.distance);
    s.partner = gg_alloc(entries, sizeof *s.partner);
    if (s.distance && s.partner)
        gg_parallel(threads, p->count, TOGETHER, fill, &b);
    *out = s;
    if (s.distance && s.partner && !b.failed)
        return GG_OK;
    gg_match_scan_free(out);
    return gg_fail(e, GG_ERR_MEMORY, "matching: no memory for distances of %lld nodes",
                   (long long)p->count);
}

void gg_match_scan_free(gg_match_scan *s)
{
    gg_free(s->distance);
    gg_free(s->partner);
    *s = (gg_match_scan){0};
}
