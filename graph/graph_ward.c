/*
 * Ward's method: Ward 1963, "Hierarchical grouping to optimize an objective function". The two
 * clusters A and B are merged that add least to the sum of squared distances from the means, which
 * is |A| |B| / (|A| + |B|) |mean A - mean B|^2.
 *
 * A chain of nearest neighbours (Murtagh 1983; Müllner 2011) finds all merges without a matrix of
 * distances: from any cluster on, each follows as the nearest of the one before, until two are each
 * other's nearest. These merge, for no later merge can make either a nearer neighbour. In the end
 * merges are sorted. The clusters that remain lie side by side, and a step looks at all of them.
 */
#include "ward.h"

#include <math.h>
#include <string.h>

#include "parallel.h"
#include "sort.h"

#define BLOCK 2048 /* clusters looked at together */

/* A cluster is known by one of its points. It has a place among the places [0, live). */
typedef struct forest {
    int64_t count, width, live;
    int threads;
    double *mean;     /* width x count, by place: all first coordinates, ... */
    double *size;     /* by place */
    double *height;   /* of the last merge, by place */
    double *distance; /* by place: squared height of a merge with the cluster at hand */
    int32_t *point;   /* which cluster is at a place */
    int32_t *place;   /* of each cluster */
    int32_t *chain;
    int64_t looking; /* the place of the cluster at hand */
} forest;

GG_SIMD static void look_at(const forest *f, int64_t begin, int64_t end)
{
    double *sum = f->distance, own = f->size[f->looking];
    for (int64_t p = begin; p < end; p++)
        sum[p] = 0;
    for (int64_t w = 0; w < f->width; w++) {
        const double *mean = f->mean + w * f->count;
        double at = mean[f->looking];
        for (int64_t p = begin; p < end; p++)
            sum[p] += (mean[p] - at) * (mean[p] - at);
    }
    for (int64_t p = begin; p < end; p++)
        sum[p] *= 2 * own * f->size[p] / (own + f->size[p]);
}

static void look_at_block(void *context, int64_t begin, int64_t end)
{
    look_at(context, begin, end);
}

/* The place of the nearest cluster to the one at `place`: before, if that is as near as any. */
static int64_t nearest(forest *f, int64_t place, int64_t before)
{
    f->looking = place;
    gg_parallel(f->live > 2 * BLOCK ? f->threads : 1, f->live, BLOCK, look_at_block, f);
    f->distance[place] = INFINITY;
    int64_t best = before >= 0 ? before : place;
    for (int64_t p = 0; p < f->live; p++)
        best = f->distance[p] < f->distance[best] ? p : best;
    return best;
}

/* The cluster at place b joins that at place a, and the last one takes its place. */
static double merge(forest *f, int64_t a, int64_t b)
{
    double sizes = f->size[a] + f->size[b], share = f->size[b] / sizes, squared = 0;
    int64_t last = --f->live;
    for (int64_t w = 0; w < f->width; w++) {
        double *mean = f->mean + w * f->count, off = mean[b] - mean[a];
        squared += off * off;
        mean[a] += share * off;
        mean[b] = mean[last];
    }
    double height = sqrt(2 * f->size[a] * f->size[b] / sizes * squared);
    /* no lower than what it is made of, in spite of rounding */
    height = fmax(height, fmax(f->height[a], f->height[b]));
    f->size[a] = sizes;
    f->height[a] = height;
    f->size[b] = f->size[last];
    f->height[b] = f->height[last];
    f->point[b] = f->point[last];
    f->place[f->point[b]] = (int32_t)b;
    return height;
}

/* All merges, of clusters by their points, in the order in which they are found. */
static void find_merges(forest *f, gg_merge *merges)
{
    int64_t links = 0, found = 0;
    while (found < f->count - 1) {
        if (links == 0)
            f->chain[links++] = f->point[0];
        int64_t top = f->place[f->chain[links - 1]];
        int64_t before = links > 1 ? f->place[f->chain[links - 2]] : -1;
        int64_t next = nearest(f, top, before);
        if (next != before) {
            f->chain[links++] = f->point[next];
            continue;
        }
        merges[found].a = f->point[top];
        merges[found].b = f->point[before];
        /* of the two, the one that goes must not be the last, which moves */
        merges[found].height = top < before ? merge(f, top, before) : merge(f, before, top);
        found++;
        links -= 2;
    }
}

