/* weight * sum over the labelled rows of log sum_k exp(x_k) - x_label. */
#include "parallel.h"
#include "rows.h"
#include "vecmath.h"

#include <math.h>

#ifndef real
typedef struct cross_entropy {
    const int32_t *labels;
    double weight;
} cross_entropy;

/* Forward's sums, one for each block of rows. */
typedef struct partial_losses {
    const gg_node *node;
    double *sum;
} partial_losses;

/* Of a row, the greatest logit and 1 / sum exp(x - top), from which backward has the softmax. */
typedef struct row_scale {
    double top, share;
} row_scale;
#endif

#define GG_SOURCE "op_cross_entropy.c"
#include "each_real.h"

#ifdef real

/* Terms computed together before they are added up in order. */
#define TERMS 128

GG_SIMD static double FN(sum_exp)(const real *x, int64_t width, real top)
{
    double sum = 0;
    for (int64_t from = 0; from < width; from += TERMS) {
        int64_t count = width - from < TERMS ? width - from : TERMS;
        real term[TERMS];
        for (int64_t j = 0; j < count; j++)
            term[j] = FN(gg_exp)(x[from + j] - top);
        for (int64_t j = 0; j < count; j++)
            sum += (double)term[j];
    }
    return sum;
}

static void FN(cross_entropy_block)(void *context, int64_t begin, int64_t end)
{
    const partial_losses *p = context;
    const gg_tensor *in = p->node->in[0];
    const int32_t *labels = ((const cross_entropy *)p->node->attributes)->labels;
    row_scale *kept = p->node->saved;
    int64_t width = gg_row_width(in);
    double loss = 0;
    for (int64_t row = begin; row < end; row++) {
        const real *x = (const real *)in->data + row * width;
        if (labels[row] < 0)
            continue;
        real top = x[0];
        for (int64_t j = 1; j < width; j++)
            top = x[j] > top ? x[j] : top;
        double sum = FN(sum_exp)(x, width, top);
        kept[row] = (row_scale){(double)top, 1 / sum};
        loss += log(sum) + ((double)top - (double)x[labels[row]]);
    }
    p->sum[begin / gg_rows_per_block(in)] = loss;
}

static void FN(cross_entropy_forward)(gg_node *n)
{
    const gg_tensor *x = n->in[0];
    int64_t per_block = gg_rows_per_block(x), rows = gg_row_count(x);
    int64_t blocks = (rows + per_block - 1) / per_block;
    partial_losses p = {n, gg_node_alloc(n, (size_t)blocks, sizeof *p.sum)};
    n->saved = gg_node_alloc(n, (size_t)rows, sizeof(row_scale));
    if (!p.sum || !n->saved)
        return;
    gg_tape_parallel(n->tape, rows, per_block, FN(cross_entropy_block), &p);
    double sum = 0;
    for (int64_t k = 0; k < blocks; k++)
        sum += p.sum[k];
    *(real *)n->out->data = (real)(((const cross_entropy *)n->attributes)->weight * sum);
}

/* dx = weight dLoss (softmax(x) - [the label's column]) */
GG_SIMD static void FN(cross_entropy_back_block)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    const gg_node *n = b->node;
    const cross_entropy *c = n->attributes;
    int64_t width = gg_row_width(n->in[0]);
    real slope = (real)c->weight * *(const real *)n->out->grad;
    for (int64_t row = begin; row < end; row++) {
        const real *x = (const real *)n->in[0]->data + row * width;
        real *restrict dx = (real *)b->gradient + row * width;
        for (int64_t j = 0; b->fresh && j < width; j++)
            dx[j] = 0;
        if (c->labels[row] < 0)
            continue;
        row_scale kept = ((const row_scale *)n->saved)[row];
        real top = (real)kept.top, scale = slope * (real)kept.share;
        for (int64_t j = 0; j < width; j++)
            dx[j] += scale * FN(gg_exp)(x[j] - top);
        dx[c->labels[row]] -= slope;
    }
}

static void FN(cross_entropy_backward)(gg_node *n)
{
    const gg_tensor *x = n->in[0];
    gg_backward_block b = {.node = n};
    if ((b.gradient = gg_grad_into(n, 0, &b.fresh)))
        gg_tape_parallel(n->tape, gg_row_count(x), gg_rows_per_block(x),
                         FN(cross_entropy_back_block), &b);
}

#undef TERMS

#else

static gg_status cross_entropy_shape(gg_node *n)
{
    const gg_tensor *x = n->in[0];
    const int32_t *labels = ((const cross_entropy *)n->attributes)->labels;
    if (x->rank != 2)
        return gg_node_fail(n, "expected a matrix of logits");
    if (!labels && x->shape[0] > 0)
        return gg_node_fail(n, "there are no labels");
    for (int64_t row = 0; row < x->shape[0]; row++)
        if (labels[row] < -1 || labels[row] >= x->shape[1])
            return gg_node_fail(n, "label %d of row %lld: expected 0 to %lld, or -1 for none",
                                labels[row], (long long)row, (long long)x->shape[1] - 1);
    n->out->rank = 1;
    n->out->shape[0] = 1;
    return GG_OK;
}

static const gg_op cross_entropy_op = {.name = "cross_entropy",
                                       .arity = 1,
                                       .shape = cross_entropy_shape,
                                       .forward = GG_BOTH(cross_entropy_forward),
                                       .backward = GG_BOTH(cross_entropy_backward),
                                       .attributes_size = sizeof(cross_entropy)};

gg_tensor *gg_cross_entropy(gg_tape *t, gg_tensor *x, const int32_t *labels, double weight)
{
    return gg_apply(t, &cross_entropy_op, (&(cross_entropy){labels, weight}), x);
}

gg_tensor *gg_cross_entropy_mean(gg_tape *t, gg_tensor *x, const int32_t *labels)
{
    int64_t counted = 0;
    if (gg_tape_status(t, NULL) || !x || x->rank != 2 || (!labels && x->shape[0] > 0))
        return gg_cross_entropy(t, x, labels, 1);
    for (int64_t row = 0; row < x->shape[0]; row++)
        counted += labels[row] >= 0;
    if (counted == 0)
        return gg_tape_fail(t, GG_ERR_ARGUMENT, "cross_entropy: no row has a label");
    return gg_cross_entropy(t, x, labels, 1 / (double)counted);
}

#endif
