/*
 * gcn_classifier FOLDER [SEEDS]: classifies the nodes of a graph by a graph convolutional network
 * of two layers (Kipf and Welling 2017), with the settings of the paper. FOLDER holds edges.txt,
 * features.npz and labels.txt. The first 140 nodes train the network, the next 500 choose the
 * epoch, the last 1,000 test it: on Cora, CiteSeer and PubMed in Planetoid's order their standard
 * split, but for CiteSeer's and PubMed's numbers of training nodes.
 */
#include <graphgrad/graphgrad.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define TRAIN 140
#define VALID 500
#define TEST 1000

/* The graph and its features, and the classes of the nodes of each set: -1 for all other nodes. */
typedef struct papers {
    int64_t nodes;
    int32_t classes;
    gg_csr *adjacency, *words;
    int32_t *train, *valid, *test;
} papers;

typedef struct gcn {
    gg_gcn first, second;
} gcn;

static void gcn_init(gcn *m, gg_params *p, const papers *d)
{
    gg_gcn_init(&m->first, p, "first", d->words->cols, 16);
    gg_gcn_init(&m->second, p, "second", 16, d->classes);
}

/* The classes' logits, nodes x classes. */
static gg_tensor *gcn_forward(gg_tape *t, const gcn *m, const papers *d, gg_rng rng)
{
    const gg_csr *x = gg_dropout_sparse(t, d->words, 0.5, gg_rng_fork(rng, 1));
    gg_tensor *h = gg_relu(t, gg_gcn_forward_sparse(t, &m->first, d->adjacency, x));
    h = gg_dropout(t, h, 0.5, gg_rng_fork(rng, 2), 0);
    return gg_gcn_forward(t, &m->second, d->adjacency, h);
}

/* ---- training ---- */

/* What the callbacks of a run know. */
typedef struct job {
    gcn model;
    const papers *papers;
    const int32_t *scored; /* the classes to be met */
} job;

static gg_tensor *loss(void *context, gg_tape *t, gg_rng rng)
{
    const job *j = context;
    gg_tensor *logits = gcn_forward(t, &j->model, j->papers, rng);
    return gg_cross_entropy_mean(t, logits, j->papers->train);
}

static gg_status evaluate(void *context, gg_tape *t, double *score, gg_error *e)
{
    const job *j = context;
    gg_tensor *logits = gcn_forward(t, &j->model, j->papers, gg_rng_new(0));
    return gg_accuracy(logits, j->scored, score, e);
}

/* Trains from a seed; *accuracy is that of the test nodes in the epoch that was best in validation.
 */
static gg_status run(const papers *d, uint64_t seed, double *accuracy, gg_trainer_result *result,
                     gg_error *e)
{
    static const gg_optim_group first_layer = {"first.", 1, 5e-4};
    job j = {.papers = d, .scored = d->valid};
    gg_fit fit = gg_fit_defaults();
    fit.optim.groups = 1; /* the paper decays the first layer's weights only */
    fit.optim.group = &first_layer;
    fit.schedule.lr = 0.01;
    fit.epochs = fit.patience = 200;
    fit.rng = gg_rng_new(seed);
    fit.loss = loss;
    fit.evaluate = evaluate;
    fit.context = &j;

    gg_params *p = NULL;
    gg_status status = gg_params_new(GG_F32, &p, e);
    if (!status) {
        gcn_init(&j.model, p, d);
        status = gg_params_build(p, gg_rng_fork(fit.rng, 0), e);
    }
    if (!status)
        status = gg_fit_run(&fit, p, result, e);
    j.scored = d->test;
    if (!status)
        status = gg_fit_score(&fit, p, accuracy, e);
    gg_params_free(p);
    return status;
}

/* ---- data ---- */

/* A copy of the classes of nodes [begin, end), -1 for the others. */
static int32_t *classes_of(const int32_t *label, int64_t nodes, int64_t begin, int64_t end)
{
    int32_t *copy = malloc((size_t)nodes * sizeof *copy);
    for (int64_t i = 0; copy && i < nodes; i++)
        copy[i] = i >= begin && i < end ? label[i] : -1;
    return copy;
}

static gg_status read_labels(const char *folder, papers *d, gg_error *e)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/labels.txt", folder);
    int32_t *label = malloc((size_t)d->nodes * sizeof *label);
    gg_status status = label ? gg_read_labels(path, d->nodes, label, &d->classes, e)
                             : gg_fail(e, GG_ERR_MEMORY, "no memory for the labels");
    if (!status) {
        d->train = classes_of(label, d->nodes, 0, TRAIN);
        d->valid = classes_of(label, d->nodes, TRAIN, TRAIN + VALID);
        d->test = classes_of(label, d->nodes, d->nodes - TEST, d->nodes);
        if (!d->train || !d->valid || !d->test)
            status = gg_fail(e, GG_ERR_MEMORY, "no memory for the labels");
    }
    free(label);
    return status;
}

static gg_status read_papers(const char *folder, papers *d, gg_error *e)
{
    gg_dataset *set = NULL;
    gg_status status = gg_dataset_read(folder, NULL, NULL, &set, e);
    if (status)
        return status;
    d->nodes = set->nodes;
    if (!set->features || d->nodes < TRAIN + VALID + TEST)
        status = gg_fail(e, GG_ERR_ARGUMENT, "%s: expected features and %d nodes or more", folder,
                         TRAIN + VALID + TEST);
    if (!status)
        status = gg_graph_gcn_matrix(set->full, GG_F32, &d->adjacency, e);
    if (!status)
        status = gg_csr_normalize_rows(set->features, &d->words, e);
    if (!status)
        status = read_labels(folder, d, e);
    gg_dataset_free(set);
    return status;
}

static void papers_free(papers *d)
{
    gg_csr_free(d->adjacency);
    gg_csr_free(d->words);
    free(d->train);
    free(d->valid);
    free(d->test);
}

/* ---- the program ---- */

static gg_status run_seeds(const papers *d, int seeds, gg_error *e)
{
    double sum = 0, squares = 0;
    for (int seed = 1; seed <= seeds; seed++) {
        double accuracy = 0;
        gg_trainer_result result;
        gg_status status = run(d, (uint64_t)seed, &accuracy, &result, e);
        if (status)
            return status;
        printf("seed %d: %.1f%% of the test nodes, epoch %d of %d, %.1f s\n", seed, 100 * accuracy,
               (int)result.best_epoch, (int)result.epochs, result.seconds);
        sum += accuracy;
        squares += accuracy * accuracy;
    }
    double mean = sum / seeds, variance = squares / seeds - mean * mean;
    printf("accuracy: mean %.2f%%, standard deviation %.2f\n", 100 * mean,
           seeds > 1 ? 100 * sqrt(fmax(0, variance) * seeds / (seeds - 1)) : 0);
    return GG_OK;
}

int main(int argc, char **argv)
{
    int seeds = argc > 2 ? atoi(argv[2]) : 10;
    if (argc < 2 || argc > 3 || seeds < 1) {
        fputs("usage: gcn_classifier FOLDER [SEEDS]\n", stderr);
        return 2;
    }
    papers d = {0};
    gg_error e;
    gg_status status = read_papers(argv[1], &d, &e);
    if (!status)
        status = run_seeds(&d, seeds, &e);
    if (status)
        fprintf(stderr, "gcn_classifier: %s\n", e.message);
    papers_free(&d);
    return status != GG_OK;
}
