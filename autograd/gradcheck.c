/* Gradients against central differences, in f64. */
#include "tape.h"

#include <math.h>
#include <stdio.h>

typedef struct check {
    gg_function f;
    void *context;
    gg_tape *tape;
    int count;
    gg_tensor **inputs; /* copies, leaves of their own */
} check;

/* sum_i w_i f_i with fixed weights in [0.5, 1.5), so that no component of f can hide. */
static gg_tensor *weighted_sum(check *c)
{
    gg_tensor *y = c->f(c->tape, c->inputs, c->context);
    if (!y)
        y = gg_tape_fail(c->tape, GG_ERR_ARGUMENT, "gradcheck: f returned NULL");
    gg_tensor *w = gg_empty(c->tape, y->rank, y->shape);
    gg_rng rng = gg_rng_new(1);
    for (int64_t i = 0, n = gg_numel(w); i < n && !gg_tape_status(c->tape, NULL); i++)
        gg_set(w, i, 0.5 + gg_rng_uniform(rng, (uint64_t)i));
    return gg_sum(c->tape, gg_mul(c->tape, y, w), GG_ALL);
}

static gg_status value_at(check *c, gg_tensor *x, int64_t i, double at, double *value, gg_error *e)
{
    double kept = gg_get(x, i);
    gg_set(x, i, at);
    gg_tape_reset(c->tape);
    gg_status status = gg_value(c->tape, weighted_sum(c), value, e);
    gg_set(x, i, kept);
    return status;
}

static bool is_read(const gg_tape *t, const gg_tensor *x)
{
    for (const gg_node *n = t->last; n; n = n->previous)
        for (int k = 0; k < n->arity; k++)
            if (n->in[k] == x)
                return true;
    return false;
}

static gg_status check_input(check *c, int k, gg_gradcheck_report *r, gg_error *e)
{
    gg_tensor *x = c->inputs[k];
    const int64_t n = gg_numel(x);
    bool matters = n == 0;
    for (int64_t i = 0; i < n; i++) {
        double at = gg_get(x, i), h = 1e-5 * fmax(1, fabs(at)), above, below;
        gg_status status = value_at(c, x, i, at + h, &above, e);
        if (!status)
            status = value_at(c, x, i, at - h, &below, e);
        if (status)
            return status;
        double numeric = (above - below) / (2 * h), analytic = ((const double *)x->grad)[i];
        double scale = fmax(1, fmax(fabs(analytic), fabs(numeric)));
        double error = fabs(analytic - numeric) / scale;
        matters = matters || analytic != 0 || numeric != 0;
        r->checked++;
        if (!(error <= r->relative_error) || r->checked == 1) {
            r->input = k;
            r->element = i;
            r->analytic = analytic;
            r->numeric = numeric;
            r->relative_error = isnan(error) ? INFINITY : error;
        }
    }
    if (!matters && !is_read(c->tape, x))
        return gg_fail(e, GG_ERR_ARGUMENT,
                       "gradcheck: nothing is made of input %d: is it the copy that f uses?", k);
    return GG_OK;
}

static gg_status copy_inputs(check *c, gg_tensor **inputs, gg_error *e)
{
    for (int k = 0; k < c->count; k++) {
        gg_status status =
            gg_tensor_new(GG_F64, inputs[k]->rank, inputs[k]->shape, &c->inputs[k], e);
        if (!status && inputs[k]->requires_grad)
            status = gg_tensor_require_grad(c->inputs[k], e);
        if (status)
            return status;
        for (int64_t i = 0, n = gg_numel(inputs[k]); i < n; i++)
            gg_set(c->inputs[k], i, gg_get(inputs[k], i));
    }
    return GG_OK;
}

static gg_status run(check *c, gg_gradcheck_report *r, gg_error *e)
{
    bool wanted = false;
    for (int k = 0; k < c->count; k++)
        wanted = wanted || c->inputs[k]->requires_grad;
    if (!wanted)
        return gg_fail(e, GG_ERR_ARGUMENT, "gradcheck: no input requires a gradient");
    gg_tensor *loss = weighted_sum(c);
    gg_status status = gg_tape_status(c->tape, e);
    if (!status && loss->requires_grad)
        status = gg_backward(c->tape, loss, e);
    for (int k = 0; k < c->count && !status; k++)
        if (c->inputs[k]->requires_grad)
            status = check_input(c, k, r, e);
    return status;
}

static void describe(gg_gradcheck_report *r, double tolerance)
{
    snprintf(r->text, sizeof r->text,
             "%lld elements checked; worst: input %d, element %lld: analytic %.12g, numeric %.12g, "
             "relative error %.3g (tolerance %.3g)",
             (long long)r->checked, r->input, (long long)r->element, r->analytic, r->numeric,
             r->relative_error, tolerance);
}

gg_status gg_gradcheck(gg_function f, int count, gg_tensor **inputs, void *context,
                       double tolerance, gg_gradcheck_report *report, gg_error *e)
{
    gg_gradcheck_report unused, *r = report ? report : &unused;
    *r = (gg_gradcheck_report){0};
    check c = {.f = f, .context = context, .count = count};
    gg_status status = gg_tape_new(GG_F64, 1, &c.tape, e);
    if (status)
        return status;
    c.inputs = gg_zalloc((size_t)count, sizeof *c.inputs);
    status =
        c.inputs ? copy_inputs(&c, inputs, e) : gg_fail(e, GG_ERR_MEMORY, "gradcheck: no memory");
    if (!status)
        status = run(&c, r, e);
    for (int k = 0; k < count && c.inputs; k++)
        gg_tensor_free(c.inputs[k]);
    gg_free(c.inputs);
    gg_tape_free(c.tape);
    describe(r, tolerance);
    if (!status && !(r->relative_error <= tolerance))
        status = gg_fail(e, GG_ERR_NUMERIC, "gradcheck: %s", r->text);
    return status;
}
