#include "check_op.h"
#include "draw.h"
#include "golden/op_dropout.h"

typedef struct drop {
    double p;
    uint64_t stream;
    int64_t first_row;
} drop;

static gg_rng stream(uint64_t label)
{
    return gg_rng_fork(gg_rng_new(3), label);
}

static gg_tensor *dropout(gg_tape *t, gg_tensor **in, void *context)
{
    const drop *d = context;
    gg_tape_set_training(t, true);
    return gg_dropout(t, in[0], d->p, stream(d->stream), d->first_row);
}

static gg_tensor *twice(gg_tape *t, gg_tensor **in, void *context)
{
    drop other = *(const drop *)context;
    other.stream++;
    return gg_mul(t, dropout(t, in, context), dropout(t, in, &other));
}

static gg_tensor *seeded(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    gg_tape_set_training(t, true);
    return gg_dropout(t, in[0], 0.3, gg_rng_new(7), 2);
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(seeded, NULL, &golden_dropout);
}

/* autograd.h's promise, word by word: whether element (row, column) is kept. */
static bool kept(const drop *d, int64_t width, int64_t row, int64_t column)
{
    uint32_t words[4];
    int64_t position = (d->first_row + row) * ((width + 7) / 8) + column / 8;
    gg_rng_words(stream(d->stream), (uint64_t)position, words);
    return (words[column % 8 / 2] >> (column % 2 ? 16 : 0) & 0xffff) >= lrint(d->p * 65536);
}

/* Forward and backward against that, bit for bit. */
static void check_mask(gg_dtype dtype, drop d, int threads, int64_t rows, int64_t width)
{
    check_input in = SHAPE(rows, width);
    check_result r = check_run(dropout, &d, dtype, threads, LEAVES, 1, &in, NULL);
    double scale = 65536 / (65536 - (double)lrint(d.p * 65536));
    for (int64_t i = 0; i < r.count; i++) {
        bool keep = kept(&d, width, i / width, i % width);
        double y = check_random(0, i, -2, 2) * scale, dx = check_seed(i) * scale;
        if (dtype == GG_F32) {
            y = (float)check_random(0, i, -2, 2) * (float)scale;
            dx = (float)check_seed(i) * (float)scale;
        }
        assert_true(r.values[i] == (keep ? y : 0));
        assert_true(r.grad[0][i] == (keep ? dx : 0));
    }
    check_result_free(&r);
}

static void test_mask(void **state)
{
    (void)state;
    static const int64_t widths[] = {1, 3, 7, 8, 9, 16, 33, 64, 256, 257};
    for (size_t k = 0; k < sizeof widths / sizeof *widths; k++)
        for (gg_dtype dtype = GG_F32; dtype <= GG_F64; dtype++)
            for (int threads = 1; threads <= 2; threads++) {
                check_mask(dtype, (drop){0.3, k, 0}, threads, 100, widths[k]);
                check_mask(dtype, (drop){0.5, k, 7}, threads, 3, widths[k]);
            }
    check_mask(GG_F32, (drop){0.5, 1, 0}, 2, 150, 260);
    /* where the counter's low word overflows */
    check_mask(GG_F32, (drop){0.5, 1, ((int64_t)1 << 32) - 3}, 1, 9, 8);
    check_mask(GG_F32, (drop){0.5, 1, ((int64_t)1 << 40) / 3 - 5}, 1, 20, 24);
}

typedef void (*draw)(gg_rng rng, uint64_t position, uint16_t out[GG_DRAW * 8]);

/* The same numbers as plain C's, also where a counter's low word overflows within one call. */
static void check_draw(draw other)
{
    for (uint64_t k = 0; k < 200; k++) {
        gg_rng rng = {gg_rng_bits(stream(k), 0), gg_rng_bits(stream(k), 1)};
        uint64_t position = gg_rng_bits(stream(k), 2) >> k % 64;
        if (k % 4 == 0)
            position = (position | 0xffffffff) - k % GG_DRAW;
        uint16_t numbers[GG_DRAW * 8], plain[GG_DRAW * 8];
        other(rng, position, numbers);
        gg_draw_plain(rng, position, plain);
        assert_memory_equal(numbers, plain, sizeof plain);
    }
}

static void test_draw(void **state)
{
    (void)state;
    check_draw(gg_draw);
}

static void test_draw_avx2(void **state)
{
    (void)state;
#ifdef GG_DRAW_X86
    if (__builtin_cpu_supports("avx2")) {
        check_draw(gg_draw_avx2);
        return;
    }
#endif
    skip();
}

static void test_draw_avx512(void **state)
{
    (void)state;
#ifdef GG_DRAW_X86
    if (__builtin_cpu_supports("avx512f")) {
        check_draw(gg_draw_avx512);
        return;
    }
#endif
    skip();
}

static void test_gradient(void **state)
{
    (void)state;
    drop d = {0.4, 2, 0};
    check_op(dropout, &d, SHAPE(5, 3));
    check_op(dropout, &d, SHAPE(11));
    check_op(dropout, &d, SHAPE(2, 3, 9));
    check_op(dropout, &d, SHAPE(4, 16));
    check_op(dropout, &d, SHAPE(0, 16));
    check_op(dropout, &d, SHAPE(3, 0));
    check_op(twice, &d, SHAPE(5, 3));
    check_op_large(dropout, &d, SHAPE(150, 264));
    check_op_large(dropout, &d, SHAPE(5000, 7));
}

