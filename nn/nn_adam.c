/* Adam and AdamW in one pass over a parameter's flat arrays. */
#include "optim.h"
#include "parallel.h"

#include <math.h>

#ifndef real
typedef struct adam_run {
    void *value, *first, *second;
    const void *grad;
    double keep;  /* what weight decay leaves of a value: AdamW's, else 1 */
    double decay; /* L2 added to the gradient: Adam's, else 0 */
    double beta1, beta2, epsilon;
    double rate; /* lr / (1 - beta1^t) */
    double root; /* sqrt(1 - beta2^t) */
} adam_run;
#endif

#define GG_SOURCE "nn_adam.c"
#include "each_real.h"

#ifdef real

/* x -= lr mhat / (sqrt(vhat) + eps), mhat = m / (1 - beta1^t), vhat = v / (1 - beta2^t) */
GG_SIMD static void FN(adam_block)(void *context, int64_t begin, int64_t end)
{
    const adam_run *a = context;
    real *restrict x = a->value, *restrict m = a->first, *restrict v = a->second;
    const real *restrict dx = a->grad;
    const real keep = (real)a->keep, decay = (real)a->decay;
    const real rate = (real)a->rate, root = (real)a->root, epsilon = (real)a->epsilon;
    const real beta2 = (real)a->beta2, rest1 = (real)(1 - a->beta1), rest2 = (real)(1 - a->beta2);
    for (int64_t i = begin; i < end; i++) {
        real g = dx[i] + decay * x[i];
        m[i] += rest1 * (g - m[i]);
        v[i] = beta2 * v[i] + rest2 * g * g;
        x[i] = keep * x[i] - rate * m[i] / (R(sqrt)(v[i]) / root + epsilon);
    }
}

#else

static const gg_range adam_block[2] = GG_BOTH(adam_block);

void gg_adam_update(const gg_optim_settings *s, const gg_optim_run *r)
{
    bool decoupled = s->kind == GG_OPTIM_ADAMW;
    adam_run run = {.value = r->value,
                    .first = r->first,
                    .second = r->second,
                    .grad = r->grad,
                    .keep = decoupled ? 1 - r->lr * r->weight_decay : 1,
                    .decay = decoupled ? 0 : r->weight_decay,
                    .beta1 = s->beta1,
                    .beta2 = s->beta2,
                    .epsilon = s->epsilon,
                    .rate = r->lr / (1 - pow(s->beta1, (double)r->step)),
                    .root = sqrt(1 - pow(s->beta2, (double)r->step))};
    gg_parallel(r->threads, r->n, GG_BLOCK, adam_block[r->dtype], &run);
}

#endif
