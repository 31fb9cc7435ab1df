/*
 * check_layer.h: what the tests of layers share: parameters and a tape in double for each test,
 * leaves with given values, comparing with those of another framework; and all that check_op.h asks
 * of an op, asked of a layer:
 *
 *     static void init(void *layer, gg_params *p) { gg_gcn_init(layer, p, "conv", 5, 4); }
 *     static gg_tensor *forward(gg_tape *t, const void *layer, gg_tensor **x)
 *     {
 *         return gg_gcn_forward(t, layer, adj, x[0]);
 *     }
 *
 *     check_layer(gg_gcn, init, forward, SHAPE(6, 5));
 *     check_layer_error(gg_gcn, init, forward, "inner dimensions differ", SHAPE(6, 3));
 */
#ifndef GG_CHECK_LAYER_H
#define GG_CHECK_LAYER_H

#include "check_op.h"

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

/* ---- a layer as an op of its parameters and its inputs ---- */

#define CHECK_LAYER_SIZE 1024

typedef void (*check_layer_init)(void *layer, gg_params *p);
typedef gg_tensor *(*check_layer_forward)(gg_tape *t, const void *layer, gg_tensor **x);

/* The layer's struct, with parameters of each dtype. */
typedef struct check_layer_op {
    size_t size;
    check_layer_init init;
    check_layer_forward forward;
    gg_params *params[2];
    _Alignas(max_align_t) char layer[2][CHECK_LAYER_SIZE];
} check_layer_op;

/* Applies a copy of the layer in which the inputs stand in the parameters' place: a layer is a
 * struct of handles, so each word of it that is a parameter's address is one. */
static inline gg_tensor *check_layer_apply(gg_tape *t, gg_tensor **in, void *context)
{
    const check_layer_op *l = context;
    const gg_params *p = l->params[gg_tape_dtype(t)];
    _Alignas(max_align_t) char layer[CHECK_LAYER_SIZE];
    memcpy(layer, l->layer[gg_tape_dtype(t)], sizeof layer);
    int64_t found = 0;
    for (size_t at = 0; at + sizeof(gg_tensor *) <= l->size; at += sizeof(gg_tensor *)) {
        gg_tensor *handle;
        memcpy(&handle, layer + at, sizeof handle);
        for (int64_t k = 0; k < gg_params_count(p); k++)
            if (handle == gg_params_at(p, k, NULL)) {
                memcpy(layer + at, &in[k], sizeof handle);
                found++;
            }
    }
    assert_int_equal(found, gg_params_count(p));
    return l->forward(t, layer, in + gg_params_count(p));
}

/* Registers and builds the parameters of a layer that is forgotten. */
static inline gg_status check_layer_build(void *context, gg_error *e)
{
    const check_layer_op *l = context;
    _Alignas(max_align_t) char layer[CHECK_LAYER_SIZE];
    gg_params *p;
    gg_status status = gg_params_new(GG_F64, &p, e);
    if (status)
        return status;
    l->init(layer, p);
    status = gg_params_build(p, gg_rng_new(1), e);
    gg_params_free(p);
    return status;
}

/* Makes the layer in both dtypes, and the list of the op's inputs: parameters, then x. Returns how
 * many there are. */
static inline int check_layer_inputs(check_layer_op *l, int count, const check_input *x,
                                     check_input *in)
{
    assert_true(l->size <= CHECK_LAYER_SIZE);
    for (gg_dtype dtype = GG_F32; dtype <= GG_F64; dtype++) {
        assert_int_equal(gg_params_new(dtype, &l->params[dtype], NULL), GG_OK);
        l->init(l->layer[dtype], l->params[dtype]);
        assert_int_equal(gg_params_build(l->params[dtype], gg_rng_new(1), NULL), GG_OK);
    }
    int64_t parameters = gg_params_count(l->params[0]);
    assert_true(parameters + count <= CHECK_INPUTS);
    for (int64_t k = 0; k < parameters; k++) {
        const gg_tensor *parameter = gg_params_at(l->params[0], k, NULL);
        in[k].rank = parameter->rank;
        memcpy(in[k].shape, parameter->shape, sizeof in[k].shape);
    }
    memcpy(in + parameters, x, (size_t)count * sizeof *x);
    return (int)parameters + count;
}

static inline void check_layer_free(check_layer_op *l)
{
    gg_params_free(l->params[GG_F32]);
    gg_params_free(l->params[GG_F64]);
}

static inline void check_layer_n(check_layer_op l, int count, const check_input *x)
{
    check_input in[CHECK_INPUTS] = {0};
    int inputs = check_layer_inputs(&l, count, x, in);
    check_op_n(check_layer_apply, &l, inputs, in);
    check_every_allocation_fails(check_layer_build, &l);
    check_layer_free(&l);
}

static inline void check_layer_error_n(check_layer_op l, const char *expected, int count,
                                       const check_input *x)
{
    check_input in[CHECK_INPUTS] = {0};
    int inputs = check_layer_inputs(&l, count, x, in);
    check_op_error_n(check_layer_apply, &l, expected, inputs, in);
    check_layer_free(&l);
}

#define CHECK_LAYER_OP(type, init, forward)                                                        \
    ((check_layer_op){sizeof(type), init, forward, {0}, {{0}}})

/* check_op of the layer, and memory that runs out in init and in the build. */
#define check_layer(type, init, forward, ...)                                                      \
    check_layer_n(CHECK_LAYER_OP(type, init, forward), CHECK_COUNT(__VA_ARGS__),                   \
                  (check_input[]){__VA_ARGS__})

/* Forward fails with a message that contains `expected`. */
#define check_layer_error(type, init, forward, expected, ...)                                      \
    check_layer_error_n(CHECK_LAYER_OP(type, init, forward), expected, CHECK_COUNT(__VA_ARGS__),   \
                        (check_input[]){__VA_ARGS__})

#endif
