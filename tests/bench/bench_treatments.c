/* bench_treatments DATASET [SPLIT [THREADS]]: seconds of each treatment on the training graph, its
 * clusters, and the shares of treated pairs among the links and among as many drawn pairs. SPLIT is
 * splits/0 if not given; "random" draws one. */
#include "bench.h"
#include "models.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void report(const gg_graph *g, const char *name, const gg_treatment *t, double seconds)
{
    int64_t links = 0, drawn = 0;
    gg_rng rng = gg_rng_new(1);
    double start = bench_now();
    for (int32_t i = 0; i < g->nodes; i++)
        for (int64_t k = g->adjacency->rowptr[i]; k < g->adjacency->rowptr[i + 1]; k++) {
            links += gg_treatment_at(t, i, g->adjacency->col[k]);
            drawn +=
                gg_treatment_at(t, i, (int32_t)gg_rng_below(rng, (uint64_t)k, (uint64_t)g->nodes));
        }
    double looks = 4e-9 * (double)g->edges;
    printf("%-18s %8.3f s", name, seconds);
    if (t->clustering)
        printf(" %6d clusters", t->clustering->clusters);
    else
        printf(" %6.0f ns a look", (bench_now() - start) / looks);
    printf("  T = 1: %.4f of links, %.6f of pairs\n", 0.5 * (double)links / (double)g->edges,
           0.5 * (double)drawn / (double)g->edges);
    fflush(stdout);
}

typedef gg_status make_clustering(const gg_graph *g, int threads, gg_clustering **out, gg_error *e);
typedef gg_status make_treatment(const gg_graph *g, int threads, gg_treatment *out, gg_error *e);

static gg_status kcore(const gg_graph *g, int threads, gg_clustering **out, gg_error *e)
{
    (void)threads;
    return gg_treatment_kcore(g, false, out, e);
}

static gg_status louvain(const gg_graph *g, int threads, gg_clustering **out, gg_error *e)
{
    (void)threads;
    return gg_treatment_louvain(g, 1, out, e);
}

static gg_status propagation(const gg_graph *g, int threads, gg_clustering **out, gg_error *e)
{
    (void)threads;
    return gg_treatment_propagation(g, 1, out, e);
}

static gg_status spectral(const gg_graph *g, int threads, gg_clustering **out, gg_error *e)
{
    return gg_treatment_spectral(g, 16, 1, threads, out, e);
}

static gg_status ward(const gg_graph *g, int threads, gg_clustering **out, gg_error *e)
{
    return gg_treatment_ward(g, 16, 1, threads, out, e);
}

static gg_status sbm(const gg_graph *g, int threads, gg_clustering **out, gg_error *e)
{
    (void)threads;
    return gg_treatment_sbm(g, 16, 1, out, e);
}

static gg_status common(const gg_graph *g, int threads, gg_treatment *out, gg_error *e)
{
    (void)threads;
    return gg_treatment_common_neighbors(g, 2, out, e);
}

static gg_status jaccard(const gg_graph *g, int threads, gg_treatment *out, gg_error *e)
{
    (void)threads;
    return gg_treatment_jaccard(g, 0.1, out, e);
}

static gg_status katz(const gg_graph *g, int threads, gg_treatment *out, gg_error *e)
{
    return gg_treatment_katz(g, 0, 2, threads, out, e);
}

static const struct {
    const char *name;
    make_clustering *clustering;
    make_treatment *treatment;
} all[] = {{"k-core", kcore, NULL},
           {"louvain", louvain, NULL},
           {"propagation", propagation, NULL},
           {"spectral", spectral, NULL},
           {"ward", ward, NULL},
           {"block model", sbm, NULL},
           {"common neighbours", NULL, common},
           {"jaccard 0.1", NULL, jaccard},
           {"katz", NULL, katz}};

static gg_status measure(const gg_graph *g, size_t k, int threads, gg_error *e)
{
    gg_clustering *c = NULL;
    gg_treatment t = {0};
    double start = bench_now();
    gg_status s = all[k].clustering ? all[k].clustering(g, threads, &c, e)
                                    : all[k].treatment(g, threads, &t, e);
    double seconds = bench_now() - start;
    if (s == GG_OK && c)
        t = gg_treatment_of_clustering(c);
    if (s == GG_OK)
        report(g, all[k].name, &t, seconds);
    gg_treatment_free(&t);
    gg_clustering_free(c);
    return s;
}

int main(int argc, char **argv)
{
    gg_error e;
    gg_dataset *d = NULL;
    const char *path = argc > 1 ? argv[1] : "", *split = argc > 2 ? argv[2] : "splits/0";
    int threads = argc > 3 ? atoi(argv[3]) : gg_build_info().threads;
    bool random = strcmp(split, "random") == 0;
    gg_status s = gg_dataset_read(path, random ? NULL : split, NULL, &d, &e);
    if (s == GG_OK && random)
        s = gg_dataset_split(d, 0.1, 0.2, 1, &e);
    if (s == GG_OK)
        printf("%s: %lld nodes, %lld links, %d threads\n", d->name, (long long)d->nodes,
               (long long)d->train->edges, threads);
    for (size_t k = 0; s == GG_OK && k < sizeof all / sizeof *all; k++)
        s = measure(d->train, k, threads, &e);
    if (s != GG_OK)
        fprintf(stderr, "bench_treatments: %s\n", e.message);
    gg_dataset_free(d);
    return s != GG_OK;
}
