/* Blocks of near rows: bounds of their distances by balls, and estimates in single precision. */
#include "blocks.h"

#include <float.h>
#include <math.h>

#include "blas.h"
#include "block_order.h"
#include "parallel.h"

/* For few rows small blocks, which are tighter; for many, blocks that keep the product at speed. */
int64_t gg_block_size(int64_t count)
{
    return count < 8192 ? 128 : 256;
}

/* ---- filling ---- */

/* What a sum of w squared differences loses to rounding, relative, with room for a few more. */
static double rounding(int64_t width)
{
    return DBL_EPSILON * ((double)width + 32);
}

/* What distances lose where squares are too small for a double. */
static double vanishing(int64_t width)
{
    return sqrt((double)width) * 0x1p-530;
}

static void set_ball(gg_blocks *b, int64_t k)
{
    const gg_points *p = b->points;
    int64_t w = p->width, n = b->begin[k + 1] - b->begin[k];
    const int32_t *row = b->row + b->begin[k];
    double *centre = b->centre + k * w, furthest = 0;
    for (int64_t c = 0; c < w; c++)
        centre[c] = 0;
    for (int64_t r = 0; r < n; r++)
        for (int64_t c = 0; c < w; c++)
            centre[c] += p->x[row[r] * w + c] / (double)n;
    for (int64_t r = 0; r < n; r++)
        furthest = fmax(furthest, gg_squared_difference(centre, p->x + row[r] * w, w));
    b->radius[k] = sqrt(furthest) * (1 + rounding(w)) + vanishing(w);
}

typedef struct filling {
    gg_blocks *blocks;
    const double *centre; /* of all rows of the embedding */
    double scale;
} filling;

static void fill_blocks(void *context, int64_t begin, int64_t end)
{
    const filling *f = context;
    gg_blocks *b = f->blocks;
    int64_t w = b->points->width;
    for (int64_t k = begin; k < end; k++) {
        set_ball(b, k);
        double reach = 0;
        for (int64_t s = b->begin[k]; s < b->begin[k + 1]; s++) {
            const double *x = b->points->x + b->row[s] * w;
            float *y = b->x + s * w;
            double norm = 0;
            for (int64_t c = 0; c < w; c++) {
                y[c] = (float)((x[c] - f->centre[c]) * f->scale);
                norm += (double)y[c] * y[c];
            }
            b->norm[s] = (float)norm;
            reach = fmax(reach, norm);
        }
        b->reach[k] = sqrt(reach) * (1 + 4 * (double)FLT_EPSILON);
    }
}

/* The mean of all rows and the largest distance from it. Without it, points far from the origin
 * would have large norms and useless estimates. */
static double centre_of(const gg_points *p, double *centre)
{
    double furthest = 0;
    for (int64_t c = 0; c < p->width; c++)
        centre[c] = 0;
    for (int64_t i = 0; i < p->count; i++)
        for (int64_t c = 0; c < p->width; c++)
            centre[c] += p->x[i * p->width + c] / (double)p->count;
    for (int64_t i = 0; i < p->count; i++)
        furthest = fmax(furthest, gg_squared_difference(centre, p->x + i * p->width, p->width));
    return sqrt(furthest);
}

/* A power of two, so that scaling rounds nothing, with a square that is a double. */
static void set_scale(filling *f, double furthest)
{
    int exponent;
    frexp(furthest, &exponent);
    exponent = exponent < -500 ? -500 : exponent > 500 ? 500 : exponent;
    f->scale = ldexp(1, -exponent);
    f->blocks->unit = ldexp(1, 2 * exponent);
}

gg_status gg_blocks_new(const gg_points *p, int64_t count, const int32_t *row, int64_t groups,
                        const int64_t *group_begin, int64_t largest, int threads, gg_blocks *out,
                        gg_error *e)
{
    gg_blocks b = {.points = p, .count = count, .largest = largest};
    for (int64_t g = 0; g < groups; g++)
        b.blocks += (group_begin[g + 1] - group_begin[g] + largest - 1) / largest;
    size_t blocks = (size_t)b.blocks, rows = (size_t)count, w = (size_t)p->width;
    double *centre = gg_alloc(w, sizeof *centre);
    b.begin = gg_alloc(blocks + 1, sizeof *b.begin);
    b.group = gg_alloc(blocks, sizeof *b.group);
    b.item = gg_alloc(rows, sizeof *b.item);
    b.row = gg_alloc(rows, sizeof *b.row);
    b.x = gg_alloc(rows * w, sizeof *b.x);
    b.norm = gg_alloc(rows, sizeof *b.norm);
    b.reach = gg_alloc(blocks, sizeof *b.reach);
    b.centre = gg_alloc(blocks * w, sizeof *b.centre);
    b.radius = gg_alloc(blocks, sizeof *b.radius);
    bool ready = centre && b.begin && b.group && b.item && b.row && b.x && b.norm && b.reach &&
                 b.centre && b.radius && gg_block_order(&b, row, groups, group_begin, threads);
    if (ready) {
        filling f = {.blocks = &b, .centre = centre};
        set_scale(&f, centre_of(p, centre));
        gg_parallel(threads, b.blocks, 4, fill_blocks, &f);
        *out = b;
    } else {
        gg_blocks_free(&b);
    }
    gg_free(centre);
    return ready ? GG_OK
                 : gg_fail(e, GG_ERR_MEMORY, "embedding: no memory for %lld rows in blocks",
                           (long long)count);
}

