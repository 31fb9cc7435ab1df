#include "check_op.h"
#include "golden/op_batch_norm.h"

/* The running statistics that the op is given: copies on the tape, so that every run starts alike.
 * What training made of them is copied back to `after`. */
typedef struct running {
    bool training;
    const double *mean, *var; /* NULL: 0.1 c and 1 + 0.1 c */
    double after_mean[8], after_var[8];
} running;

static gg_tensor *copy_of(gg_tape *t, int64_t d, const double *values, double base)
{
    gg_tensor *x = gg_full(t, 1, (int64_t[]){d}, base);
    for (int64_t c = 0; c < d && !gg_tape_status(t, NULL); c++)
        gg_set(x, c, values ? values[c] : base + 0.1 * (double)c);
    return x;
}

static gg_tensor *batch_norm(gg_tape *t, gg_tensor **in, void *context)
{
    running *r = context;
    int64_t d = in[0]->shape[in[0]->rank - 1];
    gg_tensor *mean = copy_of(t, d, r->mean, 0), *var = copy_of(t, d, r->var, 1);
    gg_tape_set_training(t, r->training);
    gg_tensor *y = gg_batch_norm(t, in[0], in[1], in[2], mean, var, 0.1, 1e-5);
    for (int64_t c = 0; c < d && c < 8 && !gg_tape_status(t, NULL); c++) {
        r->after_mean[c] = gg_get(mean, c);
        r->after_var[c] = gg_get(var, c);
    }
    return y;
}

/* gamma and beta are one tensor. */
static gg_tensor *one_vector(gg_tape *t, gg_tensor **in, void *context)
{
    return batch_norm(t, (gg_tensor *[]){in[0], in[1], in[1]}, context);
}

static gg_tensor *wrong_running(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    double data[8] = {0};
    gg_dtype other = gg_tape_dtype(t) == GG_F32 ? GG_F64 : GG_F32;
    gg_tensor s = gg_tensor_view(other, 1, (int64_t[]){3}, data);
    return gg_batch_norm(t, in[0], in[1], in[2], &s, &s, 0.1, 1e-5);
}

static void test_golden(void **state)
{
    (void)state;
    const double zeros[3] = {0}, ones[] = {1, 1, 1};
    running first = {.training = true, .mean = zeros, .var = ones};
    check_golden(batch_norm, &first, &golden_batch_norm_train1);
    check_close("running mean 1", first.after_mean, golden_batch_norm_mean1, 3, 1e-14);
    check_close("running variance 1", first.after_var, golden_batch_norm_var1, 3, 1e-14);
    running second = {.training = true, .mean = first.after_mean, .var = first.after_var};
    check_golden(batch_norm, &second, &golden_batch_norm_train2);
    check_close("running mean 2", second.after_mean, golden_batch_norm_mean2, 3, 1e-14);
    check_close("running variance 2", second.after_var, golden_batch_norm_var2, 3, 1e-14);
    running last = {.mean = second.after_mean, .var = second.after_var};
    check_golden(batch_norm, &last, &golden_batch_norm_evaluate);
    check_close("mean untouched", last.after_mean, second.after_mean, 3, 0);
    check_close("variance untouched", last.after_var, second.after_var, 3, 0);
}

static void test_shapes(void **state)
{
    (void)state;
    running training = {.training = true}, evaluation = {.training = false};
    static const int64_t shape[][2] = {{5, 3}, {2, 3}, {6, 1}, {4, 9}};
    for (size_t k = 0; k < sizeof shape / sizeof *shape; k++) {
        int64_t n = shape[k][0], d = shape[k][1];
        check_op(batch_norm, &training, SHAPE(n, d), SHAPE(d), SHAPE(d));
        check_op(batch_norm, &evaluation, SHAPE(n, d), SHAPE(d), SHAPE(d));
        check_op(batch_norm, &training, CONSTANT(n, d), SHAPE(d), CONSTANT(d));
        check_op(batch_norm, &training, SHAPE(n, d), CONSTANT(d), CONSTANT(d));
        check_op(one_vector, &training, SHAPE(n, d), SHAPE(d));
    }
    check_op(batch_norm, &evaluation, SHAPE(1, 3), SHAPE(3), SHAPE(3));
    check_op(batch_norm, &evaluation, SHAPE(0, 3), SHAPE(3), SHAPE(3));
    check_op(batch_norm, &training, SHAPE(4, 0), SHAPE(0), SHAPE(0));
}

static void test_many_blocks(void **state)
{
    (void)state;
    running training = {.training = true}, evaluation = {.training = false};
    check_op_large(batch_norm, &training, SHAPE(700, 37), SHAPE(37), SHAPE(37));
    check_op_large(batch_norm, &evaluation, SHAPE(700, 37), SHAPE(37), SHAPE(37));
}

