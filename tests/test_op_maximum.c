#include "check_op.h"
#include "golden/op_maximum.h"

static gg_tensor *three(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    return gg_maximum(t, 3, in);
}

static gg_tensor *two(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    return gg_maximum(t, 2, in);
}

static gg_tensor *one(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    return gg_maximum(t, 1, in);
}

static gg_tensor *none(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    return gg_maximum(t, 0, in);
}

static gg_tensor *itself(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    return gg_maximum(t, 2, (gg_tensor *[]){in[0], in[0]});
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(three, NULL, &golden_maximum);
}

static void test_shapes(void **state)
{
    (void)state;
    check_op(three, NULL, SHAPE(3, 4), SHAPE(3, 4), SHAPE(3, 4));
    check_op(two, NULL, SHAPE(1, 5), SHAPE(1, 5));
    check_op(two, NULL, SHAPE(7), SHAPE(7));
    check_op(two, NULL, SHAPE(2, 3, 1, 2), SHAPE(2, 3, 1, 2));
    check_op(two, NULL, SHAPE(0, 3), SHAPE(0, 3));
    check_op(two, NULL, CONSTANT(3, 2), SHAPE(3, 2));
    check_op(one, NULL, SHAPE(3, 2));
    check_op(itself, NULL, SHAPE(3, 2));
}

static void test_many_blocks(void **state)
{
    (void)state;
    check_op_large(three, NULL, SHAPE(300, 170), SHAPE(300, 170), SHAPE(300, 170));
}

/* The first that holds the maximum has the gradient. */
static void test_ties_and_nan(void **state)
{
    (void)state;
    const double x[3][4] = {{1, 2, NAN, 0}, {1, 3, NAN, NAN}, {0, 3, 5, 1}};
    const double owner[3][4] = {{1, 0, 1, 0}, {0, 1, 0, 1}, {0, 0, 0, 0}};
    for (gg_dtype dtype = GG_F32; dtype <= GG_F64; dtype++) {
        gg_error e;
        gg_tape *t;
        gg_tensor *in[3];
        assert_int_equal(gg_tape_new(dtype, 1, &t, &e), GG_OK);
        for (int k = 0; k < 3; k++) {
            in[k] = gg_empty(t, 1, (int64_t[]){4});
            in[k]->requires_grad = true;
            for (int64_t i = 0; i < 4; i++)
                gg_set(in[k], i, x[k][i]);
        }
        gg_tensor *y = gg_maximum(t, 3, in);
        assert_true(gg_get(y, 0) == 1 && gg_get(y, 1) == 3);
        assert_true(isnan(gg_get(y, 2)) && isnan(gg_get(y, 3)));
        assert_int_equal(gg_backward(t, gg_sum(t, y, GG_ALL), &e), GG_OK);
        for (int k = 0; k < 3; k++) {
            gg_tensor grad = *in[k];
            grad.data = grad.grad;
            for (int64_t i = 0; i < 4; i++)
                assert_true(gg_get(&grad, i) == owner[k][i]);
        }
        gg_tape_free(t);
    }
}

static void test_errors(void **state)
{
    (void)state;
    check_op_error(two, NULL, "maximum: (3x2) x (3x4): input 1 differs in shape", SHAPE(3, 2),
                   SHAPE(3, 4));
    check_op_error(two, NULL, "input 1 differs in shape", SHAPE(3), SHAPE(3, 1));
    check_op_error(none, NULL, "maximum: 0 tensors, expected at least 1", SHAPE(3, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden), cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_many_blocks),
                                       cmocka_unit_test(test_ties_and_nan),
                                       cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
