/* Readers and writers: text pairs, .npy, .npz, with files that are damaged on purpose. */
#include "check.h"

#include "check_files.h"

#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "graph.h"
#include "zip_maker.h"

/* ---- pairs ---- */

static void pairs_are_read(void **state)
{
    (void)state;
    static const char text[] = "\xef\xbb\xbf# a comment 1 2 3\r\n"
                               "0 1\n"
                               "\n"
                               "  \t \r\n"
                               "\t2147483647\t 00 \r\n"
                               "   # another\n"
                               "7 7";
    const char *path = write_file("pairs.txt", text, sizeof text - 1);
    gg_pair_list p = {0};
    gg_error e = {0};
    assert_int_equal(gg_pair_list_add(&p, 5, 6, &e), GG_OK);
    assert_int_equal(gg_read_pairs(path, -1, &p, &e), GG_OK);
    assert_int_equal(p.count, 4);
    const int32_t u[] = {5, 0, 2147483647, 7}, v[] = {6, 1, 0, 7};
    assert_memory_equal(p.u, u, sizeof u);
    assert_memory_equal(p.v, v, sizeof v);
    gg_pair_list_free(&p);
    assert_int_equal(p.capacity, 0);
}

static void pairs_are_resized(void **state)
{
    (void)state;
    gg_pair_list p = {0};
    gg_error e;
    for (int32_t k = 1; k <= 3; k++)
        assert_int_equal(gg_pair_list_add(&p, k, 10 * k, &e), GG_OK);
    assert_int_equal(gg_pair_list_resize(&p, 2, &e), GG_OK);
    assert_int_equal(gg_pair_list_resize(&p, 1000, &e), GG_OK);
    gg_pairs pairs = gg_pairs_of(&p);
    assert_int_equal(pairs.count, 1000);
    for (int32_t k = 0; k < 1000; k++)
        assert_true(pairs.u[k] == (k < 2 ? k + 1 : 0) && pairs.v[k] == (k < 2 ? 10 * k + 10 : 0));
    assert_int_equal(gg_pair_list_resize(&p, -1, &e), GG_ERR_ARGUMENT);
    assert_string_equal(e.message, "pair list: -1 pairs, expected 0 or more");
    assert_int_equal(p.count, 1000);
    assert_int_equal(gg_pair_list_resize(&p, 0, &e), GG_OK);
    assert_int_equal(p.count, 0);
    gg_pair_list_free(&p);
}

static void comments_may_be_long(void **state)
{
    (void)state;
    static char text[70000];
    memset(text, 'x', sizeof text);
    text[0] = '#';
    memcpy(text + sizeof text - 5, "\n3 4\n", 5);
    const char *path = write_file("long.txt", text, sizeof text);
    gg_pair_list p = {0};
    assert_int_equal(gg_read_pairs(path, 5, &p, NULL), GG_OK);
    assert_int_equal(p.count, 1);
    gg_pair_list_free(&p);
    text[0] = '1';
    text[1] = ' ';
    text[2] = '2';
    memset(text + 3, ' ', 1000);
    write_file("long.txt", text, sizeof text);
    assert_int_equal(gg_read_pairs(path, 5, &p, NULL), GG_ERR_FORMAT);
    gg_pair_list_free(&p);
}

