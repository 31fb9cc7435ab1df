#include "check_op.h"

/* A sparse matrix for tapes of either dtype, and how its entries are dropped. */
typedef struct drop {
    gg_csr *of[2];
    double p;
} drop;

static const gg_csr *dropped(gg_tape *t, const drop *d)
{
    gg_tape_set_training(t, true);
    return gg_dropout_sparse(t, d->of[gg_tape_dtype(t)], d->p, gg_rng_new(3));
}

/* dropout(X) W^T and dropout(X) W: backward goes through the transpose. */
static gg_tensor *linear(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_spmm_linear(t, dropped(t, context), in[0]);
}

static gg_tensor *product(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_spmm(t, dropped(t, context), in[0]);
}

static gg_tensor *other_dtype(gg_tape *t, gg_tensor **in, void *context)
{
    const drop *d = context;
    return gg_spmm(t, gg_dropout_sparse(t, d->of[1 - gg_tape_dtype(t)], d->p, gg_rng_new(3)),
                   in[0]);
}

/* The same product of a dense matrix that holds what gg_dropout leaves of the values. */
static gg_tensor *dense_product(gg_tape *t, gg_tensor **in, void *context)
{
    const drop *d = context;
    const gg_csr *x = d->of[gg_tape_dtype(t)];
    int64_t count = gg_csr_nnz(x);
    gg_tensor *values = gg_empty(t, 1, &count);
    for (int64_t k = 0; k < count; k++)
        gg_set(values, k, gg_csr_value(x, k));
    gg_tape_set_training(t, true);
    values = gg_dropout(t, values, d->p, gg_rng_new(3), 0);
    gg_tensor *dense = gg_full(t, 2, (int64_t[]){x->rows, x->cols}, 0);
    for (int64_t i = 0; i < x->rows; i++)
        for (int64_t k = x->rowptr[i]; k < x->rowptr[i + 1]; k++)
            gg_set(dense, i * x->cols + x->col[k], gg_get(values, k));
    return gg_matmul(t, dense, in[0]);
}

/* count random entries, with their mirror images if the matrix is to be symmetric. */
static drop make(int64_t rows, int64_t cols, int64_t count, bool ones, bool symmetric)
{
    drop d = {.p = 0.5};
    int32_t *row = calloc(2 * (size_t)count + 1, sizeof *row);
    int32_t *col = calloc(2 * (size_t)count + 1, sizeof *col);
    double *values = calloc(2 * (size_t)count + 1, sizeof *values);
    int64_t entries = symmetric ? 2 * count : count;
    for (int64_t k = 0; k < count; k++) {
        row[k] = col[count + k] = (int32_t)gg_rng_below(gg_rng_new(1), (uint64_t)k, (uint64_t)rows);
        col[k] = row[count + k] = (int32_t)gg_rng_below(gg_rng_new(2), (uint64_t)k, (uint64_t)cols);
        values[k] = values[count + k] = check_random(3, k, 0.5, 2);
    }
    for (gg_dtype dtype = GG_F32; dtype <= GG_F64; dtype++)
        assert_int_equal(gg_csr_from_coo(rows, cols, entries, row, col, ones ? NULL : values, dtype,
                                         &d.of[dtype], NULL),
                         GG_OK);
    free(row);
    free(col);
    free(values);
    return d;
}

static void drop_free(drop *d)
{
    gg_csr_free(d->of[GG_F32]);
    gg_csr_free(d->of[GG_F64]);
}

static void test_shapes(void **state)
{
    (void)state;
    static const struct {
        int64_t rows, cols, entries;
    } shape[] = {{5, 4, 9}, {1, 6, 5}, {6, 1, 5}, {4, 3, 0}, {0, 3, 0}, {3, 17, 40}};
    for (size_t k = 0; k < sizeof shape / sizeof *shape; k++)
        for (int ones = 0; ones < 2; ones++) {
            drop d = make(shape[k].rows, shape[k].cols, shape[k].entries, ones, false);
            check_op(linear, &d, SHAPE(3, shape[k].cols));
            check_op(product, &d, SHAPE(shape[k].cols, 2));
            drop_free(&d);
        }
}

/* A symmetric matrix is its own transpose; what is left of it is not. */
static void test_equals_the_dense_product(void **state)
{
    (void)state;
    const check_input x[] = {SHAPE(40, 5)};
    for (int symmetric = 0; symmetric < 2; symmetric++)
        for (int ones = 0; ones < 2; ones++) {
            drop d = make(40, 40, 300, ones, symmetric);
            assert_int_equal(d.of[GG_F64]->transpose == d.of[GG_F64], symmetric);
            check_result expected = check_run(dense_product, &d, GG_F64, 1, LEAVES, 1, x, NULL);
            check_agree("against gg_matmul", &expected,
                        check_run(product, &d, GG_F64, 2, LEAVES, 1, x, NULL), 1e-13);
            check_result_free(&expected);
            check_op_large(product, &d, SHAPE(40, 5));
            drop_free(&d);
        }
}

/* The transpose's transpose is the matrix itself, each entry in its place. */
static void test_transpose(void **state)
{
    (void)state;
    drop d = make(30, 20, 200, false, false);
    gg_tape *t;
    assert_int_equal(gg_tape_new(GG_F32, 1, &t, NULL), GG_OK);
    const gg_csr *x = dropped(t, &d), *back = x->transpose;
    int64_t zeros = 0;
    assert_ptr_equal(back->transpose, x);
    for (int64_t k = 0; k < gg_csr_nnz(x); k++) {
        assert_true(gg_csr_value(x, k) == gg_csr_value(back, x->transposed[k]));
        assert_int_equal(back->transposed[x->transposed[k]], k);
        zeros += gg_csr_value(x, k) == 0;
    }
    assert_in_range(zeros, gg_csr_nnz(x) / 3, gg_csr_nnz(x) * 2 / 3);
    gg_tape_free(t);
    drop_free(&d);
}

/* Evaluation, and p = 0, give back the matrix itself. */
static void test_identity(void **state)
{
    (void)state;
    drop d = make(5, 4, 9, false, false);
    const gg_csr *x = d.of[GG_F32];
    gg_tape *t;
    assert_int_equal(gg_tape_new(GG_F32, 1, &t, NULL), GG_OK);
    assert_ptr_equal(gg_dropout_sparse(t, x, 0.5, gg_rng_new(1)), x);
    gg_tape_set_training(t, true);
    assert_ptr_equal(gg_dropout_sparse(t, x, 0, gg_rng_new(1)), x);
    assert_ptr_not_equal(gg_dropout_sparse(t, x, 0.5, gg_rng_new(1)), x);
    gg_tape_free(t);
    drop_free(&d);
}

static void test_errors(void **state)
{
    (void)state;
    drop d = make(5, 4, 9, false, false);
    check_op_error(other_dtype, &d, "dropout_sparse: the sparse matrix is f", SHAPE(4, 3));
    d.p = 1;
    check_op_error(product, &d, "dropout: p = 1, expected 0 <= p < 1", SHAPE(4, 3));
    drop_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes), cmocka_unit_test(test_equals_the_dense_product),
        cmocka_unit_test(test_transpose), cmocka_unit_test(test_identity),
        cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
