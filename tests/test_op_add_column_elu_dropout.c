#include "check_op.h"
#include "golden/op_add_column_elu_dropout.h"
#include "golden/op_add_columns_elu_dropout.h"

typedef struct hidden {
    int64_t column;
    double p;
    int64_t first_row;
    bool evaluation;
} hidden;

static gg_tensor *fused(gg_tape *t, gg_tensor **in, void *context)
{
    const hidden *a = context;
    gg_tape_set_training(t, !a->evaluation);
    return gg_add_column_elu_dropout(t, in[0], in[1], a->column, in[2], a->p, gg_rng_new(7),
                                     a->first_row);
}

static gg_tensor *three_operations(gg_tape *t, gg_tensor **in, void *context)
{
    const hidden *a = context;
    gg_tape_set_training(t, !a->evaluation);
    gg_tensor *h = gg_elu(t, gg_add_column(t, in[0], in[1], a->column, in[2]));
    return gg_dropout(t, h, a->p, gg_rng_new(7), a->first_row);
}

/* One square matrix as H and as W. */
static gg_tensor *of_itself(gg_tape *t, gg_tensor **in, void *context)
{
    return fused(t, (gg_tensor *[]){in[0], in[0], in[1]}, context);
}

/* H and W used twice: the second gradient is added to the first. */
static gg_tensor *two_worlds(gg_function layer, gg_tape *t, gg_tensor **in, void *context)
{
    hidden other = *(const hidden *)context;
    other.first_row += 100;
    return gg_mul(t, layer(t, in, context), layer(t, (gg_tensor *[]){in[0], in[1], in[3]}, &other));
}

static gg_tensor *two_fused(gg_tape *t, gg_tensor **in, void *context)
{
    return two_worlds(fused, t, in, context);
}

static gg_tensor *two_of_three_operations(gg_tape *t, gg_tensor **in, void *context)
{
    return two_worlds(three_operations, t, in, context);
}

static gg_tensor *wrong_dtype(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    double data[5] = {0};
    gg_dtype other = gg_tape_dtype(t) == GG_F32 ? GG_F64 : GG_F32;
    gg_tensor s = gg_tensor_view(other, 1, (int64_t[]){5}, data);
    return gg_add_column_elu_dropout(t, in[0], in[1], 0, &s, 0.5, gg_rng_new(7), 0);
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(fused, (&(hidden){1, 0.3, 2, false}), &golden_add_column_elu_dropout);
    check_golden(fused, (&(hidden){1, 0.3, 2, false}), &golden_add_columns_elu_dropout);
}

static void test_shapes(void **state)
{
    (void)state;
    hidden a = {1, 0.3, 0, false}, first = {0, 0.4, 3, false}, none = {1, 0, 0, false},
           evaluation = {1, 0.3, 0, true};
    check_op(fused, &a, SHAPE(5, 3), SHAPE(3, 4), CONSTANT(5));
    check_op(fused, &a, SHAPE(5, 9), SHAPE(9, 2), CONSTANT(5, 1));
    check_op(fused, &none, SHAPE(5, 3), SHAPE(3, 4), CONSTANT(5));
    check_op(fused, &evaluation, SHAPE(5, 3), SHAPE(3, 4), CONSTANT(5));
    check_op(fused, &first, SHAPE(1, 3), SHAPE(3, 1), CONSTANT(1));
    check_op(fused, &first, SHAPE(4, 1), SHAPE(1, 1), CONSTANT(4));
    check_op(fused, &first, SHAPE(0, 3), SHAPE(3, 2), CONSTANT(0));
    check_op(fused, &first, SHAPE(3, 0), SHAPE(0, 2), CONSTANT(3));
    check_op(fused, &a, SHAPE(5, 3), SHAPE(3, 4), CONSTANT(5, 3));
    check_op(fused, &first, SHAPE(4, 9), SHAPE(9, 2), CONSTANT(4, 2));
    check_op(fused, &first, SHAPE(0, 3), SHAPE(3, 2), CONSTANT(0, 2));
    check_op(of_itself, &a, SHAPE(3, 3), CONSTANT(3));
    check_op(of_itself, &a, SHAPE(3, 3), CONSTANT(3, 2));
    check_op(two_fused, &first, SHAPE(4, 3), SHAPE(3, 4), CONSTANT(4, 2), CONSTANT(4, 2));
    check_op(two_fused, &a, SHAPE(4, 3), SHAPE(3, 4), CONSTANT(4), CONSTANT(4));
}

