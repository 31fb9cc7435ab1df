/* The rows of an embedding and their exact distances. */
#include "distance.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "parallel.h"
#include "sort.h"

/* Eight sums side by side, so that vector registers of any width give the same bits. */
GG_SIMD static double squared_difference(const double *x, const double *y, int64_t n)
{
    double s[8] = {0};
    int64_t k = 0;
    for (; k + 8 <= n; k += 8)
        for (int lane = 0; lane < 8; lane++) {
            double d = x[k + lane] - y[k + lane];
            s[lane] += d * d;
        }
    for (int lane = 0; k < n; k++, lane++) {
        double d = x[k] - y[k];
        s[lane] += d * d;
    }
    return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
}

double gg_squared_difference(const double *x, const double *y, int64_t n)
{
    return squared_difference(x, y, n);
}

double gg_points_squared(const gg_points *p, int64_t i, int64_t j)
{
    return squared_difference(p->x + i * p->width, p->x + j * p->width, p->width);
}

static gg_status fill(const gg_tensor *embedding, gg_points *p, gg_error *e)
{
    for (int64_t i = 0; i < p->count; i++) {
        double *row = p->x + i * p->width, norm = 0;
        for (int64_t k = 0; k < p->width; k++) {
            row[k] = gg_get(embedding, i * p->width + k);
            if (!isfinite(row[k]))
                return gg_fail(e, GG_ERR_NUMERIC, "embedding: row %lld, column %lld is %g",
                               (long long)i, (long long)k, row[k]);
            norm += row[k] * row[k];
        }
        if (norm > DBL_MAX / 64)
            return gg_fail(e, GG_ERR_NUMERIC, "embedding: the norm of row %lld overflows",
                           (long long)i);
    }
    return GG_OK;
}

/* FNV-1a, over words. */
static uint64_t hash_row(const double *x, int64_t n)
{
    uint64_t hash = 14695981039346656037u;
    for (int64_t k = 0; k < n; k++) {
        uint64_t bits;
        memcpy(&bits, x + k, sizeof bits);
        hash = (hash ^ bits ^ bits >> 32) * 1099511628211u;
    }
    return hash;
}

/* Rows in the order of their hashes: equal ones lie together, the earliest first. Where hashes
 * collide a row may miss its twin, which costs time alone. */
static gg_status find_twins(gg_points *p, gg_error *e)
{
    size_t count = (size_t)p->count;
    uint64_t *key = gg_alloc(2 * count, sizeof *key);
    int32_t *row = gg_alloc(2 * count, sizeof *row);
    bool ready = key && row;
    for (int64_t i = 0; ready && i < p->count; i++) {
        key[i] = hash_row(p->x + i * p->width, p->width);
        row[i] = (int32_t)i;
    }
    if (ready)
        gg_sort_keys(p->count, key, row, key + count, row + count);
    for (int64_t k = 0, first = 0; ready && k < p->count; k++) {
        if (key[k] != key[first])
            first = k;
        bool same = memcmp(p->x + row[k] * p->width, p->x + row[first] * p->width,
                           (size_t)p->width * sizeof *p->x) == 0;
        p->twin[row[k]] = same ? row[first] : row[k];
    }
    gg_free(key);
    gg_free(row);
    return ready ? GG_OK : gg_fail(e, GG_ERR_MEMORY, "embedding: no memory for %zu rows", count);
}

gg_status gg_points_new(const gg_tensor *embedding, gg_points *out, gg_error *e)
{
    char shape[96];
    if (embedding->rank != 2 || embedding->shape[0] < 1 || embedding->shape[1] < 1)
        return gg_fail(e, GG_ERR_SHAPE, "embedding: %s, expected a matrix with a row for each node",
                       gg_shape_text(embedding, shape, sizeof shape));
    gg_points p = {.count = embedding->shape[0], .width = embedding->shape[1]};
    p.x = gg_alloc((size_t)gg_numel(embedding), sizeof *p.x);
    p.twin = gg_alloc((size_t)p.count, sizeof *p.twin);
    gg_status status = p.x && p.twin
                           ? fill(embedding, &p, e)
                           : gg_fail(e, GG_ERR_MEMORY, "embedding: no memory for a copy of %s",
                                     gg_shape_text(embedding, shape, sizeof shape));
    if (status == GG_OK)
        status = find_twins(&p, e);
    if (status != GG_OK)
        gg_points_free(&p);
    else
        *out = p;
    return status;
}

int64_t gg_points_distinct(const gg_points *p, int32_t *row)
{
    int64_t count = 0;
    for (int64_t i = 0; i < p->count; i++)
        if (p->twin[i] == i)
            row[count++] = (int32_t)i;
    return count;
}

void gg_points_free(gg_points *p)
{
    gg_free(p->twin);
    gg_free(p->x);
    *p = (gg_points){0};
}
