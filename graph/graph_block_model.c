/*
 * The degree-corrected stochastic block model (Karrer and Newman 2011) in the microcanonical form
 * of Peixoto 2017, "Nonparametric Bayesian inference of the microcanonical stochastic block model":
 * given the blocks, the numbers of edges between them, and the degrees, all graphs are as likely.
 *
 * With B blocks, m_rs edges between r and s, n_r nodes and e_r edge ends in r, and degrees k_i, the
 * description length is -ln P(A | k, m, b) P(k | m, b) P(m) P(b), where
 *   P(A | k, m, b) = prod_r<s m_rs! prod_r (2 m_rr)!! prod_i k_i! / prod_r e_r!
 *   P(k | m, b)    = prod_r 1 / ((n_r, e_r))
 *   P(m)           = 1 / ((B (B + 1) / 2, E))
 *   P(b)           = prod_r n_r! / N! / ((B, N))
 * and ((n, k)) = (n + k - 1)! / (n - 1)! / k! counts multisets. The e_r! cancel.
 */
#include "block_model.h"
#include "given.h"

#include <math.h>
#include <string.h>

gg_status gg_block_model_new(const gg_graph *g, int32_t most, gg_block_model *out, gg_error *e)
{
    size_t n = (size_t)g->nodes, b = (size_t)most;
    int64_t nodes = g->nodes - g->cleaned.isolated, numbers = 2 * g->edges + nodes + 1;
    *out = (gg_block_model){.adjacency = g->adjacency,
                            .nodes = nodes,
                            .edges = g->edges,
                            .block = gg_alloc(n, sizeof *out->block),
                            .links = gg_alloc(b, b * sizeof *out->links),
                            .size = gg_alloc(b, sizeof *out->size),
                            .ends = gg_alloc(b, sizeof *out->ends),
                            .factorial = gg_alloc((size_t)numbers, sizeof *out->factorial),
                            .near = gg_zalloc(b, sizeof *out->near),
                            .touched = gg_alloc(b, sizeof *out->touched)};
    if (!out->block || !out->links || !out->size || !out->ends || !out->factorial || !out->near ||
        !out->touched) {
        gg_block_model_free(out);
        return gg_fail(e, GG_ERR_MEMORY, "block model: no memory for %lld nodes and %lld edges",
                       (long long)g->nodes, (long long)g->edges);
    }
    out->factorial[0] = 0;
    for (int64_t k = 1; k < numbers; k++)
        out->factorial[k] = out->factorial[k - 1] + log((double)k);
    for (size_t i = 0; i < n; i++)
        out->block[i] = -1;
    return GG_OK;
}

void gg_block_model_free(gg_block_model *b)
{
    gg_free(b->block);
    gg_free(b->links);
    gg_free(b->size);
    gg_free(b->ends);
    gg_free(b->factorial);
    gg_free(b->near);
    gg_free(b->touched);
    *b = (gg_block_model){0};
}

void gg_block_model_count(gg_block_model *b, int32_t count)
{
    const gg_csr *a = b->adjacency;
    b->count = count;
    memset(b->links, 0, (size_t)count * (size_t)count * sizeof *b->links);
    memset(b->size, 0, (size_t)count * sizeof *b->size);
    memset(b->ends, 0, (size_t)count * sizeof *b->ends);
    for (int32_t i = 0; i < a->rows; i++) {
        int32_t r = b->block[i];
        if (a->rowptr[i + 1] == a->rowptr[i])
            continue;
        b->size[r]++;
        b->ends[r] += a->rowptr[i + 1] - a->rowptr[i];
        for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++)
            if (b->block[a->col[k]] != r || a->col[k] < i)
                b->links[r * count + b->block[a->col[k]]]++;
    }
}

/* -ln of m_rs!. */
static double between(const gg_block_model *b, int64_t links)
{
    return -b->factorial[links];
}

/* -ln of (2 m)!! = 2^m m!. */
static double within(const gg_block_model *b, int64_t links)
{
    return -b->factorial[links] - (double)links * 0.69314718055994530942;
}

/* -ln of n_r! / e_r! / ((n_r, e_r)). */
static double inside(const gg_block_model *b, int64_t size, int64_t ends)
{
    if (size == 0)
        return 0;
    return b->factorial[size + ends - 1] - b->factorial[size - 1] - b->factorial[size];
}

/* ln ((n, k)). */
static double multisets(double n, double k)
{
    double sum = 0;
    for (double l = 1; l < n; l++) /* (k + 1) ... (k + n - 1) / (n - 1)! */
        sum += log((k + l) / l);
    return sum;
}

double gg_block_model_length(const gg_block_model *b, int32_t most)
{
    double pairs = (double)most * (most + 1) / 2;
    double sum = b->factorial[b->nodes] + multisets(most, (double)b->nodes) +
                 multisets(pairs, (double)b->edges);
    for (int64_t i = 0; i < b->adjacency->rows; i++)
        sum -= b->factorial[b->adjacency->rowptr[i + 1] - b->adjacency->rowptr[i]];
    for (int32_t r = 0; r < b->count; r++) {
        const int64_t *links = b->links + (int64_t)r * b->count;
        sum += within(b, links[r]) + inside(b, b->size[r], b->ends[r]);
        for (int32_t s = 0; s < r; s++)
            sum += between(b, links[s]);
    }
    return sum;
}

