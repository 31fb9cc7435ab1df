#include "check_op.h"
#include "golden/op_transpose.h"

static gg_tensor *transpose(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_transpose(t, in[0], context);
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(transpose, NULL, &golden_transpose_last);
    check_golden(transpose, (int[]){2, 0, 3, 1}, &golden_transpose_order);
}

static void test_shapes(void **state)
{
    (void)state;
    check_op(transpose, NULL, SHAPE(3, 4));
    check_op(transpose, NULL, SHAPE(1, 5));
    check_op(transpose, NULL, SHAPE(5, 1));
    check_op(transpose, NULL, SHAPE(7));
    check_op(transpose, NULL, SHAPE(2, 3, 1, 2));
    check_op(transpose, NULL, SHAPE(0, 3));
    check_op(transpose, ((int[]){0, 1}), SHAPE(3, 4));
    check_op(transpose, ((int[]){1, 2, 0}), SHAPE(2, 3, 4));
    check_op(transpose, ((int[]){2, 1, 0}), SHAPE(2, 3, 4));
    check_op(transpose, ((int[]){3, 0, 2, 1}), SHAPE(2, 3, 2, 4));
    check_op(transpose, ((int[]){1, 0, 3, 2}), SHAPE(2, 0, 2, 4));
}

static void test_many_blocks(void **state)
{
    (void)state;
    check_op_large(transpose, NULL, SHAPE(300, 170));
    check_op_large(transpose, NULL, SHAPE(3, 20000));
    check_op_large(transpose, ((int[]){1, 0, 2}), SHAPE(40, 30, 50));
    check_op_large(transpose, ((int[]){2, 0, 1}), SHAPE(40, 30, 50));
}

/* An order of the axes, drawn like cards. */
static void draw_order(uint64_t trial, int rank, int *order)
{
    for (int k = 0; k < rank; k++)
        order[k] = k;
    for (int k = rank - 1; k > 0; k--) {
        int other = (int)check_below(trial, 10 + k, (uint64_t)k + 1), kept = order[k];
        order[k] = order[other];
        order[other] = kept;
    }
}

/* Where element i of the result comes from. */
static int64_t plain_source(const check_input *in, const int *order, int64_t i)
{
    int64_t index[GG_MAX_RANK], at = 0;
    for (int k = in->rank - 1; k >= 0; k--) {
        index[order[k]] = i % in->shape[order[k]];
        i /= in->shape[order[k]];
    }
    for (int k = 0; k < in->rank; k++)
        at = at * in->shape[k] + index[k];
    return at;
}

static void check_trial(uint64_t trial)
{
    check_input in = check_random_shape(trial);
    int order[GG_MAX_RANK];
    draw_order(trial, in.rank, order);
    int64_t count = 1;
    for (int k = 0; k < in.rank; k++)
        count *= in.shape[k];
    double *x = check_quarters(1000 + trial, count), *dx = calloc((size_t)count, sizeof *dx);
    double *y = calloc((size_t)count, sizeof *y), *dy = check_quarters(2000 + trial, count);
    assert_true(x && dx && y && dy);
    for (int64_t i = 0; i < count; i++) {
        int64_t at = plain_source(&in, order, i);
        y[i] = x[at];
        dx[at] = dy[i];
    }
    check_exact_unary(transpose, order, &in, x, dx, y, dy);
}

static void test_random(void **state)
{
    (void)state;
    for (uint64_t trial = 0; trial < 80; trial++)
        check_trial(trial);
}

/* The strides of an empty tensor may be beyond any number. */
static void test_huge_and_empty(void **state)
{
    (void)state;
    gg_tape *t;
    const int64_t size = (int64_t)1 << 40;
    assert_int_equal(gg_tape_new(GG_F64, 1, &t, NULL), GG_OK);
    gg_tensor *x = gg_full(t, 3, (int64_t[]){0, size, size}, 0);
    gg_tensor *y = gg_transpose(t, x, (int[]){2, 0, 1});
    assert_int_equal(gg_tape_status(t, NULL), GG_OK);
    assert_int_equal(y->shape[0], size);
    gg_tape_free(t);
}

static void test_errors(void **state)
{
    (void)state;
    check_op_error(transpose, ((int[]){0, 0}),
                   "transpose: (3x4): axis 0 in place 1: expected each of 0 to 1 once",
                   SHAPE(3, 4));
    check_op_error(transpose, ((int[]){0, 2}), "axis 2 in place 1", SHAPE(3, 4));
    check_op_error(transpose, ((int[]){-1, 0}), "axis -1 in place 0", SHAPE(3, 4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden),         cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_many_blocks),    cmocka_unit_test(test_random),
        cmocka_unit_test(test_huge_and_empty), cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
