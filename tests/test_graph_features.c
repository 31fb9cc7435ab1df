/* Node features: dense and sparse arrays, Matrix Market, degrees. */
#include "check_dense.h"
#include "check_files.h"

#include <math.h>

#include "graph.h"

static double number(int i, int j, const char *name)
{
    if (strstr(name, "symmetric")) {
        double sum = 0;
        for (int k = 0; k < 5; k++)
            sum += golden_dense[i][k] * golden_dense[j][k];
        return sum;
    }
    if (strstr(name, "pattern"))
        return golden_dense[i][j] != 0;
    return strstr(name, "_i") ? trunc(golden_dense[i][j]) : golden_dense[i][j];
}

static void features_are_read(void **state)
{
    (void)state;
    static const char *const names[] = {
        "npz_f4_deflated.npz",    "npz_i8_wide.npz",        "npz_big_endian.npz",
        "npz_dense.npz",          "npz_dense_fortran.npz",  "npy_f4.npy",
        "npy_f8_big_fortran.npy", "npy_i8_big.npy",         "mtx_real.mtx",
        "mtx_integer.mtx",        "mtx_pattern.mtx",        "mtx_symmetric.mtx",
        "mtx_array.mtx",          "mtx_array_symmetric.mtx"};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        for (gg_dtype dtype = GG_F32; dtype <= GG_F64; dtype++) {
            gg_csr *a;
            gg_error e = {0};
            if (gg_read_features(golden(names[n]), dtype, &a, &e) != GG_OK)
                fail_msg("%s: %s", names[n], e.message);
            int cols = strstr(names[n], "symmetric") ? 4 : 5;
            int64_t nonzero = 0;
            double found[4][5] = {{0}};
            assert_true(a->rows == 4 && a->cols == cols && a->dtype == dtype && a->transpose);
            for (int i = 0; i < 4; i++)
                for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++)
                    found[i][a->col[k]] += gg_csr_value(a, k);
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < cols; j++) {
                    double x = number(i, j, names[n]);
                    nonzero += x != 0;
                    if (found[i][j] != (dtype == GG_F32 ? (double)(float)x : x))
                        fail_msg("%s: (%d, %d) is %g", names[n], i, j, found[i][j]);
                }
            if (!strstr(names[n], "npz_i")) /* which stores the zeros that truncation makes */
                assert_int_equal(gg_csr_nnz(a), nonzero);
            gg_csr_free(a);
        }
}

static void refuse(const char *path, gg_status code, const char *reason)
{
    gg_csr *a = NULL;
    gg_error e = {0};
    gg_status s = gg_read_features(path, GG_F32, &a, &e);
    if (s != code || !strstr(e.message, reason))
        fail_msg("status %d, \"%s\"; expected %d, \"%s\"", (int)s, e.message, (int)code, reason);
    assert_null(a);
}

static void files_that_are_no_features(void **state)
{
    (void)state;
    refuse(in_folder("x.txt"), GG_ERR_ARGUMENT,
           "x.txt: expected a name that ends in .npz, .npy or .mtx");
    refuse(".npy", GG_ERR_ARGUMENT, "expected a name");
    refuse(in_folder("x.npy"), GG_ERR_IO, "x.npy: cannot open");
    refuse(in_folder("x.npz"), GG_ERR_IO, "x.npz: cannot open");
    refuse(in_folder("x.mtx"), GG_ERR_IO, "x.mtx: cannot open");
    refuse(golden("npy_f8_list.npy"), GG_ERR_FORMAT, "an array of rank 1, expected a matrix");
    refuse(golden("npz_two.npz"), GG_ERR_FORMAT,
           "expected a matrix of scipy.sparse.save_npz or one array");
    refuse(golden("npz_rank3.npz"), GG_ERR_FORMAT,
           "arr_0.npy: numbers of rank 3, expected numbers");
    refuse(golden("npz_text.npz"), GG_ERR_FORMAT, "arr_0.npy: text of rank 1, expected numbers");
    char bytes[512];
    size_t size =
        make_npy(bytes, 1, "{'descr': '<f8', 'fortran_order': True, 'shape': (3, 2), }", 48);
    double nan = NAN;
    memcpy(bytes + size - 8, &nan, 8);
    refuse(write_file("nan.npy", bytes, size), GG_ERR_NUMERIC,
           "nan.npy: NaN or infinity in row 2, column 1");
    nan = 1e300; /* no f32 */
    memcpy(bytes + size - 8, &nan, 8);
    refuse(write_file("nan.npy", bytes, size), GG_ERR_NUMERIC,
           "NaN or infinity in row 2, column 1");
    size =
        make_npy(bytes, 1, "{'descr': '<f4', 'fortran_order': False, 'shape': (0, 99999999), }", 0);
    refuse(write_file("wide.npy", bytes, size), GG_ERR_FORMAT, "expected a matrix of at most");
    size = make_npy(bytes, 1,
                    "{'descr': '<f4', 'fortran_order': False, 'shape': (2000000000, 0), }", 0);
    refuse(write_file("long.npy", bytes, size), GG_ERR_FORMAT,
           "long.npy: 2000000000 rows, but hardly one has an entry");
    size = make_npy(bytes, 1, "{'descr': '<f4', 'fortran_order': False, 'shape': (8, 0), }", 0);
    refuse(write_file("none.npy", bytes, size), GG_ERR_FORMAT,
           "none.npy: features of 8 x 0, expected one column or more");
    refuse(write_text("none.mtx", "%%MatrixMarket matrix array real general\n8 0\n"), GG_ERR_FORMAT,
           "none.mtx: features of 8 x 0, expected one column or more");
}

