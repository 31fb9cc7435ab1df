#include "check.h"
#include "blas.h"
#include "parallel.h"

#include <math.h>

/* ---- dense tensors ---- */

static void test_shapes(void **state)
{
    (void)state;
    gg_error e;
    gg_tensor *x = NULL;
    assert_int_equal(gg_tensor_new(GG_F32, 3, (int64_t[]){2, 3, 4}, &x, &e), GG_OK);
    assert_int_equal(gg_numel(x), 24);
    assert_int_equal((uintptr_t)x->data % 64, 0);
    for (int64_t i = 0; i < 24; i++)
        assert_true(gg_get(x, i) == 0);
    gg_set(x, 23, 0.1);
    assert_true(gg_get(x, 23) == (double)0.1f);
    char text[32], small[5];
    assert_string_equal(gg_shape_text(x, text, sizeof text), "(2x3x4)");
    assert_string_equal(gg_shape_text(x, small, sizeof small), "(2x3");
    assert_null(x->grad);
    assert_int_equal(gg_tensor_require_grad(x, &e), GG_OK);
    assert_true(x->requires_grad && ((float *)x->grad)[23] == 0);
    gg_tensor_free(x);
    gg_tensor_free(NULL);

    x = NULL;
    assert_int_equal(gg_tensor_new(GG_F32, 5, (int64_t[]){1, 1, 1, 1, 1}, &x, &e), GG_ERR_SHAPE);
    assert_int_equal(gg_tensor_new(GG_F32, 0, (int64_t[]){1}, &x, &e), GG_ERR_SHAPE);
    assert_int_equal(gg_tensor_new(GG_F32, 2, (int64_t[]){2, -1}, &x, &e), GG_ERR_SHAPE);
    assert_int_equal(gg_tensor_new(GG_F32, 2, (int64_t[]){INT64_MAX, 3}, &x, &e), GG_ERR_SHAPE);
    assert_null(x);
}

typedef struct broadcast_case {
    int rank_a, rank_b, rank; /* 0: they do not fit */
    int64_t a[4], b[4], shape[4];
} broadcast_case;

static void test_broadcast_shape(void **state)
{
    (void)state;
    static const broadcast_case cases[] = {
        {2, 2, 2, {3, 4}, {3, 4}, {3, 4}},
        {2, 1, 2, {3, 4}, {4}, {3, 4}},
        {2, 2, 2, {3, 1}, {1, 4}, {3, 4}},
        {1, 4, 4, {5}, {2, 1, 3, 1}, {2, 1, 3, 5}},
        {4, 3, 4, {2, 1, 1, 6}, {4, 5, 1}, {2, 4, 5, 6}},
        {2, 2, 2, {0, 4}, {1, 4}, {0, 4}},
        {1, 1, 1, {1}, {0}, {0}},
        {2, 1, 0, {3, 4}, {3}, {0}},
        {2, 2, 0, {3, 4}, {2, 4}, {0}},
        {1, 1, 0, {0}, {2}, {0}},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const broadcast_case *c = &cases[k];
        gg_tensor a = gg_tensor_view(GG_F32, c->rank_a, c->a, NULL);
        gg_tensor b = gg_tensor_view(GG_F32, c->rank_b, c->b, NULL);
        for (int swapped = 0; swapped < 2; swapped++) {
            int rank = 0;
            int64_t shape[4];
            assert_int_equal(gg_broadcast_shape(swapped ? &b : &a, swapped ? &a : &b, &rank, shape),
                             c->rank > 0);
            assert_int_equal(rank, c->rank);
            assert_memory_equal(shape, c->shape, sizeof *shape * (size_t)c->rank);
        }
    }
}

static gg_status make_tensor(void *context, gg_error *e)
{
    (void)context;
    gg_tensor *x = NULL;
    gg_status status = gg_tensor_new(GG_F64, 1, (int64_t[]){10}, &x, e);
    if (!status)
        status = gg_tensor_require_grad(x, e);
    gg_tensor_free(x);
    return status;
}

static void test_memory(void **state)
{
    (void)state;
    check_every_allocation_fails(make_tensor, NULL);
    gg_tensor *x;
    gg_error e;
    assert_int_equal(gg_tensor_new((gg_dtype)7, 1, (int64_t[]){1}, &x, &e), GG_ERR_ARGUMENT);
    assert_string_equal(e.message, "tensor: no dtype 7");
    assert_null(gg_alloc(SIZE_MAX / 2, 3));
    assert_null(gg_zalloc(SIZE_MAX, SIZE_MAX));
    void *empty = gg_alloc(0, 8);
    assert_non_null(empty);
    gg_free(empty);
    gg_free(NULL);
}

