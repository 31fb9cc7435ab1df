/* Nodes in parts, with an alias table for each (Vose 1991, "A linear algorithm for generating
 * random numbers with a given distribution"). */
#include "node_parts.h"

#include <math.h>

#define MEMBERS 256 /* at least, of more parts than one */

static int64_t degree_of(const gg_graph *g, int64_t i)
{
    return g->adjacency->rowptr[i + 1] - g->adjacency->rowptr[i];
}

/* Deals the nodes: a shuffled list, cut into equal parts. */
static void deal(const gg_graph *g, gg_rng rng, int64_t *node, gg_node_parts *p)
{
    int64_t count = 0;
    for (int64_t i = 0; i < g->nodes; i++)
        if (degree_of(g, i) > 0)
            node[count++] = i;
    gg_rng_shuffle(rng, node, count);
    for (int64_t i = 0; i < g->nodes; i++)
        p->part[i] = -1;
    for (int64_t a = 0; a <= p->parts; a++)
        p->start[a] = count * a / p->parts;
    for (int64_t a = 0; a < p->parts; a++)
        for (int64_t k = p->start[a]; k < p->start[a + 1]; k++) {
            p->member[k] = (int32_t)node[k];
            p->part[node[k]] = (int32_t)a;
        }
}

/* share[k]: of a place each, what member k has of the part's weight, 1 on average. Places with less
 * than 1 are filled up by members with more; below: those with less, from the left; from the right
 * those with more. */
static void fill_places(gg_node_parts *p, int64_t first, int64_t size, double *share, int64_t *work)
{
    int64_t below = 0, above = size;
    for (int64_t k = 0; k < size; k++)
        work[share[k] < 1 ? below++ : --above] = k;
    while (below > 0 && above < size) {
        int64_t poor = work[--below], rich = work[above];
        p->keep[first + poor] = (uint32_t)fmin(share[poor] * 0x1p32, 0xffffffffu);
        p->other[first + poor] = p->member[first + rich];
        share[rich] -= 1 - share[poor];
        if (share[rich] < 1) {
            above++;
            work[below++] = rich;
        }
    }
    /* what is left has 1, but for rounding */
    for (int64_t k = 0; k < below; k++)
        p->other[first + work[k]] = p->member[first + work[k]];
    for (int64_t k = above; k < size; k++)
        p->other[first + work[k]] = p->member[first + work[k]];
}

static void weigh(const gg_graph *g, gg_node_parts *p, double *share, int64_t *work)
{
    for (int64_t a = 0; a < p->parts; a++) {
        int64_t first = p->start[a], size = p->start[a + 1] - first;
        double sum = 0;
        for (int64_t k = 0; k < size; k++) {
            share[k] = pow((double)degree_of(g, p->member[first + k]), 0.75);
            sum += share[k];
        }
        for (int64_t k = 0; k < size; k++)
            share[k] *= (double)size / sum;
        fill_places(p, first, size, share, work);
    }
}

gg_status gg_node_parts_new(const gg_graph *g, gg_rng rng, gg_node_parts *out, gg_error *e)
{
    size_t count = (size_t)(g->nodes - g->cleaned.isolated);
    int64_t parts = (int64_t)count / MEMBERS;
    parts = parts < 1 ? 1 : parts > GG_NODE_PARTS ? GG_NODE_PARTS : parts;
    gg_node_parts p = {.count = (int64_t)count,
                       .parts = parts,
                       .part = gg_alloc((size_t)g->nodes, sizeof *p.part),
                       .member = gg_alloc(count, sizeof *p.member),
                       .start = gg_alloc((size_t)parts + 1, sizeof *p.start),
                       .keep = gg_zalloc(count, sizeof *p.keep),
                       .other = gg_alloc(count, sizeof *p.other)};
    int64_t *node = gg_alloc(count, sizeof *node);
    double *share = gg_alloc(count, sizeof *share);
    gg_status status = GG_OK;
    if (p.part && p.member && p.start && p.keep && p.other && node && share) {
        deal(g, rng, node, &p);
        weigh(g, &p, share, node);
        *out = p;
    } else {
        status = gg_fail(e, GG_ERR_MEMORY, "embedding: no memory for %zu nodes", count);
        gg_node_parts_free(&p);
    }
    gg_free(node);
    gg_free(share);
    return status;
}

void gg_node_parts_free(gg_node_parts *p)
{
    gg_free(p->part);
    gg_free(p->member);
    gg_free(p->start);
    gg_free(p->keep);
    gg_free(p->other);
    *p = (gg_node_parts){0};
}
