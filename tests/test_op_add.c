#include "check_broadcast.h"
#include "golden/op_add.h"

static gg_tensor *add(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    return gg_add(t, in[0], in[1]);
}

static void plain_add(double a, double b, double *y, double *dy_da, double *dy_db)
{
    *y = a + b;
    *dy_da = *dy_db = 1;
}

static gg_tensor *twice(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    return gg_add(t, in[0], in[0]);
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(add, NULL, &golden_add_same);
    check_golden(add, NULL, &golden_add_row);
    check_golden(add, NULL, &golden_add_outer);
    check_golden(add, NULL, &golden_add_rank4);
}

static void test_shapes(void **state)
{
    (void)state;
    check_op(add, NULL, SHAPE(3, 4), SHAPE(3, 4));
    check_op(add, NULL, SHAPE(3, 4), SHAPE(4));
    check_op(add, NULL, SHAPE(4), SHAPE(3, 4));
    check_op(add, NULL, SHAPE(3, 4), SHAPE(3, 1));
    check_op(add, NULL, SHAPE(3, 1), SHAPE(1, 4));
    check_op(add, NULL, SHAPE(3, 4), SHAPE(1));
    check_op(add, NULL, SHAPE(1), SHAPE(1));
    check_op(add, NULL, SHAPE(2, 3, 2, 2), SHAPE(3, 1, 2));
    check_op(add, NULL, SHAPE(2, 1, 2, 1), SHAPE(1, 3, 1, 2));
    check_op(add, NULL, SHAPE(2, 1, 1, 3), SHAPE(2, 4, 3));
    check_op(add, NULL, SHAPE(0, 3), SHAPE(3));
    check_op(add, NULL, SHAPE(0, 3), SHAPE(1, 1));
    check_op(add, NULL, SHAPE(3, 1), SHAPE(3, 0));
    check_op(add, NULL, CONSTANT(2, 3), SHAPE(3));
    check_op(twice, NULL, SHAPE(2, 3));
}

static void test_many_blocks(void **state)
{
    (void)state;
    check_op_large(add, NULL, SHAPE(700, 130), SHAPE(700, 130));
    check_op_large(add, NULL, SHAPE(700, 130), SHAPE(130));
    check_op_large(add, NULL, SHAPE(700, 1), SHAPE(700, 130));
    check_op_large(add, NULL, SHAPE(1), SHAPE(40, 50, 30));
    check_op_large(add, NULL, SHAPE(40, 1, 30), SHAPE(50, 1));
}

/* The strides of an empty tensor may be beyond any number. */
static void test_huge_and_empty(void **state)
{
    (void)state;
    gg_tape *t;
    const int64_t shape[] = {0, (int64_t)1 << 40, (int64_t)1 << 40};
    assert_int_equal(gg_tape_new(GG_F64, 1, &t, NULL), GG_OK);
    gg_tensor *x = gg_full(t, 1, (int64_t[]){1}, 2), *y = gg_full(t, 3, shape, 0);
    x->requires_grad = true;
    assert_int_equal(gg_backward(t, gg_sum(t, gg_add(t, y, x), GG_ALL), NULL), GG_OK);
    assert_true(*(double *)x->grad == 0);
    gg_tape_free(t);
}

static void test_random(void **state)
{
    (void)state;
    for (uint64_t trial = 0; trial < 80; trial++)
        check_broadcast(add, plain_add, trial);
}

static void test_errors(void **state)
{
    (void)state;
    check_op_error(add, NULL, "add: (3) x (4): shapes do not broadcast", SHAPE(3), SHAPE(4));
    check_op_error(add, NULL, "add: (2x3) x (2): shapes do not broadcast", SHAPE(2, 3), SHAPE(2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden),      cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_many_blocks), cmocka_unit_test(test_huge_and_empty),
        cmocka_unit_test(test_random),      cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
