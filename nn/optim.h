/* optim.h (internal): what the optimizers share. A kind is one file with its update. */
#ifndef GG_OPTIM_H
#define GG_OPTIM_H

#include "params.h"

/* One parameter in one step; its arrays are n elements long, whole cache lines. */
typedef struct gg_optim_run {
    gg_dtype dtype;
    int64_t n;
    void *value, *first, *second; /* the state is NULL where the kind keeps none */
    const void *grad;
    double lr, weight_decay; /* its group's */
    int64_t step;            /* of this parameter, from 1 */
    int threads;
} gg_optim_run;

void gg_adam_update(const gg_optim_settings *s, const gg_optim_run *r);
void gg_sgd_update(const gg_optim_settings *s, const gg_optim_run *r);

#endif
