/* Edge lists with nodes of any names, data sets made of them, labels. */
#include "check_files.h"

#include <sys/stat.h>

#include "graph.h"

static const char *name_of(const gg_names *n, int32_t i)
{
    static char text[4][24];
    static int turn;
    if (n)
        return gg_name(n, i);
    turn = (turn + 1) % 4;
    snprintf(text[turn], sizeof text[turn], "%d", i);
    return text[turn];
}

/* Reads text; expected: "a-b a-c ..." by name, in the order of the lines. */
static void expect(const char *text, size_t size, const char *names_expected,
                   const char *pairs_expected)
{
    gg_pair_list p = {0};
    gg_names *names = NULL;
    gg_error e = {0};
    int64_t nodes = -1;
    char found[1024] = "";
    if (gg_read_edge_list(write_file("e.txt", text, size), &p, &nodes, &names, NULL, &e) != GG_OK)
        fail_msg("%s", e.message);
    for (int64_t k = 0; k < p.count; k++)
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s-%s", k ? " " : "",
                 name_of(names, p.u[k]), name_of(names, p.v[k]));
    assert_string_equal(found, pairs_expected);
    *found = 0;
    for (int32_t i = 0; i < nodes; i++) {
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s", i ? " " : "",
                 name_of(names, i));
        if (names)
            assert_int_equal(gg_names_find(names, gg_name(names, i)), i);
    }
    assert_string_equal(found, names_expected);
    assert_true(!names || names->count == nodes);
    gg_names_free(names);
    gg_pair_list_free(&p);
}

static void lists_are_read(void **state)
{
    (void)state;
#define CASE(text, names, pairs) expect(text, sizeof text - 1, names, pairs)
    CASE("0 1\n1 2\n", "0 1 2", "0-1 1-2"); /* plain numbers */
    CASE("", "", "");
    CASE("# nothing\n% at all\n\n", "", "");
    CASE("\xef\xbb\xbf# comment\r\n0\t1\r\n\r\n  \t\r\n% more\r\n2\t 1", "0 1 2", "0-1 2-1");
    CASE("10 7\n7 3\n", "3 7 10", "10-7 7-3");            /* gaps: by value */
    CASE("-5 9\n9 08\n8 +9\n", "-5 8 9", "-5-9 9-8 8-9"); /* one value, one node */
    CASE("9223372036854775807 -9223372036854775808\n", "-9223372036854775808 9223372036854775807",
         "9223372036854775807--9223372036854775808");
    CASE("9223372036854775808 1\n", "1 9223372036854775808", "9223372036854775808-1"); /* text */
    CASE("b a\na 10\n10 9\n", "10 9 a b", "b-a a-10 10-9"); /* text: by bytes */
    CASE("07 x\n7 x\n", "07 7 x", "07-x 7-x");              /* and 07 is not 7 */
    CASE("3 3\n1 2\n2 1\n", "1 2 3", "3-3 1-2 2-1");
    CASE("a,b\nb,c\n", "a b c", "a-b b-c");
    CASE(" a , b \n\"b\" ,\"c\"\n", "a b c", "a-b b-c");
    CASE("\"x, y\",\"say \"\"hi\"\"\"\nz,z z\n", "say \"hi\" x, y z z z", "x, y-say \"hi\" z-z z");
    CASE("ann lee\tbo b\nbo b\tcy\n", "ann lee bo b cy", "ann lee-bo b bo b-cy");
    CASE("\"ann lee\" bo\nbo cy\n", "ann lee bo cy", "ann lee-bo bo-cy");
    CASE("1 2 0.5 x\n2 3 0.25 y\n", "1 2 3", "1-2 2-3"); /* further columns */
    CASE("1,2,\n2,3,\n", "1 2 3", "1-2 2-3");
    CASE("1,2,a\n2,3,\"b,c\"\n", "1 2 3", "1-2 2-3");
    CASE("1   2\t\n2\t3\n", "1 2 3", "1-2 2-3");
    CASE("\"0\"\" disk, x\"\tbo\nbo\t\"c\"\"\"\n", "0\" disk, x bo c\"", "0\" disk, x-bo bo-c\"");
    CASE("\"say \"\",\"\" and\" bo\nbo cy\n", "bo cy say \",\" and", "say \",\" and-bo bo-cy");
    CASE("Lee Cy,bo\nbo,d\n", "Lee Cy bo d", "Lee Cy-bo bo-d"); /* blanks in names */
    CASE("New York City,bo\nbo,d\n", "New York City bo d", "New York City-bo bo-d");
    CASE("ann lee\tbo, b\nbo, b\tcy\n", "ann lee bo, b cy", "ann lee-bo, b bo, b-cy");
    CASE("1\t2\ta, b\n2\t3\tc\n", "1 2 3", "1-2 2-3");
    CASE("a\t,\tb\nb,c\n", "a b c", "a-b b-c");
    CASE("1 2 0,5\n2 3 0,7\n", "1 2 3", "1-2 2-3"); /* a comma in a further column */
    CASE("1 2\t5\n2 3\t7\n", "1 2 3", "1-2 2-3");   /* directly behind the two */
    CASE("1  2 \t 5\n2 3 7\n", "1 2 3", "1-2 2-3");
    CASE("-1 +2\t5,5\n2 3\t7,5\n", "-1 2 3", "-1-2 2-3");
    CASE("1 2,5\n2,5 3\n", "1 2,5 3", "1-2,5 2,5-3");       /* the second column has it all */
    CASE("1 b\t5\nb 2\t6\n", "1 b 5 6 b 2", "1 b-5 b 2-6"); /* names with blanks, no integers */
    CASE("1 b,5\nb 2,6\n", "1 b 5 6 b 2", "1 b-5 b 2-6");
    CASE("\"1 2\",5\n5,\"1 3\"\n", "1 2 1 3 5", "1 2-5 5-1 3");
    CASE("1 2 {'weight': 0.5, 'color': 'red'}\n2 3 {}\n", "1 2 3", "1-2 2-3"); /* networkx's */
    CASE("a b {'w': 1, 'note': \"it's\"}\nb c {'w': 2}\n", "a b c", "a-b b-c");
#undef CASE
}