/* A vector is one row; leading axes are rows. */
static void test_ranks(void **state)
{
    (void)state;
    drop d = {0.5, 4, 2};
    check_input vector = SHAPE(21), row = SHAPE(1, 21), deep = SHAPE(2, 3, 5), flat = SHAPE(6, 5);
    check_result a = check_run(dropout, &d, GG_F32, 1, LEAVES, 1, &vector, NULL);
    check_agree("vector", &a, check_run(dropout, &d, GG_F32, 1, LEAVES, 1, &row, NULL), 0);
    check_result_free(&a);
    a = check_run(dropout, &d, GG_F32, 1, LEAVES, 1, &deep, NULL);
    check_agree("rank 3", &a, check_run(dropout, &d, GG_F32, 1, LEAVES, 1, &flat, NULL), 0);
    check_result_free(&a);
}

/* A batch cut into tiles drops what the whole batch drops. */
static void test_tiles(void **state)
{
    (void)state;
    enum { ROWS = 60, WIDTH = 37 };
    check_input whole = SHAPE(ROWS, WIDTH);
    check_result batch = check_run(dropout, &(drop){0.5, 9, 0}, GG_F32, 1, LEAVES, 1, &whole, NULL);
    for (int64_t tile = 1; tile <= 32; tile *= 2)
        for (int64_t first = 0; first < ROWS; first += tile) {
            int64_t rows = ROWS - first < tile ? ROWS - first : tile;
            check_input in = SHAPE(rows, WIDTH);
            check_result r =
                check_run(dropout, &(drop){0.5, 9, first}, GG_F32, 1, LEAVES, 1, &in, NULL);
            for (int64_t i = 0; i < r.count; i++)
                assert_true((r.values[i] == 0) == (batch.values[first * WIDTH + i] == 0));
            check_result_free(&r);
        }
    check_result_free(&batch);
}

static int64_t count_zeros(drop d, int64_t rows, int64_t width)
{
    check_input in = RANGE(1, 2, rows, width);
    check_result r = check_run(dropout, &d, GG_F32, 1, LEAVES, 1, &in, NULL);
    int64_t zeros = 0;
    for (int64_t i = 0; i < r.count; i++)
        zeros += r.values[i] == 0;
    check_result_free(&r);
    return zeros;
}

/* Within 4 standard deviations; and the mean of what is kept stays the mean. */
static void test_rate(void **state)
{
    (void)state;
    static const double p[] = {0.01, 0.1, 0.3, 0.5, 0.9, 0.999};
    for (uint64_t k = 0; k < sizeof p / sizeof *p; k++) {
        double n = 1000 * 100;
        double zeros = (double)count_zeros((drop){p[k], k, 0}, 1000, 100);
        assert_true(fabs(zeros - n * p[k]) < 4 * sqrt(n * p[k] * (1 - p[k])) + 1);
    }
    /* every p below 1 leaves something finite to multiply by */
    assert_int_equal(count_zeros((drop){1 - 1e-9, 0, 0}, 10, 16), 160);
    assert_int_equal(count_zeros((drop){1e-9, 0, 0}, 10, 16), 0);
}

static void test_streams_differ(void **state)
{
    (void)state;
    check_input in = RANGE(1, 2, 50, 64);
    drop d[] = {{0.5, 1, 0}, {0.5, 2, 0}, {0.5, 1, 50}};
    check_result r[3];
    for (int k = 0; k < 3; k++)
        r[k] = check_run(dropout, &d[k], GG_F32, 1, LEAVES, 1, &in, NULL);
    for (int k = 1; k < 3; k++) {
        int same = 0;
        for (int64_t i = 0; i < r[0].count; i++)
            same += (r[0].values[i] == 0) == (r[k].values[i] == 0);
        assert_true(abs(same - 1600) < 4 * 29); /* 3200 fair coins: sigma 28.3 */
    }
    for (int k = 0; k < 3; k++)
        check_result_free(&r[k]);
}

/* Evaluation, and p = 0, give back the tensor itself. */
static void test_identity(void **state)
{
    (void)state;
    gg_tape *t;
    assert_int_equal(gg_tape_new(GG_F32, 1, &t, NULL), GG_OK);
    gg_tensor *x = gg_full(t, 2, (int64_t[]){3, 4}, 1);
    assert_ptr_equal(gg_dropout(t, x, 0.5, stream(0), 0), x);
    gg_tape_set_training(t, true);
    assert_ptr_equal(gg_dropout(t, x, 0, stream(0), 0), x);
    assert_ptr_not_equal(gg_dropout(t, x, 0.5, stream(0), 0), x);
    gg_tape_free(t);
}

static void test_errors(void **state)
{
    (void)state;
    check_op_error(dropout, (&(drop){1, 0, 0}), "dropout: p = 1, expected 0 <= p < 1", SHAPE(3, 2));
    check_op_error(dropout, (&(drop){-0.1, 0, 0}), "dropout: p = -0.1, expected", SHAPE(3, 2));
    check_op_error(dropout, (&(drop){NAN, 0, 0}), "expected 0 <= p < 1", SHAPE(3, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden),      cmocka_unit_test(test_mask),
        cmocka_unit_test(test_draw),        cmocka_unit_test(test_draw_avx2),
        cmocka_unit_test(test_draw_avx512), cmocka_unit_test(test_gradient),
        cmocka_unit_test(test_ranks),       cmocka_unit_test(test_tiles),
        cmocka_unit_test(test_rate),        cmocka_unit_test(test_streams_differ),
        cmocka_unit_test(test_identity),    cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
