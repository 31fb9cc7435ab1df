/*
 * gat_link [FOLDER [SPLIT [SCORES]]]: predicts links by a graph attention network of two layers
 * (Velickovic et al. 2018) and a small network on the product of two nodes' representations.
 * Without a FOLDER it makes a graph of its own; SPLIT is splits/0 unless given. Prints how the
 * held-out links rank, beside what counting common neighbours achieves; SCORES is a .npy file for
 * the scores of the test links and, behind them, of the test non-links.
 */
#include <graphgrad/graphgrad.h>

#include <math.h>
#include <stdio.h>

#define THREADS 1

typedef struct gat {
    gg_gat first, second;
    gg_mlp decoder;
} gat;

static void gat_init(gat *m, gg_params *p, int64_t features)
{
    gg_gat_init(&m->first, p, "encoder.0", features, 32, 4, true, 0.6);
    gg_gat_init(&m->second, p, "encoder.1", m->first.out, 64, 4, false, 0.6);
    gg_mlp_init(&m->decoder, p, "decoder", 2, (int64_t[]){64, 64, 1}, 0.5, true);
}

/* The nodes' representations, nodes x 64. */
static gg_tensor *gat_encode(gg_tape *t, const gat *m, const gg_csr *adjacency, const gg_csr *x,
                             gg_rng rng)
{
    x = gg_dropout_sparse(t, x, 0.5, gg_rng_fork(rng, 1));
    gg_tensor *h =
        gg_elu(t, gg_gat_forward_sparse(t, &m->first, adjacency, x, gg_rng_fork(rng, 2)));
    h = gg_dropout(t, h, 0.5, gg_rng_fork(rng, 3), 0);
    return gg_gat_forward(t, &m->second, adjacency, h, gg_rng_fork(rng, 4));
}

/* ---- training ---- */

/* What the callbacks of a run know. */
typedef struct job {
    gat model;
    const gg_dataset *d;
    gg_csr *adjacency;
    gg_params *params;
    gg_optim *optim;
    gg_tape *tape;
    gg_microbatch *tiles;
    gg_negatives *negatives;
    gg_pair_list batch; /* the training links, then as many non-links, drawn afresh each epoch */
    gg_tensor *target;  /* 1 for those, 0 for these */
    gg_snapshot *best;
    gg_rng rng, epoch_rng;
} job;

/* A tile's logits, one for each of its pairs. */
static gg_tensor *tile_scores(gg_tape *t, gg_tensor *z, const gg_tile *tile, void *context)
{
    const job *j = context;
    gg_tensor *product = gg_hadamard_pairs(t, z, &tile->pairs);
    return gg_mlp_forward(t, &j->model.decoder, product, gg_rng_fork(j->epoch_rng, 5), tile->first);
}

/* A tile's share of the mean over the batch. */
static gg_tensor *tile_loss(gg_tape *t, gg_tensor *z, const gg_tile *tile, void *context)
{
    const job *j = context;
    gg_tensor target = gg_tile_values(j->target, tile);
    return gg_bce_with_logits(t, tile_scores(t, z, tile, context), &target, 1,
                              1 / (double)j->batch.count);
}

static gg_status train(void *context, gg_epoch *epoch, gg_error *e)
{
    job *j = context;
    int64_t links = j->d->split.train.count;
    gg_pairs batch = gg_pairs_of(&j->batch);
    j->epoch_rng = gg_rng_fork(j->rng, (uint64_t)epoch->number);
    epoch->lr = 0.01;
    gg_status status = gg_negatives_draw(j->negatives, j->epoch_rng, links, j->batch.u + links,
                                         j->batch.v + links, e);
    if (status)
        return status;
    gg_tape_reset(j->tape);
    gg_tape_set_training(j->tape, true);
    gg_params_zero_grad(j->params);
    gg_tensor *z = gat_encode(j->tape, &j->model, j->adjacency, j->d->features, j->epoch_rng);
    status = gg_microbatch_backward(j->tiles, j->tape, z, j->params, &batch, tile_loss, j,
                                    &epoch->loss, e);
    if (!status)
        status = gg_backward_from(j->tape, z, NULL, e);
    return status ? status : gg_optim_step(j->optim, j->params, epoch->lr, THREADS, e);
}

/* ---- evaluation ---- */

/* Scores of links and, behind them, of non-links, into a tensor of f64; and their metrics. */
static gg_status rank(job *j, const gg_pair_list *links, const gg_pair_list *others,
                      gg_tensor **scores, gg_metrics *metrics, gg_error *e)
{
    int64_t count = links->count + others->count;
    gg_pairs positive = gg_pairs_of(links), negative = gg_pairs_of(others);
    gg_tape_reset(j->tape);
    gg_tape_set_training(j->tape, false);
    gg_tensor *z = gat_encode(j->tape, &j->model, j->adjacency, j->d->features, gg_rng_new(0));
    gg_status status = gg_tape_status(j->tape, e);
    if (!status)
        status = gg_tensor_new(GG_F64, 1, &count, scores, e);
    if (status)
        return status;
    double *score = (*scores)->data;
    status = gg_microbatch_score(j->tiles, z, &positive, tile_scores, j, score, e);
    if (!status)
        status =
            gg_microbatch_score(j->tiles, z, &negative, tile_scores, j, score + links->count, e);
    return status ? status
                  : gg_metrics_compute(score, links->count, score + links->count, others->count,
                                       metrics, e);
}