static void headers_are_noticed(void **state)
{
    (void)state;
#define CASE(text, names, pairs) expect(text, sizeof text - 1, names, pairs)
    CASE("a,b\n1,2\n2,3\n", "1 2 3", "1-2 2-3");         /* the only text */
    CASE("Source,Target,Weight\nx,y,1\n", "x y", "x-y"); /* the usual words */
    CASE("id_1,id_2\n0,1\n", "0 1", "0-1");
    CASE("from to\nto x\n", "from to x", "from-to to-x");  /* a node's name */
    CASE("source,target\n", "", "");                       /* and no line behind it */
    CASE("ann bo\n", "ann bo", "ann-bo");                  /* the only line */
    CASE("a b\n1 2\nc 3\n", "1 2 3 a b c", "a-b 1-2 c-3"); /* other text follows */
    CASE("1 b\n2 3\n", "1 2 3 b", "1-b 2-3");              /* half a header is none */
    CASE("x x\n1 2\n", "1 2 x", "x-x 1-2");
#undef CASE
}

static void refuse(const char *text, size_t size, const char *reason)
{
    gg_pair_list p = {0};
    gg_names *names = NULL;
    gg_error e = {0};
    int64_t nodes = -1;
    assert_int_equal(
        gg_read_edge_list(write_file("h.csv", text, size), &p, &nodes, &names, NULL, &e),
        GG_ERR_FORMAT);
    assert_contains(e.message, "/h.csv:");
    assert_contains(e.message, reason);
    assert_true(!p.u && !names && nodes == -1);
}

/* Names of 1000 bytes are the longest, and pass. */
static void expect_long(const char *text, size_t size)
{
    gg_pair_list p = {0};
    gg_names *names = NULL;
    int64_t nodes;
    assert_int_equal(gg_read_edge_list(write_file("l", text, size), &p, &nodes, &names, NULL, NULL),
                     GG_OK);
    assert_int_equal(nodes, 1); /* the same twice */
    assert_int_equal(strlen(gg_name(names, 0)), 1000);
    gg_names_free(names);
    gg_pair_list_free(&p);
}

