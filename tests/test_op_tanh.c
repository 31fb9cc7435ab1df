#include "check_unary.h"
#include "golden/op_tanh.h"

static unary_op op = {.apply = gg_tanh, .golden = {&golden_tanh_plain, &golden_tanh_extreme}};

int main(void)
{
    const struct CMUnitTest tests[] = {UNARY_TESTS(op)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
