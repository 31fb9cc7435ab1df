/* The program gg_info as its users meet it: what it says of graphs whose numbers are known, exit
 * codes, messages, JSON. */
#include "check_program.h"

#include <math.h>

/* Fails as it should, and prints nothing. */
static void refuse(const char *arguments, int code, const char *reason)
{
    check_refusal(arguments, code, reason);
    assert_string_equal(output, "");
}

static void write_split(const char *name, const char *train, const char *test_neg)
{
    char file[64];
    static const char *const files[] = {"train", "valid", "valid_neg", "test", "test_neg"};
    const char *text[] = {train, "1 2\n", "0 3\n", "2 0\n", test_neg};
    mkdir(in_folder(name), 0777);
    for (int k = 0; k < 5; k++) {
        snprintf(file, sizeof file, "%s/%s.txt", name, files[k]);
        write_text(file, text[k]);
    }
}

/* A triangle with a tail, two nodes without a link, and what must be dropped. */
static int set_up(void **state)
{
    static char bytes[512];
    if (enter_folder(state) != 0)
        return -1;
    mkdir(in_folder("g"), 0777);
    mkdir(in_folder("g/splits"), 0777);
    write_text("g/edges.txt", "# links\n0 1\n1 2\n2 0\n2 3\n3 3\n1 0\n0 1\n");
    size_t size =
        make_npy(bytes, 1, "{'descr': '<f4', 'fortran_order': False, 'shape': (6, 5), }", 120);
    for (size_t k = 0; k < 3; k++)
        memcpy(bytes + size - 4 * (k + 1), "\0\0\x80\x3f", 4); /* three ones */
    write_file("g/features.npy", bytes, size);
    write_split("g/splits/0", "0 1\n2 3\n", "1 3\n4 5\n");
    write_split("g/splits/10", "0 1\n", "1 3\n");
    write_split("g/splits/9", "0 1\n2 3\n", "1 3\n");
    write_split("g/splits/bad", "0 1\n2 x\n", "1 3\n");
    write_split("g/leak", "0 1\n2 0\n", "1 3\n");
    return 0;
}

/* ---- the text ---- */

static void graph_is_described(void **state)
{
    (void)state;
    run("g");
    assert_string_equal(errors, "");
    static const char *const lines[] = {
        "Graph         g\n",
        "  nodes       6, 2 isolated\n",
        "  links       4, density 0.267\n",
        "  dropped     1 self-loop, 2 repeats (1 the other way round)\n",
        "  degree      mean 1.33, median 1.5, largest 3\n",
        "  components  3, the largest of 4 nodes (66.7%)\n",
        "  triangles   1, transitivity 0.6000, clustering 0.3889\n",
        "  k-cores     k up to 2, that core of 3 nodes\n",
        "Features      5 columns, 10% of their numbers not zero\n",
        "Splits             train      valid  valid_neg       test   test_neg\n"
        "  splits/0             2          1          1          1          2\n"
        "  splits/9             2          1          1          1          1\n"
        "  splits/10            1          1          1          1          1\n"
        "  splits/bad  not to be read: ",
        "splits/bad/train.txt:2: expected two node ids, found \"2 x\": not an integer\n",
        "Training      estimated for cflp_train's default settings, 2 links, "};
    for (size_t k = 0; k < sizeof lines / sizeof *lines; k++)
        assert_contains(output, lines[k]);
    int rows = 0;
    for (const char *c = output; *c; c++)
        rows += *c == '\n';
    assert_in_range(rows, 20, 30); /* one screen */

    run("--split splits/9 g");
    assert_contains(output, "test_neg\n  splits/9             2          1          1          1"
                            "          1\n  splits/0 ");
    assert_null(strstr(strstr(output, "splits/10"), "splits/9"));

    /* However it is written, it is listed once. */
    static const char *const others[] = {"./splits/9", "g/splits/9", "\"$PWD\"/g/splits/9/"};
    for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
        char words[64];
        snprintf(words, sizeof words, "--split %s g", others[k]);
        run(words);
        const char *once = strstr(output, "splits/9");
        assert_non_null(once);
        assert_null(strstr(once + 1, "splits/9"));
        assert_contains(output, "\n  splits/10 ");
    }
}

