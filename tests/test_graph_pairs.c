/* Lists of pairs, and the reader of them. */
#include "check_files.h"

#include "graph.h"

static void pairs_are_read(void **state)
{
    (void)state;
    static const char text[] = "\xef\xbb\xbf# a comment 1 2 3\r\n"
                               "0 1\n"
                               "\n"
                               "  \t \r\n"
                               "\t2147483647\t 00 \r\n"
                               "   # another\n"
                               "3,4\n"
                               "5 , 6 \n"
                               "7 7";
    const char *path = write_file("pairs.txt", text, sizeof text - 1);
    gg_pair_list p = {0};
    gg_error e = {0};
    assert_int_equal(gg_pair_list_add(&p, 5, 6, &e), GG_OK);
    assert_int_equal(gg_read_pairs(path, -1, &p, &e), GG_OK);
    assert_int_equal(p.count, 6);
    const int32_t u[] = {5, 0, 2147483647, 3, 5, 7}, v[] = {6, 1, 0, 4, 6, 7};
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
               LINE("1,", "fewer than two columns"),
               LINE("1,2,3", "more than two columns"),
               LINE("1,2,", "more than two columns"),
               LINE("1,,2", "not an integer"),
               LINE(",1 2", "not an integer"),
               LINE("1;2", "not an integer"),
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

static gg_status try_pairs(void *context, gg_error *e)
{
    gg_pair_list p = {0};
    gg_status s = gg_read_pairs(context, -1, &p, e);
    gg_pair_list_free(&p);
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
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_are_read),       cmocka_unit_test(pairs_are_resized),
        cmocka_unit_test(comments_may_be_long), cmocka_unit_test(bad_lines_are_named),
        cmocka_unit_test(no_file_or_no_pairs),  cmocka_unit_test(out_of_memory),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