static void bad_lines_are_named(void **state)
{
    (void)state;
#define LINE(text, reason)                                                                         \
    {                                                                                              \
        text, sizeof text - 1, reason                                                              \
    }
    static const struct bad {
        const char *text;
        size_t size;
        const char *reason;
    } bad[] = {LINE("1", "found \"1\": fewer than two columns"),
               LINE("1 ", "fewer than two columns"),
               LINE("1 2 3", "found \"1 2 3\": more than two columns"),
               LINE("1 2 # x", "more than two columns"),
               LINE("a b", "found \"a b\": not an integer"),
               LINE("1,2", "not an integer"),
               LINE("1 2.0", "not an integer"),
               LINE("0x1 2", "not an integer"),
               LINE("+1 2", "not an integer"),
               LINE("1 -2", "a negative id"),
               LINE("- 2", "not an integer"),
               LINE("1 -", "a sign alone"),
               LINE("1\0002", "found \"1\\x002\": not an integer"),
               LINE("1 2\0", "not an integer"),
               LINE("\xff\xfe\x31\0", "found \"\\xff\\xfe1\\x00\": not an integer"),
               LINE("1\r2", "not an integer"),
               LINE("1 2147483648", "an id above 2147483647"),
               LINE("99999999999999999999999999 1", "an id above"),
               LINE("1000000000000 1", "an id above"),
               LINE("1 nan", "not an integer"),
               LINE("9 1", "there are 9 nodes"),
               LINE("1 9", "there are 9 nodes"),
               LINE("1 22222222222222222222222222222222222222222222222222", "...\": an id above")};
#undef LINE
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        char text[256] = "0 1\n# x\n";
        memcpy(text + 8, bad[k].text, bad[k].size);
        memcpy(text + 8 + bad[k].size, "\n1 2\n", 5);
        const char *path = write_file("bad.txt", text, 13 + bad[k].size);
        gg_pair_list p = {0};
        gg_error e = {0};
        assert_int_equal(gg_read_pairs(path, 9, &p, &e), GG_ERR_FORMAT);
        assert_contains(e.message, "/bad.txt:3: expected two node ids, found \"");
        assert_contains(e.message, bad[k].reason);
        assert_int_equal(p.count, 0);
        gg_pair_list_free(&p);
    }
}

static void no_file_or_no_pairs(void **state)
{
    (void)state;
    gg_pair_list p = {0};
    gg_error e = {0};
    assert_int_equal(gg_read_pairs(in_folder("none.txt"), -1, &p, &e), GG_ERR_IO);
    assert_contains(e.message, "none.txt: cannot open: No such file");
    assert_int_equal(gg_read_pairs(folder, -1, &p, &e), GG_ERR_IO);
    assert_contains(e.message, "Is a directory");
    assert_int_equal(gg_read_pairs(write_file("empty.txt", "", 0), -1, &p, &e), GG_OK);
    assert_int_equal(gg_read_pairs(write_file("bom.txt", "\xef\xbb\xbf", 3), -1, &p, &e), GG_OK);
    assert_int_equal(p.count, 0);
    gg_pair_list_free(&p);
}

/* ---- .npy ---- */

static void npy_comes_back(void **state)
{
    (void)state;
    const int64_t shapes[][2] = {{1, 1}, {7, 3}, {64, 130}, {0, 5}, {5, 0}, {1000, 0}};
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
        for (gg_dtype dtype = GG_F32; dtype <= GG_F64; dtype++) {
            gg_tensor *x, *y;
            int rank = shapes[k][1] ? 2 : 1; /* the last shapes are lists */
            assert_int_equal(gg_tensor_new(dtype, rank, shapes[k], &x, NULL), GG_OK);
            for (int64_t i = 0; i < gg_numel(x); i++)
                gg_set(x, i, gg_rng_normal(gg_rng_new(k), (uint64_t)i));
            const char *path = in_folder("x.npy");
            assert_int_equal(gg_write_npy(path, x, NULL), GG_OK);
            assert_int_equal(gg_read_npy(path, dtype, &y, NULL), GG_OK);
            assert_int_equal(y->rank, rank);
            assert_memory_equal(y->shape, x->shape, sizeof x->shape);
            assert_memory_equal(y->data, x->data, (size_t)gg_numel(x) * gg_dtype_size(dtype));
            gg_tensor_free(y);
            assert_int_equal(gg_read_npy(path, GG_F64, &y, NULL), GG_OK);
            for (int64_t i = 0; i < gg_numel(x); i++)
                assert_true(gg_get(x, i) == gg_get(y, i));
            gg_tensor_free(y);
            gg_tensor_free(x);
        }
}

