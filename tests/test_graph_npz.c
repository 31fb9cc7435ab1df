/* Sparse matrices of SciPy, .npz, with files that are damaged on purpose. */
#include "check_dense.h"
#include "check_files.h"

#include <math.h>

#include "graph.h"
#include "zip_maker.h"

static void npz_of_scipy(void **state)
{
    (void)state;
    static const char *const names[] = {
        "npz_f4_deflated.npz", "npz_f8_stored.npz", "npz_f4_wide.npz",   "npz_i8_wide.npz",
        "npz_i4.npz",          "npz_unsorted.npz",  "npz_big_endian.npz"};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        for (gg_dtype dtype = GG_F32; dtype <= GG_F64; dtype++) {
            gg_csr *a;
            gg_error e = {0};
            if (gg_read_npz_csr(golden(names[n]), dtype, &a, &e) != GG_OK)
                fail_msg("%s: %s", names[n], e.message);
            assert_int_equal(a->rows, 4);
            assert_int_equal(a->cols, 5);
            assert_int_equal(a->dtype, dtype);
            double dense[4][5] = {{0}};
            for (int i = 0; i < 4; i++)
                for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++)
                    dense[i][a->col[k]] += gg_csr_value(a, k);
            bool truncated = strncmp(names[n], "npz_i", 5) == 0;
            for (int i = 0; i < 20; i++) {
                double expected = golden_dense[i / 5][i % 5];
                assert_true(dense[i / 5][i % 5] == (truncated ? trunc(expected) : expected));
            }
            assert_non_null(a->transpose);
            gg_csr_free(a);
        }
}

/* A 2 x 3 matrix with 3 entries, of which a test changes what it likes. */
typedef struct sample {
    const char *format, *descr, *skip; /* format as bytes; skip: a member to leave out */
    int64_t shape[2], indptr[3], indices[3];
    double data[3];
    const char *lists; /* shape text of indptr */
} sample;

static const sample good_sample = {"csr",     "<f8",     "",        {2, 3},
                                   {0, 2, 3}, {0, 2, 1}, {1, 2, 3}, "(3,)"};

static void add_array(zip_maker *z, const sample *s, const char *name, const char *descr,
                      const char *shape, const void *data, size_t size)
{
    char text[200], bytes[512];
    if (strncmp(name, s->skip, 4) == 0 && *s->skip)
        return;
    snprintf(text, sizeof text, "{'descr': '%s', 'fortran_order': False, 'shape': %s, }", descr,
             shape);
    size_t start = make_npy(bytes, 1, text, 0);
    memcpy(bytes + start, data, size);
    assert_true(zip_add(z, name, bytes, start + size, start + size, 0));
}

static const char *write_sample(const sample *s)
{
    zip_maker z = {.size = 0};
    char format[8];
    snprintf(format, sizeof format, "|S%d", (int)strlen(s->format));
    add_array(&z, s, "indices.npy", "<i8", "(3,)", s->indices, sizeof s->indices);
    add_array(&z, s, "indptr.npy", "<i8", s->lists, s->indptr, sizeof s->indptr);
    add_array(&z, s, "format.npy", format, "()", s->format, strlen(s->format));
    add_array(&z, s, "shape.npy", "<i8", "(2,)", s->shape, sizeof s->shape);
    add_array(&z, s, "data.npy", s->descr, "(3,)", s->data, sizeof s->data);
    size_t size = zip_finish(&z);
    return write_file("sample.npz", z.bytes, size);
}

static void refuse(const sample *s, gg_status code, const char *reason)
{
    gg_csr *a = NULL;
    gg_error e = {0};
    gg_status status = gg_read_npz_csr(write_sample(s), GG_F32, &a, &e);
    if (status != code)
        fail_msg("status %d (%s), expected %d, %s", (int)status, e.message, (int)code, reason);
    assert_contains(e.message, "/sample.npz: ");
    assert_contains(e.message, reason);
    assert_null(a);
}

