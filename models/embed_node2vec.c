/*
 * Node2Vec: Grover and Leskovec 2016, "node2vec: scalable feature learning for networks". Nodes
 * that are near each other on random walks come near each other by skip-gram with negative samples.
 *
 * Gradient descent goes pair by pair, as theirs does, and still is parallel with the same result on
 * any number of threads (after Zhu et al. 2019, "GraphVite: a high-performance CPU-GPU hybrid
 * system for node embedding"). Nodes are dealt into P parts. In round r of P, the pairs with their
 * center in part a and their context in part (a + r) mod P are one thread's work, for each a, and
 * their negative samples are of the context's part: no two of these touch a row together.
 */
#include "embedding.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw.h"
#include "parallel.h"
#include "seconds.h"
#include "skipgram.h"
#include "walk_pairs.h"

#define POOL ((int64_t)1 << 20) /* pairs drawn at a time, at most */
#define BATCH 128               /* pairs whose samples are drawn at a time */
#define LEAST 1e-4              /* of the rate, at the end */

enum { PARTS, ORDER, PAIRS, SAMPLES, START }; /* forks of the generator */

typedef struct training {
    const gg_embedding_source *source;
    const gg_node2vec_options *o;
    gg_rng rng;
    gg_node_parts parts;
    gg_walk_pairs pairs;
    int64_t capacity, stride;
    int64_t *order; /* of the walks' starts */
    int32_t *start; /* of the walks drawn now */
    float *z, *h;
    int64_t step, round; /* round: of the parts, in this step */
    double rate, loss[GG_NODE_PARTS];
    double began;
} training;

gg_node2vec_options gg_node2vec_defaults(void)
{
    return (gg_node2vec_options){.dimensions = 128,
                                 .p = 1,
                                 .q = 1,
                                 .walks = 10,
                                 .length = 80,
                                 .window = 10,
                                 .negatives = 5,
                                 .rate = 0.025};
}

static gg_status check(const gg_node2vec_options *o, gg_error *e)
{
    const struct {
        const char *what;
        int64_t value, least, most;
    } bounds[] = {{"dimensions", o->dimensions, 1, GG_SKIPGRAM_STRIDE},
                  {"walks a node", o->walks, 1, 1000000},
                  {"nodes a walk", o->length, 2, 100000},
                  {"steps as the window", o->window, 1, 1000},
                  {"negative samples", o->negatives, 1, GG_SKIPGRAM_SAMPLES - 1}};
    for (size_t k = 0; k < sizeof bounds / sizeof *bounds; k++)
        if (bounds[k].value < bounds[k].least || bounds[k].value > bounds[k].most)
            return gg_fail(e, GG_ERR_ARGUMENT, "node2vec: %lld %s, expected %lld to %lld",
                           (long long)bounds[k].value, bounds[k].what, (long long)bounds[k].least,
                           (long long)bounds[k].most);
    if (!(o->rate > 0 && isfinite(o->rate)))
        return gg_fail(e, GG_ERR_ARGUMENT, "node2vec: rate %g, expected a positive number",
                       o->rate);
    return GG_OK;
}

/* ---- a cell ---- */

/* The context and the negative samples of pairs first to first + count of a cell. */
static void draw_samples(const training *t, int64_t part, gg_rng rng, int64_t first, int64_t count,
                         const int32_t *context, int32_t *sample)
{
    uint16_t halves[GG_DRAW * 8];
    const int64_t negatives = t->o->negatives;
    int64_t at = GG_DRAW * 4;
    uint64_t position = (uint64_t)(first / BATCH) << 32;
    for (int64_t k = 0; k < count; k++) {
        *sample++ = context[k];
        for (int64_t j = 0; j < negatives; j++, at++) {
            if (at == GG_DRAW * 4) {
                gg_draw(rng, position, halves);
                position += GG_DRAW;
                at = 0;
            }
            uint32_t word = (uint32_t)halves[2 * at] | (uint32_t)halves[2 * at + 1] << 16;
            *sample++ = gg_node_parts_draw(&t->parts, part, word);
        }
    }
}