#define COORDINATE "%%MatrixMarket matrix coordinate real general\n"

static void mtx_spellings(void **state)
{
    (void)state;
    static const char *const text[] = {
        COORDINATE "2 3 2\n1 1 1.5\n2 3 -4e0\n",
        ("%%MatrixMarket MATRIX Coordinate REAL General\r\n% c\r\n\r\n2 3 3\r\n%\r\n2 3 -4\r\n1 1 "
         "1\r\n1 1 +.5"),
        "%%MatrixMarket\tmatrix  array real general\n2\t3\n1.5\n0\n0\n0\n0\n-4.\n",
        "\xef\xbb\xbf" COORDINATE "2 3 2\r\n1 1 1.5\r\n2 3 -4",
    };
    for (size_t k = 0; k < sizeof text / sizeof *text; k++) {
        gg_csr *a;
        gg_error e = {0};
        if (gg_read_mtx(write_text("m.mtx", text[k]), GG_F64, &a, &e) != GG_OK)
            fail_msg("%s: %s", text[k], e.message);
        assert_true(a->rows == 2 && a->cols == 3 && gg_csr_nnz(a) == 2);
        assert_true(gg_csr_has(a, 0, 0) && gg_csr_value(a, 0) == 1.5);
        assert_true(gg_csr_has(a, 1, 2) && gg_csr_value(a, 1) == -4);
        gg_csr_free(a);
    }
    static const char *const empty[] = {COORDINATE "0 0 0\n", COORDINATE "3 0 0",
                                        "%%MatrixMarket matrix array integer general\n0 5\n"};
    for (size_t k = 0; k < sizeof empty / sizeof *empty; k++) {
        gg_csr *a;
        assert_int_equal(gg_read_mtx(write_text("m.mtx", empty[k]), GG_F64, &a, NULL), GG_OK);
        assert_int_equal(gg_csr_nnz(a), 0);
        gg_csr_free(a);
    }
}