static void test_many_blocks(void **state)
{
    (void)state;
    hidden a = {2, 0.5, 1, false};
    check_op_large(fused, &a, SHAPE(700, 75), SHAPE(75, 3), CONSTANT(700));
    check_op_large(fused, &a, SHAPE(30, 600), SHAPE(600, 3), CONSTANT(30));
    check_op_large(fused, &a, SHAPE(700, 75), SHAPE(75, 6), CONSTANT(700, 4));
    check_op_large(fused, &a, SHAPE(30, 600), SHAPE(600, 4), CONSTANT(30, 2));
}

/* At widths that fill positions of the generator or do not, below, at and above one draw; of one
 * column, or two or three. */
static void test_equals_three_operations(void **state)
{
    (void)state;
    static const int64_t widths[] = {1, 7, 8, 24, 33, 64, 256, 257, 520};
    static const double p[] = {0, 0.3, 0.5};
    for (size_t k = 0; k < sizeof widths / sizeof *widths; k++)
        for (int variant = 0; variant < 36; variant++) {
            hidden a = {1, p[variant % 3], 5, variant / 6 % 2};
            gg_dtype dtype = variant / 3 % 2 ? GG_F64 : GG_F32;
            int64_t columns = 1 + variant / 12;
            check_input in[] = {SHAPE(70, widths[k]), SHAPE(widths[k], 1 + columns),
                                CONSTANT(70, columns), CONSTANT(70, columns)};
            for (check_mode mode = LEAVES; mode <= INTERMEDIATES; mode++) {
                check_result one = check_run(two_fused, &a, dtype, 1, mode, 4, in, NULL);
                check_agree("three operations", &one,
                            check_run(two_of_three_operations, &a, dtype, 1, mode, 4, in, NULL), 0);
                check_result_free(&one);
            }
        }
}

/* Only gradients that are wanted are made. */
static void test_constants(void **state)
{
    (void)state;
    hidden a = {1, 0.5, 0, false};
    check_op(fused, &a, CONSTANT(5, 3), SHAPE(3, 4), CONSTANT(5));
    check_op(fused, &a, SHAPE(5, 3), CONSTANT(3, 4), CONSTANT(5));
}

/* Without recording nothing is kept for backward; the values are the same. */
static void test_not_recording(void **state)
{
    (void)state;
    gg_tape *t;
    double values[2];
    enum { ROWS = 300, WIDTH = 256 };
    for (int recording = 0; recording < 2; recording++) {
        assert_int_equal(gg_tape_new(GG_F32, 1, &t, NULL), GG_OK);
        gg_tape_set_training(t, true);
        gg_tape_set_recording(t, recording);
        gg_tensor *h = gg_full(t, 2, (int64_t[]){ROWS, WIDTH}, -0.5);
        gg_tensor *w = gg_full(t, 2, (int64_t[]){WIDTH, 1}, 0.25);
        gg_tensor *s = gg_full(t, 1, (int64_t[]){ROWS}, 1);
        gg_tensor *y =
            gg_sum(t, gg_add_column_elu_dropout(t, h, w, 0, s, 0.5, gg_rng_new(7), 0), GG_ALL);
        assert_int_equal(gg_value(t, y, &values[recording], NULL), GG_OK);
        gg_tape_free(t);
    }
    assert_true(values[0] == values[1] && values[0] < 0);
}

static void test_errors(void **state)
{
    (void)state;
    hidden beyond = {4, 0.5, 0, false}, below = {-1, 0.5, 0, false}, a = {0, 0.5, 0, false},
           certain = {0, 1, 0, false}, undefined = {0, NAN, 0, false};
    check_op_error(fused, &beyond,
                   "add_column_elu_dropout: (5x3) x (3x4): column 4 of the weight does not exist",
                   SHAPE(5, 3), SHAPE(3, 4), CONSTANT(5));
    check_op_error(fused, &below, "column -1", SHAPE(5, 3), SHAPE(3, 4), CONSTANT(5));
    check_op_error(fused, &a, "expected matrices (n x out) and (out x in)", SHAPE(5, 3),
                   SHAPE(4, 3), CONSTANT(5));
    check_op_error(fused, &a, "the column has 4", SHAPE(5, 3), SHAPE(3, 4), CONSTANT(4));
    check_op_error(fused, &certain, "add_column_elu_dropout: p = 1, expected 0 <= p < 1",
                   SHAPE(5, 3), SHAPE(3, 4), CONSTANT(5));
    check_op_error(fused, &undefined, "expected 0 <= p < 1", SHAPE(5, 3), SHAPE(3, 4), CONSTANT(5));
    check_op_error(wrong_dtype, NULL, "expected one for each row", SHAPE(5, 3), SHAPE(3, 4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden),      cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_many_blocks), cmocka_unit_test(test_equals_three_operations),
        cmocka_unit_test(test_constants),   cmocka_unit_test(test_not_recording),
        cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
