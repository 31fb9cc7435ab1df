#include "check_unary.h"
#include "golden/op_log_softmax.h"

static unary_op op = {
    .apply = gg_log_softmax,
    .golden = {&golden_log_softmax_plain, &golden_log_softmax_rank3, &golden_log_softmax_extreme}};

int main(void)
{
    const struct CMUnitTest tests[] = {UNARY_TESTS(op)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