static void train_cell(void *context, int64_t begin, int64_t end)
{
    training *t = context;
    int32_t sample[BATCH * GG_SKIPGRAM_SAMPLES];
    for (int64_t a = begin; a < end; a++) {
        int64_t b = (a + t->round) % t->parts.parts, cell = a * t->parts.parts + b;
        gg_rng rng = gg_rng_fork(gg_rng_fork(gg_rng_fork(t->rng, SAMPLES), (uint64_t)t->step),
                                 (uint64_t)cell);
        int64_t first = t->pairs.cell[cell], pairs = t->pairs.cell[cell + 1] - first;
        for (int64_t k = 0; k < pairs; k += BATCH) {
            int64_t count = pairs - k < BATCH ? pairs - k : BATCH;
            draw_samples(t, b, rng, k, count, t->pairs.context + first + k, sample);
            t->loss[a] += gg_skipgram_f32(t->stride, t->rate, count, t->pairs.center + first + k,
                                          1 + t->o->negatives, sample, t->z, t->h);
        }
    }
}

/* ---- all of training ---- */

static gg_status report(const training *t, int64_t steps, gg_error *e)
{
    int64_t pairs = t->pairs.cell[t->parts.parts * t->parts.parts];
    double loss = 0;
    for (int64_t a = 0; a < t->parts.parts; a++)
        loss += t->loss[a];
    if (!isfinite(loss))
        return gg_fail(e, GG_ERR_NUMERIC, "node2vec: the loss is %g at a rate of %g", loss,
                       t->rate);
    gg_embedding_progress p = {"walks", t->step, steps, loss / (double)pairs, t->began};
    return gg_embedding_report(t->source, p, e);
}

/* A step: walks from `count` starts, and all of their pairs. */
static gg_status train_step(training *t, const int64_t *order, int64_t count, gg_error *e)
{
    for (int64_t k = 0; k < count; k++)
        t->start[k] = t->parts.member[order[k]];
    gg_status status = gg_walk_pairs_draw(
        &t->pairs, t->source->graph, gg_rng_fork(gg_rng_fork(t->rng, PAIRS), (uint64_t)t->step),
        count, t->start, t->source->threads, e);
    memset(t->loss, 0, sizeof t->loss);
    for (t->round = 0; t->round < t->parts.parts && !status; t->round++)
        gg_parallel(t->source->threads, t->parts.parts, 1, train_cell, t);
    return status;
}

static gg_status train(training *t, gg_error *e)
{
    int64_t count = t->parts.count, in_a_round = (count + t->capacity - 1) / t->capacity;
    int64_t steps = in_a_round * t->o->walks;
    for (int64_t k = 0; k < count; k++)
        t->order[k] = k;
    for (int64_t walk = 0; walk < t->o->walks; walk++) {
        gg_rng_shuffle(gg_rng_fork(gg_rng_fork(t->rng, ORDER), (uint64_t)walk), t->order, count);
        for (int64_t first = 0; first < count; first += t->capacity) {
            int64_t rest = count - first;
            t->rate = t->o->rate * fmax(LEAST, 1 - (double)t->step / (double)steps);
            gg_status status =
                train_step(t, t->order + first, rest < t->capacity ? rest : t->capacity, e);
            t->step++;
            if (!status)
                status = report(t, steps, e);
            if (status)
                return status;
        }
    }
    return GG_OK;
}

/* As word2vec starts: centers uniform in +-1 / (2 dimensions), contexts zero. */
static void start(training *t)
{
    gg_rng rng = gg_rng_fork(t->rng, START);
    const int64_t width = t->o->dimensions;
    for (int64_t i = 0; i < t->source->graph->nodes; i++)
        for (int64_t c = 0; c < width && t->parts.part[i] >= 0; c++)
            t->z[i * t->stride + c] =
                (float)((gg_rng_uniform(rng, (uint64_t)(i * width + c)) - 0.5) / (double)width);
}

