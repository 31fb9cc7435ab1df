#include "check_unary.h"
#include "golden/op_sigmoid.h"

static unary_op op = {.apply = gg_sigmoid,
                      .golden = {&golden_sigmoid_plain, &golden_sigmoid_extreme}};

int main(void)
{
    const struct CMUnitTest tests[] = {UNARY_TESTS(op)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