static void hostile_npz(void **state)
{
    (void)state;
    gg_csr *a = NULL;
    assert_int_equal(gg_read_npz_csr(write_sample(&good_sample), GG_F32, &a, NULL), GG_OK);
    assert_int_equal(gg_csr_nnz(a), 3);
    assert_true(gg_csr_has(a, 1, 1) && gg_csr_value(a, 2) == 3);
    gg_csr_free(a);

    static const char *const members[] = {"indices", "indptr", "format", "shape", "data"};
    for (int k = 0; k < 5; k++) {
        sample s = good_sample;
        char reason[64];
        s.skip = members[k];
        snprintf(reason, sizeof reason, "%s.npy: not in the archive", members[k]);
        refuse(&s, GG_ERR_FORMAT, reason);
    }
#define CASE(change, code, reason)                                                                 \
    do {                                                                                           \
        sample s = good_sample;                                                                    \
        change;                                                                                    \
        refuse(&s, code, reason);                                                                  \
    } while (0)
    CASE(s.format = "csc", GG_ERR_FORMAT, "format.npy: expected 'csr'");
    CASE(s.format = "csr ", GG_ERR_FORMAT, "format.npy: expected 'csr'");
    CASE(s.shape[0] = 1000000000000, GG_ERR_FORMAT, "1000000000000 x 3");
    CASE(s.shape[0] = -1, GG_ERR_FORMAT, "-1 x 3");
    CASE(s.shape[1] = INT64_MAX, GG_ERR_FORMAT, "expected at most");
    CASE(s.shape[1] = -1, GG_ERR_FORMAT, "2 x -1");
    CASE(s.shape[0] = 3, GG_ERR_FORMAT, "3 offsets for 3 rows");
    CASE(s.shape[0] = 2147483647, GG_ERR_FORMAT, "3 offsets for 2147483647 rows");
    CASE(s.shape[1] = 2, GG_ERR_FORMAT, "column 2 in row 0, expected 0 to 1");
    CASE(s.indices[1] = -1, GG_ERR_FORMAT, "column -1 in row 0");
    CASE(s.indices[2] = 1LL << 33, GG_ERR_FORMAT, "column 8589934592 in row 1");
    CASE(s.indptr[0] = 1, GG_ERR_FORMAT, "does not run from 0");
    CASE(s.indptr[2] = 4, GG_ERR_FORMAT, "does not run from 0");
    CASE(s.indptr[2] = 2, GG_ERR_FORMAT, "does not run from 0");
    CASE(s.indptr[1] = 4, GG_ERR_FORMAT, "row 0 ends before it begins");
    CASE(s.indptr[1] = -1, GG_ERR_FORMAT, "row 0 ends before it begins");
    CASE(s.indptr[1] = INT64_MIN, GG_ERR_FORMAT, "row 0 ends before it begins");
    CASE(s.lists = "(1, 3)", GG_ERR_FORMAT, "indptr.npy: expected a list");
    CASE(s.lists = "(1000000000000,)", GG_ERR_FORMAT, "24 bytes of elements");
    CASE(s.descr = ">f2", GG_ERR_FORMAT, "data.npy: elements of type '>f2'");
    CASE(s.descr = "|S8", GG_ERR_FORMAT, "data.npy: expected a list of numbers");
    CASE(s.data[1] = NAN, GG_ERR_NUMERIC, "NaN or infinity in row 0, column 2");
    CASE(s.data[2] = -INFINITY, GG_ERR_NUMERIC, "NaN or infinity in row 1, column 1");
    CASE(s.data[0] = 1e300, GG_ERR_NUMERIC, "NaN or infinity in row 0, column 0");
#undef CASE
}

static void lying_archives(void **state)
{
    (void)state;
    static const struct lie {
        size_t claimed;
        int method;
        const char *reason;
    } lies[] = {{1000, 0, ""},
                {4000000000u, 0, "damaged"},
                {4000000000u, 8, "more than its bytes can hold"},
                {200, 8, ""},
                {100, 12, "neither stored nor deflated"}};
    for (size_t k = 0; k < sizeof lies / sizeof *lies; k++) {
        char bytes[256];
        zip_maker z = {.size = 0};
        size_t size =
            make_npy(bytes, 1, "{'descr': '|S3', 'fortran_order': False, 'shape': ()}", 3);
        assert_true(zip_add(&z, "format.npy", bytes, size, lies[k].claimed, lies[k].method));
        size = zip_finish(&z);
        gg_csr *a = NULL;
        gg_error e = {0};
        assert_int_equal(gg_read_npz_csr(write_file("lie.npz", z.bytes, size), GG_F32, &a, &e),
                         GG_ERR_FORMAT);
        assert_contains(e.message, "lie.npz: format.npy: ");
        assert_contains(e.message, lies[k].reason);
    }
}

