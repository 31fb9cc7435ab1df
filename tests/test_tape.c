#include "check_op.h"
#include "op_cube.h"
#include "tape.h"
#include "nn.h"

/* What most tests need: a tape and leaves on the heap, all freed at the end. */
typedef struct bench {
    gg_tape *t;
    gg_tensor *leaf[4];
    int leaves;
    gg_error e;
} bench;

static bench start(gg_dtype dtype)
{
    bench b = {0};
    assert_int_equal(gg_tape_new(dtype, 1, &b.t, &b.e), GG_OK);
    return b;
}

static void finish(bench *b)
{
    for (int k = 0; k < b->leaves; k++)
        gg_tensor_free(b->leaf[k]);
    gg_tape_free(b->t);
}

static gg_tensor *leaf(bench *b, gg_dtype dtype, int64_t rows, int64_t cols, double value)
{
    gg_tensor *x;
    assert_int_equal(gg_tensor_new(dtype, 2, (int64_t[]){rows, cols}, &x, &b->e), GG_OK);
    assert_int_equal(gg_tensor_require_grad(x, &b->e), GG_OK);
    for (int64_t i = 0; i < rows * cols; i++)
        gg_set(x, i, value);
    b->leaf[b->leaves++] = x;
    return x;
}

static double grad(const gg_tensor *x, int64_t i)
{
    gg_tensor view = *x;
    view.data = view.grad;
    return gg_get(&view, i);
}

static void assert_near(double a, double b)
{
    if (!(fabs(a - b) <= 1e-12 * fmax(1, fabs(b))))
        fail_msg("%.17g, expected %.17g", a, b);
}

/* ---- errors ---- */

static void test_first_error_sticks(void **state)
{
    (void)state;
    bench b = start(GG_F32);
    gg_tensor *x = gg_full(b.t, 2, (int64_t[]){2708, 1433}, 0);
    gg_tensor *w = gg_full(b.t, 2, (int64_t[]){256, 64}, 0);
    gg_tensor *bias = gg_full(b.t, 1, (int64_t[]){7}, 0);
    gg_tensor *y = gg_sum(b.t, gg_relu(b.t, gg_add(b.t, gg_matmul(b.t, x, w), bias)), GG_ALL);
    assert_int_equal(gg_numel(y), 1);
    const char *expected = "matmul: (2708x1433) x (256x64): inner dimensions differ";
    assert_int_equal(gg_tape_status(b.t, &b.e), GG_ERR_SHAPE);
    assert_string_equal(b.e.message, expected);
    gg_add(b.t, x, bias); /* a second mistake does not hide the first */
    b.e.message[0] = 0;
    assert_int_equal(gg_backward(b.t, y, &b.e), GG_ERR_SHAPE);
    assert_string_equal(b.e.message, expected);
    double value = 5;
    assert_int_equal(gg_value(b.t, y, &value, &b.e), GG_ERR_SHAPE);
    assert_true(value == 5);
    assert_true(gg_tape_status(b.t, NULL) == GG_ERR_SHAPE);
    gg_tape_reset(b.t);
    assert_int_equal(gg_tape_status(b.t, &b.e), GG_OK);
    finish(&b);
}

