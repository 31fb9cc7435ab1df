#include "nn.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

/* From lr at q = 1 to the floor at q = 0. */
static double between(const gg_schedule *s, double q)
{
    return s->lr * q + s->floor * (1 - q);
}

/* 1 at the start of a phase of so many steps, 0 at its end. */
static double cosine(int64_t step, int64_t steps)
{
    return 0.5 * (1 + cos(PI * (double)step / (double)steps));
}

/* The first cycle counts s = 0 ... period, each later one s = 1 ... period. */
static double cycle(const gg_schedule *c, int64_t step)
{
    bool endless = c->warmup > 0 && c->steps > INT64_MAX - c->warmup;
    int64_t period = endless ? INT64_MAX : c->warmup + c->steps;
    if (period <= 0)
        return c->floor;
    int64_t s = step <= period ? step : (step - 1) % period + 1;
    if (s < c->warmup)
        return c->lr * (double)(s + 1) / (double)c->warmup;
    if (s == period)
        return c->floor;
    if (c->kind == GG_SCHEDULE_COSINE)
        return between(c, cosine(s - c->warmup, c->steps));
    return between(c, (double)(period - s) / (double)c->steps);
}

static double restarts(const gg_schedule *s, int64_t step)
{
    int64_t length = s->steps;
    if (length <= 0)
        return s->floor;
    if (s->growth <= 1)
        return between(s, cosine(step % length, length));
    while (step >= length) {
        step -= length;
        length = length > INT64_MAX / s->growth ? INT64_MAX : length * s->growth;
    }
    return between(s, cosine(step, length));
}

double gg_schedule_rate(const gg_schedule *s, int64_t step)
{
    switch (s->kind) {
    case GG_SCHEDULE_CYCLIC:
    case GG_SCHEDULE_COSINE:
        return cycle(s, step);
    case GG_SCHEDULE_SGDR:
        return restarts(s, step);
    case GG_SCHEDULE_STEP:
        return s->steps > 0 ? s->lr * pow(s->decay, (double)(step / s->steps)) : s->lr;
    case GG_SCHEDULE_CONSTANT:
        break;
    }
    return s->lr;
}

static const struct {
    const char *name;
    gg_schedule schedule;
} presets[] = {
    {"cyclic", {.kind = GG_SCHEDULE_CYCLIC, .floor = 1e-4, .warmup = 50, .steps = 20}},
    {"cosine", {.kind = GG_SCHEDULE_COSINE, .floor = 1e-3, .warmup = 10, .steps = 500}},
    {"sgdr", {.kind = GG_SCHEDULE_SGDR, .floor = 1e-3, .steps = 10, .growth = 2}},
    {"step", {.kind = GG_SCHEDULE_STEP, .steps = 1000, .decay = 0.1}},
    {"none", {.kind = GG_SCHEDULE_CONSTANT}},
};

gg_status gg_schedule_named(const char *name, double lr, gg_schedule *out, gg_error *e)
{
    for (size_t k = 0; k < sizeof presets / sizeof *presets; k++)
        if (name && strcmp(name, presets[k].name) == 0) {
            *out = presets[k].schedule;
            out->lr = lr;
            out->floor = fmin(out->floor, lr);
            return GG_OK;
        }
    return gg_fail(e, GG_ERR_ARGUMENT,
                   "schedule: '%.255s', expected cyclic, cosine, sgdr, step or none",
                   name ? name : "");
}
