/* Distances between embedding rows: the exact ones, and fast estimates with a bound. */
#include "distance.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "blas.h"
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

double gg_points_squared(const gg_points *p, int64_t i, int64_t j)
{
    return squared_difference(p->x + i * p->width, p->x + j * p->width, p->width);
}

void gg_points_estimate(const gg_points *p, int64_t i, int64_t rows, int64_t j, int64_t columns,
                        double *out)
{
    gg_gemm_f64(false, true, rows, columns, p->width, -2, p->x + i * p->width, p->width,
                p->x + j * p->width, p->width, 0, out, columns);
    const double *norm = p->norm + j;
    for (int64_t r = 0; r < rows; r++, out += columns) {
        double own = p->norm[i + r];
        for (int64_t c = 0; c < columns; c++)
            out[c] += own + norm[c];
    }
}

/*
 * With u = 2^-53, w the width and M the largest squared norm: a squared norm and a product are off
 * by at most w u M each, the estimate, made of two norms and twice a product, by (4w + 12) u M; the
 * sum of squared differences, at most 4M, by (4w + 12) u M. Twice the total is allowed, and what
 * numbers below DBL_MIN lose.
 */
static void set_bounds(gg_points *p)
{
    for (int64_t i = 0; i < p->count; i++)
        p->largest = fmax(p->largest, p->norm[i]);
    double terms = (double)p->width + 16;
    p->slack = 8 * DBL_EPSILON * terms * p->largest + 4 * terms * DBL_MIN;
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
        p->norm[i] = norm;
    }
    set_bounds(p);
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
    p.norm = gg_alloc((size_t)p.count, sizeof *p.norm);
    p.twin = gg_alloc((size_t)p.count, sizeof *p.twin);
    gg_status status = p.x && p.norm && p.twin
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

gg_status gg_points_distinct(const gg_points *p, gg_points *out, int64_t **weight, gg_error *e)
{
    int64_t count = 0;
    for (int64_t i = 0; i < p->count; i++)
        count += p->twin[i] == i;
    size_t row = (size_t)p->width * sizeof *p->x;
    gg_points q = {.count = count, .width = p->width, .largest = p->largest, .slack = p->slack};
    q.x = gg_alloc((size_t)count, row);
    q.norm = gg_alloc((size_t)count, sizeof *q.norm);
    q.twin = gg_alloc((size_t)count, sizeof *q.twin);
    int32_t *place =
        gg_alloc((size_t)p->count, sizeof *place); /* of each row among the different */
    *weight = gg_zalloc((size_t)count, sizeof **weight);
    bool ready = q.x && q.norm && q.twin && place && *weight;
    int32_t next = 0;
    for (int64_t i = 0; ready && i < p->count; i++) {
        if (p->twin[i] == i) {
            memcpy(q.x + next * p->width, p->x + i * p->width, row);
            q.norm[next] = p->norm[i];
            q.twin[next] = next;
            place[i] = next++;
        }
        (*weight)[place[p->twin[i]]]++;
    }
    gg_free(place);
    if (ready) {
        *out = q;
        return GG_OK;
    }
    gg_points_free(&q);
    gg_free(*weight);
    *weight = NULL;
    return gg_fail(e, GG_ERR_MEMORY, "embedding: no memory for %lld rows", (long long)count);
}

void gg_points_free(gg_points *p)
{
    gg_free(p->twin);
    gg_free(p->x);
    gg_free(p->norm);
    *p = (gg_points){0};
}
