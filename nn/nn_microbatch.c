/*
 * A batch of pairs in waves of tiles. Within a wave every slice runs its tiles in order on a tape
 * of its own, slices in parallel. What a tile adds to parameters goes to the slice's accumulators;
 * what it adds to z is postponed to the end of the wave, where threads split z's columns and go
 * through the tiles in order. So no two threads ever write the same number, and the order of every
 * sum is fixed by the batch alone.
 */
#include "nn.h"
#include "parallel.h"
#include "params.h"
#include "tape.h"

#include <string.h>

#define GG_SOURCE "nn_microbatch.c"
#include "each_real.h"

#ifdef real

GG_SIMD static void FN(add)(real *sum, const real *x, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        sum[i] += x[i];
}

#else

#define SLICES 8
#define SLICE_TILES                                                                                \
    4 /* consecutive tiles of one slice in a wave: its accumulators stay in cache                  \
       */
#define TILE_PAIRS 256

typedef struct slice {
    gg_tape *tape;
    gg_arena deferred;
    gg_slice_grads grads;
    double loss;
    gg_error error;
} slice;

struct gg_microbatch {
    int64_t tile_pairs;
    int threads;
    slice slices[SLICES];
    size_t *offsets; /* of the parameters' gradients in their flat array */
};

static gg_status new_slice(gg_microbatch *m, slice *s, const gg_params *p, gg_error *e)
{
    gg_status status = gg_tape_new(p->dtype, 1, &s->tape, e);
    if (status)
        return status;
    s->grads = (gg_slice_grads){.base = p->grads,
                                .bytes = p->bytes,
                                .grads = gg_alloc(p->bytes, 1),
                                .count = gg_params_count(p),
                                .offsets = m->offsets,
                                .touched = gg_zalloc((size_t)gg_params_count(p), sizeof(bool))};
    if (!s->grads.grads || !s->grads.touched)
        return gg_fail(e, GG_ERR_MEMORY, "microbatch: no memory");
    return GG_OK;
}

gg_status gg_microbatch_new(const gg_params *p, int64_t tile_pairs, int threads,
                            gg_microbatch **out, gg_error *e)
{
    if (!p->built)
        return gg_fail(e, GG_ERR_STATE, "microbatch: the parameters are not built yet");
    if (threads < 1)
        return gg_fail(e, GG_ERR_ARGUMENT, "microbatch: %d threads, expected at least 1", threads);
    gg_microbatch *m = gg_zalloc(1, sizeof *m);
    if (!m)
        return gg_fail(e, GG_ERR_MEMORY, "microbatch: no memory");
    m->tile_pairs = tile_pairs > 0 ? tile_pairs : TILE_PAIRS;
    m->threads = threads;
    int64_t count = gg_params_count(p);
    m->offsets = gg_alloc((size_t)count, sizeof *m->offsets);
    gg_status status = m->offsets ? GG_OK : gg_fail(e, GG_ERR_MEMORY, "microbatch: no memory");
    for (int64_t k = 0; k < count && !status; k++)
        m->offsets[k] = (size_t)((const char *)gg_params_at(p, k, NULL)->grad - p->grads);
    for (int k = 0; k < SLICES && !status; k++)
        status = new_slice(m, &m->slices[k], p, e);
    if (status) {
        gg_microbatch_free(m);
        return status;
    }
    *out = m;
    return GG_OK;
}

void gg_microbatch_free(gg_microbatch *m)
{
    if (!m)
        return;
    for (int k = 0; k < SLICES; k++) {
        gg_tape_free(m->slices[k].tape);
        gg_arena_free(&m->slices[k].deferred);
        gg_free(m->slices[k].grads.grads);
        gg_free(m->slices[k].grads.touched);
    }
    gg_free(m->offsets);
    gg_free(m);
}

gg_tensor gg_tile_values(const gg_tensor *values, const gg_tile *tile)
{
    int64_t width = values->rank == 2 ? values->shape[1] : 1;
    bool enough = values->rank <= 2 && values->shape[0] - tile->first >= tile->pairs.count;
    int64_t shape[] = {enough ? tile->pairs.count : 0, width};
    size_t skipped = (size_t)(tile->first * width) * gg_dtype_size(values->dtype);
    return gg_tensor_view(values->dtype, values->rank == 2 ? 2 : 1, shape,
                          (char *)values->data + skipped);
}

