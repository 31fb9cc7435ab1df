/* Embeddings kept from one run of a program to the next: where, and that nothing which is wrong
 * with the cache is ever an error. */
#include "check_files.h"

#include "embedding_cache.h"

#include <math.h>
#include <sys/stat.h>

#define KEY "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

static gg_tensor *matrix(int64_t rows, int64_t columns)
{
    gg_tensor *x = NULL;
    assert_int_equal(gg_tensor_new(GG_F32, 2, (int64_t[]){rows, columns}, &x, NULL), GG_OK);
    for (int64_t k = 0; k < rows * columns; k++)
        gg_set(x, k, cos((double)k));
    return x;
}

/* Whether a matrix of 5 x 3 is there, and the one that was kept. */
static bool found(void)
{
    gg_tensor *x = matrix(5, 3), *kept = embedding_cache_read(KEY, 5, 3);
    bool there = kept != NULL;
    if (kept)
        assert_memory_equal(kept->data, x->data, 15 * sizeof(float));
    gg_tensor_free(kept);
    gg_tensor_free(x);
    return there;
}

static void keep(void)
{
    gg_tensor *x = matrix(5, 3);
    embedding_cache_write(KEY, x);
    gg_tensor_free(x);
}

static int set_up(void **state)
{
    (void)state;
    remove_all(in_folder("a"));
    unsetenv("GRAPHGRAD_CACHE");
    unsetenv("XDG_CACHE_HOME");
    setenv("HOME", folder, 1);
    return 0;
}

static void check_folder(const char *expected)
{
    char path[EMBEDDING_CACHE_PATH];
    assert_true(embedding_cache_folder(path));
    assert_string_equal(path, expected);
}

static void which_folder(void **state)
{
    (void)state;
    char path[EMBEDDING_CACHE_PATH];
    check_folder(in_folder(".cache/graphgrad"));
    setenv("XDG_CACHE_HOME", "", 1);
    check_folder(in_folder(".cache/graphgrad"));
    setenv("XDG_CACHE_HOME", "relative", 1);
    check_folder(in_folder(".cache/graphgrad"));
    setenv("XDG_CACHE_HOME", "/else/where", 1);
    check_folder("/else/where/graphgrad");
    setenv("GRAPHGRAD_CACHE", "here", 1);
    check_folder("here");
    setenv("GRAPHGRAD_CACHE", "", 1);
    assert_false(embedding_cache_folder(path));
    unsetenv("GRAPHGRAD_CACHE");
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    assert_false(embedding_cache_folder(path));
    assert_false(found());
    keep();
}

static void what_is_kept_is_found(void **state)
{
    (void)state;
    char path[512];
    snprintf(path, sizeof path, "%s/a/b/c", folder);
    setenv("GRAPHGRAD_CACHE", path, 1);
    assert_false(found());
    keep();
    assert_true(found());
    keep();
    assert_true(found());
    assert_null(embedding_cache_read(KEY, 5, 4));
    assert_null(embedding_cache_read(KEY, 3, 5));
    setenv("GRAPHGRAD_CACHE", "", 1);
    assert_false(found());
}

/* What cannot be used is not there, and is replaced. */
static void damaged_files(void **state)
{
    (void)state;
    static char bytes[4096];
    setenv("GRAPHGRAD_CACHE", in_folder("a"), 1);
    keep();
    size_t size = read_file(in_folder("a/" KEY ".npy"), bytes, sizeof bytes);
    for (size_t cut = 0; cut < size; cut++) {
        write_file("a/" KEY ".npy", bytes, cut);
        assert_false(found());
    }
    keep();
    assert_true(found());
    gg_tensor *x = matrix(5, 3);
    gg_set(x, 7, NAN);
    embedding_cache_write(KEY, x);
    gg_tensor_free(x);
    assert_false(found());
    unlink(in_folder("a/" KEY ".npy"));
    mkdir(in_folder("a/" KEY ".npy"), 0777);
    assert_false(found());
    keep();
    assert_false(found());
}

/* A folder that cannot be made or written. */
static void nowhere_to_keep(void **state)
{
    (void)state;
    write_text("file", "no folder\n");
    char path[512], text[64];
    snprintf(path, sizeof path, "%s/file", folder);
    setenv("GRAPHGRAD_CACHE", path, 1);
    keep();
    assert_false(found());
    snprintf(path, sizeof path, "%s/file/below", folder);
    setenv("GRAPHGRAD_CACHE", path, 1);
    keep();
    assert_false(found());
    read_text("file", text, sizeof text);
    assert_string_equal(text, "no folder\n");
    mkdir(in_folder("a"), 0500);
    setenv("GRAPHGRAD_CACHE", in_folder("a"), 1);
    keep();
    assert_true(found() == (geteuid() == 0)); /* root may write anywhere */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(which_folder, set_up),
        cmocka_unit_test_setup(what_is_kept_is_found, set_up),
        cmocka_unit_test_setup(damaged_files, set_up),
        cmocka_unit_test_setup(nowhere_to_keep, set_up),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
