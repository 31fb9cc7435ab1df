#include "check_op.h"
#include "golden/op_spmm.h"

/* One sparse matrix for tapes of either dtype, and the same as a dense one. */
typedef struct matrix {
    gg_csr *of[2];
    int64_t rows, cols;
    double *dense;
} matrix;

static gg_tensor *spmm(gg_tape *t, gg_tensor **in, void *context)
{
    const matrix *m = context;
    return gg_spmm(t, m->of[gg_tape_dtype(t)], in[0]);
}

static gg_tensor *twice(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_add(t, spmm(t, in, context), spmm(t, in, context));
}

static gg_tensor *dense_product(gg_tape *t, gg_tensor **in, void *context)
{
    const matrix *m = context;
    gg_tensor a = gg_tensor_view(GG_F64, 2, (int64_t[]){m->rows, m->cols}, m->dense);
    return gg_matmul(t, gg_constant(t, &a), in[0]);
}

static gg_tensor *other_dtype(gg_tape *t, gg_tensor **in, void *context)
{
    const matrix *m = context;
    return gg_spmm(t, m->of[1 - gg_tape_dtype(t)], in[0]);
}

static matrix make(int64_t rows, int64_t cols, int64_t count, const int32_t *row,
                   const int32_t *col, const double *values)
{
    matrix m = {.rows = rows, .cols = cols};
    for (gg_dtype dtype = GG_F32; dtype <= GG_F64; dtype++)
        assert_int_equal(
            gg_csr_from_coo(rows, cols, count, row, col, values, dtype, &m.of[dtype], NULL), GG_OK);
    m.dense = calloc((size_t)(rows * cols + 1), sizeof *m.dense);
    for (int64_t k = 0; k < count; k++) {
        double *entry = &m.dense[row[k] * cols + col[k]];
        *entry = values ? *entry + values[k] : 1;
    }
    return m;
}

static void drop(matrix *m)
{
    gg_csr_free(m->of[GG_F32]);
    gg_csr_free(m->of[GG_F64]);
    free(m->dense);
}

/* count entries, the first `hub` of them in row 1; those on one place add up, or are one without
 * values. */
static matrix random_matrix(int64_t rows, int64_t cols, int64_t count, int64_t hub, bool ones)
{
    int32_t *row = calloc((size_t)count + 1, sizeof *row);
    int32_t *col = calloc((size_t)count + 1, sizeof *col);
    double *values = calloc((size_t)count + 1, sizeof *values);
    gg_rng rng = gg_rng_new(11);
    for (int64_t k = 0; k < count; k++) {
        row[k] = k < hub ? 1 : (int32_t)gg_rng_below(rng, 3 * (uint64_t)k, (uint64_t)rows);
        col[k] = (int32_t)gg_rng_below(rng, 3 * (uint64_t)k + 1, (uint64_t)cols);
        values[k] = (double)(float)(gg_rng_uniform(rng, 3 * (uint64_t)k + 2) - 0.5);
    }
    matrix m = make(rows, cols, count, row, col, ones ? NULL : values);
    free(row);
    free(col);
    free(values);
    return m;
}

static void check_dense(matrix *m, int64_t width)
{
    check_input in = SHAPE(m->cols, width);
    check_result dense = check_run(dense_product, m, GG_F64, 1, LEAVES, 1, &in, NULL);
    check_agree("dense", &dense, check_run(spmm, m, GG_F64, 2, LEAVES, 1, &in, NULL), 1e-13);
    check_result_free(&dense);
}

static void test_golden(void **state)
{
    (void)state;
    matrix m = make(4, 5, 6, golden_spmm_row, golden_spmm_col, golden_spmm_values);
    check_golden(spmm, &m, &golden_spmm);
    drop(&m);
}

/* Rectangles, empty rows and columns, no entries, no rows, no columns. */
static void test_shapes(void **state)
{
    (void)state;
    static const struct {
        int64_t rows, cols, width, entries;
    } shape[] = {{5, 4, 3, 9}, {1, 6, 2, 5}, {6, 1, 2, 5}, {3, 7, 1, 20}, {4, 3, 2, 0},
                 {0, 3, 2, 0}, {3, 0, 2, 0}, {2, 3, 0, 4}, {4, 4, 13, 8}};
    for (size_t k = 0; k < sizeof shape / sizeof *shape; k++)
        for (int ones = 0; ones < 2; ones++) {
            matrix m = random_matrix(shape[k].rows, shape[k].cols, shape[k].entries, 0, ones == 1);
            check_op(spmm, &m, SHAPE(shape[k].cols, shape[k].width));
            check_dense(&m, shape[k].width);
            drop(&m);
        }
    matrix m = random_matrix(5, 4, 9, 0, false);
    check_op(twice, &m, SHAPE(4, 3));
    drop(&m);
}

