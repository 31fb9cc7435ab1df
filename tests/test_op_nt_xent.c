#include "check_op.h"
#include "golden/op_nt_xent.h"

static gg_tensor *nt_xent(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_nt_xent(t, in[0], in[1], *(double *)context);
}

/* The same from operations that keep every cosine: the mean of log (sum_c exp(S_rc / tau), without
 * c = r) - S_rp(r) / tau. */
static gg_tensor *by_operations(gg_tape *t, gg_tensor **in, void *context)
{
    double tau = *(double *)context;
    int64_t nodes = in[0]->shape[0];
    gg_tensor *x = gg_l2_normalize(t, in[0], 1e-12), *y = gg_l2_normalize(t, in[1], 1e-12);
    gg_tensor *both = gg_concat(t, 2, (gg_tensor *[]){x, y}, 0);
    gg_tensor *cosines = gg_matmul_t(t, both, false, both, true);
    gg_tensor *others = gg_full(t, 2, cosines->shape, 1);
    for (int64_t r = 0; r < 2 * nodes && !gg_tape_status(t, NULL); r++)
        gg_set(others, r * (2 * nodes + 1), 0);
    gg_tensor *sums = gg_sum(t, gg_mul(t, gg_exp(t, gg_scale(t, cosines, 1 / tau)), others), 1);
    gg_tensor *partners = gg_sum(t, gg_mul(t, x, y), GG_ALL);
    return gg_sub(t, gg_mean(t, gg_log(t, sums), GG_ALL),
                  gg_scale(t, partners, 1 / (tau * (double)nodes)));
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(nt_xent, &(double){0.9}, &golden_nt_xent_warm);
    check_golden(nt_xent, &(double){0.1}, &golden_nt_xent_cold);
    check_golden(nt_xent, &(double){0.5}, &golden_nt_xent_one_node);
    check_golden(nt_xent, &(double){0.5}, &golden_nt_xent_constant);
}

static void test_shapes(void **state)
{
    (void)state;
    check_op(nt_xent, &(double){0.4}, SHAPE(5, 3), SHAPE(5, 3));
    check_op(nt_xent, &(double){0.4}, SHAPE(1, 3), SHAPE(1, 3));
    check_op(nt_xent, &(double){0.4}, SHAPE(4, 1), SHAPE(4, 1));
    check_op(nt_xent, &(double){0.4}, SHAPE(17, 2), CONSTANT(17, 2));
    check_op(nt_xent, &(double){0.4}, CONSTANT(6, 4), SHAPE(6, 4));
    check_op_runs(nt_xent, &(double){0.4}, SHAPE(3, 0), SHAPE(3, 0));
}

/* Rows of several tiles each way, of which the last are not full. */
static void test_many_tiles(void **state)
{
    (void)state;
    const int64_t sizes[] = {64, 65, 256, 300, 577};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        double tau = k % 2 ? 0.2 : 1;
        check_input in[] = {SHAPE(sizes[k], 5), SHAPE(sizes[k], 5)};
        check_result expected = check_run(by_operations, &tau, GG_F64, 2, LEAVES, 2, in, NULL);
        check_agree("tiles", &expected, check_run(nt_xent, &tau, GG_F64, 2, LEAVES, 2, in, NULL),
                    1e-12);
        check_result_free(&expected);
    }
    check_op_large(nt_xent, &(double){0.4}, SHAPE(300, 5), SHAPE(300, 5));
}

/* More blocks of rows than may be worked at at once. Nodes are of two kinds, at right angles, so
 * that each row has n - 1 others of its kind, and n of the other: by arithmetic
 * log (n - 1 + n exp(-1 / tau)). */
static void test_many_rows(void **state)
{
    (void)state;
    const int64_t nodes = 4500;
    gg_tape *t;
    double value, expected = log((double)(nodes - 1) + (double)nodes * exp(-1 / 0.5));
    assert_int_equal(gg_tape_new(GG_F32, 2, &t, NULL), GG_OK);
    gg_tensor *x = gg_full(t, 2, (int64_t[]){nodes, 2}, 0);
    for (int64_t i = 0; i < nodes; i++)
        gg_set(x, 2 * i + i % 2, 1 + (double)(i % 7));
    assert_int_equal(gg_value(t, gg_nt_xent(t, x, x, 0.5), &value, NULL), GG_OK);
    assert_true(fabs(value - expected) < 1e-5);
    gg_tape_free(t);
}

/* At the least tau exponents come near the end of what a float holds. */
static void test_least_tau(void **state)
{
    (void)state;
    check_op_runs(nt_xent, &(double){0.025}, RANGE(1, 1.1, 3, 4), RANGE(-1.1, -1, 3, 4));
}

static void test_errors(void **state)
{
    (void)state;
    double tau = 0.5;
    check_op_error(nt_xent, &tau, "nt_xent: (3x4) x (3x5): expected matrices of one shape",
                   SHAPE(3, 4), SHAPE(3, 5));
    check_op_error(nt_xent, &tau, "expected matrices", SHAPE(3, 4), SHAPE(2, 4));
    check_op_error(nt_xent, &tau, "expected matrices", SHAPE(3), SHAPE(3));
    check_op_error(nt_xent, &tau, "nt_xent: no nodes", SHAPE(0, 4), SHAPE(0, 4));
    check_op_error(nt_xent, &(double){0.02}, "nt_xent: tau = 0.02, expected 0.025 to 1e6",
                   SHAPE(3, 4), SHAPE(3, 4));
    check_op_error(nt_xent, &(double){NAN}, "nt_xent: tau = nan", SHAPE(3, 4), SHAPE(3, 4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden),     cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_many_tiles), cmocka_unit_test(test_many_rows),
        cmocka_unit_test(test_least_tau),  cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