static void list_is_described(void **state)
{
    (void)state;
    write_text("friends.csv", "source,target\nann,bo\nbo,cy\nann,\"d, e\"\n");
    run("friends.csv");
    assert_contains(output, "Graph         friends\n  nodes       4, none isolated\n"
                            "  called      by names, from ann to d, e\n  links       3, ");
    assert_contains(output, "  dropped     no self-loops, no repeats (none the other way round)\n");
    assert_contains(output, "\nFeatures      none; one-hot degrees would be 3 columns\n"
                            "\nSplits        none\n");
    write_text("gaps.txt", "7 1000000000000\n7 12\n");
    run("gaps.txt");
    assert_contains(output, "  called      by numbers, from 7 to 1000000000000\n  links ");
    write_text("weights.csv", "source,target,weight\n0,1,2\n1,2,1\n");
    run("weights.csv");
    assert_contains(output, "isolated\n  columns     3, the first two of which are read\n");
    write_text("typo.txt", "# ids\n7 12\n12 1x3\n7 9\n");
    run("typo.txt");
    assert_contains(output, "  called      by names, from 12 to 9, since '1x3' in line 3 is no "
                            "integer\n");
}

/* As cflp_train takes them, in place of those that are there. */
static void degrees_as_features(void **state)
{
    (void)state;
    run("--features degree g");
    assert_contains(output, "Features      4 columns, 25% of their numbers not zero\n");
    run("--features degree --split splits/0 g");
    assert_contains(output, " columns, ");
    check_exit("--features degrees g", 1);
}

/* ---- JSON ---- */

/* The number at a path such as "graph.degree.mean". */
static double number(const json_t *object, const char *path)
{
    char key[64];
    for (; *path; path += strcspn(path, ".") + (path[strcspn(path, ".")] == '.')) {
        snprintf(key, sizeof key, "%.*s", (int)strcspn(path, "."), path);
        object = json_is_array(object) ? json_array_get(object, (size_t)atoi(key))
                                       : json_object_get(object, key);
    }
    if (!json_is_number(object))
        fail_msg("%s is no number", key);
    return json_number_value(object);
}

static void json_has_it_all(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        double value;
    } known[] = {{"data.nodes", 6},
                 {"data.edges", 4},
                 {"dropped.self_loops", 1},
                 {"dropped.duplicates", 2},
                 {"dropped.reversed", 1},
                 {"graph.isolated", 2},
                 {"graph.density", 4.0 / 15},
                 {"graph.degree.mean", 4.0 / 3},
                 {"graph.degree.median", 1.5},
                 {"graph.degree.max", 3},
                 {"graph.components.count", 3},
                 {"graph.components.largest", 4},
                 {"graph.triangles", 1},
                 {"graph.transitivity", 0.6},
                 {"graph.clustering", 7.0 / 18},
                 {"graph.cores.max", 2},
                 {"graph.cores.nodes", 3},
                 {"graph.cores.clusters", 2},
                 {"features.columns", 5},
                 {"features.nonzeros", 3},
                 {"splits.0.train", 2},
                 {"splits.0.test_neg", 2},
                 {"splits.2.valid", 1},
                 {"estimate.train_links", 2},
                 {"estimate.features", 5},
                 {"estimate.epoch.0.neg_rate", 1},
                 {"estimate.epoch.0.pairs", 4},
                 {"estimate.epoch.1.pairs", 15}}; /* all that there are */
    run("--json out.json g");
    assert_contains(output, "Graph         g\n");
    json_t *object = read_json("out.json");
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (fabs(number(object, known[k].path) - known[k].value) > 1e-12)
            fail_msg("%s: %g", known[k].path, number(object, known[k].path));
    static const char *const positive[] = {"estimate.flops",           "estimate.threads",
                                           "estimate.bytes",           "estimate.epoch.0.seconds",
                                           "estimate.epoch.1.seconds", "estimate.seconds_once"};
    for (size_t k = 0; k < sizeof positive / sizeof *positive; k++)
        assert_true(number(object, positive[k]) > 0);
    json_t *data = json_object_get(object, "data"), *splits = json_object_get(object, "splits");
    assert_int_equal(json_array_size(splits), 4);
    assert_contains(json_string_value(json_object_get(json_array_get(splits, 3), "error")),
                    "not an integer");
    assert_int_equal(strlen(json_string_value(json_object_get(data, "sha256"))), 64);
    assert_true(json_is_null(json_object_get(data, "split")));
    json_decref(object);

    /* To standard output: the text makes room. */
    run("--json=- --split splits/9 --features features.npy g");
    assert_contains(errors, "Graph         g\n");
    object = read_json("stdout");
    assert_string_equal(
        json_string_value(json_object_get(json_object_get(object, "data"), "split")), "splits/9");
    json_decref(object);
}

