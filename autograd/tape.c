/* The tape: its life, its state, its constants. Running ops is tape_apply.c, gradients are
 * tape_backward.c. */
#include "tape.h"
#include "error.h"
#include "parallel.h"
#include "shape.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

gg_status gg_tape_new(gg_dtype dtype, int threads, gg_tape **out, gg_error *e)
{
    if (threads < 1)
        return gg_fail(e, GG_ERR_ARGUMENT, "tape: %d threads, expected at least 1", threads);
    if (dtype != GG_F32 && dtype != GG_F64)
        return gg_fail(e, GG_ERR_ARGUMENT, "tape: no dtype %d", (int)dtype);
    gg_tape *t = gg_zalloc(1, sizeof *t);
    if (!t)
        return gg_fail(e, GG_ERR_MEMORY, "tape: no memory");
    t->dtype = dtype;
    t->threads = threads;
    t->recording = true;
    t->nil = gg_tensor_view(dtype, 1, (int64_t[]){1}, &t->nil_data);
    t->nil.tape = t;
    *out = t;
    return GG_OK;
}

void gg_tape_free(gg_tape *t)
{
    if (t) {
        gg_arena_free(&t->arena);
        gg_arena_free(&t->kept);
        gg_free(t);
    }
}

void gg_tape_reset(gg_tape *t)
{
    gg_arena_reset(&t->arena);
    gg_arena_reset(&t->kept);
    t->mark_chunk = t->mark_used = 0;
    t->spent = NULL;
    t->last = NULL;
    t->nodes = 0;
    t->error.code = GG_OK;
    t->nil_data = 0;
}

gg_mark gg_tape_mark(gg_tape *t)
{
    const gg_arena *a = &t->arena;
    t->mark_chunk = a->current;
    t->mark_used = a->chunks ? a->chunk[a->current].used : 0;
    return (gg_mark){t->last, t->nodes, t->mark_chunk, t->mark_used};
}

void gg_tape_release(gg_tape *t, gg_mark mark)
{
    gg_arena_release(&t->arena, mark.chunk, mark.used);
    t->mark_chunk = mark.chunk;
    t->mark_used = mark.used;
    t->spent = NULL;
    t->last = mark.last;
    t->nodes = mark.nodes;
}

void gg_tape_set_training(gg_tape *t, bool training)
{
    t->training = training;
}
bool gg_tape_training(const gg_tape *t)
{
    return t->training;
}
void gg_tape_set_recording(gg_tape *t, bool recording)
{
    t->recording = recording;
}
gg_dtype gg_tape_dtype(const gg_tape *t)
{
    return t->dtype;
}
int gg_tape_threads(const gg_tape *t)
{
    return t->threads;
}
size_t gg_tape_bytes(const gg_tape *t)
{
    return gg_arena_bytes(&t->arena) + gg_arena_bytes(&t->kept);
}
int64_t gg_tape_nodes(const gg_tape *t)
{
    return t->nodes;
}

gg_status gg_tape_status(const gg_tape *t, gg_error *e)
{
    if (t->error.code && e)
        *e = t->error;
    return t->error.code;
}

gg_tensor *gg_tape_fail(gg_tape *t, gg_status code, const char *format, ...)
{
    if (!t->error.code) {
        va_list args;
        va_start(args, format);
        t->error.code = code;
        vsnprintf(t->error.message, sizeof t->error.message, format, args);
        va_end(args);
        gg_keep_one_line(t->error.message);
    }
    return &t->nil;
}

gg_tensor *gg_empty(gg_tape *t, int rank, const int64_t *shape)
{
    if (t->error.code)
        return &t->nil;
    int64_t n = rank < 1 || rank > GG_MAX_RANK ? -1 : gg_checked_numel(rank, shape);
    if (n < 0)
        return gg_tape_fail(t, GG_ERR_SHAPE, "tensor: rank %d with an impossible shape", rank);
    gg_tensor *x = gg_arena_alloc(&t->arena, sizeof *x);
    void *data = gg_arena_alloc(&t->arena, (size_t)n * gg_dtype_size(t->dtype));
    if (!x || !data)
        return gg_tape_fail(t, GG_ERR_MEMORY, "tensor: no memory for %lld elements", (long long)n);
    *x = gg_tensor_view(t->dtype, rank, shape, data);
    x->tape = t;
    return x;
}

gg_tensor *gg_full(gg_tape *t, int rank, const int64_t *shape, double value)
{
    gg_tensor *x = gg_empty(t, rank, shape);
    for (int64_t i = 0, n = gg_numel(x); i < n && x != &t->nil; i++)
        gg_set(x, i, value);
    return x;
}

gg_tensor *gg_constant(gg_tape *t, const gg_tensor *source)
{
    if (!source)
        return gg_tape_fail(t, GG_ERR_ARGUMENT, "constant: the tensor is NULL");
    gg_tensor *x = gg_empty(t, source->rank, source->shape);
    for (int64_t i = 0, n = gg_numel(x); i < n && x != &t->nil; i++)
        gg_set(x, i, gg_get(source, i));
    return x;
}

gg_tensor *gg_detach(gg_tape *t, const gg_tensor *x)
{
    if (!x)
        return gg_tape_fail(t, GG_ERR_ARGUMENT, "detach: the tensor is NULL");
    if (t->error.code)
        return &t->nil;
    gg_tensor *y = gg_arena_alloc(&t->arena, sizeof *y);
    if (!y)
        return gg_tape_fail(t, GG_ERR_MEMORY, "detach: no memory");
    *y = gg_tensor_view(x->dtype, x->rank, x->shape, x->data);
    y->tape = t;
    return y;
}

gg_status gg_values(gg_tape *t, const gg_tensor *x, int64_t count, double *values, gg_error *e)
{
    if (t->error.code)
        return gg_tape_status(t, e);
    if (!x)
        return gg_fail(e, GG_ERR_ARGUMENT, "values: the tensor is NULL");
    if (gg_numel(x) != count) {
        char text[96];
        return gg_fail(e, GG_ERR_SHAPE, "values: %s, expected %lld elements",
                       gg_shape_text(x, text, sizeof text), (long long)count);
    }
    for (int64_t k = 0; k < count; k++)
        values[k] = gg_get(x, k);
    return GG_OK;
}

gg_status gg_value(gg_tape *t, const gg_tensor *x, double *value, gg_error *e)
{
    if (t->error.code)
        return gg_tape_status(t, e);
    if (!x)
        return gg_fail(e, GG_ERR_ARGUMENT, "value: the tensor is NULL");
    if (gg_numel(x) != 1) {
        char text[96];
        return gg_fail(e, GG_ERR_SHAPE, "value: %s, expected one element",
                       gg_shape_text(x, text, sizeof text));
    }
    *value = gg_get(x, 0);
    return GG_OK;
}

void gg_tape_parallel(gg_tape *t, int64_t n, int64_t block, gg_range body, void *context)
{
    gg_parallel(t->threads, n, block, body, context);
}
