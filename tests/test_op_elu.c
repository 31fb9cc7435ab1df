#include "check_unary.h"
#include "golden/op_elu.h"

static unary_op op = {.apply = gg_elu, .golden = {&golden_elu_plain, &golden_elu_extreme}};

int main(void)
{
    const struct CMUnitTest tests[] = {UNARY_TESTS(op)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
