/*
 * check_op.h: what the test of an op asks of it. The op is given as a gg_function of its inputs, so
 * one line checks one shape:
 *
 *     check_op(add, NULL, SHAPE(3, 4), SHAPE(4));
 *     check_golden(add, NULL, &golden_add_row);
 *     check_op_error(add, NULL, "shapes do not broadcast", SHAPE(3), SHAPE(4));
 */
#ifndef GG_CHECK_OP_H
#define GG_CHECK_OP_H

#include "check.h"
#include "tape.h"

#include <math.h>

#define CHECK_INPUTS 16
#define CHECK_CHAR 512

/* An input: its shape, the range of its random values (both 0: -2 to 2), and whether it is a
 * constant, for which no gradient is asked. */
typedef struct check_input {
    int rank;
    int64_t shape[GG_MAX_RANK];
    double low, high;
    bool constant;
} check_input;

#define CHECK_SHAPE(...)                                                                           \
    .rank = (int)(sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t)), .shape = {__VA_ARGS__}
#define SHAPE(...)                                                                                 \
    {                                                                                              \
        CHECK_SHAPE(__VA_ARGS__)                                                                   \
    }
#define RANGE(from, to, ...)                                                                       \
    {                                                                                              \
        CHECK_SHAPE(__VA_ARGS__), .low = (from), .high = (to)                                      \
    }
#define CONSTANT(...)                                                                              \
    {                                                                                              \
        CHECK_SHAPE(__VA_ARGS__), .constant = true                                                 \
    }
#define CHECK_COUNT(...) ((int)(sizeof((check_input[]){__VA_ARGS__}) / sizeof(check_input)))

/* Values of another framework (tests/golden/make_ops.py). Of an input grad is the gradient, NULL
 * for a constant; of the output it is what backward starts from. */
typedef struct golden_tensor {
    int rank;
    int64_t shape[GG_MAX_RANK];
    const double *values, *grad;
} golden_tensor;

typedef struct golden {
    int count;
    golden_tensor input[CHECK_INPUTS], output;
} golden;

/* ---- running a function once ---- */

/* How inputs reach the function: as leaves, whose gradients are added to; as leaves with gradients
 * already in them; or as intermediate tensors, whose gradients start out as unwritten memory. */
typedef enum check_mode { LEAVES, FILLED_LEAVES, INTERMEDIATES } check_mode;

/* What came out, converted to double. */
typedef struct check_result {
    int64_t count, grads[CHECK_INPUTS];
    double *values, *grad[CHECK_INPUTS];
    int rank;
    int64_t shape[GG_MAX_RANK];
} check_result;

static inline void check_result_free(check_result *r)
{
    free(r->values);
    for (int k = 0; k < CHECK_INPUTS; k++)
        free(r->grad[k]);
}

static inline double *check_copy(const gg_tensor *x)
{
    double *copy = malloc(sizeof *copy * (size_t)(gg_numel(x) + 1));
    for (int64_t i = 0; copy && i < gg_numel(x); i++)
        copy[i] = gg_get(x, i);
    return copy;
}

/* A number in [low, high) that a float holds exactly, the same for both dtypes. */
static inline double check_random(uint64_t stream, int64_t i, double low, double high)
{
    double u = gg_rng_uniform(gg_rng_fork(gg_rng_new(7), stream), (uint64_t)i);
    return (double)(float)(low + (high - low) * u);
}

static inline gg_status check_make_input(gg_dtype dtype, const check_input *in, int k,
                                         gg_tensor **x, gg_error *e)
{
    bool preset = in->low == 0 && in->high == 0;
    double low = preset ? -2 : in->low, high = preset ? 2 : in->high;
    gg_status status = gg_tensor_new(dtype, in->rank, in->shape, x, e);
    if (status)
        return status;
    for (int64_t i = 0; i < gg_numel(*x); i++)
        gg_set(*x, i, check_random((uint64_t)k, i, low, high));
    return in->constant ? GG_OK : gg_tensor_require_grad(*x, e);
}

/* The gradient that a filled leaf starts with, and the seed of backward. */
static inline double check_fill(int64_t i)
{
    return 3 + (double)(i % 5);
}
static inline double check_seed(int64_t i)
{
    return check_random(100, i, 0.5, 1.5);
}

