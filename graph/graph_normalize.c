/* Matrices divided by their sums: each row by its own, or each entry by those of its row and of its
 * column's. Matrices anew, since one that equals its transpose, or whose values are not stored,
 * does not stay so. */
#include "given.h"

#include <float.h>
#include <math.h>

/* Coordinates of a matrix that is being put together. */
typedef struct entries {
    int64_t count;
    int32_t *row, *col;
    double *value;
} entries;

static gg_status entries_new(int64_t capacity, entries *x, gg_error *e)
{
    *x = (entries){.row = gg_alloc((size_t)capacity, sizeof *x->row),
                   .col = gg_alloc((size_t)capacity, sizeof *x->col),
                   .value = gg_alloc((size_t)capacity, sizeof *x->value)};
    if (x->row && x->col && x->value)
        return GG_OK;
    return gg_fail(e, GG_ERR_MEMORY, "normalize: no memory for %lld entries", (long long)capacity);
}

static void entries_free(entries *x)
{
    gg_free(x->row);
    gg_free(x->col);
    gg_free(x->value);
}

static void entries_add(entries *x, int32_t i, int32_t j, double value)
{
    x->row[x->count] = i;
    x->col[x->count] = j;
    x->value[x->count++] = value;
}

static void divide_rows(const gg_csr *a, entries *x)
{
    for (int32_t i = 0; i < a->rows; i++) {
        double sum = 0;
        for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++)
            sum += gg_csr_value(a, k);
        for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++)
            entries_add(x, i, a->col[k], sum != 0 ? gg_csr_value(a, k) / sum : gg_csr_value(a, k));
    }
}

gg_status gg_csr_normalize_rows(const gg_csr *a, gg_csr **out, gg_error *e)
{
    entries x;
    gg_status s = entries_new(gg_csr_nnz(a), &x, e);
    if (s == GG_OK) {
        divide_rows(a, &x);
        s = gg_csr_from_coo(a->rows, a->cols, x.count, x.row, x.col, x.value, a->dtype, out, e);
    }
    entries_free(&x);
    return s;
}

/* Whether a row gets a self-loop. */
static bool lacks_loop(const gg_csr *a, bool self_loops, int32_t i)
{
    return self_loops && !gg_csr_has(a, i, i);
}

/* The sums of the rows, with the self-loops that they get. */
static gg_status sum_rows(const gg_csr *a, bool self_loops, double *sum, gg_error *e)
{
    for (int32_t i = 0; i < a->rows; i++) {
        sum[i] = lacks_loop(a, self_loops, i);
        for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++)
            sum[i] += gg_csr_value(a, k);
        if (!(sum[i] >= 0 && sum[i] <= DBL_MAX))
            return gg_fail(e, GG_ERR_NUMERIC,
                           "normalize symmetric: row %d has the sum %g, expected 0 or more", i,
                           sum[i]);
    }
    return GG_OK;
}

/* w / sqrt(a b): one root of the product, so that whole numbers and their squares stay exact; and
 * the same for (a, b) as for (b, a), so that a symmetric matrix stays so to the last bit. */
static double divide(double w, double a, double b)
{
    if (a == 0 || b == 0)
        return 0;
    return w / (isnormal(a * b) ? sqrt(a * b) : sqrt(a) * sqrt(b));
}

static void divide_entries(const gg_csr *a, bool self_loops, const double *sum, entries *x)
{
    for (int32_t i = 0; i < a->rows; i++) {
        if (lacks_loop(a, self_loops, i))
            entries_add(x, i, i, divide(1, sum[i], sum[i]));
        for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++)
            entries_add(x, i, a->col[k], divide(gg_csr_value(a, k), sum[i], sum[a->col[k]]));
    }
}

/* Large entries of a row that cancel leave a small sum to divide by. */
static gg_status check_entries(const entries *x, gg_dtype dtype, gg_error *e)
{
    double most = dtype == GG_F32 ? FLT_MAX : DBL_MAX;
    for (int64_t k = 0; k < x->count; k++)
        if (!(fabs(x->value[k]) <= most))
            return gg_fail(e, GG_ERR_NUMERIC,
                           "normalize symmetric: entry (%d, %d) becomes %g, too large a number",
                           x->row[k], x->col[k], x->value[k]);
    return GG_OK;
}

static gg_status normalize(const gg_csr *a, bool self_loops, gg_dtype dtype, gg_csr **out,
                           gg_error *e)
{
    entries x = {0};
    double *sum = gg_alloc((size_t)a->rows, sizeof *sum);
    gg_status s = sum ? sum_rows(a, self_loops, sum, e)
                      : gg_fail(e, GG_ERR_MEMORY, "normalize symmetric: no memory for %lld sums",
                                (long long)a->rows);
    if (s == GG_OK)
        s = entries_new(gg_csr_nnz(a) + (self_loops ? a->rows : 0), &x, e);
    if (s == GG_OK) {
        divide_entries(a, self_loops, sum, &x);
        s = check_entries(&x, dtype, e);
    }
    if (s == GG_OK)
        s = gg_csr_from_coo(a->rows, a->cols, x.count, x.row, x.col, x.value, dtype, out, e);
    entries_free(&x);
    gg_free(sum);
    return s;
}

gg_status gg_csr_normalize_symmetric(const gg_csr *a, bool self_loops, gg_csr **out, gg_error *e)
{
    if (a->rows != a->cols)
        return gg_fail(e, GG_ERR_SHAPE,
                       "normalize symmetric: the matrix is %lld x %lld, expected a square one",
                       (long long)a->rows, (long long)a->cols);
    return normalize(a, self_loops, a->dtype, out, e);
}

gg_status gg_graph_gcn_matrix(const gg_graph *g, gg_dtype dtype, gg_csr **out, gg_error *e)
{
    if (gg_graph_check(g, "gcn matrix", e) != GG_OK)
        return GG_ERR_ARGUMENT;
    return normalize(g->adjacency, true, dtype, out, e);
}
