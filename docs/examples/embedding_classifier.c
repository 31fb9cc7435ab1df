/*
 * embedding_classifier FOLDER METHOD|FILE.npy [SEEDS [DIMENSIONS [PERCENT]]]: classifies the nodes
 * of a graph by logistic regression on an embedding that was learned without labels and stays as it
 * is: the usual test of one (Velickovic et al. 2019, section 4). METHOD is a name that gg_embed
 * knows and learns from the whole graph, anew from each seed; FILE.npy holds an embedding from
 * elsewhere, a row for each node. FOLDER holds edges.txt, labels.txt and maybe features.npz.
 *
 * The first 20 nodes for each class train the classifier, the next 500 choose its epoch and weight
 * decay, the last 1,000 that have a label test it: on Cora, CiteSeer and PubMed in Planetoid's
 * order their standard split. With PERCENT the nodes that have a label are drawn anew from each
 * seed: so many of a hundred train, as many choose, the others test (10 in Zhu et al. 2020).
 */
#include <graphgrad/graphgrad.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRAIN 20 /* for each class */
#define VALID 500
#define TEST 1000

/* What a seed's random numbers are for, besides the classifier's own. */
enum { DIVISION = 1 };

/* The graph, and the classes of the nodes of each set: -1 for all other nodes. */
typedef struct papers {
    gg_dataset *set;
    gg_csr *words; /* rows divided by their sums, NULL: there are none */
    int32_t classes, *label;
    int32_t *train, *valid, *test;
} papers;

/* ---- the classifier ---- */

/* What the callbacks of a training know. */
typedef struct job {
    gg_linear_layer linear;
    gg_tensor *z;
    const papers *papers;
    const int32_t *scored; /* the classes to be met */
} job;

static gg_tensor *loss(void *context, gg_tape *t, gg_rng rng)
{
    const job *j = context;
    (void)rng;
    return gg_cross_entropy_mean(t, gg_linear_forward(t, &j->linear, j->z), j->papers->train);
}

static gg_status evaluate(void *context, gg_tape *t, double *score, gg_error *e)
{
    const job *j = context;
    return gg_accuracy(gg_linear_forward(t, &j->linear, j->z), j->scored, score, e);
}

/* Trains with a weight decay; *valid and *test are the accuracies in the epoch that was best in
 * validation. */
static gg_status classify(const papers *d, gg_tensor *z, uint64_t seed, double weight_decay,
                          double *valid, double *test, gg_error *e)
{
    job j = {.z = z, .papers = d, .scored = d->valid};
    gg_fit fit = gg_fit_defaults();
    fit.optim.weight_decay = weight_decay;
    fit.epochs = fit.patience = 300;
    fit.rng = gg_rng_new(seed);
    fit.threads = gg_build_info().threads;
    fit.loss = loss;
    fit.evaluate = evaluate;
    fit.context = &j;

    gg_params *p = NULL;
    gg_trainer_result result;
    gg_status status = gg_params_new(GG_F32, &p, e);
    if (!status) {
        gg_linear_init(&j.linear, p, "linear", z->shape[1], d->classes, true);
        status = gg_params_build(p, gg_rng_fork(fit.rng, 0), e);
    }
    if (!status)
        status = gg_fit_run(&fit, p, &result, e);
    if (!status) {
        *valid = result.score;
        j.scored = d->test;
        status = gg_fit_score(&fit, p, test, e);
    }
    gg_params_free(p);
    return status;
}

/* ---- the embedding ---- */

/* Methods differ in scale, so that no one rate and weight decay would fit: makes the mean square of
 * the entries 1. */
static void scale(gg_tensor *z)
{
    double squares = 0;
    for (int64_t k = 0; k < gg_numel(z); k++)
        squares += gg_get(z, k) * gg_get(z, k);
    for (int64_t k = 0; k < gg_numel(z) && squares > 0; k++)
        gg_set(z, k, gg_get(z, k) * sqrt((double)gg_numel(z) / squares));
}

static gg_status embed(const papers *d, const char *method, int64_t dimensions, uint64_t seed,
                       gg_tensor **z, gg_error *e)
{
    size_t length = strlen(method);
    gg_embedding_source source = {.graph = d->set->full,
                                  .features = d->words,
                                  .seed = seed,
                                  .threads = gg_build_info().threads};
    bool file = length > 4 && strcmp(method + length - 4, ".npy") == 0;
    gg_status status =
        file ? gg_read_npy(method, GG_F32, z, e) : gg_embed(method, &source, dimensions, z, e);
    if (!status && ((*z)->rank != 2 || (*z)->shape[0] != d->set->nodes))
        status = gg_fail(e, GG_ERR_SHAPE, "%s: expected a matrix of %lld rows", method,
                         (long long)d->set->nodes);
    if (!status)
        scale(*z);
    return status;
}

/* ---- data ---- */

