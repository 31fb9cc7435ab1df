#include "mvgrl_parts.h"

#include <stdlib.h>
#include <string.h>

typedef struct neighbor {
    double value;
    int32_t node;
} neighbor;

/* Nodes of a part, as they come; admitted says of each node of the graph whether it is one. */
typedef struct members {
    int64_t count, wanted;
    int32_t *node;
    bool *admitted;
} members;

static void admit(members *m, int32_t node)
{
    if (m->count < m->wanted && !m->admitted[node]) {
        m->admitted[node] = true;
        m->node[m->count++] = node;
    }
}

static int nearest_first(const void *a, const void *b)
{
    const neighbor *x = a, *y = b;
    if (x->value != y->value)
        return x->value > y->value ? -1 : 1;
    return (x->node > y->node) - (x->node < y->node);
}

/* A hub's row is long: it does not bring all of it. row: space for the longest. */
static void admit_with_neighbors(members *m, const gg_csr *diffusion, int32_t node, int64_t most,
                                 neighbor *row)
{
    int64_t begin = diffusion->rowptr[node], count = diffusion->rowptr[node + 1] - begin;
    for (int64_t k = 0; k < count; k++)
        row[k] = (neighbor){gg_csr_value(diffusion, begin + k), diffusion->col[begin + k]};
    qsort(row, (size_t)count, sizeof *row, nearest_first);
    admit(m, node);
    for (int64_t k = 0; k < count && k < most; k++)
        admit(m, row[k].node);
}

static int64_t longest_row(const gg_csr *a)
{
    int64_t most = 0;
    for (int64_t i = 0; i < a->rows; i++)
        most = a->rowptr[i + 1] - a->rowptr[i] > most ? a->rowptr[i + 1] - a->rowptr[i] : most;
    return most;
}

static gg_status choose(members *m, const gg_mvgrl_graph *g, gg_rng rng, int64_t most, gg_error *e)
{
    const gg_csr *diffusion = g->view[1];
    int64_t nodes = g->features->rows;
    m->node = gg_alloc((size_t)m->wanted, sizeof *m->node);
    m->admitted = gg_zalloc((size_t)nodes, sizeof *m->admitted);
    neighbor *row = gg_alloc((size_t)longest_row(diffusion), sizeof *row);
    gg_status status = GG_OK;
    if (!m->node || !m->admitted || !row)
        status = gg_fail(e, GG_ERR_MEMORY, "mvgrl: no memory for a part of %lld nodes",
                         (long long)m->wanted);
    for (uint64_t draw = 0; m->count < m->wanted && !status; draw++)
        admit_with_neighbors(m, diffusion, (int32_t)gg_rng_below(rng, draw, (uint64_t)nodes), most,
                             row);
    gg_free(row);
    return status;
}

gg_status gg_mvgrl_draw(const gg_mvgrl_graph *g, gg_rng rng, int64_t count, int64_t most,
                        gg_mvgrl_part *out, gg_error *e)
{
    members m = {.wanted = count};
    gg_mvgrl_part part = {0};
    gg_status status = choose(&m, g, rng, most, e);
    for (int v = 0; v < GG_MVGRL_VIEWS && !status; v++)
        status = gg_csr_select(g->view[v], count, m.node, count, m.node, &part.view[v], e);
    if (!status)
        status = gg_csr_select(g->features, count, m.node, 0, NULL, &part.features, e);
    gg_free(m.node);
    gg_free(m.admitted);
    if (status)
        gg_mvgrl_part_free(&part);
    else
        *out = part;
    return status;
}

void gg_mvgrl_part_free(gg_mvgrl_part *part)
{
    for (int v = 0; v < GG_MVGRL_VIEWS; v++)
        gg_csr_free(part->view[v]);
    gg_csr_free(part->features);
    *part = (gg_mvgrl_part){0};
}
