#include "check_op.h"
#include "golden/op_reshape.h"

typedef struct shape {
    int rank;
    int64_t size[5];
} shape;

static gg_tensor *reshape(gg_tape *t, gg_tensor **in, void *context)
{
    const shape *s = context;
    return gg_reshape(t, in[0], s->rank, s->size);
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(reshape, &(shape){3, {4, 1, 3}}, &golden_reshape);
    check_golden(reshape, &(shape){3, {4, -1, 3}}, &golden_reshape);
}

static void test_shapes(void **state)
{
    (void)state;
    check_op(reshape, (&(shape){2, {4, 3}}), SHAPE(3, 4));
    check_op(reshape, (&(shape){1, {12}}), SHAPE(3, 4));
    check_op(reshape, (&(shape){4, {1, 2, -1, 2}}), SHAPE(3, 4));
    check_op(reshape, (&(shape){2, {-1, 2}}), SHAPE(2, 3, 1, 2));
    check_op(reshape, (&(shape){1, {1}}), SHAPE(1));
    check_op(reshape, (&(shape){2, {3, 0}}), SHAPE(0, 3));
    check_op(reshape, (&(shape){2, {0, -1}}), SHAPE(0, 3));
}

static void test_many_blocks(void **state)
{
    (void)state;
    check_op_large(reshape, (&(shape){3, {17, -1, 30}}), SHAPE(300, 170));
}

static void test_errors(void **state)
{
    (void)state;
    check_op_error(reshape, (&(shape){2, {3, 3}}), "reshape: (3x4): not as many elements as (3x3)",
                   SHAPE(3, 4));
    check_op_error(reshape, (&(shape){2, {5, -1}}), "not as many elements as (5x2)", SHAPE(3, 4));
    check_op_error(reshape, (&(shape){2, {0, -1}}), "not as many elements as (0x0)", SHAPE(3, 4));
    check_op_error(reshape, (&(shape){2, {-1, -1}}), "size -1 of axis 1", SHAPE(3, 4));
    check_op_error(reshape, (&(shape){2, {-2, 4}}), "size -2 of axis 0", SHAPE(3, 4));
    check_op_error(reshape, (&(shape){2, {INT64_MAX, 2}}), "more elements than there are",
                   SHAPE(3, 4));
    check_op_error(reshape, (&(shape){5, {3, 4, 1, 1, 1}}), "reshape: rank 5, expected 1 to 4",
                   SHAPE(3, 4));
    check_op_error(reshape, (&(shape){0, {0}}), "reshape: rank 0", SHAPE(3, 4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden), cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_many_blocks),
                                       cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