/* What was forgotten is an error like any other. */
static void test_null(void **state)
{
    (void)state;
    bench b = start(GG_F32);
    gg_tensor *x = leaf(&b, GG_F32, 3, 3, 1);
    gg_tensor of_three = gg_tensor_view(GG_F32, 1, (int64_t[]){3}, (float[]){1, 1, 1});
    gg_tensor *vector = &of_three;
#define CASE(call, expected)                                                                       \
    do {                                                                                           \
        gg_tape_reset(b.t);                                                                        \
        assert_non_null(call);                                                                     \
        assert_int_not_equal(gg_tape_status(b.t, &b.e), GG_OK);                                    \
        assert_string_equal(b.e.message, expected);                                                \
    } while (0)
    CASE(gg_add(b.t, x, NULL), "add: input 1 is NULL (gg_params_build fills a layer's)");
    CASE(gg_relu(b.t, NULL), "relu: input 0 is NULL (gg_params_build fills a layer's)");
    CASE(gg_spmm(b.t, NULL, x), "spmm: (3x3): there is no sparse matrix");
    CASE(gg_spmm_linear(b.t, NULL, x), "spmm_linear: (3x3): there is no sparse matrix");
    CASE(gg_spmm_mean(b.t, NULL, x), "spmm_mean: (3x3): there is no sparse matrix");
    CASE(gg_spmm_weighted(b.t, NULL, x, x),
         "spmm_weighted: (3x3) x (3x3): there is no sparse matrix");
    CASE(gg_sddmm(b.t, NULL, x, x), "sddmm: (3x3) x (3x3): there is no sparse matrix");
    CASE(gg_sddmm_add(b.t, NULL, x, x), "sddmm_add: (3x3) x (3x3): there is no sparse matrix");
    CASE(gg_segment_sum(b.t, NULL, x), "segment_sum: (3x3): there is no sparse matrix");
    CASE(gg_segment_softmax(b.t, NULL, x), "segment_softmax: (3x3): there is no sparse matrix");
    const gg_rng rng = gg_rng_new(1);
    const gg_pairs no_ids = {.count = 2};
    const gg_op no_shape = {.name = "blank", .arity = 1};
    const gg_op no_forward = {.name = "blank", .arity = 1, .shape = gg_shape_same};
    gg_tensor bare = gg_tensor_view(GG_F32, 1, (int64_t[]){3}, NULL);
    gg_tensor *h = NULL, *c = NULL;
    const gg_lstm_cell cell = {.weight_ih = x, .weight_hh = x, .hidden = 1};
    gg_tape_set_training(b.t, true);
    CASE(gg_dropout(b.t, NULL, 0.5, rng, 0),
         "dropout: input 0 is NULL (gg_params_build fills a layer's)");
    CASE(gg_transpose(b.t, NULL, NULL),
         "transpose: input 0 is NULL (gg_params_build fills a layer's)");
    CASE(gg_cross_entropy(b.t, x, NULL, 1), "cross_entropy: (3x3): there are no labels");
    CASE(gg_cross_entropy_mean(b.t, x, NULL), "cross_entropy: (3x3): there are no labels");
    CASE(gg_cross_entropy_mean(b.t, NULL, NULL),
         "cross_entropy: input 0 is NULL (gg_params_build fills a layer's)");
    CASE(gg_nt_xent(b.t, x, NULL, 1), "nt_xent: a view is NULL");
    CASE(gg_add_column(b.t, x, x, 0, NULL), "add_column: (3x3) x (3x3): there is no s");
    CASE(gg_add_column(b.t, x, x, 0, &bare), "add_column: (3x3) x (3x3): there is no s");
    CASE(gg_add_column_elu_dropout(b.t, x, x, 0, NULL, 0.5, rng, 0),
         "add_column_elu_dropout: (3x3) x (3x3): there is no s");
    CASE(gg_add_column_elu_dropout(b.t, NULL, x, 0, x, 0.5, rng, 0),
         "add_column_elu_dropout: input 0 is NULL (gg_params_build fills a layer's)");
    CASE(gg_bce_with_logits(b.t, x, NULL, 1, 1), "bce_with_logits: (3x3): there are no targets");
    CASE(gg_bce_with_logits(b.t, x, &bare, 1, 1), "bce_with_logits: (3x3): there are no targets");
    CASE(gg_gather_rows(b.t, x, 2, NULL), "gather_rows: (3x3): there is no index");
    CASE(gg_scatter_add_rows(b.t, x, NULL, 2), "scatter_add_rows: (3x3): there is no index");
    CASE(gg_hadamard_pairs(b.t, x, NULL), "hadamard_pairs: (3x3): there are no pairs");
    CASE(gg_hadamard_pairs(b.t, x, &no_ids), "hadamard_pairs: (3x3): there is no u");
    CASE(gg_concat(b.t, 2, NULL, 0), "concat: there are no inputs");
    CASE(gg_maximum(b.t, 2, NULL), "maximum: there are no inputs");
    CASE(gg_weighted_sum(b.t, x, 2, NULL), "weighted_sum: there are no inputs");
    CASE(gg_reshape(b.t, x, 2, NULL), "reshape: the shape is NULL");
    CASE(gg_batch_norm(b.t, x, vector, vector, NULL, vector, 0.1, 1e-5),
         "batch_norm: (3x3) x (3) x (3): expected running statistics of 3 elements in the tape's "
         "dtype");
    CASE(gg_apply(b.t, &no_forward, NULL, x), "blank: has no forward for an f32 tape");
    CASE(gg_apply(b.t, &no_shape, NULL, x), "blank: has no shape rule");
    CASE((gg_dropout_sparse(b.t, NULL, 0.5, rng), x), "dropout_sparse: there is no sparse matrix");
    CASE((gg_lstm_cell_forward(b.t, &cell, NULL, &h, &c), x),
         "linear: input 0 is NULL (gg_params_build fills a layer's)");
    gg_tensor empty = *x;
    empty.data = NULL;
    CASE(gg_relu(b.t, &empty), "relu: input 0 holds no data (gg_params_build fills a layer's)");
    CASE(gg_constant(b.t, NULL), "constant: the tensor is NULL");
    CASE(gg_detach(b.t, NULL), "detach: the tensor is NULL");
#undef CASE
    double value;
    gg_tape_reset(b.t);
    assert_int_equal(gg_value(b.t, NULL, &value, &b.e), GG_ERR_ARGUMENT);
    assert_string_equal(b.e.message, "value: the tensor is NULL");
    assert_int_equal(gg_values(b.t, NULL, 1, &value, &b.e), GG_ERR_ARGUMENT);
    assert_string_equal(b.e.message, "values: the tensor is NULL");
    assert_int_equal(gg_backward(b.t, NULL, &b.e), GG_ERR_ARGUMENT);
    assert_string_equal(b.e.message, "backward: the loss is NULL");
    gg_tape_reset(b.t);
    assert_int_equal(gg_backward_from(b.t, NULL, NULL, &b.e), GG_ERR_ARGUMENT);
    assert_string_equal(b.e.message, "backward: the tensor is NULL");
    finish(&b);
}

