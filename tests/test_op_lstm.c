#include "check_op.h"
#include "golden/op_lstm.h"

static gg_tensor *memory(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    return gg_lstm_memory(t, in[0], in[1]);
}

static gg_tensor *output(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    return gg_lstm_output(t, in[0], in[1]);
}

/* One cell after the other: gates and memory take gradients from both halves. */
static gg_tensor *two_cells(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    gg_tensor *c = gg_lstm_memory(t, in[0], in[1]);
    gg_tensor *h = gg_lstm_output(t, in[0], c);
    gg_tensor *next = gg_lstm_memory(t, in[2], c);
    return gg_add(t, h, gg_lstm_output(t, in[2], next));
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(memory, NULL, &golden_lstm_memory);
    check_golden(output, NULL, &golden_lstm_output);
}

static double sigma(double x)
{
    return 1 / (1 + exp(-x));
}

/* The formulas with the C library's functions, up to where float's exponential gives out. */
static void test_formulas(void **state)
{
    (void)state;
    enum { ROWS = 41, WIDTH = 3 };
    for (gg_dtype dtype = GG_F32; dtype <= GG_F64; dtype++) {
        gg_tape *t;
        assert_int_equal(gg_tape_new(dtype, 1, &t, NULL), GG_OK);
        gg_tensor *a = gg_empty(t, 2, (int64_t[]){ROWS, 4 * WIDTH});
        gg_tensor *c = gg_empty(t, 2, (int64_t[]){ROWS, WIDTH});
        for (int64_t k = 0; k < gg_numel(a); k++)
            gg_set(a, k, 100 * pow(sin(1.7 * (double)k), 5));
        for (int64_t k = 0; k < gg_numel(c); k++)
            gg_set(c, k, k % 5 == 0 ? 1e-4 * sin((double)k) : 3 * sin((double)k));
        gg_tensor *next = gg_lstm_memory(t, a, c), *h = gg_lstm_output(t, a, c);
        assert_int_equal(gg_tape_status(t, NULL), GG_OK);
        double tolerance = dtype == GG_F32 ? 4e-7 : 1e-15;
        for (int row = 0; row < ROWS; row++)
            for (int j = 0; j < WIDTH; j++) {
                int64_t at = row * WIDTH + j, gate = row * 4 * WIDTH + j;
                double i = gg_get(a, gate), f = gg_get(a, gate + WIDTH);
                double g = gg_get(a, gate + 2 * WIDTH), o = gg_get(a, gate + 3 * WIDTH);
                double expected = sigma(f) * gg_get(c, at) + sigma(i) * tanh(g);
                assert_true(fabs(gg_get(next, at) - expected) <= 4 * tolerance);
                expected = sigma(o) * tanh(gg_get(c, at));
                assert_true(fabs(gg_get(h, at) - expected) <= tolerance * fabs(expected) + 1e-37);
            }
        gg_tape_free(t);
    }
}

static void test_shapes(void **state)
{
    (void)state;
    gg_function halves[] = {memory, output};
    for (int k = 0; k < 2; k++) {
        check_op(halves[k], NULL, SHAPE(3, 8), SHAPE(3, 2));
        check_op(halves[k], NULL, SHAPE(1, 12), SHAPE(1, 3));
        check_op(halves[k], NULL, SHAPE(5, 4), SHAPE(5, 1));
        check_op(halves[k], NULL, SHAPE(0, 8), SHAPE(0, 2));
        check_op(halves[k], NULL, SHAPE(3, 0), SHAPE(3, 0));
        check_op(halves[k], NULL, CONSTANT(3, 8), SHAPE(3, 2));
        check_op(halves[k], NULL, SHAPE(3, 8), CONSTANT(3, 2));
    }
    check_op(two_cells, NULL, SHAPE(3, 8), SHAPE(3, 2), SHAPE(3, 8));
}

static void test_many_blocks(void **state)
{
    (void)state;
    check_op_large(memory, NULL, SHAPE(900, 132), SHAPE(900, 33));
    check_op_large(output, NULL, SHAPE(900, 132), SHAPE(900, 33));
}

static void test_errors(void **state)
{
    (void)state;
    check_op_error(memory, NULL, "lstm_memory: (3x8) x (3x3): expected as many rows", SHAPE(3, 8),
                   SHAPE(3, 3));
    check_op_error(output, NULL, "lstm_output: (3x8) x (2x2): expected as many rows", SHAPE(3, 8),
                   SHAPE(2, 2));
    check_op_error(memory, NULL, "expected matrices", SHAPE(8), SHAPE(2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden), cmocka_unit_test(test_formulas),
        cmocka_unit_test(test_shapes), cmocka_unit_test(test_many_blocks),
        cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
