/*
 * Matching: the percentile of all distances (gamma), the tables of nearest nodes, and a look-up for
 * every pair of nodes, of the k-core treatment; then treatments of pairs, with look-ups for drawn
 * pairs and for the links. With a data set that has embeddings/mvgrl.npy, on that embedding, as the
 * paper; else on random points 128 wide.
 */
#include "bench.h"
#include "models.h"
#include "parallel.h"

#include <stdio.h>

#define WIDTH 128
#define DRAWN ((int64_t)1 << 17)
#define GAMMA 30 /* percent, Cora's published setting */

typedef struct matching {
    const gg_dataset *d;
    gg_tensor *embedding;
    gg_treatment treatment;
    gg_matcher *matcher;
    int threads;
    gg_pair_list pairs; /* to look up */
} matching;

static void percentile(void *context)
{
    const matching *m = context;
    double gamma;
    gg_error e;
    bench_must(gg_distance_percentile(m->embedding, GAMMA, m->threads, &gamma, &e), &e);
}

static void tables(void *context)
{
    matching *m = context;
    gg_error e;
    gg_matcher_free(m->matcher);
    bench_must(gg_matcher_new(m->d->train, &m->treatment, m->embedding, GAMMA, GG_MATCH_EXACT,
                              m->threads, &m->matcher, &e),
               &e);
}

static void all_pairs(void *context)
{
    const matching *m = context;
    gg_cflp_effects effects;
    gg_error e;
    bench_must(gg_cflp_observe(m->d, m->matcher, m->threads, &effects, &e), &e);
}

static void look_up(void *context, int64_t begin, int64_t end)
{
    const matching *m = context;
    for (int64_t k = begin; k < end; k++)
        (void)gg_matcher_find(m->matcher, m->pairs.u[k], m->pairs.v[k]);
}

static void all_listed(void *context)
{
    matching *m = context;
    gg_parallel(m->threads, m->pairs.count, 256, look_up, m);
}

static gg_tensor *embedding_of(const bench *b, const gg_dataset *d)
{
    char path[4096];
    gg_error e;
    gg_tensor *x = NULL;
    snprintf(path, sizeof path, "%s/embeddings/mvgrl.npy", b->path ? b->path : "");
    if (b->path && gg_read_npy(path, GG_F32, &x, &e) == GG_OK)
        return x;
    bench_must(gg_tensor_new(GG_F32, 2, (int64_t[]){d->nodes, WIDTH}, &x, &e), &e);
    for (int64_t k = 0; k < gg_numel(x); k++)
        gg_set(x, k, gg_rng_normal(gg_rng_new(12), (uint64_t)k));
    return x;
}

/* Each distance once, as a product of matrices. The matcher needs them for gamma and again for its
 * tables. */
static bench_floor distances(const matching *m, double times)
{
    double nodes = (double)m->d->nodes, width = (double)m->embedding->shape[1];
    return (bench_floor){BENCH_FMA, times * nodes * nodes * width, 0};
}

/* A treatment of pairs: frees it. */
static void measure_pairs(bench *b, matching *m, const char *name, gg_treatment *t)
{
    char line[64];
    gg_pair_list drawn = {0};
    m->treatment = *t;
    bench_draw_pairs(m->d->nodes, b->quick ? 64 : DRAWN, &drawn);
    for (m->threads = b->threads_first; m->threads <= b->threads_last; m->threads++) {
        snprintf(line, sizeof line, "%s: percentile and tables", name);
        bench_run(b, line, m->threads, distances(m, 2), tables, m);
        snprintf(line, sizeof line, "%s: %lld drawn pairs", name, (long long)drawn.count);
        m->pairs = drawn;
        bench_run(b, line, m->threads, (bench_floor){0}, all_listed, m);
        m->pairs = m->d->split.train;
        snprintf(line, sizeof line, "%s: %lld links", name, (long long)m->pairs.count);
        bench_run(b, line, m->threads, (bench_floor){0}, all_listed, m);
    }
    gg_matcher_free(m->matcher);
    m->matcher = NULL;
    gg_pair_list_free(&drawn);
    gg_treatment_free(t);
}

int main(int argc, char **argv)
{
    bench b;
    gg_error e;
    bench_begin(&b, argc, argv);
    gg_dataset *d = bench_dataset(&b);
    matching m = {.d = d, .embedding = embedding_of(&b, d)};
    gg_clustering *clusters = NULL;
    bench_must(gg_treatment_kcore(d->train, false, &clusters, &e), &e);
    m.treatment = gg_treatment_of_clustering(clusters);
    for (m.threads = b.threads_first; m.threads <= b.threads_last; m.threads++) {
        bench_run(&b, "percentile of all distances", m.threads, distances(&m, 1), percentile, &m);
        bench_run(&b, "percentile and tables", m.threads, distances(&m, 2), tables, &m);
        bench_run(&b, "look-ups for all pairs", m.threads, (bench_floor){0}, all_pairs, &m);
    }
    gg_matcher_free(m.matcher);
    m.matcher = NULL;
    gg_clustering_free(clusters);
    gg_treatment t;
    bench_must(gg_treatment_common_neighbors(d->train, 2, &t, &e), &e);
    measure_pairs(&b, &m, "common neighbours", &t);
    bench_must(gg_treatment_jaccard(d->train, 0.2, &t, &e), &e);
    measure_pairs(&b, &m, "Jaccard", &t);
    bench_must(gg_treatment_katz(d->train, 0, 2, b.threads_last, &t, &e), &e);
    measure_pairs(&b, &m, "Katz", &t);
    gg_tensor_free(m.embedding);
    gg_dataset_free(d);
    return bench_end(&b);
}
