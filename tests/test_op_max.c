#include "check_extreme.h"
#include "golden/op_max.h"

static extreme_op op = {.apply = gg_max,
                        .sign = 1,
                        .all = &golden_max_all,
                        .axis0 = &golden_max_axis0,
                        .axis1 = &golden_max_axis1};

static void test_errors(void **state)
{
    (void)state;
    check_op_error(extreme_apply, OVER(&op, 2), "max: (3x4): axis 2 does not exist", SHAPE(3, 4));
    check_op_error(extreme_apply, OVER(&op, -1), "max: (3x4): axis -1 does not exist", SHAPE(3, 4));
    check_op_error(extreme_apply, OVER(&op, 0), "max: (0x3): the maximum over nothing",
                   SHAPE(0, 3));
    check_op_error(extreme_apply, OVER(&op, GG_ALL), "the maximum over nothing", SHAPE(0, 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {EXTREME_TESTS(op), cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