/* A pass over a batch: what the slices share. */
typedef struct pass {
    gg_microbatch *m;
    const gg_pairs *pairs;
    gg_tensor z; /* as a leaf */
    bool training;
    gg_tile_loss loss_of;
    gg_tile_score score_of;
    void *context;
    double *scores;
    int64_t first_tile, slice_tiles; /* of this wave; tiles of each slice in it */
} pass;

/* Cuts tile k out of the batch; false past its end. */
static bool cut_tile(const pass *p, int64_t k, gg_tile *tile)
{
    int64_t first = k * p->m->tile_pairs, left = p->pairs->count - first;
    if (left <= 0)
        return false;
    int64_t count = left < p->m->tile_pairs ? left : p->m->tile_pairs;
    *tile = (gg_tile){{count, p->pairs->u + first, p->pairs->v + first}, first};
    return true;
}

static void backward_tile(pass *p, slice *s, const gg_tile *tile)
{
    gg_tape_reset(s->tape);
    gg_tensor *loss = p->loss_of(s->tape, &p->z, tile, p->context);
    double value = 0;
    if (gg_value(s->tape, loss, &value, &s->error) || gg_backward(s->tape, loss, &s->error))
        return;
    s->loss += value;
}

static void score_tile(pass *p, slice *s, const gg_tile *tile)
{
    gg_tape_reset(s->tape);
    const gg_tensor *y = p->score_of(s->tape, &p->z, tile, p->context);
    if (gg_tape_status(s->tape, &s->error))
        return;
    if (!y) {
        gg_fail(&s->error, GG_ERR_ARGUMENT, "microbatch: the scores are NULL");
        return;
    }
    if (gg_numel(y) != tile->pairs.count) {
        gg_fail(&s->error, GG_ERR_SHAPE, "microbatch: %lld scores for %lld pairs",
                (long long)gg_numel(y), (long long)tile->pairs.count);
        return;
    }
    for (int64_t i = 0; i < tile->pairs.count; i++)
        p->scores[tile->first + i] = gg_get(y, i);
}

static void run_slices(void *context, int64_t begin, int64_t end)
{
    pass *p = context;
    gg_tile tile;
    for (int64_t k = begin; k < end; k++) {
        slice *s = &p->m->slices[k];
        int64_t first = p->first_tile + k * p->slice_tiles;
        for (int64_t i = 0; i < p->slice_tiles && cut_tile(p, first + i, &tile); i++) {
            if (s->error.code)
                return;
            if (p->loss_of)
                backward_tile(p, s, &tile);
            else
                score_tile(p, s, &tile);
        }
    }
}

static void prepare_slices(pass *p)
{
    for (int k = 0; k < SLICES; k++) {
        slice *s = &p->m->slices[k];
        s->loss = 0;
        s->error.code = GG_OK;
        memset(s->grads.touched, 0, (size_t)s->grads.count * sizeof(bool));
        s->tape->training = p->training;
        s->tape->recording = p->loss_of != NULL;
        s->tape->shared = &p->z;
        s->tape->deferred = &s->deferred;
        s->tape->postponed = NULL;
        s->tape->slice = &s->grads;
    }
}

/* The postponed backward passes of a wave, columns [begin, end) of z's gradient. */
static void scatter_wave(void *context, int64_t begin, int64_t end)
{
    pass *p = context;
    for (int k = 0; k < SLICES; k++)
        for (gg_node *n = p->m->slices[k].tape->postponed; n; n = n->previous)
            n->op->backward_columns[p->z.dtype](n, p->z.grad, begin, end);
}

static gg_status first_error(const gg_microbatch *m, gg_error *e)
{
    for (int k = 0; k < SLICES; k++)
        if (m->slices[k].error.code) {
            if (e)
                *e = m->slices[k].error;
            return m->slices[k].error.code;
        }
    return GG_OK;
}

static gg_status run_waves(pass *p, gg_error *e)
{
    gg_microbatch *m = p->m;
    int64_t tiles = (p->pairs->count + m->tile_pairs - 1) / m->tile_pairs;
    int64_t even = (tiles + SLICES - 1) / SLICES; /* a small batch still feeds every slice */
    p->slice_tiles = even < SLICE_TILES ? even : SLICE_TILES;
    prepare_slices(p);
    for (p->first_tile = 0; p->first_tile < tiles; p->first_tile += SLICES * p->slice_tiles) {
        gg_parallel(m->threads, SLICES, 1, run_slices, p);
        gg_status status = first_error(m, e);
        if (status)
            return status;
        if (p->z.requires_grad)
            gg_parallel(m->threads, p->z.shape[1], gg_column_block(m->threads, p->z.shape[1]),
                        scatter_wave, p);
        for (int k = 0; k < SLICES; k++) {
            m->slices[k].tape->postponed = NULL;
            gg_arena_reset(&m->slices[k].deferred);
        }
    }
    return GG_OK;
}

