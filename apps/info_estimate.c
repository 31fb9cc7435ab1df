/*
 * info_estimate.c: what a run of cflp_train with its default settings would take on this machine.
 *
 * With N nodes, E training links, n non-links for each, F columns of features, X numbers of theirs
 * not zero, c clusters, L layers of width h, an embedding D wide, t threads, and s operations a
 * second of sgemm on each while all are at it, measured here on products of h x h matrices, the
 * size that micro-batches have:
 *
 *   an epoch      pairs E (1 + n), each 3 products with an h x h matrix (the decoder's hidden
 *                 layer, forward and twice backward), 6 h^2 operations;
 *                 a step's encoder: layers 2 to L three such products a node, 6 (L - 1) N h^2, and
 *                 sparse products 4 h X + 4 h L (2 E + N), which run at SPARSE of sgemm's speed;
 *                 both with BESIDES times as much again for all that is no product
 *   once          the embedding, DGI_EPOCHS sparse products with X and with two copies of the
 *                 graph, each forward and backward, 4 D X + 8 D (2 E + N) operations that run at
 *                 SPARSE of sgemm's speed, with BESIDES times as much again;
 *                 the distances of all pairs of nodes twice, for gamma and for the tables, N^2 D
 *                 operations each at DISTANCES of sgemm's speed, for near-ties are decided in
 *                 double; then LOOK seconds to look each pair up (GG_CFLP_ATE_PAIRS of them if
 *                 there are more than GG_CFLP_OBSERVED_PAIRS); and the estimate of effects,
 *                 2 h^2 operations for each pair up to GG_CFLP_ATE_PAIRS
 *   memory        PROGRAM for code and buffers of BLAS; features and graph as sparse matrices with
 *                 their transposes; 28 bytes for each node and cluster, up to TABLES; and TAPES for
 *                 those of tiles and the run's own (run_memory.h), or, before that, what the
 *                 embedding needs: DGI_MATRICES of 4 N D.
 *
 * The constants are fitted to runs on two cores. With 50 non-links a link an epoch of Cora took
 * 0.23 s. Cora, CiteSeer and PubMed took 197, 239 and 613 MB; the embedding 1.5, 4.5 and 19 s,
 * matching 0.1, 0.2 and 6.3 s, effects 1.5, 1.8 and 2.2 s. Memory comes out within an eighth, what
 * is done once within a third, Cora's epoch within a half.
 */
#include "info.h"
#include "run_memory.h"
#include "thread_count.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#define EMBEDDING_DIM 128 /* --embedding-dim unless told */
#define DGI_EPOCHS 500
#define DGI_MATRICES 14
#define SPARSE 0.04
#define BESIDES 0.5
#define DISTANCES 0.25
#define LOOK 40e-9
#define PROGRAM 50e6
#define TAPES 45e6
#define TABLES 1e9

/* ---- the speed of this machine ---- */

/* One thread multiplies while the others do, as in training: they share caches and more. */
typedef struct worker {
    pthread_t thread;
    bool started;
    int64_t width;
    double flops; /* a second of its own CPU time, so that other programs do not count */
    gg_status status;
    gg_error error;
} worker;

static double seconds_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *multiply(void *context)
{
    worker *w = context;
    const int64_t h = w->width, shape[] = {h, h};
    double begin = seconds_of(CLOCK_MONOTONIC), start = 0, seconds = 0, products = 0;
    gg_tape *t = NULL;
    w->status = gg_tape_new(GG_F32, 1, &t, &w->error);
    /* On a busy machine a few products have to do. */
    while (w->status == GG_OK && seconds < 0.05 &&
           (products == 0 || seconds_of(CLOCK_MONOTONIC) - begin < 0.3)) {
        gg_tape_reset(t);
        gg_tensor *a = gg_full(t, 2, shape, 0.5), *b = gg_full(t, 2, shape, 0.25);
        if (start == 0) { /* the first time, everything is new */
            gg_matmul(t, a, b);
            start = seconds_of(CLOCK_THREAD_CPUTIME_ID);
        }
        for (int k = 0; k < 8; k++, products++)
            gg_matmul(t, a, b);
        seconds = seconds_of(CLOCK_THREAD_CPUTIME_ID) - start;
        w->status = gg_tape_status(t, &w->error);
    }
    w->flops = seconds > 0 ? 2 * products * (double)(h * h * h) / seconds : 0;
    gg_tape_free(t);
    return NULL;
}

/* Of one of `threads` threads that work at once. */
static gg_status measure(int64_t width, int threads, double *flops, gg_error *e)
{
    worker *workers = calloc((size_t)threads, sizeof *workers);
    gg_status status = GG_OK;
    int done = 0;
    if (!workers)
        return gg_fail(e, GG_ERR_MEMORY, "out of memory for %d threads", threads);
    for (int k = 0; k < threads; k++) {
        workers[k].width = width;
        workers[k].started = pthread_create(&workers[k].thread, NULL, multiply, &workers[k]) == 0;
    }
    *flops = 0;
    for (int k = 0; k < threads; k++) {
        if (!workers[k].started)
            continue;
        pthread_join(workers[k].thread, NULL);
        *flops += workers[k].flops;
        done++;
        if (workers[k].status != GG_OK) {
            status = workers[k].status;
            *e = workers[k].error;
        }
    }
    free(workers);
    if (done == 0)
        return gg_fail(e, GG_ERR_MEMORY, "cannot start a thread");
    *flops /= done;
    return status;
}