static void hostile_lists(void **state)
{
    (void)state;
#define CASE(text, reason) refuse(text, sizeof text - 1, reason)
    CASE("1\n", "h.csv:1: expected two node ids, found \"1\": fewer than two columns");
    CASE("a,b\nc\n", "h.csv:2: expected two node ids, found \"c\": fewer than two columns");
    CASE("a b\na b c\n", "3 columns, but line 1 has 2");
    CASE("# x\na,b,c\n\na,b\n",
         "h.csv:4: expected two node ids, found \"a,b\": 2 columns, but line 2 has 3");
    CASE("a,b\na b,\n", "an empty id");
    CASE(",b\n", "an empty id");
    CASE("a\t\n", "fewer than two columns");
    CASE("a\tb\nc\t\n", "an empty id");
    CASE("\"\",b\n", "an empty id");
    CASE("\"a,b\n", "a quote that is not closed");
    CASE("\"a\"x,b\n", "text behind a closing quote");
    CASE("\"a\" x,b\n", "text behind a closing quote");
    CASE("\"a\"x b\n", "text behind a closing quote");
    CASE("a\0b c\n", "a control character in an id");
    CASE("a \x1b[2J\n", "a control character in an id");
    CASE("a \x7f\n", "a control character in an id");
    CASE("\0", "");
    CASE("\xff\xfe\x30\0 \0\x31\0", "found \"\\xff\\xfe0\\x00 \\x001\\x00\": a control character");
    CASE("a b\rc d\r", "");
    CASE("%%MatrixMarket matrix coordinate pattern general\n4 4 2\n1 2\n2 3\n",
         "h.csv:1: expected two node ids, found \"%%MatrixMarket matrix coordinate pattern...\": a "
         "Matrix Market file, expected an edge list");
#undef CASE
    static char text[10000];
    memset(text, 'x', sizeof text);
    refuse(text, sizeof text, "the line is too long");
    text[2] = ' ';
    refuse(text, sizeof text, "the line is too long");
    memset(text, '"', sizeof text);
    refuse(text, 4001, "a quote that is not closed");
    memset(text, 'x', sizeof text);
    text[1001] = ' ';
    refuse(text, 2000, "an id of more than 1000 bytes");
    text[1000] = ' ';
    text[1001] = 'x';
    text[2001] = '\n';
    expect_long(text, 2002);

    gg_pair_list p = {0};
    gg_names *names = NULL;
    gg_error e = {0};
    int64_t nodes;
    assert_int_equal(gg_read_edge_list(in_folder("none"), &p, &nodes, &names, NULL, &e), GG_ERR_IO);
    assert_contains(e.message, "none: cannot open: No such file");
    assert_int_equal(gg_read_edge_list(folder, &p, &nodes, &names, NULL, &e), GG_ERR_IO);
    assert_contains(e.message, "Is a directory");
}

/* Random bytes of the kind that tables are made of: an error or sound pairs. */
static void random_bytes(void **state)
{
    (void)state;
    static const char kind[] = "00112233aab    ,,\t\"\n\n\n#%-\r\xc3"; /* and NUL */
    int made = 0;
    for (uint64_t round = 0; round < 3000; round++) {
        gg_rng rng = gg_rng_fork(gg_rng_new(11), round);
        char text[64];
        size_t size = gg_rng_below(rng, 0, round % 2 ? sizeof text : 8);
        for (size_t k = 0; k < size; k++)
            text[k] = kind[gg_rng_below(rng, k + 1, sizeof kind)];
        gg_pair_list p = {0};
        gg_names *names = NULL;
        gg_error e = {0};
        int64_t nodes = 0;
        gg_status s = gg_read_edge_list(write_file("r", text, size), &p, &nodes, &names, NULL, &e);
        assert_true(s == GG_OK || s == GG_ERR_FORMAT);
        for (int64_t k = 0; k < p.count; k++)
            assert_true(p.u[k] >= 0 && p.v[k] >= 0 && p.u[k] < nodes && p.v[k] < nodes);
        for (int32_t i = 0; names && i < nodes; i++)
            assert_int_equal(gg_names_find(names, gg_name(names, i)), i);
        made += p.count > 0;
        gg_names_free(names);
        gg_pair_list_free(&p);
    }
    assert_true(made > 100);
}

static void names_are_found(void **state)
{
    (void)state;
    gg_pair_list p = {0};
    gg_names *n = NULL;
    int64_t nodes;
    const char *path = write_text("n", "5 -3\n40 5\n");
    assert_int_equal(gg_read_edge_list(path, &p, &nodes, &n, NULL, NULL), GG_OK);
    assert_true(n->numbers);
    assert_int_equal(gg_names_find(n, "-3"), 0);
    assert_int_equal(gg_names_find(n, "+005"), 1);
    assert_int_equal(gg_names_find(n, "6"), -1);
    assert_int_equal(gg_names_find(n, "x"), -1);
    assert_int_equal(gg_names_find(n, ""), -1);
    assert_int_equal(gg_names_find(n, "99999999999999999999"), -1);
    gg_names_free(n);
    gg_names_free(NULL);
    gg_pair_list_free(&p);
}

