/* Adam in one pass over each parameter's flat arrays. */
#include "params.h"
#include "parallel.h"

#include <math.h>
#include <stdatomic.h>

#define BETA1 0.9
#define BETA2 0.999
#define EPSILON 1e-8

#ifndef real
struct gg_adam {
    gg_dtype dtype;
    double weight_decay;
    size_t bytes;         /* of the parameters it was made for */
    int64_t count;        /* of parameters */
    int64_t *steps;       /* each parameter's own: a frozen one does not age */
    char *first, *second; /* running means of the gradient and of its square, as values lie */
};

/* One parameter's update, or the check of its gradient. */
typedef struct adam_run {
    void *value, *grad, *first, *second;
    double decay;
    double rate;     /* lr / (1 - beta1^t) */
    double root;     /* sqrt(1 - beta2^t) */
    atomic_bool bad; /* a gradient that is no number was seen */
} adam_run;
#endif

#define GG_SOURCE "nn_adam.c"
#include "each_real.h"

#ifdef real

#define LANES (GG_PARAMS_ALIGN / (int)sizeof(real))

/* 0 * g is 0 for a number, NaN for anything else; blocks are multiples of LANES. */
GG_SIMD static void FN(check_block)(void *context, int64_t begin, int64_t end)
{
    adam_run *a = context;
    const real *g = a->grad;
    real lane[LANES] = {0}, sum = 0;
    for (int64_t i = begin; i < end; i += LANES)
        for (int l = 0; l < LANES; l++)
            lane[l] += 0 * g[i + l];
    for (int l = 0; l < LANES; l++)
        sum += lane[l];
    if (!(sum == 0))
        atomic_store_explicit(&a->bad, true, memory_order_relaxed);
}

/* x -= lr mhat / (sqrt(vhat) + eps), mhat = m / (1 - beta1^t), vhat = v / (1 - beta2^t) */
GG_SIMD static void FN(update_block)(void *context, int64_t begin, int64_t end)
{
    const adam_run *a = context;
    real *restrict x = a->value, *restrict m = a->first, *restrict v = a->second;
    const real *restrict dx = a->grad;
    const real decay = (real)a->decay, rate = (real)a->rate, root = (real)a->root;
    const real beta2 = (real)BETA2, rest1 = (real)(1 - BETA1), rest2 = (real)(1 - BETA2);
    for (int64_t i = begin; i < end; i++) {
        real g = dx[i] + decay * x[i];
        m[i] += rest1 * (g - m[i]);
        v[i] = beta2 * v[i] + rest2 * g * g;
        x[i] -= rate * m[i] / (R(sqrt)(v[i]) / root + (real)EPSILON);
    }
}

#undef LANES

#else

static const gg_range check_block[2] = GG_BOTH(check_block);
static const gg_range update_block[2] = GG_BOTH(update_block);

gg_status gg_adam_new(const gg_params *p, double weight_decay, gg_adam **out, gg_error *e)
{
    if (!p->built)
        return gg_fail(e, GG_ERR_STATE, "adam: the parameters are not built");
    if (!(weight_decay >= 0) || !isfinite(weight_decay))
        return gg_fail(e, GG_ERR_ARGUMENT, "adam: weight decay %g, expected 0 or more",
                       weight_decay);
    gg_adam *a = gg_zalloc(1, sizeof *a);
    if (a) {
        a->steps = gg_zalloc((size_t)p->trained.count, sizeof *a->steps);
        a->first = gg_zalloc(p->bytes, 1);
        a->second = gg_zalloc(p->bytes, 1);
    }
    if (!a || !a->steps || !a->first || !a->second) {
        gg_adam_free(a);
        return gg_fail(e, GG_ERR_MEMORY, "adam: no memory for the state of %lld elements",
                       (long long)gg_params_numel(p));
    }
    a->dtype = p->dtype;
    a->weight_decay = weight_decay;
    a->bytes = p->bytes;
    a->count = p->trained.count;
    *out = a;
    return GG_OK;
}

void gg_adam_free(gg_adam *a)
{
    if (a) {
        gg_free(a->steps);
        gg_free(a->first);
        gg_free(a->second);
        gg_free(a);
    }
}

static gg_status check_gradients(const gg_params *p, int threads, gg_error *e)
{
    for (int64_t k = 0; k < p->trained.count; k++) {
        const gg_param *entry = &p->trained.entry[k];
        adam_run run = {.grad = entry->tensor->grad};
        if (!entry->tensor->requires_grad)
            continue;
        gg_parallel(threads, gg_param_padded(entry), GG_BLOCK, check_block[p->dtype], &run);
        if (atomic_load_explicit(&run.bad, memory_order_relaxed))
            return gg_fail(e, GG_ERR_NUMERIC, "adam: the gradient of '%s' is not finite",
                           entry->name);
    }
    return GG_OK;
}

static void update(gg_adam *a, const gg_params *p, int64_t k, double lr, int threads)
{
    const gg_param *entry = &p->trained.entry[k];
    gg_tensor *x = entry->tensor;
    size_t at = (size_t)((char *)x->data - p->values);
    double step = (double)++a->steps[k];
    adam_run run = {.value = x->data,
                    .grad = x->grad,
                    .first = a->first + at,
                    .second = a->second + at,
                    .decay = a->weight_decay,
                    .rate = lr / (1 - pow(BETA1, step)),
                    .root = sqrt(1 - pow(BETA2, step))};
    gg_parallel(threads, gg_param_padded(entry), GG_BLOCK, update_block[p->dtype], &run);
}

gg_status gg_adam_step(gg_adam *a, gg_params *p, double lr, int threads, gg_error *e)
{
    if (!(lr >= 0) || !isfinite(lr))
        return gg_fail(e, GG_ERR_ARGUMENT, "adam: rate %g, expected 0 or more", lr);
    if (a->dtype != p->dtype || a->bytes != p->bytes || a->count != p->trained.count)
        return gg_fail(e, GG_ERR_ARGUMENT, "adam: made for other parameters");
    gg_status status = check_gradients(p, threads, e);
    if (status)
        return status;
    for (int64_t k = 0; k < a->count; k++)
        if (p->trained.entry[k].tensor->requires_grad)
            update(a, p, k, lr, threads);
    return GG_OK;
}

#endif
