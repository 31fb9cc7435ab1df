#include "params.h"

#include <stdio.h>

/* Linear, ELU, Dropout: the next linear layer is three places on. */
#define PERIOD 3

void gg_mlp_init(gg_mlp *m, gg_params *p, const char *name, int layers, const int64_t *widths,
                 double dropout, bool last_bias)
{
    *m = (gg_mlp){.dropout = dropout, .activation = gg_elu};
    if (layers < 1 || layers > GG_MLP_MAX) {
        if (!p->error.code)
            gg_fail(&p->error, GG_ERR_ARGUMENT, "mlp: '%.255s' has %d layers, expected 1 to %d",
                    name, layers, GG_MLP_MAX);
        return;
    }
    m->layers = layers;
    for (int l = 0; l < layers; l++) {
        char text[GG_PARAM_NAME_SIZE];
        snprintf(text, sizeof text, "%s.%d", name, PERIOD * l);
        gg_linear_init(&m->layer[l], p, text, widths[l], widths[l + 1],
                       last_bias || l + 1 < layers);
    }
}

gg_tensor *gg_mlp_after_first(gg_tape *t, const gg_mlp *m, gg_tensor *h, gg_rng rng,
                              int64_t first_row)
{
    for (int l = 1; l < m->layers; l++) {
        h = gg_dropout(t, m->activation(t, h), m->dropout, gg_rng_fork(rng, (uint64_t)l),
                       first_row);
        h = gg_linear_forward(t, &m->layer[l], h);
    }
    return h;
}

gg_tensor *gg_mlp_forward(gg_tape *t, const gg_mlp *m, gg_tensor *x, gg_rng rng, int64_t first_row)
{
    return gg_mlp_after_first(t, m, gg_linear_forward(t, &m->layer[0], x), rng, first_row);
}
