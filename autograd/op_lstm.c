/* The two halves of an LSTM cell, from the gates before activation, A = [i, f, g, o]:
 * C' = sigmoid(f) C + sigmoid(i) tanh(g), then H = sigmoid(o) tanh(C'). Activations are computed
 * again in backward rather than kept. */
#include "autograd.h"
#include "parallel.h"
#include "vecmath.h"

#include <string.h>

#ifndef real

/* Places of the gates in a row of A, in widths of C. */
enum { INPUT, FORGET, CANDIDATE, OUTPUT, GATES };

static int64_t rows_per_block(const gg_tensor *c)
{
    return 1 + GG_BLOCK / (1 + GATES * c->shape[1]);
}

#endif

#define GG_SOURCE "op_lstm.c"
#include "each_real.h"

#ifdef real

GG_INLINE real FN(sigma)(real x)
{
    return 1 / (1 + FN(gg_exp)(-x));
}

/* ---- memory ---- */

GG_SIMD static void FN(memory_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    int64_t width = n->out->shape[1];
    for (int64_t row = begin; row < end; row++) {
        const real *restrict a = (const real *)n->in[0]->data + row * GATES * width;
        const real *restrict c = (const real *)n->in[1]->data + row * width;
        real *restrict next = (real *)n->out->data + row * width;
        for (int64_t j = 0; j < width; j++)
            next[j] = FN(sigma)(a[FORGET * width + j]) * c[j] +
                      FN(sigma)(a[INPUT * width + j]) * FN(gg_tanh)(a[CANDIDATE * width + j]);
    }
}

static void FN(memory_forward)(gg_node *n)
{
    gg_tape_parallel(n->tape, n->out->shape[0], rows_per_block(n->out), FN(memory_block), n);
}

/* With d = dC': di = d tanh(g) s(1 - s) of s = sigmoid(i); df = d C s(1 - s) of s = sigmoid(f);
 * dg = d sigmoid(i) (1 - tanh(g)^2). */
GG_INLINE void FN(memory_da_row)(const real *restrict a, const real *restrict c,
                                 const real *restrict d, int64_t width, real *restrict di,
                                 real *restrict df, real *restrict dg)
{
    for (int64_t j = 0; j < width; j++) {
        real input = FN(sigma)(a[INPUT * width + j]), forget = FN(sigma)(a[FORGET * width + j]);
        real candidate = FN(gg_tanh)(a[CANDIDATE * width + j]);
        di[j] += d[j] * candidate * input * (1 - input);
        df[j] += d[j] * c[j] * forget * (1 - forget);
        dg[j] += d[j] * input * (1 - candidate * candidate);
    }
}

GG_SIMD static void FN(memory_da)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    const real *a = b->node->in[0]->data, *c = b->node->in[1]->data, *d = b->node->out->grad;
    int64_t width = b->node->out->shape[1];
    for (int64_t row = begin; row < end; row++) {
        real *da = (real *)b->gradient + row * GATES * width;
        FN(memory_da_row)
        (a + row * GATES * width, c + row * width, d + row * width, width, da + INPUT * width,
         da + FORGET * width, da + CANDIDATE * width);
    }
}

/* dC = dC' sigmoid(f) */
GG_SIMD static void FN(memory_dc)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    int64_t width = b->node->out->shape[1];
    for (int64_t row = begin; row < end; row++) {
        const real *restrict f =
            (const real *)b->node->in[0]->data + (row * GATES + FORGET) * width;
        const real *restrict d = (const real *)b->node->out->grad + row * width;
        real *restrict dc = (real *)b->gradient + row * width;
        if (b->fresh)
            memset(dc, 0, (size_t)width * sizeof *dc);
        for (int64_t j = 0; j < width; j++)
            dc[j] += d[j] * FN(sigma)(f[j]);
    }
}

static void FN(memory_backward)(gg_node *n)
{
    gg_backward_block b = {.node = n};
    int64_t rows = n->out->shape[0], block = rows_per_block(n->out);
    if ((b.gradient = gg_grad_add(n, 0)))
        gg_tape_parallel(n->tape, rows, block, FN(memory_da), &b);
    if ((b.gradient = gg_grad_into(n, 1, &b.fresh)))
        gg_tape_parallel(n->tape, rows, block, FN(memory_dc), &b);
}

