/*
 * The Katz index (Katz 1953, "A new status index derived from sociometric analysis"):
 * K_ij = sum over l >= 1 of beta^l (walks of length l from i to j), K = (I - beta A)^-1 - I.
 *
 * The series is added up for a block of columns. All terms are positive, so nothing cancels. With q
 * = beta lambda < 1, no entry of beta^l A^l is larger than q^l, so what is left after l terms is at
 * most q^(l+1) / (1 - q): for the published beta, q is a few hundredths and six terms tell which
 * entries reach a threshold.
 */
#include "katz.h"
#include "given.h"

#include <math.h>
#include <string.h>

#include "eigen.h"
#include "parallel.h"

#define W GG_KATZ_COLUMNS
#define ROWS 256        /* a block of rows */
#define PRECISION 1e-30 /* no smaller rest is waited for */

/* One more term of rows [begin, end); how many of their entries may still reach the threshold. */
GG_SIMD static int64_t add_rows(const gg_csr *a, double beta, const double *term, double *next,
                                double *sum, double threshold, double rest, int64_t begin,
                                int64_t end)
{
    int64_t undecided = 0;
    for (int64_t i = begin; i < end; i++) {
        double row[W] = {0};
        for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++) {
            const double *from = term + (int64_t)a->col[k] * W;
            for (int c = 0; c < W; c++)
                row[c] += from[c];
        }
        for (int c = 0; c < W; c++) {
            next[i * W + c] = beta * row[c];
            sum[i * W + c] += beta * row[c];
            undecided += sum[i * W + c] < threshold && sum[i * W + c] + rest >= threshold;
        }
    }
    return undecided;
}

static void add_block(void *context, int64_t begin, int64_t end)
{
    gg_katz *k = context;
    k->undecided[begin / ROWS] = add_rows(k->adjacency, k->beta, k->term, k->next, k->sum,
                                          k->undecided_at, k->rest, begin, end);
}

/* Adds terms to sum until each entry is known, or known to be below or above the threshold. term
 * holds the first one, without beta. */
static void add_terms(gg_katz *k, double threshold)
{
    int64_t n = k->adjacency->rows, undecided = 1;
    memset(k->sum, 0, (size_t)(n * W) * sizeof *k->sum);
    k->undecided_at = threshold;
    k->rest = k->ratio / (1 - k->ratio);
    while (undecided > 0 && k->rest > PRECISION) {
        k->rest *= k->ratio;
        gg_parallel(k->threads, n, ROWS, add_block, k);
        double *done = k->term;
        k->term = k->next;
        k->next = done;
        undecided = threshold > 0 ? 0 : 1;
        for (int64_t b = 0; threshold > 0 && b * ROWS < n; b++)
            undecided += k->undecided[b];
    }
}

void gg_katz_columns(gg_katz *k, const int32_t *node, int columns, double threshold)
{
    memset(k->term, 0, (size_t)(k->adjacency->rows * W) * sizeof *k->term);
    for (int c = 0; c < columns; c++)
        k->term[(int64_t)node[c] * W + c] = 1;
    add_terms(k, threshold);
}

/* 1^T K 1 is the sum of one column more, K 1. */
double gg_katz_mean(gg_katz *k)
{
    double total = 0, n = (double)k->adjacency->rows;
    memset(k->term, 0, (size_t)(k->adjacency->rows * W) * sizeof *k->term);
    for (int64_t i = 0; i < k->adjacency->rows; i++)
        k->term[i * W] = 1;
    add_terms(k, 0);
    for (int64_t i = 0; i < k->adjacency->rows; i++)
        total += k->sum[i * W];
    return n > 0 ? total / n / n : 0;
}

static gg_status largest_eigenvalue(const gg_graph *g, int threads, double *value, gg_error *e)
{
    gg_operator m = {.a = g->adjacency};
    for (int64_t i = 0; i < g->nodes; i++)
        m.bound = fmax(m.bound, (double)(g->adjacency->rowptr[i + 1] - g->adjacency->rowptr[i]));
    *value = 0;
    if (g->edges == 0)
        return GG_OK;
    double *vector = gg_alloc((size_t)g->nodes, sizeof *vector);
    gg_status s =
        vector ? gg_eigen_largest(&m, 1, 1e-9, 1, threads, value, vector, e)
               : gg_fail(e, GG_ERR_MEMORY, "katz: no memory for %lld nodes", (long long)g->nodes);
    gg_free(vector);
    return s;
}

