/* check_layer.h: what the tests of layers share: parameters and a tape in double for each test,
 * leaves with given values, and comparing with those of another framework. */
#ifndef GG_CHECK_LAYER_H
#define GG_CHECK_LAYER_H

#include "check.h"

#include "autograd.h"
#include "nn.h"

#include <math.h>

static gg_params *params;
static gg_tape *tape;

static inline int set_up(void **state)
{
    (void)state;
    return gg_params_new(GG_F64, &params, NULL) || gg_tape_new(GG_F64, 2, &tape, NULL);
}

static inline int tear_down(void **state)
{
    (void)state;
    gg_params_free(params);
    gg_tape_free(tape);
    return 0;
}

static inline void build(void)
{
    gg_error e;
    if (gg_params_build(params, gg_rng_new(1), &e))
        fail_msg("%s", e.message);
}

static inline void set(gg_tensor *x, const double *values)
{
    memcpy(x->data, values, (size_t)gg_numel(x) * sizeof *values);
}

/* A leaf on the tape that takes a gradient. */
static inline gg_tensor *leaf(int64_t rows, int64_t columns, const double *values)
{
    gg_tensor *x = gg_empty(tape, 2, (int64_t[]){rows, columns});
    set(x, values);
    x->requires_grad = true;
    return x;
}

static inline void check(const char *what, int64_t count, const double *found,
                         const double *expected)
{
    assert_non_null(found);
    for (int64_t i = 0; i < count; i++)
        if (!(fabs(found[i] - expected[i]) <= 1e-12 * fmax(1, fabs(expected[i]))))
            fail_msg("%s[%d] is %.17g, expected %.17g", what, (int)i, found[i], expected[i]);
}

#define CHECK_VALUE(x, expected) check(#expected, gg_numel(x), (x)->data, expected)
#define CHECK_GRAD(x, expected) check(#expected, gg_numel(x), (x)->grad, expected)

/* Backward from y with dLoss/dy = seed. */
static inline void backward(gg_tensor *y, const double *seed)
{
    gg_error e;
    gg_tensor *dy = gg_empty(tape, y->rank, y->shape);
    set(dy, seed);
    if (gg_tape_status(tape, &e) || gg_backward_from(tape, y, dy, &e))
        fail_msg("%s", e.message);
}

/* A matrix from its dense values; zeros are left out. */
static inline gg_csr *sparse(int64_t rows, int64_t cols, const double *dense)
{
    int32_t row[64], col[64];
    double values[64];
    int64_t count = 0;
    for (int64_t k = 0; k < rows * cols; k++)
        if (dense[k] != 0) {
            row[count] = (int32_t)(k / cols);
            col[count] = (int32_t)(k % cols);
            values[count++] = dense[k];
        }
    gg_csr *a = NULL;
    assert_int_equal(gg_csr_from_coo(rows, cols, count, row, col, values, GG_F64, &a, NULL), GG_OK);
    return a;
}

#define LAYER(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

#endif
