/*
 * A CFLP training epoch on Cora (one step of 188,496 pairs, the published setting) against its
 * floor: the three products of P x 256 x 256 at the sgemm rate of this machine, measured between
 * the epochs so that both see the same machine. Prints one line for each thread count.
 *
 *     bench_training_step DATASET [epochs]
 */
#include "models.h"

#include "blas.h"
#include "parallel.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define WIDTH 256
#define ROWS 4096 /* of a product */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct product {
    float *a, *b, *c;
} product;

/* Each thread multiplies matrices of its own: ROWS x WIDTH by WIDTH x WIDTH. */
static void multiply(void *context, int64_t begin, int64_t end)
{
    const product *p = context;
    for (int64_t k = begin; k < end; k++)
        gg_gemm_f32(false, true, ROWS, WIDTH, WIDTH, 1, p->a + k * ROWS * WIDTH, WIDTH, p->b, WIDTH,
                    0, p->c + k * ROWS * WIDTH, WIDTH);
}

/* Operations a second with all threads at work. */
static double sgemm_rate(int threads)
{
    enum { BLOCKS = 4 };
    size_t size = (size_t)threads * BLOCKS * ROWS * WIDTH;
    product p = {gg_zalloc(size, 4), gg_zalloc((size_t)WIDTH * WIDTH, 4), gg_zalloc(size, 4)};
    double rate = 0;
    for (int repeat = 0; p.a && p.b && p.c && repeat < 3; repeat++) {
        double begin = now();
        gg_parallel(threads, threads * BLOCKS, 1, multiply, &p);
        double seconds = now() - begin;
        double done = 2.0 * threads * BLOCKS * ROWS * WIDTH * WIDTH / seconds;
        rate = done > rate ? done : rate;
    }
    gg_free(p.a);
    gg_free(p.b);
    gg_free(p.c);
    return rate;
}

#define MOST 100

typedef struct record {
    int threads, count;
    double last, pairs;
    double seconds[MOST], ratio[MOST];
} record;

static bool after_epoch(const gg_cflp_progress *p, void *context)
{
    (void)p;
    record *r = context;
    double seconds = now() - r->last;
    if (r->count < MOST) {
        double floor = 3 * 2.0 * r->pairs * WIDTH * WIDTH / sgemm_rate(r->threads);
        r->seconds[r->count] = seconds;
        r->ratio[r->count++] = seconds / floor;
    }
    r->last = now();
    return true;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *x, int count)
{
    qsort(x, (size_t)count, sizeof *x, ascending);
    return x[count / 2];
}

static int fail(const gg_error *e)
{
    fprintf(stderr, "bench_training_step: %s\n", e->message);
    return 1;
}

static gg_status dense_features(const gg_csr *x, gg_tensor **out, gg_error *e)
{
    gg_status status = gg_tensor_new(GG_F32, 2, (int64_t[]){x->rows, x->cols}, out, e);
    for (int64_t i = 0; !status && i < x->rows; i++)
        for (int64_t k = x->rowptr[i]; k < x->rowptr[i + 1]; k++)
            gg_set(*out, i * x->cols + x->col[k], gg_csr_value(x, k));
    return status;
}

static gg_status measure(const gg_dataset *d, const gg_clustering *c, const gg_matcher *m,
                         int threads, int epochs, gg_error *e)
{
    gg_cflp_options o = gg_cflp_defaults();
    o.neg_rate = 50;
    o.epochs = epochs;
    o.epochs_ft = 0;
    o.threads = threads;
    gg_cflp *model;
    gg_status status = gg_cflp_new(&o, d->features->cols, GG_F32, &model, e);
    if (status)
        return status;
    record r = {.threads = threads, .pairs = (double)d->split.train.count * (1 + o.neg_rate)};
    gg_cflp_result result;
    r.last = now();
    status = gg_cflp_train(model, d, c, m, after_epoch, &r, &result, e);
    gg_cflp_free(model);
    if (!status && r.count > 2) { /* the first epochs grow the arenas */
        double seconds = median(r.seconds + 2, r.count - 2);
        double ratio = median(r.ratio + 2, r.count - 2);
        printf("%d thread%s: epoch %.3f s median of %d, %.2f times its sgemm floor (best %.2f)\n",
               threads, threads > 1 ? "s" : "", seconds, r.count - 2, ratio, r.ratio[2]);
    }
    return status;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: bench_training_step DATASET [epochs]\n");
        return 2;
    }
    int epochs = argc > 2 ? atoi(argv[2]) : 12;
    gg_error e;
    gg_dataset *d = NULL;
    gg_clustering *c = NULL;
    gg_matcher *m = NULL;
    gg_csr *x = NULL;
    gg_tensor *embedding = NULL;
    if (gg_dataset_read(argv[1], "splits/0", NULL, &d, &e) ||
        gg_csr_normalize_rows(d->features, &x, &e) || dense_features(x, &embedding, &e) ||
        gg_treatment_kcore(d->train, false, &c, &e) ||
        gg_matcher_new(d->train, c, embedding, 30, GG_MATCH_EXACT, 1, &m, &e))
        return fail(&e);
    gg_csr_free(d->features);
    d->features = x;
    gg_tensor_free(embedding);
    gg_build build = gg_build_info();
    printf("BLAS kernel %s, %s, %.0f pairs, width %d\n", build.blas_kernel, build.isa,
           (double)d->split.train.count * 51, WIDTH);
    for (int threads = 1; threads <= (build.threads < 2 ? 1 : 2); threads++)
        if (measure(d, c, m, threads, epochs, &e))
            return fail(&e);
    gg_matcher_free(m);
    gg_clustering_free(c);
    gg_dataset_free(d);
    return 0;
}
