#include "check_extreme.h"
#include "golden/op_min.h"

static extreme_op op = {.apply = gg_min,
                        .sign = -1,
                        .all = &golden_min_all,
                        .axis0 = &golden_min_axis0,
                        .axis1 = &golden_min_axis1};

static void test_errors(void **state)
{
    (void)state;
    check_op_error(extreme_apply, OVER(&op, 2), "min: (3x4): axis 2 does not exist", SHAPE(3, 4));
    check_op_error(extreme_apply, OVER(&op, -1), "min: (3x4): axis -1 does not exist", SHAPE(3, 4));
    check_op_error(extreme_apply, OVER(&op, 0), "min: (0x3): the minimum over nothing",
                   SHAPE(0, 3));
    check_op_error(extreme_apply, OVER(&op, GG_ALL), "the minimum over nothing", SHAPE(0, 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {EXTREME_TESTS(op), cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
