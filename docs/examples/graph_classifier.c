/*
 * graph_classifier [SEED]: classifies whole graphs by a graph isomorphism network (Xu et al. 2019):
 * sums over neighbours, a small network, and sums over the nodes of a graph. The graphs are drawn
 * from the seed, 600 of 16 to 24 nodes. Half of the nodes have many links and half have few; in one
 * class like is linked to like, in the other the same degrees are linked at random, so that no
 * count of nodes, links or degrees tells the two apart. 400 train the network in batches, 100
 * choose the epoch, 100 test it.
 */
#include <graphgrad/graphgrad.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRAIN 400
#define VALID 100
#define TEST 100
#define GRAPHS (TRAIN + VALID + TEST)
#define BATCH 32
#define MOST_NODES 24
#define LAYERS 2
#define WIDTH 32

/* What a seed's random numbers are for. */
enum { DRAW, BUILD, TRAINING };

/* ---- the graphs ---- */

/* row: 1 x nodes, ones, which is the graph's row of a batch's read-out. */
typedef struct graph {
    gg_csr *adjacency, *row;
    int32_t label;
} graph;

typedef struct drawing {
    int32_t nodes;
    bool linked[MOST_NODES][MOST_NODES];
} drawing;

static void set_link(drawing *d, int32_t u, int32_t v, bool linked)
{
    d->linked[u][v] = d->linked[v][u] = linked;
}

/* Like with like: the first half with many links, the second with few, and hardly one between. */
static void draw_links(drawing *d, gg_rng rng)
{
    memset(d, 0, sizeof *d);
    d->nodes = 16 + (int32_t)gg_rng_below(rng, 0, MOST_NODES - 16 + 1);
    for (int32_t u = 0; u < d->nodes; u++)
        for (int32_t v = 0; v < u; v++) {
            int many = (u < d->nodes / 2) + (v < d->nodes / 2);
            double share = many == 2 ? 0.6 : many == 1 ? 0.04 : 0.25;
            uint64_t position = 1 + (uint64_t)(u * MOST_NODES + v);
            set_link(d, u, v, gg_rng_uniform(rng, position) < share);
        }
}

/* Makes links u-v and x-y to u-y and x-v, again and again: every node keeps its degree. */
static void exchange_links(drawing *d, gg_rng rng)
{
    for (uint64_t k = 0; k < 20000; k++) {
        int32_t node[4];
        for (uint64_t i = 0; i < 4; i++)
            node[i] = (int32_t)gg_rng_below(rng, 4 * k + i, (uint64_t)d->nodes);
        int32_t u = node[0], v = node[1], x = node[2], y = node[3];
        if (u == y || x == v || !d->linked[u][v] || !d->linked[x][y] || d->linked[u][y] ||
            d->linked[x][v])
            continue;
        set_link(d, u, v, false);
        set_link(d, x, y, false);
        set_link(d, u, y, true);
        set_link(d, x, v, true);
    }
}

static gg_status graph_new(gg_rng rng, int32_t label, graph *g, gg_error *e)
{
    int32_t row[MOST_NODES * MOST_NODES], col[MOST_NODES * MOST_NODES], zero[MOST_NODES] = {0};
    int64_t links = 0;
    drawing d;
    draw_links(&d, gg_rng_fork(rng, 0));
    if (label == 1)
        exchange_links(&d, gg_rng_fork(rng, 1));
    for (int32_t u = 0; u < d.nodes; u++)
        for (int32_t v = 0; v < d.nodes; v++)
            if (d.linked[u][v]) {
                row[links] = u;
                col[links++] = v;
            }
    g->label = label;
    gg_status status =
        gg_csr_from_coo(d.nodes, d.nodes, links, row, col, NULL, GG_F32, &g->adjacency, e);
    for (int32_t u = 0; u < d.nodes; u++)
        col[u] = u;
    return status ? status
                  : gg_csr_from_coo(1, d.nodes, d.nodes, zero, col, NULL, GG_F32, &g->row, e);
}