/* f of the inputs on the tape and backward from it, seed NULL: check_seed. */
static inline gg_status check_forward_backward(gg_tape *t, gg_function f, void *context, int count,
                                               gg_tensor **inputs, check_mode mode,
                                               const double *seed, gg_tensor **out, gg_error *e)
{
    gg_tensor *in[CHECK_INPUTS];
    for (int k = 0; k < count; k++)
        in[k] = mode == INTERMEDIATES ? gg_scale(t, inputs[k], 1) : inputs[k];
    gg_tensor *y = f(t, in, context);
    gg_tensor *dy = gg_empty(t, y->rank, y->shape);
    if (gg_tape_status(t, e))
        return gg_tape_status(t, e);
    for (int64_t i = 0; i < gg_numel(y); i++)
        gg_set(dy, i, seed ? seed[i] : check_seed(i));
    *out = y;
    return y->node ? gg_backward_from(t, y, dy, e) : GG_OK;
}

static inline void check_collect(const gg_tensor *y, int count, gg_tensor **inputs, check_mode mode,
                                 check_result *r)
{
    r->count = gg_numel(y);
    r->rank = y->rank;
    memcpy(r->shape, y->shape, sizeof r->shape);
    r->values = check_copy(y);
    for (int k = 0; k < count; k++) {
        if (!inputs[k]->requires_grad)
            continue;
        gg_tensor grad = *inputs[k];
        grad.data = grad.grad;
        r->grads[k] = gg_numel(&grad);
        r->grad[k] = check_copy(&grad);
        for (int64_t i = 0; mode == FILLED_LEAVES && i < r->grads[k]; i++)
            r->grad[k][i] -= check_fill(i);
    }
}

/* A direction to move an input in: element by element. */
static inline double check_direction(int64_t i)
{
    return check_random(200, i, -1, 1);
}

/* Runs f; inputs random, or `given` where not NULL; input `moved` goes `distance` in its direction
 * (-1: none). Fails the test when f does. */
static inline check_result check_run_moved(gg_function f, void *context, gg_dtype dtype,
                                           int threads, check_mode mode, int count,
                                           const check_input *in, const golden *given, int moved,
                                           double distance)
{
    check_heap heap = {0};
    gg_allocator allocator = {check_heap_alloc, check_heap_free, &heap};
    gg_set_allocator(&allocator);
    check_result r = {0};
    gg_error e = {0};
    gg_tensor *inputs[CHECK_INPUTS] = {0}, *y = NULL;
    gg_tape *t = NULL;
    gg_status status = gg_tape_new(dtype, threads, &t, &e);
    for (int k = 0; k < count && !status; k++) {
        status = check_make_input(dtype, &in[k], k, &inputs[k], &e);
        for (int64_t i = 0; !status && i < gg_numel(inputs[k]); i++) {
            if (given)
                gg_set(inputs[k], i, given->input[k].values[i]);
            if (k == moved)
                gg_set(inputs[k], i, gg_get(inputs[k], i) + distance * check_direction(i));
            gg_tensor grad = *inputs[k];
            grad.data = grad.grad;
            if (mode == FILLED_LEAVES && grad.data)
                gg_set(&grad, i, check_fill(i));
        }
    }
    if (!status)
        status = check_forward_backward(t, f, context, count, inputs, mode,
                                        given ? given->output.grad : NULL, &y, &e);
    if (!status)
        check_collect(y, count, inputs, mode, &r);
    for (int k = 0; k < count; k++)
        gg_tensor_free(inputs[k]);
    gg_tape_free(t);
    gg_set_allocator(NULL);
    if (status)
        fail_msg("status %d: %s", (int)status, e.message);
    if (heap.live)
        fail_msg("%lld blocks leaked", (long long)heap.live);
    return r;
}

static inline check_result check_run(gg_function f, void *context, gg_dtype dtype, int threads,
                                     check_mode mode, int count, const check_input *in,
                                     const golden *given)
{
    return check_run_moved(f, context, dtype, threads, mode, count, in, given, -1, 0);
}

/* ---- comparing ---- */

