/*
 * What CXSparse computes for us (T. A. Davis, "Direct Methods for Sparse Linear Systems", SIAM
 * 2006): components and common neighbours. The only file that sees its header. It counts in int
 * and takes its own memory; the adjacency matrix is symmetric, so rows may stand for columns.
 */
#include "graph.h"
#include "given.h"

#include <cs.h>
#include <limits.h>

/* The adjacency matrix as CXSparse has it; gives p and x back with release. */
static gg_status borrow(const gg_graph *g, bool valued, cs_di *a, gg_error *e)
{
    int64_t nnz = gg_csr_nnz(g->adjacency);
    if (nnz > INT_MAX / 2 - 1 || g->nodes > INT_MAX / 4)
        return gg_fail(e, GG_ERR_ARGUMENT, "graph: %lld nodes and %lld edges are too many for int",
                       (long long)g->nodes, (long long)g->edges);
    *a = (cs_di){.nzmax = (int)nnz, .m = (int)g->nodes, .n = (int)g->nodes, .nz = -1};
    a->i = g->adjacency->col;
    a->p = gg_alloc((size_t)g->nodes + 1, sizeof *a->p);
    a->x = valued ? gg_alloc((size_t)nnz, sizeof *a->x) : NULL;
    if (!a->p || (valued && !a->x)) {
        gg_free(a->p);
        gg_free(a->x);
        return gg_fail(e, GG_ERR_MEMORY, "graph: no memory for a copy of the adjacency matrix");
    }
    for (int64_t i = 0; i <= g->nodes; i++)
        a->p[i] = (int)g->adjacency->rowptr[i];
    for (int64_t k = 0; valued && k < nnz; k++)
        a->x[k] = 1;
    return GG_OK;
}

static void release(cs_di *a)
{
    gg_free(a->p);
    gg_free(a->x);
}

/* From CXSparse's blocks to components in the order of their smallest members. number: scratch, one
 * a block. */
static void number_components(const cs_did *blocks, int64_t nodes, int32_t *component,
                              int32_t *number)
{
    int32_t next = 0;
    for (int b = 0; b < blocks->nb; b++) {
        number[b] = -1;
        for (int k = blocks->r[b]; k < blocks->r[b + 1]; k++)
            component[blocks->p[k]] = b;
    }
    for (int64_t i = 0; i < nodes; i++) {
        int32_t b = component[i];
        if (number[b] < 0)
            number[b] = next++;
        component[i] = number[b];
    }
}

gg_status gg_graph_components(const gg_graph *g, int32_t *component, int64_t *count, gg_error *e)
{
    if (gg_graph_check(g, "components", e) != GG_OK)
        return GG_ERR_ARGUMENT;
    cs_di a;
    gg_status s = borrow(g, false, &a, e);
    if (s != GG_OK)
        return s;
    cs_did *blocks = cs_di_scc(&a);
    int32_t *number = blocks ? gg_alloc((size_t)blocks->nb, sizeof *number) : NULL;
    if (number) {
        number_components(blocks, g->nodes, component, number);
        if (count)
            *count = blocks->nb;
    } else {
        s = gg_fail(e, GG_ERR_MEMORY, "components: no memory for %lld nodes", (long long)g->nodes);
    }
    gg_free(number);
    cs_di_dfree(blocks);
    release(&a);
    return s;
}

/* Whether the product fits: it has at most sum_k d_k^2 entries, nor more than nodes^2, and
 * cs_di_multiply doubles its room (and adds a column) as it goes. */
static gg_status check_product(const gg_graph *g, gg_error *e)
{
    const int64_t *start = g->adjacency->rowptr;
    int64_t most = 0, room = (INT_MAX - 3 * g->nodes) / 2;
    for (int64_t k = 0; k < g->nodes; k++) {
        int64_t degree = start[k + 1] - start[k];
        most += degree * degree;
        if (most > room && g->nodes * g->nodes > room)
            return gg_fail(e, GG_ERR_ARGUMENT,
                           "common neighbours: more than %lld pairs may have some",
                           (long long)room);
    }
    return GG_OK;
}

/* A symmetric CXSparse matrix as ours. */
static gg_status to_csr(const cs_di *c, gg_csr **out, gg_error *e)
{
    int nnz = c->p[c->n];
    int32_t *row = gg_alloc((size_t)nnz, sizeof *row);
    if (!row)
        return gg_fail(e, GG_ERR_MEMORY, "common neighbours: no memory for %d entries", nnz);
    for (int32_t i = 0; i < c->n; i++)
        for (int k = c->p[i]; k < c->p[i + 1]; k++)
            row[k] = i;
    gg_status s = gg_csr_from_coo(c->m, c->n, nnz, row, c->i, c->x, GG_F64, out, e);
    gg_free(row);
    return s;
}

gg_status gg_graph_common_neighbors(const gg_graph *g, gg_csr **out, gg_error *e)
{
    if (gg_graph_check(g, "common neighbours", e) != GG_OK)
        return GG_ERR_ARGUMENT;
    cs_di a;
    gg_status s = borrow(g, true, &a, e);
    if (s != GG_OK)
        return s;
    s = check_product(g, e);
    if (s == GG_OK) {
        cs_di *product = cs_di_multiply(&a, &a);
        s = product ? to_csr(product, out, e)
                    : gg_fail(e, GG_ERR_MEMORY, "common neighbours: no memory for the product");
        cs_di_spfree(product);
    }
    release(&a);
    return s;
}
