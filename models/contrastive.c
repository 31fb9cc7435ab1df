/* contrastive.c: what models are made of that learn nodes without labels, by telling true from
 * false: Deep Graph Infomax and its kin. */
#include "models.h"
#include "tape.h"

#include <math.h>
#include <stdio.h>

enum { NAME_SIZE = 256 };

void gg_prelu_gcn_init(gg_prelu_gcn *l, gg_params *p, const char *name, int64_t in, int64_t out)
{
    char text[NAME_SIZE];
    gg_gcn_init(&l->conv, p, name, in, out);
    snprintf(text, sizeof text, "%s.act.weight", name);
    l->slope = gg_params_add(p, text, 1, (int64_t[]){1}, GG_INIT_QUARTER, 0);
}

gg_tensor *gg_prelu_gcn_forward(gg_tape *t, const gg_prelu_gcn *l, const gg_csr *adj,
                                gg_tensor *product)
{
    return gg_prelu(t, gg_add(t, gg_spmm(t, adj, product), l->conv.bias), l->slope);
}

/* PyTorch's Bilinear has the weight (1 x width x width), for which Glorot's bound is
 * sqrt(6 / (width^2 + width)): far below that of a square matrix. */
void gg_discriminator_init(gg_discriminator *d, gg_params *p, const char *name, int64_t width)
{
    char text[NAME_SIZE];
    snprintf(text, sizeof text, "%s.weight", name);
    d->weight = gg_params_add(p, text, 2, (int64_t[]){width, width}, GG_INIT_FAN_IN,
                              (width * (width + 1) + 5) / 6);
    snprintf(text, sizeof text, "%s.bias", name);
    d->bias = gg_params_add(p, text, 1, (int64_t[]){1}, GG_INIT_ZERO, 0);
}

/* H (W c): the product with the summary first, which is a vector */
gg_tensor *gg_discriminator_forward(gg_tape *t, const gg_discriminator *d, gg_tensor *h,
                                    gg_tensor *summary)
{
    gg_tensor *direction = gg_matmul(t, d->weight, summary);
    return gg_add(t, gg_matmul(t, h, direction), d->bias);
}

gg_tensor *gg_graph_summary(gg_tape *t, gg_tensor *h)
{
    return gg_reshape(t, gg_sigmoid(t, gg_mean(t, h, 0)), 2, (int64_t[]){-1, 1});
}

static gg_tensor *cross_entropy(gg_tape *t, gg_tensor *logits, double target, double weight)
{
    return gg_bce_with_logits(t, logits, gg_full(t, logits->rank, logits->shape, target), 1,
                              weight);
}

gg_tensor *gg_discriminator_loss(gg_tape *t, gg_tensor *real, gg_tensor *corrupted)
{
    double weight = 1 / (double)(gg_numel(real) + gg_numel(corrupted));
    return gg_add(t, cross_entropy(t, real, 1, weight), cross_entropy(t, corrupted, 0, weight));
}

/* Fisher-Yates from the front: the first i ids are in random order before id i joins them. */
void gg_draw_order(gg_rng rng, int64_t count, int32_t *order)
{
    for (int64_t i = 0; i < count; i++) {
        int64_t j = (int64_t)gg_rng_below(rng, (uint64_t)i, (uint64_t)i + 1);
        order[i] = order[j];
        order[j] = (int32_t)i;
    }
}

gg_tensor *gg_draw_mask(gg_tape *t, int64_t count, double p, gg_rng rng)
{
    gg_tensor *mask = gg_full(t, 1, &count, 1);
    for (int64_t i = 0; i < count && !gg_tape_status(t, NULL); i++)
        if (gg_rng_uniform(rng, (uint64_t)i) < p)
            gg_set(mask, i, 0);
    return mask;
}

/* kept: 1 for the entries that stay, 0 for others, drawn where the column is above the row. */
static void draw_edges(const gg_csr *adj, double p, gg_rng rng, gg_tensor *kept, gg_tensor *degree)
{
    for (int64_t i = 0; i < adj->rows; i++)
        for (int64_t k = adj->rowptr[i]; k < adj->rowptr[i + 1]; k++) {
            int64_t j = adj->col[k];
            if (j < i || (j > i && gg_rng_uniform(rng, (uint64_t)k) < p))
                continue;
            gg_set(kept, k, 1);
            gg_set(kept, adj->transposed[k], 1);
            gg_set(degree, i, gg_get(degree, i) + 1);
            if (j > i)
                gg_set(degree, j, gg_get(degree, j) + 1);
        }
}

const gg_csr *gg_drop_edges(gg_tape *t, const gg_csr *adj, double p, gg_rng rng)
{
    int64_t count = gg_csr_nnz(adj);
    if (adj->transpose != adj) {
        gg_tape_fail(t, GG_ERR_ARGUMENT, "drop_edges: the matrix is not symmetric");
        return adj;
    }
    gg_csr *left = gg_arena_alloc(&t->arena, sizeof *left);
    gg_tensor *values = gg_full(t, 1, &count, 0), *degree = gg_full(t, 1, &adj->rows, 0);
    if (!left)
        gg_tape_fail(t, GG_ERR_MEMORY, "drop_edges: no memory");
    if (gg_tape_status(t, NULL))
        return adj;
    draw_edges(adj, p, rng, values, degree);
    for (int64_t i = 0; i < adj->rows; i++)
        for (int64_t k = adj->rowptr[i]; k < adj->rowptr[i + 1]; k++)
            if (gg_get(values, k) != 0)
                gg_set(values, k, 1 / sqrt(gg_get(degree, i) * gg_get(degree, adj->col[k])));
    *left = *adj;
    left->dtype = gg_tape_dtype(t);
    left->values = values->data;
    left->transpose = left;
    return left;
}