/* |a - b| <= tolerance max(1, largest |b|), element by element; NaN fails. tolerance 0: same bits.
 */
static inline void check_close(const char *what, const double *a, const double *b, int64_t count,
                               double tolerance)
{
    double largest = 1;
    for (int64_t i = 0; i < count; i++)
        largest = fmax(largest, fabs(b[i]));
    for (int64_t i = 0; i < count; i++) {
        bool good = tolerance > 0 ? fabs(a[i] - b[i]) <= tolerance * largest
                                  : memcmp(&a[i], &b[i], sizeof *a) == 0;
        if (!good)
            fail_msg("%s: element %lld is %.17g, expected %.17g", what, (long long)i, a[i], b[i]);
    }
}

/* Compares b with a and frees b. */
static inline void check_agree(const char *what, const check_result *a, check_result b,
                               double tolerance)
{
    char text[CHECK_CHAR];
    snprintf(text, sizeof text, "%s: values", what);
    assert_int_equal(a->count, b.count);
    check_close(text, b.values, a->values, a->count, tolerance);
    for (int k = 0; k < CHECK_INPUTS; k++) {
        snprintf(text, sizeof text, "%s: gradient of input %d", what, k);
        assert_int_equal(a->grads[k], b.grads[k]);
        check_close(text, b.grad[k], a->grad[k], a->grads[k], tolerance);
    }
    check_result_free(&b);
}

/* ---- the checks ---- */

/* The gradient against central differences. */
static inline void check_gradient(gg_function f, void *context, int count, const check_input *in)
{
    gg_tensor *inputs[CHECK_INPUTS] = {0};
    gg_error e = {0};
    for (int k = 0; k < count; k++)
        assert_int_equal(check_make_input(GG_F64, &in[k], k, &inputs[k], &e), GG_OK);
    gg_gradcheck_report report;
    gg_status status = gg_gradcheck(f, count, inputs, context, 1e-6, &report, &e);
    for (int k = 0; k < count; k++)
        gg_tensor_free(inputs[k]);
    if (status)
        fail_msg("%s", e.message);
}

/* The gradient of every input along one direction against a central difference. `at` is f's result
 * where nothing moves. */
static inline void check_directions(gg_function f, void *context, int count, const check_input *in,
                                    const check_result *at)
{
    const double h = 1e-6;
    for (int k = 0; k < count; k++) {
        if (in[k].constant)
            continue;
        check_result up = check_run_moved(f, context, GG_F64, 1, LEAVES, count, in, NULL, k, h);
        check_result down = check_run_moved(f, context, GG_F64, 1, LEAVES, count, in, NULL, k, -h);
        double numeric = 0, analytic = 0, norm = 0;
        for (int64_t i = 0; i < at->count; i++)
            numeric += check_seed(i) * (up.values[i] - down.values[i]) / (2 * h);
        for (int64_t i = 0; i < at->grads[k]; i++) {
            double term = at->grad[k][i] * check_direction(i);
            analytic += term;
            norm = hypot(norm, term);
        }
        check_result_free(&up);
        check_result_free(&down);
        if (!(fabs(analytic - numeric) <= 1e-6 * fmax(1, norm)))
            fail_msg("along a direction of input %d: analytic %.12g, numeric %.12g", k, analytic,
                     numeric);
    }
}

/* f32 against f64, threads against none, gradients added to and newly made: everything but whether
 * the gradient is right. Two runs of f must agree, so it draws on no state. */
static inline void check_runs_n(gg_function f, void *context, int count, const check_input *in)
{
    check_result wide = check_run(f, context, GG_F64, 1, LEAVES, count, in, NULL);
    check_result narrow = check_run(f, context, GG_F32, 1, LEAVES, count, in, NULL);
    check_agree("f64, 2 threads", &wide, check_run(f, context, GG_F64, 2, LEAVES, count, in, NULL),
                0);
    check_agree("f32, 2 threads", &narrow,
                check_run(f, context, GG_F32, 2, LEAVES, count, in, NULL), 0);
    check_agree("added to gradients", &wide,
                check_run(f, context, GG_F64, 1, FILLED_LEAVES, count, in, NULL), 1e-12);
    check_agree("f64, new gradients", &wide,
                check_run(f, context, GG_F64, 2, INTERMEDIATES, count, in, NULL), 1e-12);
    check_agree("f32, new gradients", &narrow,
                check_run(f, context, GG_F32, 1, INTERMEDIATES, count, in, NULL), 1e-6);
    check_agree("f32", &wide, narrow, 1e-5);
    check_result_free(&wide);
}