/* After an error every function that returns a tensor still returns one. */
static void test_nil_nests(void **state)
{
    (void)state;
    bench b = start(GG_F64);
    gg_tape *t = b.t;
    gg_tensor *nil = gg_tape_fail(t, GG_ERR_STATE, "layer: %d is odd", 7);
    gg_tensor *all[] = {gg_add(t, nil, nil),
                        gg_scale(t, nil, 2),
                        gg_linear(t, nil, nil, nil),
                        gg_concat(t, 2, (gg_tensor *[]){nil, nil}, 0),
                        gg_mean(t, nil, 3),
                        gg_full(t, 1, (int64_t[]){3}, 1),
                        gg_constant(t, nil),
                        gg_detach(t, nil),
                        gg_tape_fail(t, GG_ERR_ARGUMENT, "another")};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        assert_ptr_equal(all[k], nil);
    assert_int_equal(gg_tape_status(t, &b.e), GG_ERR_STATE);
    assert_string_equal(b.e.message, "layer: 7 is odd");
    finish(&b);
}

/* Asserts that the tape failed with this message, and resets it. */
static void assert_failed(bench *b, gg_status code, const char *message)
{
    assert_int_equal(gg_tape_status(b->t, &b->e), code);
    if (!strstr(b->e.message, message))
        fail_msg("'%s', expected '%s'", b->e.message, message);
    gg_tape_reset(b->t);
}

static gg_status shape_without_reason(gg_node *n)
{
    (void)n;
    return GG_ERR_SHAPE;
}

static gg_status shape_of_rank_9(gg_node *n)
{
    n->out->rank = 9;
    return GG_OK;
}

static void never(gg_node *n)
{
    (void)n;
    fail_msg("an op without a shape runs");
}

static void test_shape_rules_that_fail(void **state)
{
    (void)state;
    bench b = start(GG_F32);
    gg_tensor *x = leaf(&b, GG_F32, 2, 3, 1);
    gg_op op = {
        .name = "odd", .arity = 1, .shape = shape_without_reason, .forward = {never, never}};
    gg_apply(b.t, &op, NULL, x);
    assert_failed(&b, GG_ERR_SHAPE, "odd: its shape rule failed");
    op.shape = shape_of_rank_9;
    gg_apply(b.t, &op, NULL, x);
    assert_failed(&b, GG_ERR_SHAPE, "odd: (2x3): the result has rank 9, expected 1 to 4");
    finish(&b);
}