static void divide_in_planetoids_order(papers *d)
{
    int64_t nodes = d->set->nodes, train = TRAIN * (int64_t)d->classes, left = TEST;
    for (int64_t i = 0; i < train + VALID && i < nodes; i++)
        (i < train ? d->train : d->valid)[i] = d->label[i];
    for (int64_t i = nodes - 1; i >= train + VALID && left > 0; i--)
        if (d->label[i] >= 0) {
            d->test[i] = d->label[i];
            left--;
        }
}

static gg_status divide_at_random(papers *d, int percent, uint64_t seed, gg_error *e)
{
    int64_t nodes = d->set->nodes, count = 0, *node = malloc((size_t)nodes * sizeof *node);
    if (!node)
        return gg_fail(e, GG_ERR_MEMORY, "no memory for the nodes' order");
    for (int64_t i = 0; i < nodes; i++)
        if (d->label[i] >= 0)
            node[count++] = i;
    gg_rng_shuffle(gg_rng_fork(gg_rng_new(seed), DIVISION), node, count);
    int64_t part = count * percent / 100;
    for (int64_t k = 0; k < count; k++)
        (k < part ? d->train : k < 2 * part ? d->valid : d->test)[node[k]] = d->label[node[k]];
    free(node);
    return GG_OK;
}

/* Deals the labels out to the sets; percent 0: in Planetoid's order. */
static gg_status divide(papers *d, int percent, uint64_t seed, gg_error *e)
{
    for (int64_t i = 0; i < d->set->nodes; i++)
        d->train[i] = d->valid[i] = d->test[i] = -1;
    if (percent > 0)
        return divide_at_random(d, percent, seed, e);
    divide_in_planetoids_order(d);
    return GG_OK;
}

static gg_status read_labels(const char *folder, papers *d, gg_error *e)
{
    char path[4096];
    size_t size = (size_t)d->set->nodes * sizeof *d->label;
    d->label = malloc(size);
    d->train = malloc(size);
    d->valid = malloc(size);
    d->test = malloc(size);
    snprintf(path, sizeof path, "%s/labels.txt", folder);
    return d->label && d->train && d->valid && d->test
               ? gg_read_labels(path, d->set->nodes, d->label, &d->classes, e)
               : gg_fail(e, GG_ERR_MEMORY, "no memory for the labels");
}

static gg_status read_papers(const char *folder, papers *d, gg_error *e)
{
    gg_status status = gg_dataset_read(folder, NULL, NULL, &d->set, e);
    if (!status && d->set->features)
        status = gg_csr_normalize_rows(d->set->features, &d->words, e);
    return status ? status : read_labels(folder, d, e);
}

static void papers_free(papers *d)
{
    gg_dataset_free(d->set);
    gg_csr_free(d->words);
    free(d->label);
    free(d->train);
    free(d->valid);
    free(d->test);
}

/* ---- the program ---- */

/* The accuracy of one seed, with the weight decay that is best in validation. */
static gg_status run(papers *d, const char *method, int64_t dimensions, int percent, uint64_t seed,
                     double *accuracy, gg_error *e)
{
    static const double decays[] = {0, 0.01, 0.1, 1, 10};
    const int count = sizeof decays / sizeof *decays;
    double best = -1, chosen = 0, valid, test;
    gg_tensor *z = NULL;
    gg_status status = divide(d, percent, seed, e);
    if (!status)
        status = embed(d, method, dimensions, seed, &z, e);
    for (int k = 0; k < count && !status; k++) {
        status = classify(d, z, seed, decays[k], &valid, &test, e);
        if (!status && valid > best) {
            best = valid;
            chosen = decays[k];
            *accuracy = test;
        }
    }
    if (!status)
        printf("seed %d: %.1f%% of the test nodes, %.1f%% in validation, weight decay %g\n",
               (int)seed, 100 * *accuracy, 100 * best, chosen);
    gg_tensor_free(z);
    return status;
}

static gg_status run_seeds(papers *d, const char *method, int64_t dimensions, int percent,
                           int seeds, gg_error *e)
{
    double sum = 0, squares = 0;
    for (int seed = 1; seed <= seeds; seed++) {
        double accuracy = 0;
        gg_status status = run(d, method, dimensions, percent, (uint64_t)seed, &accuracy, e);
        if (status)
            return status;
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
    int seeds = argc > 3 ? atoi(argv[3]) : 5, dimensions = argc > 4 ? atoi(argv[4]) : 128;
    int percent = argc > 5 ? atoi(argv[5]) : 0;
    if (argc < 3 || argc > 6 || seeds < 1 || percent < 0 || percent > 49) {
        fputs("usage: embedding_classifier FOLDER METHOD|FILE.npy [SEEDS [DIMENSIONS [PERCENT]]]\n",
              stderr);
        return 2;
    }
    papers d = {0};
    gg_error e;
    gg_status status = read_papers(argv[1], &d, &e);
    if (!status)
        status = run_seeds(&d, argv[2], dimensions, percent, seeds, &e);
    if (status)
        fprintf(stderr, "embedding_classifier: %s\n", e.message);
    papers_free(&d);
    return status != GG_OK;
}
