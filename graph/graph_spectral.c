/*
 * Spectral embedding: Ng, Jordan and Weiss 2001, "On spectral clustering: analysis and an
 * algorithm". The columns are eigenvectors of I - D^-1/2 A D^-1/2 for its smallest eigenvalues, and
 * rows are scaled to norm 1.
 *
 * A graph in pieces has an eigenvalue 0 for each, and its eigenvectors say no more than that. There
 * A + 1 1^T / n takes the place of A: an edge of weight 1 / n between all nodes (Amini, Chen,
 * Bickel and Levina 2013; Zhang and Rohe 2018 say why it helps). What is added is a matrix of rank
 * one, never formed.
 */
#include "spectral.h"
#include "given.h"

#include <math.h>

#include "eigen.h"
#include "treatment.h"

#define TOLERANCE 1e-8 /* of the residuals; eigenvalues lie in [-1, 1] */

static int64_t degree_of(const gg_graph *g, int64_t i)
{
    return g->adjacency->rowptr[i + 1] - g->adjacency->rowptr[i];
}

/* Whether the nodes that have an edge are in more than one piece. */
static gg_status in_pieces(const gg_graph *g, bool *pieces, gg_error *e)
{
    int64_t count = 0;
    int32_t *component = gg_alloc((size_t)g->nodes, sizeof *component);
    if (!component)
        return gg_fail(e, GG_ERR_MEMORY, "spectral: no memory for %lld nodes", (long long)g->nodes);
    gg_status s = gg_graph_components(g, component, &count, e);
    gg_free(component);
    *pieces = count - g->cleaned.isolated > 1;
    return s;
}

/* Rows of norm 1. */
static void scale_rows(double *x, int64_t count, int64_t width)
{
    for (int64_t i = 0; i < count; i++) {
        double squared = 0;
        for (int64_t w = 0; w < width; w++)
            squared += x[i * width + w] * x[i * width + w];
        for (int64_t w = 0; squared > 0 && w < width; w++)
            x[i * width + w] /= sqrt(squared);
    }
}

/* The points' eigenvectors, out of vectors of all nodes. Nodes without an edge have rows of zeros
 * in the matrix: they take part in no eigenvector but those of the eigenvalue 0. */
static gg_status solve(const gg_graph *g, bool pieces, uint64_t seed, int threads,
                       gg_spectral_points *p, gg_error *e)
{
    size_t n = (size_t)g->nodes, width = (size_t)p->width;
    double *scale = gg_alloc(n, sizeof *scale), *values = gg_alloc(width, sizeof *values);
    double *vectors = gg_alloc(n, width * sizeof *vectors), weight = pieces ? 1 : 0;
    gg_status s = GG_OK;
    if (scale && values && vectors) {
        for (int64_t i = 0; i < g->nodes; i++)
            scale[i] = degree_of(g, i) > 0 ? 1 / sqrt((double)degree_of(g, i) + weight) : 0;
        gg_operator m = {g->adjacency, scale, weight / (double)p->count, 1};
        s = gg_eigen_largest(&m, p->width, TOLERANCE, seed, threads, values, vectors, e);
    } else {
        s = gg_fail(e, GG_ERR_MEMORY, "spectral: no memory for %lld nodes", (long long)g->nodes);
    }
    for (int64_t k = 0; s == GG_OK && k < p->count; k++)
        for (int64_t w = 0; w < p->width; w++)
            p->x[k * p->width + w] = vectors[p->node[k] * p->width + w];
    scale_rows(p->x, s == GG_OK ? p->count : 0, p->width);
    gg_free(scale);
    gg_free(values);
    gg_free(vectors);
    return s;
}

gg_status gg_spectral_points_new(const gg_graph *g, int64_t dimensions, uint64_t seed, int threads,
                                 gg_spectral_points *out, gg_error *e)
{
    bool pieces = false;
    int64_t count = g->nodes - g->cleaned.isolated;
    int64_t width = dimensions < count ? dimensions : count;
    gg_spectral_points p = {count, width, gg_alloc((size_t)count, (size_t)width * sizeof(double)),
                            gg_alloc((size_t)count, sizeof(int32_t))};
    gg_status s = GG_OK;
    if (!p.x || !p.node)
        s = gg_fail(e, GG_ERR_MEMORY, "spectral: no memory for %lld nodes", (long long)count);
    for (int64_t i = 0, k = 0; s == GG_OK && i < g->nodes; i++)
        if (degree_of(g, i) > 0)
            p.node[k++] = (int32_t)i;
    if (s == GG_OK)
        s = in_pieces(g, &pieces, e);
    if (s == GG_OK)
        s = solve(g, pieces, seed, threads, &p, e);
    if (s == GG_OK)
        *out = p;
    else
        gg_spectral_points_free(&p);
    return s;
}

void gg_spectral_points_free(gg_spectral_points *p)
{
    gg_free(p->x);
    gg_free(p->node);
    *p = (gg_spectral_points){0};
}

gg_status gg_clustering_of_points(const gg_graph *g, const gg_spectral_points *p,
                                  const int32_t *label, gg_clustering **out, gg_error *e)
{
    gg_clustering *c = NULL;
    gg_status s = gg_clustering_new(g->nodes, &c, e);
    if (s != GG_OK)
        return s;
    int32_t *number = gg_alloc((size_t)g->nodes, sizeof *number);
    if (number) {
        for (int64_t k = 0; k < p->count; k++)
            c->cluster[p->node[k]] = label[k];
        c->clusters = gg_number_clusters(g->nodes, c->cluster, number);
        *out = c;
    } else {
        s = gg_fail(e, GG_ERR_MEMORY, "clustering: no memory for %lld nodes", (long long)g->nodes);
        gg_clustering_free(c);
    }
    gg_free(number);
    return s;
}

gg_status gg_spectral_embedding(const gg_graph *g, int64_t dimensions, uint64_t seed, int threads,
                                gg_tensor **out, gg_error *e)
{
    if (gg_graph_check(g, "spectral", e) != GG_OK)
        return GG_ERR_ARGUMENT;
    if (dimensions < 1 || dimensions > GG_MAX_SPECTRAL)
        return gg_fail(e, GG_ERR_ARGUMENT, "spectral: %lld dimensions, expected 1 to %d",
                       (long long)dimensions, GG_MAX_SPECTRAL);
    gg_spectral_points p = {0};
    gg_tensor *x = NULL;
    gg_status s = gg_tensor_new(GG_F64, 2, (int64_t[]){g->nodes, dimensions}, &x, e);
    if (s == GG_OK)
        s = gg_spectral_points_new(g, dimensions, seed, threads, &p, e);
    for (int64_t k = 0; s == GG_OK && k < p.count; k++)
        for (int64_t w = 0; w < p.width; w++)
            gg_set(x, p.node[k] * dimensions + w, p.x[k * p.width + w]);
    gg_spectral_points_free(&p);
    if (s == GG_OK)
        *out = x;
    else
        gg_tensor_free(x);
    return s;
}