static void test_misuse(void **state)
{
    (void)state;
    bench b = start(GG_F32), other = start(GG_F32);
    gg_tensor *x = leaf(&b, GG_F32, 2, 2, 1), *wide = leaf(&b, GG_F64, 2, 2, 1);
    gg_add(b.t, x, wide);
    assert_failed(&b, GG_ERR_SHAPE, "add: (2x2) x (2x2): an f64 input on an f32 tape");
    gg_add(b.t, x, gg_constant(b.t, wide));
    assert_int_equal(gg_tape_status(b.t, &b.e), GG_OK);

    gg_add(b.t, x, gg_full(other.t, 2, (int64_t[]){2, 2}, 1));
    assert_failed(&b, GG_ERR_STATE, "add: (2x2) x (2x2): an input lives on another tape");

    gg_tensor bare = gg_tensor_view(GG_F32, 1, (int64_t[]){1}, (float[]){1});
    bare.requires_grad = true;
    assert_int_equal(gg_backward(b.t, gg_square(b.t, &bare), &b.e), GG_ERR_STATE);
    assert_failed(&b, GG_ERR_STATE, "square: input 0 requires a gradient but has no buffer for it");

    assert_int_equal(gg_backward(b.t, gg_square(b.t, x), &b.e), GG_ERR_SHAPE);
    assert_failed(&b, GG_ERR_SHAPE, "backward: loss is (2x2), expected one element");

    gg_tensor *constant = gg_full(b.t, 1, (int64_t[]){1}, 2);
    assert_int_equal(gg_backward(b.t, gg_square(b.t, constant), &b.e), GG_ERR_STATE);
    assert_failed(&b, GG_ERR_STATE, "does not depend on anything that requires a gradient");

    gg_tensor *seed = gg_full(b.t, 1, (int64_t[]){3}, 2);
    assert_int_equal(gg_backward_from(b.t, gg_square(b.t, x), seed, &b.e), GG_ERR_SHAPE);
    assert_failed(&b, GG_ERR_SHAPE, "backward: the seed's shape or dtype is not the tensor's");

    assert_int_equal(gg_backward_from(b.t, gg_square(b.t, x), NULL, &b.e), GG_ERR_STATE);
    assert_failed(&b, GG_ERR_STATE, "backward: the tensor holds no gradient, and no seed is given");

    gg_tensor *elsewhere = gg_sum(other.t, gg_square(other.t, x), GG_ALL);
    assert_int_equal(gg_backward(b.t, elsewhere, &b.e), GG_ERR_STATE);
    assert_failed(&b, GG_ERR_STATE, "backward: the tensor lives on another tape");
    assert_null(elsewhere->grad);

    gg_tape_fail(b.t, GG_ERR_STATE, "two\nlines \x1b[31m");
    assert_failed(&b, GG_ERR_STATE, "two?lines ?[31m");

    double value = 5;
    assert_int_equal(gg_value(b.t, x, &value, &b.e), GG_ERR_SHAPE);
    assert_string_equal(b.e.message, "value: (2x2), expected one element");
    double values[5] = {5, 5, 5, 5, 5};
    assert_int_equal(gg_values(b.t, x, 5, values, &b.e), GG_ERR_SHAPE);
    assert_string_equal(b.e.message, "values: (2x2), expected 5 elements");
    assert_true(values[0] == 5);
    assert_int_equal(gg_values(b.t, x, 4, values, &b.e), GG_OK);
    assert_true(values[0] == 1 && values[3] == 1 && values[4] == 5);
    gg_tape_fail(b.t, GG_ERR_STATE, "early");
    assert_int_equal(gg_values(b.t, x, 4, values, &b.e), GG_ERR_STATE);
    assert_failed(&b, GG_ERR_STATE, "early");
    gg_empty(b.t, 5, (int64_t[]){1, 1, 1, 1, 1});
    assert_failed(&b, GG_ERR_SHAPE, "tensor: rank 5 with an impossible shape");
    gg_empty(b.t, 2, (int64_t[]){INT64_MAX, 2});
    assert_failed(&b, GG_ERR_SHAPE, "an impossible shape");
    float number = 1;
    for (int rank = 0; rank <= 5; rank += 5) {
        gg_tensor odd = gg_tensor_view(GG_F32, 1, (int64_t[]){1}, &number);
        odd.rank = rank;
        gg_softmax(b.t, &odd);
        assert_failed(&b, GG_ERR_SHAPE,
                      rank ? "softmax: input 0 has rank 5, expected 1 to 4"
                           : "softmax: input 0 has rank 0, expected 1 to 4");
        gg_linear(b.t, &odd, x, NULL);
        assert_failed(&b, GG_ERR_SHAPE, "linear: input 0 has rank");
        gg_transpose(b.t, &odd, (int[]){0, 1, 2, 3, 4});
        assert_failed(&b, GG_ERR_SHAPE, "transpose: input 0 has rank");
    }
    gg_tensor *own = gg_full(b.t, 1, (int64_t[]){1}, 2);
    gg_tensor_free(own); /* it goes with the tape */
    assert_true(gg_get(own, 0) == 2);
    gg_apply(b.t, &cube_op, NULL, x, x);
    assert_failed(&b, GG_ERR_ARGUMENT, "cube: 2 inputs, expected 1");
    finish(&other);
    finish(&b);
    gg_tape *t;
    assert_int_equal(gg_tape_new(GG_F32, 0, &t, &b.e), GG_ERR_ARGUMENT);
    assert_int_equal(gg_tape_new((gg_dtype)7, 1, &t, &b.e), GG_ERR_ARGUMENT);
    assert_string_equal(b.e.message, "tape: no dtype 7");
}

