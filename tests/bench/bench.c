#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- the program ---- */

static void usage(const char *program)
{
    fprintf(stderr, "usage: %s [--quick] [--threads N] [--json FILE] [DATASET]\n", program);
    exit(2);
}

void bench_begin(bench *b, int argc, char **argv)
{
    const char *slash = strrchr(argv[0], '/');
    gg_build build = gg_build_info();
    *b = (bench){.program = slash ? slash + 1 : argv[0],
                 .threads_first = 1,
                 .threads_last = build.threads < 2 ? 1 : 2};
    for (int k = 1; k < argc; k++) {
        bool last = k + 1 == argc;
        if (!strcmp(argv[k], "--quick"))
            b->quick = true;
        else if (!strcmp(argv[k], "--json") && !last)
            b->json = argv[++k];
        else if (!strcmp(argv[k], "--threads") && !last && atoi(argv[k + 1]) > 0)
            b->threads_first = b->threads_last = atoi(argv[++k]);
        else if (argv[k][0] == '-' || b->path)
            usage(b->program);
        else
            b->path = argv[k];
    }
    printf("%s: BLAS kernel %s, %s, %s\n", b->program, build.blas_kernel, build.isa,
           build.compiler);
    printf("%-46s %7s %11s %11s %11s %6s\n", "", "threads", "least, ms", "median, ms", "floor, ms",
           "ratio");
}

static void write_result(FILE *f, const bench_result *r, bool last)
{
    fprintf(
        f,
        "    {\"name\": \"%s\", \"threads\": %d, \"median\": %.9g, \"min\": %.9g, \"runs\": %d, "
        "\"floor\": %.9g, \"rate\": %.9g}%s\n",
        r->name, r->threads, r->median, r->least, r->runs, r->floor, r->rate, last ? "" : ",");
}

int bench_end(bench *b)
{
    FILE *f = b->json ? fopen(b->json, "w") : NULL;
    gg_build build = gg_build_info();
    if (b->json && !f) {
        perror(b->json);
        return 1;
    }
    if (f) {
        fprintf(f, "{\n  \"program\": \"%s\", \"blas_kernel\": \"%s\", \"isa\": \"%s\",\n",
                b->program, build.blas_kernel, build.isa);
        fprintf(f, "  \"compiler\": \"%s\",\n  \"results\": [\n", build.compiler);
        for (int k = 0; k < b->count; k++)
            write_result(f, &b->results[k], k + 1 == b->count);
        fprintf(f, "  ]\n}\n");
    }
    int failed = f ? fclose(f) : 0;
    free(b->results);
    return failed ? 1 : 0;
}

void bench_must(gg_status status, const gg_error *e)
{
    if (status) {
        fprintf(stderr, "%s\n", e->message);
        exit(1);
    }
}

/* ---- data ---- */

gg_dataset *bench_dataset(const bench *b)
{
    gg_dataset *d = NULL;
    gg_error e;
    gg_citation like_cora = gg_citation_default();
    like_cora.nodes = bench_size(b, 2708);
    like_cora.edges = bench_size(b, 5278);
    like_cora.words = bench_size(b, 1433);
    like_cora.words_per_node = 18;
    if (b->path)
        bench_must(gg_dataset_read(b->path, "splits/0", NULL, &d, &e), &e);
    else
        bench_must(gg_dataset_generate(&like_cora, &d, &e), &e);
    return d;
}

int64_t bench_size(const bench *b, int64_t full)
{
    return !b->quick ? full : full < 64 ? full : 64 + full % 64;
}

void *bench_alloc(int64_t count, size_t size)
{
    void *p = gg_zalloc((size_t)count, size);
    if (!p) {
        fprintf(stderr, "no memory for %lld elements\n", (long long)count);
        exit(1);
    }
    return p;
}

void bench_draw_pairs(int64_t nodes, int64_t count, gg_pair_list *pairs)
{
    gg_error e;
    for (uint64_t k = 0; k < (uint64_t)count; k++) {
        int32_t u = (int32_t)gg_rng_below(gg_rng_new(5), 2 * k, (uint64_t)nodes);
        int32_t v = (int32_t)gg_rng_below(gg_rng_new(5), 2 * k + 1, (uint64_t)nodes - 1);
        bench_must(gg_pair_list_add(pairs, u, v + (v >= u), &e), &e);
    }
}

void bench_fill(float *x, int64_t count, uint64_t stream, float low, float high)
{
    gg_rng rng = gg_rng_fork(gg_rng_new(1), stream);
    for (int64_t i = 0; i < count; i++)
        x[i] = low + (high - low) * (float)gg_rng_uniform(rng, (uint64_t)i);
}

/* ---- time ---- */

double bench_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_best(const double *x, int count)
{
    double best = 0;
    for (int k = 0; k < count; k++)
        best = x[k] > best ? x[k] : best;
    return best;
}

void bench_record(bench *b, const char *name, int threads, double floor, double rate,
                  double *seconds, int runs)
{
    bench_result r = {.threads = threads, .floor = floor, .rate = rate, .runs = runs};
    snprintf(r.name, sizeof r.name, "%s", name);
    qsort(seconds, (size_t)runs, sizeof *seconds, ascending);
    r.median = seconds[runs / 2];
    r.least = seconds[0];
    b->results = realloc(b->results, (size_t)(b->count + 1) * sizeof r);
    if (!b->results)
        exit(1);
    b->results[b->count++] = r;
    printf("%-46s %7d %11.3f %11.3f", name, threads, 1e3 * r.least, 1e3 * r.median);
    if (floor > 0)
        printf(" %11.3f %6.2f\n", 1e3 * floor, r.least / floor);
    else
        printf(" %11s %6s\n", "-", "-");
    fflush(stdout);
}

/* Runs until the clock has gone on by 0.4 s or MOST runs are done, but at least LEAST. Between
 * groups of runs the rate is measured. */
void bench_run(bench *b, const char *name, int threads, bench_floor floor,
               void (*work)(void *context), void *context)
{
    enum { LEAST = 7, MOST = 200, GROUPS = 5 };
    double seconds[MOST], rates[GROUPS];
    int runs = 0, groups = b->quick ? 1 : GROUPS;
    for (int warm_up = b->quick ? 1 : 3; warm_up > 0; warm_up--)
        work(context);
    for (int g = 0; g < groups; g++) {
        rates[g] = floor.bound ? bench_rate(floor.bound, threads, floor.working_set) : 0;
        work(context); /* the caches are the work's again */
        double begin = bench_now();
        do {
            double start = bench_now();
            work(context);
            seconds[runs++] = bench_now() - start;
        } while (!b->quick && runs < (g + 1) * MOST / GROUPS &&
                 (bench_now() - begin < 0.08 || runs < (g + 1) * LEAST / GROUPS));
    }
    double rate = bench_best(rates, groups);
    bench_record(b, name, threads, floor.bound ? floor.amount / rate : 0, rate, seconds, runs);
}