static void hostile_mtx(void **state)
{
    (void)state;
#define MTX(text, reason)                                                                          \
    {                                                                                              \
        text, sizeof text - 1, reason                                                              \
    }
#define SYMMETRIC "%%MatrixMarket matrix coordinate real symmetric\n"
#define ARRAY "%%MatrixMarket matrix array real general\n"
    static const struct bad {
        const char *text;
        size_t size;
        const char *reason;
    } bad[] = {
        MTX("", "h.mtx: the file is empty"),
        MTX("1 1 1\n", "h.mtx:1: expected \"%%MatrixMarket matrix\""),
        MTX("%%MatrixMarket tensor coordinate real general\n", "another beginning"),
        MTX("%%MatrixMarket matrix sparse real general\n", "another format"),
        MTX("%%MatrixMarket matrix coordinate complex general\n", "another field"),
        MTX("%%MatrixMarket matrix array pattern general\n", "another field"),
        MTX("%%MatrixMarket matrix coordinate real hermitian\n", "another symmetry"),
        MTX("%%MatrixMarket matrix coordinate real\n", "another symmetry"),
        MTX(COORDINATE, "h.mtx: ends before the size"),
        MTX(COORDINATE "% only\n", "h.mtx: ends before the size"),
        MTX(COORDINATE "2 2\n", "expected rows, columns and entries"),
        MTX(COORDINATE "2 2 1 1\n", "expected rows, columns and entries"),
        MTX(COORDINATE "2 -2 1\n", "expected rows, columns and entries"),
        MTX(COORDINATE "2 2.0 1\n", "expected rows, columns and entries"),
        MTX(COORDINATE "2 2 99999999999999999999999\n", "expected rows, columns and entries"),
        MTX(ARRAY "2 2 4\n", "expected rows and columns"),
        MTX(COORDINATE "1000000000000 2 1\n1 1 1\n", "too many rows"),
        MTX(COORDINATE "2000000000 2 1\n1 1 1\n", "hardly a row has an entry"),
        MTX(COORDINATE "2 1000000000 1\n1 1 1\n", "too many rows or columns"),
        MTX(COORDINATE "2 2 1000000000000\n1 1 1\n", "more entries than there is text for"),
        MTX(ARRAY "2000000000 16777216\n1\n", "more entries than there is text for"),
        MTX(SYMMETRIC "2 3 1\n1 1 1\n", "symmetric, but not square"),
        MTX(SYMMETRIC "2 2 1\n1 2 1\n", "above the diagonal"),
        MTX(COORDINATE "2 2 2\n1 1 1\n", "ends after 1 entries, expected 2"),
        MTX(COORDINATE "2 2 1\n1 1 1\n1 2 1\n", "more entries than announced"),
        MTX(COORDINATE "2 2 1\n0 1 1\n", "outside the matrix"),
        MTX(COORDINATE "2 2 1\n3 1 1\n", "outside the matrix"),
        MTX(COORDINATE "2 2 1\n1 3 1\n", "outside the matrix"),
        MTX(COORDINATE "2 2 1\n1 1\n", "no value"),
        MTX(COORDINATE "2 2 1\n1 1 x\n", "no value"),
        MTX(COORDINATE "2 2 1\n1 1 nan\n", "no value"),
        MTX(COORDINATE "2 2 1\n1 1 0x10\n", "no value"),
        MTX(COORDINATE "2 2 1\n1 1 1,5\n", "no value"),
        MTX(COORDINATE "2 2 1\n1 1 1e\n", "no value"),
        MTX(COORDINATE "2 2 1\n1 1 1\0\n", "no value"),
        MTX(COORDINATE "2 2 1\n1 1 1 1\n", "more than that"),
        MTX(COORDINATE "2 2 1\n-1 1 1\n", "no row and column"),
        MTX(COORDINATE "2 2 1\n1\0 1 1\n", "no row and column"),
        MTX("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 1 1\n", "more than that"),
        MTX("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n"
            "0000000000000000000000000000000000000000000000000000000000000011\n",
            "no row and column"), /* of 64 digits, not 63 and 1 */
        MTX(ARRAY "2 1\n1\n2 3\n", "more than that"),
        MTX(ARRAY "2 1\n1\nx\n", "no value"),
        MTX(ARRAY "2 1\n1\n", "ends after 1 entries, expected 2"),
    };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
        refuse(write_file("h.mtx", bad[k].text, bad[k].size), GG_ERR_FORMAT, bad[k].reason);
    refuse(write_text("h.mtx", COORDINATE "2 2 1\n1 2 1e999\n"), GG_ERR_NUMERIC,
           "h.mtx: NaN or infinity in row 0, column 1");
    static char text[6000];
    memset(text, ' ', sizeof text);
    memcpy(text, COORDINATE "2 2 1\n1 1 1", sizeof COORDINATE + 10);
    text[sizeof text - 1] = '7';
    refuse(write_file("h.mtx", text, sizeof text), GG_ERR_FORMAT, "the line is too long");
    gg_csr *a = NULL;
    assert_int_equal(gg_read_mtx(folder, GG_F32, &a, NULL), GG_ERR_IO);
}

/* Until the last value begins, a file that was cut short is refused; then it may be a shorter one.
 */
static void mtx_cut_short(void **state)
{
    (void)state;
    static const char *const names[] = {"mtx_real.mtx",    "mtx_integer.mtx",
                                        "mtx_pattern.mtx", "mtx_symmetric.mtx",
                                        "mtx_array.mtx",   "mtx_array_symmetric.mtx"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        char bytes[1024];
        size_t size = read_file(golden(names[k]), bytes, sizeof bytes), last = size - 1;
        while (bytes[last - 1] != ' ' && bytes[last - 1] != '\n')
            last--;
        for (size_t cut = 0; cut <= size; cut++) {
            gg_csr *a = NULL;
            gg_status s = gg_read_mtx(write_file("c.mtx", bytes, cut), GG_F64, &a, NULL);
            if (cut <= last || cut + 1 >= size)
                assert_int_equal(s, cut <= last ? GG_ERR_FORMAT : GG_OK);
            gg_csr_free(a);
        }
    }
}