static gg_status validate(void *context, double *score, gg_error *e)
{
    job *j = context;
    gg_tensor *scores = NULL;
    gg_metrics metrics;
    gg_status status = rank(j, &j->d->split.valid, &j->d->split.valid_neg, &scores, &metrics, e);
    gg_tensor_free(scores);
    if (!status)
        *score = metrics.auc;
    return status;
}

static gg_status common_neighbours(const gg_dataset *d, gg_metrics *metrics, gg_error *e)
{
    gg_tensor *scores[2] = {NULL, NULL};
    const gg_pair_list *pairs[] = {&d->split.test, &d->split.test_neg};
    gg_status status = GG_OK;
    for (int k = 0; k < 2 && !status; k++) {
        status = gg_tensor_new(GG_F64, 1, &pairs[k]->count, &scores[k], e);
        if (!status)
            status = gg_score_heuristic(GG_COMMON_NEIGHBORS, d->train, pairs[k], THREADS,
                                        scores[k]->data, e);
    }
    if (!status)
        status = gg_metrics_of_tensors(scores[0], scores[1], metrics, e);
    gg_tensor_free(scores[0]);
    gg_tensor_free(scores[1]);
    return status;
}

/* ---- the program ---- */

static gg_status prepare_batch(job *j, gg_error *e)
{
    const gg_pair_list *links = &j->d->split.train;
    int64_t count = 2 * links->count;
    gg_status status = gg_pair_list_resize(&j->batch, count, e);
    if (!status)
        status = gg_tensor_new(GG_F32, 1, &count, &j->target, e);
    for (int64_t k = 0; k < links->count && !status; k++) {
        j->batch.u[k] = links->u[k];
        j->batch.v[k] = links->v[k];
        gg_set(j->target, k, 1);
    }
    return status;
}

static gg_status prepare(job *j, gg_error *e)
{
    gg_optim_settings adam = gg_optim_defaults(GG_OPTIM_ADAM);
    gg_status status = gg_graph_gcn_matrix(j->d->train, GG_F32, &j->adjacency, e);
    if (!status)
        status = gg_negatives_new(j->d, &j->negatives, e);
    if (!status)
        status = prepare_batch(j, e);
    if (!status)
        status = gg_params_new(GG_F32, &j->params, e);
    if (status)
        return status;
    gat_init(&j->model, j->params, j->d->features->cols);
    status = gg_params_build(j->params, gg_rng_fork(j->rng, 0), e);
    if (!status)
        status = gg_optim_new(j->params, &adam, &j->optim, e);
    if (!status)
        status = gg_snapshot_new(j->params, &j->best, e);
    if (!status)
        status = gg_tape_new(GG_F32, THREADS, &j->tape, e);
    if (!status)
        status = gg_microbatch_new(j->params, 0, THREADS, &j->tiles, e);
    return status;
}

static void release(job *j)
{
    gg_microbatch_free(j->tiles);
    gg_tape_free(j->tape);
    gg_snapshot_free(j->best);
    gg_optim_free(j->optim);
    gg_params_free(j->params);
    gg_tensor_free(j->target);
    gg_pair_list_free(&j->batch);
    gg_negatives_free(j->negatives);
    gg_csr_free(j->adjacency);
}

static void report(const char *what, const gg_metrics *m)
{
    printf("%-18s  AUC %5.2f  AP %5.2f  Hits@20 %5.2f\n", what, 100 * m->auc, 100 * m->ap,
           100 * m->hits20);
}

/* Trains, keeps the epoch that is best in validation, and reports; saves the scores if path is not
 * NULL. */
static gg_status run(job *j, const char *path, gg_error *e)
{
    gg_trainer trainer = {.epochs = 300,
                          .patience = 50,
                          .score = -INFINITY,
                          .train = train,
                          .evaluate = validate,
                          .context = j};
    const gg_split *s = &j->d->split;
    gg_trainer_result result;
    gg_metrics valid, test, counting;
    gg_tensor *valid_scores = NULL, *test_scores = NULL;
    gg_status status = gg_trainer_run(&trainer, j->params, j->best, &result, e);
    if (!status)
        status = rank(j, &s->valid, &s->valid_neg, &valid_scores, &valid, e);
    if (!status)
        status = rank(j, &s->test, &s->test_neg, &test_scores, &test, e);
    if (!status)
        status = common_neighbours(j->d, &counting, e);
    if (!status && path)
        status = gg_write_npy(path, test_scores, e);
    if (!status) {
        printf("epoch %d of %d, %.1f s\n", (int)result.best_epoch, (int)result.epochs,
               result.seconds);
        report("validation", &valid);
        report("test", &test);
        report("common neighbours", &counting);
    }
    gg_tensor_free(valid_scores);
    gg_tensor_free(test_scores);
    return status;
}

static gg_status read_links(int argc, char **argv, gg_dataset **d, gg_error *e)
{
    gg_citation what = gg_citation_default();
    if (argc == 1)
        return gg_dataset_generate(&what, d, e);
    gg_status status = gg_dataset_read(argv[1], argc > 2 ? argv[2] : "splits/0", NULL, d, e);
    return status || (*d)->features ? status : gg_dataset_degree_features(*d, e);
}

int main(int argc, char **argv)
{
    gg_dataset *d = NULL;
    job j = {.rng = gg_rng_new(1)};
    gg_error e;
    gg_status status = read_links(argc, argv, &d, &e);
    j.d = d;
    if (!status)
        status = prepare(&j, &e);
    if (!status)
        status = run(&j, argc > 3 ? argv[3] : NULL, &e);
    if (status)
        fprintf(stderr, "gat_link: %s\n", e.message);
    release(&j);
    gg_dataset_free(d);
    return status != GG_OK;
}
