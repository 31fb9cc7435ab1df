/*
 * neighbor_sampling [SEED]: classifies the nodes of a graph by GraphSAGE (Hamilton, Ying and
 * Leskovec 2017) with steps that see a small part of it: some training nodes, 10 neighbours of
 * each, and 5 of each of these. The graph is drawn from the seed: 50,000 nodes of 5 classes, 8
 * links drawn from each, three of four to its own class, and features that alone would tell the
 * class of a third of the nodes. 2,000 nodes train the network, 1,000 choose the epoch, all others
 * test it.
 */
#include <graphgrad/graphgrad.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NODES 50000
#define TRAIN 2000
#define VALID 1000
#define CLASSES 5
#define LINKS 8
#define FEATURES 16
#define WIDTH 32
#define LAYERS 2
#define BATCH 100

/* What a seed's random numbers are for. */
enum { LINK, FEATURE, BUILD, TRAINING };

/* ---- the graph ---- */

/* Node i is of class i % CLASSES. */
typedef struct network {
    gg_graph *graph;
    gg_tensor *features;
    int32_t label[NODES];
} network;

/* LINKS links from each node, one of four to any node, three to one of its class. */
static gg_status draw_links(network *n, gg_rng rng, gg_error *e)
{
    gg_pair_list links = {0};
    gg_status status = GG_OK;
    for (int64_t k = 0; !status && k < NODES * LINKS; k++) {
        int32_t u = (int32_t)(k / LINKS);
        int32_t v = (int32_t)gg_rng_below(rng, (uint64_t)k, NODES);
        if (k % 4)
            v += n->label[u] - n->label[v];
        status = gg_pair_list_add(&links, u, v, e);
    }
    if (!status)
        status = gg_graph_new(NODES, &links, &n->graph, e);
    gg_pair_list_free(&links);
    return status;
}

/* Noise, and half a standard deviation of it more in the column of the class. */
static gg_status draw_features(network *n, gg_rng rng, gg_error *e)
{
    gg_status status = gg_tensor_new(GG_F32, 2, (int64_t[]){NODES, FEATURES}, &n->features, e);
    for (int64_t k = 0; !status && k < NODES * FEATURES; k++)
        gg_set(n->features, k,
               gg_rng_normal(rng, (uint64_t)k) +
                   (k % FEATURES == n->label[k / FEATURES] ? 0.5 : 0));
    return status;
}

static gg_status network_draw(network *n, gg_rng rng, gg_error *e)
{
    for (int32_t i = 0; i < NODES; i++)
        n->label[i] = i % CLASSES;
    gg_status status = draw_links(n, gg_rng_fork(rng, LINK), e);
    return status ? status : draw_features(n, gg_rng_fork(rng, FEATURE), e);
}

/* ---- the model ---- */

typedef struct sage {
    gg_sage layer[LAYERS];
} sage;

static void sage_init(sage *m, gg_params *p)
{
    gg_sage_init(&m->layer[0], p, "convs.0", FEATURES, WIDTH);
    gg_sage_init(&m->layer[1], p, "convs.1", WIDTH, CLASSES);
}

/* The classes' logits, nodes x CLASSES, over the graph or a part of it. */
static gg_tensor *sage_forward(gg_tape *t, const sage *m, const gg_csr *adjacency, gg_tensor *x)
{
    gg_tensor *h = gg_relu(t, gg_sage_forward(t, &m->layer[0], adjacency, x));
    return gg_sage_forward(t, &m->layer[1], adjacency, h);
}

/* ---- training ---- */

typedef struct job {
    sage model;
    gg_params *params;
    gg_optim *optim;
    gg_tape *tape;
    gg_rng rng;
    const network *data;
    int64_t order[TRAIN]; /* the training nodes in the order of the epoch */
} job;

/* The mean loss at the seeds, which are a neighbourhood's first nodes. */
static gg_tensor *loss_at(job *j, const gg_neighborhood *h, int64_t seeds, const int32_t *label)
{
    gg_tensor *x = gg_gather_rows(j->tape, j->data->features, h->nodes, h->node);
    gg_tensor *logits = sage_forward(j->tape, &j->model, h->adjacency, x);
    return gg_cross_entropy_mean(j->tape, gg_slice(j->tape, logits, 0, 0, seeds), label);
}

