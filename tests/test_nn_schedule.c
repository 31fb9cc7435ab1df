#include "check.h"
#include "golden/nn_cyclic.h"
#include "golden/nn_schedule.h"

#include "nn.h"

#include <math.h>

static void check_rates(gg_schedule s, int64_t first, int64_t count, const double *expected)
{
    for (int64_t k = 0; k < count; k++) {
        double rate = gg_schedule_rate(&s, first + k);
        if (!(fabs(rate - expected[k]) <= 1e-15))
            fail_msg("step %d: %.17g, expected %.17g", (int)(first + k), rate, expected[k]);
    }
}

static gg_schedule named(const char *name, double lr)
{
    gg_schedule s;
    assert_int_equal(gg_schedule_named(name, lr, &s, NULL), GG_OK);
    return s;
}

#define LENGTH(array) ((int64_t)(sizeof(array) / sizeof *(array)))

static void test_cyclic(void **state)
{
    (void)state;
    check_rates(named("cyclic", 0.1), 0, LENGTH(cyclic_50_20), cyclic_50_20);
    check_rates((gg_schedule){GG_SCHEDULE_CYCLIC, 0.005, 1e-4, 3, 2, 0, 0}, 0, LENGTH(cyclic_3_2),
                cyclic_3_2);
}

static void test_a_cycle_without_one_phase(void **state)
{
    (void)state;
    const gg_schedule warmup = {GG_SCHEDULE_CYCLIC, 1, 0.25, 2, 0, 0, 0};
    const gg_schedule annealing = {GG_SCHEDULE_CYCLIC, 1, 0.25, 0, 2, 0, 0};
    static const double rising[] = {0.5, 1, 0.25, 1, 0.25, 1, 0.25};
    static const double falling[] = {1, 0.625, 0.25, 0.625, 0.25, 0.625, 0.25};
    check_rates(warmup, 0, LENGTH(rising), rising);
    check_rates(annealing, 0, LENGTH(falling), falling);
    for (gg_schedule_kind kind = GG_SCHEDULE_CYCLIC; kind <= GG_SCHEDULE_SGDR; kind++)
        for (int64_t step = 0; step < 7; step++)
            assert_true(gg_schedule_rate(&(gg_schedule){kind, 1, 0.25, 0, 0, 2, 0}, step) == 0.25);
}

static void test_a_cycle_without_end(void **state)
{
    (void)state;
    const gg_schedule s = {GG_SCHEDULE_CYCLIC, 1, 0.1, 10, INT64_MAX, 0, 0};
    assert_true(fabs(gg_schedule_rate(&s, 4) - 0.5) < 1e-12);
    assert_true(fabs(gg_schedule_rate(&s, 100) - 1) < 1e-12);
}

static void test_cosine(void **state)
{
    (void)state;
    check_rates(named("cosine", 0.1), 400, LENGTH(schedule_cosine), schedule_cosine);
    check_rates((gg_schedule){GG_SCHEDULE_COSINE, 0.1, 1e-3, 0, 40, 0, 0}, 0,
                LENGTH(schedule_annealing), schedule_annealing);
}

static void test_sgdr(void **state)
{
    (void)state;
    gg_schedule s = named("sgdr", 0.1);
    check_rates(s, 0, LENGTH(schedule_sgdr), schedule_sgdr);
    s.growth = 1;
    check_rates(s, 0, LENGTH(schedule_sgdr_even), schedule_sgdr_even);
    s.growth = INT64_MAX;
    assert_true(gg_schedule_rate(&s, 10) == 0.1);
    assert_true(gg_schedule_rate(&s, INT64_MAX) < 0.1);
}

static void test_step(void **state)
{
    (void)state;
    const gg_schedule s = {GG_SCHEDULE_STEP, 0.1, 0, 0, 30, 0, 0.5};
    check_rates(s, 0, LENGTH(schedule_step), schedule_step);
    assert_true(gg_schedule_rate(&(gg_schedule){GG_SCHEDULE_STEP, 0.1, 0, 0, 0, 0, 0.5}, 9) == 0.1);
    gg_schedule preset = named("step", 2);
    assert_true(gg_schedule_rate(&preset, 999) == 2);
    assert_true(fabs(gg_schedule_rate(&preset, 1000) - 0.2) < 1e-15);
}

/* A rate below the authors' floors stays the highest. */
static void test_low_rates(void **state)
{
    (void)state;
    static const char *const names[] = {"cyclic", "cosine", "sgdr"};
    for (int k = 0; k < 3; k++) {
        gg_schedule s = named(names[k], 5e-5);
        double highest = 0;
        for (int64_t step = 0; step < 600; step++)
            highest = fmax(highest, gg_schedule_rate(&s, step));
        assert_true(fabs(highest - 5e-5) < 1e-15);
    }
}

static void test_names(void **state)
{
    (void)state;
    gg_error e;
    gg_schedule s = named("none", 0.3);
    assert_true(gg_schedule_rate(&s, 0) == 0.3 && gg_schedule_rate(&s, 123456) == 0.3);
    assert_int_equal(gg_schedule_named("zigzag", 1, &s, &e), GG_ERR_ARGUMENT);
    assert_string_equal(e.message,
                        "schedule: 'zigzag', expected cyclic, cosine, sgdr, step or none");
    assert_int_equal(gg_schedule_named(NULL, 1, &s, &e), GG_ERR_ARGUMENT);
    assert_true(s.lr == 0.3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cyclic),
                                       cmocka_unit_test(test_a_cycle_without_one_phase),
                                       cmocka_unit_test(test_a_cycle_without_end),
                                       cmocka_unit_test(test_cosine),
                                       cmocka_unit_test(test_sgdr),
                                       cmocka_unit_test(test_step),
                                       cmocka_unit_test(test_low_rates),
                                       cmocka_unit_test(test_names)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
