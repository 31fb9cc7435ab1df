#include "check_unary.h"
#include "golden/op_gelu.h"

static unary_op op = {.apply = gg_gelu, .golden = {&golden_gelu_plain, &golden_gelu_extreme}};

/* x Phi(x) is infinity times 0 at one end, and its slope at both. */
static void test_ends(void **state)
{
    (void)state;
    check_special(unary, &op, 5, (double[]){-INFINITY, -0x1p100, 0x1p100, INFINITY, NAN},
                  (double[]){0, 0, 0x1p100, INFINITY, NAN}, (double[]){0, 0, 1, 1, NAN});
}

int main(void)
{
    const struct CMUnitTest tests[] = {UNARY_TESTS(op), cmocka_unit_test(test_ends)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