/* ---- memory ---- */

static void test_mark_and_release(void **state)
{
    (void)state;
    bench b = start(GG_F64);
    gg_tape *t = b.t;
    gg_tensor *w = leaf(&b, GG_F64, 3, 3, 0.5);
    gg_tensor *x = gg_square(t, w);
    gg_tensor *own = gg_full(t, 1, (int64_t[]){1}, 2); /* a leaf in the arena */
    own->requires_grad = true;
    gg_mark mark = gg_tape_mark(t);
    int64_t nodes = gg_tape_nodes(t);
    size_t bytes = 0;
    for (int round = 0; round < 20; round++) {
        gg_tensor *y = gg_full(t, 2, (int64_t[]){3, 3}, round);
        for (int k = 0; k < 50; k++)
            y = gg_add(t, y, gg_mul(t, x, own));
        assert_int_equal(gg_backward(t, gg_sum(t, y, GG_ALL), &b.e), GG_OK);
        gg_tape_release(t, mark);
        assert_int_equal(gg_tape_nodes(t), nodes);
        if (round == 1)
            bytes = gg_tape_bytes(t);
    }
    assert_int_equal(gg_tape_bytes(t), bytes);
    /* 20 rounds of the sum of 50 own w^2 over 9 elements */
    assert_near(grad(w, 4), 20 * 50 * 2 * 2 * 0.5);
    assert_near(grad(own, 0), 20 * 50 * 9 * 0.25);
    assert_near(gg_get(x, 8), 0.25);
    finish(&b);
}

/* A leaf from behind the mark ends with it, and so does its gradient. */
static void test_leaves_behind_a_mark(void **state)
{
    (void)state;
    bench b = start(GG_F64);
    gg_tape *t = b.t;
    gg_tensor *w = leaf(&b, GG_F64, 30, 30, 0.5);
    gg_tensor *old = gg_full(t, 2, (int64_t[]){30, 30}, 3);
    assert_int_equal(gg_tensor_require_grad(old, &b.e), GG_OK); /* which backward frees no more */
    assert_null(old->grad);
    gg_mark mark = gg_tape_mark(t);
    size_t bytes = 0;
    for (int round = 1; round <= 200; round++) {
        gg_tensor *young = gg_full(t, 2, (int64_t[]){30, 30}, round);
        assert_int_equal(gg_tensor_require_grad(young, &b.e), GG_OK);
        gg_tensor *y = gg_mul(t, gg_mul(t, young, w), old);
        assert_int_equal(gg_backward(t, gg_sum(t, y, GG_ALL), &b.e), GG_OK);
        assert_near(grad(young, 899), 1.5);
        gg_tape_release(t, mark);
        if (round == 2)
            bytes = gg_tape_bytes(t);
    }
    assert_int_equal(gg_tape_bytes(t), bytes);
    assert_near(grad(old, 899), 0.5 * 200 * 201 / 2);
    gg_tape_reset(t);
    gg_tensor *x = gg_full(t, 1, (int64_t[]){1}, 2);
    assert_int_equal(gg_tensor_require_grad(x, &b.e), GG_OK);
    assert_int_equal(gg_backward(t, gg_square(t, x), &b.e), GG_OK);
    gg_tape_release(t, gg_tape_mark(t));
    assert_near(grad(x, 0), 4);
    finish(&b);
}

static void big_step(bench *b, gg_tensor *x)
{
    gg_tape_reset(b->t);
    gg_tensor *y = x;
    for (int k = 0; k < 10; k++)
        y = gg_add(b->t, y, gg_square(b->t, x));
    assert_int_equal(gg_backward(b->t, gg_mean(b->t, y, GG_ALL), &b->e), GG_OK);
}

