/* y = x sigmoid(x), which the library has as gg_silu, as an operation of a program outside it,
 * with kernels for both types from one source: its gradient is checked in double, and float must
 * agree. */
#include <graphgrad/graphgrad.h>
#include <math.h>
#include <stdio.h>

#define GG_SOURCE "op_silu.c"
#include <graphgrad/each_real.h>

#ifdef real

static void FN(silu_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    const real *x = n->in[0]->data;
    real *y = n->out->data;
    for (int64_t i = begin; i < end; i++)
        y[i] = x[i] / (1 + R(exp)(-x[i]));
}

static void FN(silu_forward)(gg_node *n)
{
    gg_tape_parallel(n->tape, gg_numel(n->out), GG_BLOCK, FN(silu_block), n);
}

/* With s = sigmoid(x): dy/dx = s + x s (1 - s) */
static void FN(silu_back_block)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    const real *x = b->node->in[0]->data, *dy = b->node->out->grad;
    real *dx = b->gradient;
    for (int64_t i = begin; i < end; i++) {
        real s = 1 / (1 + R(exp)(-x[i]));
        dx[i] = (b->fresh ? 0 : dx[i]) + dy[i] * (s + x[i] * s * (1 - s));
    }
}

static void FN(silu_backward)(gg_node *n)
{
    gg_backward_elementwise(n, FN(silu_back_block));
}

#else

static const gg_op silu_op = {.name = "silu",
                              .arity = 1,
                              .shape = gg_shape_same,
                              .forward = GG_BOTH(silu_forward),
                              .backward = GG_BOTH(silu_backward)};

static gg_tensor *silu(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    return gg_apply(t, &silu_op, NULL, in[0]);
}

/* The sum of silu(x) and its gradient at x's first element, in a type. */
static gg_status sum_of(gg_dtype dtype, const gg_tensor *x, double *sum, double *slope, gg_error *e)
{
    gg_tape *t;
    gg_status status = gg_tape_new(dtype, 2, &t, e);
    if (status)
        return status;
    gg_tensor *leaf = gg_constant(t, x);
    leaf->requires_grad = true;
    gg_tensor *loss = gg_sum(t, silu(t, &leaf, NULL), GG_ALL);
    status = gg_backward(t, loss, e);
    if (!status)
        status = gg_value(t, loss, sum, e);
    if (!status) {
        gg_tensor grad = gg_tensor_view(dtype, leaf->rank, leaf->shape, leaf->grad);
        *slope = gg_get(&grad, 0);
    }
    gg_tape_free(t);
    return status;
}

int main(void)
{
    gg_tensor *x = NULL;
    gg_gradcheck_report report;
    gg_error e;
    double wide[2], narrow[2];
    gg_status status = gg_tensor_new(GG_F64, 2, (int64_t[]){3, 5}, &x, &e);
    if (!status)
        status = gg_tensor_require_grad(x, &e);
    for (int64_t i = 0; !status && i < gg_numel(x); i++)
        gg_set(x, i, (double)i / 2 - 4);
    if (!status)
        status = gg_gradcheck(silu, 1, &x, NULL, 1e-6, &report, &e);
    if (!status)
        status = sum_of(GG_F64, x, &wide[0], &wide[1], &e);
    if (!status)
        status = sum_of(GG_F32, x, &narrow[0], &narrow[1], &e);
    gg_tensor_free(x);
    if (status)
        return fprintf(stderr, "%s\n", e.message), 1;
    puts(report.text);
    printf("sum %.9g, in float %.9g; slope %.9g, in float %.9g\n", wide[0], narrow[0], wide[1],
           narrow[1]);
    return fabs(wide[0] - narrow[0]) > 1e-5 || fabs(wide[1] - narrow[1]) > 1e-6;
}

#endif
