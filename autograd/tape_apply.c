/* Running an op: check, shape, forward, record. */
#include "shape.h"
#include "tape.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* "matmul: (2708x1433) x (256x64): " followed by the reason. */
static void fail_with_shapes(gg_node *n, gg_status code, const char *reason)
{
    char shapes[400] = "";
    size_t used = 0;
    for (int k = 0; k < n->arity && k < 6; k++) {
        char text[96];
        used += (size_t)snprintf(shapes + used, sizeof shapes - used, k ? " x %s" : "%s",
                                 gg_shape_text(n->in[k], text, sizeof text));
        if (used >= sizeof shapes)
            break;
    }
    gg_tape_fail(n->tape, code, "%s: %s: %s", n->op->name, shapes, reason);
}

gg_status gg_node_fail(gg_node *n, const char *format, ...)
{
    char reason[200];
    va_list args;
    va_start(args, format);
    vsnprintf(reason, sizeof reason, format, args);
    va_end(args);
    fail_with_shapes(n, GG_ERR_SHAPE, reason);
    return GG_ERR_SHAPE;
}

void *gg_node_alloc(gg_node *n, size_t count, size_t size)
{
    void *p =
        size && count > SIZE_MAX / 2 / size ? NULL : gg_arena_alloc(&n->tape->arena, count * size);
    if (!p)
        gg_tape_fail(n->tape, GG_ERR_MEMORY, "%s: no memory", n->op->name);
    return p;
}

gg_status gg_shape_same(gg_node *n)
{
    n->out->rank = n->in[0]->rank;
    memcpy(n->out->shape, n->in[0]->shape, sizeof n->out->shape);
    return GG_OK;
}

gg_status gg_shape_broadcast(gg_node *n)
{
    if (!gg_broadcast_shape(n->in[0], n->in[1], &n->out->rank, n->out->shape))
        return gg_node_fail(n, "shapes do not broadcast");
    return GG_OK;
}

/* Of a rank that no tensor has, the size is not to be asked. */
static bool has_data(const gg_tensor *x)
{
    return x->data || x->rank < 1 || x->rank > GG_MAX_RANK || gg_numel(x) == 0;
}

static bool inputs_fit(gg_node *n)
{
    gg_tape *t = n->tape;
    if (n->op->arity >= 0 && n->arity != n->op->arity) {
        gg_tape_fail(t, GG_ERR_ARGUMENT, "%s: %d inputs, expected %d", n->op->name, n->arity,
                     n->op->arity);
        return false;
    }
    for (int k = 0; k < n->arity; k++)
        if (!n->in[k] || !has_data(n->in[k])) {
            gg_tape_fail(t, GG_ERR_ARGUMENT, "%s: input %d %s (gg_params_build fills a layer's)",
                         n->op->name, k, n->in[k] ? "holds no data" : "is NULL");
            return false;
        }
    for (int k = 0; k < n->arity; k++)
        if (n->in[k]->rank < 1 || n->in[k]->rank > GG_MAX_RANK) {
            gg_tape_fail(t, GG_ERR_SHAPE, "%s: input %d has rank %d, expected 1 to %d", n->op->name,
                         k, n->in[k]->rank, GG_MAX_RANK);
            return false;
        }
    for (int k = 0; k < n->arity; k++) {
        if (n->in[k]->dtype != t->dtype) {
            fail_with_shapes(n, GG_ERR_SHAPE,
                             t->dtype == GG_F32
                                 ? "an f64 input on an f32 tape (gg_constant converts)"
                                 : "an f32 input on an f64 tape (gg_constant converts)");
            return false;
        }
        if (n->in[k]->tape && n->in[k]->tape != t) {
            fail_with_shapes(n, GG_ERR_STATE, "an input lives on another tape");
            return false;
        }
    }
    return true;
}

