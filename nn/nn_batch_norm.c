#include "params.h"

#include <stdio.h>

#define MOMENTUM 0.1
#define EPSILON 1e-5

void gg_batch_norm_init(gg_batch_norm_layer *l, gg_params *p, const char *name, int64_t width)
{
    char text[GG_PARAM_NAME_SIZE];
    snprintf(text, sizeof text, "%s.weight", name);
    l->weight = gg_params_add(p, text, 1, &width, GG_INIT_ONE, 0);
    snprintf(text, sizeof text, "%s.bias", name);
    l->bias = gg_params_add(p, text, 1, &width, GG_INIT_ZERO, 0);
    snprintf(text, sizeof text, "%s.running_mean", name);
    l->running_mean = gg_params_add_buffer(p, text, 1, &width, GG_INIT_ZERO);
    snprintf(text, sizeof text, "%s.running_var", name);
    l->running_var = gg_params_add_buffer(p, text, 1, &width, GG_INIT_ONE);
}

gg_tensor *gg_batch_norm_forward(gg_tape *t, const gg_batch_norm_layer *l, gg_tensor *x)
{
    return gg_batch_norm(t, x, l->weight, l->bias, l->running_mean, l->running_var, MOMENTUM,
                         EPSILON);
}
