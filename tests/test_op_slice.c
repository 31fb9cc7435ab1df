#include "check_op.h"
#include "golden/op_slice.h"

typedef struct range {
    int axis;
    int64_t begin, end;
} range;

static gg_tensor *slice(gg_tape *t, gg_tensor **in, void *context)
{
    const range *r = context;
    return gg_slice(t, in[0], r->axis, r->begin, r->end);
}

/* Overlapping parts of one tensor. */
static gg_tensor *overlap(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    return gg_mul(t, gg_slice(t, in[0], 0, 0, 3), gg_slice(t, in[0], 0, 1, 4));
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(slice, &(range){1, 1, 3}, &golden_slice);
}

static void test_shapes(void **state)
{
    (void)state;
    check_op(slice, (&(range){0, 1, 3}), SHAPE(3, 4));
    check_op(slice, (&(range){1, 0, 2}), SHAPE(3, 4));
    check_op(slice, (&(range){1, 3, 4}), SHAPE(3, 4));
    check_op(slice, (&(range){0, 0, 3}), SHAPE(3, 4));
    check_op(slice, (&(range){1, 2, 2}), SHAPE(3, 4));
    check_op(slice, (&(range){0, 2, 5}), SHAPE(7));
    check_op(slice, (&(range){3, 1, 2}), SHAPE(2, 3, 1, 2));
    check_op(slice, (&(range){1, 1, 2}), SHAPE(2, 3, 1, 2));
    check_op(slice, (&(range){1, 1, 3}), SHAPE(0, 3));
    check_op(slice, (&(range){1, 0, 0}), SHAPE(3, 0));
    check_op(overlap, NULL, SHAPE(5, 2));
}

static void test_many_blocks(void **state)
{
    (void)state;
    check_op_large(slice, (&(range){0, 7, 290}), SHAPE(300, 170));
    check_op_large(slice, (&(range){1, 3, 160}), SHAPE(300, 170));
    check_op_large(slice, (&(range){1, 5, 25}), SHAPE(40, 30, 50));
}

static void test_errors(void **state)
{
    (void)state;
    check_op_error(slice, (&(range){2, 0, 1}), "slice: (3x4): axis 2 does not exist", SHAPE(3, 4));
    check_op_error(slice, (&(range){-1, 0, 1}), "axis -1 does not exist", SHAPE(3, 4));
    check_op_error(slice, (&(range){1, 2, 5}), "slice: (3x4): no indices 2 to 5 along axis 1",
                   SHAPE(3, 4));
    check_op_error(slice, (&(range){0, -1, 2}), "no indices -1 to 2 along axis 0", SHAPE(3, 4));
    check_op_error(slice, (&(range){0, 2, 1}), "no indices 2 to 1 along axis 0", SHAPE(3, 4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden), cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_many_blocks),
                                       cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