static void test_fail(void **state)
{
    (void)state;
    gg_error e = {0};
    assert_int_equal(gg_fail(&e, GG_ERR_IO, "%s:%d: no", "f", 3), GG_ERR_IO);
    assert_int_equal(e.code, GG_ERR_IO);
    assert_string_equal(e.message, "f:3: no");
    assert_int_equal(gg_fail(NULL, GG_ERR_IO, "x"), GG_ERR_IO);
    gg_fail(&e, GG_ERR_IO, "%s: no", "a\n\tb\x1b[2J\x7f\xc3\xa9");
    assert_string_equal(e.message, "a?\tb?[2J?\xc3\xa9: no");
    char longer[1000];
    memset(longer, 'x', sizeof longer);
    longer[999] = 0;
    gg_fail(&e, GG_ERR_IO, "%s", longer);
    assert_int_equal(strlen(e.message), sizeof e.message - 1);
}

/* ---- sparse matrices ---- */

#define SIZE 9

typedef struct coo {
    int64_t rows, cols, count;
    int32_t row[64], col[64];
    double value[64];
} coo;

static coo random_coo(uint64_t seed)
{
    gg_rng rng = gg_rng_new(seed);
    coo c = {.rows = 1 + (int64_t)gg_rng_below(rng, 0, SIZE),
             .cols = 1 + (int64_t)gg_rng_below(rng, 1, SIZE),
             .count = (int64_t)gg_rng_below(rng, 2, 64)};
    for (int64_t k = 0; k < c.count; k++) {
        c.row[k] = (int32_t)gg_rng_below(rng, (uint64_t)(10 + 3 * k), (uint64_t)c.rows);
        c.col[k] = (int32_t)gg_rng_below(rng, (uint64_t)(11 + 3 * k), (uint64_t)c.cols);
        c.value[k] = (double)gg_rng_below(rng, (uint64_t)(12 + 3 * k), 9) - 4;
    }
    return c;
}

/* Every entry against the dense sum; columns ascend and appear once. */
static void check_csr(const coo *c, const gg_csr *a, bool ones, bool transposed)
{
    double dense[SIZE][SIZE] = {{0}};
    bool stored[SIZE][SIZE] = {{false}};
    int64_t nnz = 0;
    for (int64_t k = 0; k < c->count; k++) {
        int32_t i = transposed ? c->col[k] : c->row[k], j = transposed ? c->row[k] : c->col[k];
        nnz += !stored[i][j];
        stored[i][j] = true;
        dense[i][j] = ones ? 1 : dense[i][j] + c->value[k];
    }
    assert_int_equal(a->rows, transposed ? c->cols : c->rows);
    assert_int_equal(a->cols, transposed ? c->rows : c->cols);
    assert_int_equal(gg_csr_nnz(a), nnz);
    assert_true(ones == !a->values);
    assert_int_equal(a->rowptr[0], 0);
    for (int32_t i = 0; i < a->rows; i++) {
        for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++) {
            assert_true(k == a->rowptr[i] || a->col[k - 1] < a->col[k]);
            assert_true(gg_csr_value(a, k) == dense[i][a->col[k]]);
        }
        for (int32_t j = 0; j < a->cols; j++)
            assert_int_equal(gg_csr_has(a, i, j), stored[i][j]);
    }
}

/* Entry k of a, at (i, j), is entry transposed[k] of the transpose, at (j, i). */
static void check_transposed(const gg_csr *a)
{
    const gg_csr *b = a->transpose;
    for (int32_t i = 0; i < a->rows; i++)
        for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++) {
            int64_t at = a->transposed[k];
            assert_in_range(at, b->rowptr[a->col[k]], b->rowptr[a->col[k] + 1] - 1);
            assert_int_equal(b->col[at], i);
            assert_int_equal(b->transposed[at], k);
        }
}

static void test_csr_from_coo(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 400; seed++) {
        coo c = random_coo(seed);
        bool ones = seed % 2;
        gg_dtype dtype = seed % 4 < 2 ? GG_F32 : GG_F64;
        gg_csr *a, *b;
        gg_error e;
        assert_int_equal(gg_csr_from_coo(c.rows, c.cols, c.count, c.row, c.col,
                                         ones ? NULL : c.value, dtype, &a, &e),
                         GG_OK);
        assert_int_equal(a->dtype, dtype);
        check_csr(&c, a, ones, false);
        check_csr(&c, a->transpose, ones, true);
        assert_ptr_equal(a->transpose->transpose, a);
        check_transposed(a);
        assert_int_equal(gg_csr_cast(a, dtype == GG_F32 ? GG_F64 : GG_F32, &b, &e), GG_OK);
        assert_true(b->dtype != dtype);
        check_csr(&c, b, ones, false);
        check_csr(&c, b->transpose, ones, true);
        gg_csr_free(a);
        gg_csr_free(b);
    }
    gg_csr_free(NULL);
}

