/* weight * sum of pos_weight y softplus(-x) + (1 - y) softplus(x), with
 * softplus(x) = log(1 + exp(x)) = max(x, 0) + log1p(exp(-|x|)), which neither overflows nor
 * cancels. */
#include "autograd.h"
#include "parallel.h"
#include "vecmath.h"

#ifndef real
typedef struct bce {
    gg_tensor y;
    double pos_weight, weight;
} bce;

/* Terms computed together before they are added up in order. */
#define TERMS 128
#endif

#define GG_SOURCE "op_bce_with_logits.c"
#include "each_real.h"

#ifdef real

GG_SIMD static void FN(bce_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    const bce *b = n->attributes;
    double sum = 0, *partial = n->saved;
    real pos_weight = (real)b->pos_weight;
    for (int64_t from = begin; from < end; from += TERMS) {
        const real *x = (const real *)n->in[0]->data + from, *y = (const real *)b->y.data + from;
        int64_t count = end - from < TERMS ? end - from : TERMS;
        real term[TERMS];
        for (int64_t i = 0; i < count; i++) {
            real above = x[i] > 0 ? x[i] : 0, below = x[i] > 0 ? 0 : -x[i]; /* NaN stays NaN */
            real rest = FN(gg_log1p)(FN(gg_exp)(-(above + below)));
            term[i] = pos_weight * y[i] * (below + rest) + (1 - y[i]) * (above + rest);
        }
        for (int64_t i = 0; i < count; i++)
            sum += term[i];
    }
    partial[begin / GG_BLOCK] = sum;
}

static void FN(bce_forward)(gg_node *n)
{
    const bce *b = n->attributes;
    int64_t count = gg_numel(n->in[0]), blocks = (count + GG_BLOCK - 1) / GG_BLOCK;
    double sum = 0, *partial = n->saved = gg_node_alloc(n, (size_t)blocks, sizeof *partial);
    if (!partial)
        return;
    gg_tape_parallel(n->tape, count, GG_BLOCK, FN(bce_block), n);
    for (int64_t k = 0; k < blocks; k++)
        sum += partial[k];
    *(real *)n->out->data = (real)(b->weight * sum);
}

/* d/dx of a term: (1 - y) sigmoid(x) - pos_weight y sigmoid(-x). Of the two sigmoids the one at |x|
 * is 1 / (1 + exp(-|x|)), the other is exp(-|x|) times as large. */
GG_INLINE real FN(slope)(real x, real y, real pos_weight)
{
    real ratio = FN(gg_exp)(x > 0 ? -x : x), large = 1 / (1 + ratio), small = ratio * large;
    real above = x > 0 ? large : small, below = x > 0 ? small : large;
    return (1 - y) * above - pos_weight * y * below;
}

GG_SIMD static void FN(bce_back_block)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *block = context;
    const bce *b = block->node->attributes;
    const real *restrict x = block->node->in[0]->data, *restrict y = b->y.data;
    real *restrict dx = block->gradient;
    real pos_weight = (real)b->pos_weight;
    real scale = (real)b->weight * *(const real *)block->node->out->grad;
    if (block->fresh)
        for (int64_t i = begin; i < end; i++)
            dx[i] = scale * FN(slope)(x[i], y[i], pos_weight);
    else
        for (int64_t i = begin; i < end; i++)
            dx[i] += scale * FN(slope)(x[i], y[i], pos_weight);
}

static void FN(bce_backward)(gg_node *n)
{
    gg_backward_block b = {.node = n};
    if ((b.gradient = gg_grad_into(n, 0, &b.fresh)))
        gg_tape_parallel(n->tape, gg_numel(n->in[0]), GG_BLOCK, FN(bce_back_block), &b);
}

#else

static gg_status bce_shape(gg_node *n)
{
    const bce *b = n->attributes;
    char text[96];
    if (b->y.rank < 1 || b->y.rank > GG_MAX_RANK || (!b->y.data && gg_numel(&b->y) > 0))
        return gg_node_fail(n, "there are no targets");
    if (b->y.dtype != gg_tape_dtype(n->tape) || gg_numel(&b->y) != gg_numel(n->in[0]))
        return gg_node_fail(n,
                            "the targets are %s %s, expected as many as logits, in the tape's "
                            "dtype",
                            b->y.dtype == GG_F32 ? "f32" : "f64",
                            gg_shape_text(&b->y, text, sizeof text));
    n->out->rank = 1;
    n->out->shape[0] = 1;
    return GG_OK;
}

static const gg_op bce_op = {.name = "bce_with_logits",
                             .arity = 1,
                             .shape = bce_shape,
                             .forward = GG_BOTH(bce_forward),
                             .backward = GG_BOTH(bce_backward),
                             .attributes_size = sizeof(bce)};

gg_tensor *gg_bce_with_logits(gg_tape *t, gg_tensor *x, const gg_tensor *y, double pos_weight,
                              double weight)
{
    return gg_apply(t, &bce_op, (&(bce){y ? *y : (gg_tensor){0}, pos_weight, weight}), x);
}

#endif
