/* The program cflp_treatments as its users meet it: its numbers against a look at all pairs, its
 * order, exit codes, messages, JSON. */
#include "check_counterfactual.h"

#define ON_LABELS "--embedding own.npy --treatment labels:labels.txt "

static double number_at(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_number(value))
        fail_msg("no number \"%s\"", key);
    return json_number_value(value);
}

static void numbers_are_true(void **state)
{
    (void)state;
    run(ON_LABELS "--gamma 20 --json - data");
    json_t *json = read_json("stdout");
    const json_t *one = json_array_get(json_object_get(json, "treatments"), 0);
    const json_t *matched = json_object_get(one, "matched"), *ates = json_object_get(one, "ates");
    double gamma = gamma_of(20), distance = 0;
    int found = 0, links = 0, treated_links = 0, treated = 0, pairs = NODES * (NODES - 1) / 2;
    for (int i = 0; i < NODES; i++)
        for (int j = i + 1; j < NODES; j++) {
            double d = counterfactual(i, j, gamma);
            found += d < INFINITY;
            distance += d < INFINITY ? d : 0;
            links += is_training_link(i, j);
            treated += is_treated(i, j);
            treated_links += is_training_link(i, j) && is_treated(i, j);
        }
    assert_true(found > 20 && found < pairs && treated_links > 0);
    assert_true(fabs(number_at(json, "gamma") - gamma) < 1e-12);
    assert_string_equal(json_string_value(json_object_get(one, "treatment")), "labels:labels.txt");
    assert_true(number_at(one, "groups") == 3);
    assert_true(number_at(matched, "pairs") == pairs);
    assert_true(number_at(matched, "found") == found);
    assert_true(fabs(number_at(one, "distance") - distance / found) < 1e-12);
    assert_true(fabs(number_at(one, "treated_links") - (double)treated_links / links) < 1e-12);
    assert_true(fabs(number_at(one, "treated_others") -
                     (double)(treated - treated_links) / (pairs - links)) < 1e-12);
    assert_true(fabs(number_at(ates, "all") * pairs - number_at(ates, "matched") * found) < 1e-9);
    assert_true(number_at(one, "ate") == number_at(ates, "matched"));
    json_decref(json);
}

/* All treatments by default, the weakest effect first, the same at any number of threads. */
static void weakest_comes_first(void **state)
{
    (void)state;
    run("--embedding own.npy --threads 1 --json one.json data");
    assert_contains(output, "k-core");
    assert_contains(output, "try cflp_train --treatment ");
    run("--embedding own.npy --threads 2 --json two.json data");
    json_t *json = read_json("one.json"), *two = read_json("two.json");
    const json_t *list = json_object_get(json, "treatments"), *one;
    double last = 0;
    size_t k;
    assert_int_equal(json_array_size(list), 9);
    json_array_foreach(list, k, one)
    {
        json_t *other = json_array_get(json_object_get(two, "treatments"), k);
        bool none = number_at(json_object_get(one, "matched"), "found") == 0;
        double effect = none ? INFINITY : fabs(number_at(one, "ate"));
        assert_true(effect >= last);
        last = effect;
        json_object_del(json_array_get(list, k), "seconds");
        json_object_del(other, "seconds");
        assert_true(json_equal(one, other));
    }
    json_decref(json);
    json_decref(two);
}

static void table_with_tabs(void **state)
{
    (void)state;
    run("--embedding own.npy --treatment kcore,ward:3,pairs:splits/0/valid.txt --tsv --quiet data");
    int lines = 0, tabs = 0;
    for (const char *c = output; *c; c++) {
        lines += *c == '\n';
        tabs += *c == '\t';
    }
    assert_int_equal(lines, 4);
    assert_int_equal(tabs, 4 * 9);
    assert_contains(output, "\nward:3\t3\t");
    assert_contains(output, "\npairs:splits/0/valid.txt\t-\t");
    assert_string_equal(errors, "");
}

/* All pairs have T = 1, so none has a counterfactual, whatever gamma: it comes last, and is not
 * recommended. */