/* Each coordinate's place holds its row and column, and the matrix is that of gg_csr_from_coo. */
static void test_csr_places(void **state)
{
    (void)state;
    int repeats = 0;
    for (uint64_t seed = 0; seed < 400; seed++) {
        coo c = random_coo(seed);
        const double *values = seed % 2 ? NULL : c.value;
        gg_dtype dtype = seed % 4 < 2 ? GG_F32 : GG_F64;
        int64_t place[64];
        gg_csr *a, *b;
        gg_error e;
        assert_int_equal(gg_csr_from_coo_places(c.rows, c.cols, c.count, c.row, c.col, values,
                                                dtype, place, &a, &e),
                         GG_OK);
        for (int64_t k = 0; k < c.count; k++) {
            int32_t i = c.row[k];
            assert_in_range(place[k], a->rowptr[i], a->rowptr[i + 1] - 1);
            assert_int_equal(a->col[place[k]], c.col[k]);
        }
        repeats += c.count > gg_csr_nnz(a);
        assert_int_equal(
            gg_csr_from_coo(c.rows, c.cols, c.count, c.row, c.col, values, dtype, &b, &e), GG_OK);
        size_t nnz = (size_t)gg_csr_nnz(a);
        assert_int_equal(gg_csr_nnz(b), nnz);
        assert_memory_equal(a->col, b->col, nnz * sizeof *a->col);
        if (values)
            assert_memory_equal(a->values, b->values, nnz * gg_dtype_size(dtype));
        gg_csr_free(a);
        gg_csr_free(b);
    }
    assert_true(repeats > 100);
}

static void test_csr_symmetric(void **state)
{
    (void)state;
    gg_error e;
    gg_csr *a;
    int32_t row[] = {0, 1, 2, 1, 2}, col[] = {1, 0, 2, 2, 1};
    double value[] = {2, 2, 5, 3, 3};
    assert_int_equal(gg_csr_from_coo(3, 3, 5, row, col, value, GG_F32, &a, &e), GG_OK);
    assert_ptr_equal(a->transpose, a);
    check_transposed(a);
    gg_csr_free(a);
    value[4] = 4; /* the same pattern, other values */
    assert_int_equal(gg_csr_from_coo(3, 3, 5, row, col, value, GG_F32, &a, &e), GG_OK);
    assert_ptr_not_equal(a->transpose, a);
    gg_csr_free(a);
    assert_int_equal(gg_csr_from_coo(3, 3, 5, row, col, NULL, GG_F32, &a, &e), GG_OK);
    assert_ptr_equal(a->transpose, a);
    gg_csr_free(a);
    assert_int_equal(gg_csr_from_coo(3, 4, 0, NULL, NULL, NULL, GG_F32, &a, &e), GG_OK);
    assert_int_equal(gg_csr_nnz(a), 0);
    assert_false(gg_csr_has(a, 10, 0) || gg_csr_has(a, -1, 0) || gg_csr_has(a, 0, 10));
    gg_csr_free(a);
    assert_int_equal(gg_csr_from_coo(0, 0, 0, NULL, NULL, NULL, GG_F32, &a, &e), GG_OK);
    gg_csr_free(a);
}

static void test_csr_errors(void **state)
{
    (void)state;
    gg_error e;
    gg_csr *a = NULL;
    int32_t row[] = {0, 3}, col[] = {1, 0}, negative[] = {0, -1};
    assert_int_equal(gg_csr_from_coo(3, 3, 2, row, col, NULL, GG_F32, &a, &e), GG_ERR_ARGUMENT);
    assert_string_equal(e.message, "csr: entry 1 is (3, 0), outside 3 x 3");
    assert_int_equal(gg_csr_from_coo(4, 3, 2, row, negative, NULL, GG_F32, &a, &e),
                     GG_ERR_ARGUMENT);
    assert_int_equal(gg_csr_from_coo(-1, 3, 0, row, col, NULL, GG_F32, &a, &e), GG_ERR_SHAPE);
    assert_int_equal(gg_csr_from_coo(3, (int64_t)1 << 40, 0, row, col, NULL, GG_F32, &a, &e),
                     GG_ERR_SHAPE);
    int64_t place[2] = {-7, -7};
    assert_int_equal(gg_csr_from_coo_places(3, 3, 2, row, col, NULL, GG_F32, place, &a, &e),
                     GG_ERR_ARGUMENT);
    assert_true(place[0] == -7 && place[1] == -7);
    assert_null(a);
}

enum { BLOCKS = 5 };

/* Random blocks: of ones, of values, or of either by turns (values 0, 1 or 2). */
static int64_t random_blocks(uint64_t seed, int values, gg_dtype dtype, gg_csr **block)
{
    int64_t count = (int64_t)(seed % (BLOCKS + 1));
    for (int64_t k = 0; k < count; k++) {
        coo c = random_coo(BLOCKS * seed + (uint64_t)k);
        bool ones = values == 0 || (values == 2 && k % 2 == 0);
        if (k == 3)
            c.rows = c.count = 0;
        assert_int_equal(gg_csr_from_coo(c.rows, c.cols, c.count, c.row, c.col,
                                         ones ? NULL : c.value, dtype, &block[k], NULL),
                         GG_OK);
    }
    return count;
}

