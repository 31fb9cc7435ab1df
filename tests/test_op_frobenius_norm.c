#include "check_op.h"
#include "golden/op_frobenius_norm.h"

static gg_tensor *frobenius_norm(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    return gg_frobenius_norm(t, in[0]);
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(frobenius_norm, NULL, &golden_frobenius_norm);
}

static void test_shapes(void **state)
{
    (void)state;
    check_op(frobenius_norm, NULL, SHAPE(3, 4));
    check_op(frobenius_norm, NULL, SHAPE(1, 5));
    check_op(frobenius_norm, NULL, SHAPE(5, 1));
    check_op(frobenius_norm, NULL, SHAPE(7));
    check_op(frobenius_norm, NULL, SHAPE(2, 3, 1, 2));
}

static void test_many_blocks(void **state)
{
    (void)state;
    check_op_large(frobenius_norm, NULL, SHAPE(300, 170));
}

static void test_zero(void **state)
{
    (void)state;
    check_op_large(frobenius_norm, NULL, SHAPE(0, 3));
    /* No slope at 0: the gradient is 0, not NaN. */
    gg_tape *t;
    gg_tensor *x;
    int64_t shape[] = {2, 2};
    assert_int_equal(gg_tape_new(GG_F64, 1, &t, NULL), GG_OK);
    assert_int_equal(gg_tensor_new(GG_F64, 2, shape, &x, NULL), GG_OK);
    assert_int_equal(gg_tensor_require_grad(x, NULL), GG_OK);
    assert_int_equal(gg_backward(t, gg_frobenius_norm(t, x), NULL), GG_OK);
    for (int i = 0; i < 4; i++)
        assert_true(((double *)x->grad)[i] == 0);
    gg_tensor_free(x);
    gg_tape_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden), cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_many_blocks),
                                       cmocka_unit_test(test_zero)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