/* The same, and central differences along one direction only: for inputs of many blocks. */
static inline void check_large_n(gg_function f, void *context, int count, const check_input *in)
{
    check_runs_n(f, context, count, in);
    check_result at = check_run(f, context, GG_F64, 1, LEAVES, count, in, NULL);
    check_directions(f, context, count, in, &at);
    check_result_free(&at);
}

typedef struct check_attempt {
    gg_function f;
    void *context;
    int count;
    const check_input *in;
} check_attempt;

static inline gg_status check_attempt_run(void *context, gg_error *e)
{
    const check_attempt *a = context;
    gg_tensor *inputs[CHECK_INPUTS] = {0}, *y;
    gg_tape *t = NULL;
    gg_status status = gg_tape_new(GG_F64, 1, &t, e);
    for (int k = 0; k < a->count && !status; k++)
        status = check_make_input(GG_F64, &a->in[k], k, &inputs[k], e);
    if (!status)
        status = check_forward_backward(t, a->f, a->context, a->count, inputs, INTERMEDIATES, NULL,
                                        &y, e);
    for (int k = 0; k < a->count; k++)
        gg_tensor_free(inputs[k]);
    gg_tape_free(t);
    return status;
}

/* The tape's memory ends after `left` bytes more. Returns the status; fails on a leak. */
static inline gg_status check_run_out(const check_attempt *a, size_t left)
{
    check_heap heap = {0};
    gg_allocator allocator = {check_heap_alloc, check_heap_free, &heap};
    gg_set_allocator(&allocator);
    gg_tensor *inputs[CHECK_INPUTS] = {0}, *y;
    gg_error e = {0};
    gg_tape *t = NULL;
    gg_status status = gg_tape_new(GG_F64, 1, &t, &e);
    for (int k = 0; k < a->count && !status; k++)
        status = check_make_input(GG_F64, &a->in[k], k, &inputs[k], &e);
    if (!status && gg_arena_alloc(&t->arena, 64)) {
        gg_chunk *c = &t->arena.chunk[0];
        gg_arena_alloc(&t->arena, c->size - c->used - left);
        heap.fail_at = heap.total + 1;
        status = check_forward_backward(t, a->f, a->context, a->count, inputs, INTERMEDIATES, NULL,
                                        &y, &e);
    }
    for (int k = 0; k < a->count; k++)
        gg_tensor_free(inputs[k]);
    gg_tape_free(t);
    gg_set_allocator(NULL);
    if (heap.live || (status && status != GG_ERR_MEMORY))
        fail_msg("memory ends after %zu bytes: status %d (%s), %lld blocks leaked", left,
                 (int)status, e.message, (long long)heap.live);
    return status;
}

/* Every allocation fails in turn, and so does every request to the tape's arena. */
static inline void check_memory(gg_function f, void *context, int count, const check_input *in)
{
    check_attempt a = {f, context, count, in};
    check_every_allocation_fails(check_attempt_run, &a);
    size_t left = 0;
    while (left < 60000 && check_run_out(&a, left))
        left += 64;
    if (left >= 60000)
        fail_msg("needs more than a chunk: take smaller inputs for the memory check");
}

/* One input of the other dtype is an error, whichever it is. */
static inline void check_other_dtype(gg_function f, void *context, int count, const check_input *in)
{
    for (int other = 0; other < 2 * count; other++) {
        gg_dtype dtype = other % 2 ? GG_F64 : GG_F32;
        gg_tensor *inputs[CHECK_INPUTS] = {0};
        gg_error e = {0};
        gg_tape *t = NULL;
        assert_int_equal(gg_tape_new(dtype, 1, &t, &e), GG_OK);
        for (int k = 0; k < count; k++)
            assert_int_equal(
                check_make_input(k == other / 2 ? !dtype : dtype, &in[k], k, &inputs[k], &e),
                GG_OK);
        f(t, inputs, context);
        gg_status status = gg_tape_status(t, &e);
        for (int k = 0; k < count; k++)
            gg_tensor_free(inputs[k]);
        gg_tape_free(t);
        if (status != GG_ERR_SHAPE)
            fail_msg("input %d of the other dtype: status %d, '%s'", other / 2, (int)status,
                     e.message);
    }
}