/* Random damage to good files: an error or a sound matrix, never a crash. */
static void damaged_files(void **state)
{
    (void)state;
    static const char *const names[] = {"npz_dense.npz", "npy_f8_big_fortran.npy",
                                        "mtx_symmetric.mtx", "mtx_array.mtx",
                                        "npz_dense_fortran.npz"};
    gg_rng rng = gg_rng_new(8);
    uint64_t position = 0;
    int refused = 0;
    for (int round = 0; round < 2000; round++) {
        char bytes[4096], to[32];
        const char *name = names[round % 5];
        size_t size = read_file(golden(name), bytes, sizeof bytes);
        for (uint64_t k = 1 + gg_rng_below(rng, position++, 3); k > 0; k--) {
            uint64_t bit = gg_rng_below(rng, position++, 8 * size);
            bytes[bit / 8] = (char)(bytes[bit / 8] ^ 1 << bit % 8);
        }
        if (gg_rng_below(rng, position++, 4) == 0)
            size = gg_rng_below(rng, position++, size);
        gg_csr *a = NULL;
        gg_error e = {0};
        snprintf(to, sizeof to, "damaged%s", name + strlen(name) - 4);
        gg_status s = gg_read_features(write_file(to, bytes, size), GG_F32, &a, &e);
        refused += s != GG_OK;
        assert_true((s != GG_OK) == (e.message[0] != 0));
        for (int64_t k = 0; a && k < gg_csr_nnz(a); k++)
            assert_true(a->col[k] >= 0 && a->col[k] < a->cols && isfinite(gg_csr_value(a, k)));
        gg_csr_free(a);
    }
    assert_true(refused > 500);
}

/* ---- degrees ---- */

static void degrees_are_one_hot(void **state)
{
    (void)state;
    static const int32_t u[] = {0, 0, 0, 2}, v[] = {1, 2, 3, 3};
    gg_pair_list p = {0};
    for (int k = 0; k < 4; k++)
        assert_int_equal(gg_pair_list_add(&p, u[k], v[k], NULL), GG_OK);
    gg_graph *g;
    gg_csr *x;
    assert_int_equal(gg_graph_new(5, &p, &g, NULL), GG_OK);
    assert_int_equal(gg_graph_degree_features(g, &x, NULL), GG_OK);
    static const int32_t degree[] = {3, 1, 2, 2, 0};
    assert_true(x->rows == 5 && x->cols == 4 && gg_csr_nnz(x) == 5 && x->dtype == GG_F32);
    assert_memory_equal(x->col, degree, sizeof degree);
    assert_true(gg_csr_value(x, 2) == 1 && x->transpose->rows == 4);
    gg_csr_free(x);
    gg_graph_free(g);
    gg_pair_list_free(&p);
}

/* The authors' way: degrees of A + I less one, as wide as the largest of them. */
static void degrees_of_facebook(void **state)
{
    (void)state;
    if (!check_data())
        skip();
    char dir[4096];
    gg_dataset *d;
    snprintf(dir, sizeof dir, "%s/facebook", check_data());
    assert_int_equal(gg_dataset_read(dir, "splits/0", NULL, &d, NULL), GG_OK);
    assert_null(d->features);
    assert_int_equal(gg_dataset_degree_features(d, NULL), GG_OK);
    int64_t largest = 0, without = 0;
    for (int32_t i = 0; i < d->nodes; i++) {
        int64_t with_loop = d->train->adjacency->rowptr[i + 1] - d->train->adjacency->rowptr[i] + 1;
        largest = with_loop > largest ? with_loop : largest;
        assert_int_equal(d->features->rowptr[i], i);
        assert_int_equal(d->features->col[i], with_loop - 1);
        without += d->features->col[i] == 0;
    }
    assert_int_equal(d->features->cols, largest);
    assert_int_equal(without, 35);
    gg_dataset_free(d);
}

/* ---- memory that runs out ---- */

static gg_status try_features(void *context, gg_error *e)
{
    gg_csr *a = NULL;
    gg_status s = gg_read_features(context, GG_F32, &a, e);
    gg_csr_free(a);
    return s;
}

static gg_status try_degrees(void *context, gg_error *e)
{
    gg_csr *a = NULL;
    gg_status s = gg_graph_degree_features(context, &a, e);
    gg_csr_free(a);
    return s;
}

static void out_of_memory(void **state)
{
    (void)state;
    static const char *const names[] = {"npz_dense.npz", "npy_i4.npy", "mtx_symmetric.mtx",
                                        "mtx_array.mtx", "npz_i4.npz"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        check_every_allocation_fails(try_features, (void *)(uintptr_t)golden(names[k]));
    gg_pair_list p = {0};
    gg_graph *g;
    assert_int_equal(gg_pair_list_add(&p, 1, 2, NULL), GG_OK);
    assert_int_equal(gg_graph_new(4, &p, &g, NULL), GG_OK);
    check_every_allocation_fails(try_degrees, g);
    gg_graph_free(g);
    gg_pair_list_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(features_are_read),   cmocka_unit_test(files_that_are_no_features),
        cmocka_unit_test(mtx_spellings),       cmocka_unit_test(hostile_mtx),
        cmocka_unit_test(mtx_cut_short),       cmocka_unit_test(damaged_files),
        cmocka_unit_test(degrees_are_one_hot), cmocka_unit_test(degrees_of_facebook),
        cmocka_unit_test(out_of_memory),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