/* ---- the formulas ---- */

/* The split that was asked for, else the first that reads, else as cflp_train would draw one. */
static int64_t train_links(const info *x)
{
    for (int64_t k = 0; k < x->split_count; k++)
        if (x->splits[k].readable)
            return x->splits[k].count[0];
    return x->graph.edges * 7 / 10;
}

/* Of so many threads those that work at once: not more than there are processors. */
static int working(int threads)
{
    int processors = gg_build_info().threads;
    return threads < processors ? threads : processors;
}

/* What the formulas are about, as floating-point numbers. */
typedef struct quantities {
    double nodes, links, features, nonzeros, clusters, layers, width, threads, flops, batch;
} quantities;

static quantities quantities_of(const info *x, const gg_cflp_options *o)
{
    const gg_csr *features = x->data->features;
    return (quantities){
        .nodes = (double)x->data->nodes,
        .links = (double)x->estimate.train_links,
        .features = (double)x->estimate.features,
        .nonzeros = (double)(features ? gg_csr_nnz(features) : x->data->nodes),
        .clusters = (double)x->clusters,
        .layers = o->encoder.layers,
        .width = (double)o->encoder.hidden,
        .threads = working(x->estimate.threads),
        .flops = x->estimate.flops,
        .batch = (double)o->batch_size,
    };
}

static double pairs_of(const quantities *q, double neg_rate)
{
    double others = q->nodes * (q->nodes - 1) / 2 - q->links;
    return q->links + fmax(0, fmin(neg_rate * q->links, others));
}

static double epoch_seconds(const quantities *q, double neg_rate)
{
    double h = q->width, steps = fmax(1, ceil(q->links / q->batch));
    double decoder = 6 * h * h * pairs_of(q, neg_rate);
    double encoder = 6 * (q->layers - 1) * q->nodes * h * h;
    double sparse = 4 * h * (q->nonzeros + q->layers * (2 * q->links + q->nodes));
    double products = decoder + steps * (encoder + sparse / SPARSE);
    return (1 + BESIDES) * products / (q->flops * q->threads);
}

static double once_seconds(const quantities *q)
{
    double h = q->width, pairs = q->nodes * q->nodes / 2, wide = EMBEDDING_DIM;
    double dgi = wide * (4 * q->nonzeros + 8 * (2 * q->links + q->nodes)) / (SPARSE * q->flops);
    double distances = 2 * 2 * pairs * wide / (DISTANCES * q->flops);
    double looks = pairs <= (double)GG_CFLP_OBSERVED_PAIRS ? pairs : (double)GG_CFLP_ATE_PAIRS;
    double effects = 2 * h * h * fmin(pairs, (double)GG_CFLP_ATE_PAIRS) / q->flops;
    return (distances + LOOK * looks + (1 + BESIDES) * (DGI_EPOCHS * dgi + effects)) / q->threads;
}

static double bytes_of(const quantities *q, double neg_rate)
{
    double step = pairs_of(q, neg_rate) * fmin(1, q->batch / fmax(1, q->links));
    double matrices = 2 * 2 * 16 * q->nonzeros + (2 + 2 + 1) * 16 * q->links + 5 * 8 * q->nodes;
    double always = PROGRAM + matrices + fmin(28 * q->nodes * q->clusters, TABLES);
    double training = run_memory(q->nodes, q->features, q->layers, q->width, step);
    double embedding = DGI_MATRICES * 4 * q->nodes * EMBEDDING_DIM;
    return always + fmax(TAPES + training, embedding);
}

gg_status info_set_estimate(info *x, gg_error *e)
{
    gg_cflp_options o = gg_cflp_defaults();
    info_estimate *s = &x->estimate;
    s->threads = thread_count(0);
    gg_status status = measure(o.encoder.hidden, working(s->threads), &s->flops, e);
    if (status != GG_OK)
        return status;
    s->train_links = train_links(x);
    s->clusters = x->clusters;
    s->features = x->data->features ? x->data->features->cols : x->graph.degree_max + 1;
    quantities q = quantities_of(x, &o);
    const double rates[INFO_RATES] = {o.neg_rate, 50};
    for (int k = 0; k < INFO_RATES; k++)
        s->epoch[k] = (info_epoch){rates[k], pairs_of(&q, rates[k]), epoch_seconds(&q, rates[k])};
    s->seconds_once = once_seconds(&q);
    s->bytes = bytes_of(&q, o.neg_rate);
    return GG_OK;
}