/* ---- as a data set ---- */

static gg_dataset *read_dataset(const char *path, const char *split, const char *features)
{
    gg_dataset *d = NULL;
    gg_error e = {0};
    if (gg_dataset_read(path, split, features, &d, &e) != GG_OK)
        fail_msg("%s", e.message);
    return d;
}

/* A ring of nine people with chords, with every kind of dirt. */
static const char people[] =
    "person,friend\nann,bo\nbo,cy\ncy,di\ndi,ed\ned,flo\nflo,gus\ngus,hal\n"
    "hal,ida\nida,ann\nann,ed\nbo,flo\nbo,ann\nann,bo\ncy,cy\njo,jo\n";

static void list_is_a_dataset(void **state)
{
    (void)state;
    gg_error e = {0};
    gg_dataset *d = read_dataset(write_text("people.v1.csv", people), NULL, NULL);
    assert_string_equal(d->name, "people");
    assert_string_equal(d->split_name, "");
    /* "person" and "friend" are no usual words, and text like the rest: they are nodes. */
    assert_int_equal(d->nodes, 12);
    assert_int_equal(d->full->edges, 12);
    assert_int_equal(d->full->cleaned.self_loops, 2);
    assert_int_equal(d->full->cleaned.duplicates, 2);
    assert_int_equal(d->full->cleaned.reversed, 1);
    assert_int_equal(d->full->cleaned.isolated, 1);
    assert_string_equal(gg_name(d->names, 0), "ann");
    assert_null(d->train);
    assert_int_equal(strlen(d->sha256), 64);
    assert_int_equal(gg_dataset_degree_features(d, &e), GG_ERR_STATE);
    assert_contains(e.message, "there is no training graph yet");

    /* Drawn, saved by name, read again with the lines in another order: the same data. */
    assert_int_equal(gg_dataset_split(d, 0.1, 0.2, 3, NULL), GG_OK);
    assert_string_equal(d->split_name, "seed 3");
    assert_int_equal(d->train->edges, 9);
    assert_int_equal(gg_dataset_split(d, 0.1, 0.2, 3, &e), GG_ERR_STATE);
    assert_int_equal(gg_split_write(in_folder("people-3"), &d->split, d->names, NULL), GG_OK);
    write_text("people.v1.csv",
               "friend,person\nida,ann\nflo,bo\nann,bo\nbo,cy\ncy,di\ndi,ed\ned,flo\n"
               "flo,gus\ngus,hal\nhal,ida\nann,ed\njo,jo\n");
    gg_dataset *again = read_dataset(in_folder("people.v1.csv"), "people-3", NULL);
    assert_string_equal(again->sha256, d->sha256);
    assert_string_equal(again->split_name, "people-3");
    gg_dataset_free(again);

    /* A split of the edges as they were. */
    write_text("people.v1.csv",
               "friend,person\nann,bo\nbo,cy\ncy,di\ndi,ed\ned,flo\nflo,gus\ngus,hal\n"
               "hal,ida\nida,ed\n");
    again = NULL;
    assert_int_equal(gg_dataset_read(in_folder("people.v1.csv"), "people-3", NULL, &again, &e),
                     GG_ERR_FORMAT);
    assert_null(again);

    /* Its nodes without their links: pairs are told by name. */
    char pair[64];
    write_text("people.v1.csv",
               "ann,cy\nann,ann\nbo,bo\ncy,cy\ndi,di\ned,ed\nflo,flo\nfriend,friend\ngus,gus\n"
               "hal,hal\nida,ida\njo,jo\nperson,person\n");
    assert_int_equal(gg_dataset_read(in_folder("people.v1.csv"), "people-3", NULL, &again, &e),
                     GG_ERR_FORMAT);
    snprintf(pair, sizeof pair, "pair 1, \"%s %s\", is not an edge",
             gg_name(d->names, d->split.train.u[0]), gg_name(d->names, d->split.train.v[0]));
    assert_contains(e.message, pair);

    char hash[65];
    strcpy(hash, d->sha256);
    assert_int_equal(gg_dataset_degree_features(d, NULL), GG_OK);
    assert_string_not_equal(d->sha256, hash);
    assert_int_equal(d->features->rows, 12);
    assert_int_equal(gg_dataset_degree_features(d, &e), GG_ERR_STATE);
    gg_dataset_free(d);

    assert_int_equal(gg_dataset_read(write_text("none.txt", "# nothing\n"), NULL, NULL, &d, &e),
                     GG_ERR_FORMAT);
    assert_contains(e.message, "none.txt: no pairs");
    assert_int_equal(gg_dataset_read(write_text("head.csv", "source,target\n"), NULL, NULL, &d, &e),
                     GG_ERR_FORMAT);
    assert_contains(e.message, "head.csv: no pairs");
}

