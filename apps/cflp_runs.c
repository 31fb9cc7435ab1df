/*
 * cflp_runs.c: the same training from several seeds.
 *
 * Runs share the data and the matching, which nothing changes any more, and are deterministic at
 * any number of threads: so they can be trained side by side without a bit of difference.
 */
#include "clock.h"
#include "cflp_report.h"
#include "run_memory.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

/* Of a training step's time on one thread, the part that other threads do not shorten: on Cora two
 * threads take 0.52 of one's time. */
#define SERIAL 0.04

typedef struct queue {
    cflp_experiment *x;
    pthread_mutex_t lock;
    int64_t started;
    bool *done;       /* of each run */
    gg_status status; /* of the first run that failed */
    gg_error error;
} queue;

/* A thread that takes runs from the queue. */
typedef struct worker {
    pthread_t thread;
    queue *queue;
    int threads; /* for the run's own use */
    int64_t run; /* at hand */
} worker;

static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    interrupted = 1;
}

void cflp_catch_interrupts(void)
{
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
}

/* ---- one run ---- */

/* Progress is that of the earliest run under way. */
static bool on_epoch(const gg_cflp_progress *p, void *context)
{
    const worker *w = context;
    queue *q = w->queue;
    const cflp_settings *s = q->x->settings;
    pthread_mutex_lock(&q->lock);
    if (w->run == q->x->count)
        cflp_progress_line(
            s, "run %lld/%lld  %s %lld/%lld  loss %.4g  valid %s %.2f, best %.2f  %.0f s",
            (long long)w->run + 1, (long long)s->runs, p->finetuning ? "fine-tuning" : "epoch",
            (long long)p->epoch, (long long)p->epochs, p->loss, s->model.metric, 100 * p->valid,
            100 * p->best_valid, p->seconds);
    bool go_on = !interrupted && q->status == GG_OK;
    pthread_mutex_unlock(&q->lock);
    return go_on;
}

/* A heuristic instead of training. */
static gg_status score(const cflp_experiment *x, cflp_run *run, gg_error *e)
{
    static const gg_heuristic kinds[] = {[CFLP_CN] = GG_COMMON_NEIGHBORS,
                                         [CFLP_AA] = GG_ADAMIC_ADAR,
                                         [CFLP_RA] = GG_RESOURCE_ALLOCATION,
                                         [CFLP_PA] = GG_PREFERENTIAL_ATTACHMENT};
    double start = clock_now();
    gg_status status = gg_heuristic_link(kinds[x->settings->predictor], x->data, x->threads,
                                         &run->result.valid, &run->result.test, e);
    run->result.seconds_evaluation = clock_now() - start;
    return status;
}

static gg_status train(worker *w, cflp_run *run, gg_error *e)
{
    const cflp_experiment *x = w->queue->x;
    gg_cflp_options options = x->settings->model;
    options.seed = (uint64_t)run->seed;
    options.threads = w->threads;
    gg_cflp *model = NULL;
    gg_status status = gg_cflp_new(&options, x->data->features->cols, GG_F32, &model, e);
    if (status == GG_OK)
        status = gg_cflp_train(model, x->data, x->t, x->matcher, on_epoch, w, &run->result, e);
    double start = clock_now();
    if (status == GG_OK && x->matcher[0])
        status = gg_cflp_estimate(model, x->data, x->t, x->matcher, run->estimates, e);
    if (status == GG_OK && x->settings->predictions)
        status = cflp_predict_run(x, model, run, e);
    run->result.seconds_evaluation += clock_now() - start;
    gg_cflp_free(model);
    return status;
}

/* ---- all of them ---- */

static bool take(queue *q, int64_t *run)
{
    pthread_mutex_lock(&q->lock);
    bool any = q->started < q->x->settings->runs && !interrupted && q->status == GG_OK;
    if (any)
        *run = q->started++;
    pthread_mutex_unlock(&q->lock);
    return any;
}

