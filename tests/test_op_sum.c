#include "check_op.h"
#include "golden/op_sum.h"

static gg_tensor *sum(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_sum(t, in[0], *(int *)context);
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(sum, &(int){GG_ALL}, &golden_sum_all);
    check_golden(sum, &(int){0}, &golden_sum_axis0);
    check_golden(sum, &(int){1}, &golden_sum_axis1);
    check_golden(sum, &(int){2}, &golden_sum_axis2);
}

static void test_shapes(void **state)
{
    (void)state;
    check_op(sum, &(int){GG_ALL}, SHAPE(3, 4));
    check_op(sum, &(int){0}, SHAPE(3, 4));
    check_op(sum, &(int){1}, SHAPE(3, 4));
    check_op(sum, &(int){0}, SHAPE(2, 3, 4));
    check_op(sum, &(int){1}, SHAPE(2, 3, 4));
    check_op(sum, &(int){2}, SHAPE(2, 3, 4));
    check_op(sum, &(int){2}, SHAPE(2, 3, 2, 2));
    check_op(sum, &(int){GG_ALL}, SHAPE(2, 3, 2, 2));
    check_op(sum, &(int){0}, SHAPE(7));
    check_op(sum, &(int){GG_ALL}, SHAPE(7));
    check_op(sum, &(int){0}, SHAPE(1, 3));
    check_op(sum, &(int){1}, SHAPE(3, 1));
    check_op(sum, &(int){1}, SHAPE(0, 3));
    check_op(sum, &(int){0}, SHAPE(3, 0));
    check_op(sum, &(int){0}, SHAPE(0, 3));
    check_op(sum, &(int){GG_ALL}, SHAPE(0, 3));
}

static void test_many_blocks(void **state)
{
    (void)state;
    check_op_large(sum, &(int){GG_ALL}, SHAPE(300, 170));
    check_op_large(sum, &(int){0}, SHAPE(300, 170));
    check_op_large(sum, &(int){1}, SHAPE(300, 170));
    check_op_large(sum, &(int){1}, SHAPE(40, 30, 50));
    check_op_large(sum, &(int){0}, SHAPE(60000));
}

static void check_trial(uint64_t trial)
{
    check_input in = check_random_shape(trial);
    int axis = (int)check_below(trial, 10, (uint64_t)in.rank + 1); /* the rank: all */
    int64_t count = 1, inner = 1, length = axis == in.rank ? 1 : in.shape[axis];
    for (int k = in.rank - 1; k >= 0; k--) {
        count *= in.shape[k];
        inner *= k > axis ? in.shape[k] : 1;
    }
    if (axis == in.rank)
        length = count;
    double *x = check_quarters(1000 + trial, count), *dx = calloc((size_t)count, sizeof *dx);
    double *y = calloc((size_t)(count / length), sizeof *y);
    double *dy = check_quarters(2000 + trial, count / length);
    assert_true(x && dx && y && dy);
    for (int64_t i = 0; i < count; i++) {
        int64_t at = i / (length * inner) * inner + i % inner;
        y[at] += x[i];
        dx[i] = dy[at];
    }
    check_exact_unary(sum, &(int){axis == in.rank ? GG_ALL : axis}, &in, x, dx, y, dy);
}

static void test_random(void **state)
{
    (void)state;
    for (uint64_t trial = 0; trial < 80; trial++)
        check_trial(trial);
}

/* Sizes of an empty tensor may be beyond any number. */
static void test_huge_and_empty(void **state)
{
    (void)state;
    gg_tape *t;
    gg_error e;
    const int64_t size = (int64_t)1 << 40;
    gg_tensor *(*const ops[])(gg_tape *, gg_tensor *, int) = {gg_sum, gg_mean, gg_max, gg_min,
                                                              gg_logsumexp};
    assert_int_equal(gg_tape_new(GG_F64, 1, &t, NULL), GG_OK);
    for (int k = 0; k < 5; k++) {
        gg_tensor *x = gg_full(t, 4, (int64_t[]){0, size, size, size}, 0);
        x->requires_grad = true;
        const gg_tensor *y = ops[k](t, x, 1);
        assert_int_equal(gg_tape_status(t, NULL), GG_OK);
        assert_true(y->rank == 3 && gg_numel(y) == 0);
        assert_int_equal(gg_backward(t, gg_sum(t, ops[k](t, x, 2), GG_ALL), NULL), GG_OK);
        ops[k](t, gg_full(t, 3, (int64_t[]){size, 0, size}, 0), 1);
        assert_int_equal(gg_tape_status(t, &e), GG_ERR_SHAPE);
        gg_tape_reset(t);
    }
    gg_tape_free(t);
}

static void test_errors(void **state)
{
    (void)state;
    check_op_error(sum, &(int){2}, "sum: (3x4): axis 2 does not exist", SHAPE(3, 4));
    check_op_error(sum, &(int){-1}, "sum: (3x4): axis -1 does not exist", SHAPE(3, 4));
    check_op_error(sum, &(int){-2}, "sum: (3x4): axis -2 does not exist", SHAPE(3, 4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden),         cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_many_blocks),    cmocka_unit_test(test_random),
        cmocka_unit_test(test_huge_and_empty), cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