static const double golden_dense[4][5] = {
    {1.5, 0, -2, 0, 0}, {0, 0, 0, 0, 0}, {0, 0.25, 0, 0, 16}, {3, 0, 0, -7, 0}};

static void npy_of_numpy(void **state)
{
    (void)state;
    gg_tensor *x;
    assert_int_equal(gg_read_npy(golden("npy_f4.npy"), GG_F64, &x, NULL), GG_OK);
    assert_int_equal(x->rank, 2);
    assert_int_equal(x->shape[0], 4);
    assert_int_equal(x->shape[1], 5);
    for (int i = 0; i < 20; i++)
        assert_true(gg_get(x, i) == golden_dense[i / 5][i % 5]);

    /* What we write is what NumPy wrote. */
    gg_tensor *y;
    char ours[512], theirs[512];
    assert_int_equal(gg_read_npy(golden("npy_f4.npy"), GG_F32, &y, NULL), GG_OK);
    assert_int_equal(gg_write_npy(in_folder("y.npy"), y, NULL), GG_OK);
    size_t n = read_file(in_folder("y.npy"), ours, sizeof ours);
    assert_int_equal(read_file(golden("npy_f4.npy"), theirs, sizeof theirs), n);
    assert_memory_equal(ours, theirs, n);
    gg_tensor_free(x);
    gg_tensor_free(y);

    assert_int_equal(gg_read_npy(golden("npy_f8_list.npy"), GG_F64, &x, NULL), GG_OK);
    assert_int_equal(x->rank, 1);
    assert_memory_equal(x->data, golden_dense[0], sizeof golden_dense[0]);
    gg_tensor_free(x);
    static const char *const names[] = {"npy_fortran.npy", "npy_f4_big.npy",
                                        "npy_f8_big_fortran.npy", "npy_i4.npy", "npy_i8_big.npy"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        for (gg_dtype dtype = GG_F32; dtype <= GG_F64; dtype++) {
            assert_int_equal(gg_read_npy(golden(names[k]), dtype, &x, NULL), GG_OK);
            assert_int_equal(x->shape[0], 4);
            assert_int_equal(x->shape[1], 5);
            for (int i = 0; i < 20; i++) {
                double expected = golden_dense[i / 5][i % 5];
                assert_true(gg_get(x, i) == (names[k][4] == 'i' ? trunc(expected) : expected));
            }
            gg_tensor_free(x);
        }
}

static void npy_versions_and_spellings(void **state)
{
    (void)state;
    static const char *const text[] = {
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n",
        "{\"shape\":(2,3),\"fortran_order\":False,\"descr\":\"<f4\"}",
        "{ 'fortran_order' : False , 'descr' : '<f4' , 'shape' : ( 2 , 3 , ) , } ",
    };
    for (int version = 1; version <= 3; version++)
        for (size_t k = 0; k < sizeof text / sizeof *text; k++) {
            char bytes[512];
            gg_tensor *x;
            gg_error e = {0};
            size_t size = make_npy(bytes, version, text[k], 24);
            gg_status s = gg_read_npy(write_file("v.npy", bytes, size), GG_F32, &x, &e);
            if (s != GG_OK)
                fail_msg("version %d, %s: %s", version, text[k], e.message);
            assert_int_equal(x->shape[1], 3);
            gg_tensor_free(x);
        }
}

static void hostile_npy(void **state)
{
    (void)state;
#define HEAD(descr, shape) "{'descr': " descr ", 'fortran_order': False, 'shape': " shape ", }"
    static const struct hostile {
        const char *text;
        size_t elements;
        const char *reason;
    } hostile[] = {
        {HEAD("'<f4'", "(2, 3)"), 23, "23 bytes of elements, expected 6 elements of 4 bytes"},
        {HEAD("'<f4'", "(2, 3)"), 25, "25 bytes of elements"},
        {HEAD("'<f4'", "(1000000000000, 1)"), 24, "expected 1000000000000 elements"},
        {HEAD("'<f4'", "(4611686018427387904, 4)"), 0, "too large"},
        {HEAD("'<f4'", "(99999999999999999999, 4)"), 0, "too large"},
        {HEAD("'<f4'", "(1, 1, 1, 1, 1)"), 4, "rank above 4"},
        {HEAD("'<f4'", "(-2, 3)"), 24, "shape is damaged"},
        {HEAD("'<f4'", "(6)"), 24, "shape is damaged"},
        {HEAD("'<f4'", "6"), 24, "shape is damaged"},
        {HEAD("'<f4'", "(,)"), 24, "shape is damaged"},
        {HEAD("'<f4'", "()"), 4, "numbers of rank 0, expected numbers of rank 1 or 2"},
        {HEAD("'<f4'", "(1, 1, 1)"), 4, "numbers of rank 3"},
        {HEAD("'<i4'", "(2, 3)"), 23, "23 bytes of elements"},
        {HEAD("'|S4'", "(6,)"), 24, "text of rank 1"},
        {HEAD("'>f2'", "(2, 3)"), 12, "type '>f2'"},
        {HEAD("'=f4'", "(2, 3)"), 24, "type '=f4'"},
        {HEAD("'>S4'", "(6,)"), 24, "type '>S4'"},
        {HEAD("'<f2'", "(2, 3)"), 12, "type '<f2'"},
        {HEAD("'<c8'", "(2, 3)"), 48, "type '<c8'"},
        {HEAD("'|O'", "(2, 3)"), 24, "type '|O'"},
        {HEAD("'<f4x'", "(2, 3)"), 24, "type '<f4x'"},
        {HEAD("'<f4", "(2, 3)"), 24, "damaged"},
        {HEAD("[('a', '<f4')]", "(2, 3)"), 24, "records"},
        {HEAD("'\x01'", "(2, 3)"), 24, "records"},
        {"{'descr': '<f4',\r\n 'fortran_order': False, 'shape': (2, 3)}\r\n", 25, "25 bytes of"},
        {"{'descr': '<f4', 'shape': (2, 3), }", 24, "lacks"},
        {"{'descr': '<f4', 'fortran_order': False, }", 24, "lacks"},
        {"{'fortran_order': False, 'shape': (2, 3)}", 24, "lacks"},
        {"{'descr': '<f4' 'fortran_order': False, 'shape': (2, 3)}", 24, "damaged"},
        {"{'descr': '<f4', 'x': 1}", 24, "unknown key"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)", 0, "damaged"},
        {"{'descr': '<f4', 'fortran_order': 1, 'shape': (2, 3)}", 24, "neither True nor False"},
        {"{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3)}", 20, "20 bytes of elements"},
        {"[]", 0, "no dictionary"},
        {"", 0, "not a NumPy array"},
    };
    for (size_t k = 0; k < sizeof hostile / sizeof *hostile; k++) {
        char bytes[512];
        gg_tensor *x = NULL;
        gg_error e = {0};
        size_t size = make_npy(bytes, 1, hostile[k].text, hostile[k].elements);
        const char *path = write_file("h.npy", bytes, size);
        assert_int_equal(gg_read_npy(path, GG_F32, &x, &e), GG_ERR_FORMAT);
        assert_contains(e.message, "/h.npy: ");
        assert_contains(e.message, hostile[k].reason);
        assert_null(x);
    }
#undef HEAD
}

static void npy_that_is_none(void **state)
{
    (void)state;
    gg_tensor *x = NULL;
    gg_error e = {0};
    assert_int_equal(gg_read_npy(in_folder("none.npy"), GG_F32, &x, &e), GG_ERR_IO);
    assert_int_equal(gg_read_npy(folder, GG_F32, &x, &e), GG_ERR_IO);
    assert_contains(e.message, "not a file");
    assert_int_equal(gg_read_npy(write_file("e.npy", "", 0), GG_F32, &x, &e), GG_ERR_FORMAT);
    char bytes[512];
    size_t size = read_file(golden("npy_f4.npy"), bytes, sizeof bytes);
    for (size_t cut = 0; cut < size; cut++) /* cut short anywhere */
        assert_int_equal(gg_read_npy(write_file("c.npy", bytes, cut), GG_F32, &x, &e),
                         GG_ERR_FORMAT);
    bytes[6] = 4;
    assert_int_equal(gg_read_npy(write_file("c.npy", bytes, size), GG_F32, &x, &e), GG_ERR_FORMAT);
    assert_contains(e.message, "version 4");
    bytes[6] = 1;
    bytes[9] = 100; /* a header of 25,000 bytes */
    assert_int_equal(gg_read_npy(write_file("c.npy", bytes, size), GG_F32, &x, &e), GG_ERR_FORMAT);
    assert_contains(e.message, "cut short or too long");
    assert_null(x);
}

/* What passing a file on as text does to it: a mark in front, line ends of two bytes, a NUL. */
static void npy_that_was_text(void **state)
{
    (void)state;
    char bytes[512] = "\xef\xbb\xbf";
    gg_tensor *x = NULL;
    gg_error e = {0};
    size_t size = read_file(golden("npy_f4.npy"), bytes + 3, sizeof bytes - 3);
    assert_int_equal(gg_read_npy(write_file("b.npy", bytes, size + 3), GG_F32, &x, &e),
                     GG_ERR_FORMAT);
    assert_contains(e.message, "b.npy: not a NumPy array");
    char *end = memchr(bytes + 3, '\n', size);
    memmove(end + 1, end, size - (size_t)(end - bytes - 3));
    *end = '\r';
    assert_int_equal(gg_read_npy(write_file("b.npy", bytes + 3, size + 1), GG_F32, &x, &e),
                     GG_ERR_FORMAT);
    assert_contains(e.message, "b.npy: 81 bytes of elements, expected 20 elements of 4 bytes");
    memmove(end, end + 1, size - (size_t)(end - bytes - 3));
    end = memchr(bytes + 13, '}', size);
    for (char *c = bytes + 13; c <= end; c++) {
        char was = *c;
        *c = 0;
        assert_int_equal(gg_read_npy(write_file("b.npy", bytes + 3, size), GG_F32, &x, &e),
                         GG_ERR_FORMAT);
        *c = was;
    }
    assert_null(x);
}

/* A failed write leaves what was there, and nothing beside it. */
static void npy_is_written_whole_or_not(void **state)
{
    (void)state;
    double values[6] = {1, 2, 3, 4, 5, 6};
    gg_tensor x = gg_tensor_view(GG_F64, 2, (int64_t[]){2, 3}, values);
    gg_error e = {0};
    assert_int_equal(gg_write_npy(in_folder("none/x.npy"), &x, &e), GG_ERR_IO);
    assert_contains(e.message, "none/x.npy: cannot create");
    int before = files_in_folder();
    assert_int_equal(mkdir(in_folder("taken"), 0777), 0);
    assert_int_equal(gg_write_npy(in_folder("taken"), &x, &e), GG_ERR_IO);
    assert_contains(e.message, "taken: cannot write: ");
    rmdir(in_folder("taken"));
    assert_int_equal(files_in_folder(), before);
    for (int k = 0; k < 2; k++) { /* new, and over the old one */
        assert_int_equal(gg_write_npy(in_folder("whole.npy"), &x, &e), GG_OK);
        assert_int_equal(files_in_folder(), before + 1);
    }
    char longest[5000];
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = 0;
    assert_int_equal(gg_write_npy(longest, &x, &e), GG_ERR_ARGUMENT);
}

/* ---- .npz ---- */

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

/* ---- rows divided by their sums ---- */

static void rows_are_normalized(void **state)
{
    (void)state;
    const int32_t row[] = {0, 0, 1, 1, 2}, col[] = {0, 1, 0, 1, 1};
    const double symmetric[] = {1, 3, 3, 2, 0}, ones[] = {1, 1, 1, 1, 1};
    for (gg_dtype dtype = GG_F32; dtype <= GG_F64; dtype++)
        for (int k = 0; k < 2; k++) {
            gg_csr *a, *b;
            const double *v = k ? symmetric : ones;
            assert_int_equal(
                gg_csr_from_coo(3, 3, 5, row, col, k ? symmetric : NULL, dtype, &a, NULL), GG_OK);
            assert_int_equal(gg_csr_normalize_rows(a, &b, NULL), GG_OK);
            assert_int_equal(b->dtype, dtype);
            const double expected[] = {v[0] / (v[0] + v[1]), v[1] / (v[0] + v[1]),
                                       v[2] / (v[2] + v[3]), v[3] / (v[2] + v[3]), k ? 0 : 1};
            for (int i = 0; i < 5; i++)
                assert_true(fabs(gg_csr_value(b, i) - expected[i]) < 1e-7);
            assert_true(b->transpose != b); /* entry (1, 0) is the transpose's (0, 1) */
            assert_true(gg_csr_value(b->transpose, 1) == gg_csr_value(b, 2));
            gg_csr_free(a);
            gg_csr_free(b);
        }
}

/* ---- memory that runs out ---- */

static gg_status try_pairs(void *context, gg_error *e)
{
    gg_pair_list p = {0};
    gg_status s = gg_read_pairs(context, -1, &p, e);
    gg_pair_list_free(&p);
    return s;
}

static gg_status try_npy(void *context, gg_error *e)
{
    gg_tensor *x = NULL;
    gg_status s = gg_read_npy(context, GG_F32, &x, e);
    gg_tensor_free(x);
    return s;
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

static gg_status try_resize(void *context, gg_error *e)
{
    (void)context;
    gg_pair_list p = {0};
    gg_status status = gg_pair_list_resize(&p, 300, e);
    if (!status)
        status = gg_pair_list_resize(&p, 600, e);
    gg_pair_list_free(&p);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    char text[4096];
    size_t size = 0;
    for (int k = 0; k < 600; k++) /* the list grows twice */
        size += (size_t)snprintf(text + size, sizeof text - size, "1 2\n");
    char path[512];
    strcpy(path, write_file("many.txt", text, size));
    check_every_allocation_fails(try_pairs, path);
    check_every_allocation_fails(try_resize, NULL);
    check_every_allocation_fails(try_npy, (void *)(uintptr_t)golden("npy_f4.npy"));
    check_every_allocation_fails(try_npz, (void *)(uintptr_t)golden("npz_f4_deflated.npz"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_are_read),       cmocka_unit_test(pairs_are_resized),
        cmocka_unit_test(comments_may_be_long), cmocka_unit_test(bad_lines_are_named),
        cmocka_unit_test(no_file_or_no_pairs),  cmocka_unit_test(npy_comes_back),
        cmocka_unit_test(npy_of_numpy),         cmocka_unit_test(npy_versions_and_spellings),
        cmocka_unit_test(hostile_npy),          cmocka_unit_test(npy_that_is_none),
        cmocka_unit_test(npy_that_was_text),    cmocka_unit_test(npy_is_written_whole_or_not),
        cmocka_unit_test(npz_of_scipy),         cmocka_unit_test(hostile_npz),
        cmocka_unit_test(lying_archives),       cmocka_unit_test(npz_that_is_none),
        cmocka_unit_test(members_of_any_name),  cmocka_unit_test(damaged_files),
        cmocka_unit_test(rows_are_normalized),  cmocka_unit_test(out_of_memory),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
