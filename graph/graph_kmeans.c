/* k-means with k-means++: see kmeans.h. */
#include "kmeans.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "parallel.h"

#define ROUNDS 300 /* of Lloyd's at most */
#define BLOCK 512  /* points */

typedef struct means {
    const double *points;
    int64_t count, width;
    int32_t k;
    int threads;
    double *center;  /* width x k: all first coordinates, then all second ones, ... */
    double *size;    /* points of each cluster */
    double *squared; /* of each point: the distance to the nearest centre */
    int32_t *label;  /* the nearest centre; the smallest of those as near */
    double *room;    /* k for each block of points */
} means;

GG_SIMD static void find_nearest(const means *m, double *distance, int64_t begin, int64_t end)
{
    for (int64_t i = begin; i < end; i++) {
        const double *x = m->points + i * m->width;
        memset(distance, 0, (size_t)m->k * sizeof *distance);
        for (int64_t w = 0; w < m->width; w++)
            for (int32_t c = 0; c < m->k; c++) {
                double off = x[w] - m->center[w * m->k + c];
                distance[c] += off * off;
            }
        int32_t nearest = 0;
        for (int32_t c = 1; c < m->k; c++)
            nearest = distance[c] < distance[nearest] ? c : nearest;
        m->label[i] = nearest;
        m->squared[i] = distance[nearest];
    }
}

static void find_block(void *context, int64_t begin, int64_t end)
{
    const means *m = context;
    find_nearest(m, m->room + begin / BLOCK * m->k, begin, end);
}

static void set_center(means *m, int32_t c, int64_t i)
{
    for (int64_t w = 0; w < m->width; w++)
        m->center[w * m->k + c] = m->points[i * m->width + w];
}

/* The squared distances to centre c, where smaller than those so far. */
static double approach(means *m, int32_t c)
{
    double total = 0;
    for (int64_t i = 0; i < m->count; i++) {
        double sum = 0;
        for (int64_t w = 0; w < m->width; w++) {
            double off = m->points[i * m->width + w] - m->center[w * m->k + c];
            sum += off * off;
        }
        m->squared[i] = fmin(m->squared[i], sum);
        total += m->squared[i];
    }
    return total;
}

/* A point with a probability in proportion to its squared distance from the centres so far. */
static int64_t draw_far_point(const means *m, double total, gg_rng rng, int32_t c)
{
    double left = gg_rng_uniform(rng, (uint64_t)c) * total;
    for (int64_t i = 0; total > 0 && i < m->count; i++) {
        left -= m->squared[i];
        if (left < 0 && m->squared[i] > 0)
            return i;
    }
    return (int64_t)gg_rng_below(rng, (uint64_t)(m->k + c), (uint64_t)m->count);
}

static void draw_centers(means *m, gg_rng rng)
{
    double total = 0;
    for (int64_t i = 0; i < m->count; i++)
        m->squared[i] = DBL_MAX;
    for (int32_t c = 0; c < m->k; c++) {
        set_center(m, c, draw_far_point(m, total, rng, c));
        total = approach(m, c);
    }
}

/* An empty cluster starts again from the point that is farthest from its centre. */
static void refill(means *m, int32_t c)
{
    int64_t farthest = 0;
    for (int64_t i = 1; i < m->count; i++)
        farthest = m->squared[i] > m->squared[farthest] ? i : farthest;
    set_center(m, c, farthest);
    m->squared[farthest] = 0;
}

static void move_centers(means *m)
{
    memset(m->center, 0, (size_t)(m->k * m->width) * sizeof *m->center);
    memset(m->size, 0, (size_t)m->k * sizeof *m->size);
    for (int64_t i = 0; i < m->count; i++) {
        m->size[m->label[i]]++;
        for (int64_t w = 0; w < m->width; w++)
            m->center[w * m->k + m->label[i]] += m->points[i * m->width + w];
    }
    for (int32_t c = 0; c < m->k; c++) {
        for (int64_t w = 0; m->size[c] > 0 && w < m->width; w++)
            m->center[w * m->k + c] /= m->size[c];
        if (m->size[c] == 0)
            refill(m, c);
    }
}

/* Rounds until the sum of squared distances falls no more; that sum. */
static double settle(means *m)
{
    double before = INFINITY, now = INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
        gg_parallel(m->threads, m->count, BLOCK, find_block, m);
        now = 0;
        for (int64_t i = 0; i < m->count; i++)
            now += m->squared[i];
        if (!(now < before))
            break;
        before = now;
        move_centers(m);
    }
    return now;
}

gg_status gg_kmeans(const double *points, int64_t count, int64_t width, int32_t k, int restarts,
                    uint64_t seed, int threads, int32_t *cluster, gg_error *e)
{
    size_t n = (size_t)count, groups = (size_t)k;
    means m = {.points = points,
               .count = count,
               .width = width,
               .k = k,
               .threads = threads,
               .center = gg_alloc(groups * (size_t)width, sizeof *m.center),
               .size = gg_alloc(groups, sizeof *m.size),
               .squared = gg_alloc(n, sizeof *m.squared),
               .label = gg_alloc(n, sizeof *m.label),
               .room = gg_alloc((n / BLOCK + 1) * groups, sizeof *m.room)};
    bool fits = m.center && m.size && m.squared && m.label && m.room;
    double best = INFINITY;
    for (int r = 0; fits && r < restarts; r++) {
        draw_centers(&m, gg_rng_fork(gg_rng_new(seed), (uint64_t)r));
        double sum = settle(&m);
        if (sum < best)
            memcpy(cluster, m.label, n * sizeof *cluster);
        best = fmin(best, sum);
    }
    gg_free(m.center);
    gg_free(m.size);
    gg_free(m.squared);
    gg_free(m.label);
    gg_free(m.room);
    return fits ? GG_OK
                : gg_fail(e, GG_ERR_MEMORY, "k-means: no memory for %lld points", (long long)count);
}
