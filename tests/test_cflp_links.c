/* The program cflp_links as its users meet it: matches against a look at all pairs, names, exit
 * codes, messages, JSON. */
#include "check_counterfactual.h"

#define ON_LABELS "--embedding own.npy --treatment labels:labels.txt --gamma 20 "

static int integer_at(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_integer(value))
        fail_msg("no integer \"%s\"", key);
    return (int)json_integer_value(value);
}

static void check_pair(const json_t *one, double gamma)
{
    int i = integer_at(one, "u"), j = integer_at(one, "v");
    double distance = counterfactual(i, j, gamma);
    assert_int_equal(json_object_size(one), 9);
    assert_int_equal(integer_at(one, "treatment"), is_treated(i, j));
    assert_int_equal(integer_at(one, "link"), is_training_link(i, j));
    assert_int_equal(json_is_true(json_object_get(one, "found")), distance < INFINITY);
    if (distance == INFINITY) {
        assert_true(json_is_null(json_object_get(one, "a")));
        assert_true(json_is_null(json_object_get(one, "distance")));
        assert_true(json_is_null(json_object_get(one, "outcome")));
        return;
    }
    int a = integer_at(one, "a"), b = integer_at(one, "b");
    assert_true(a != i && b != j && a != b && is_treated(a, b) != is_treated(i, j));
    assert_true(fabs(json_number_value(json_object_get(one, "distance")) - distance) < 1e-12);
    assert_true(fabs(distance_of(i, a) + distance_of(j, b) - distance) < 1e-12);
    assert_int_equal(integer_at(one, "outcome"), is_training_link(a, b));
}

static void every_pair(void **state)
{
    (void)state;
    FILE *file = fopen(in_folder("all.txt"), "w");
    int count = 0;
    assert_non_null(file);
    for (int i = 0; i < NODES; i++)
        for (int j = 0; j < NODES; j++)
            if (i != j && ++count)
                fprintf(file, "%d %d\n", i, j);
    fclose(file);
    run(ON_LABELS "--pairs all.txt --quiet --json out.json data");
    json_t *json = read_json("out.json");
    const json_t *pairs = json_object_get(json, "pairs"), *one;
    double gamma = gamma_of(20);
    size_t k;
    assert_true(fabs(json_number_value(json_object_get(json, "gamma")) - gamma) < 1e-12);
    assert_int_equal(json_array_size(pairs), count);
    json_array_foreach(pairs, k, one)
    {
        check_pair(one, gamma);
    }
    json_decref(json);
    assert_string_equal(errors, "");
    const char *heading = "u\tv\tlink\ttreatment\tfound\ta\tb\tdistance\toutcome\n";
    assert_int_equal(strncmp(output, heading, strlen(heading)), 0);
    int lines = 0;
    for (const char *c = output; *c; c++)
        lines += *c == '\n';
    assert_int_equal(lines, count + 1);
}

/* Without --pairs, those to test on; with --json -, the JSON alone. */
static void test_links(void **state)
{
    (void)state;
    run(ON_LABELS "--json - data");
    json_t *json = read_json("stdout");
    assert_int_equal(json_array_size(json_object_get(json, "pairs")), 8);
    json_decref(json);
}

static void names(void **state)
{
    (void)state;
    write_text("friends.csv", "ann,bo\nbo,\"Lee, Cy\"\n\"Lee, Cy\",ann\nann,dee\ndee,eve\neve,fay\n"
                              "fay,gus\ngus,ann\nbo,dee\ncal,ann\ncal,bo\ncal,dee\n");
    write_text("mine.csv", "eve,\"Lee, Cy\"\nann,bo\n");
    run("--pairs mine.csv --treatment commn:1 --gamma 90 --quiet friends.csv");
    assert_contains(output, "\neve\t\"Lee, Cy\"\t0\t");
    assert_contains(output, "\nann\tbo\t");
    write_text("mine.csv", "eve,nobody\n");
    refuse("--pairs mine.csv friends.csv", 1, "mine.csv:1|the graph has no node 'nobody'");
}

/* Files that only other programs writes, in a config file that serves both. */
static void files_of_others(void **state)
{
    (void)state;
    write_text("a.conf", "save-split = results/split\nsave = results/m.npz\n"
                         "predictions = results/p.tsv\nout = results/a.npy\n");
    run("--config a.conf --embedding own.npy --quiet data");
    check_nothing_written();
}

/* The profile's matches with oneself, and a config file's, give way to another --match. */
static void no_self_matches(void **state)
{
    (void)state;
    static const char *const configs[] = {"profile = paper\n", "match-self = yes\n"};
    for (int k = 0; k < 2; k++) {
        write_text("a.conf", configs[k]);
        run("--config a.conf --match official --embedding own.npy --json - data");
        json_t *json = read_json("stdout"), *config = json_object_get(json, "config");
        assert_true(json_is_false(json_object_get(config, "match-self")));
        json_decref(json);
    }
    refuse("--config a.conf --match official --match-self data", 2, "--match-self: |official");
}

static void help(void **state)
{
    (void)state;
    run("--help");
    assert_contains(output, "Usage: cflp_links");
    assert_contains(output,
                    "--pairs, --split, --features, --embedding, labels:FILE and pairs:FILE");
    assert_null(strstr(output, "--predictions"));
    assert_null(strstr(output, "--save-split"));
    assert_null(strstr(output, "standard error"));
}

static void wrong_usage(void **state)
{
    (void)state;
    refuse("--pairs none.txt data", 1, "none.txt");
    write_text("bad.txt", "1 2\n3 x\n");
    refuse("--pairs bad.txt data", 1, "bad.txt:2");
    refuse("--treatment kcore,louvain data", 2, "--treatment: expected one, found 'kcore,louvain'");
    refuse("--runs 2 data", 2, "unknown option --runs");
    refuse("--pairs bad.txt", 2, "--pairs: expected a DATASET with it");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(every_pair, set_up_matching),
        cmocka_unit_test_setup(test_links, set_up_matching),
        cmocka_unit_test_setup(names, set_up_matching),
        cmocka_unit_test_setup(files_of_others, set_up_matching),
        cmocka_unit_test_setup(no_self_matches, set_up_matching),
        cmocka_unit_test_setup(help, set_up_matching),
        cmocka_unit_test_setup(wrong_usage, set_up_matching),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