/* The rows of a from `row` on are those of b, moved by col columns. */
static void check_block(const gg_csr *a, const gg_csr *b, int64_t row, int64_t col)
{
    for (int64_t i = 0; i < b->rows; i++) {
        int64_t k = a->rowptr[row + i], from = b->rowptr[i], end = b->rowptr[i + 1];
        assert_int_equal(a->rowptr[row + i + 1] - k, end - from);
        for (; from < end; from++, k++) {
            assert_int_equal(a->col[k], b->col[from] + col);
            assert_true(gg_csr_value(a, k) == gg_csr_value(b, from));
        }
    }
}

static void test_csr_block_diagonal(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 120; seed++) {
        int values = (int)(seed % 3);
        gg_dtype dtype = seed % 2 ? GG_F64 : GG_F32;
        gg_csr *block[BLOCKS], *a;
        const gg_csr *given[BLOCKS];
        int64_t count = random_blocks(seed, values, dtype, block), row = 0, col = 0, nnz = 0;
        for (int64_t k = 0; k < count; k++)
            given[k] = block[k];
        assert_int_equal(gg_csr_block_diagonal(count, given, &a, NULL), GG_OK);
        assert_int_equal(a->dtype, count > 0 ? dtype : GG_F32);
        assert_int_equal(a->values != NULL, count > (values == 2) && values > 0);
        for (int64_t k = 0; k < count; k++) {
            check_block(a, block[k], row, col);
            row += block[k]->rows;
            col += block[k]->cols;
            nnz += gg_csr_nnz(block[k]);
            gg_csr_free(block[k]);
        }
        assert_int_equal(a->rows, row);
        assert_int_equal(a->cols, col);
        assert_int_equal(gg_csr_nnz(a), nnz);
        assert_ptr_equal(a->transpose->transpose, a);
        check_transposed(a);
        gg_csr_free(a);
    }
}

/* Of symmetric blocks it is symmetric. */
static void test_csr_block_diagonal_symmetric(void **state)
{
    (void)state;
    const int32_t row[] = {0, 1, 2, 1}, col[] = {1, 0, 1, 2};
    gg_csr *path, *a;
    assert_int_equal(gg_csr_from_coo(3, 3, 4, row, col, NULL, GG_F32, &path, NULL), GG_OK);
    const gg_csr *twice[] = {path, path};
    assert_int_equal(gg_csr_block_diagonal(2, twice, &a, NULL), GG_OK);
    assert_ptr_equal(a->transpose, a);
    assert_true(gg_csr_has(a, 4, 5) && !gg_csr_has(a, 2, 3));
    gg_csr_free(a);
    gg_csr_free(path);
}

static void test_csr_block_diagonal_errors(void **state)
{
    (void)state;
    gg_error e;
    gg_csr *f32, *f64, *ones, *a = NULL;
    const int32_t zero[] = {0};
    const double one[] = {1};
    assert_int_equal(gg_csr_from_coo(1, 1, 1, zero, zero, one, GG_F32, &f32, NULL), GG_OK);
    assert_int_equal(gg_csr_from_coo(1, 1, 1, zero, zero, one, GG_F64, &f64, NULL), GG_OK);
    assert_int_equal(gg_csr_from_coo(1, 1, 1, zero, zero, NULL, GG_F32, &ones, NULL), GG_OK);
    const gg_csr *mixed[] = {f64, ones, f32};
    assert_int_equal(gg_csr_block_diagonal(3, mixed, &a, &e), GG_ERR_SHAPE);
    assert_string_equal(e.message,
                        "block diagonal: block 2 is f32, those before are f64 (gg_csr_cast "
                        "converts)");
    assert_int_equal(gg_csr_block_diagonal(-1, NULL, &a, &e), GG_ERR_ARGUMENT);
    assert_string_equal(e.message, "block diagonal: -1 blocks");

    /* Sizes alone are looked at: there is nothing else to see. */
    const gg_csr high = {.rows = INT32_MAX}, wide = {.cols = INT32_MAX};
    const gg_csr *rows[] = {&high, ones}, *cols[] = {ones, &wide};
    assert_int_equal(gg_csr_block_diagonal(2, rows, &a, &e), GG_ERR_SHAPE);
    assert_string_equal(e.message, "block diagonal: with block 1, 1 x 1, there are more than "
                                   "2147483647 rows or columns");
    assert_int_equal(gg_csr_block_diagonal(2, cols, &a, &e), GG_ERR_SHAPE);
    assert_null(a);
    gg_csr_free(f32);
    gg_csr_free(f64);
    gg_csr_free(ones);
}