static inline void check_op_n(gg_function f, void *context, int count, const check_input *in)
{
    check_gradient(f, context, count, in);
    check_large_n(f, context, count, in);
    check_memory(f, context, count, in);
    check_other_dtype(f, context, count, in);
}

static inline void check_golden(gg_function f, void *context, const golden *g)
{
    check_input in[CHECK_INPUTS] = {0};
    for (int k = 0; k < g->count; k++) {
        in[k] = (check_input){.rank = g->input[k].rank, .constant = !g->input[k].grad};
        memcpy(in[k].shape, g->input[k].shape, sizeof in[k].shape);
    }
    check_result r = check_run(f, context, GG_F64, 1, LEAVES, g->count, in, g);
    assert_int_equal(r.rank, g->output.rank);
    for (int k = 0; k < r.rank; k++)
        assert_int_equal(r.shape[k], g->output.shape[k]);
    check_close("values", r.values, g->output.values, r.count, 1e-12);
    for (int k = 0; k < g->count; k++) {
        char text[CHECK_CHAR];
        snprintf(text, sizeof text, "gradient of input %d", k);
        if (g->input[k].grad)
            check_close(text, r.grad[k], g->input[k].grad, r.grads[k], 1e-12);
    }
    check_result_free(&r);
}

/* ---- random shapes against a plain loop ---- */

static inline uint64_t check_below(uint64_t stream, int64_t i, uint64_t n)
{
    return gg_rng_below(gg_rng_fork(gg_rng_new(11), stream), (uint64_t)i, n);
}

/* A shape of rank 1 to 4: sizes of 1, odd ones, and such as make several blocks. */
static inline check_input check_random_shape(uint64_t trial)
{
    static const int64_t sizes[] = {1, 1, 2, 3, 4, 7, 16, 33, 70, 150, 1000, 20000};
    const uint64_t count = sizeof sizes / sizeof *sizes;
    check_input in = {.rank = 1 + (int)check_below(trial, 0, GG_MAX_RANK)};
    int64_t elements = 1;
    for (int k = 0; k < in.rank; k++) {
        in.shape[k] = sizes[check_below(trial, 1 + k, count)];
        if (elements * in.shape[k] > 40000)
            in.shape[k] = 1 + in.shape[k] % 3;
        elements *= in.shape[k];
    }
    return in;
}

/* Quarters from -1 to 1. Sums of them or of their products are exact in any order, and many are the
 * same. */
static inline double *check_quarters(uint64_t stream, int64_t count)
{
    double *x = malloc(sizeof *x * (size_t)(count + 1));
    for (int64_t i = 0; x && i < count; i++)
        x[i] = (double)check_below(stream, i, 9) / 4 - 1;
    return x;
}

/* The same bits as g's values and gradients: of either type, on any number of threads, whether
 * gradients are added to or new. */
static inline void check_exact(gg_function f, void *context, const golden *g)
{
    check_input in[CHECK_INPUTS] = {0};
    for (int k = 0; k < g->count; k++) {
        in[k].rank = g->input[k].rank;
        memcpy(in[k].shape, g->input[k].shape, sizeof in[k].shape);
    }
    for (int run = 0; run < 12; run++) {
        gg_dtype dtype = run % 2 ? GG_F64 : GG_F32;
        check_mode mode = (check_mode)(run / 2 % 3);
        check_result r = check_run(f, context, dtype, 1 + run / 6, mode, g->count, in, g);
        check_close("values", r.values, g->output.values, r.count, 0);
        for (int k = 0; k < g->count; k++) {
            char text[CHECK_CHAR];
            snprintf(text, sizeof text, "run %d, gradient of input %d", run, k);
            check_close(text, r.grad[k], g->input[k].grad, r.grads[k], 0);
        }
        check_result_free(&r);
    }
}

