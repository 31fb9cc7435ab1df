/*
 * The stochastic block model treatment: blocks of least description length, found as in Peixoto
 * 2014, "Efficient Monte Carlo and greedy heuristic for the inference of stochastic block models",
 * from many more blocks than wanted, which a random start can settle into, down by merges, with
 * rounds of node moves after each halving; at last an annealing among the wanted number.
 */
#include "block_model.h"
#include "given.h"
#include "treatment.h"

#include <math.h>

#define FINER 8        /* times as many blocks at first */
#define EVERY 32       /* up to so many blocks, a node looks at all of them */
#define DRAWS 8        /* else at those of its neighbours and so many drawn ones */
#define WARM_ROUNDS 10 /* of moves at temperature 1, after each merge */
#define COLD_ROUNDS 20 /* at most, of moves that shorten the description */
#define COOLING 1.2    /* of the last annealing, by round, */
#define COOLINGS 25    /* so often */

typedef struct search {
    gg_block_model b;
    int64_t *order;     /* of the nodes with an edge */
    int32_t *candidate; /* blocks that a node may move to */
    double *change, *weight;
    int32_t *partner, *rank; /* for merges, one a block */
    gg_rng rng;
    uint64_t rounds; /* so far: each draws its own numbers */
} search;

/* ---- moves ---- */

/* The node's own block first. */
static int32_t list_candidates(search *s, int32_t i, gg_rng rng)
{
    gg_block_model *b = &s->b;
    int32_t own = b->block[i], count = 0;
    s->candidate[count++] = own;
    if (b->count <= EVERY) {
        for (int32_t t = 0; t < b->count; t++)
            if (t != own)
                s->candidate[count++] = t;
        return count;
    }
    for (int32_t k = 0; k < b->reach; k++)
        if (b->touched[k] != own)
            s->candidate[count++] = b->touched[k];
    for (uint64_t k = 0; k < DRAWS; k++) {
        int32_t t = (int32_t)gg_rng_below(rng, (uint64_t)i * DRAWS + k, (uint64_t)b->count);
        bool listed = t == own || b->near[t] > 0;
        for (int32_t l = count; !listed && l-- > 0;)
            listed = s->candidate[l] == t;
        if (!listed)
            s->candidate[count++] = t;
    }
    return count;
}

/* Moves node i by the probabilities exp(-beta change); with beta infinite to the best block, and
 * nowhere if that is its own. Whether it moved. */
static bool move(search *s, int32_t i, double beta, gg_rng rng)
{
    gg_block_model_hold(&s->b, i);
    int32_t count = list_candidates(s, i, gg_rng_fork(rng, 1)), best = 0;
    for (int32_t k = 0; k < count; k++) {
        s->change[k] = gg_block_model_change(&s->b, i, s->candidate[k]);
        if (s->change[k] < s->change[best])
            best = k;
    }
    if (beta < INFINITY) {
        double total = 0, least = s->change[best];
        for (int32_t k = 0; k < count; k++)
            total += s->weight[k] = exp(-beta * (s->change[k] - least));
        double left = gg_rng_uniform(rng, (uint64_t)i) * total;
        for (int32_t k = 0; k < count && left >= 0; k++) {
            left -= s->weight[k];
            best = k;
        }
    } else if (s->change[best] > -1e-9) { /* no gain beyond rounding, so that rounds end */
        best = 0;
    }
    gg_block_model_move(&s->b, i, s->candidate[best]);
    return best != 0;
}

static bool move_all(search *s, double beta)
{
    gg_rng rng = gg_rng_fork(s->rng, ++s->rounds);
    bool moved = false;
    gg_rng_shuffle(gg_rng_fork(rng, 2), s->order, s->b.nodes);
    for (int64_t k = 0; k < s->b.nodes; k++)
        moved = move(s, (int32_t)s->order[k], beta, rng) || moved;
    return moved;
}

static void descend(search *s, int most)
{
    for (int round = 0; round < most && move_all(s, INFINITY); round++)
        ;
}

/* ---- merges ---- */

/* Each block's best partner, and blocks by what their merge would add, least first. */
static void rank_merges(search *s)
{
    int32_t count = s->b.count;
    for (int32_t r = 0; r < count; r++) {
        s->change[r] = INFINITY;
        s->partner[r] = r;
        for (int32_t t = 0; t < count; t++) {
            double change = t == r ? INFINITY : gg_block_model_merge_change(&s->b, r, t);
            if (change < s->change[r]) {
                s->change[r] = change;
                s->partner[r] = t;
            }
        }
        int32_t at = r; /* insertion sort */
        for (; at > 0 && s->change[s->rank[at - 1]] > s->change[r]; at--)
            s->rank[at] = s->rank[at - 1];
        s->rank[at] = r;
    }
}

