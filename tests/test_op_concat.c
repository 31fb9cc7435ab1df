#include "check_op.h"
#include "golden/op_concat.h"

static gg_tensor *three(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_concat(t, 3, in, *(int *)context);
}

static gg_tensor *two(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_concat(t, 2, in, *(int *)context);
}

static gg_tensor *one(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_concat(t, 1, in, *(int *)context);
}

static gg_tensor *none(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_concat(t, 0, in, *(int *)context);
}

static gg_tensor *itself(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_concat(t, 2, (gg_tensor *[]){in[0], in[0]}, *(int *)context);
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(three, &(int){0}, &golden_concat_axis0);
    check_golden(two, &(int){1}, &golden_concat_axis1);
}

static void test_shapes(void **state)
{
    (void)state;
    check_op(three, &(int){1}, SHAPE(3, 2), SHAPE(3, 1), SHAPE(3, 4));
    check_op(three, &(int){0}, SHAPE(3), SHAPE(1), SHAPE(2));
    check_op(two, &(int){1}, SHAPE(2, 3, 2), SHAPE(2, 1, 2));
    check_op(two, &(int){3}, SHAPE(2, 1, 2, 2), SHAPE(2, 1, 2, 3));
    check_op(two, &(int){0}, SHAPE(0, 3), SHAPE(2, 3));
    check_op(two, &(int){1}, SHAPE(3, 0), SHAPE(3, 2));
    check_op(two, &(int){1}, SHAPE(0, 2), SHAPE(0, 3));
    check_op(two, &(int){1}, CONSTANT(3, 2), SHAPE(3, 2));
    check_op(one, &(int){0}, SHAPE(3, 2));
    check_op(itself, &(int){1}, SHAPE(3, 2));
}

static void test_many_blocks(void **state)
{
    (void)state;
    check_op_large(two, &(int){1}, SHAPE(900, 50), SHAPE(900, 33));
    check_op_large(two, &(int){0}, SHAPE(900, 50), SHAPE(30, 50));
}

static void test_errors(void **state)
{
    (void)state;
    check_op_error(two, &(int){0}, "concat: (3x2) x (3x4): input 1 differs along axis 1",
                   SHAPE(3, 2), SHAPE(3, 4));
    check_op_error(two, &(int){2}, "concat: (3x2) x (3x2): axis 2 does not exist", SHAPE(3, 2),
                   SHAPE(3, 2));
    check_op_error(two, &(int){-1}, "axis -1 does not exist", SHAPE(3, 2), SHAPE(3, 2));
    check_op_error(two, &(int){0}, "input 1 has another rank", SHAPE(3, 2), SHAPE(3));
    check_op_error(none, &(int){0}, "concat: 0 tensors, expected at least 1", SHAPE(3, 2));
}

/* A view of nothing needs no memory. */
static void test_no_memory(void **state)
{
    (void)state;
    gg_tape *t;
    assert_int_equal(gg_tape_new(GG_F64, 1, &t, NULL), GG_OK);
    gg_tensor nothing = gg_tensor_view(GG_F64, 2, (int64_t[]){3, 0}, NULL);
    gg_tensor *y =
        gg_concat(t, 2, (gg_tensor *[]){&nothing, gg_full(t, 2, (int64_t[]){3, 2}, 5)}, 1);
    gg_gather_rows(t, &nothing, 2, (int32_t[]){0, 2});
    assert_int_equal(gg_tape_status(t, NULL), GG_OK);
    assert_true(gg_numel(y) == 6 && gg_get(y, 5) == 5);
    gg_tape_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden), cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_many_blocks),
                                       cmocka_unit_test(test_errors),
                                       cmocka_unit_test(test_no_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