void gg_blocks_free(gg_blocks *b)
{
    gg_free(b->begin);
    gg_free(b->group);
    gg_free(b->item);
    gg_free(b->row);
    gg_free(b->x);
    gg_free(b->norm);
    gg_free(b->reach);
    gg_free(b->centre);
    gg_free(b->radius);
    *b = (gg_blocks){0};
}

/* ---- bounds ---- */

void gg_blocks_range(const gg_blocks *a, int64_t i, const gg_blocks *b, int64_t j, double *low,
                     double *high)
{
    int64_t w = a->points->width;
    double apart = sqrt(gg_squared_difference(a->centre + i * w, b->centre + j * w, w));
    double radii = a->radius[i] + b->radius[j], loss = rounding(w);
    double least = apart * (1 - loss) - radii * (1 + loss) - vanishing(w);
    double most = (apart + radii) * (1 + loss) + vanishing(w);
    *low = least > 0 ? least * least * (1 - loss) : 0;
    *high = most * most * (1 + loss);
}

double gg_blocks_least(const gg_blocks *b, int64_t j, const double *x)
{
    int64_t w = b->points->width;
    double apart = sqrt(gg_squared_difference(b->centre + j * w, x, w)), loss = rounding(w);
    return fmax(apart * (1 - loss) - b->radius[j] * (1 + loss) - vanishing(w), 0) * (1 - loss);
}

void gg_blocks_products(const gg_blocks *a, int64_t i, int64_t rows, const gg_blocks *b, int64_t j,
                        int64_t columns, float *out)
{
    int64_t w = a->points->width;
    gg_gemm_f32(false, true, rows, columns, w, -2, a->x + i * w, w, b->x + j * w, w, 0, out,
                columns);
}

enum { LANES = 64 };

GG_SIMD static int any_between(const float *product, const float *norm, float own, float low,
                               float high)
{
    int any = 0;
    for (int k = 0; k < LANES; k++) {
        float estimate = own + norm[k] + product[k];
        any += (estimate >= low) & (estimate <= high);
    }
    return any;
}

int64_t gg_blocks_between(const float *product, const float *norm, float own, int64_t n, float low,
                          float high, int32_t *out)
{
    int64_t count = 0;
    for (int64_t k = 0; k < n;) {
        int64_t end = k + LANES <= n ? k + LANES : n;
        if (end - k == LANES && !any_between(product + k, norm + k, own, low, high))
            k = end;
        for (; k < end; k++) {
            float estimate = own + norm[k] + product[k];
            if (estimate >= low && estimate <= high)
                out[count++] = (int32_t)k;
        }
    }
    return count;
}

/*
 * With u = 2^-24, w the width and A, B the norms of two rows, whose squared distance is then at
 * most (A + B)^2: rounding the rows moves it by at most 2 u (A + B)^2; their product is off by
 * (w + w/256) u A B (a partial sum for every few hundred terms), and twice that is at most half as
 * many u (A + B)^2; rounding the norms, and the two sums, add u (A + B)^2 each. Twice the total is
 * allowed, for the terms in u^2 and what the exact number rounds, and a few FLT_MIN for every term
 * that vanishes or loses digits below it, and what squares that vanish in double make here.
 */
double gg_blocks_slack(const gg_blocks *a, int64_t i, const gg_blocks *b, int64_t j)
{
    double w = (double)a->points->width, both = a->reach[i] + b->reach[j];
    return (1.01 * w + 12) * (FLT_EPSILON / 2) * both * both + 8 * (w + 16) * FLT_MIN +
           8 * w * (DBL_TRUE_MIN / a->unit);
}