/* ---- output ---- */

GG_SIMD static void FN(output_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    int64_t width = n->out->shape[1];
    for (int64_t row = begin; row < end; row++) {
        const real *restrict o = (const real *)n->in[0]->data + (row * GATES + OUTPUT) * width;
        const real *restrict c = (const real *)n->in[1]->data + row * width;
        real *restrict h = (real *)n->out->data + row * width;
        for (int64_t j = 0; j < width; j++)
            h[j] = FN(sigma)(o[j]) * FN(gg_tanh)(c[j]);
    }
}

static void FN(output_forward)(gg_node *n)
{
    gg_tape_parallel(n->tape, n->out->shape[0], rows_per_block(n->out), FN(output_block), n);
}

/* do = dH tanh(C) s(1 - s) of s = sigmoid(o) */
GG_SIMD static void FN(output_da)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    int64_t width = b->node->out->shape[1];
    for (int64_t row = begin; row < end; row++) {
        const real *restrict o =
            (const real *)b->node->in[0]->data + (row * GATES + OUTPUT) * width;
        const real *restrict c = (const real *)b->node->in[1]->data + row * width;
        const real *restrict dh = (const real *)b->node->out->grad + row * width;
        real *restrict d = (real *)b->gradient + (row * GATES + OUTPUT) * width;
        for (int64_t j = 0; j < width; j++) {
            real gate = FN(sigma)(o[j]);
            d[j] += dh[j] * FN(gg_tanh)(c[j]) * gate * (1 - gate);
        }
    }
}

/* dC = dH sigmoid(o) (1 - tanh(C)^2) */
GG_SIMD static void FN(output_dc)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    int64_t width = b->node->out->shape[1];
    for (int64_t row = begin; row < end; row++) {
        const real *restrict o =
            (const real *)b->node->in[0]->data + (row * GATES + OUTPUT) * width;
        const real *restrict c = (const real *)b->node->in[1]->data + row * width;
        const real *restrict dh = (const real *)b->node->out->grad + row * width;
        real *restrict dc = (real *)b->gradient + row * width;
        if (b->fresh)
            memset(dc, 0, (size_t)width * sizeof *dc);
        for (int64_t j = 0; j < width; j++) {
            real y = FN(gg_tanh)(c[j]);
            dc[j] += dh[j] * FN(sigma)(o[j]) * (1 - y * y);
        }
    }
}

static void FN(output_backward)(gg_node *n)
{
    gg_backward_block b = {.node = n};
    int64_t rows = n->out->shape[0], block = rows_per_block(n->out);
    if ((b.gradient = gg_grad_add(n, 0)))
        gg_tape_parallel(n->tape, rows, block, FN(output_da), &b);
    if ((b.gradient = gg_grad_into(n, 1, &b.fresh)))
        gg_tape_parallel(n->tape, rows, block, FN(output_dc), &b);
}

#else

static gg_status lstm_shape(gg_node *n)
{
    const gg_tensor *a = n->in[0], *c = n->in[1];
    if (a->rank != 2 || c->rank != 2)
        return gg_node_fail(n, "expected matrices");
    if (a->shape[0] != c->shape[0] || a->shape[1] != GATES * c->shape[1])
        return gg_node_fail(n,
                            "expected as many rows, and four gates for each column of the memory");
    n->out->rank = 2;
    n->out->shape[0] = c->shape[0];
    n->out->shape[1] = c->shape[1];
    return GG_OK;
}

static const gg_op memory_op = {.name = "lstm_memory",
                                .arity = 2,
                                .shape = lstm_shape,
                                .forward = GG_BOTH(memory_forward),
                                .backward = GG_BOTH(memory_backward)};

static const gg_op output_op = {.name = "lstm_output",
                                .arity = 2,
                                .shape = lstm_shape,
                                .forward = GG_BOTH(output_forward),
                                .backward = GG_BOTH(output_backward)};

gg_tensor *gg_lstm_memory(gg_tape *t, gg_tensor *a, gg_tensor *c)
{
    return gg_apply(t, &memory_op, NULL, a, c);
}

gg_tensor *gg_lstm_output(gg_tape *t, gg_tensor *a, gg_tensor *c)
{
    return gg_apply(t, &output_op, NULL, a, c);
}

#endif
