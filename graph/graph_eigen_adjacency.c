/* Eigenvalues of an adjacency matrix, scaled and with a matrix of rank one added that is never
 * formed: how it multiplies. */
#include "eigen.h"

#include <string.h>

#include "parallel.h"

#define ROWS 256 /* a block of rows of a product */

typedef struct product {
    const gg_operator *m;
    int threads;
    int64_t columns;
    const double *x;
    double *y, *sums; /* sums: s^T X, one a column */
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
    multiply_rows(p->m, p->sums, p->columns, p->x, p->y, begin, end);
}

static gg_status multiply(void *context, int64_t columns, const double *x, double *y, gg_error *e)
{
    product *p = context;
    (void)e;
    memset(p->sums, 0, (size_t)columns * sizeof *p->sums);
    for (int64_t i = 0; p->m->uniform != 0 && i < p->m->a->rows; i++) {
        double scale = p->m->scale ? p->m->scale[i] : 1;
        for (int64_t c = 0; c < columns; c++)
            p->sums[c] += scale * x[i * columns + c];
    }
    p->columns = columns;
    p->x = x;
    p->y = y;
    gg_parallel(p->threads, p->m->a->rows, ROWS, multiply_block, p);
    return GG_OK;
}

gg_status gg_eigen_largest(const gg_operator *m, int64_t k, double tolerance, uint64_t seed,
                           int threads, double *values, double *vectors, gg_error *e)
{
    int64_t columns = gg_eigen_columns(m->a->rows, k);
    product p = {.m = m, .threads = threads, .sums = gg_alloc((size_t)columns, sizeof *p.sums)};
    gg_symmetric symmetric = {m->a->rows, m->bound, false, multiply, &p};
    gg_status status = p.sums
                           ? gg_eigen_symmetric(&symmetric, k, tolerance, seed, values, vectors, e)
                           : gg_fail(e, GG_ERR_MEMORY, "eigenvectors: no memory for %lld columns",
                                     (long long)columns);
    gg_free(p.sums);
    return status;
}