/* Walks in a step: as many as make POOL pairs, or a little fewer, so that all steps of a round are
 * alike. */
static int64_t capacity_of(const gg_node2vec_options *o, int64_t starts)
{
    int64_t most = POOL / (2 * o->window * o->length) + 1, steps = (starts + most - 1) / most;
    return steps > 0 ? (starts + steps - 1) / steps : 1;
}

static gg_status prepare(training *t, gg_error *e)
{
    const gg_graph *g = t->source->graph;
    gg_status status = gg_node_parts_new(g, gg_rng_fork(t->rng, PARTS), &t->parts, e);
    if (status)
        return status;
    t->capacity = capacity_of(t->o, t->parts.count);
    t->stride = (t->o->dimensions + GG_SKIPGRAM_LANES - 1) / GG_SKIPGRAM_LANES * GG_SKIPGRAM_LANES;
    gg_walk_options walk = {.length = t->o->length, .p = t->o->p, .q = t->o->q};
    status = gg_walk_pairs_new(&t->parts, &walk, t->o->window, t->capacity, &t->pairs, e);
    if (status)
        return status;
    t->order = gg_alloc((size_t)t->parts.count, sizeof *t->order);
    t->start = gg_alloc((size_t)t->capacity, sizeof *t->start);
    t->z = gg_zalloc((size_t)g->nodes, (size_t)t->stride * sizeof *t->z);
    t->h = gg_zalloc((size_t)g->nodes, (size_t)t->stride * sizeof *t->h);
    if (!t->order || !t->start || !t->z || !t->h)
        return gg_fail(e, GG_ERR_MEMORY, "node2vec: no memory for %lld x %lld", (long long)g->nodes,
                       (long long)t->stride);
    start(t);
    return GG_OK;
}

static gg_status copy(const training *t, gg_tensor **out, gg_error *e)
{
    const int64_t nodes = t->source->graph->nodes, width = t->o->dimensions;
    gg_status status = gg_tensor_new(GG_F32, 2, (int64_t[]){nodes, width}, out, e);
    for (int64_t i = 0; i < nodes && !status; i++)
        memcpy((float *)(*out)->data + i * width, t->z + i * t->stride,
               (size_t)width * sizeof *t->z);
    return status;
}

gg_status gg_embed_node2vec(const gg_embedding_source *source, const gg_node2vec_options *options,
                            gg_tensor **out, gg_error *e)
{
    training t = {
        .source = source, .o = options, .rng = gg_rng_new(source->seed), .began = gg_seconds()};
    gg_status status = gg_embedding_check(source, e);
    if (!status)
        status = check(options, e);
    if (!status)
        status = prepare(&t, e);
    if (!status)
        status = train(&t, e);
    if (!status)
        status = copy(&t, out, e);
    gg_free(t.order);
    gg_free(t.start);
    gg_free(t.z);
    gg_free(t.h);
    gg_walk_pairs_free(&t.pairs);
    gg_node_parts_free(&t.parts);
    return status;
}

static gg_status embed(const gg_embedding_source *s, int64_t dimensions, gg_tensor **out,
                       gg_error *e)
{
    gg_node2vec_options o = gg_node2vec_defaults();
    o.dimensions = dimensions;
    return gg_embed_node2vec(s, &o, out, e);
}

static void settings(int64_t dimensions, char *text, size_t size)
{
    gg_node2vec_options o = gg_node2vec_defaults();
    snprintf(text, size,
             "%lld dimensions, p %g, q %g, %lld walks of %lld nodes, window %lld, %lld negatives, "
             "rate %g",
             (long long)dimensions, o.p, o.q, (long long)o.walks, (long long)o.length,
             (long long)o.window, (long long)o.negatives, o.rate);
}

const gg_embedding_method gg_method_node2vec = {"node2vec", embed, settings};