static void test_steady_step_allocates_nothing(void **state)
{
    (void)state;
    check_heap heap = {0};
    gg_allocator allocator = {check_heap_alloc, check_heap_free, &heap};
    gg_set_allocator(&allocator);
    bench b = start(GG_F32);
    gg_tensor *x = leaf(&b, GG_F32, 100, 100, 1);
    big_step(&b, x); /* grows, */
    big_step(&b, x); /* joins what has grown, */
    int64_t total = heap.total;
    size_t bytes = gg_tape_bytes(b.t);
    for (int k = 0; k < 5; k++)
        big_step(&b, x); /* and is steady */
    int64_t steady = heap.total;
    size_t steady_bytes = gg_tape_bytes(b.t);
    finish(&b);
    gg_set_allocator(NULL);
    assert_int_equal(steady, total);
    assert_int_equal(steady_bytes, bytes);
    assert_int_equal(heap.live, 0);
}

static void test_arena_is_aligned(void **state)
{
    (void)state;
    bench b = start(GG_F32);
    for (int64_t n = 0; n < 300; n++) {
        gg_tensor *x = gg_full(b.t, 1, &n, 1);
        assert_int_equal((uintptr_t)x->data % 64, 0);
    }
    finish(&b);
}

static gg_status whole_step(void *context, gg_error *e)
{
    (void)context;
    gg_tape *t = NULL;
    gg_tensor *x = NULL;
    gg_status status = gg_tape_new(GG_F32, 1, &t, e);
    if (!status)
        status = gg_tensor_new(GG_F32, 1, (int64_t[]){30000}, &x, e);
    if (!status)
        status = gg_tensor_require_grad(x, e);
    if (!status)
        status = gg_backward(t, gg_sum(t, gg_square(t, gg_sigmoid(t, x)), GG_ALL), e);
    gg_tensor_free(x);
    gg_tape_free(t);
    return status;
}

static void test_memory_runs_out(void **state)
{
    (void)state;
    check_every_allocation_fails(whole_step, NULL);
}

static gg_status whole_gradcheck(void *context, gg_error *e)
{
    (void)context;
    double data[] = {1, 2, 3};
    gg_tensor x = gg_tensor_view(GG_F64, 1, (int64_t[]){3}, data), *inputs[] = {&x};
    x.requires_grad = true;
    return gg_gradcheck(cube, 1, inputs, NULL, 1e-6, NULL, e);
}

static void test_gradcheck_memory_runs_out(void **state)
{
    (void)state;
    check_every_allocation_fails(whole_gradcheck, NULL);
}

/* ---- backward ---- */

static void test_backward_accumulates(void **state)
{
    (void)state;
    bench b = start(GG_F64);
    gg_tensor *x = leaf(&b, GG_F64, 1, 2, 3);
    gg_tensor *y = gg_sum(b.t, gg_square(b.t, gg_scale(b.t, x, 2)), GG_ALL);
    for (int k = 1; k <= 3; k++) { /* d(4 x^2)/dx = 8 x, once for every call */
        assert_int_equal(gg_backward(b.t, y, &b.e), GG_OK);
        assert_near(grad(x, 1), k * 24);
    }
    finish(&b);
}

static size_t bytes_used(const gg_tape *t)
{
    size_t bytes = 0;
    for (size_t k = 0; k < t->arena.chunks; k++)
        bytes += t->arena.chunk[k].used;
    return bytes;
}

/* However deep the graph, gradients of its inside share the memory of a few. */
static void test_spent_gradients_are_used_again(void **state)
{
    (void)state;
    bench b = start(GG_F64);
    gg_tensor *x = leaf(&b, GG_F64, 10, 100, 1), *y = x;
    for (int round = 0; round < 2; round++) { /* the second has all in one chunk */
        gg_tape_reset(b.t);
        y = gg_square(b.t, x);
        for (int k = 0; k < 60; k++)
            y = gg_scale(b.t, gg_add(b.t, y, gg_square(b.t, y)), 0.5);
        y = gg_sum(b.t, y, GG_ALL);
        size_t values = bytes_used(b.t);
        assert_int_equal(gg_backward(b.t, y, &b.e), GG_OK);
        assert_true(bytes_used(b.t) - values < 5 * 1000 * sizeof(double));
    }
    finish(&b);
}