gg_status gg_katz_new(const gg_graph *g, double beta, int threads, gg_katz *out, gg_error *e)
{
    double lambda;
    gg_status s = largest_eigenvalue(g, threads, &lambda, e);
    if (s != GG_OK)
        return s;
    if (!(beta >= 0 && beta * lambda < 1 - 1e-6))
        return gg_fail(e, GG_ERR_ARGUMENT,
                       "katz: beta %g, expected above 0 and below 1 / %g, the largest eigenvalue",
                       beta, lambda);
    if (beta == 0)
        beta = lambda > 0 ? fmin(0.5 / lambda, 0.003) : 0.003;
    size_t n = (size_t)g->nodes;
    *out = (gg_katz){.adjacency = g->adjacency,
                     .beta = beta,
                     .ratio = beta * lambda * (1 + 1e-7), /* lambda is known to 1e-9 degrees */
                     .threads = threads,
                     .sum = gg_alloc(n, W * sizeof(double)),
                     .term = gg_alloc(n, W * sizeof(double)),
                     .next = gg_alloc(n, W * sizeof(double)),
                     .undecided = gg_alloc(n / ROWS + 1, sizeof(int64_t))};
    if (out->sum && out->term && out->next && out->undecided)
        return GG_OK;
    gg_katz_free(out);
    return gg_fail(e, GG_ERR_MEMORY, "katz: no memory for %lld nodes", (long long)g->nodes);
}

void gg_katz_free(gg_katz *k)
{
    gg_free(k->sum);
    gg_free(k->term);
    gg_free(k->next);
    gg_free(k->undecided);
    *k = (gg_katz){0};
}

/* ---- scores of pairs ---- */

/* The pairs by their first node: those of u are order[start[u]] to order[start[u + 1] - 1]. */
static void sort_by_first(const gg_pair_list *pairs, int64_t nodes, int64_t *start, int64_t *order)
{
    memset(start, 0, ((size_t)nodes + 1) * sizeof *start);
    for (int64_t p = 0; p < pairs->count; p++)
        start[pairs->u[p] + 1]++;
    for (int64_t i = 0; i < nodes; i++)
        start[i + 1] += start[i];
    for (int64_t p = pairs->count; p-- > 0;)
        order[--start[pairs->u[p] + 1]] = p;
    for (int64_t i = 0; i < nodes; i++)
        start[i] = start[i + 1];
    start[nodes] = pairs->count;
}

static void score_all(gg_katz *k, const gg_pair_list *pairs, const int64_t *start,
                      const int64_t *order, double *out)
{
    int64_t nodes = k->adjacency->rows;
    for (int64_t at = 0; at < nodes;) {
        int32_t node[W];
        int columns = 0;
        for (; at < nodes && columns < W; at++)
            if (start[at + 1] > start[at])
                node[columns++] = (int32_t)at;
        if (columns > 0)
            gg_katz_columns(k, node, columns, 0);
        for (int c = 0; c < columns; c++)
            for (int64_t p = start[node[c]]; p < start[node[c] + 1]; p++)
                out[order[p]] = k->sum[(int64_t)pairs->v[order[p]] * W + c];
    }
}

gg_status gg_score_katz(const gg_graph *g, double beta, const gg_pair_list *pairs, int threads,
                        double *out, gg_error *e)
{
    if (gg_graph_check(g, "katz", e) != GG_OK)
        return GG_ERR_ARGUMENT;
    gg_katz k = {0};
    const gg_pairs given = gg_pairs_of(pairs);
    gg_status s = gg_pairs_check(&given, g->nodes, "katz", e);
    if (s == GG_OK)
        s = gg_katz_new(g, beta, threads, &k, e);
    if (s != GG_OK)
        return s;
    int64_t *start = gg_alloc((size_t)g->nodes + 1, sizeof *start);
    int64_t *order = gg_alloc((size_t)pairs->count, sizeof *order);
    if (start && order) {
        sort_by_first(pairs, g->nodes, start, order);
        score_all(&k, pairs, start, order, out);
    } else {
        s = gg_fail(e, GG_ERR_MEMORY, "katz: no memory for %lld pairs", (long long)pairs->count);
    }
    gg_free(start);
    gg_free(order);
    gg_katz_free(&k);
    return s;
}
