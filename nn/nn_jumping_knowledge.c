#include "params.h"

void gg_jumping_knowledge_init(gg_jumping_knowledge *l, gg_params *p, const char *name,
                               gg_jk_mode mode, int layers)
{
    *l = (gg_jumping_knowledge){.mode = mode, .layers = layers};
    if (layers < 1 && !p->error.code)
        gg_fail(&p->error, GG_ERR_ARGUMENT, "jumping knowledge: '%.255s' has %d layers", name,
                layers);
    else if (mode == GG_JK_WEIGHTED)
        l->weights = gg_params_add(p, name, 1, (int64_t[]){layers}, GG_INIT_NORMAL, 0);
}

gg_tensor *gg_jumping_knowledge_forward(gg_tape *t, const gg_jumping_knowledge *l,
                                        gg_tensor *const *x)
{
    if (l->mode == GG_JK_NONE)
        return x[l->layers - 1];
    return gg_weighted_sum(t, gg_softmax(t, l->weights), l->layers, x);
}
