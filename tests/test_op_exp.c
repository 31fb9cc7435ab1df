#include "check_unary.h"
#include "golden/op_exp.h"

static unary_op op = {.apply = gg_exp, .golden = {&golden_exp_plain, &golden_exp_extreme}};

int main(void)
{
    const struct CMUnitTest tests[] = {UNARY_TESTS(op)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
