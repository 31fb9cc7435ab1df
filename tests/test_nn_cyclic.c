#include "check.h"
#include "golden/nn_cyclic.h"

#include "nn.h"

#include <math.h>

static void check_rates(gg_cyclic c, const double *expected)
{
    for (int64_t step = 0; step < 300; step++)
        if (!(fabs(gg_cyclic_rate(&c, step) - expected[step]) <= 1e-15))
            fail_msg("step %d: %.17g, expected %.17g", (int)step, gg_cyclic_rate(&c, step),
                     expected[step]);
}

static void test_golden(void **state)
{
    (void)state;
    check_rates((gg_cyclic){0.1, 1e-4, 50, 20}, cyclic_50_20);
    check_rates((gg_cyclic){0.005, 1e-4, 3, 2}, cyclic_3_2);
}

static void test_a_cycle_without_one_phase(void **state)
{
    (void)state;
    const gg_cyclic warmup = {1, 0.25, 2, 0}, annealing = {1, 0.25, 0, 2}, none = {1, 0.25, 0, 0};
    static const double rising[] = {0.5, 1, 0.25, 1, 0.25, 1, 0.25};
    static const double falling[] = {1, 0.625, 0.25, 0.625, 0.25, 0.625, 0.25};
    for (int64_t step = 0; step < 7; step++) {
        assert_true(gg_cyclic_rate(&warmup, step) == rising[step]);
        assert_true(gg_cyclic_rate(&annealing, step) == falling[step]);
        assert_true(gg_cyclic_rate(&none, step) == 0.25);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden),
                                       cmocka_unit_test(test_a_cycle_without_one_phase)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