/* The same of an op of one tensor, its arrays heap memory, which are freed. */
static inline void check_exact_unary(gg_function f, void *context, const check_input *in, double *x,
                                     double *dx, double *y, double *dy)
{
    golden g = {.count = 1,
                .input = {{.rank = in->rank, .values = x, .grad = dx}},
                .output = {.values = y, .grad = dy}};
    memcpy(g.input[0].shape, in->shape, sizeof in->shape);
    check_exact(f, context, &g);
    free(x);
    free(dx);
    free(y);
    free(dy);
}

/* Infinities and NaN: f of a vector x is y, and dx the gradient of y's sum, for either type,
 * whether gradients are added to or new. 0 and -0 are the same, as are all NaN. */
static inline void check_special(gg_function f, void *context, int64_t count, const double *x,
                                 const double *y, const double *dx)
{
    const double ones[] = {1, 1, 1, 1, 1, 1, 1, 1};
    const check_input in = {.rank = 1, .shape = {count}};
    const golden g = {.count = 1,
                      .input = {{.rank = 1, .shape = {count}, .values = x}},
                      .output = {.grad = ones}};
    assert_true(count <= (int64_t)(sizeof ones / sizeof *ones));
    for (int run = 0; run < 4; run++) {
        check_result r = check_run(f, context, run % 2 ? GG_F64 : GG_F32, 1,
                                   run / 2 ? INTERMEDIATES : LEAVES, 1, &in, &g);
        for (int64_t i = 0; i < r.count; i++)
            if (r.values[i] != y[i] && !(isnan(r.values[i]) && isnan(y[i])))
                fail_msg("value %lld is %g, expected %g", (long long)i, r.values[i], y[i]);
        for (int64_t i = 0; i < count; i++)
            if (r.grad[0][i] != dx[i] && !(isnan(r.grad[0][i]) && isnan(dx[i])))
                fail_msg("gradient %lld at %g is %g, expected %g", (long long)i, x[i], r.grad[0][i],
                         dx[i]);
        check_result_free(&r);
    }
}

static inline void check_op_error_n(gg_function f, void *context, const char *expected, int count,
                                    const check_input *in)
{
    for (gg_dtype dtype = GG_F32; dtype <= GG_F64; dtype++) {
        gg_tensor *inputs[CHECK_INPUTS] = {0};
        gg_error e = {0};
        gg_tape *t = NULL;
        assert_int_equal(gg_tape_new(dtype, 1, &t, &e), GG_OK);
        for (int k = 0; k < count; k++)
            assert_int_equal(check_make_input(dtype, &in[k], k, &inputs[k], &e), GG_OK);
        f(t, inputs, context);
        gg_status status = gg_tape_status(t, &e);
        for (int k = 0; k < count; k++)
            gg_tensor_free(inputs[k]);
        gg_tape_free(t);
        if (!status || !strstr(e.message, expected))
            fail_msg("status %d, '%s': expected '%s'", (int)status, e.message, expected);
    }
}

/* All of it, for inputs of a few dozen elements: gradients against central differences, f32 against
 * f64, same bits on 2 threads, gradients that are added to and new ones, memory that runs out,
 * inputs of another dtype. */
#define check_op(f, context, ...)                                                                  \
    check_op_n(f, context, CHECK_COUNT(__VA_ARGS__), (check_input[]){__VA_ARGS__})

/* What does not take time in proportion to the square of the size, for inputs of many blocks. */
#define check_op_large(f, context, ...)                                                            \
    check_large_n(f, context, CHECK_COUNT(__VA_ARGS__), (check_input[]){__VA_ARGS__})

/* Without differences, for a function whose gradient is by intention not its derivative. */
#define check_op_runs(f, context, ...)                                                             \
    check_runs_n(f, context, CHECK_COUNT(__VA_ARGS__), (check_input[]){__VA_ARGS__})

/* The function fails with a message that contains `expected`. */
#define check_op_error(f, context, expected, ...)                                                  \
    check_op_error_n(f, context, expected, CHECK_COUNT(__VA_ARGS__), (check_input[]){__VA_ARGS__})

#endif
