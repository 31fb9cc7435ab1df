/* Optimizers: settings, state, and a step over all parameters. */
#include "optim.h"
#include "parallel.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#ifndef real
struct gg_optim {
    gg_optim_settings settings;
    gg_dtype dtype;
    size_t bytes;          /* of the parameters it was made for */
    int64_t count;         /* of parameters */
    int64_t *steps;        /* each parameter's own: a frozen one does not age */
    gg_optim_group *group; /* each parameter's, without the prefix */
    char *first, *second;  /* running means of the gradient and of its square, as values lie; NULL
                              where the kind keeps none */
};

/* The check of one parameter's gradient. */
typedef struct grad_check {
    const void *grad;
    atomic_bool bad; /* a gradient that is no number was seen */
} grad_check;
#endif

#define GG_SOURCE "nn_optim.c"
#include "each_real.h"

#ifdef real

#define LANES (GG_PARAMS_ALIGN / (int)sizeof(real))

/* 0 * g is 0 for a number, NaN for anything else; blocks are multiples of LANES. */
GG_SIMD static void FN(check_block)(void *context, int64_t begin, int64_t end)
{
    grad_check *c = context;
    const real *g = c->grad;
    real lane[LANES] = {0}, sum = 0;
    for (int64_t i = begin; i < end; i += LANES)
        for (int l = 0; l < LANES; l++)
            lane[l] += 0 * g[i + l];
    for (int l = 0; l < LANES; l++)
        sum += lane[l];
    if (!(sum == 0))
        atomic_store_explicit(&c->bad, true, memory_order_relaxed);
}

#undef LANES

#else

static const gg_range check_block[2] = GG_BOTH(check_block);

gg_optim_settings gg_optim_defaults(gg_optim_kind kind)
{
    return (gg_optim_settings){.kind = kind,
                               .weight_decay = kind == GG_OPTIM_ADAMW ? 0.01 : 0,
                               .beta1 = 0.9,
                               .beta2 = 0.999,
                               .epsilon = 1e-8};
}

/* ---- making one ---- */

static bool in_unit(double x)
{
    return x >= 0 && x < 1;
}

static bool not_negative(double x)
{
    return x >= 0 && isfinite(x);
}

static gg_status check_settings(const gg_optim_settings *s, gg_error *e)
{
    if (s->kind != GG_OPTIM_ADAM && s->kind != GG_OPTIM_ADAMW && s->kind != GG_OPTIM_SGD)
        return gg_fail(e, GG_ERR_ARGUMENT, "optim: no kind %d", (int)s->kind);
    if (!not_negative(s->weight_decay))
        return gg_fail(e, GG_ERR_ARGUMENT, "optim: weight decay %g, expected 0 or more",
                       s->weight_decay);
    if (s->kind == GG_OPTIM_SGD) {
        if (!in_unit(s->momentum))
            return gg_fail(e, GG_ERR_ARGUMENT, "optim: momentum %g, expected 0 or more, below 1",
                           s->momentum);
        if (s->nesterov && s->momentum == 0)
            return gg_fail(e, GG_ERR_ARGUMENT, "optim: Nesterov's step needs a momentum");
    } else if (!in_unit(s->beta1) || !in_unit(s->beta2) || !not_negative(s->epsilon)) {
        return gg_fail(e, GG_ERR_ARGUMENT,
                       "optim: betas %g and %g, epsilon %g, expected betas of 0 or more, below 1, "
                       "and epsilon 0 or more",
                       s->beta1, s->beta2, s->epsilon);
    }
    return GG_OK;
}

/* The first of so many groups that the parameter belongs to, or -1. */
static int group_of(const gg_optim_settings *s, int groups, const gg_param *p)
{
    int g = 0;
    while (g < groups && !gg_param_starts(p, s->group[g].prefix))
        g++;
    return g < groups ? g : -1;
}

static gg_status check_group(const gg_optim_settings *s, int g, const gg_params *p, gg_error *e)
{
    const gg_optim_group *group = &s->group[g];
    if (!group->prefix)
        return gg_fail(e, GG_ERR_ARGUMENT, "optim: a group's prefix is NULL");
    if (!not_negative(group->scale) || !not_negative(group->weight_decay))
        return gg_fail(e, GG_ERR_ARGUMENT,
                       "optim: group '%.255s' has scale %g and weight decay %g, expected 0 or more",
                       group->prefix, group->scale, group->weight_decay);
    for (int64_t k = 0; k < p->trained.count; k++)
        if (group_of(s, g + 1, &p->trained.entry[k]) == g)
            return GG_OK;
    return gg_fail(
        e, GG_ERR_ARGUMENT,
        "optim: group '%.255s' has no parameter: none starts so, or an earlier group has "
        "those that do",
        group->prefix);
}