/* Adds the slices' gradients to the parameters', slice by slice. */
static void add_slices(gg_microbatch *m, gg_params *p)
{
    for (int64_t k = 0; k < gg_params_count(p); k++) {
        gg_tensor *x = gg_params_at(p, k, NULL);
        for (int s = 0; s < SLICES; s++) {
            const gg_slice_grads *g = &m->slices[s].grads;
            if (!g->touched[k])
                continue;
            if (p->dtype == GG_F32)
                add_f32(x->grad, (const float *)(g->grads + m->offsets[k]), gg_numel(x));
            else
                add_f64(x->grad, (const double *)(g->grads + m->offsets[k]), gg_numel(x));
        }
    }
}

static gg_status check_z(const gg_tensor *z, const gg_pairs *pairs, gg_error *e)
{
    if (z->rank != 2)
        return gg_fail(e, GG_ERR_SHAPE, "microbatch: z has rank %d, expected nodes x width",
                       z->rank);
    if (pairs->count < 1)
        return gg_fail(e, GG_ERR_ARGUMENT, "microbatch: no pairs");
    return GG_OK;
}

static gg_tensor leaf_of(const gg_tensor *z, bool requires_grad)
{
    gg_tensor leaf = gg_tensor_view(z->dtype, z->rank, z->shape, z->data);
    leaf.requires_grad = requires_grad;
    leaf.grad = requires_grad ? z->grad : NULL;
    return leaf;
}

/* It outlives a mark that z is older than. */
static gg_status make_gradient(gg_tape *t, gg_tensor *z, gg_error *e)
{
    size_t bytes = (size_t)gg_numel(z) * gg_dtype_size(z->dtype);
    if (z->tape != t)
        return gg_fail(e, GG_ERR_STATE,
                       z->tape ? "microbatch: z lives on another tape"
                               : "microbatch: z requires a gradient but has no buffer for it "
                                 "(gg_tensor_require_grad makes one)");
    bool young = gg_arena_behind(&t->arena, z, t->mark_chunk, t->mark_used);
    z->grad = gg_arena_alloc(young ? &t->arena : &t->kept, bytes);
    if (!z->grad)
        return gg_fail(e, GG_ERR_MEMORY, "microbatch: no memory for z's gradient");
    memset(z->grad, 0, bytes);
    return GG_OK;
}

gg_status gg_microbatch_backward(gg_microbatch *m, gg_tape *t, gg_tensor *z, gg_params *p,
                                 const gg_pairs *pairs, gg_tile_loss loss_of, void *context,
                                 double *loss, gg_error *e)
{
    gg_status status = gg_tape_status(t, e);
    if (status || (status = check_z(z, pairs, e)))
        return status;
    if (p->grads != m->slices[0].grads.base)
        return gg_fail(e, GG_ERR_ARGUMENT, "microbatch: made for other parameters");
    bool made = z->requires_grad && !z->grad;
    if (made && (status = make_gradient(t, z, e)))
        return status;
    pass run = {.m = m,
                .pairs = pairs,
                .z = leaf_of(z, z->requires_grad),
                .training = t->training,
                .loss_of = loss_of,
                .context = context};
    status = run_waves(&run, e);
    if (status) {
        if (made)
            z->grad = NULL; /* a part of the batch is in it */
        return status;
    }
    add_slices(m, p);
    *loss = 0;
    for (int k = 0; k < SLICES; k++)
        *loss += m->slices[k].loss;
    return GG_OK;
}

gg_status gg_microbatch_score(gg_microbatch *m, const gg_tensor *z, const gg_pairs *pairs,
                              gg_tile_score score_of, void *context, double *scores, gg_error *e)
{
    if (pairs->count == 0)
        return GG_OK;
    gg_status status = check_z(z, pairs, e);
    if (status)
        return status;
    pass run = {.m = m,
                .pairs = pairs,
                .z = leaf_of(z, false),
                .score_of = score_of,
                .context = context,
                .scores = scores};
    return run_waves(&run, e);
}

#endif