/* `count` ids below bound, different ones unless they may repeat. */
static int64_t draw_ids(gg_rng rng, int64_t bound, bool repeat, int32_t *id)
{
    int64_t all[SIZE], count = (int64_t)gg_rng_below(rng, 0, (uint64_t)bound + 1);
    for (int64_t k = 0; k < bound; k++)
        all[k] = k;
    gg_rng_shuffle(gg_rng_fork(rng, 1), all, bound);
    for (int64_t k = 0; k < count; k++)
        id[k] =
            (int32_t)(repeat ? all[gg_rng_below(rng, (uint64_t)k + 1, (uint64_t)bound)] : all[k]);
    return count;
}

/* Entry (p, q) of b is a's (row[p], col[q]), of value and presence. */
static void check_selected(const gg_csr *a, const gg_csr *b, const int32_t *row, const int32_t *col)
{
    assert_int_equal(a->dtype, b->dtype);
    assert_true(!a->values == !b->values);
    for (int32_t p = 0; p < b->rows; p++) {
        int64_t k = b->rowptr[p];
        for (int32_t q = 0; q < b->cols; q++)
            for (int64_t from = a->rowptr[row[p]]; from < a->rowptr[row[p] + 1]; from++)
                if (a->col[from] == col[q]) {
                    assert_true(k < b->rowptr[p + 1]);
                    assert_int_equal(b->col[k], q);
                    assert_true(gg_csr_value(b, k++) == gg_csr_value(a, from));
                }
        assert_int_equal(k, b->rowptr[p + 1]);
    }
    assert_ptr_equal(b->transpose->transpose, b);
    check_transposed(b);
}

static void test_csr_select(void **state)
{
    (void)state;
    const int32_t every[SIZE] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    int kept = 0;
    for (uint64_t seed = 0; seed < 400; seed++) {
        coo c = random_coo(seed);
        gg_rng rng = gg_rng_fork(gg_rng_new(seed), 1);
        int32_t row[SIZE], col[SIZE];
        int64_t rows = draw_ids(gg_rng_fork(rng, 1), c.rows, seed % 3 == 0, row);
        int64_t cols = draw_ids(gg_rng_fork(rng, 2), c.cols, false, col);
        gg_csr *a, *b;
        gg_error e;
        assert_int_equal(gg_csr_from_coo(c.rows, c.cols, c.count, c.row, c.col,
                                         seed % 2 ? NULL : c.value, seed % 4 < 2 ? GG_F32 : GG_F64,
                                         &a, &e),
                         GG_OK);
        assert_int_equal(gg_csr_select(a, rows, row, cols, col, &b, &e), GG_OK);
        assert_true(b->rows == rows && b->cols == cols);
        check_selected(a, b, row, col);
        kept += gg_csr_nnz(b) > 5;
        gg_csr_free(b);
        assert_int_equal(gg_csr_select(a, rows, row, -7, NULL, &b, &e), GG_OK);
        assert_true(b->rows == rows && b->cols == a->cols);
        check_selected(a, b, row, every);
        gg_csr_free(b);
        gg_csr_free(a);
    }
    assert_true(kept > 100);
}

/* Of a symmetric matrix one list for both sides makes another. */
static void test_csr_select_symmetric(void **state)
{
    (void)state;
    const int32_t row[] = {0, 1, 2, 1}, col[] = {1, 0, 1, 2}, nodes[] = {2, 1};
    gg_csr *path, *a;
    assert_int_equal(gg_csr_from_coo(3, 3, 4, row, col, NULL, GG_F32, &path, NULL), GG_OK);
    assert_int_equal(gg_csr_select(path, 2, nodes, 2, nodes, &a, NULL), GG_OK);
    assert_ptr_equal(a->transpose, a);
    assert_int_equal(gg_csr_nnz(a), 2);
    gg_csr_free(a);
    gg_csr_free(path);
}

