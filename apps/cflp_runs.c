/*
 * cflp_runs.c: the same training from several seeds.
 *
 * Runs share the data and the matching, which nothing changes any more, and are deterministic at
 * any number of threads: so they can be trained side by side without a bit of difference.
 */
#include "clock.h"
#include "cflp_report.h"
#include "interrupt.h"
#include "run_memory.h"

#include <math.h>
#include <pthread.h>
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

/* ---- one run ---- */

/* Where a run is; and whether it goes on. Progress is that of the earliest run under way. */
static bool tell(const worker *w, const gg_cflp_progress *p, const gg_embedding_progress *embedding)
{
    queue *q = w->queue;
    const cflp_settings *s = q->x->settings;
    char place[64];
    snprintf(place, sizeof place, "run %lld/%lld  ", (long long)w->run + 1, (long long)s->runs);
    pthread_mutex_lock(&q->lock);
    if (w->run == q->x->count && embedding)
        cflp_embedding_line(s, place, s->predictor_name, embedding);
    else if (w->run == q->x->count)
        cflp_progress_line(s, "%s%s %lld/%lld  loss %.4g  valid %s %.2f, best %.2f  %.0f s", place,
                           p->finetuning ? "fine-tuning" : "epoch", (long long)p->epoch,
                           (long long)p->epochs, p->loss, s->model.metric, 100 * p->valid,
                           100 * p->best_valid, p->seconds);
    bool go_on = !interrupt_came() && q->status == GG_OK;
    pthread_mutex_unlock(&q->lock);
    return go_on;
}

static bool on_epoch(const gg_cflp_progress *p, void *context)
{
    return tell(context, p, NULL);
}

static bool on_step(const gg_embedding_progress *p, void *context)
{
    return tell(context, NULL, p);
}

static bool on_decoder_epoch(void *context, const gg_epoch *epoch)
{
    gg_cflp_progress p = {.epoch = epoch->number,
                          .epochs = epoch->epochs,
                          .loss = epoch->loss,
                          .valid = epoch->score,
                          .best_valid = epoch->best_score,
                          .seconds = epoch->seconds};
    return tell(context, &p, NULL);
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
    if (status == GG_OK && x->settings->save)
        run->model = model;
    else
        gg_cflp_free(model);
    return status;
}

/* How a decoder is trained: one step an epoch. */
static gg_status decoder_fit(worker *w, int64_t seed, gg_link_fit *f, gg_error *e)
{
    const gg_cflp_options *o = &w->queue->x->settings->model;
    *f = gg_link_fit_defaults();
    f->neg_rate = o->neg_rate;
    f->metric = o->metric;
    f->fit.optim.weight_decay = o->weight_decay;
    f->fit.clip = o->clip;
    f->fit.epochs = o->epochs;
    f->fit.patience = o->patience;
    f->fit.latest = true; /* as CFLP keeps it */
    f->fit.threads = w->threads;
    f->fit.rng = gg_rng_new((uint64_t)seed);
    f->fit.progress = on_decoder_epoch;
    f->fit.context = w;
    return gg_schedule_named(o->schedule, o->lr, &f->fit.schedule, e);
}

/* An embedding of the run's own, and a decoder on it. */
static gg_status link_by_embedding(worker *w, cflp_run *run, gg_error *e)
{
    const cflp_experiment *x = w->queue->x;
    const cflp_settings *s = x->settings;
    gg_embedding_source source = cflp_embedding_source(x);
    gg_tensor *z = NULL;
    gg_link_fit fit;
    gg_trainer_result trained = {0};
    source.seed = (uint64_t)run->seed;
    source.threads = w->threads;
    source.progress = on_step;
    source.context = w;
    gg_status status =
        cflp_cached_embedding(s->predictor_name, &source, s->embedding_dim, &run->embedding, &z, e);
    if (status == GG_OK)
        status = decoder_fit(w, run->seed, &fit, e);
    double start = clock_now();
    if (status == GG_OK)
        status = gg_embedding_link(z, &s->model.decoder, &fit, x->data, &run->result.valid,
                                   &run->result.test, &trained, e);
    run->result.seconds_training = trained.seconds;
    run->result.seconds_evaluation = clock_now() - start - trained.seconds;
    run->result.epochs = trained.epochs;
    run->result.best_epoch = trained.best_epoch;
    run->result.stopped = trained.stopped;
    gg_tensor_free(z);
    return status;
}

/* ---- all of them ---- */

static bool take(queue *q, int64_t *run)
{
    pthread_mutex_lock(&q->lock);
    bool any = q->started < q->x->settings->runs && !interrupt_came() && q->status == GG_OK;
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
        cflp_keep_model(x, &x->runs[x->count]);
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
        gg_status status = x->settings->predictor == CFLP_EMBEDDING
                               ? link_by_embedding(w, run, &error)
                           : cflp_is_heuristic(x->settings) ? score(x, run, &error)
                                                            : train(w, run, &error);
        if (status != GG_OK && interrupt_came())
            break; /* in its embedding: the run counts as not begun */
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

/* Of the runs' embeddings as of one: what took the seconds of all. */
static void sum_up_embeddings(cflp_experiment *x)
{
    cflp_embedding *all = &x->embedding;
    *all = x->runs[0].embedding;
    for (int64_t k = 1; k < x->count; k++) {
        all->seconds += x->runs[k].embedding.seconds;
        all->cached = all->cached && x->runs[k].embedding.cached;
    }
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
    for (int64_t k = x->count; x->runs && k < x->settings->runs; k++) {
        free(x->runs[k].prediction);
        cflp_forget_model(&x->runs[k]);
    }
    if (x->count > 0 && x->settings->predictor == CFLP_EMBEDDING)
        sum_up_embeddings(x);
    free(workers);
    free(q.done);
    return q.status;
}
