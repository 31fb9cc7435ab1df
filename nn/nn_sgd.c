/* Stochastic gradient descent, with or without momentum, in one pass over a parameter. */
#include "optim.h"
#include "parallel.h"

#ifndef real
typedef struct sgd_run {
    void *value, *mean;
    const void *grad;
    double decay, momentum, rate;
    bool nesterov;
} sgd_run;
#endif

#define GG_SOURCE "nn_sgd.c"
#include "each_real.h"

#ifdef real

GG_SIMD static void FN(plain_block)(void *context, int64_t begin, int64_t end)
{
    const sgd_run *s = context;
    real *restrict x = s->value;
    const real *restrict dx = s->grad;
    const real decay = (real)s->decay, rate = (real)s->rate;
    for (int64_t i = begin; i < end; i++)
        x[i] -= rate * (dx[i] + decay * x[i]);
}

/* m starts at 0, so that the first step's m is the gradient itself. */
GG_SIMD static void FN(momentum_block)(void *context, int64_t begin, int64_t end)
{
    const sgd_run *s = context;
    real *restrict x = s->value, *restrict m = s->mean;
    const real *restrict dx = s->grad;
    const real decay = (real)s->decay, momentum = (real)s->momentum, rate = (real)s->rate;
    const real now = s->nesterov ? 1 : 0, ahead = s->nesterov ? momentum : 1;
    for (int64_t i = begin; i < end; i++) {
        real g = dx[i] + decay * x[i];
        m[i] = momentum * m[i] + g;
        x[i] -= rate * (now * g + ahead * m[i]);
    }
}

#else

static const gg_range plain_block[2] = GG_BOTH(plain_block);
static const gg_range momentum_block[2] = GG_BOTH(momentum_block);

void gg_sgd_update(const gg_optim_settings *s, const gg_optim_run *r)
{
    sgd_run run = {.value = r->value,
                   .mean = r->first,
                   .grad = r->grad,
                   .decay = r->weight_decay,
                   .momentum = s->momentum,
                   .rate = r->lr,
                   .nesterov = s->nesterov};
    gg_parallel(r->threads, r->n, GG_BLOCK,
                s->momentum > 0 ? momentum_block[r->dtype] : plain_block[r->dtype], &run);
}

#endif
