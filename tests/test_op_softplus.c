#include "check_unary.h"
#include "golden/op_softplus.h"

static unary_op op = {.apply = gg_softplus,
                      .golden = {&golden_softplus_plain, &golden_softplus_extreme}};

int main(void)
{
    const struct CMUnitTest tests[] = {UNARY_TESTS(op)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