static void npz_that_is_none(void **state)
{
    (void)state;
    gg_csr *a = NULL;
    gg_error e = {0};
    assert_int_equal(gg_read_npz_csr(in_folder("none.npz"), GG_F32, &a, &e), GG_ERR_IO);
    assert_contains(e.message, "No such file");
    assert_int_equal(gg_read_npz_csr(folder, GG_F32, &a, &e), GG_ERR_IO);
    assert_int_equal(gg_read_npz_csr(write_file("e.npz", "", 0), GG_F32, &a, &e), GG_ERR_FORMAT);
    assert_int_equal(gg_read_npz_csr(write_file("t.npz", "text\n", 5), GG_F32, &a, &e),
                     GG_ERR_FORMAT);
    assert_contains(e.message, "t.npz: cannot open the zip archive: ");
    assert_int_equal(gg_read_npz_csr(golden("npz_csc.npz"), GG_F32, &a, &e), GG_ERR_FORMAT);
    assert_contains(e.message, "npz_csc.npz: format.npy: expected 'csr'");
    char bytes[4096];
    size_t size = read_file(golden("npz_f4_deflated.npz"), bytes, sizeof bytes);
    for (size_t cut = 0; cut < size; cut++) /* cut short anywhere */
        assert_int_equal(gg_read_npz_csr(write_file("c.npz", bytes, cut), GG_F32, &a, &e),
                         GG_ERR_FORMAT);
    assert_null(a);
}

/* The names of members are the file's: an error shows them on one line. */
static void members_of_any_name(void **state)
{
    (void)state;
    char bytes[256];
    zip_maker z = {.size = 0};
    gg_csr *a = NULL;
    gg_error e = {0};
    size_t size = make_npy(bytes, 1, "{'descr': '<f4', 'fortran_order': False, 'shape': ()}", 4);
    assert_true(zip_add(&z, "a\nb.npy", bytes, size, size, 0));
    size = zip_finish(&z);
    assert_int_equal(gg_read_features(write_file("n.npz", z.bytes, size), GG_F32, &a, &e),
                     GG_ERR_FORMAT);
    assert_contains(e.message, "n.npz: a?b.npy: numbers of rank 0");
    assert_null(a);
}

/* Random damage to good files: an error or a sound matrix, never a crash. */
static void damaged_files(void **state)
{
    (void)state;
    static const char *const names[] = {"npz_f4_deflated.npz", "npz_f8_stored.npz", "npy_f4.npy"};
    gg_rng rng = gg_rng_new(7);
    uint64_t position = 0;
    int refused = 0;
    for (int round = 0; round < 1500; round++) {
        char bytes[4096];
        const char *name = names[round % 3];
        size_t size = read_file(golden(name), bytes, sizeof bytes);
        for (uint64_t k = 1 + gg_rng_below(rng, position++, 3); k > 0; k--) {
            uint64_t bit = gg_rng_below(rng, position++, 8 * size);
            bytes[bit / 8] = (char)(bytes[bit / 8] ^ 1 << bit % 8);
        }
        if (gg_rng_below(rng, position++, 4) == 0)
            size = gg_rng_below(rng, position++, size);
        const char *path = write_file("damaged", bytes, size);
        gg_csr *a = NULL;
        gg_tensor *x = NULL;
        gg_error e = {0};
        gg_status s = round % 3 == 2 ? gg_read_npy(path, GG_F32, &x, &e)
                                     : gg_read_npz_csr(path, GG_F32, &a, &e);
        refused += s != GG_OK;
        assert_true((s != GG_OK) == (e.message[0] != 0));
        for (int64_t k = 0; a && k < gg_csr_nnz(a); k++)
            assert_true(a->col[k] >= 0 && a->col[k] < a->cols);
        gg_csr_free(a);
        gg_tensor_free(x);
    }
    assert_true(refused > 300);
}

static gg_status try_npz(void *context, gg_error *e)
{
    gg_csr *a = NULL, *b = NULL;
    gg_status s = gg_read_npz_csr(context, GG_F32, &a, e);
    if (s == GG_OK)
        s = gg_csr_normalize_rows(a, &b, e);
    gg_csr_free(a);
    gg_csr_free(b);
    return s;
}

static void out_of_memory(void **state)
{
    (void)state;
    check_every_allocation_fails(try_npz, (void *)(uintptr_t)golden("npz_f4_deflated.npz"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(npz_of_scipy),        cmocka_unit_test(hostile_npz),
        cmocka_unit_test(lying_archives),      cmocka_unit_test(npz_that_is_none),
        cmocka_unit_test(members_of_any_name), cmocka_unit_test(damaged_files),
        cmocka_unit_test(out_of_memory),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
