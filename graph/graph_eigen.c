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

#define GUARD 16         /* columns beyond those wanted */
#define ROWS 256         /* a block of rows of a product */
#define GROWTH 1e7       /* of the largest eigenvalue in one filter: rounding errors stay behind */
#define MAX_DEGREE 200   /* of a filter */
#define MAX_PRODUCTS 1e5 /* with the matrix */

typedef struct space {
    const gg_operator *m;
    int64_t n, columns, wanted;
    int threads;
    double *x, *mx, *spare;              /* n x columns */
    double *sums;                        /* s^T X, one a column */
    double *gram, *turn, *value, *small; /* columns x columns, and one a column */
} space;

/* ---- products ---- */

typedef struct product {
    const space *s;
    const double *x;
    double *y;
} product;

GG_SIMD static void multiply_rows(const gg_operator *m, const double *sums, int64_t columns,
                                  const double *x, double *y, int64_t begin, int64_t end)
{
    for (int64_t i = begin; i < end; i++) {
        double *row = y + i * columns, own = m->scale ? m->scale[i] : 1;
        for (int64_t c = 0; c < columns; c++)
            row[c] = m->uniform * sums[c];
        for (int64_t k = m->a->rowptr[i]; k < m->a->rowptr[i + 1]; k++) {
            int64_t j = m->a->col[k];
            double scale = m->scale ? m->scale[j] : 1;
            for (int64_t c = 0; c < columns; c++)
                row[c] += scale * x[j * columns + c];
        }
        for (int64_t c = 0; c < columns; c++)
            row[c] *= own;
    }
}

static void multiply_block(void *context, int64_t begin, int64_t end)
{
    const product *p = context;
    multiply_rows(p->s->m, p->s->sums, p->s->columns, p->x, p->y, begin, end);
}

/* Y = M X. */
static void multiply(const space *s, const double *x, double *y)
{
    memset(s->sums, 0, (size_t)s->columns * sizeof *s->sums);
    for (int64_t i = 0; s->m->uniform != 0 && i < s->n; i++) {
        double scale = s->m->scale ? s->m->scale[i] : 1;
        for (int64_t c = 0; c < s->columns; c++)
            s->sums[c] += scale * x[i * s->columns + c];
    }
    product p = {s, x, y};
    gg_parallel(s->threads, s->n, ROWS, multiply_block, &p);
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

/* X := T_d((M - c) / h) X by T_d = 2 z T_(d-1) - T_(d-2), from X and MX; returns d. The interval
 * ends a little below what X holds, or an eigenvalue that repeats more often than X has columns
 * would not grow at all. */
static int64_t filter(space *s)
{
    double bound = s->m->bound, least = s->value[s->columns - 1];
    least -= 1e-3 * (s->value[0] - least);
    double half = fmax((least + bound) / 2, 1e-3 * bound), center = half - bound;
    double growth = acosh(fmax((s->value[0] - center) / half, 1 + 1e-9));
    double degrees = floor(acosh(GROWTH) / growth);
    int64_t degree = degrees > MAX_DEGREE ? MAX_DEGREE : degrees < 1 ? 1 : (int64_t)degrees;
    int64_t count = s->n * s->columns;
    double *x = s->x, *mx = s->mx, *before = s->spare;
    memset(before, 0, (size_t)count * sizeof *before);
    next_term(count, center, 1 / half, mx, x, before);
    swap(&x, &before);
    for (int64_t d = 2; d <= degree; d++) {
        multiply(s, x, mx);
        next_term(count, center, 2 / half, mx, x, before);
        swap(&x, &before);
    }
    s->x = x;
    s->spare = before;
    return degree;
}

static gg_status iterate(space *s, double tolerance, gg_rng rng, gg_error *e)
{
    for (int64_t c = 0; c < s->columns; c++)
        draw_column(s, c, gg_rng_fork(rng, (uint64_t)c));
    int64_t products = 0;
    for (uint64_t round = 0;; round++) {
        orthonormalize(s, gg_rng_fork(rng, UINT64_MAX - round));
        rotate_to_eigenvectors(s);
        double worst = residual(s);
        if (worst <= tolerance * s->m->bound)
            return GG_OK;
        if (!((double)products < MAX_PRODUCTS))
            return gg_fail(e, GG_ERR_NUMERIC,
                           "eigenvectors: residual %g after %lld products, expected at most %g",
                           worst, (long long)products, tolerance * s->m->bound);
        products += filter(s);
    }
}

gg_status gg_eigen_largest(const gg_operator *m, int64_t k, double tolerance, uint64_t seed,
                           int threads, double *values, double *vectors, gg_error *e)
{
    int64_t n = m->a->rows, columns = k + GUARD < n ? k + GUARD : n;
    if (k == 0)
        return GG_OK;
    size_t all = (size_t)n * (size_t)columns, square = (size_t)(columns * columns);
    space s = {.m = m,
               .n = n,
               .columns = columns,
               .wanted = k,
               .threads = threads,
               .x = gg_alloc(all, sizeof *s.x),
               .mx = gg_alloc(all, sizeof *s.mx),
               .spare = gg_alloc(all, sizeof *s.spare),
               .sums = gg_alloc((size_t)columns, sizeof *s.sums),
               .gram = gg_alloc(square, sizeof *s.gram),
               .turn = gg_alloc(square, sizeof *s.turn),
               .value = gg_alloc((size_t)columns, sizeof *s.value),
               .small = gg_alloc((size_t)columns, sizeof *s.small)};
    gg_status status = s.x && s.mx && s.spare && s.sums && s.gram && s.turn && s.value && s.small
                           ? iterate(&s, tolerance, gg_rng_new(seed), e)
                           : gg_fail(e, GG_ERR_MEMORY, "eigenvectors: no memory for %lld x %lld",
                                     (long long)n, (long long)columns);
    for (int64_t c = 0; status == GG_OK && c < k; c++) {
        values[c] = s.value[c];
        for (int64_t i = 0; i < n; i++)
            vectors[i * k + c] = s.x[i * columns + c];
    }
    double *const buffers[] = {s.x, s.mx, s.spare, s.sums, s.gram, s.turn, s.value, s.small};
    for (size_t b = 0; b < sizeof buffers / sizeof *buffers; b++)
        gg_free(buffers[b]);
    return status;
}
