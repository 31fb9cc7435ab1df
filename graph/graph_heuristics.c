/*
 * Scores of pairs from the neighbours that they share (Liben-Nowell and Kleinberg 2007, "The
 * link-prediction problem for social networks").
 */
#include "graph.h"
#include "given.h"

#include <math.h>

#include "neighbors.h"
#include "parallel.h"

#define BLOCK 256 /* pairs */

typedef struct job {
    gg_heuristic kind;
    const gg_csr *adjacency;
    const gg_pair_list *pairs;
    double *out;
} job;

/* What a shared neighbour adds; it has two neighbours at least, so the logarithm is not zero. */
static double weight_of(const job *w, int32_t k)
{
    double degree = (double)gg_row_length(w->adjacency, k);
    if (w->kind == GG_ADAMIC_ADAR)
        return 1 / log(degree);
    return w->kind == GG_RESOURCE_ALLOCATION ? 1 / degree : 1;
}

/* The sum over shared neighbours, in ascending order. */
static double sum_shared(const job *w, int32_t i, int32_t j)
{
    const gg_csr *a = w->adjacency;
    if (gg_row_length(a, i) > gg_row_length(a, j)) {
        int32_t other = i;
        i = j;
        j = other;
    }
    int64_t at = a->rowptr[j], end = a->rowptr[j + 1];
    double sum = 0;
    for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1] && at < end; k++) {
        at = gg_seek_column(a->col, at, end, a->col[k]);
        if (at < end && a->col[at] == a->col[k])
            sum += weight_of(w, a->col[k]);
    }
    return sum;
}

static void score_block(void *context, int64_t begin, int64_t end)
{
    const job *w = context;
    for (int64_t k = begin; k < end; k++) {
        int32_t i = w->pairs->u[k], j = w->pairs->v[k];
        w->out[k] =
            w->kind == GG_PREFERENTIAL_ATTACHMENT
                ? (double)gg_row_length(w->adjacency, i) * (double)gg_row_length(w->adjacency, j)
                : sum_shared(w, i, j);
    }
}

gg_status gg_score_heuristic(gg_heuristic kind, const gg_graph *g, const gg_pair_list *pairs,
                             int threads, double *out, gg_error *e)
{
    if (gg_graph_check(g, "heuristic", e) != GG_OK)
        return GG_ERR_ARGUMENT;
    if ((int)kind < GG_COMMON_NEIGHBORS || kind > GG_PREFERENTIAL_ATTACHMENT)
        return gg_fail(e, GG_ERR_ARGUMENT, "heuristic: there is none of number %d", (int)kind);
    for (int64_t k = 0; k < pairs->count; k++) {
        int32_t u = pairs->u[k], v = pairs->v[k];
        if (u < 0 || v < 0 || u >= g->nodes || v >= g->nodes || u == v)
            return gg_fail(e, GG_ERR_ARGUMENT,
                           "heuristic: pair %lld, (%d, %d), is none of different nodes below %lld",
                           (long long)k, u, v, (long long)g->nodes);
    }
    job w = {kind, g->adjacency, pairs, out};
    gg_parallel(threads, pairs->count, BLOCK, score_block, &w);
    return GG_OK;
}
