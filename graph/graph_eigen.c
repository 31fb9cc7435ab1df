/*
 * The largest eigenvalues of a large sparse symmetric matrix: subspace iteration with a Chebyshev
 * filter (Zhou, Saad, Tiago and Chelikowsky 2006, "Self-consistent-field calculations using
 * Chebyshev-filtered subspace iteration").
 *
 * A block X of m > k columns is multiplied by T_d((M - c) / h), the Chebyshev polynomial that is
 * within [-1, 1] on [c - h, c + h] and grows fastest beyond. That interval reaches from -bound to
 * the smallest eigenvalue that X holds, so all that X does not hold fades. Then X is made
 * orthonormal, and rotated to the eigenvectors of X^T M X (Rayleigh and Ritz), until the residuals
 * are small. A block also finds eigenvalues that repeat, which one vector cannot.
 */
#include "eigen.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "blas.h"
#include "parallel.h"

#define GUARD 16       /* columns beyond those wanted */
#define GROWTH 1e7     /* of the largest eigenvalue in one filter: rounding errors stay behind */
#define MAX_DEGREE 200 /* of a filter */
#define MOST 100000    /* products, and those of the filter that is in use then */

typedef struct space {
    const gg_symmetric *m;
    int64_t n, columns, wanted;
    gg_status status; /* of the products so far */
    gg_error *e;
    double *x, *mx, *spare;              /* n x columns */
    double *gram, *turn, *value, *small; /* columns x columns, and one a column */
} space;

int64_t gg_eigen_columns(int64_t rows, int64_t k)
{
    return k + GUARD < rows ? k + GUARD : rows;
}

/* ---- products ---- */

/* Y = M X, or nothing once a product failed. */
static void multiply(space *s, const double *x, double *y)
{
    if (s->status == GG_OK)
        s->status = s->m->multiply(s->m->context, s->columns, x, y, s->e);
}

/* Y = X Q, Q columns x columns. */
static void combine(const space *s, const double *x, const double *q, double *y)
{
    gg_gemm_f64(false, false, s->n, s->columns, s->columns, 1, x, s->columns, q, s->columns, 0, y,
                s->columns);
}

/* G = X^T Y. */
static void inner_products(const space *s, const double *x, const double *y, double *gram)
{
    gg_gemm_f64(true, false, s->columns, s->columns, s->n, 1, x, s->columns, y, s->columns, 0, gram,
                s->columns);
}

static void swap(double **a, double **b)
{
    double *other = *a;
    *a = *b;
    *b = other;
}

/* ---- an orthonormal basis ---- */

static void draw_column(space *s, int64_t c, gg_rng rng)
{
    for (int64_t i = 0; i < s->n; i++)
        s->x[i * s->columns + c] = gg_rng_normal(rng, (uint64_t)i);
}

/* 1 / |column| in s->small. Columns of zeros are drawn anew; whether there were any. */
static bool measure_columns(space *s, gg_rng rng)
{
    int64_t m = s->columns;
    bool drawn = false;
    inner_products(s, s->x, s->x, s->gram);
    for (int64_t c = 0; c < m; c++) {
        double squared = s->gram[c * m + c];
        s->small[c] = 1 / sqrt(squared);
        if (!(squared > 0 && squared < INFINITY)) {
            draw_column(s, c, gg_rng_fork(rng, (uint64_t)c));
            drawn = true;
        }
    }
    return drawn;
}

/*
 * X := X D Q L^-1/2, where D scales the columns to norm 1 and D X^T X D = Q L Q^T (Stathopoulos and
 * Wu 2002, "A block orthogonalization procedure with constant synchronization requirements"). What
 * is nearly dependent comes out as noise of norm 1, so this is repeated until L was harmless.
 */
static void orthonormalize(space *s, gg_rng rng)
{
    int64_t m = s->columns;
    double worst = 0;
    for (uint64_t pass = 0; worst < 0.1 && pass < 12; pass++) {
        while (measure_columns(s, gg_rng_fork(rng, pass)))
            ;
        for (int64_t c = 0; c < m * m; c++)
            s->gram[c] *= s->small[c / m] * s->small[c % m];
        gg_eigen_dense(m, s->gram, s->value, s->turn);
        worst = s->value[m - 1] / s->value[0];
        for (int64_t c = 0; c < m * m; c++)
            s->turn[c] *=
                s->small[c / m] / sqrt(fmax(s->value[c % m], 4 * DBL_EPSILON * s->value[0]));
        combine(s, s->x, s->turn, s->spare);
        swap(&s->x, &s->spare);
    }
}

/* X := X Q and MX := MX Q with X^T M X = Q diag(value) Q^T. */
static void rotate_to_eigenvectors(space *s)
{
    multiply(s, s->x, s->mx);
    if (s->status)
        return;
    inner_products(s, s->x, s->mx, s->gram);
    gg_eigen_dense(s->columns, s->gram, s->value, s->turn);
    combine(s, s->x, s->turn, s->spare);
    swap(&s->x, &s->spare);
    combine(s, s->mx, s->turn, s->spare);
    swap(&s->mx, &s->spare);
}