static void no_counterfactual_comes_last(void **state)
{
    (void)state;
    char labels[2 * NODES + 1];
    for (int i = 0; i < NODES; i++)
        memcpy(labels + 2 * (size_t)i, "5\n", 3);
    write_text("data/same.txt", labels);
    static const char *const ates[] = {"matched", "all"};
    for (int k = 0; k < 2; k++) {
        char arguments[256];
        snprintf(arguments, sizeof arguments,
                 "--embedding own.npy --ate %s --treatment labels:same.txt,labels:labels.txt "
                 "--json found.json data",
                 ates[k]);
        run(arguments);
        assert_contains(output, "try cflp_train --treatment labels:labels.txt");
        json_t *json = read_json("found.json");
        const json_t *last = json_array_get(json_object_get(json, "treatments"), 1);
        assert_string_equal(json_string_value(json_object_get(last, "treatment")),
                            "labels:same.txt");
        assert_true(json_is_null(json_object_get(last, "ate")));
        assert_true(json_is_null(json_object_get(json_object_get(last, "ates"), "matched")));
        json_decref(json);
    }
    run("--embedding own.npy --treatment labels:same.txt data");
    assert_contains(output, "       - ");
    assert_contains(output, "No pair has a counterfactual under any of them");
    assert_null(strstr(output, "try cflp_train"));
    run("--embedding own.npy --treatment labels:same.txt --tsv --quiet data");
    assert_contains(output, "\t0\t-\t0\t-\t");
}

/* Files that only other programs writes, in a config file that serves both. */
static void files_of_others(void **state)
{
    (void)state;
    write_text("a.conf", "save-split = results/split\nsave = results/m.npz\n"
                         "predictions = results/p.tsv\nout = results/a.npy\n");
    run("--config a.conf --embedding own.npy --treatment kcore data");
    check_nothing_written();
}

/* The table, without what was read and made and what is advised. */
static void quiet(void **state)
{
    (void)state;
    run(ON_LABELS "data");
    assert_contains(output, "\nEmbedding  own.npy");
    assert_contains(output, "\nMatching   ");
    run(ON_LABELS "--quiet data");
    assert_int_equal(strncmp(output, "          ", 10), 0); /* its heading comes first */
    assert_contains(output, "\n  treatment   ");
    assert_contains(output, "\n  labels ");
    int lines = 0;
    for (const char *c = output; *c; c++)
        lines += *c == '\n';
    assert_int_equal(lines, 3);
    assert_string_equal(errors, "");
}

/* Options of training may stand in a config file, not on the command line. */
static void options(void **state)
{
    (void)state;
    write_text("a.conf", "lr = 0.1\ngamma = 50\ntreatment = louvain\n");
    run("--config a.conf --json - data");
    json_t *json = read_json("stdout");
    const json_t *config = json_object_get(json, "config");
    assert_true(number_at(config, "gamma") == 50);
    assert_null(json_object_get(config, "lr"));
    assert_int_equal(json_array_size(json_object_get(json, "treatments")), 1);
    json_decref(json);
    refuse("--lr 0.1 data", 2, "unknown option --lr; see cflp_treatments --help");
    refuse("--treatment cores data", 2, "--treatment: |'cores'|labels:FILE");
    refuse("--treatment kcore, data", 2, "--treatment: |found ''");
    refuse("--treatment kcore:2 data", 2, "kcore takes no number");
    refuse("--treatment ward:0 data", 2, "ward:0: expected a whole number of at least 1");
    refuse("--treatment ward:2.5 data", 2, "ward:2.5: expected a whole number");
    refuse("--treatment spectral:257 data", 2, "spectral:257: expected |at most 256");
    refuse("--treatment jaccard:1.5 data", 2, "jaccard:1.5: expected a number above 0");
    refuse("--treatment labels: data", 2, "labels:FILE");
    refuse("--treatment labels:none.txt data", 1, "none.txt");
    refuse("--treatment labels:edges.txt data", 1, "edges.txt");
    refuse("--json /nowhere/a.json data", 1, "/nowhere/a.json");
    refuse("--tsv --json - data", 2, "--tsv: expected another file than --json's");
}

static void help(void **state)
{
    (void)state;
    run("--help");
    assert_contains(output, "Usage: cflp_treatments");
    assert_contains(output, "--gamma PCT");
    assert_contains(output, "  ward[:K] ");
    assert_null(strstr(output, "--lr"));
    assert_null(strstr(output, "--pairs"));
    assert_null(strstr(output, "--save-split"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(numbers_are_true, set_up_matching),
        cmocka_unit_test_setup(weakest_comes_first, set_up_matching),
        cmocka_unit_test_setup(no_counterfactual_comes_last, set_up_matching),
        cmocka_unit_test_setup(table_with_tabs, set_up_matching),
        cmocka_unit_test_setup(quiet, set_up_matching),
        cmocka_unit_test_setup(files_of_others, set_up_matching),
        cmocka_unit_test_setup(options, set_up_matching),
        cmocka_unit_test_setup(help, set_up_matching),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
