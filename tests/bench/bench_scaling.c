/*
 * What training and matching cost as the graph grows: generated graphs of 10^4, 10^5 and 10^6 nodes
 * with average degree 10 and 128 features, or one data set; treatment k-core. Prints seconds and
 * memory, of each size in a process of its own.
 *
 *     bench_scaling training [NODES|DATASET [WIDTH]]   one step on all training links and as many
 *                                                      non-links, and its evaluation
 *     bench_scaling matching [NODES|DATASET [WIDTH]]   the matcher on an SVD of the graph, and
 *                                                      look-ups of 10^6 pairs drawn at random
 *
 * NODES is the largest graph (10^6), WIDTH that of the layers or of the embedding (64).
 */
#include "bench.h"
#include "models.h"
#include "parallel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define DRAWN 1000000
#define GAMMA 30 /* percent, Cora's published setting */

/* The most that this process (RUSAGE_SELF) or one that it waited for (RUSAGE_CHILDREN) has held. */
static double memory(int who)
{
    struct rusage usage;
    getrusage(who, &usage);
    return 1024.0 * (double)usage.ru_maxrss;
}

/* ---- training ---- */

enum { EPOCHS = 3 };

typedef struct record {
    double last, seconds[EPOCHS];
} record;

static bool after_epoch(const gg_cflp_progress *p, void *context)
{
    record *r = context;
    double time = bench_now();
    r->seconds[p->epoch - 1] = time - r->last;
    r->last = time;
    return true;
}

static gg_status training(const gg_dataset *d, const gg_treatment *t, int64_t width, gg_error *e)
{
    gg_cflp *model = NULL;
    gg_cflp_options o = gg_cflp_defaults();
    gg_cflp_result result;
    o.alpha = o.beta = 0;
    o.neg_rate = 1;
    o.encoder.hidden = width;
    o.decoder.hidden = width;
    o.epochs = EPOCHS;
    o.epochs_ft = 0;
    o.threads = gg_build_info().threads;
    o.batch_size = d->split.train.count;
    gg_status status = gg_cflp_new(&o, d->features->cols, GG_F32, &model, e);
    record r = {.last = bench_now()};
    if (!status)
        status = gg_cflp_train(model, d, t, NULL, after_epoch, &r, &result, e);
    if (!status)
        printf(", epoch %.3f s (%.2f us a node)", r.seconds[EPOCHS - 1],
               1e6 * r.seconds[EPOCHS - 1] / (double)d->nodes);
    gg_cflp_free(model);
    return status;
}

/* ---- matching ---- */

typedef struct lookups {
    const gg_matcher *matcher;
    const gg_pair_list *pairs;
    unsigned char *found;
} lookups;

static void look_up(void *context, int64_t begin, int64_t end)
{
    const lookups *l = context;
    for (int64_t k = begin; k < end; k++)
        l->found[k] = gg_matcher_find(l->matcher, l->pairs->u[k], l->pairs->v[k]).found;
}

static double found_share(const gg_matcher *matcher, const gg_pair_list *pairs)
{
    int64_t found = 0;
    lookups l = {matcher, pairs, bench_alloc(pairs->count, 1)};
    gg_parallel(gg_build_info().threads, pairs->count, 256, look_up, &l);
    for (int64_t k = 0; k < pairs->count; k++)
        found += l.found[k];
    gg_free(l.found);
    return (double)found / (double)pairs->count;
}

/* An SVD by a process of its own, so that its memory does not count as matching's. */
static gg_status embed_apart(const gg_dataset *d, int64_t width, gg_tensor **z, gg_error *e)
{
    char path[] = "/tmp/bench_scaling_XXXXXX";
    int file = mkstemp(path), ended = 1;
    pid_t child = file < 0 ? -1 : fork();
    if (child == 0) {
        gg_embedding_source source = {.graph = d->train,
                                      .features = d->features,
                                      .seed = 1,
                                      .threads = gg_build_info().threads};
        gg_status status = gg_embed("svd", &source, width, z, e);
        _exit(status || gg_write_npy(path, *z, e));
    }
    gg_status status = child > 0 && waitpid(child, &ended, 0) == child && ended == 0
                           ? gg_read_npy(path, GG_F32, z, e)
                           : gg_fail(e, GG_ERR_STATE, "the SVD failed");
    if (file >= 0) {
        close(file);
        unlink(path);
    }
    return status;
}

