/*
 * lightgcn_link [FOLDER [SPLIT]]: predicts links from links alone, by LightGCN (He et al. 2020): a
 * vector for each node, averaged over its neighbourhoods, learned by a loss of its own, Bayesian
 * personalised ranking (Rendle et al. 2009). Without a FOLDER it makes a graph of its own; SPLIT is
 * splits/0 unless given. Prints how the held-out links rank.
 */
#include <graphgrad/graphgrad.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 64, LAYERS = 3, EPOCHS = 200 };

typedef struct lightgcn {
    gg_params *params;
    gg_tensor *embedding; /* nodes x WIDTH */
    const gg_dataset *d;
    gg_csr *adjacency;
    gg_link_fit ranking; /* for its metrics */

    gg_tape *tape;
    gg_microbatch *tiles;
    gg_optim *optim;
    gg_snapshot *best;
    gg_pairs batch; /* a link and, behind it, its node with another one; and so on */
    int32_t *u, *v;
} lightgcn;

/* The mean of what 0, 1, ... LAYERS steps along the graph average. */
static gg_tensor *encode(void *context, gg_tape *t, gg_rng rng)
{
    const lightgcn *m = context;
    (void)rng;
    gg_tensor *layer = m->embedding, *sum = layer;
    for (int k = 0; k < LAYERS; k++) {
        layer = gg_spmm(t, m->adjacency, layer);
        sum = gg_add(t, sum, layer);
    }
    return gg_scale(t, sum, 1.0 / (LAYERS + 1));
}

/* A tile's share of the mean of -log sigmoid(score of a link - score of the pair behind it). */
static gg_tensor *ranking_loss(gg_tape *t, gg_tensor *z, const gg_tile *tile, void *context)
{
    const lightgcn *m = context;
    int64_t count = tile->pairs.count / 2;
    gg_tensor *score = gg_sum(t, gg_hadamard_pairs(t, z, &tile->pairs), 1);
    gg_tensor *two = gg_reshape(t, score, 2, (int64_t[]){count, 2});
    gg_tensor *behind = gg_sub(t, gg_slice(t, two, 1, 1, 2), gg_slice(t, two, 1, 0, 1));
    return gg_scale(t, gg_sum(t, gg_softplus(t, behind), GG_ALL), 2 / (double)m->batch.count);
}

/* For each training link a node that its first one is not linked with. */
static void draw_others(lightgcn *m, gg_rng rng)
{
    const gg_pair_list *links = &m->d->split.train;
    for (int64_t k = 0; k < links->count; k++) {
        int32_t u = links->u[k], other;
        uint64_t try = 0;
        do
            other =
                (int32_t)gg_rng_below(gg_rng_fork(rng, (uint64_t)k), try++, (uint64_t)m->d->nodes);
        while ((other == u || gg_csr_has(m->d->train->adjacency, u, other)) && try < 100);
        m->u[2 * k] = m->u[2 * k + 1] = u;
        m->v[2 * k] = links->v[k];
        m->v[2 * k + 1] = other;
    }
}

static gg_status train(void *context, gg_epoch *epoch, gg_error *e)
{
    lightgcn *m = context;
    gg_rng rng = gg_rng_fork(gg_rng_new(1), (uint64_t)epoch->number);
    draw_others(m, rng);
    gg_tape_reset(m->tape);
    gg_params_zero_grad(m->params);
    gg_tensor *z = encode(m, m->tape, rng);
    gg_status status = gg_microbatch_backward(m->tiles, m->tape, z, m->params, &m->batch,
                                              ranking_loss, m, &epoch->loss, e);
    if (!status)
        status = gg_backward_from(m->tape, z, NULL, e);
    return status ? status : gg_optim_step(m->optim, m->params, 0.01, 2, e);
}

static gg_status validate(void *context, double *score, gg_error *e)
{
    lightgcn *m = context;
    const gg_split *s = &m->d->split;
    gg_metrics metrics;
    gg_status status =
        gg_link_fit_metrics(&m->ranking, m->params, &s->valid, &s->valid_neg, &metrics, e);
    if (!status)
        *score = metrics.auc;
    return status;
}

static gg_status prepare(lightgcn *m, gg_error *e)
{
    int64_t links = m->d->split.train.count;
    gg_optim_settings adam = gg_optim_defaults(GG_OPTIM_ADAM);
    m->ranking = gg_link_fit_defaults();
    m->ranking.encode = encode; /* and scores by inner products */
    m->ranking.fit.context = m;
    m->u = calloc((size_t)links * 2 + 1, sizeof *m->u);
    m->v = calloc((size_t)links * 2 + 1, sizeof *m->v);
    if (!m->u || !m->v)
        return gg_fail(e, GG_ERR_MEMORY, "no memory for %lld links", (long long)links);
    m->batch = (gg_pairs){2 * links, m->u, m->v};
    gg_status status = gg_graph_gcn_matrix(m->d->train, GG_F32, &m->adjacency, e);
    if (!status)
        status = gg_params_new(GG_F32, &m->params, e);
    if (!status) {
        m->embedding = gg_params_add(m->params, "embedding", 2, (int64_t[]){m->d->nodes, WIDTH},
                                     GG_INIT_GLOROT, 0);
        status = gg_params_build(m->params, gg_rng_new(1), e);
    }
    if (!status)
        status = gg_tape_new(GG_F32, 2, &m->tape, e);
    if (!status)
        status = gg_microbatch_new(m->params, 512, 2, &m->tiles, e); /* even: no couple is cut */
    if (!status)
        status = gg_optim_new(m->params, &adam, &m->optim, e);
    return status ? status : gg_snapshot_new(m->params, &m->best, e);
}

static void release(lightgcn *m)
{
    gg_snapshot_free(m->best);
    gg_optim_free(m->optim);
    gg_microbatch_free(m->tiles);
    gg_tape_free(m->tape);
    gg_params_free(m->params);
    gg_csr_free(m->adjacency);
    free(m->u);
    free(m->v);
}

static gg_status run(const gg_dataset *d, gg_error *e)
{
    lightgcn m = {.d = d};
    gg_trainer trainer = {.epochs = EPOCHS,
                          .patience = EPOCHS,
                          .score = -INFINITY,
                          .train = train,
                          .evaluate = validate,
                          .context = &m};
    gg_trainer_result result;
    gg_metrics test;
    gg_status status = prepare(&m, e);
    if (!status)
        status = gg_trainer_run(&trainer, m.params, m.best, &result, e);
    if (!status)
        status =
            gg_link_fit_metrics(&m.ranking, m.params, &d->split.test, &d->split.test_neg, &test, e);
    if (!status)
        printf("epoch %d of %d, %.1f s\nvalidation AUC %.2f\ntest AUC %.2f  Hits@20 %.2f\n",
               (int)result.best_epoch, (int)result.epochs, result.seconds, 100 * result.score,
               100 * test.auc, 100 * test.hits20);
    release(&m);
    return status;
}

int main(int argc, char **argv)
{
    gg_citation what = gg_citation_default();
    gg_dataset *d = NULL;
    gg_error e;
    gg_status status =
        argc == 1 ? gg_dataset_generate(&what, &d, &e)
                  : gg_dataset_read(argv[1], argc > 2 ? argv[2] : "splits/0", NULL, &d, &e);
    if (!status)
        status = run(d, &e);
    if (status)
        fprintf(stderr, "lightgcn_link: %s\n", e.message);
    gg_dataset_free(d);
    return status != GG_OK;
}
