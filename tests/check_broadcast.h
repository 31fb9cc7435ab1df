/* check_broadcast.h: an op of two inputs on random shapes that broadcast, against a plain loop. */
#ifndef GG_CHECK_BROADCAST_H
#define GG_CHECK_BROADCAST_H

#include "check_op.h"

/* The op of two numbers, and its slopes. */
typedef void (*check_plain_binary)(double a, double b, double *y, double *dy_da, double *dy_db);

/* Two shapes that broadcast to `out`: of each axis at most one is stretched; one input may lack the
 * first axes. */
static inline void check_draw_inputs(uint64_t trial, const check_input *out, golden_tensor *in)
{
    int shorter = (int)check_below(trial, 10, 2);
    int missing = (int)check_below(trial, 11, (uint64_t)out->rank);
    if (check_below(trial, 12, 2))
        missing = 0;
    for (int i = 0; i < 2; i++) {
        in[i].rank = out->rank - (i == shorter ? missing : 0);
        for (int k = 0; k < in[i].rank; k++) {
            int axis = k + out->rank - in[i].rank;
            bool stretched = check_below(trial, 20 + axis, 3) == (uint64_t)i;
            in[i].shape[k] = axis >= missing && stretched ? 1 : out->shape[axis];
        }
    }
}

/* Where the output's element i has its operand. */
static inline int64_t check_operand(const check_input *out, const golden_tensor *in, int64_t i)
{
    int64_t at = 0, step = 1;
    for (int k = out->rank - 1, j = in->rank - 1; j >= 0; k--, j--) {
        at += in->shape[j] == 1 ? 0 : i % out->shape[k] * step;
        i /= out->shape[k];
        step *= in->shape[j];
    }
    return at;
}

static inline void check_broadcast(gg_function f, check_plain_binary plain, uint64_t trial)
{
    check_input out = check_random_shape(trial);
    golden g = {.count = 2};
    check_draw_inputs(trial, &out, g.input);
    int64_t count = 1, size[2] = {1, 1};
    for (int k = 0; k < out.rank; k++)
        count *= out.shape[k];
    double *x[2], *dx[2], *y = calloc((size_t)count, sizeof *y);
    double *dy = check_quarters(3000 + trial, count);
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < g.input[i].rank; k++)
            size[i] *= g.input[i].shape[k];
        g.input[i].values = x[i] = check_quarters(1000 * (uint64_t)i + 1000 + trial, size[i]);
        g.input[i].grad = dx[i] = calloc((size_t)size[i], sizeof **dx);
        assert_true(x[i] && dx[i] && y && dy);
    }
    for (int64_t i = 0; i < count; i++) {
        int64_t a = check_operand(&out, &g.input[0], i), b = check_operand(&out, &g.input[1], i);
        double slope[2];
        plain(x[0][a], x[1][b], &y[i], &slope[0], &slope[1]);
        dx[0][a] += slope[0] * dy[i];
        dx[1][b] += slope[1] * dy[i];
    }
    g.output = (golden_tensor){.values = y, .grad = dy};
    check_exact(f, NULL, &g);
    for (int i = 0; i < 2; i++) {
        free(x[i]);
        free(dx[i]);
    }
    free(y);
    free(dy);
}

#endif