static int32_t root_of(int32_t *parent, int32_t i)
{
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

/* Sorts the merges by height, those found first first, and names clusters as gg_merge has them.
 * root: 2 count - 1 nodes of the tree. */
static void sort_merges(int64_t count, gg_merge *merges, gg_merge *copy, uint64_t *key,
                        int32_t *item, int32_t *root)
{
    int64_t links = count - 1;
    for (int64_t m = 0; m < links; m++) {
        key[m] = gg_sort_key(merges[m].height);
        item[m] = (int32_t)m;
        copy[m] = merges[m];
    }
    gg_sort_keys(links, key, item, key + count, item + count);
    for (int64_t i = 0; i < 2 * count - 1; i++)
        root[i] = (int32_t)i;
    for (int64_t m = 0; m < links; m++) {
        const gg_merge *x = &copy[item[m]];
        int32_t a = root_of(root, x->a), b = root_of(root, x->b);
        merges[m] = (gg_merge){a < b ? a : b, a < b ? b : a, x->height};
        root[a] = root[b] = (int32_t)(count + m);
    }
}

static void plant(forest *f, const double *points)
{
    for (int64_t i = 0; i < f->count; i++) {
        for (int64_t w = 0; w < f->width; w++)
            f->mean[w * f->count + i] = points[i * f->width + w];
        f->size[i] = 1;
        f->height[i] = 0;
        f->point[i] = f->place[i] = (int32_t)i;
    }
}

gg_status gg_ward(const double *points, int64_t count, int64_t width, int threads, gg_merge *merges,
                  gg_error *e)
{
    if (count > INT32_MAX / 2)
        return gg_fail(e, GG_ERR_ARGUMENT, "ward: %lld points, expected at most %d",
                       (long long)count, INT32_MAX / 2);
    size_t n = (size_t)count;
    forest f = {.count = count,
                .width = width,
                .live = count,
                .threads = threads,
                .mean = gg_alloc(n, (size_t)width * sizeof *f.mean),
                .size = gg_alloc(n, sizeof *f.size),
                .height = gg_alloc(n, sizeof *f.height),
                .distance = gg_alloc(n, sizeof *f.distance),
                .point = gg_alloc(n, sizeof *f.point),
                .place = gg_alloc(n, sizeof *f.place),
                .chain = gg_alloc(n, sizeof *f.chain)};
    gg_merge *copy = gg_alloc(n, sizeof *copy);
    uint64_t *key = gg_alloc(2 * n, sizeof *key);
    int32_t *item = gg_alloc(2 * n, sizeof *item), *root = gg_alloc(2 * n, sizeof *root);
    gg_status s = GG_OK;
    if (f.mean && f.size && f.height && f.distance && f.point && f.place && f.chain && copy &&
        key && item && root) {
        plant(&f, points);
        find_merges(&f, merges);
        sort_merges(count, merges, copy, key, item, root);
    } else {
        s = gg_fail(e, GG_ERR_MEMORY, "ward: no memory for %lld points", (long long)count);
    }
    void *const buffers[] = {f.mean,  f.size, f.height, f.distance, f.point, f.place,
                             f.chain, copy,   key,      item,       root};
    for (size_t b = 0; b < sizeof buffers / sizeof *buffers; b++)
        gg_free(buffers[b]);
    return s;
}

gg_status gg_ward_cut(const gg_merge *merges, int64_t count, int32_t k, int32_t *label, gg_error *e)
{
    int64_t kept = count - k, clusters = count + kept;
    int32_t *parent = gg_alloc((size_t)clusters, sizeof *parent);
    int32_t *number = gg_alloc((size_t)clusters, sizeof *number);
    gg_status s = GG_OK;
    if (parent && number) {
        int32_t next = 0;
        for (int64_t i = 0; i < clusters; i++) {
            parent[i] = (int32_t)i;
            number[i] = -1;
        }
        for (int64_t m = 0; m < kept; m++)
            parent[merges[m].a] = parent[merges[m].b] = (int32_t)(count + m);
        for (int64_t i = 0; i < count; i++) {
            int32_t root = root_of(parent, (int32_t)i);
            if (number[root] < 0)
                number[root] = next++;
            label[i] = number[root];
        }
    } else {
        s = gg_fail(e, GG_ERR_MEMORY, "ward: no memory for %lld points", (long long)count);
    }
    gg_free(parent);
    gg_free(number);
    return s;
}
