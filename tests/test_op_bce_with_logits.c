#include "check_op.h"
#include "golden/op_bce_with_logits.h"

typedef struct weights {
    double pos_weight, weight;
} weights;

static gg_tensor *bce(gg_tape *t, gg_tensor **in, void *context)
{
    const weights *w = context;
    return gg_bce_with_logits(t, in[0], in[1], w->pos_weight, w->weight);
}

/* Two losses of the same logits: the second gradient is added to the first. */
static gg_tensor *twice(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_add(t, bce(t, in, context), bce(t, (gg_tensor *[]){in[0], in[2]}, context));
}

static gg_tensor *wrong_dtype(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    double data[5] = {0};
    gg_dtype other = gg_tape_dtype(t) == GG_F32 ? GG_F64 : GG_F32;
    gg_tensor y = gg_tensor_view(other, 1, (int64_t[]){5}, data);
    return gg_bce_with_logits(t, in[0], &y, 1, 1);
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(bce, &(weights){2.5, 0.125}, &golden_bce_with_logits_mean);
    check_golden(bce, &(weights){1, 1}, &golden_bce_with_logits_sum);
}

#define TARGETS(...)                                                                               \
    {                                                                                              \
        CHECK_SHAPE(__VA_ARGS__), .low = 0, .high = 1, .constant = true                            \
    }

static void test_shapes(void **state)
{
    (void)state;
    check_op(bce, (&(weights){50, 0.25}), SHAPE(7), TARGETS(7));
    check_op(bce, (&(weights){1, 1}), SHAPE(1), TARGETS(1));
    check_op(bce, (&(weights){3, 1}), SHAPE(7, 1), TARGETS(7));
    check_op(bce, (&(weights){0, 2}), SHAPE(2, 3, 2), TARGETS(2, 3, 2));
    check_op(bce, (&(weights){3, 1}), SHAPE(0), TARGETS(0));
    check_op(bce, (&(weights){3, 0}), SHAPE(4), TARGETS(4));
    check_op(bce, (&(weights){2, 1}), RANGE(-30, 30, 20), TARGETS(20));
    check_op(twice, (&(weights){2, 1}), SHAPE(6), TARGETS(6), TARGETS(6));
}

static void test_many_blocks(void **state)
{
    (void)state;
    check_op_large(bce, (&(weights){50, 1.0 / 40000}), RANGE(-8, 8, 40000), TARGETS(40000));
    check_op_large(bce, (&(weights){1, 1}), RANGE(-8, 8, 40001), TARGETS(40001));
}

/* One logit and one target, in either dtype: the loss and its slope. */
static void loss_of(gg_dtype dtype, double x, double y, double *loss, double *slope)
{
    const double in[] = {x}, target[] = {y}, seed[] = {1};
    golden g = {2, {{1, {1}, in, seed}, {1, {1}, target, NULL}}, {1, {1}, NULL, seed}};
    const check_input shapes[] = {SHAPE(1), CONSTANT(1)};
    check_result r = check_run(bce, &(weights){3, 1}, dtype, 1, LEAVES, 2, shapes, &g);
    *loss = r.values[0];
    *slope = r.grad[0][0];
    check_result_free(&r);
}

/* Far from 0 nothing overflows, and small losses keep their digits. */
static void test_extremes(void **state)
{
    (void)state;
    double loss, slope;
    for (gg_dtype dtype = GG_F32; dtype <= GG_F64; dtype++) {
        double eps = dtype == GG_F32 ? 3e-7 : 1e-15;
        for (double x = 0.5; x < 80; x += 0.5) {
            loss_of(dtype, x, 1, &loss, &slope);
            assert_true(fabs(loss / (3 * log1p(exp(-x))) - 1) < 4 * eps);
            assert_true(fabs(slope / (-3 / (1 + exp(x))) - 1) < 4 * eps);
            loss_of(dtype, -x, 0, &loss, &slope);
            assert_true(fabs(loss / log1p(exp(-x)) - 1) < 4 * eps);
            assert_true(fabs(slope * (1 + exp(x)) - 1) < 4 * eps);
        }
        loss_of(dtype, 1000, 0, &loss, &slope);
        assert_true(loss == 1000 && slope == 1);
        loss_of(dtype, -1000, 1, &loss, &slope);
        assert_true(loss == 3000 && slope == -3);
        loss_of(dtype, -1000, 0, &loss, &slope);
        assert_true(loss == 0 && slope == 0);
    }
}

static void test_nan_shows(void **state)
{
    (void)state;
    double loss, slope;
    for (gg_dtype dtype = GG_F32; dtype <= GG_F64; dtype++) {
        loss_of(dtype, NAN, 1, &loss, &slope);
        assert_true(isnan(loss) && isnan(slope));
    }
}

static void test_errors(void **state)
{
    (void)state;
    check_op_error(bce, (&(weights){1, 1}), "expected as many as logits, in the tape's dtype",
                   SHAPE(5), CONSTANT(4));
    check_op_error(bce, (&(weights){1, 1}), "bce_with_logits: (5x2): the targets are", SHAPE(5, 2),
                   CONSTANT(5));
    check_op_error(wrong_dtype, NULL, "in the tape's dtype", SHAPE(5));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden),      cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_many_blocks), cmocka_unit_test(test_extremes),
        cmocka_unit_test(test_nan_shows),   cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
