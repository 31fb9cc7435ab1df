#include "check_unary.h"
#include "golden/op_relu.h"

static unary_op op = {.apply = gg_relu, .golden = {&golden_relu_plain, &golden_relu_extreme}};

int main(void)
{
    const struct CMUnitTest tests[] = {UNARY_TESTS(op)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
