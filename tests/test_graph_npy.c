/* NumPy arrays, .npy: read and written, with files that are damaged on purpose. */
#include "check_dense.h"
#include "check_files.h"

#include <math.h>
#include <sys/stat.h>

#include "graph.h"

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
    assert_int_equal(symlink("whole.npy", in_folder("link.npy")), 0);
    assert_int_equal(gg_write_npy(in_folder("link.npy"), &x, &e), GG_OK);
    struct stat info;
    assert_int_equal(lstat(in_folder("link.npy"), &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_int_equal(symlink("nowhere/x.npy", in_folder("dangling.npy")), 0);
    assert_int_equal(gg_write_npy(in_folder("dangling.npy"), &x, &e), GG_ERR_IO);
    assert_contains(e.message, "dangling.npy: cannot write where it leads: ");
    assert_int_equal(gg_write_npy("/dev/null", &x, &e), GG_ERR_IO);
    assert_string_equal(e.message, "/dev/null: cannot write: no file");
    assert_int_equal(files_in_folder(), before + 3);
    char longest[5000];
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = 0;
    assert_int_equal(gg_write_npy(longest, &x, &e), GG_ERR_ARGUMENT);
}

static gg_status try_npy(void *context, gg_error *e)
{
    gg_tensor *x = NULL;
    gg_status s = gg_read_npy(context, GG_F32, &x, e);
    gg_tensor_free(x);
    return s;
}

static void out_of_memory(void **state)
{
    (void)state;
    check_every_allocation_fails(try_npy, (void *)(uintptr_t)golden("npy_f4.npy"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(npy_comes_back),
        cmocka_unit_test(npy_of_numpy),
        cmocka_unit_test(npy_versions_and_spellings),
        cmocka_unit_test(hostile_npy),
        cmocka_unit_test(npy_that_is_none),
        cmocka_unit_test(npy_that_was_text),
        cmocka_unit_test(npy_is_written_whole_or_not),
        cmocka_unit_test(out_of_memory),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
