#include "check_unary.h"
#include "golden/op_square.h"

static unary_op op = {.apply = gg_square, .golden = {&golden_square}};

int main(void)
{
    const struct CMUnitTest tests[] = {UNARY_TESTS(op)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
