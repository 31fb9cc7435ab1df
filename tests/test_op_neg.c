#include "check_unary.h"
#include "golden/op_neg.h"

static unary_op op = {.apply = gg_neg, .golden = {&golden_neg}};

int main(void)
{
    const struct CMUnitTest tests[] = {UNARY_TESTS(op)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
