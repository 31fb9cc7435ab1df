#include "check_unary.h"
#include "golden/op_softmax.h"

static unary_op op = {
    .apply = gg_softmax,
    .golden = {&golden_softmax_plain, &golden_softmax_rank3, &golden_softmax_extreme}};

int main(void)
{
    const struct CMUnitTest tests[] = {UNARY_TESTS(op)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