/* ---- batches ---- */

/* members: graphs x nodes, a one where a node is of a graph. */
typedef struct batch {
    gg_csr *adjacency, *members;
    int32_t label[TRAIN];
} batch;

static void batch_free(batch *b)
{
    gg_csr_free(b->adjacency);
    gg_csr_free(b->members);
}

/* Graphs all[index[0]] to all[index[count - 1]] as one graph of many pieces. */
static gg_status batch_new(const graph *all, const int64_t *index, int64_t count, batch *b,
                           gg_error *e)
{
    const gg_csr *adjacency[TRAIN], *row[TRAIN];
    for (int64_t k = 0; k < count; k++) {
        adjacency[k] = all[index[k]].adjacency;
        row[k] = all[index[k]].row;
        b->label[k] = all[index[k]].label;
    }
    b->members = NULL;
    gg_status status = gg_csr_block_diagonal(count, adjacency, &b->adjacency, e);
    if (status)
        return status;
    status = gg_csr_block_diagonal(count, row, &b->members, e);
    if (status)
        batch_free(b);
    return status;
}

/* ---- the network ---- */

typedef struct gin {
    gg_gin layer[LAYERS];
    gg_batch_norm_layer norm[LAYERS];
    gg_mlp classes;
} gin;

static void gin_init(gin *m, gg_params *p)
{
    char name[32];
    for (int k = 0; k < LAYERS; k++) {
        snprintf(name, sizeof name, "convs.%d", k);
        gg_gin_init(&m->layer[k], p, name, 2, (int64_t[]){k ? WIDTH : 1, WIDTH, WIDTH}, 0, false);
        snprintf(name, sizeof name, "norms.%d", k);
        gg_batch_norm_init(&m->norm[k], p, name, WIDTH);
    }
    gg_mlp_init(&m->classes, p, "classes", 2, (int64_t[]){LAYERS * WIDTH, WIDTH, 2}, 0, true);
}

/* The classes' logits, graphs x 2. All nodes begin alike; what each layer makes of them is added up
 * for each graph. */
static gg_tensor *gin_forward(gg_tape *t, const gin *m, const batch *b)
{
    gg_rng none = gg_rng_new(0); /* nothing is dropped */
    gg_tensor *h = gg_full(t, 2, (int64_t[]){b->adjacency->rows, 1}, 1), *sum[LAYERS];
    for (int k = 0; k < LAYERS; k++) {
        h = gg_gin_forward(t, &m->layer[k], b->adjacency, h, none);
        h = gg_relu(t, gg_batch_norm_forward(t, &m->norm[k], h));
        sum[k] = gg_spmm(t, b->members, h);
    }
    return gg_mlp_forward(t, &m->classes, gg_concat(t, LAYERS, sum, 1), none, 0);
}

/* ---- training ---- */

typedef struct job {
    gin model;
    gg_params *params;
    gg_optim *optim;
    gg_tape *tape;
    gg_rng rng;
    const graph *all;
    int64_t order[GRAPHS]; /* the first TRAIN of them in the order of the epoch */
} job;

/* One step; *loss grows by the batch's part of the epoch's mean. */
static gg_status step(job *j, const batch *b, double *loss, gg_error *e)
{
    double value;
    gg_tape_set_training(j->tape, true);
    gg_params_zero_grad(j->params);
    gg_tensor *mean = gg_cross_entropy_mean(j->tape, gin_forward(j->tape, &j->model, b), b->label);
    gg_status status = gg_backward(j->tape, mean, e);
    if (!status)
        status = gg_value(j->tape, mean, &value, e);
    if (!status)
        status = gg_optim_step(j->optim, j->params, 0.01, 1, e);
    if (!status)
        *loss += value * (double)b->members->rows / TRAIN;
    gg_tape_reset(j->tape);
    return status;
}

