#include "check_op.h"
#include "golden/op_clamp.h"

typedef struct bounds {
    double low, high;
} bounds;

static bounds inside = {-1, 1}, below_zero = {-INFINITY, 0}, point = {0.5, 0.5},
              none = {-INFINITY, INFINITY}, turned = {1, -1}, no_number = {NAN, 1};

static gg_tensor *clamp(gg_tape *t, gg_tensor **in, void *context)
{
    const bounds *b = context;
    return gg_clamp(t, in[0], b->low, b->high);
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(clamp, &(bounds){-1, 0.5}, &golden_clamp_inside);
    check_golden(clamp, &(bounds){-1, 0.5}, &golden_clamp_bounds);
    check_golden(clamp, &(bounds){0.25, INFINITY}, &golden_clamp_from_below);
}

static void test_shapes(void **state)
{
    (void)state;
    check_op(clamp, &inside, SHAPE(3, 4));
    check_op(clamp, &below_zero, SHAPE(1, 5));
    check_op(clamp, &point, SHAPE(5, 1));
    check_op(clamp, &none, SHAPE(7));
    check_op(clamp, &inside, SHAPE(2, 3, 1, 2));
    check_op(clamp, &inside, SHAPE(0, 3));
}

static void test_many_blocks(void **state)
{
    (void)state;
    check_op_large(clamp, &inside, SHAPE(300, 170));
}

static void test_wrong_bounds(void **state)
{
    (void)state;
    check_op_error(clamp, &turned,
                   "clamp: (3x4): bounds 1 and -1, expected a low one and a high one", SHAPE(3, 4));
    check_op_error(clamp, &no_number,
                   "clamp: (3x4): bounds nan and 1, expected a low one and a high one",
                   SHAPE(3, 4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden), cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_many_blocks),
                                       cmocka_unit_test(test_wrong_bounds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