static void test_backward_from_a_seed(void **state)
{
    (void)state;
    bench b = start(GG_F64);
    gg_tensor *x = leaf(&b, GG_F64, 1, 3, 2);
    gg_tensor *y = gg_square(b.t, x);
    gg_sigmoid(b.t, x); /* recorded, but no part of y */
    double weights[] = {1, -1, 0.5};
    gg_tensor seed = gg_tensor_view(GG_F64, 2, (int64_t[]){1, 3}, weights);
    assert_int_equal(gg_backward_from(b.t, y, &seed, &b.e), GG_OK);
    for (int i = 0; i < 3; i++)
        assert_near(grad(x, i), 4 * weights[i]);
    /* the seed was copied, and y->grad can be the seed itself */
    assert_true(weights[0] == 1);
    y->grad = weights;
    assert_int_equal(gg_backward_from(b.t, y, NULL, &b.e), GG_OK);
    for (int i = 0; i < 3; i++)
        assert_near(grad(x, i), 8 * weights[i]);
    finish(&b);
}

/* A leaf's gradient is its seed, and adds up; a tensor's of the tape is made. */
static void test_backward_from_a_leaf(void **state)
{
    (void)state;
    bench b = start(GG_F64);
    gg_tensor *x = leaf(&b, GG_F64, 1, 1, 2), *c = gg_full(b.t, 1, (int64_t[]){1}, 2);
    gg_tensor bare = gg_tensor_view(GG_F64, 1, (int64_t[]){1}, (double[]){1});
    c->requires_grad = bare.requires_grad = true;
    for (int k = 1; k <= 2; k++) {
        assert_int_equal(gg_backward(b.t, x, &b.e), GG_OK);
        assert_int_equal(gg_backward(b.t, c, &b.e), GG_OK);
        assert_near(grad(x, 0), k);
        assert_near(grad(c, 0), k);
    }
    assert_int_equal(gg_backward_from(b.t, x, NULL, &b.e), GG_OK); /* it is there already */
    assert_near(grad(x, 0), 2);
    assert_int_equal(gg_backward(b.t, &bare, &b.e), GG_ERR_STATE);
    assert_failed(&b, GG_ERR_STATE, "the leaf has no buffer for its gradient");
    gg_tensor *narrow = leaf(&b, GG_F32, 1, 1, 2);
    assert_int_equal(gg_backward(b.t, narrow, &b.e), GG_ERR_SHAPE);
    assert_failed(&b, GG_ERR_SHAPE, "backward: an f32 leaf on an f64 tape");
    gg_tensor *cut = gg_detach(b.t, narrow);
    cut->requires_grad = true;
    assert_int_equal(gg_backward(b.t, cut, &b.e), GG_ERR_SHAPE);
    assert_failed(&b, GG_ERR_SHAPE, "backward: an f32 leaf on an f64 tape");
    assert_true(grad(narrow, 0) == 0);
    finish(&b);
}

static void test_detach_and_recording(void **state)
{
    (void)state;
    bench b = start(GG_F64);
    gg_tensor *x = leaf(&b, GG_F64, 1, 1, 3);
    gg_tensor *y = gg_square(b.t, x);
    gg_tensor *cut = gg_detach(b.t, y);
    assert_ptr_equal(cut->data, y->data);
    assert_false(cut->requires_grad);
    /* d(x^2 * 9)/dx, the 9 being a constant */
    assert_int_equal(gg_backward(b.t, gg_mul(b.t, y, cut), &b.e), GG_OK);
    assert_near(grad(x, 0), 9 * 6);

    int64_t nodes = gg_tape_nodes(b.t);
    gg_tape_set_recording(b.t, false);
    gg_tensor *z = gg_square(b.t, x);
    assert_int_equal(gg_tape_nodes(b.t), nodes);
    assert_false(z->requires_grad);
    assert_near(gg_get(z, 0), 9);
    gg_tape_set_recording(b.t, true);
    assert_int_equal(gg_backward(b.t, z, &b.e), GG_ERR_STATE);
    finish(&b);
}

static void test_state(void **state)
{
    (void)state;
    bench b = start(GG_F64);
    assert_int_equal(gg_tape_dtype(b.t), GG_F64);
    assert_int_equal(gg_tape_threads(b.t), 1);
    assert_false(gg_tape_training(b.t));
    gg_tape_set_training(b.t, true);
    assert_true(gg_tape_training(b.t));
    double value = 0;
    gg_tensor narrow = gg_tensor_view(GG_F32, 1, (int64_t[]){1}, (float[]){0.25f});
    assert_int_equal(gg_value(b.t, gg_constant(b.t, &narrow), &value, &b.e), GG_OK);
    assert_true(value == 0.25);
    gg_tape_free(NULL);
    finish(&b);
}

/* ---- ops of others, and wrong ones ---- */

