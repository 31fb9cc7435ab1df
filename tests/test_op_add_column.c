#include "check_op.h"
#include "golden/op_add_column.h"
#include "golden/op_add_columns.h"

static gg_tensor *add_column(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_add_column(t, in[0], in[1], *(const int64_t *)context, in[2]);
}

/* One square matrix as H and as W. */
static gg_tensor *of_itself(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_add_column(t, in[0], in[0], *(const int64_t *)context, in[1]);
}

/* A layer's weight used by two columns and by the product of the others, as CFLP's decoder does. */
static gg_tensor *two_worlds(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    gg_tensor *shared = gg_linear_part(t, in[0], in[1], 0, NULL);
    return gg_mul(t, gg_add_column(t, shared, in[1], 3, in[2]),
                  gg_add_column(t, shared, in[1], 3, in[3]));
}

/* Columns one by one, and several at once. */
static gg_tensor *one_by_one(gg_tape *t, gg_tensor **in, void *context)
{
    const int64_t *column = context;
    gg_tensor *h = in[0];
    for (int64_t k = 0; k < in[2]->shape[1]; k++) {
        int64_t rows = in[2]->shape[0];
        gg_tensor *s = gg_empty(t, 1, &rows);
        for (int64_t p = 0; p < rows; p++)
            gg_set(s, p, gg_get(in[2], p * in[2]->shape[1] + k));
        h = gg_add_column(t, h, in[1], *column + k, s);
    }
    return h;
}

/* The same with the columns as inputs of the layer. */
static gg_tensor *two_concatenations(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    gg_tensor *a = gg_concat(t, 2, (gg_tensor *[]){in[0], in[2]}, 1);
    gg_tensor *b = gg_concat(t, 2, (gg_tensor *[]){in[0], in[3]}, 1);
    return gg_mul(t, gg_linear(t, a, in[1], NULL), gg_linear(t, b, in[1], NULL));
}

static gg_tensor *wrong_dtype(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    double data[5] = {0};
    gg_dtype other = gg_tape_dtype(t) == GG_F32 ? GG_F64 : GG_F32;
    gg_tensor s = gg_tensor_view(other, 1, (int64_t[]){5}, data);
    return gg_add_column(t, in[0], in[1], 0, &s);
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(add_column, &(int64_t){2}, &golden_add_column);
    check_golden(add_column, &(int64_t){1}, &golden_add_columns);
}

static void test_shapes(void **state)
{
    (void)state;
    check_op(add_column, &(int64_t){1}, SHAPE(5, 3), SHAPE(3, 4), CONSTANT(5));
    check_op(add_column, &(int64_t){3}, SHAPE(5, 3), SHAPE(3, 4), CONSTANT(5, 1));
    check_op(add_column, &(int64_t){0}, SHAPE(1, 3), SHAPE(3, 1), CONSTANT(1));
    check_op(add_column, &(int64_t){0}, SHAPE(4, 1), SHAPE(1, 1), CONSTANT(4));
    check_op(add_column, &(int64_t){0}, SHAPE(0, 3), SHAPE(3, 2), CONSTANT(0));
    check_op(add_column, &(int64_t){0}, SHAPE(3, 0), SHAPE(0, 2), CONSTANT(3));
    check_op(of_itself, &(int64_t){1}, SHAPE(3, 3), CONSTANT(3));
    check_op(add_column, &(int64_t){1}, SHAPE(5, 3), SHAPE(3, 4), CONSTANT(5, 2));
    check_op(add_column, &(int64_t){0}, SHAPE(4, 3), SHAPE(3, 4), CONSTANT(4, 4));
    check_op(add_column, &(int64_t){0}, SHAPE(0, 3), SHAPE(3, 2), CONSTANT(0, 2));
    check_op(of_itself, &(int64_t){1}, SHAPE(3, 3), CONSTANT(3, 2));
    check_op(two_worlds, NULL, SHAPE(4, 3), SHAPE(2, 4), CONSTANT(4, 1), CONSTANT(4, 1));
}

static void test_many_blocks(void **state)
{
    (void)state;
    check_op_large(add_column, &(int64_t){2}, SHAPE(700, 75), SHAPE(75, 3), CONSTANT(700));
    check_op_large(add_column, &(int64_t){1}, SHAPE(700, 75), SHAPE(75, 5), CONSTANT(700, 4));
}

static void test_equals_concatenation(void **state)
{
    (void)state;
    check_input in[] = {SHAPE(6, 3), SHAPE(5, 4), CONSTANT(6, 1), CONSTANT(6, 1)};
    check_result parts = check_run(two_worlds, NULL, GG_F64, 1, LEAVES, 4, in, NULL);
    check_agree("concatenations", &parts,
                check_run(two_concatenations, NULL, GG_F64, 1, LEAVES, 4, in, NULL), 1e-14);
    check_result_free(&parts);
}

/* Values to the bit; gradients but for the rounding of the parts of dW. */
static void test_equals_one_by_one(void **state)
{
    (void)state;
    check_input in[] = {SHAPE(6, 40), SHAPE(40, 5), CONSTANT(6, 3)};
    for (int64_t column = 0; column < 3; column++) {
        check_result many = check_run(add_column, &column, GG_F32, 1, LEAVES, 3, in, NULL);
        check_agree("one by one", &many,
                    check_run(one_by_one, &column, GG_F32, 1, LEAVES, 3, in, NULL), 0);
        check_result_free(&many);
    }
}

static void test_errors(void **state)
{
    (void)state;
    check_op_error(add_column, &(int64_t){4},
                   "add_column: (5x3) x (3x4): column 4 of the weight does not exist", SHAPE(5, 3),
                   SHAPE(3, 4), CONSTANT(5));
    check_op_error(add_column, &(int64_t){INT64_MAX}, "of the weight does not exist", SHAPE(5, 3),
                   SHAPE(3, 4), CONSTANT(5, 3));
    check_op_error(add_column, &(int64_t){2}, "column 4 of the weight does not exist", SHAPE(5, 3),
                   SHAPE(3, 4), CONSTANT(5, 3));
    check_op_error(add_column, &(int64_t){0}, "the column has 4", SHAPE(5, 3), SHAPE(3, 4),
                   CONSTANT(4, 2));
    check_op_error(add_column, &(int64_t){-1}, "column -1", SHAPE(5, 3), SHAPE(3, 4), CONSTANT(5));
    check_op_error(add_column, &(int64_t){0}, "expected matrices (n x out) and (out x in)",
                   SHAPE(5, 3), SHAPE(4, 3), CONSTANT(5));
    check_op_error(add_column, &(int64_t){0}, "the column has 4", SHAPE(5, 3), SHAPE(3, 4),
                   CONSTANT(4));
    check_op_error(wrong_dtype, NULL, "expected one for each row", SHAPE(5, 3), SHAPE(3, 4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden),
                                       cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_many_blocks),
                                       cmocka_unit_test(test_equals_concatenation),
                                       cmocka_unit_test(test_equals_one_by_one),
                                       cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
