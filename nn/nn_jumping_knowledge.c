#include "params.h"
#include "tape.h"

#include <stdio.h>

/* LSTMs over the layers in both directions, and the attention's score of their two outputs. */
static void init_lstm(gg_jumping_knowledge *l, gg_params *p, const char *name)
{
    char text[GG_PARAM_NAME_SIZE];
    int64_t hidden = l->layers * l->width / 2;
    snprintf(text, sizeof text, "%s.lstm", name);
    gg_lstm_cell_init(&l->onward, p, text, "_l0", l->width, hidden);
    gg_lstm_cell_init(&l->backward, p, text, "_l0_reverse", l->width, hidden);
    snprintf(text, sizeof text, "%s.att", name);
    gg_linear_init(&l->attention, p, text, 2 * hidden, 1, true);
}

void gg_jumping_knowledge_init(gg_jumping_knowledge *l, gg_params *p, const char *name,
                               gg_jk_mode mode, int layers, int64_t width)
{
    *l = (gg_jumping_knowledge){.mode = mode, .layers = layers, .width = width};
    l->out = width;
    if (p->error.code)
        return;
    if (layers < 1 || width < 1 || width > INT64_MAX / layers) {
        gg_fail(&p->error, GG_ERR_ARGUMENT,
                "jumping knowledge: '%.255s' has %d layers of width %lld, expected 1 or more", name,
                layers, (long long)width);
        return;
    }
    l->out = mode == GG_JK_CONCAT ? layers * width : width;
    if (mode == GG_JK_WEIGHTED)
        l->weights = gg_params_add(p, name, 1, (int64_t[]){layers}, GG_INIT_NORMAL, 0);
    else if (mode == GG_JK_LSTM && layers * width < 2)
        gg_fail(&p->error, GG_ERR_ARGUMENT,
                "jumping knowledge: '%.255s' has a single number, too few for an LSTM", name);
    else if (mode == GG_JK_LSTM)
        init_lstm(l, p, name);
}

/* Layers added up, each times the same number. */
static gg_tensor *equal_sum(gg_tape *t, const gg_jumping_knowledge *l, gg_tensor *const *x,
                            double weight)
{
    return gg_weighted_sum(t, gg_full(t, 1, (int64_t[]){l->layers}, weight), l->layers, x);
}

/* sum_l a_l X_l, a = softmax over l of the attention's score [onward_l, backward_l] w + b. */
static gg_tensor *attend(gg_tape *t, const gg_jumping_knowledge *l, gg_tensor *const *x)
{
    if (t->error.code)
        return &t->nil;
    gg_tensor **score = gg_arena_alloc(&t->arena, (size_t)l->layers * sizeof *score);
    if (!score)
        return gg_tape_fail(t, GG_ERR_MEMORY, "jumping knowledge: no memory");
    const gg_linear_layer *att = &l->attention;
    gg_tensor *h = NULL, *c = NULL;
    for (int k = 0; k < l->layers; k++) {
        gg_lstm_cell_forward(t, &l->onward, x[k], &h, &c);
        score[k] = gg_linear_part(t, h, att->weight, 0, att->bias);
    }
    h = c = NULL;
    for (int k = l->layers - 1; k >= 0; k--) {
        gg_lstm_cell_forward(t, &l->backward, x[k], &h, &c);
        score[k] = gg_add(t, score[k], gg_linear_part(t, h, att->weight, l->backward.hidden, NULL));
    }
    gg_tensor *a = gg_softmax(t, gg_concat(t, l->layers, score, 1)), *y = NULL;
    for (int k = 0; k < l->layers; k++) {
        gg_tensor *term = gg_mul(t, x[k], gg_slice(t, a, 1, k, k + 1));
        y = y ? gg_add(t, y, term) : term;
    }
    return y;
}

gg_tensor *gg_jumping_knowledge_forward(gg_tape *t, const gg_jumping_knowledge *l,
                                        gg_tensor *const *x)
{
    switch (l->mode) {
    case GG_JK_WEIGHTED:
        return gg_weighted_sum(t, gg_softmax(t, l->weights), l->layers, x);
    case GG_JK_MEAN:
        return equal_sum(t, l, x, 1 / (double)l->layers);
    case GG_JK_SUM:
        return equal_sum(t, l, x, 1);
    case GG_JK_MAX:
        return gg_maximum(t, l->layers, x);
    case GG_JK_CONCAT:
        return gg_concat(t, l->layers, x, 1);
    case GG_JK_LSTM:
        return attend(t, l, x);
    case GG_JK_NONE:
        break;
    }
    return x[l->layers - 1];
}
