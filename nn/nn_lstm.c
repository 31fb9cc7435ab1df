#include "params.h"

#include <stdio.h>

#define GATES 4

void gg_lstm_cell_init(gg_lstm_cell *l, gg_params *p, const char *name, const char *suffix,
                       int64_t in, int64_t hidden)
{
    char text[GG_PARAM_NAME_SIZE];
    int64_t gates = hidden > INT64_MAX / GATES ? -1 : GATES * hidden; /* registering refuses -1 */
    *l = (gg_lstm_cell){.in = in, .hidden = hidden};
    snprintf(text, sizeof text, "%s.weight_ih%s", name, suffix);
    l->weight_ih = gg_params_add(p, text, 2, (int64_t[]){gates, in}, GG_INIT_FAN_IN, hidden);
    snprintf(text, sizeof text, "%s.weight_hh%s", name, suffix);
    l->weight_hh = gg_params_add(p, text, 2, (int64_t[]){gates, hidden}, GG_INIT_FAN_IN, hidden);
    snprintf(text, sizeof text, "%s.bias_ih%s", name, suffix);
    l->bias_ih = gg_params_add(p, text, 1, &gates, GG_INIT_FAN_IN, hidden);
    snprintf(text, sizeof text, "%s.bias_hh%s", name, suffix);
    l->bias_hh = gg_params_add(p, text, 1, &gates, GG_INIT_FAN_IN, hidden);
}

/* From an output and a memory of zeros the product with weight_hh is its bias alone. */
void gg_lstm_cell_forward(gg_tape *t, const gg_lstm_cell *l, gg_tensor *x, gg_tensor **h,
                          gg_tensor **c)
{
    if (x && (x->rank != 2 || (*h && ((*h)->rank != 2 || (*h)->shape[0] != x->shape[0])))) {
        *h = *c = gg_tape_fail(t, GG_ERR_SHAPE,
                               "lstm_cell: expected a matrix, and outputs of as many rows");
        return;
    }
    gg_tensor *from_h = *h ? gg_linear(t, *h, l->weight_hh, l->bias_hh) : l->bias_hh;
    gg_tensor *gates = gg_add(t, gg_linear(t, x, l->weight_ih, l->bias_ih), from_h);
    gg_tensor *before = *c ? *c : gg_full(t, 2, (int64_t[]){gates->shape[0], l->hidden}, 0);
    *c = gg_lstm_memory(t, gates, before);
    *h = gg_lstm_output(t, gates, *c);
}