/* The largest |M v - value v| of the wanted ones. */
static double residual(const space *s)
{
    double worst = 0;
    memset(s->small, 0, (size_t)s->columns * sizeof *s->small);
    for (int64_t i = 0; i < s->n; i++)
        for (int64_t c = 0; c < s->wanted; c++) {
            double off = s->mx[i * s->columns + c] - s->value[c] * s->x[i * s->columns + c];
            s->small[c] += off * off;
        }
    for (int64_t c = 0; c < s->wanted; c++)
        worst = fmax(worst, s->small[c]);
    return sqrt(worst);
}

/* ---- the filter ---- */

GG_SIMD static void next_term(int64_t count, double center, double factor, const double *mx,
                              const double *x, double *before)
{
    for (int64_t k = 0; k < count; k++)
        before[k] = factor * (mx[k] - center * x[k]) - before[k];
}

/* What residuals are compared with. */
static double size(const space *s)
{
    return s->m->positive ? s->value[0] : s->m->bound;
}

/* X := T_d((M - c) / h) X by T_d = 2 z T_(d-1) - T_(d-2), from X and MX; returns d. The interval
 * ends a little below what X holds, or an eigenvalue that repeats more often than X has columns
 * would not grow at all. */
static int64_t filter(space *s)
{
    double low = s->m->positive ? 0 : -s->m->bound, least = s->value[s->columns - 1];
    least -= 1e-3 * (s->value[0] - least);
    double half = fmax((least - low) / 2, (s->m->positive ? 1e-7 : 1e-3) * size(s));
    double center = low + half;
    double growth = acosh(fmax((s->value[0] - center) / half, 1 + 1e-9));
    double degrees = floor(acosh(GROWTH) / growth);
    int64_t degree = degrees > MAX_DEGREE ? MAX_DEGREE : degrees < 1 ? 1 : (int64_t)degrees;
    int64_t count = s->n * s->columns;
    double *x = s->x, *mx = s->mx, *before = s->spare;
    memset(before, 0, (size_t)count * sizeof *before);
    next_term(count, center, 1 / half, mx, x, before);
    swap(&x, &before);
    for (int64_t d = 2; d <= degree && s->status == GG_OK; d++) {
        multiply(s, x, mx);
        next_term(count, center, 2 / half, mx, x, before);
        swap(&x, &before);
    }
    s->x = x;
    s->spare = before;
    return degree;
}

static gg_status iterate(space *s, double tolerance, gg_rng rng)
{
    for (int64_t c = 0; c < s->columns; c++)
        draw_column(s, c, gg_rng_fork(rng, (uint64_t)c));
    int64_t products = 0;
    for (uint64_t round = 0;; round++) {
        orthonormalize(s, gg_rng_fork(rng, UINT64_MAX - round));
        rotate_to_eigenvectors(s);
        if (s->status)
            return s->status;
        double worst = residual(s);
        if (worst <= tolerance * size(s))
            return GG_OK;
        if (!(products < MOST))
            return gg_fail(s->e, GG_ERR_NUMERIC,
                           "eigenvectors: residual %g after %lld products, expected at most %g",
                           worst, (long long)products, tolerance * size(s));
        products += filter(s);
    }
}

gg_status gg_eigen_symmetric(const gg_symmetric *m, int64_t k, double tolerance, uint64_t seed,
                             double *values, double *vectors, gg_error *e)
{
    int64_t n = m->rows, columns = gg_eigen_columns(n, k);
    if (k == 0)
        return GG_OK;
    size_t all = (size_t)n * (size_t)columns, square = (size_t)(columns * columns);
    space s = {.m = m,
               .n = n,
               .columns = columns,
               .wanted = k,
               .e = e,
               .x = gg_alloc(all, sizeof *s.x),
               .mx = gg_alloc(all, sizeof *s.mx),
               .spare = gg_alloc(all, sizeof *s.spare),
               .gram = gg_alloc(square, sizeof *s.gram),
               .turn = gg_alloc(square, sizeof *s.turn),
               .value = gg_alloc((size_t)columns, sizeof *s.value),
               .small = gg_alloc((size_t)columns, sizeof *s.small)};
    gg_status status = s.x && s.mx && s.spare && s.gram && s.turn && s.value && s.small
                           ? iterate(&s, tolerance, gg_rng_new(seed))
                           : gg_fail(e, GG_ERR_MEMORY, "eigenvectors: no memory for %lld x %lld",
                                     (long long)n, (long long)columns);
    for (int64_t c = 0; status == GG_OK && c < k; c++) {
        values[c] = s.value[c];
        for (int64_t i = 0; i < n; i++)
            vectors[i * k + c] = s.x[i * columns + c];
    }
    double *const buffers[] = {s.x, s.mx, s.spare, s.gram, s.turn, s.value, s.small};
    for (size_t b = 0; b < sizeof buffers / sizeof *buffers; b++)
        gg_free(buffers[b]);
    return status;
}
