/*
 * cflp_link [EDGES.csv]: trains CFLP on an edge list, or without one on a graph of its own, step by
 * step: treatment, embedding, matching, training. Prints how the held-out links rank, and the first
 * of them with its probability and what its treatment does to that.
 */
#include <graphgrad/graphgrad.h>

#include <stdio.h>

/* What counterfactual links are found by. */
typedef struct counterfactuals {
    gg_clustering *clusters;
    gg_treatment treatment;
    gg_tensor *embedding;
    gg_matcher *matcher;
} counterfactuals;

static gg_status find(counterfactuals *cf, const gg_dataset *d, int threads, gg_error *e)
{
    gg_embedding_source source = {
        .graph = d->train, .features = d->features, .seed = 1, .threads = threads};
    gg_status status = gg_treatment_kcore(d->train, false, &cf->clusters, e);
    if (!status)
        status = gg_embed("dgi", &source, 128, &cf->embedding, e);
    if (status)
        return status;
    cf->treatment = gg_treatment_of_clustering(cf->clusters);
    return gg_matcher_new(d->train, &cf->treatment, cf->embedding, 30, GG_MATCH_EXACT, threads,
                          &cf->matcher, e);
}

static void release(counterfactuals *cf)
{
    gg_matcher_free(cf->matcher);
    gg_tensor_free(cf->embedding);
    gg_clustering_free(cf->clusters);
}

static gg_status train(const gg_cflp_options *o, const gg_dataset *d, const counterfactuals *cf,
                       gg_error *e)
{
    gg_cflp *m = NULL;
    gg_cflp_result r;
    double probability, effect;
    gg_pairs first = gg_pairs_of(&d->split.test);
    first.count = 1;
    gg_status status = gg_cflp_new(o, d->features->cols, GG_F32, &m, e);
    if (!status)
        status = gg_cflp_train(m, d, &cf->treatment, &cf->matcher, NULL, NULL, &r, e);
    if (!status)
        status = gg_cflp_predict(m, d, &cf->treatment, &first, &probability, &effect, e);
    if (!status) {
        printf("test AUC %.3f, Hits@20 %.3f\n", r.test.auc, r.test.hits20);
        printf("nodes %d and %d are linked with probability %.3f; one core shell: %+.3f\n",
               (int)first.u[0], (int)first.v[0], probability, effect);
    }
    gg_cflp_free(m);
    return status;
}

static gg_status read_links(const char *path, gg_dataset **d, gg_error *e)
{
    gg_citation what = gg_citation_default();
    if (!path)
        return gg_dataset_generate(&what, d, e);
    gg_status status = gg_dataset_read(path, NULL, NULL, d, e);
    if (!status)
        status = gg_dataset_split(*d, 0.1, 0.2, 1, e);
    return status ? status : gg_dataset_degree_features(*d, e);
}

int main(int argc, char **argv)
{
    gg_cflp_options options = gg_cflp_defaults();
    options.epochs = 60;
    options.epochs_ft = 20;
    options.threads = 2;
    gg_dataset *d = NULL;
    counterfactuals cf = {0};
    gg_error e;
    gg_status status = read_links(argc > 1 ? argv[1] : NULL, &d, &e);
    if (!status)
        status = find(&cf, d, options.threads, &e);
    if (!status)
        status = train(&options, d, &cf, &e);
    if (status)
        fprintf(stderr, "cflp_link: %s\n", e.message);
    release(&cf);
    gg_dataset_free(d);
    return status != GG_OK;
}