void gg_block_model_hold(gg_block_model *b, int32_t i)
{
    const gg_csr *a = b->adjacency;
    for (int32_t t = 0; t < b->reach; t++)
        b->near[b->touched[t]] = 0;
    b->reach = 0;
    for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++) {
        int32_t s = b->block[a->col[k]];
        if (b->near[s]++ == 0)
            b->touched[b->reach++] = s;
    }
}

double gg_block_model_change(const gg_block_model *b, int32_t i, int32_t to)
{
    int32_t from = b->block[i];
    if (from == to)
        return 0;
    int64_t degree = b->adjacency->rowptr[i + 1] - b->adjacency->rowptr[i];
    const int64_t *of_from = b->links + (int64_t)from * b->count;
    const int64_t *of_to = b->links + (int64_t)to * b->count;
    int64_t to_from = b->near[from], to_to = b->near[to];
    double sum = within(b, of_from[from] - to_from) - within(b, of_from[from]);
    sum += within(b, of_to[to] + to_to) - within(b, of_to[to]);
    sum += between(b, of_from[to] + to_from - to_to) - between(b, of_from[to]);
    for (int32_t k = 0; k < b->reach; k++) {
        int32_t t = b->touched[k];
        if (t != from && t != to)
            sum += between(b, of_from[t] - b->near[t]) - between(b, of_from[t]) +
                   between(b, of_to[t] + b->near[t]) - between(b, of_to[t]);
    }
    sum += inside(b, b->size[from] - 1, b->ends[from] - degree);
    sum -= inside(b, b->size[from], b->ends[from]);
    sum += inside(b, b->size[to] + 1, b->ends[to] + degree);
    return sum - inside(b, b->size[to], b->ends[to]);
}

void gg_block_model_move(gg_block_model *b, int32_t i, int32_t to)
{
    int32_t from = b->block[i], count = b->count;
    int64_t degree = b->adjacency->rowptr[i + 1] - b->adjacency->rowptr[i];
    if (from == to)
        return;
    for (int32_t k = 0; k < b->reach; k++) {
        int32_t t = b->touched[k];
        b->links[from * count + t] -= b->near[t];
        if (t != from)
            b->links[t * count + from] -= b->near[t];
    }
    for (int32_t k = 0; k < b->reach; k++) {
        int32_t t = b->touched[k];
        b->links[to * count + t] += b->near[t];
        if (t != to)
            b->links[t * count + to] += b->near[t];
    }
    b->size[from]--;
    b->size[to]++;
    b->ends[from] -= degree;
    b->ends[to] += degree;
    b->block[i] = to;
}

double gg_block_model_merge_change(const gg_block_model *b, int32_t r, int32_t s)
{
    const int64_t *of_r = b->links + (int64_t)r * b->count,
                  *of_s = b->links + (int64_t)s * b->count;
    double sum = within(b, of_r[r] + of_s[s] + of_r[s]) - within(b, of_r[r]) - within(b, of_s[s]) -
                 between(b, of_r[s]);
    for (int32_t t = 0; t < b->count; t++)
        if (t != r && t != s && of_r[t] > 0 && of_s[t] > 0)
            sum += between(b, of_r[t] + of_s[t]) - between(b, of_r[t]) - between(b, of_s[t]);
    return sum + inside(b, b->size[r] + b->size[s], b->ends[r] + b->ends[s]) -
           inside(b, b->size[r], b->ends[r]) - inside(b, b->size[s], b->ends[s]);
}

static gg_status check_partition(const gg_graph *g, const gg_clustering *c, int32_t most,
                                 gg_error *e)
{
    if (c->nodes != g->nodes)
        return gg_fail(e, GG_ERR_SHAPE, "block model: blocks of %lld nodes, expected %lld",
                       (long long)c->nodes, (long long)g->nodes);
    for (int64_t i = 0; i < g->nodes; i++)
        if (g->adjacency->rowptr[i + 1] > g->adjacency->rowptr[i] &&
            (c->cluster[i] < 0 || c->cluster[i] >= most))
            return gg_fail(e, GG_ERR_ARGUMENT,
                           "block model: node %lld is in block %d, expected one from 0 to %d",
                           (long long)i, c->cluster[i], most - 1);
    return GG_OK;
}

gg_status gg_graph_description_length(const gg_graph *g, const gg_clustering *c, int32_t blocks,
                                      double *out, gg_error *e)
{
    if (gg_graph_check(g, "block model", e) != GG_OK)
        return GG_ERR_ARGUMENT;
    gg_block_model b;
    if (blocks < 1 || blocks > GG_MAX_BLOCKS)
        return gg_fail(e, GG_ERR_ARGUMENT, "block model: %d blocks, expected 1 to %d", blocks,
                       GG_MAX_BLOCKS);
    gg_status s = check_partition(g, c, blocks, e);
    if (s == GG_OK)
        s = gg_block_model_new(g, blocks, &b, e);
    if (s != GG_OK)
        return s;
    if (g->nodes > 0)
        memcpy(b.block, c->cluster, (size_t)g->nodes * sizeof *b.block);
    gg_block_model_count(&b, blocks);
    *out = gg_block_model_length(&b, blocks);
    gg_block_model_free(&b);
    return GG_OK;
}