/* The node with its input array and attributes, in the arena that lives as long as it must. */
static gg_node *new_node(gg_tape *t, const gg_op *op, const void *attributes, int arity,
                         gg_tensor *const *in, bool postponed)
{
    gg_arena *arena = postponed ? t->deferred : &t->arena;
    gg_node *n = gg_arena_alloc(arena, sizeof *n);
    gg_tensor **inputs = gg_arena_alloc(arena, (size_t)arity * sizeof *inputs);
    gg_tensor *out = gg_arena_alloc(arena, sizeof *out);
    void *copy = attributes ? gg_arena_alloc(arena, op->attributes_size) : NULL;
    if (!n || !inputs || !out || (attributes && !copy)) {
        gg_tape_fail(t, GG_ERR_MEMORY, "%s: no memory", op->name);
        return NULL;
    }
    memcpy(inputs, in, (size_t)arity * sizeof *inputs);
    if (attributes)
        memcpy(copy, attributes, op->attributes_size);
    *out = (gg_tensor){.dtype = t->dtype, .rank = 1, .tape = t};
    *n = (gg_node){.op = op,
                   .tape = t,
                   .out = out,
                   .arity = arity,
                   .in = inputs,
                   .attributes = copy,
                   .postponed = postponed};
    return n;
}

/* A tile's op that reads the leaf shared by all tiles must not write its gradient at once. */
static bool reads_shared(const gg_tape *t, int arity, gg_tensor *const *in)
{
    for (int k = 0; k < arity && t->recording && t->shared; k++)
        if (in[k] == t->shared && in[k]->requires_grad)
            return true;
    return false;
}

static void record(gg_node *n)
{
    gg_tape *t = n->tape;
    bool wanted = false;
    for (int k = 0; k < n->arity; k++)
        wanted = wanted || n->in[k]->requires_grad;
    if (!wanted || !t->recording)
        return;
    if (!n->op->backward[t->dtype] && !n->op->backward_columns[t->dtype]) {
        gg_tape_fail(t, GG_ERR_STATE, "%s: has no gradient, and an input requires one",
                     n->op->name);
        return;
    }
    n->out->requires_grad = true;
    n->out->node = n;
    n->previous = t->last;
    t->last = n;
    t->nodes++;
}

/* The shape of the result, by the op's rule; -1, or its number of elements. */
static int64_t shape_result(gg_node *n)
{
    gg_tensor *out = n->out;
    gg_status status = n->op->shape(n);
    if (status)
        gg_tape_fail(n->tape, status, "%s: its shape rule failed", n->op->name);
    else if (out->rank < 1 || out->rank > GG_MAX_RANK)
        gg_node_fail(n, "the result has rank %d, expected 1 to %d", out->rank, GG_MAX_RANK);
    if (n->tape->error.code)
        return -1;
    int64_t numel = gg_checked_numel(out->rank, out->shape);
    if (numel < 0)
        gg_node_fail(n, "the result is too large");
    return numel;
}

gg_tensor *gg_apply_n(gg_tape *t, const gg_op *op, const void *attributes, int arity,
                      gg_tensor *const *in)
{
    if (t->error.code)
        return &t->nil;
    if (arity > 0 && !in)
        return gg_tape_fail(t, GG_ERR_ARGUMENT, "%s: there are no inputs", op->name);
    if (!op->shape)
        return gg_tape_fail(t, GG_ERR_STATE, "%s: has no shape rule", op->name);
    if (!op->forward[t->dtype])
        return gg_tape_fail(t, GG_ERR_STATE, "%s: has no forward for an %s tape", op->name,
                            t->dtype == GG_F32 ? "f32" : "f64");
    bool postponed = reads_shared(t, arity, in);
    if (postponed && !op->backward_columns[t->dtype])
        return gg_tape_fail(t, GG_ERR_STATE,
                            "%s: reads all of the micro-batch's z; only gathers of rows may",
                            op->name);
    gg_node *n = new_node(t, op, attributes, arity, in, postponed);
    if (!n || !inputs_fit(n))
        return &t->nil;
    gg_tensor *out = n->out;
    int64_t numel = shape_result(n);
    if (numel < 0)
        return &t->nil;
    out->data = gg_node_alloc(n, (size_t)numel, gg_dtype_size(t->dtype));
    if (!out->data)
        return &t->nil;
    op->forward[t->dtype](n);
    if (t->error.code)
        return &t->nil;
    record(n);
    return t->error.code ? &t->nil : out;
}