static gg_status matching(const gg_dataset *d, const gg_treatment *t, int64_t width, gg_error *e)
{
    gg_tensor *z = NULL;
    gg_matcher *matcher = NULL;
    gg_pair_list pairs = {0};
    double begin = bench_now();
    gg_status status = embed_apart(d, width, &z, e);
    double embedded = bench_now();
    if (!status)
        status = gg_matcher_new(d->train, t, z, GAMMA, GG_MATCH_EXACT, gg_build_info().threads,
                                &matcher, e);
    double built = bench_now();
    if (!status)
        bench_draw_pairs(d->nodes, DRAWN, &pairs);
    double drawn = bench_now();
    if (!status) {
        double share = found_share(matcher, &pairs), nodes = (double)d->nodes;
        printf(", SVD %.2f s, %.0f MB, percentile and tables %.2f s (%.2f ns a pair of nodes), "
               "%d look-ups %.2f s (%.1f%% found)",
               embedded - begin, memory(RUSAGE_CHILDREN) / 1e6, built - embedded,
               2e9 * (built - embedded) / (nodes * nodes), DRAWN, bench_now() - drawn, 100 * share);
    }
    gg_pair_list_free(&pairs);
    gg_matcher_free(matcher);
    gg_tensor_free(z);
    return status;
}

/* ---- sizes ---- */

static gg_status prepare(const char *path, int64_t nodes, gg_dataset **d, gg_error *e)
{
    gg_citation what = gg_citation_default();
    if (!path) {
        what.nodes = nodes;
        what.edges = 5 * nodes;
        what.words = 128;
        return gg_dataset_generate(&what, d, e);
    }
    gg_status status = gg_dataset_read(path, NULL, NULL, d, e);
    if (!status && !(*d)->train)
        status = gg_dataset_split(*d, 0.1, 0.2, 1, e);
    return status || (*d)->features ? status : gg_dataset_degree_features(*d, e);
}

static gg_status measure(bool match, const char *path, int64_t nodes, int64_t width, gg_error *e)
{
    gg_dataset *d = NULL;
    gg_clustering *c = NULL;
    double begin = bench_now();
    gg_status status = prepare(path, nodes, &d, e);
    double prepared = bench_now(), data = memory(RUSAGE_SELF);
    if (!status)
        status = gg_treatment_kcore(d->train, false, &c, e);
    if (!status) {
        gg_treatment t = gg_treatment_of_clustering(c);
        printf("%8lld nodes, width %lld: data %.2f s, %.0f MB; k-core %.3f s", (long long)d->nodes,
               (long long)width, prepared - begin, data / 1e6, bench_now() - prepared);
        status = match ? matching(d, &t, width, e) : training(d, &t, width, e);
    }
    if (!status)
        printf(", peak %.0f MB (%.0f bytes a node)\n", memory(RUSAGE_SELF) / 1e6,
               memory(RUSAGE_SELF) / (double)d->nodes);
    gg_clustering_free(c);
    gg_dataset_free(d);
    return status;
}

/* In a process of its own, whose peak memory is then this size's. */
static bool apart(bool match, const char *path, int64_t nodes, int64_t width)
{
    fflush(stdout);
    pid_t child = fork();
    int status = 0;
    if (child == 0) {
        gg_error e;
        bool failed = measure(match, path, nodes, width, &e);
        if (failed)
            fprintf(stderr, "bench_scaling: %s\n", e.message);
        fflush(stdout);
        _exit(failed);
    }
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

int main(int argc, char **argv)
{
    bool match = argc > 1 && !strcmp(argv[1], "matching");
    char *end = "";
    int64_t largest = argc > 2 ? strtoll(argv[2], &end, 10) : 1000000;
    int64_t width = argc > 3 ? atoll(argv[3]) : 64;
    if (argc < 2 || argc > 4 || (!match && strcmp(argv[1], "training"))) {
        fputs("usage: bench_scaling training|matching [NODES|DATASET [WIDTH]]\n", stderr);
        return 2;
    }
    if (*end)
        return !apart(match, argv[2], 0, width);
    for (int64_t nodes = largest < 10000 ? largest : 10000; nodes <= largest; nodes *= 10)
        if (!apart(match, NULL, nodes, width))
            return 1;
    return 0;
}
