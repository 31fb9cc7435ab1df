/*
 * gat_link [FOLDER [SPLIT [SCORES [MODEL]]]]: predicts links by a graph attention network of two
 * layers (Velickovic et al. 2018) and a small network on the product of two nodes' representations.
 * Without a FOLDER it makes a graph of its own; SPLIT is splits/0 unless given. Prints how the
 * held-out links rank, beside what counting common neighbours achieves; SCORES is a .npy file for
 * the scores of the test links and, behind them, of the test non-links; MODEL an .npz file for what
 * was learned.
 */
#include <graphgrad/graphgrad.h>

#include <stdio.h>

typedef struct gat {
    gg_gat first, second;
    gg_mlp decoder;
    const gg_dataset *d;
    const gg_csr *adjacency;
} gat;

static void gat_init(gat *m, gg_params *p)
{
    gg_gat_init(&m->first, p, "encoder.0", m->d->features->cols, 32, 4, true, 0.6);
    gg_gat_init(&m->second, p, "encoder.1", m->first.out, 64, 4, false, 0.6);
    gg_mlp_init(&m->decoder, p, "decoder", 2, (int64_t[]){64, 64, 1}, 0.5, true);
}

/* The nodes' representations, nodes x 64. */
static gg_tensor *encode(void *context, gg_tape *t, gg_rng rng)
{
    const gat *m = context;
    const gg_csr *x = gg_dropout_sparse(t, m->d->features, 0.5, gg_rng_fork(rng, 1));
    gg_tensor *h =
        gg_elu(t, gg_gat_forward_sparse(t, &m->first, m->adjacency, x, gg_rng_fork(rng, 2)));
    h = gg_dropout(t, h, 0.5, gg_rng_fork(rng, 3), 0);
    return gg_gat_forward(t, &m->second, m->adjacency, h, gg_rng_fork(rng, 4));
}

/* A tile's logits, one for each of its pairs. */
static gg_tensor *decode(void *context, gg_tape *t, gg_tensor *z, const gg_tile *tile, gg_rng rng)
{
    const gat *m = context;
    gg_tensor *product = gg_hadamard_pairs(t, z, &tile->pairs);
    return gg_mlp_forward(t, &m->decoder, product, rng, tile->first);
}

static void report(const char *what, const gg_metrics *m)
{
    printf("%-18s  AUC %5.2f  AP %5.2f  Hits@20 %5.2f\n", what, 100 * m->auc, 100 * m->ap,
           100 * m->hits20);
}

static gg_status save_scores(const gg_link_fit *fit, const gg_params *p, const gg_split *s,
                             const char *path, gg_error *e)
{
    gg_tensor *scores = NULL;
    gg_pairs links = gg_pairs_of(&s->test), others = gg_pairs_of(&s->test_neg);
    int64_t count = links.count + others.count;
    gg_status status = gg_tensor_new(GG_F64, 1, &count, &scores, e);
    if (!status)
        status = gg_link_fit_scores(fit, p, &links, scores->data, e);
    if (!status)
        status = gg_link_fit_scores(fit, p, &others, (double *)scores->data + links.count, e);
    if (!status)
        status = gg_write_npy(path, scores, e);
    gg_tensor_free(scores);
    return status;
}

/* Trains, keeps the epoch that is best in validation, and reports; writes the files that are not
 * NULL. */
static gg_status run(gat *m, gg_params *p, const char *scores, const char *model, gg_error *e)
{
    gg_link_fit fit = gg_link_fit_defaults();
    fit.fit.epochs = 300;
    fit.fit.patience = 50;
    fit.fit.context = m;
    fit.encode = encode;
    fit.score = decode;

    const gg_split *s = &m->d->split;
    gg_trainer_result result;
    gg_metrics valid, test, ignored, counting;
    gg_status status = gg_params_build(p, gg_rng_fork(fit.fit.rng, 0), e);
    if (!status)
        status = gg_link_fit_run(&fit, p, m->d, &result, e);
    if (!status)
        status = gg_link_fit_metrics(&fit, p, &s->valid, &s->valid_neg, &valid, e);
    if (!status)
        status = gg_link_fit_metrics(&fit, p, &s->test, &s->test_neg, &test, e);
    if (!status)
        status = gg_heuristic_link(GG_COMMON_NEIGHBORS, m->d, 1, &ignored, &counting, e);
    if (!status && scores)
        status = save_scores(&fit, p, s, scores, e);
    if (!status && model)
        status = gg_params_write(p, "gat_link", model, e);
    if (!status) {
        printf("epoch %d of %d, %.1f s\n", (int)result.best_epoch, (int)result.epochs,
               result.seconds);
        report("validation", &valid);
        report("test", &test);
        report("common neighbours", &counting);
    }
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
    gg_csr *adjacency = NULL;
    gg_params *p = NULL;
    gg_error e;
    gg_status status = read_links(argc, argv, &d, &e);
    if (!status)
        status = gg_graph_gcn_matrix(d->train, GG_F32, &adjacency, &e);
    if (!status)
        status = gg_params_new(GG_F32, &p, &e);
    if (!status) {
        gat m = {.d = d, .adjacency = adjacency};
        gat_init(&m, p);
        status = run(&m, p, argc > 3 ? argv[3] : NULL, argc > 4 ? argv[4] : NULL, &e);
    }
    if (status)
        fprintf(stderr, "gat_link: %s\n", e.message);
    gg_params_free(p);
    gg_csr_free(adjacency);
    gg_dataset_free(d);
    return status != GG_OK;
}
