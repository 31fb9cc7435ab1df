/* The maximum over one axis, or over everything; NaN where there is one. Backward finds the element
 * that holds it again, the first of several, rather than that forward stores its index. */
#include "reduce.h"
#include "parallel.h"

#ifndef real
/* The input as units of work: runs of columns of one outer index, which go down the reduced axis
 * side by side. */
typedef struct pass {
    gg_reduction shape;
    int64_t runs;
    gg_backward_block b;
} pass;

#define COLUMNS 64

static pass plan(const gg_node *n)
{
    pass p = {.shape = gg_reduction_of(n->in[0], *(const int *)n->attributes), .b = {.node = n}};
    p.runs = (p.shape.inner + COLUMNS - 1) / COLUMNS;
    return p;
}

static void run(pass *p, gg_range body)
{
    int64_t width = p->shape.inner < COLUMNS ? p->shape.inner : COLUMNS;
    gg_tape_parallel(p->b.node->tape, p->shape.outer * p->runs,
                     1 + GG_BLOCK / (1 + p->shape.length * width), body, p);
}

/* Where a unit starts in the input and the output; returns how many columns it has. */
static int64_t locate(const pass *p, int64_t unit, int64_t *in, int64_t *out)
{
    int64_t outer = unit / p->runs, column = unit % p->runs * COLUMNS;
    int64_t left = p->shape.inner - column;
    *in = outer * p->shape.length * p->shape.inner + column;
    *out = outer * p->shape.inner + column;
    return left < COLUMNS ? left : COLUMNS;
}
#endif

#define GG_SOURCE "op_max.c"
#include "each_real.h"

#ifdef real

GG_SIMD static void FN(max_block)(void *context, int64_t begin, int64_t end)
{
    const pass *p = context;
    for (int64_t unit = begin, in, out; unit < end; unit++) {
        int64_t count = locate(p, unit, &in, &out);
        const real *restrict x = (const real *)p->b.node->in[0]->data + in;
        real *restrict y = (real *)p->b.node->out->data + out;
        real top[COLUMNS];
        for (int64_t j = 0; j < count; j++)
            top[j] = x[j];
        for (int64_t i = 1; i < p->shape.length; i++) {
            const real *next = x + i * p->shape.inner;
            for (int64_t j = 0; j < count; j++) {
                int stays = (next[j] <= top[j]) | (top[j] != top[j]);
                top[j] = stays ? top[j] : next[j];
            }
        }
        for (int64_t j = 0; j < count; j++)
            y[j] = top[j];
    }
}

static void FN(max_forward)(gg_node *n)
{
    pass p = plan(n);
    run(&p, FN(max_block));
}

GG_SIMD static void FN(max_back_block)(void *context, int64_t begin, int64_t end)
{
    const pass *p = context;
    for (int64_t unit = begin, in, out; unit < end; unit++) {
        int64_t count = locate(p, unit, &in, &out);
        const real *restrict y = (const real *)p->b.node->out->data + out;
        const real *restrict dy = (const real *)p->b.node->out->grad + out;
        real left[COLUMNS]; /* what has not found its element yet */
        for (int64_t j = 0; j < count; j++)
            left[j] = dy[j];
        for (int64_t i = 0; i < p->shape.length; i++, in += p->shape.inner) {
            const real *x = (const real *)p->b.node->in[0]->data + in;
            real *restrict dx = (real *)p->b.gradient + in;
            for (int64_t j = 0; j < count; j++) {
                int holds = (x[j] == y[j]) | (x[j] != x[j]);
                dx[j] = (p->b.fresh ? 0 : dx[j]) + (holds ? left[j] : 0);
                left[j] = holds ? 0 : left[j];
            }
        }
    }
}

static void FN(max_backward)(gg_node *n)
{
    pass p = plan(n);
    if ((p.b.gradient = gg_grad_into(n, 0, &p.b.fresh)))
        run(&p, FN(max_back_block));
}

#else

static gg_status max_shape(gg_node *n)
{
    gg_status status = gg_shape_reduce(n);
    if (!status && gg_reduction_of(n->in[0], *(const int *)n->attributes).length == 0)
        return gg_node_fail(n, "the maximum over nothing");
    return status;
}

static const gg_op max_op = {.name = "max",
                             .arity = 1,
                             .shape = max_shape,
                             .forward = GG_BOTH(max_forward),
                             .backward = GG_BOTH(max_backward),
                             .attributes_size = sizeof(int)};

gg_tensor *gg_max(gg_tape *t, gg_tensor *x, int axis)
{
    return gg_apply(t, &max_op, &axis, x);
}

#endif