/* Numbers are rows of the features, and stay; a row without an edge is a node. */
static void list_with_features(void **state)
{
    (void)state;
    gg_error e = {0};
    gg_dataset *d = NULL;
    const char *features = golden("npy_f4.npy"); /* four rows */
    d = read_dataset(write_text("four.txt", "0 1\n3 1\n0 3\n"), NULL, features);
    assert_int_equal(d->nodes, 4);
    assert_null(d->names);
    assert_true(gg_csr_has(d->full->adjacency, 3, 1));
    assert_int_equal(d->full->cleaned.isolated, 1);
    gg_dataset_free(d);
    d = read_dataset(write_text("three.txt", "0 1\n2 1\n"), NULL, features);
    assert_int_equal(d->nodes, 4);
    gg_dataset_free(d);
    static const struct bad {
        const char *text, *reason;
    } bad[] = {{"0 1\n1 4\n", "\"1 4\" with 4 rows of features, expected ids from 0 to 3"},
               {"0 1\n1 -1\n", "\"1 -1\" with 4 rows"},
               {"a b\nb c\n", "\"a b\" with 4 rows"},
               {"0 1\n1 2\n2 3\n3 4\n", "bad.txt: 5 nodes, but 4 rows of features"}};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        assert_int_equal(
            gg_dataset_read(write_text("bad.txt", bad[k].text), NULL, features, &d, &e),
            GG_ERR_FORMAT);
        assert_contains(e.message, bad[k].reason);
    }
}

/* A folder without a split, and with features as .npy or .mtx. */
static void folder_without_a_split(void **state)
{
    (void)state;
    assert_int_equal(mkdir(in_folder("set"), 0777), 0);
    write_text("set/edges.txt", "0 1\n1 2\n2 3\n");
    gg_dataset *d = read_dataset(in_folder("set"), NULL, NULL);
    assert_string_equal(d->name, "set");
    assert_true(d->nodes == 4 && !d->train && !d->features && !d->names);
    gg_dataset_free(d);
    write_text("set/features.mtx",
               "%%MatrixMarket matrix coordinate pattern general\n5 2 1\n4 2\n");
    d = read_dataset(in_folder("set"), NULL, NULL);
    assert_true(d->nodes == 5 && gg_csr_has(d->features, 3, 1));
    gg_dataset_free(d);
    char bytes[4096];
    size_t size = read_file(golden("npy_i4.npy"), bytes, sizeof bytes);
    write_file("set/features.npy", bytes, size);
    d = read_dataset(in_folder("set"), NULL, NULL);
    assert_true(d->nodes == 4 && gg_csr_nnz(d->features) == 5);
    gg_dataset_free(d);
}

/* ---- labels ---- */

static void labels_are_read(void **state)
{
    (void)state;
    int32_t label[4], classes = -7;
    static const int32_t expected[] = {2, -1, 0, 2};
    const char *path = write_text("l.txt", "\xef\xbb\xbf# classes\r\n2\r\n -1 \n\n0\n2");
    assert_int_equal(gg_read_labels(path, 4, label, &classes, NULL), GG_OK);
    assert_memory_equal(label, expected, sizeof label);
    assert_int_equal(classes, 3);
    assert_int_equal(gg_read_labels(write_text("l.txt", ""), 0, label, &classes, NULL), GG_OK);
    assert_int_equal(classes, 0);
}

