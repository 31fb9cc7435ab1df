#include "check_unary.h"
#include "golden/op_abs.h"

static unary_op op = {.apply = gg_abs, .golden = {&golden_abs_plain, &golden_abs_extreme}};

int main(void)
{
    const struct CMUnitTest tests[] = {UNARY_TESTS(op)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
