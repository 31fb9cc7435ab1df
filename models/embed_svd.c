/*
 * Singular vectors of smoothed features. With S = D^-1/2 (A + I) D^-1/2, where D holds the degrees
 * of A + I and one mean degree more (Chaudhuri, Chung and Tsiatas 2012, "Spectral clustering of
 * graphs with general degrees in the extended planted partition model": without it the largest
 * singular values are those of the small pieces that the graph has fallen into, one each), and X
 * the features with rows of length 1,
 *
 *     S^t X = U diag(s) V^T,    Z = U_k diag(s_k)^2/3, with rows of length 1.
 *
 * A graph without features has X = I. The k largest are those of S^t X X^T S^t, which is never
 * formed.
 */
#include "embedding.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "eigen.h"
#include "seconds.h"
#include "spmm.h"

#define TOLERANCE 1e-6 /* of the residuals, to the largest eigenvalue */
#define FAINT 1e-4     /* of the mean row: what is far below is rounding errors, not a direction */

typedef struct factor {
    const gg_embedding_source *source;
    int64_t hops;
    gg_tape *tape;         /* for its threads */
    gg_csr *smooth, *x;    /* S, and X / sqrt(nodes); NULL for I */
    double *half, *spread; /* nodes x columns */
    double *words;         /* features x columns */
    int64_t step;
    double began;
} factor;

gg_svd_options gg_svd_defaults(void)
{
    return (gg_svd_options){.dimensions = 128, .hops = 2, .hops_alone = 6};
}

static gg_status check(const gg_svd_options *o, gg_error *e)
{
    if (o->dimensions < 1 || o->dimensions > 65536)
        return gg_fail(e, GG_ERR_ARGUMENT, "svd: %lld dimensions, expected 1 to 65536",
                       (long long)o->dimensions);
    if (o->hops < 1 || o->hops > 100 || o->hops_alone < 1 || o->hops_alone > 100)
        return gg_fail(e, GG_ERR_ARGUMENT, "svd: %lld and %lld hops, expected 1 to 100",
                       (long long)o->hops, (long long)o->hops_alone);
    return GG_OK;
}

/* ---- the matrices ---- */

/* S has the places of the matrix that graph convolutions multiply with. */
static gg_status new_smooth(const gg_graph *g, gg_csr **out, gg_error *e)
{
    const double more = g->nodes > 0 ? 2 * (double)g->edges / (double)g->nodes : 0;
    gg_status status = gg_graph_gcn_matrix(g, GG_F64, out, e);
    if (status)
        return status;
    const gg_csr *s = *out;
    double *value = s->values;
    for (int64_t i = 0; i < s->rows; i++)
        for (int64_t k = s->rowptr[i]; k < s->rowptr[i + 1]; k++) {
            int64_t j = s->col[k];
            double own = (double)(s->rowptr[i + 1] - s->rowptr[i]) + more;
            value[k] = 1 / sqrt(own * ((double)(s->rowptr[j + 1] - s->rowptr[j]) + more));
        }
    return GG_OK;
}

static void divide_rows(const gg_csr *a, int32_t *row, double *value)
{
    for (int32_t i = 0; i < a->rows; i++) {
        double squared = 0;
        for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++)
            squared += gg_csr_value(a, k) * gg_csr_value(a, k);
        double length = sqrt((double)a->rows * (squared > 0 ? squared : 1));
        for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++) {
            row[k] = i;
            value[k] = gg_csr_value(a, k) / length;
        }
    }
}

/* Divided by the root of the number of rows, too, so that no singular value is above 1. */
static gg_status new_features(const gg_csr *a, gg_csr **out, gg_error *e)
{
    const int64_t nnz = gg_csr_nnz(a);
    int32_t *row = gg_alloc((size_t)nnz, sizeof *row);
    double *value = gg_alloc((size_t)nnz, sizeof *value);
    gg_status status = GG_OK;
    if (row && value) {
        divide_rows(a, row, value);
        status = gg_csr_from_coo(a->rows, a->cols, nnz, row, a->col, value, GG_F64, out, e);
    } else {
        status = gg_fail(e, GG_ERR_MEMORY, "svd: no memory for %lld features", (long long)nnz);
    }
    gg_free(row);
    gg_free(value);
    return status;
}

/* ---- products ---- */

static void apply(const factor *f, const gg_csr *a, int64_t columns, const double *x, double *y)
{
    gg_spmm_into_f64(f->tape, a, a->values, 1, columns, x, y, false);
}

/* y = S^t x, with half in between. */
static void smooth(const factor *f, int64_t columns, const double *x, double *y)
{
    for (int64_t t = f->hops; t > 0; t--) {
        double *to = t % 2 ? y : f->half;
        apply(f, f->smooth, columns, x, to);
        x = to;
    }
}

/* y = S^t X X^T S^t x; or S^2 x. */
static gg_status multiply(void *context, int64_t columns, const double *x, double *y, gg_error *e)
{
    factor *f = context;
    smooth(f, columns, x, y);
    if (f->x) {
        apply(f, f->x->transpose, columns, y, f->words);
        apply(f, f->x, columns, f->words, f->spread);
        smooth(f, columns, f->spread, y);
    }
    gg_embedding_progress p = {"products", ++f->step, 0, NAN, f->began};
    return gg_embedding_report(f->source, p, e);
}