static gg_status train(void *context, gg_epoch *epoch, gg_error *e)
{
    job *j = context;
    gg_status status = GG_OK;
    gg_rng_shuffle(gg_rng_fork(j->rng, (uint64_t)epoch->number), j->order, TRAIN);
    for (int64_t first = 0; !status && first < TRAIN; first += BATCH) {
        batch b;
        int64_t count = first + BATCH < TRAIN ? BATCH : TRAIN - first;
        status = batch_new(j->all, j->order + first, count, &b, e);
        if (!status) {
            status = step(j, &b, &epoch->loss, e);
            batch_free(&b);
        }
    }
    return status;
}

/* The accuracy on the graphs order[first] to order[first + count - 1]. */
static gg_status score(job *j, int64_t first, int64_t count, double *accuracy, gg_error *e)
{
    batch b;
    gg_status status = batch_new(j->all, j->order + first, count, &b, e);
    if (status)
        return status;
    gg_tape_set_training(j->tape, false);
    const gg_tensor *logits = gin_forward(j->tape, &j->model, &b);
    status = gg_tape_status(j->tape, e);
    if (!status)
        status = gg_accuracy(logits, b.label, accuracy, e);
    gg_tape_reset(j->tape);
    batch_free(&b);
    return status;
}

static gg_status validate(void *context, double *accuracy, gg_error *e)
{
    return score(context, TRAIN, VALID, accuracy, e);
}

static gg_status train_and_test(job *j, gg_error *e)
{
    gg_trainer trainer = {.epochs = 60,
                          .patience = 60,
                          .score = -INFINITY,
                          .train = train,
                          .evaluate = validate,
                          .context = j};
    gg_trainer_result result;
    gg_snapshot *best = NULL;
    double test = 0;
    gg_status status = gg_snapshot_new(j->params, &best, e);
    if (!status)
        status = gg_trainer_run(&trainer, j->params, best, &result, e);
    if (!status)
        status = score(j, TRAIN + VALID, TEST, &test, e);
    if (!status)
        printf("epoch %d of %d, %.1f s: %.1f%% of the validation graphs\naccuracy: test %.1f%%\n",
               (int)result.best_epoch, (int)result.epochs, result.seconds, 100 * result.score,
               100 * test);
    gg_snapshot_free(best);
    return status;
}

static gg_status run(const graph *all, gg_rng rng, gg_error *e)
{
    job j = {.rng = gg_rng_fork(rng, TRAINING), .all = all};
    gg_optim_settings settings = gg_optim_defaults(GG_OPTIM_ADAM);
    for (int64_t k = 0; k < GRAPHS; k++)
        j.order[k] = k;
    gg_status status = gg_params_new(GG_F32, &j.params, e);
    if (!status) {
        gin_init(&j.model, j.params);
        status = gg_params_build(j.params, gg_rng_fork(rng, BUILD), e);
    }
    if (!status)
        status = gg_optim_new(j.params, &settings, &j.optim, e);
    if (!status)
        status = gg_tape_new(GG_F32, 1, &j.tape, e);
    if (!status)
        status = train_and_test(&j, e);
    gg_tape_free(j.tape);
    gg_optim_free(j.optim);
    gg_params_free(j.params);
    return status;
}

int main(int argc, char **argv)
{
    static graph all[GRAPHS];
    gg_rng rng = gg_rng_new(argc > 1 ? strtoull(argv[1], NULL, 10) : 1);
    gg_error e;
    gg_status status = GG_OK;
    for (int32_t k = 0; !status && k < GRAPHS; k++)
        status = graph_new(gg_rng_fork(gg_rng_fork(rng, DRAW), (uint64_t)k), k % 2, &all[k], &e);
    if (!status)
        status = run(all, rng, &e);
    if (status)
        fprintf(stderr, "graph_classifier: %s\n", e.message);
    for (int32_t k = 0; k < GRAPHS; k++) {
        gg_csr_free(all[k].adjacency);
        gg_csr_free(all[k].row);
    }
    return status != GG_OK;
}
