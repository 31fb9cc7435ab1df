#include "params.h"

#include <stdio.h>

#define EPSILON 1e-5

void gg_layer_norm_init(gg_layer_norm_layer *l, gg_params *p, const char *name, int64_t width)
{
    char text[GG_PARAM_NAME_SIZE];
    snprintf(text, sizeof text, "%s.weight", name);
    l->weight = gg_params_add(p, text, 1, &width, GG_INIT_ONE, 0);
    snprintf(text, sizeof text, "%s.bias", name);
    l->bias = gg_params_add(p, text, 1, &width, GG_INIT_ZERO, 0);
}

gg_tensor *gg_layer_norm_forward(gg_tape *t, const gg_layer_norm_layer *l, gg_tensor *x)
{
    return gg_layer_norm(t, x, l->weight, l->bias, EPSILON);
}
