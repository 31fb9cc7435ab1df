/* The decoder of link predictors: an MLP of what two nodes' vectors, and their treatments, say. */
#include "models.h"

#include <stdio.h>

enum { NAME_SIZE = 256 };

void gg_link_decoder_init(gg_link_decoder *l, gg_params *p, const char *name,
                          const gg_link_decoder_options *options, int64_t width_of_z,
                          int64_t treatments)
{
    const gg_link_decoder_options *o = options;
    int64_t widths[GG_MLP_MAX + 1];
    char text[NAME_SIZE];
    *l = (gg_link_decoder){.pair = o->pair, .treatments = treatments};
    widths[0] = treatments + (o->pair == GG_LINK_INNER    ? 1
                              : o->pair == GG_LINK_CONCAT ? 2 * width_of_z
                                                          : width_of_z);
    for (int k = 1; k < o->layers && k < GG_MLP_MAX; k++)
        widths[k] = o->hidden;
    widths[o->layers < GG_MLP_MAX ? o->layers : GG_MLP_MAX] = 1;
    snprintf(text, sizeof text, "%s.mlp_out", name);
    gg_mlp_init(&l->mlp, p, text, o->layers, widths, o->dropout, false);
}

static gg_tensor *representation(gg_tape *t, gg_link_pair pair, gg_tensor *z, const gg_pairs *pairs)
{
    if (pair == GG_LINK_CONCAT) {
        gg_tensor *ends[] = {gg_gather_rows(t, z, pairs->count, pairs->u),
                             gg_gather_rows(t, z, pairs->count, pairs->v)};
        return gg_concat(t, 2, ends, 1);
    }
    gg_tensor *product = gg_hadamard_pairs(t, z, pairs);
    if (pair == GG_LINK_HADAMARD)
        return product;
    return gg_reshape(t, gg_sum(t, product, 1), 2, (int64_t[]){pairs->count, 1});
}

/* Treatments are the first layer's last input columns: W [r, T] = W_r r + W_T T, and only the
 * second term tells factual from counterfactual. */
gg_tensor *gg_link_decoder_product(gg_tape *t, const gg_link_decoder *l, gg_tensor *z,
                                   const gg_pairs *pairs)
{
    const gg_linear_layer *first = &l->mlp.layer[0];
    return gg_linear_part(t, representation(t, l->pair, z, pairs), first->weight, 0, first->bias);
}

gg_tensor *gg_link_decoder_logits(gg_tape *t, const gg_link_decoder *l, gg_tensor *product,
                                  const gg_tensor *treatment, gg_rng rng, int64_t first_row)
{
    const gg_linear_layer *first = &l->mlp.layer[0];
    int64_t column = first->in - l->treatments;
    gg_tensor *h = product;
    if (l->treatments > 0 && l->mlp.layers == 1)
        return gg_add_column(t, h, first->weight, column, treatment);
    for (int k = 1; k < l->mlp.layers; k++) {
        gg_rng mask = k == 1 ? rng : gg_rng_fork(rng, (uint64_t)k);
        double p = l->mlp.dropout;
        h = l->treatments > 0 && k == 1 ? gg_add_column_elu_dropout(t, h, first->weight, column,
                                                                    treatment, p, mask, first_row)
                                        : gg_dropout(t, gg_elu(t, h), p, mask, first_row);
        h = gg_linear_forward(t, &l->mlp.layer[k], h);
    }
    return h;
}
