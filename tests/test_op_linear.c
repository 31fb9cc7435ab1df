#include "check_op.h"
#include "golden/op_linear.h"
#include "golden/op_linear_part.h"
#include "golden/op_linear_rank.h"

static gg_tensor *linear(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    return gg_linear(t, in[0], in[1], in[2]);
}

static gg_tensor *plain(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    return gg_linear(t, in[0], in[1], NULL);
}

static gg_tensor *part(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_linear_part(t, in[0], in[1], *(int64_t *)context, in[2]);
}

static gg_tensor *plain_part(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_linear_part(t, in[0], in[1], *(int64_t *)context, NULL);
}

static gg_tensor *two_parts(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    gg_tensor *first = gg_linear_part(t, in[0], in[2], 0, in[3]);
    return gg_add(t, first, gg_linear_part(t, in[1], in[2], 2, NULL));
}

static gg_tensor *joined(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    gg_tensor *x = gg_concat(t, 2, (gg_tensor *[]){in[0], in[1]}, 1);
    return gg_linear(t, x, in[2], in[3]);
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(linear, NULL, &golden_linear_bias);
    check_golden(plain, NULL, &golden_linear_plain);
    check_golden(part, &(int64_t){2}, &golden_linear_part_bias);
    check_golden(plain_part, &(int64_t){2}, &golden_linear_part_plain);
}

static void test_shapes(void **state)
{
    (void)state;
    check_op(linear, NULL, SHAPE(4, 3), SHAPE(5, 3), SHAPE(5));
    check_op(linear, NULL, SHAPE(1, 3), SHAPE(5, 3), SHAPE(5));
    check_op(linear, NULL, SHAPE(4, 1), SHAPE(1, 1), SHAPE(1));
    check_op(linear, NULL, SHAPE(0, 3), SHAPE(5, 3), SHAPE(5));
    check_op(linear, NULL, SHAPE(4, 0), SHAPE(5, 0), SHAPE(5));
    check_op(linear, NULL, CONSTANT(4, 3), SHAPE(5, 3), SHAPE(5));
    check_op(plain, NULL, SHAPE(4, 3), SHAPE(5, 3));
    check_op(plain, NULL, SHAPE(4, 0), SHAPE(5, 0));
    check_op(part, &(int64_t){1}, SHAPE(4, 2), SHAPE(5, 4), SHAPE(5));
    check_op(part, &(int64_t){3}, SHAPE(4, 1), SHAPE(5, 4), SHAPE(5));
}

static void test_ranks(void **state)
{
    (void)state;
    check_golden(linear, NULL, &golden_linear_rank_vector);
    check_golden(linear, NULL, &golden_linear_rank_three);
    check_op(linear, NULL, SHAPE(3), SHAPE(5, 3), SHAPE(5));
    check_op(linear, NULL, SHAPE(2, 4, 3), SHAPE(5, 3), SHAPE(5));
    check_op(linear, NULL, SHAPE(2, 0, 3), SHAPE(5, 3), SHAPE(5));
    check_op(plain, NULL, SHAPE(2, 3, 2, 4), SHAPE(1, 4));
    check_op(part, &(int64_t){1}, SHAPE(3, 2, 2), SHAPE(5, 4), SHAPE(5));
}

static void test_many_blocks(void **state)
{
    (void)state;
    check_op_large(linear, NULL, RANGE(-1, 1, 1100, 40), RANGE(-1, 1, 140, 40), SHAPE(140));
    check_op_large(part, &(int64_t){7}, RANGE(-1, 1, 1100, 20), RANGE(-1, 1, 30, 40), SHAPE(30));
}

static void test_parts_add_up(void **state)
{
    (void)state;
    check_input in[] = {SHAPE(6, 2), SHAPE(6, 3), SHAPE(4, 5), SHAPE(4)};
    check_result whole = check_run(joined, NULL, GG_F64, 1, LEAVES, 4, in, NULL);
    check_agree("parts", &whole, check_run(two_parts, NULL, GG_F64, 1, LEAVES, 4, in, NULL), 1e-14);
    check_result_free(&whole);
}

static void test_errors(void **state)
{
    (void)state;
    check_op_error(linear, NULL, "linear: (4x3) x (5x4)^T: inner dimensions differ", SHAPE(4, 3),
                   SHAPE(5, 4), SHAPE(5));
    check_op_error(linear, NULL, "expected a bias of 5 elements", SHAPE(4, 3), SHAPE(5, 3),
                   SHAPE(3));
    check_op_error(linear, NULL, "linear: (2x4x3) x (5x4)^T: inner dimensions differ",
                   SHAPE(2, 4, 3), SHAPE(5, 4), SHAPE(5));
    check_op_error(linear, NULL, "expected a matrix as the weight", SHAPE(4, 3), SHAPE(3),
                   SHAPE(1));
    check_op_error(part, &(int64_t){2}, "columns 2 to 5 of the weight do not exist", SHAPE(4, 3),
                   SHAPE(5, 4), SHAPE(5));
    check_op_error(part, &(int64_t){INT64_MAX}, "do not exist", SHAPE(4, 3), SHAPE(5, 4), SHAPE(5));
    check_op_error(part, &(int64_t){-1}, "do not exist", SHAPE(4, 3), SHAPE(5, 4), SHAPE(5));
}

/* A million equal terms are a million times one, to a float's digits. */
static void test_many_rows(void **state)
{
    (void)state;
    const int64_t rows = 1000000;
    check_input in[] = {RANGE(0.1, 0.1, rows, 1), RANGE(0.1, 0.1, 1, 1), SHAPE(1)};
    double *seed = malloc(sizeof *seed * (size_t)rows);
    gg_tensor *inputs[3], *y = NULL;
    gg_error e = {0};
    gg_tape *t;
    assert_int_equal(gg_tape_new(GG_F32, 1, &t, &e), GG_OK);
    for (int64_t i = 0; i < rows; i++)
        seed[i] = 0.1;
    for (int k = 0; k < 3; k++)
        assert_int_equal(check_make_input(GG_F32, &in[k], k, &inputs[k], &e), GG_OK);
    assert_int_equal(check_forward_backward(t, linear, NULL, 3, inputs, LEAVES, seed, &y, &e),
                     GG_OK);
    assert_true(fabs((double)*(float *)inputs[1]->grad - 10000) < 0.01);
    assert_true(fabs((double)*(float *)inputs[2]->grad - 100000) < 0.1);
    for (int k = 0; k < 3; k++)
        gg_tensor_free(inputs[k]);
    gg_tape_free(t);
    free(seed);
}

/* No inputs and one output: what is left is the bias. */
static void test_no_inputs(void **state)
{
    (void)state;
    gg_tape *t;
    assert_int_equal(gg_tape_new(GG_F64, 1, &t, NULL), GG_OK);
    gg_tensor *x = gg_empty(t, 2, (int64_t[]){4, 0}), *w = gg_empty(t, 2, (int64_t[]){1, 0});
    gg_tensor *y = gg_linear(t, x, w, gg_full(t, 1, (int64_t[]){1}, 7));
    assert_int_equal(gg_tape_status(t, NULL), GG_OK);
    for (int64_t i = 0; i < 4; i++)
        assert_true(gg_get(y, i) == 7);
    gg_tape_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden),       cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_ranks),        cmocka_unit_test(test_many_blocks),
        cmocka_unit_test(test_parts_add_up), cmocka_unit_test(test_errors),
        cmocka_unit_test(test_no_inputs),    cmocka_unit_test(test_many_rows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
