#include "nn.h"

/* The first cycle counts s = 0 ... period, each later one s = 1 ... period. */
double gg_cyclic_rate(const gg_cyclic *c, int64_t step)
{
    int64_t period = c->warmup + c->annealing;
    if (period <= 0)
        return c->floor;
    int64_t s = step <= period ? step : (step - 1) % period + 1;
    if (s < c->warmup)
        return c->lr * (double)(s + 1) / (double)c->warmup;
    if (s == period)
        return c->floor;
    double q = (double)(period - s) / (double)c->annealing;
    return c->lr * q + c->floor * (1 - q);
}