static void test_op_outside_the_library(void **state)
{
    (void)state;
    check_op(cube, NULL, SHAPE(3, 4));
    check_op(cube, NULL, SHAPE(0, 2));
}

static void test_gradcheck_reports(void **state)
{
    (void)state;
    bench b = start(GG_F64);
    gg_tensor *x = leaf(&b, GG_F64, 1, 3, 1);
    gg_set(x, 1, 2);
    gg_gradcheck_report report;
    assert_int_equal(gg_gradcheck(cube, 1, &x, NULL, 1e-6, &report, &b.e), GG_OK);
    assert_int_equal(report.checked, 3);
    assert_true(report.relative_error < 1e-6);

    double wrong = 2.5;
    assert_int_equal(gg_gradcheck(cube, 1, &x, &wrong, 1e-6, &report, &b.e), GG_ERR_NUMERIC);
    assert_int_equal(report.input, 0);
    assert_true(fabs(report.analytic / report.numeric - wrong / 3) < 1e-6);
    assert_true(fabs(report.relative_error - 0.5 / 3) < 1e-6);
    char expected[64];
    snprintf(expected, sizeof expected, "gradcheck: 3 elements checked; worst: input 0, element %d",
             (int)report.element);
    assert_int_equal(strncmp(b.e.message, expected, strlen(expected)), 0);
    assert_non_null(strstr(b.e.message, "analytic "));
    assert_non_null(strstr(b.e.message, "numeric "));
    /* the caller's input and its gradient are as they were */
    assert_true(gg_get(x, 1) == 2 && grad(x, 1) == 0);
    finish(&b);
}

static gg_tensor *forgetful(gg_tape *t, gg_tensor **in, void *context)
{
    (void)t, (void)in, (void)context;
    return NULL;
}

static gg_tensor *badly_shaped(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    return gg_matmul(t, in[0], in[0]);
}

static void test_gradcheck_passes_errors_on(void **state)
{
    (void)state;
    bench b = start(GG_F64);
    gg_tensor *x = leaf(&b, GG_F64, 1, 3, 1);
    assert_int_equal(gg_gradcheck(badly_shaped, 1, &x, NULL, 1e-6, NULL, &b.e), GG_ERR_SHAPE);
    assert_string_equal(b.e.message, "matmul: (1x3) x (1x3): inner dimensions differ");
    assert_int_equal(gg_gradcheck(forgetful, 1, &x, NULL, 1e-6, NULL, &b.e), GG_ERR_ARGUMENT);
    assert_string_equal(b.e.message, "gradcheck: f returned NULL");
    finish(&b);
}

/* Builds on the caller's tensor, not on the copy whose gradient is checked. */
static gg_tensor *absent_minded(gg_tape *t, gg_tensor **in, void *context)
{
    (void)in;
    return gg_square(t, context);
}

static void test_gradcheck_misses_its_copy(void **state)
{
    (void)state;
    bench b = start(GG_F64);
    gg_tensor *x = leaf(&b, GG_F64, 1, 3, 1);
    assert_int_equal(gg_gradcheck(absent_minded, 1, &x, x, 1e-6, NULL, &b.e), GG_ERR_ARGUMENT);
    assert_string_equal(b.e.message,
                        "gradcheck: nothing is made of input 0: is it the copy that f uses?");
    finish(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_error_sticks),
        cmocka_unit_test(test_null),
        cmocka_unit_test(test_nil_nests),
        cmocka_unit_test(test_shape_rules_that_fail),
        cmocka_unit_test(test_misuse),
        cmocka_unit_test(test_mark_and_release),
        cmocka_unit_test(test_leaves_behind_a_mark),
        cmocka_unit_test(test_steady_step_allocates_nothing),
        cmocka_unit_test(test_arena_is_aligned),
        cmocka_unit_test(test_memory_runs_out),
        cmocka_unit_test(test_gradcheck_memory_runs_out),
        cmocka_unit_test(test_backward_accumulates),
        cmocka_unit_test(test_spent_gradients_are_used_again),
        cmocka_unit_test(test_backward_from_a_seed),
        cmocka_unit_test(test_backward_from_a_leaf),
        cmocka_unit_test(test_detach_and_recording),
        cmocka_unit_test(test_state),
        cmocka_unit_test(test_op_outside_the_library),
        cmocka_unit_test(test_gradcheck_reports),
        cmocka_unit_test(test_gradcheck_passes_errors_on),
        cmocka_unit_test(test_gradcheck_misses_its_copy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