/* As cflp_train takes them. */
static void threads_of_the_environment(void **state)
{
    (void)state;
    static const struct {
        const char *asked;
        int count;
    } known[] = {{"1", 1}, {"3", 3}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        setenv("OMP_NUM_THREADS", known[k].asked, 1);
        run("--json out.json g");
        json_t *object = read_json("out.json");
        assert_int_equal(number(object, "estimate.threads"), known[k].count);
        json_decref(object);
    }
    unsetenv("OMP_NUM_THREADS");
}

/* ---- refusals ---- */

static void wrong_usage(void **state)
{
    (void)state;
    refuse("", 2, "expected a DATASET; see gg_info --help");
    refuse("g g", 2, "expected one DATASET, found 'g' and 'g'");
    refuse("--splits splits/0 g", 2, "unknown option --splits; see gg_info --help");
    refuse("-x g", 2, "unknown option -x");
    refuse("g --json", 2, "--json: expected a value after it, found nothing");
    refuse("--json --split g", 2, "--json: expected a value after it, found --split");
    refuse("-- --help", 1, "--help: cannot open");
    run("--help");
    static const char *const words[] = {"Usage: gg_info ", "--features FILE", "--split DIR",
                                        "--json FILE", "Exit status: 0 done"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        assert_contains(output, words[k]);
    run("--version");
    assert_contains(output, "gg_info " GG_VERSION "\n");
}

static void failures_are_one_line(void **state)
{
    (void)state;
    refuse("none", 1, "none: cannot open: No such file");
    refuse("--split none g", 1, "none: found neither here nor in g");
    refuse("--features none.npz g", 1, "none.npz: found neither here nor in g");
    refuse("--split leak g", 1, "g/leak");
    refuse("--json none/out.json g", 1, "none/out.json: cannot write the results: No such file");
    refuse("--json g g", 1, "g: cannot write the results: Is a directory");
    write_text("bad.csv", "a,b\na\n");
    refuse("bad.csv", 1, "bad.csv:2: expected two node ids, found \"a\"");
    write_text("empty.csv", "# nothing\n");
    refuse("empty.csv", 1, "empty.csv: no pairs");

    /* What was there stays as it was. */
    char kept[16];
    write_text("kept.json", "keep me\n");
    refuse("--json kept.json bad.csv", 1, "bad.csv:2");
    read_text("kept.json", kept, sizeof kept);
    assert_string_equal(kept, "keep me\n");
    if (access("/dev/full", W_OK) == 0)
        check_exit("g >/dev/full", 1);
}

/* ---- the estimate ---- */

/* Its memory against what runs took: 240 MB on Cora, 895 MB on PubMed. */
static void estimate_is_near(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double megabytes;
    } known[] = {{"cora", 240}, {"citeseer", 240}, {"pubmed", 895}};
    if (!check_data())
        skip();
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        char arguments[4200];
        snprintf(arguments, sizeof arguments, "--json out.json %s/%s", check_data(), known[k].name);
        run(arguments);
        json_t *object = read_json("out.json");
        double ratio = number(object, "estimate.bytes") / (1e6 * known[k].megabytes);
        if (!(ratio > 0.6 && ratio < 1.5))
            fail_msg("%s: %g of what was measured", known[k].name, ratio);
        assert_true(number(object, "estimate.epoch.1.seconds") >
                    number(object, "estimate.epoch.0.seconds"));
        json_decref(object);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graph_is_described),
        cmocka_unit_test(list_is_described),
        cmocka_unit_test(degrees_as_features),
        cmocka_unit_test(json_has_it_all),
        cmocka_unit_test(wrong_usage),
        cmocka_unit_test(failures_are_one_line),
        cmocka_unit_test(threads_of_the_environment),
        cmocka_unit_test(estimate_is_near),
    };
    return cmocka_run_group_tests(tests, set_up, leave_folder);
}