static void hostile_labels(void **state)
{
    (void)state;
#define TEXT(text, reason)                                                                         \
    {                                                                                              \
        text, sizeof text - 1, reason                                                              \
    }
    static const struct bad {
        const char *text;
        size_t size;
        const char *reason;
    } bad[] = {
        TEXT("1\n2\n", "l.txt: 2 labels for 3 nodes"),
        TEXT("1\n2\n3\n4\n",
             "l.txt:4: expected a class from 0, or -1, found \"4\": there are more"),
        TEXT("1\nx\n3\n", "l.txt:2: expected a class from 0, or -1, found \"x\": not one integer"),
        TEXT("1\n2 3\n3\n", "not one integer"),
        TEXT("1\n-\n3\n", "not one integer"),
        TEXT("1\n2.5\n3\n", "not one integer"),
        TEXT("1\n2\0\n3\n", "not one integer"),
        TEXT("1\n\0\n3\n", "not one integer"),
        TEXT("1\n-2\n3\n", "out of range"),
        TEXT("1\n-0\n3\n", "out of range"),
        TEXT("1\n2147483647\n3\n", "out of range"),
        TEXT("1\nnan\n3\n", "not one integer"),
        TEXT("1\n1000000000000\n3\n", "out of range"),
        TEXT("1\n99999999999999999999999\n3\n", "out of range")};
#undef TEXT
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        int32_t label[3] = {7, 7, 7}, classes = 7;
        gg_error e = {0};
        const char *path = write_file("l.txt", bad[k].text, bad[k].size);
        assert_int_equal(gg_read_labels(path, 3, label, &classes, &e), GG_ERR_FORMAT);
        assert_contains(e.message, bad[k].reason);
        assert_true(label[0] == 7 && classes == 7);
    }
    static char text[5000];
    int32_t label[1], classes;
    gg_error e = {0};
    memset(text, ' ', sizeof text);
    text[0] = '1';
    assert_int_equal(gg_read_labels(write_file("l.txt", text, sizeof text), 1, label, &classes, &e),
                     GG_ERR_FORMAT);
    assert_contains(e.message, "the line is too long");
    assert_int_equal(gg_read_labels(in_folder("none"), 1, label, &classes, &e), GG_ERR_IO);
}

static void labels_of_citeseer(void **state)
{
    (void)state;
    if (!check_data())
        skip();
    char path[4096];
    snprintf(path, sizeof path, "%s/citeseer/labels.txt", check_data());
    int32_t *label = malloc(3327 * sizeof *label), classes;
    assert_int_equal(gg_read_labels(path, 3327, label, &classes, NULL), GG_OK);
    int count[7] = {0};
    for (int i = 0; i < 3327; i++)
        count[label[i] + 1]++;
    static const int expected[] = {15, 249, 590, 668, 701, 596, 508};
    assert_int_equal(classes, 6);
    assert_memory_equal(count, expected, sizeof count);
    free(label);
}

/* ---- memory that runs out ---- */

static gg_status try_list(void *context, gg_error *e)
{
    gg_pair_list p = {0};
    gg_names *names = NULL;
    int64_t nodes;
    gg_status s = gg_read_edge_list(context, &p, &nodes, &names, NULL, e);
    gg_names_free(names);
    gg_pair_list_free(&p);
    return s;
}

static gg_status try_dataset(void *context, gg_error *e)
{
    gg_dataset *d = NULL;
    gg_status s = gg_dataset_read(context, NULL, NULL, &d, e);
    if (s == GG_OK)
        s = gg_dataset_split(d, 0.1, 0.2, 1, e);
    if (s == GG_OK)
        s = gg_dataset_degree_features(d, e);
    gg_dataset_free(d);
    return s;
}

static gg_status try_labels(void *context, gg_error *e)
{
    int32_t label[3], classes;
    return gg_read_labels(context, 3, label, &classes, e);
}

static void out_of_memory(void **state)
{
    (void)state;
    static char text[16000], path[512];
    size_t size = 0;
    for (int k = 0; k < 600; k++) /* tables and lists grow */
        size += (size_t)snprintf(text + size, sizeof text - size, "node%d,person %d\n", k, k / 3);
    strcpy(path, write_file("many.csv", text, size));
    check_every_allocation_fails(try_list, path);
    check_every_allocation_fails(try_dataset, path);
    strcpy(path, write_text("labels.txt", "1\n2\n0\n"));
    check_every_allocation_fails(try_labels, path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_read),     cmocka_unit_test(headers_are_noticed),
        cmocka_unit_test(hostile_lists),      cmocka_unit_test(random_bytes),
        cmocka_unit_test(names_are_found),    cmocka_unit_test(list_is_a_dataset),
        cmocka_unit_test(list_with_features), cmocka_unit_test(folder_without_a_split),
        cmocka_unit_test(labels_are_read),    cmocka_unit_test(hostile_labels),
        cmocka_unit_test(labels_of_citeseer), cmocka_unit_test(out_of_memory),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