/* Widths around the vectors that a row is cut into. */
static void test_widths(void **state)
{
    (void)state;
    static const int64_t widths[] = {4,  7,  8,   9,   15,  16,  17,  31,  32,  33,  63,
                                     64, 65, 100, 127, 128, 131, 255, 256, 257, 500, 515};
    matrix m = random_matrix(12, 9, 40, 20, false);
    for (size_t k = 0; k < sizeof widths / sizeof *widths; k++) {
        check_op_large(spmm, &m, SHAPE(9, widths[k]));
        check_dense(&m, widths[k]);
    }
    drop(&m);
}

/* Many blocks of entries: most rows empty, and a hub with more entries than a block holds. */
static void test_many_blocks(void **state)
{
    (void)state;
    for (int ones = 0; ones < 2; ones++) {
        matrix m = random_matrix(5000, 3000, 9000, 4500, ones == 1);
        check_op_large(spmm, &m, RANGE(-0.1, 0.1, 3000, 5));
        check_dense(&m, 3);
        drop(&m);
    }
}

/* One after the other in the order of the columns: with ones there is nothing to round but the sum,
 * so that its bits are known. */
static void check_order(gg_dtype dtype, int threads, const matrix *m, int64_t width)
{
    gg_tape *t = NULL;
    assert_int_equal(gg_tape_new(dtype, threads, &t, NULL), GG_OK);
    gg_tensor *x = gg_empty(t, 2, (int64_t[]){m->cols, width});
    for (int64_t i = 0; i < gg_numel(x); i++)
        gg_set(x, i, check_random(0, i, -2, 2));
    const gg_csr *a = m->of[dtype];
    gg_tensor *y = gg_spmm(t, a, x);
    assert_int_equal(gg_tape_status(t, NULL), GG_OK);
    for (int64_t i = 0; i < m->rows; i++)
        for (int64_t c = 0; c < width; c++) {
            double sum = 0;
            for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++) {
                sum += gg_get(x, a->col[k] * width + c);
                sum = dtype == GG_F32 ? (double)(float)sum : sum;
            }
            assert_true(gg_get(y, i * width + c) == sum);
        }
    gg_tape_free(t);
}

/* A hub, rows of none to a few entries, and every width up to more than a pass over a row takes. */
static void test_order_of_sums(void **state)
{
    (void)state;
    matrix m = random_matrix(60, 300, 500, 250, true);
    for (int64_t width = 1; width < 290; width += 1 + width / 17)
        for (int threads = 1; threads < 3; threads++) {
            check_order(GG_F32, threads, &m, width);
            check_order(GG_F64, threads, &m, width);
        }
    drop(&m);
}

/* A gradient flows through A^T also where A is its own transpose. */
static void test_symmetric(void **state)
{
    (void)state;
    const int32_t row[] = {0, 1, 1, 2, 3, 3}, col[] = {1, 0, 2, 1, 3, 0};
    const double values[] = {0.5, 0.5, -2, -2, 1, 0};
    matrix m = make(4, 4, 5, row, col, values);
    assert_ptr_equal(m.of[GG_F64], m.of[GG_F64]->transpose);
    check_op(spmm, &m, SHAPE(4, 3));
    check_dense(&m, 3);
    drop(&m);
}

static void test_errors(void **state)
{
    (void)state;
    matrix m = random_matrix(5, 4, 9, 0, false), ones = random_matrix(5, 4, 9, 0, true);
    check_op_error(spmm, &m, "spmm: (5x3): the sparse matrix is 5x4, expected a matrix of 4 rows",
                   SHAPE(5, 3));
    check_op_error(spmm, &m, "expected a matrix of 4 rows", SHAPE(4));
    check_op_error(other_dtype, &m, "(gg_csr_cast converts)", SHAPE(4, 3));
    check_op(other_dtype, &ones, SHAPE(4, 3));
    drop(&m);
    drop(&ones);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden),    cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_widths),    cmocka_unit_test(test_many_blocks),
        cmocka_unit_test(test_symmetric), cmocka_unit_test(test_order_of_sums),
        cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