/* Mean and variance by their definition, in long double, for columns far from 0: float inputs of
 * 10000 +- 1 leave a variance that sums of squares in float would lose altogether. */
static void test_far_from_zero(void **state)
{
    (void)state;
    enum { ROWS = 300, WIDTH = 5 };
    const double zeros[WIDTH] = {0};
    running r = {.training = true, .mean = zeros, .var = zeros};
    check_input in[] = {RANGE(9999, 10001, ROWS, WIDTH), RANGE(1, 1.5, WIDTH), SHAPE(WIDTH)};
    check_result y = check_run(batch_norm, &r, GG_F32, 1, LEAVES, 3, in, NULL);
    for (int64_t c = 0; c < WIDTH; c++) {
        long double mean = 0, var = 0;
        for (int64_t i = 0; i < ROWS; i++)
            mean += (long double)check_random(0, i * WIDTH + c, 9999, 10001) / ROWS;
        for (int64_t i = 0; i < ROWS; i++) {
            long double v = (long double)check_random(0, i * WIDTH + c, 9999, 10001) - mean;
            var += v * v / (ROWS - 1);
        }
        assert_true(fabs(r.after_mean[c] / (0.1 * (double)mean) - 1) < 1e-7);
        assert_true(fabs(r.after_var[c] / (0.1 * (double)var) - 1) < 1e-6);
    }
    check_result_free(&y);
}

/* A constant column has variance 0: it becomes beta, and no gradient is infinite. */
static void test_constant_column(void **state)
{
    (void)state;
    running r = {.training = true};
    const double x[] = {7, 7, 7, 7}, gamma[] = {2}, beta[] = {-3}, seed[] = {1, 2, 3, 4};
    golden g = {3,
                {{2, {4, 1}, x, x}, {1, {1}, gamma, gamma}, {1, {1}, beta, beta}},
                {2, {4, 1}, NULL, seed}};
    check_input in[] = {SHAPE(4, 1), SHAPE(1), SHAPE(1)};
    for (gg_dtype dtype = GG_F32; dtype <= GG_F64; dtype++) {
        check_result y = check_run(batch_norm, &r, dtype, 1, LEAVES, 3, in, &g);
        for (int i = 0; i < 4; i++) {
            assert_true(y.values[i] == -3);
            assert_true(isfinite(y.grad[0][i]));
        }
        check_result_free(&y);
    }
}

/* What is no number shows in the running statistics too. */
static void test_nan(void **state)
{
    (void)state;
    gg_tape *t;
    assert_int_equal(gg_tape_new(GG_F64, 1, &t, NULL), GG_OK);
    gg_tape_set_training(t, true);
    gg_tensor *x = gg_full(t, 2, (int64_t[]){4, 1}, NAN), *one = gg_full(t, 1, (int64_t[]){1}, 1);
    gg_tensor *mean = gg_full(t, 1, (int64_t[]){1}, 0), *var = gg_full(t, 1, (int64_t[]){1}, 1);
    gg_batch_norm(t, x, one, one, mean, var, 0.1, 1e-5);
    assert_int_equal(gg_tape_status(t, NULL), GG_OK);
    assert_true(isnan(gg_get(mean, 0)) && isnan(gg_get(var, 0)));
    gg_tape_free(t);
}

static void test_errors(void **state)
{
    (void)state;
    running training = {.training = true};
    check_op_error(batch_norm, &training, "a batch's variance needs at least 2 rows", SHAPE(1, 3),
                   SHAPE(3), SHAPE(3));
    check_op_error(batch_norm, &training, "needs at least 2 rows", SHAPE(0, 3), SHAPE(3), SHAPE(3));
    check_op_error(batch_norm, &training,
                   "batch_norm: (4x3) x (2) x (3): expected gamma and beta of 3 elements",
                   SHAPE(4, 3), SHAPE(2), SHAPE(3));
    check_op_error(batch_norm, &training, "expected gamma and beta", SHAPE(4, 3), SHAPE(3),
                   SHAPE(3, 1));
    check_op_error(batch_norm, &training, "expected a matrix", SHAPE(3), SHAPE(3), SHAPE(3));
    check_op_error(wrong_running, NULL, "expected running statistics of 3 elements", SHAPE(4, 3),
                   SHAPE(3), SHAPE(3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden),          cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_many_blocks),     cmocka_unit_test(test_far_from_zero),
        cmocka_unit_test(test_constant_column), cmocka_unit_test(test_nan),
        cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
