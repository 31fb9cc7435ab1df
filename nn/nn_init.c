/* Initial values. Each parameter draws from a stream named after it, so a layer more or less
 * changes no other. */
#include "params.h"

#include <math.h>

/* FNV-1a (Fowler, Noll, Vo), 64 bits. */
static uint64_t name_hash(const char *name)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * 0x100000001b3u;
    return hash;
}

/* a of uniform(-a, a). An input of no width feeds nothing: 0, as in PyTorch. */
static double uniform_bound(const gg_param *p)
{
    const gg_tensor *x = p->tensor;
    double rows = x->rank > 1 ? (double)x->shape[x->rank - 2] : 1;
    double fan =
        p->init == GG_INIT_GLOROT ? (rows + (double)x->shape[x->rank - 1]) / 6 : (double)p->fan_in;
    return fan > 0 ? 1 / sqrt(fan) : 0;
}

static double constant(gg_init init)
{
    return init == GG_INIT_ONE ? 1 : init == GG_INIT_QUARTER ? 0.25 : 0;
}

static double deviation(const gg_param *p)
{
    return p->fan_in > 0 ? 1 / sqrt((double)p->fan_in) : 1;
}

void gg_param_draw(const gg_param *p, gg_rng rng)
{
    gg_tensor *x = p->tensor;
    bool uniform = p->init == GG_INIT_GLOROT || p->init == GG_INIT_FAN_IN;
    double size = uniform ? uniform_bound(p) : deviation(p);
    gg_rng own = gg_rng_fork(rng, name_hash(p->name));
    for (int64_t i = 0, n = gg_numel(x); i < n; i++) {
        if (uniform)
            gg_set(x, i, size * (2 * gg_rng_uniform(own, (uint64_t)i) - 1));
        else if (p->init == GG_INIT_NORMAL)
            gg_set(x, i, size * gg_rng_normal(own, (uint64_t)i));
        else
            gg_set(x, i, constant(p->init));
    }
}