/* One step on the nodes order[first] to order[first + BATCH - 1]. */
static gg_status step(job *j, int64_t first, gg_rng rng, double *loss, gg_error *e)
{
    static const int64_t fanout[LAYERS] = {10, 5};
    int32_t seed[BATCH], label[BATCH];
    for (int64_t k = 0; k < BATCH; k++) {
        seed[k] = (int32_t)j->order[first + k];
        label[k] = j->data->label[seed[k]];
    }
    gg_neighborhood h;
    gg_status status =
        gg_sample_neighbors(j->data->graph->adjacency, BATCH, seed, LAYERS, fanout, rng, &h, e);
    if (status)
        return status;
    gg_tape_set_training(j->tape, true);
    gg_params_zero_grad(j->params);
    double value = 0;
    gg_tensor *mean = loss_at(j, &h, BATCH, label);
    status = gg_backward(j->tape, mean, e);
    if (!status)
        status = gg_value(j->tape, mean, &value, e);
    if (!status)
        status = gg_optim_step(j->optim, j->params, 0.01, 1, e);
    *loss += value * BATCH / TRAIN;
    gg_tape_reset(j->tape);
    gg_neighborhood_free(&h);
    return status;
}

static gg_status train(void *context, gg_epoch *epoch, gg_error *e)
{
    job *j = context;
    gg_rng rng = gg_rng_fork(j->rng, (uint64_t)epoch->number);
    gg_status status = GG_OK;
    gg_rng_shuffle(rng, j->order, TRAIN);
    for (int64_t first = 0; !status && first < TRAIN; first += BATCH)
        status = step(j, first, gg_rng_fork(rng, (uint64_t)first), &epoch->loss, e);
    return status;
}

/* The accuracy on nodes first to end - 1, over the whole graph. */
static gg_status score(job *j, int64_t first, int64_t end, double *accuracy, gg_error *e)
{
    const network *n = j->data;
    gg_tape_set_training(j->tape, false);
    gg_tensor *logits = sage_forward(j->tape, &j->model, n->graph->adjacency, n->features);
    const gg_tensor *scored = gg_slice(j->tape, logits, 0, first, end);
    gg_status status = gg_tape_status(j->tape, e);
    if (!status)
        status = gg_accuracy(scored, n->label + first, accuracy, e);
    gg_tape_reset(j->tape);
    return status;
}

static gg_status validate(void *context, double *accuracy, gg_error *e)
{
    return score(context, TRAIN, TRAIN + VALID, accuracy, e);
}

static gg_status train_and_test(job *j, gg_error *e)
{
    gg_trainer trainer = {.epochs = 10,
                          .patience = 10,
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
        status = score(j, TRAIN + VALID, NODES, &test, e);
    if (!status)
        printf("epoch %d of %d, %.1f s: %.1f%% of the validation nodes\naccuracy: test %.1f%%\n",
               (int)result.best_epoch, (int)result.epochs, result.seconds, 100 * result.score,
               100 * test);
    gg_snapshot_free(best);
    return status;
}

static gg_status run(const network *n, gg_rng rng, gg_error *e)
{
    job j = {.rng = gg_rng_fork(rng, TRAINING), .data = n};
    gg_optim_settings settings = gg_optim_defaults(GG_OPTIM_ADAM);
    for (int64_t k = 0; k < TRAIN; k++)
        j.order[k] = k;
    gg_status status = gg_params_new(GG_F32, &j.params, e);
    if (!status) {
        sage_init(&j.model, j.params);
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
    static network n;
    gg_rng rng = gg_rng_new(argc > 1 ? strtoull(argv[1], NULL, 10) : 1);
    gg_error e;
    gg_status status = network_draw(&n, rng, &e);
    if (!status)
        status = run(&n, rng, &e);
    if (status)
        fprintf(stderr, "neighbor_sampling: %s\n", e.message);
    gg_graph_free(n.graph);
    gg_tensor_free(n.features);
    return status != GG_OK;
}