/* Reports the runs that are done and have none before them that is not. */
static void put(queue *q, int64_t run, gg_status status, const gg_error *e)
{
    cflp_experiment *x = q->x;
    pthread_mutex_lock(&q->lock);
    if (status != GG_OK && q->status == GG_OK) {
        q->status = status;
        q->error = *e;
    }
    q->done[run] = true;
    for (; q->status == GG_OK && x->count < q->started && q->done[x->count]; x->count++) {
        cflp_progress_line(x->settings, "%s", "");
        cflp_report_run(x, &x->runs[x->count]);
        cflp_add_prediction(x, &x->runs[x->count]);
    }
    pthread_mutex_unlock(&q->lock);
}

static void *work(void *context)
{
    worker *w = context;
    const cflp_experiment *x = w->queue->x;
    while (take(w->queue, &w->run)) {
        cflp_run *run = &x->runs[w->run];
        gg_error error = {0};
        run->seed = x->settings->seed + w->run;
        gg_status status =
            x->settings->predictor <= CFLP_GNN ? train(w, run, &error) : score(x, run, &error);
        put(w->queue, w->run, status, &error);
    }
    return NULL;
}

/* Not more runs than fit in half of the machine's memory. */
static int most_at_once(const cflp_experiment *x)
{
    const gg_cflp_options *o = &x->settings->model;
    double links = fmin((double)x->data->split.train.count, (double)o->batch_size);
    double bytes =
        run_memory((double)x->data->nodes, (double)x->data->features->cols, o->encoder.layers,
                   (double)o->encoder.hidden, links * (1 + o->neg_rate));
    double memory = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    double most = fmin(memory / 2 / bytes, fmin(x->threads, (double)x->settings->runs));
    return most > 1 ? (int)most : 1;
}

/* How many runs at once are done the soonest: each has an equal share of the threads, and they come
 * in rounds. */
static int runs_at_once(const cflp_experiment *x)
{
    int most = most_at_once(x), best = 1;
    double least = INFINITY;
    for (int k = 1; k <= most; k++) {
        double rounds = ceil((double)x->settings->runs / k);
        double seconds = rounds * (SERIAL + (1 - SERIAL) / (x->threads / k));
        if (seconds < least) {
            least = seconds;
            best = k;
        }
    }
    return best;
}

/* The calling thread is one of the workers. */
static void run_workers(queue *q, worker *workers, int count)
{
    int threads = q->x->threads, started = 1;
    for (int k = 0; k < count; k++)
        workers[k] = (worker){.queue = q, .threads = threads / count + (k < threads % count)};
    while (started < count &&
           pthread_create(&workers[started].thread, NULL, work, &workers[started]) == 0)
        started++;
    q->x->runs_at_once = started;
    work(workers);
    for (int k = 1; k < started; k++)
        pthread_join(workers[k].thread, NULL);
}

gg_status cflp_run_all(cflp_experiment *x, gg_error *e)
{
    size_t count = (size_t)x->settings->runs;
    queue q = {.x = x, .lock = PTHREAD_MUTEX_INITIALIZER, .done = calloc(count, sizeof *q.done)};
    x->runs_at_once = runs_at_once(x);
    x->runs = calloc(count, sizeof *x->runs);
    worker *workers = calloc((size_t)x->runs_at_once, sizeof *workers);
    if (x->runs && q.done && workers) {
        cflp_report_heading(x);
        run_workers(&q, workers, x->runs_at_once);
        *e = q.error;
    } else {
        q.status = gg_fail(e, GG_ERR_MEMORY, "out of memory for %zu runs", count);
    }
    x->interrupted = x->count < x->settings->runs;
    for (int64_t k = 0; k < x->count; k++)
        x->interrupted = x->interrupted || x->runs[k].result.stopped;
    for (int64_t k = x->count; x->runs && k < x->settings->runs; k++)
        free(x->runs[k].prediction);
    free(workers);
    free(q.done);
    return q.status;
}