/* Merges the best until `left` blocks are left. */
static void merge_blocks(search *s, int32_t left)
{
    gg_block_model *b = &s->b;
    int32_t *name = s->candidate, now = b->count;
    rank_merges(s);
    for (int32_t r = 0; r < b->count; r++)
        name[r] = r;
    for (int32_t k = 0; now > left && k < b->count; k++) {
        int32_t from = name[s->rank[k]], to = name[s->partner[s->rank[k]]];
        for (int32_t r = 0; from != to && r < b->count; r++)
            name[r] = name[r] == from ? to : name[r];
        now -= from != to;
    }
    for (int64_t k = 0; k < b->nodes; k++)
        b->block[s->order[k]] = name[b->block[s->order[k]]];
    /* compact names: rank is free now */
    int32_t count = 0;
    for (int32_t r = 0; r < b->count; r++)
        s->rank[r] = name[r] == r ? count++ : -1;
    for (int64_t k = 0; k < b->nodes; k++)
        b->block[s->order[k]] = s->rank[b->block[s->order[k]]];
    b->reach = 0;
    for (int32_t r = 0; r < b->count; r++)
        b->near[r] = 0;
    gg_block_model_count(b, count);
}

static void find_blocks(search *s, int32_t k, int32_t most)
{
    gg_rng start = gg_rng_fork(s->rng, 0);
    for (int64_t l = 0; l < s->b.nodes; l++)
        s->b.block[s->order[l]] = s->b.nodes <= most
                                      ? (int32_t)l
                                      : (int32_t)gg_rng_below(start, (uint64_t)l, (uint64_t)most);
    gg_block_model_count(&s->b, most);
    for (int32_t left = most;; left = left / 2 > k ? left / 2 : k) {
        while (s->b.count > left)
            merge_blocks(s, left);
        for (int round = 0; round < WARM_ROUNDS; round++)
            move_all(s, 1);
        descend(s, COLD_ROUNDS);
        if (left == k)
            break;
    }
    double beta = 1;
    for (int round = 0; round < COOLINGS; round++, beta *= COOLING)
        move_all(s, beta);
    descend(s, INT32_MAX);
}

/* ---- the treatment ---- */

static gg_status run(search *s, const gg_graph *g, int32_t k, gg_clustering *c, gg_error *e)
{
    size_t most = (size_t)k * FINER, n = (size_t)g->nodes;
    int32_t *number = gg_alloc(n, sizeof *number);
    s->order = gg_alloc(n, sizeof *s->order);
    s->candidate = gg_alloc(most, sizeof *s->candidate);
    s->change = gg_alloc(most, sizeof *s->change);
    s->weight = gg_alloc(most, sizeof *s->weight);
    s->partner = gg_alloc(most, sizeof *s->partner);
    s->rank = gg_alloc(most, sizeof *s->rank);
    gg_status status = GG_OK;
    if (number && s->order && s->candidate && s->change && s->weight && s->partner && s->rank) {
        int64_t linked = 0;
        for (int64_t i = 0; i < g->nodes; i++)
            if (g->adjacency->rowptr[i + 1] > g->adjacency->rowptr[i])
                s->order[linked++] = i;
        find_blocks(s, k, (int32_t)most);
        for (int64_t i = 0; i < g->nodes; i++)
            c->cluster[i] = s->b.block[i];
        c->clusters = gg_number_clusters(g->nodes, c->cluster, number);
    } else {
        status =
            gg_fail(e, GG_ERR_MEMORY, "block model: no memory for %lld nodes", (long long)g->nodes);
    }
    void *const buffers[] = {number,    s->order,   s->candidate, s->change,
                             s->weight, s->partner, s->rank};
    for (size_t k_th = 0; k_th < sizeof buffers / sizeof *buffers; k_th++)
        gg_free(buffers[k_th]);
    return status;
}

gg_status gg_treatment_sbm(const gg_graph *g, int32_t k, uint64_t seed, gg_clustering **out,
                           gg_error *e)
{
    if (gg_graph_check(g, "block model", e) != GG_OK)
        return GG_ERR_ARGUMENT;
    if (k < 1 || k > GG_MAX_BLOCKS)
        return gg_fail(e, GG_ERR_ARGUMENT, "block model: %d blocks, expected 1 to %d", k,
                       GG_MAX_BLOCKS);
    gg_clustering *c = NULL;
    search s = {.rng = gg_rng_new(seed)};
    int64_t linked = g->nodes - g->cleaned.isolated;
    k = k < linked ? k : linked > 0 ? (int32_t)linked : 1;
    gg_status status = gg_clustering_new(g->nodes, &c, e);
    if (status == GG_OK)
        status = gg_block_model_new(g, k * FINER, &s.b, e);
    if (status == GG_OK) {
        status = run(&s, g, k, c, e);
        gg_block_model_free(&s.b);
    }
    if (status == GG_OK)
        *out = c;
    else
        gg_clustering_free(c);
    return status;
}