static void test_csr_select_errors(void **state)
{
    (void)state;
    gg_error e;
    gg_csr *full, *a = NULL;
    const int32_t row[] = {0, 1}, col[] = {2, 1, 2}, beyond[] = {1, 3}, negative[] = {-1};
    assert_int_equal(gg_csr_from_coo(2, 3, 2, row, col, NULL, GG_F32, &full, NULL), GG_OK);
    assert_int_equal(gg_csr_select(full, 2, row, 3, col, &a, &e), GG_ERR_ARGUMENT);
    assert_string_equal(e.message, "select: column 2 comes twice");
    assert_int_equal(gg_csr_select(full, 2, row, 2, beyond, &a, &e), GG_ERR_ARGUMENT);
    assert_string_equal(e.message, "select: column 3, expected 0 to 2");
    assert_int_equal(gg_csr_select(full, 2, beyond, 0, NULL, &a, &e), GG_ERR_ARGUMENT);
    assert_string_equal(e.message, "select: row 3, expected 0 to 1");
    assert_int_equal(gg_csr_select(full, 1, negative, 0, NULL, &a, &e), GG_ERR_ARGUMENT);
    assert_int_equal(gg_csr_select(full, 2, row, 1, negative, &a, &e), GG_ERR_ARGUMENT);
    assert_int_equal(gg_csr_select(full, -1, row, 0, NULL, &a, &e), GG_ERR_SHAPE);
    assert_string_equal(e.message, "select: -1 rows is out of range");
    assert_int_equal(gg_csr_select(full, 2, NULL, 0, NULL, &a, &e), GG_ERR_ARGUMENT);
    assert_string_equal(e.message, "select: no matrix or no rows");
    assert_int_equal(gg_csr_select(NULL, 1, row, 0, NULL, &a, &e), GG_ERR_ARGUMENT);
    assert_int_equal(gg_csr_select(full, (int64_t)INT32_MAX + 1, row, 0, NULL, &a, &e),
                     GG_ERR_SHAPE);
    assert_int_equal(gg_csr_select(full, 2, row, -1, col, &a, &e), GG_ERR_SHAPE);
    assert_null(a);
    gg_csr_free(full);
}

static gg_status make_csr(void *context, gg_error *e)
{
    const coo *c = context;
    gg_csr *a = NULL, *b = NULL, *both = NULL, *part = NULL;
    int64_t place[64] = {0};
    place[c->count - 1] = -7;
    gg_status status = gg_csr_from_coo_places(c->rows, c->cols, c->count, c->row, c->col, c->value,
                                              GG_F64, place, &a, e);
    assert_true(!status == (place[c->count - 1] != -7)); /* untouched by a call that fails */
    if (!status)
        status = gg_csr_cast(a, GG_F32, &b, e);
    if (!status)
        status = gg_csr_block_diagonal(2, (const gg_csr *[]){a, a}, &both, e);
    if (!status)
        status = gg_csr_select(both, 2, (int32_t[]){1, 0}, 2, (int32_t[]){1, 0}, &part, e);
    gg_csr_free(a);
    gg_csr_free(b);
    gg_csr_free(both);
    gg_csr_free(part);
    return status;
}

static void test_csr_memory(void **state)
{
    (void)state;
    coo c = random_coo(5);
    check_every_allocation_fails(make_csr, &c);
}

/* ---- random numbers ---- */

