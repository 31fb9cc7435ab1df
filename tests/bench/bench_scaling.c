/*
 * What training costs as the graph grows: generated graphs of 10^4, 10^5 and 10^6 nodes with
 * average degree 10 and 128 features, treatment k-core, no matching (bench_matching has it). An
 * epoch is one step on all training links and as many non-links, followed by its evaluation. Prints
 * seconds and memory, each also for one node.
 *
 *     bench_scaling [largest number of nodes] [width]
 */
#include "bench.h"
#include "models.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double memory(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return 1024.0 * (double)usage.ru_maxrss;
}

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

static gg_status measure(int64_t nodes, int64_t width, gg_error *e)
{
    gg_citation what = gg_citation_default();
    what.nodes = nodes;
    what.edges = 5 * nodes;
    what.words = 128;
    gg_dataset *d = NULL;
    gg_clustering *c = NULL;
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
    double begin = bench_now();
    gg_status status = gg_dataset_generate(&what, &d, e);
    o.batch_size = status ? 0 : d->split.train.count;
    double generated = bench_now(), data = memory();
    if (!status)
        status = gg_treatment_kcore(d->train, false, &c, e);
    double treated = bench_now();
    if (!status)
        status = gg_cflp_new(&o, d->features->cols, GG_F32, &model, e);
    record r = {.last = bench_now()};
    gg_treatment t = {0};
    if (!status) {
        t = gg_treatment_of_clustering(c);
        status = gg_cflp_train(model, d, &t, NULL, after_epoch, &r, &result, e);
    }
    if (!status) {
        double seconds = r.seconds[EPOCHS - 1];
        printf("%8lld nodes, width %lld: generate %.2f s, k-core %.3f s, epoch %.3f s "
               "(%.2f us a node), data %.0f MB, peak %.0f MB (%.0f bytes a node)\n",
               (long long)nodes, (long long)width, generated - begin, treated - generated, seconds,
               1e6 * seconds / (double)nodes, data / 1e6, memory() / 1e6, memory() / (double)nodes);
    }
    gg_cflp_free(model);
    gg_clustering_free(c);
    gg_dataset_free(d);
    return status;
}

/* Each size in a process of its own, whose peak memory is then that size's. */
int main(int argc, char **argv)
{
    int64_t largest = argc > 1 ? atoll(argv[1]) : 1000000, width = argc > 2 ? atoll(argv[2]) : 64;
    for (int64_t nodes = 10000; nodes <= largest; nodes *= 10) {
        pid_t child = fork();
        int status = 0;
        if (child == 0) {
            gg_error e;
            bool failed = measure(nodes, width, &e);
            if (failed)
                fprintf(stderr, "bench_scaling: %s\n", e.message);
            fflush(stdout);
            _exit(failed);
        }
        if (child < 0 || waitpid(child, &status, 0) < 0 || status)
            return 1;
    }
    return 0;
}
