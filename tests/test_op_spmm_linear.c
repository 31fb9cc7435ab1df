#include "check_op.h"
#include "golden/op_spmm_linear.h"

/* The same sparse matrix for tapes of either dtype. */
typedef struct matrix {
    gg_csr *of[2];
} matrix;

static gg_tensor *spmm_linear(gg_tape *t, gg_tensor **in, void *context)
{
    const matrix *m = context;
    return gg_spmm_linear(t, m->of[gg_tape_dtype(t)], in[0]);
}

/* The matrix for the other dtype. */
static gg_tensor *wrong_dtype(gg_tape *t, gg_tensor **in, void *context)
{
    const matrix *m = context;
    return gg_spmm_linear(t, m->of[1 - gg_tape_dtype(t)], in[0]);
}

/* The weight as input and gradient of two products. */
static gg_tensor *twice(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_add(t, spmm_linear(t, in, context), spmm_linear(t, in, context));
}

static matrix make(int64_t rows, int64_t cols, int64_t count, const int32_t *row,
                   const int32_t *col, const double *values)
{
    matrix m;
    for (gg_dtype dtype = GG_F32; dtype <= GG_F64; dtype++)
        assert_int_equal(
            gg_csr_from_coo(rows, cols, count, row, col, values, dtype, &m.of[dtype], NULL), GG_OK);
    return m;
}

static void drop(matrix *m)
{
    gg_csr_free(m->of[GG_F32]);
    gg_csr_free(m->of[GG_F64]);
}

/* count random entries; those that fall on one place add up, or are one without values. */
static matrix random_matrix(int64_t rows, int64_t cols, int64_t count, bool ones)
{
    int32_t *row = calloc((size_t)count + 1, sizeof *row);
    int32_t *col = calloc((size_t)count + 1, sizeof *col);
    double *values = calloc((size_t)count + 1, sizeof *values);
    gg_rng rng = gg_rng_new(11);
    for (int64_t k = 0; k < count; k++) {
        row[k] = (int32_t)gg_rng_below(rng, 3 * (uint64_t)k, (uint64_t)rows);
        col[k] = (int32_t)gg_rng_below(rng, 3 * (uint64_t)k + 1, (uint64_t)cols);
        values[k] = (double)(float)(gg_rng_uniform(rng, 3 * (uint64_t)k + 2) - 0.5);
    }
    matrix m = make(rows, cols, count, row, col, ones ? NULL : values);
    free(row);
    free(col);
    free(values);
    return m;
}

static void test_golden(void **state)
{
    (void)state;
    matrix m =
        make(4, 5, 6, golden_spmm_linear_row, golden_spmm_linear_col, golden_spmm_linear_values);
    check_golden(spmm_linear, &m, &golden_spmm_linear);
    drop(&m);
}

static void test_shapes(void **state)
{
    (void)state;
    static const struct {
        int64_t rows, in, out, entries;
    } shape[] = {{5, 4, 3, 9}, {1, 6, 2, 5}, {6, 1, 2, 5}, {3, 7, 1, 20},  {4, 3, 2, 0},
                 {0, 3, 2, 0}, {3, 0, 2, 0}, {2, 3, 0, 4}, {3, 17, 18, 40}};
    for (size_t k = 0; k < sizeof shape / sizeof *shape; k++)
        for (int ones = 0; ones < 2; ones++) {
            matrix m = random_matrix(shape[k].rows, shape[k].in, shape[k].entries, ones);
            check_op(spmm_linear, &m, SHAPE(shape[k].out, shape[k].in));
            check_op(twice, &m, SHAPE(shape[k].out, shape[k].in));
            drop(&m);
        }
}

static void test_many_blocks(void **state)
{
    (void)state;
    for (int ones = 0; ones < 2; ones++) {
        matrix m = random_matrix(170, 133, 2000, ones);
        check_op_large(spmm_linear, &m, SHAPE(67, 133));
        drop(&m);
    }
}

/* X as a dense constant through gg_linear. */
static gg_tensor *dense(gg_tape *t, gg_tensor **in, void *context)
{
    const gg_csr *x = ((const matrix *)context)->of[gg_tape_dtype(t)];
    gg_tensor *d = gg_full(t, 2, (int64_t[]){x->rows, x->cols}, 0);
    for (int64_t i = 0; i < x->rows && !gg_tape_status(t, NULL); i++)
        for (int64_t k = x->rowptr[i]; k < x->rowptr[i + 1]; k++)
            gg_set(d, i * x->cols + x->col[k], gg_csr_value(x, k));
    return gg_linear(t, d, in[0], NULL);
}

static void test_equals_the_dense_product(void **state)
{
    (void)state;
    matrix m = random_matrix(50, 40, 500, false);
    const check_input w[] = {SHAPE(23, 40)};
    check_result expected = check_run(dense, &m, GG_F64, 1, LEAVES, 1, w, NULL);
    check_agree("against gg_linear", &expected,
                check_run(spmm_linear, &m, GG_F64, 2, LEAVES, 1, w, NULL), 1e-13);
    check_result_free(&expected);
    drop(&m);
}

static void test_errors(void **state)
{
    (void)state;
    matrix m = random_matrix(5, 4, 9, false);
    check_op_error(spmm_linear, &m,
                   "spmm_linear: (3x5): the weight of a sparse (5x4) needs 4 columns", SHAPE(3, 5));
    check_op_error(spmm_linear, &m, "needs 4 columns", SHAPE(4));
    check_op_error(wrong_dtype, &m, "gg_csr_cast converts", SHAPE(3, 4));
    drop(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden), cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_many_blocks),
                                       cmocka_unit_test(test_equals_the_dense_product),
                                       cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
