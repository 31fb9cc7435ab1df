/* check_extreme.h: the tests that gg_max and gg_min share. */
#ifndef GG_CHECK_EXTREME_H
#define GG_CHECK_EXTREME_H

#include "check_op.h"

typedef struct extreme_op {
    gg_tensor *(*apply)(gg_tape *t, gg_tensor *x, int axis);
    double sign; /* 1: the largest; -1: the smallest, where -x is largest */
    const golden *all, *axis0, *axis1;
} extreme_op;

typedef struct extreme {
    const extreme_op *op;
    int axis;
} extreme;

#define OVER(op, axis)                                                                             \
    &(extreme)                                                                                     \
    {                                                                                              \
        op, axis                                                                                   \
    }

static inline gg_tensor *extreme_apply(gg_tape *t, gg_tensor **in, void *context)
{
    const extreme *e = context;
    return e->op->apply(t, in[0], e->axis);
}

static inline void extreme_test_golden(void **state)
{
    const extreme_op *op = *state;
    check_golden(extreme_apply, OVER(op, GG_ALL), op->all);
    check_golden(extreme_apply, OVER(op, 0), op->axis0);
    check_golden(extreme_apply, OVER(op, 1), op->axis1);
}

static inline void extreme_test_shapes(void **state)
{
    const extreme_op *op = *state;
    check_op(extreme_apply, OVER(op, GG_ALL), SHAPE(3, 4));
    check_op(extreme_apply, OVER(op, 0), SHAPE(3, 4));
    check_op(extreme_apply, OVER(op, 1), SHAPE(3, 4));
    check_op(extreme_apply, OVER(op, 0), SHAPE(2, 3, 4));
    check_op(extreme_apply, OVER(op, 1), SHAPE(2, 3, 4));
    check_op(extreme_apply, OVER(op, 2), SHAPE(2, 3, 4));
    check_op(extreme_apply, OVER(op, 2), SHAPE(2, 3, 2, 2));
    check_op(extreme_apply, OVER(op, GG_ALL), SHAPE(2, 3, 2, 2));
    check_op(extreme_apply, OVER(op, 0), SHAPE(7));
    check_op(extreme_apply, OVER(op, GG_ALL), SHAPE(7));
    check_op(extreme_apply, OVER(op, 0), SHAPE(1, 3));
    check_op(extreme_apply, OVER(op, 1), SHAPE(3, 1));
    check_op(extreme_apply, OVER(op, 1), SHAPE(0, 3));
    check_op(extreme_apply, OVER(op, 0), SHAPE(3, 0));
}

static inline void extreme_test_many_blocks(void **state)
{
    const extreme_op *op = *state;
    check_op_large(extreme_apply, OVER(op, GG_ALL), SHAPE(300, 170));
    check_op_large(extreme_apply, OVER(op, 0), SHAPE(300, 170));
    check_op_large(extreme_apply, OVER(op, 1), SHAPE(300, 170));
    check_op_large(extreme_apply, OVER(op, 1), SHAPE(40, 30, 50));
}

/* The gradient of a vector's extreme goes to the element `owner`, whose value it is. */
static inline void extreme_check_owner(const extreme_op *op, int64_t count, const double *x,
                                       int64_t owner)
{
    double signed_x[8], dx[8] = {0};
    for (int64_t i = 0; i < count; i++)
        signed_x[i] = op->sign * x[i];
    dx[owner] = 1;
    check_special(extreme_apply, OVER(op, 0), count, signed_x, &signed_x[owner], dx);
}

static inline void extreme_test_first_of_several(void **state)
{
    const extreme_op *op = *state;
    extreme_check_owner(op, 3, (double[]){1, 2, 2}, 1);
    extreme_check_owner(op, 3, (double[]){0, -0.0, 0}, 0);
    extreme_check_owner(op, 3, (double[]){1, NAN, 2}, 1);
    extreme_check_owner(op, 3, (double[]){NAN, NAN, 3}, 0);
    extreme_check_owner(op, 3, (double[]){-INFINITY, -INFINITY, -INFINITY}, 0);
    extreme_check_owner(op, 3, (double[]){1, INFINITY, INFINITY}, 1);
}

/* The extremes of x (outer x length x inner) over its middle axis, and where they come from. */
static inline void extreme_plain(double sign, const double *x, int64_t outer, int64_t length,
                                 int64_t inner, double *y, const double *dy, double *dx)
{
    for (int64_t o = 0; o < outer; o++)
        for (int64_t j = 0; j < inner; j++) {
            int64_t best = o * length * inner + j;
            for (int64_t i = 1; i < length; i++) {
                int64_t at = (o * length + i) * inner + j;
                if (!isnan(x[best]) && (isnan(x[at]) || sign * x[at] > sign * x[best]))
                    best = at;
            }
            y[o * inner + j] = x[best];
            dx[best] = dy[o * inner + j];
        }
}

/* axis: the rank for all. */
static inline void extreme_check_plain(const extreme_op *op, uint64_t trial, check_input in,
                                       int axis)
{
    int64_t size[3] = {1, 1, 1};
    for (int k = 0; k < in.rank; k++)
        size[axis == in.rank || k == axis ? 1 : k < axis ? 0 : 2] *= in.shape[k];
    int64_t count = size[0] * size[1] * size[2], results = size[0] * size[2];
    double *x = check_quarters(1000 + trial, count), *dx = calloc((size_t)count, sizeof *dx);
    double *y = calloc((size_t)results, sizeof *y), *dy = check_quarters(2000 + trial, results);
    assert_true(x && dx && y && dy);
    for (int64_t k = 0; k < count / 50 && trial % 3 == 0; k++)
        x[check_below(3000 + trial, k, (uint64_t)count)] = NAN;
    extreme_plain(op->sign, x, size[0], size[1], size[2], y, dy, dx);
    check_exact_unary(extreme_apply, OVER(op, axis == in.rank ? GG_ALL : axis), &in, x, dx, y, dy);
}

static inline void extreme_test_random(void **state)
{
    for (uint64_t trial = 0; trial < 60; trial++) {
        check_input in = check_random_shape(trial);
        extreme_check_plain(*state, trial, in, (int)check_below(trial, 10, (uint64_t)in.rank + 1));
    }
}

/* Rows around the lanes that long ones are read in. */
static inline void extreme_test_widths(void **state)
{
    for (int64_t width = 1; width < 400; width += width < 35 ? 1 : 31)
        extreme_check_plain(*state, (uint64_t)width, (check_input)SHAPE(100, width), 1);
}

#define EXTREME_TESTS(op)                                                                          \
    cmocka_unit_test_prestate(extreme_test_golden, &(op)),                                         \
        cmocka_unit_test_prestate(extreme_test_shapes, &(op)),                                     \
        cmocka_unit_test_prestate(extreme_test_many_blocks, &(op)),                                \
        cmocka_unit_test_prestate(extreme_test_first_of_several, &(op)),                           \
        cmocka_unit_test_prestate(extreme_test_random, &(op)),                                     \
        cmocka_unit_test_prestate(extreme_test_widths, &(op))

#endif
