/*
 * vgae_link [FOLDER [SPLIT]]: predicts links by a variational graph auto-encoder (Kipf and Welling
 * 2016): an encoder that gives each node a distribution, the decoder of inner products, and as a
 * further loss how far the distributions are from a standard normal one. Without a FOLDER it makes
 * a graph of its own; SPLIT is splits/0 unless given. Prints how the held-out links rank.
 */
#include <graphgrad/graphgrad.h>

#include <math.h>
#include <stdio.h>

typedef struct vgae {
    gg_gcn shared, mean, spread;
    const gg_csr *features, *adjacency;
    gg_tensor *mu, *logstd; /* of the step at hand, nodes x 16 */
} vgae;

static void vgae_init(vgae *m, gg_params *p)
{
    gg_gcn_init(&m->shared, p, "encoder.conv1", m->features->cols, 32);
    gg_gcn_init(&m->mean, p, "encoder.conv_mu", 32, 16);
    gg_gcn_init(&m->spread, p, "encoder.conv_logstd", 32, 16);
}

/* Z = mu + exp(logstd) * noise; in evaluation its mean, mu. */
static gg_tensor *encode(void *context, gg_tape *t, gg_rng rng)
{
    vgae *m = context;
    gg_tensor *h = gg_relu(t, gg_gcn_forward_sparse(t, &m->shared, m->adjacency, m->features));
    m->mu = gg_gcn_forward(t, &m->mean, m->adjacency, h);
    if (!gg_tape_training(t))
        return m->mu;
    m->logstd = gg_clamp(t, gg_gcn_forward(t, &m->spread, m->adjacency, h), -INFINITY, 10);
    gg_tensor *noise = gg_normal(t, m->mu->rank, m->mu->shape, rng);
    return gg_add(t, m->mu, gg_mul(t, gg_exp(t, m->logstd), noise));
}

/* How far the distributions are from a standard normal one, 1/2 sum (mu^2 + exp(2 logstd) -
 * 2 logstd - 1), as a node's mean, and once more divided by the number of nodes. */
static gg_tensor *divergence(void *context, gg_tape *t, gg_tensor *z)
{
    const vgae *m = context;
    double nodes = (double)z->shape[0];
    gg_tensor *twice = gg_scale(t, m->logstd, 2);
    gg_tensor *terms = gg_add(t, gg_square(t, m->mu), gg_sub(t, gg_exp(t, twice), twice));
    gg_tensor *one = gg_full(t, 1, (int64_t[]){1}, 1);
    return gg_scale(t, gg_sum(t, gg_sub(t, terms, one), GG_ALL), 0.5 / (nodes * nodes));
}

static gg_status run(vgae *m, gg_params *p, const gg_dataset *d, gg_error *e)
{
    gg_link_fit fit = gg_link_fit_defaults();
    fit.fit.epochs = 500;
    fit.fit.context = m;
    fit.encode = encode;
    fit.penalty = divergence;

    const gg_split *s = &d->split;
    gg_trainer_result result;
    gg_metrics test;
    gg_status status = gg_params_build(p, gg_rng_fork(fit.fit.rng, 0), e);
    if (!status)
        status = gg_link_fit_run(&fit, p, d, &result, e);
    if (!status)
        status = gg_link_fit_metrics(&fit, p, &s->test, &s->test_neg, &test, e);
    if (!status)
        printf("epoch %d of %d, %.1f s: validation AUC %.2f\ntest AUC %.2f AP %.2f\n",
               (int)result.best_epoch, (int)result.epochs, result.seconds, 100 * result.score,
               100 * test.auc, 100 * test.ap);
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
    gg_csr *adjacency = NULL, *features = NULL;
    gg_params *p = NULL;
    gg_error e;
    gg_status status = read_links(argc, argv, &d, &e);
    if (!status)
        status = gg_csr_normalize_rows(d->features, &features, &e);
    if (!status)
        status = gg_graph_gcn_matrix(d->train, GG_F32, &adjacency, &e);
    if (!status)
        status = gg_params_new(GG_F32, &p, &e);
    if (!status) {
        vgae m = {.features = features, .adjacency = adjacency};
        vgae_init(&m, p);
        status = run(&m, p, d, &e);
    }
    if (status)
        fprintf(stderr, "vgae_link: %s\n", e.message);
    gg_params_free(p);
    gg_csr_free(adjacency);
    gg_csr_free(features);
    gg_dataset_free(d);
    return status != GG_OK;
}