static gg_status assign_groups(gg_optim *o, const gg_params *p, gg_error *e)
{
    const gg_optim_settings *s = &o->settings;
    for (int g = 0; g < s->groups; g++)
        if (check_group(s, g, p, e))
            return GG_ERR_ARGUMENT;
    for (int64_t k = 0; k < o->count; k++) {
        int g = group_of(s, s->groups, &p->trained.entry[k]);
        o->group[k] = (gg_optim_group){NULL, g < 0 ? 1 : s->group[g].scale,
                                       g < 0 ? s->weight_decay : s->group[g].weight_decay};
    }
    return GG_OK;
}

static gg_status allocate(gg_optim *o, const gg_params *p, gg_error *e)
{
    bool adam = o->settings.kind != GG_OPTIM_SGD, first = adam || o->settings.momentum > 0;
    o->steps = gg_zalloc((size_t)o->count, sizeof *o->steps);
    o->group = gg_alloc((size_t)o->count, sizeof *o->group);
    o->first = first ? gg_zalloc(p->bytes, 1) : NULL;
    o->second = adam ? gg_zalloc(p->bytes, 1) : NULL;
    if (!o->steps || !o->group || (first && !o->first) || (adam && !o->second))
        return gg_fail(e, GG_ERR_MEMORY, "optim: no memory for the state of %lld elements",
                       (long long)gg_params_numel(p));
    return GG_OK;
}

gg_status gg_optim_new(const gg_params *p, const gg_optim_settings *settings, gg_optim **out,
                       gg_error *e)
{
    if (!p->built)
        return gg_fail(e, GG_ERR_STATE, "optim: the parameters are not built");
    gg_status status = check_settings(settings, e);
    if (status)
        return status;
    gg_optim *o = gg_zalloc(1, sizeof *o);
    if (!o)
        return gg_fail(e, GG_ERR_MEMORY, "optim: no memory");
    o->settings = *settings;
    o->dtype = p->dtype;
    o->bytes = p->bytes;
    o->count = p->trained.count;
    status = allocate(o, p, e);
    if (!status)
        status = assign_groups(o, p, e);
    if (status) {
        gg_optim_free(o);
        return status;
    }
    o->settings.groups = 0; /* the caller's array is not kept */
    o->settings.group = NULL;
    *out = o;
    return GG_OK;
}

void gg_optim_free(gg_optim *o)
{
    if (o) {
        gg_free(o->steps);
        gg_free(o->group);
        gg_free(o->first);
        gg_free(o->second);
        gg_free(o);
    }
}

/* ---- a step ---- */

static gg_status check_gradients(const gg_params *p, int threads, gg_error *e)
{
    for (int64_t k = 0; k < p->trained.count; k++) {
        const gg_param *entry = &p->trained.entry[k];
        grad_check check = {.grad = entry->tensor->grad};
        if (!entry->tensor->requires_grad)
            continue;
        gg_parallel(threads, gg_param_padded(entry), GG_BLOCK, check_block[p->dtype], &check);
        if (atomic_load_explicit(&check.bad, memory_order_relaxed))
            return gg_fail(e, GG_ERR_NUMERIC, "optim: the gradient of '%s' is not finite",
                           entry->name);
    }
    return GG_OK;
}

static void update(gg_optim *o, const gg_params *p, int64_t k, double lr, int threads)
{
    const gg_param *entry = &p->trained.entry[k];
    const gg_tensor *x = entry->tensor;
    size_t at = (size_t)((char *)x->data - p->values);
    gg_optim_run run = {.dtype = o->dtype,
                        .n = gg_param_padded(entry),
                        .value = x->data,
                        .first = o->first ? o->first + at : NULL,
                        .second = o->second ? o->second + at : NULL,
                        .grad = x->grad,
                        .lr = lr * o->group[k].scale,
                        .weight_decay = o->group[k].weight_decay,
                        .step = ++o->steps[k],
                        .threads = threads};
    if (o->settings.kind == GG_OPTIM_SGD)
        gg_sgd_update(&o->settings, &run);
    else
        gg_adam_update(&o->settings, &run);
}

gg_status gg_optim_step(gg_optim *o, gg_params *p, double lr, int threads, gg_error *e)
{
    if (!not_negative(lr))
        return gg_fail(e, GG_ERR_ARGUMENT, "optim: rate %g, expected 0 or more", lr);
    if (o->dtype != p->dtype || o->bytes != p->bytes || o->count != p->trained.count)
        return gg_fail(e, GG_ERR_ARGUMENT, "optim: made for other parameters");
    gg_status status = check_gradients(p, threads, e);
    if (status)
        return status;
    for (int64_t k = 0; k < o->count; k++)
        if (p->trained.entry[k].tensor->requires_grad)
            update(o, p, k, lr, threads);
    return GG_OK;
}

#endif
