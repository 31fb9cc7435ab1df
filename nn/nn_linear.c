#include "params.h"

#include <stdio.h>

void gg_linear_init(gg_linear_layer *l, gg_params *p, const char *name, int64_t in, int64_t out,
                    bool bias)
{
    char text[GG_PARAM_NAME_SIZE];
    *l = (gg_linear_layer){.in = in, .out = out};
    snprintf(text, sizeof text, "%s.weight", name);
    l->weight = gg_params_add(p, text, 2, (int64_t[]){out, in}, GG_INIT_FAN_IN, in);
    if (!bias)
        return;
    snprintf(text, sizeof text, "%s.bias", name);
    l->bias = gg_params_add(p, text, 1, &out, GG_INIT_FAN_IN, in);
}

gg_tensor *gg_linear_forward(gg_tape *t, const gg_linear_layer *l, gg_tensor *x)
{
    return gg_linear(t, x, l->weight, l->bias);
}