/* ---- the embedding ---- */

/* Column c of u times its scale, with a sign of its own: the largest entry, the first of equals, is
 * positive. */
static void scale_column(int64_t rows, int64_t columns, int64_t c, double scale, double *u)
{
    double largest = 0;
    for (int64_t i = 0; i < rows; i++)
        if (fabs(u[i * columns + c]) > fabs(largest))
            largest = u[i * columns + c];
    for (int64_t i = 0; i < rows; i++)
        u[i * columns + c] *= largest < 0 ? -scale : scale;
}

static double squared_length(const double *x, int64_t columns)
{
    double sum = 0;
    for (int64_t c = 0; c < columns; c++)
        sum += x[c] * x[c];
    return sum;
}

/* Rows of length 1, into the first columns of z. */
static void scale_rows(const double *u, int64_t columns, gg_tensor *z)
{
    const int64_t rows = z->shape[0], width = z->shape[1];
    double sum = 0;
    for (int64_t i = 0; i < rows; i++)
        sum += squared_length(u + i * columns, columns);
    for (int64_t i = 0; i < rows && sum > 0; i++) {
        double length =
            squared_length(u + i * columns, columns) + FAINT * FAINT * sum / (double)rows;
        for (int64_t c = 0; c < columns; c++)
            gg_set(z, i * width + c, u[i * columns + c] / sqrt(length));
    }
}

static gg_status prepare(factor *f, int64_t columns, gg_error *e)
{
    const gg_csr *features = f->source->features;
    const size_t width = (size_t)columns, nodes = (size_t)f->source->graph->nodes;
    gg_status status = gg_tape_new(GG_F64, f->source->threads, &f->tape, e);
    if (!status)
        status = new_smooth(f->source->graph, &f->smooth, e);
    if (!status && features)
        status = new_features(features, &f->x, e);
    if (status)
        return status;
    f->half = gg_alloc(nodes, width * sizeof *f->half);
    f->spread = gg_alloc(features ? nodes : 0, width * sizeof *f->spread);
    f->words = gg_alloc(features ? (size_t)features->cols : 0, width * sizeof *f->words);
    if (!f->half || !f->spread || !f->words)
        return gg_fail(e, GG_ERR_MEMORY, "svd: no memory for %zu x %zu", nodes, width);
    return GG_OK;
}

static void release(factor *f)
{
    gg_tape_free(f->tape);
    gg_csr_free(f->smooth);
    gg_csr_free(f->x);
    gg_free(f->half);
    gg_free(f->spread);
    gg_free(f->words);
}

/* The eigenvalues are s^2 of S^t X; or s^2 of S, whose s^t are to be taken. */
static gg_status solve(factor *f, double power, int64_t k, gg_tensor *z, gg_error *e)
{
    const int64_t nodes = z->shape[0];
    double *value = gg_alloc((size_t)k, sizeof *value);
    double *u = gg_alloc((size_t)nodes, (size_t)k * sizeof *u);
    gg_symmetric m = {nodes, 0, true, multiply, f};
    gg_status status = value && u
                           ? gg_eigen_symmetric(&m, k, TOLERANCE, f->source->seed, value, u, e)
                           : gg_fail(e, GG_ERR_MEMORY, "svd: no memory for %lld x %lld",
                                     (long long)nodes, (long long)k);
    if (!status) {
        for (int64_t c = 0; c < k; c++)
            scale_column(nodes, k, c, pow(fmax(value[c], 0), power), u);
        scale_rows(u, k, z);
    }
    gg_free(value);
    gg_free(u);
    return status;
}

gg_status gg_embed_svd(const gg_embedding_source *source, const gg_svd_options *options,
                       gg_tensor **out, gg_error *e)
{
    if (gg_graph_check(source->graph, "svd", e))
        return GG_ERR_ARGUMENT;
    const int64_t nodes = source->graph->nodes;
    int64_t k = options->dimensions < nodes ? options->dimensions : nodes;
    bool alone = !source->features;
    factor f = {.source = source, .hops = alone ? 2 : options->hops, .began = gg_seconds()};
    gg_tensor *z = NULL;
    gg_status status = gg_embedding_check(source, e);
    if (!status)
        status = check(options, e);
    if (!status)
        status = gg_tensor_new(GG_F32, 2, (int64_t[]){nodes, options->dimensions}, &z, e);
    if (!status)
        status = prepare(&f, gg_eigen_columns(nodes, k), e);
    if (!status)
        status = solve(&f, (alone ? (double)options->hops_alone : 1) / 3, k, z, e);
    release(&f);
    if (status)
        gg_tensor_free(z);
    else
        *out = z;
    return status;
}

static gg_status embed(const gg_embedding_source *s, int64_t dimensions, gg_tensor **out,
                       gg_error *e)
{
    gg_svd_options o = gg_svd_defaults();
    o.dimensions = dimensions;
    return gg_embed_svd(s, &o, out, e);
}

static void settings(int64_t dimensions, char *text, size_t size)
{
    gg_svd_options o = gg_svd_defaults();
    snprintf(text, size, "%lld dimensions, %lld hops, %lld without features, rows of length 1",
             (long long)dimensions, (long long)o.hops, (long long)o.hops_alone);
}

const gg_embedding_method gg_method_svd = {"svd", embed, settings};
