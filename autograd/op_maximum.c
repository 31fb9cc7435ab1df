/* Y = max_k X_k elementwise. The gradient of an element goes to the first X_k that holds its
 * maximum, or to the first that is NaN. */
#include "autograd.h"
#include "parallel.h"

#include <string.h>

#ifndef real
/* What dX_k needs. */
typedef struct dx_block {
    gg_backward_block b;
    int k;
} dx_block;

/* Elements whose owners are found together. */
#define PIECE 256
#endif

#define GG_SOURCE "op_maximum.c"
#include "each_real.h"

#ifdef real

GG_SIMD static void FN(maximum_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    real *restrict y = n->out->data;
    memcpy(y + begin, (const real *)n->in[0]->data + begin, (size_t)(end - begin) * sizeof *y);
    for (int k = 1; k < n->arity; k++) {
        const real *restrict x = n->in[k]->data;
        for (int64_t i = begin; i < end; i++) {
            int stays = (x[i] <= y[i]) | (y[i] != y[i]);
            y[i] = stays ? y[i] : x[i];
        }
    }
}

static void FN(maximum_forward)(gg_node *n)
{
    gg_tape_parallel(n->tape, gg_numel(n->out), GG_BLOCK, FN(maximum_block), n);
}

GG_INLINE int FN(holds)(real x, real y)
{
    return (x == y) | ((x != x) & (y != y));
}

GG_SIMD static void FN(maximum_back_block)(void *context, int64_t begin, int64_t end)
{
    const dx_block *d = context;
    const gg_node *n = d->b.node;
    for (int64_t from = begin; from < end; from += PIECE) {
        int64_t count = end - from < PIECE ? end - from : PIECE;
        const real *y = (const real *)n->out->data + from, *dy = (const real *)n->out->grad + from;
        const real *x = (const real *)n->in[d->k]->data + from;
        real *dx = (real *)d->b.gradient + from;
        int owner[PIECE];
        for (int64_t i = 0; i < count; i++)
            owner[i] = FN(holds)(x[i], y[i]);
        for (int earlier = 0; earlier < d->k; earlier++) {
            const real *other = (const real *)n->in[earlier]->data + from;
            for (int64_t i = 0; i < count; i++)
                owner[i] &= !FN(holds)(other[i], y[i]);
        }
        for (int64_t i = 0; i < count; i++)
            dx[i] = (d->b.fresh ? 0 : dx[i]) + (owner[i] ? dy[i] : 0);
    }
}

static void FN(maximum_backward)(gg_node *n)
{
    for (int k = 0; k < n->arity; k++) {
        dx_block d = {.b = {.node = n}, .k = k};
        if ((d.b.gradient = gg_grad_into(n, k, &d.b.fresh)))
            gg_tape_parallel(n->tape, gg_numel(n->out), GG_BLOCK, FN(maximum_back_block), &d);
    }
}

#else

static gg_status maximum_shape(gg_node *n)
{
    gg_shape_same(n);
    for (int k = 1; k < n->arity; k++)
        if (n->in[k]->rank != n->out->rank ||
            memcmp(n->in[k]->shape, n->out->shape, (size_t)n->out->rank * sizeof *n->out->shape))
            return gg_node_fail(n, "input %d differs in shape", k);
    return GG_OK;
}

static const gg_op maximum_op = {.name = "maximum",
                                 .arity = -1,
                                 .shape = maximum_shape,
                                 .forward = GG_BOTH(maximum_forward),
                                 .backward = GG_BOTH(maximum_backward)};

gg_tensor *gg_maximum(gg_tape *t, int count, gg_tensor *const *x)
{
    if (count < 1)
        return gg_tape_fail(t, GG_ERR_ARGUMENT, "maximum: %d tensors, expected at least 1", count);
    return gg_apply_n(t, &maximum_op, NULL, count, x);
}

#endif
