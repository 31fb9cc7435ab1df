#include "check_unary.h"
#include "golden/op_sqrt.h"

static unary_op op = {.apply = gg_sqrt, .golden = {&golden_sqrt}, .low = 0.25, .high = 9};

int main(void)
{
    const struct CMUnitTest tests[] = {UNARY_TESTS(op)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