/* The known answers of Random123 (kat_vectors, philox4x32-10). */
static void test_philox(void **state)
{
    (void)state;
    static const struct {
        uint32_t counter[4], key[2], answer[4];
    } known[] = {
        {{0}, {0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
        {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
         {0xffffffff, 0xffffffff},
         {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
        {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
         {0xa4093822, 0x299f31d0},
         {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        const uint32_t *c = known[k].counter, *key = known[k].key;
        gg_rng rng = {key[0] | (uint64_t)key[1] << 32, c[2] | (uint64_t)c[3] << 32};
        uint64_t position = c[0] | (uint64_t)c[1] << 32;
        uint32_t words[4];
        gg_rng_words(rng, position, words);
        assert_memory_equal(words, known[k].answer, sizeof words);
        assert_true(gg_rng_bits(rng, position) == (words[0] | (uint64_t)words[1] << 32));
    }
}

#define DRAWS 200000

/* Means and variances lie within 5 standard errors. */
static void check_moments(double (*draw)(gg_rng, uint64_t), double mean, double variance,
                          double fourth_moment)
{
    gg_rng rng = gg_rng_fork(gg_rng_new(3), 1);
    double sum = 0, squares = 0, product = 0, last = mean;
    for (uint64_t i = 0; i < DRAWS; i++) {
        double x = draw(rng, i) - mean;
        sum += x;
        squares += x * x;
        product += x * last;
        last = x;
    }
    assert_true(fabs(sum / DRAWS) < 5 * sqrt(variance / DRAWS));
    double error = sqrt((fourth_moment - variance * variance) / DRAWS);
    assert_true(fabs(squares / DRAWS - variance) < 5 * error);
    assert_true(fabs(product / DRAWS) < 5 * variance / sqrt(DRAWS));
}

static void test_uniform_and_normal(void **state)
{
    (void)state;
    check_moments(gg_rng_uniform, 0.5, 1.0 / 12, 1.0 / 80);
    check_moments(gg_rng_normal, 0, 1, 3);
    gg_rng rng = gg_rng_new(9);
    int tails = 0;
    for (uint64_t i = 0; i < DRAWS; i++) {
        double u = gg_rng_uniform(rng, i);
        assert_true(u >= 0 && u < 1);
        tails += fabs(gg_rng_normal(rng, i)) > 1.959963985;
    }
    assert_true(abs(tails - DRAWS / 20) < 5 * sqrt(DRAWS * 0.05 * 0.95));
}

static void test_below(void **state)
{
    (void)state;
    gg_rng rng = gg_rng_new(4);
    int counts[7] = {0};
    for (uint64_t i = 0; i < DRAWS; i++) {
        counts[gg_rng_below(rng, i, 7)]++;
        assert_true(gg_rng_below(rng, i, 1) == 0);
    }
    for (int k = 0; k < 7; k++)
        assert_true(abs(counts[k] - DRAWS / 7) < 5 * sqrt(DRAWS / 7.0));
    /* bound 2^64 - 1 against the product by parts of 32 bits: floor(bits (2^64 - 1) / 2^64) */
    for (uint64_t i = 0; i < 1000; i++) {
        uint64_t bits = gg_rng_bits(rng, i);
        assert_true(gg_rng_below(rng, i, UINT64_MAX) == (bits ? bits - 1 : 0));
        assert_true(gg_rng_below(rng, i, (uint64_t)1 << 40) == bits >> 24);
    }
}

static void test_forks_differ(void **state)
{
    (void)state;
    gg_rng rng = gg_rng_new(1);
    uint64_t seen[3000];
    size_t count = 0;
    for (uint64_t label = 0; label < 1000; label++) {
        gg_rng child = gg_rng_fork(rng, label);
        seen[count++] = child.stream;
        seen[count++] = gg_rng_fork(child, 0).stream;
        seen[count++] = gg_rng_fork(child, 1).stream;
        assert_true(child.seed == 1);
    }
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++)
            assert_true(seen[i] != seen[j]);
}

static void test_shuffle(void **state)
{
    (void)state;
    int first[5] = {0};
    for (uint64_t seed = 0; seed < 5000; seed++) {
        int64_t items[] = {10, 11, 12, 13, 14}, seen = 0;
        gg_rng_shuffle(gg_rng_new(seed), items, 5);
        for (int k = 0; k < 5; k++)
            seen |= (int64_t)1 << (items[k] - 10);
        assert_int_equal(seen, 31);
        first[items[0] - 10]++;
    }
    for (int k = 0; k < 5; k++)
        assert_true(abs(first[k] - 1000) < 5 * sqrt(5000 * 0.2 * 0.8));
    gg_rng_shuffle(gg_rng_new(1), NULL, 0);
}

/* ---- threads ---- */

#define ITEMS 1000

static void count_visits(void *context, int64_t begin, int64_t end)
{
    int *visits = context;
    bool whole = begin % 7 == 0 && begin < end && (end - begin == 7 || end == ITEMS);
    for (int64_t i = begin; i < end; i++)
        visits[i] += whole ? 1 : 1000;
}

static void visit_all(void *context, int64_t begin, int64_t end)
{
    for (int64_t i = begin; i < end; i++)
        gg_parallel(4, ITEMS, 7, count_visits, (int *)context + i * ITEMS);
}

static void test_parallel_covers_all(void **state)
{
    (void)state;
    static int visits[3 * ITEMS];
    const int threads[] = {0, 1, 2, 3, 4, 70};
    for (size_t k = 0; k < sizeof threads / sizeof *threads; k++) {
        memset(visits, 0, sizeof visits);
        gg_parallel(threads[k], ITEMS, 7, count_visits, visits);
        gg_parallel(threads[k], 0, 7, count_visits, visits);
        for (int i = 0; i < ITEMS; i++)
            assert_int_equal(visits[i], 1);
    }
    memset(visits, 0, sizeof visits);
    gg_parallel(3, 3, 1, visit_all, visits); /* nested */
    for (int i = 0; i < 3 * ITEMS; i++)
        assert_int_equal(visits[i], 1);
}

static void count_one(void *context, int64_t begin, int64_t end)
{
    char *visits = context;
    for (int64_t i = begin; i < end; i++)
        visits[i]++;
}

/* More threads than a process may have: as many as are of use are started. */
static void test_parallel_with_too_many_threads(void **state)
{
    (void)state;
    enum { COUNT = 200000 };
    char *visits = calloc(COUNT, 1);
    gg_parallel(COUNT, COUNT, 1, count_one, visits);
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(visits[i], 1);
    free(visits);
}

/* ---- BLAS and the machine ---- */

/* Every transposition, with row strides wider than the rows, against three loops. */
static void test_gemm(void **state)
{
    (void)state;
    enum { M = 5, N = 4, K = 3, LD = 7 };
    float a[LD * LD], b[LD * LD], c[LD * LD];
    double wide_a[LD * LD], wide_b[LD * LD], wide_c[LD * LD];
    for (int flags = 0; flags < 8; flags++) {
        bool ta = flags & 1, tb = flags & 2;
        double beta = flags & 4 ? 2 : 0;
        for (int i = 0; i < LD * LD; i++) {
            wide_a[i] = a[i] = (float)(i * 5 % 11);
            wide_b[i] = b[i] = (float)(i * 3 % 13);
            wide_c[i] = c[i] = beta != 0 ? (float)(i % 4) : NAN;
        }
        gg_gemm_f32(ta, tb, M, N, K, 2, a, LD, b, LD, (float)beta, c, LD);
        gg_gemm_f64(ta, tb, M, N, K, 2, wide_a, LD, wide_b, LD, beta, wide_c, LD);
        for (int i = 0; i < M; i++)
            for (int j = 0; j < N; j++) {
                double sum = beta != 0 ? beta * ((i * LD + j) % 4) : 0;
                for (int k = 0; k < K; k++)
                    sum += 2 * wide_a[ta ? k * LD + i : i * LD + k] *
                           wide_b[tb ? j * LD + k : k * LD + j];
                assert_true((double)c[i * LD + j] == sum && wide_c[i * LD + j] == sum);
            }
    }
    /* without terms the product is zero, whatever was there */
    c[0] = NAN;
    gg_gemm_f32(false, false, 1, 1, 0, 1, a, 0, b, 1, 0, c, 1);
    assert_true(c[0] == 0);
    gg_gemm_f32(false, false, 0, 1, 1, 1, NULL, 1, b, 1, 0, NULL, 1);
}

static void test_gemv(void **state)
{
    (void)state;
    float a[] = {1, 2, 3, 4, 5, 6}, x[] = {1, -1, 2}, y[] = {10, 20};
    gg_gemv_f32(false, 2, 3, 1, a, 3, x, 1, y);
    assert_true(y[0] == 15 && y[1] == 31);
    double wide[] = {1, 2, 3, 4, 5, 6}, u[] = {1, -1}, v[3] = {0};
    gg_gemv_f64(true, 2, 3, 2, wide, 3, u, 0, v);
    assert_true(v[0] == -6 && v[1] == -6 && v[2] == -6);
}

static void test_build_info(void **state)
{
    (void)state;
    gg_build build = gg_build_info();
    assert_string_equal(build.version, GG_VERSION);
    assert_true(strncmp(build.compiler, "gcc ", 4) == 0 ||
                strncmp(build.compiler, "clang ", 6) == 0);
    assert_non_null(strstr(build.blas_config, "OpenBLAS"));
    assert_true(strlen(build.blas_kernel) > 0);
    assert_true(strlen(build.isa) > 0);
    assert_true(build.threads >= 1);
}

/* OpenBLAS's entry points for choosing kernels, absent in a build for one processor only. */
extern void gotoblas_dynamic_quit(void) __attribute__((weak));
extern void gotoblas_dynamic_init(void) __attribute__((weak));

static void test_blas_kernel(void **state)
{
    (void)state;
#if defined(__x86_64__)
    __builtin_cpu_init();
    bool user_chose = getenv("OPENBLAS_CORETYPE") != NULL;
    if (user_chose || !gotoblas_dynamic_quit || !__builtin_cpu_supports("avx2"))
        skip();
    assert_string_not_equal(gg_build_info().blas_kernel, "Prescott");
    assert_int_equal(setenv("OPENBLAS_CORETYPE", "Prescott", 1), 0);
    gotoblas_dynamic_quit();
    gotoblas_dynamic_init();
    assert_string_equal(gg_build_info().blas_kernel, "Prescott");
    gg_blas_setup(); /* the user's choice stands */
    assert_string_equal(gg_build_info().blas_kernel, "Prescott");
    unsetenv("OPENBLAS_CORETYPE");
    gg_blas_setup(); /* a fallback does not */
    assert_string_not_equal(gg_build_info().blas_kernel, "Prescott");
    assert_null(getenv("OPENBLAS_CORETYPE"));
    test_gemm(state);
#else
    skip();
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_broadcast_shape),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_fail),
        cmocka_unit_test(test_csr_from_coo),
        cmocka_unit_test(test_csr_places),
        cmocka_unit_test(test_csr_symmetric),
        cmocka_unit_test(test_csr_errors),
        cmocka_unit_test(test_csr_block_diagonal),
        cmocka_unit_test(test_csr_block_diagonal_symmetric),
        cmocka_unit_test(test_csr_block_diagonal_errors),
        cmocka_unit_test(test_csr_select),
        cmocka_unit_test(test_csr_select_symmetric),
        cmocka_unit_test(test_csr_select_errors),
        cmocka_unit_test(test_csr_memory),
        cmocka_unit_test(test_philox),
        cmocka_unit_test(test_uniform_and_normal),
        cmocka_unit_test(test_below),
        cmocka_unit_test(test_forks_differ),
        cmocka_unit_test(test_shuffle),
        cmocka_unit_test(test_parallel_covers_all),
        cmocka_unit_test(test_parallel_with_too_many_threads),
        cmocka_unit_test(test_gemm),
        cmocka_unit_test(test_gemv),
        cmocka_unit_test(test_build_info),
        cmocka_unit_test(test_blas_kernel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
