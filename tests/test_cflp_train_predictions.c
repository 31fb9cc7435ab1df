/* cflp_train --predictions: what the models of several runs say of given pairs; and what one says
 * that was kept. */
#include "check_cflp_train.h"

#include "graphgrad.h"

#include <math.h>

enum { COLUMNS = 8, ROWS = 64 };

/* A file of cells between tabs. */
typedef struct table {
    int rows, columns; /* without the heading */
    char heading[COLUMNS][32], cell[ROWS][COLUMNS][32];
} table;

static int read_line(char *line, char (*cell)[32])
{
    int columns = 0;
    char *rest = line;
    for (char *text; (text = strtok_r(rest, "\t", &rest)); columns++) {
        assert_true(columns < COLUMNS);
        snprintf(cell[columns], 32, "%s", text);
    }
    return columns;
}

static table *read_table(const char *name)
{
    static char text[1 << 16];
    table *t = calloc(1, sizeof *t);
    read_text(name, text, sizeof text);
    char *rest = text, *line = strtok_r(rest, "\n", &rest);
    t->columns = read_line(line, t->heading);
    for (; (line = strtok_r(rest, "\n", &rest)); t->rows++) {
        assert_true(t->rows < ROWS);
        assert_int_equal(read_line(line, t->cell[t->rows]), t->columns);
    }
    return t;
}

static double number_at(const table *t, int row, int column)
{
    char *end;
    double x = strtod(t->cell[row][column], &end);
    assert_true(end != t->cell[row][column] && *end == '\0');
    return x;
}

static void check_heading(const table *t, const char *names)
{
    char all[256] = "";
    for (int k = 0; k < t->columns; k++) {
        strcat(all, k ? " " : "");
        strcat(all, t->heading[k]);
    }
    assert_string_equal(all, names);
}

/* The pairs to test on, links first; and the scores of each side ranked as the JSON says. */
static void test_pairs_by_default(void **state)
{
    (void)state;
    run(QUICK "--treatment louvain --predictions p.tsv --json r.json data");
    table *t = read_table("p.tsv");
    check_heading(t, "u v probability treatment ite");
    assert_int_equal(t->rows, 16);
    double links[8], others[8];
    for (int k = 0; k < 16; k++) {
        double p = number_at(t, k, 2), treated = number_at(t, k, 3), ite = number_at(t, k, 4);
        double other = treated != 0 ? p - ite : p + ite;
        int step = (int)(number_at(t, k, 1) - number_at(t, k, 0) + 24) % 24;
        assert_int_equal(step, k < 8 ? 2 : 9);
        assert_true(p > 0 && p < 1 && other > 0 && other < 1);
        (k < 8 ? links : others)[k % 8] = p;
    }
    gg_metrics metrics;
    assert_int_equal(gg_metrics_compute(links, 8, others, 8, &metrics, NULL), GG_OK);
    json_t *json = read_json("r.json");
    double auc = json_real_value(json_object_get(json_object_get(json, "mean"), "auc"));
    assert_true(fabs(metrics.auc - auc) < 1e-9);
    json_decref(json);
    free(t);
}

/* Of several runs the mean of what each says alone; of several treatments a column for each. */
static void means_over_runs(void **state)
{
    (void)state;
    write_text("data/mine.txt", "0 5\n3 4\n7 20\n");
    char words[256];
    table *t[4];
    for (int k = 0; k < 4; k++) {
        snprintf(words, sizeof words,
                 QUICK "--treatment louvain,commn:1 --pairs mine.txt --quiet --seed %d --runs %d "
                       "--predictions p.tsv data",
                 k < 3 ? 4 + k : 4, k < 3 ? 1 : 3);
        run(words);
        t[k] = read_table("p.tsv");
        check_heading(t[k], "u v probability treatment:louvain ite:louvain treatment:commn:1 "
                            "ite:commn:1");
        assert_int_equal(t[k]->rows, 3);
    }
    for (int row = 0; row < 3; row++) {
        static const int averaged[] = {2, 4, 6};
        for (int k = 0; k < 3; k++) {
            int c = averaged[k];
            double mean =
                (number_at(t[0], row, c) + number_at(t[1], row, c) + number_at(t[2], row, c)) / 3;
            assert_true(fabs(number_at(t[3], row, c) - mean) < 1e-7);
        }
    }
    assert_string_equal(t[3]->cell[2][0], "7");
    assert_string_equal(t[3]->cell[2][1], "20");
    for (int k = 0; k < 4; k++)
        free(t[k]);
}

/* Whatever names are, what was written is read: '#', quotes, a comma, and the longest. */
static void names_come_back(void **state)
{
    (void)state;
    static char text[1 << 14], again[1 << 14], name[1001];
    memset(name, 'x', 1000);
    FILE *list = fopen(in_folder("odd.csv"), "w");
    for (int i = 0; i < 30; i++)
        for (int step = 1; step <= 3; step++)
            fprintf(list, "\"#%d \"\"a\"\", b\",\"#%d \"\"a\"\", b\"\n", i, (i + step) % 30);
    fprintf(list, "%s,\"#1 \"\"a\"\", b\"\n", name);
    fclose(list);
    snprintf(text, sizeof text,
             "\"#3 \"\"a\"\", b\"\t%s\n\"#4 \"\"a\"\", b\"\t\"#3 \"\"a\"\", b\"\n", name);
    write_text("mine.tsv", text);
    run(QUICK "--model gnn --pairs mine.tsv --predictions first.tsv --quiet odd.csv");
    read_text("first.tsv", text, sizeof text);
    write_text("mine.tsv", strchr(text, '\n') + 1);
    run(QUICK "--model gnn --pairs mine.tsv --predictions second.tsv --quiet odd.csv");
    read_text("second.tsv", again, sizeof again);
    assert_string_equal(again, text);
    assert_contains(text, name);
}

/* Nodes by their names; the file is read by them too. A plain network has no treatment. */
static void names_of_nodes(void **state)
{
    (void)state;
    FILE *f = fopen(in_folder("friends.csv"), "w");
    for (int i = 0; i < 30; i++)
        for (int step = 1; step <= 3; step++)
            fprintf(f, "n%02d,n%02d\n", i, (i + step) % 30);
    fclose(f);
    write_text("mine.csv", "n03,n11\nn29,n00\n");
    run(QUICK "--model gnn --pairs mine.csv --predictions - --quiet friends.csv");
    write_text("p.tsv", output);
    table *t = read_table("p.tsv");
    check_heading(t, "u v probability");
    assert_int_equal(t->rows, 2);
    assert_string_equal(t->cell[0][0], "n03");
    assert_string_equal(t->cell[1][1], "n00");
    free(t);
    run(QUICK "--pairs mine.csv --predictions - friends.csv");
    assert_true(strncmp(output, "u\tv\tprobability\ttreatment\tite\n", 28) == 0);
    assert_contains(errors, "Treatment  k-core");
    write_text("mine.csv", "n03,nobody\n");
    refuse("--pairs mine.csv --predictions p.tsv friends.csv", 1, "mine.csv:1|no node 'nobody'");
}

static void check_same_file(const char *one, const char *two)
{
    static char text[2][1 << 16];
    read_text(one, text[0], sizeof text[0]);
    read_text(two, text[1], sizeof text[1]);
    assert_string_equal(text[0], text[1]);
}

/* A model that was kept predicts as it did after training, to the last digit, and needs no more
 * than its file's name. Trained on two threads it predicts the same. */
static void kept_model(void **state)
{
    (void)state;
    static const char *const models[] = {"--model gnn ",
                                         "--model cflp --treatment louvain,commn:1 "};
    for (int k = 0; k < 2; k++) {
        char words[256];
        for (int threads = 1; threads <= 2; threads++) {
            snprintf(words, sizeof words,
                     QUICK "%s--threads %d --save m%d.npz --predictions %d.tsv data", models[k],
                     threads, threads, threads);
            run(words);
            assert_contains(output, "Saved      the model of seed 1: m");
        }
        run("--load m1.npz --predictions 3.tsv");
        assert_contains(output, "Loaded     m1.npz");
        assert_null(strstr(output, "AUC"));
        check_same_file("1.tsv", "3.tsv");
        check_same_file("1.tsv", "2.tsv");
    }
    write_text("data/mine.txt", "0 5\n3 4\n7 20\n");
    run("--load m2.npz --pairs mine.txt --predictions 3.tsv --threads 1 --quiet data");
    assert_string_equal(output, "");
    table *t = read_table("3.tsv");
    assert_int_equal(t->rows, 3);
    free(t);
}

/* Of several runs the one that is best in validation, of equals the first. */
static void best_model_is_kept(void **state)
{
    (void)state;
    char words[256];
    run(QUICK "--runs 4 --metric ap --json r.json --save m.npz data");
    json_t *json = read_json("r.json"), *runs = json_object_get(json, "runs");
    int best = 0;
    double most = -1;
    for (int k = 0; k < 4; k++) {
        json_t *valid = json_object_get(json_array_get(runs, (size_t)k), "valid");
        double ap = json_real_value(json_object_get(valid, "ap"));
        if (ap > most) {
            most = ap;
            best = k + 1;
        }
    }
    json_decref(json);
    snprintf(words, sizeof words, "Saved      the model of seed %d: m.npz", best);
    assert_contains(output, words);
    snprintf(words, sizeof words, QUICK "--seed %d --metric ap --predictions 1.tsv data", best);
    run(words);
    run("--load m.npz --predictions 2.tsv");
    check_same_file("1.tsv", "2.tsv");
}

/* Which data and split, and which pairs, is asked anew; what the model is, a config file cannot
 * change. */
static void kept_model_elsewhere(void **state)
{
    (void)state;
    write_text("mine.txt", "0 5\n3 4\n");
    write_text("relu.conf", "activation = relu\nepochs = 7\n");
    run(QUICK "--pairs mine.txt --predictions mine.tsv --save m.npz --threads 1 data");
    run("--load m.npz --predictions 1.tsv");
    table *t = read_table("1.tsv"); /* those to test on, as nobody asks for others */
    assert_int_equal(t->rows, 16);
    free(t);
    run("--load m.npz --config relu.conf --predictions 2.tsv");
    check_same_file("1.tsv", "2.tsv");
    run("--config relu.conf --load m.npz --predictions 2.tsv");
    check_same_file("1.tsv", "2.tsv");
    run("--load m.npz --split-seed 3 --predictions 3.tsv");
    assert_contains(output, "Split      seed 3");
    run(QUICK "--split-seed 3 --save n.npz data");
    run("--load n.npz --split splits/0 --predictions 3.tsv");
    assert_contains(output, "Split      splits/0");
    run("--load m.npz --pairs mine.txt --predictions 3.tsv data");
    check_same_file("mine.tsv", "3.tsv");
}

static void kept_models_refused(void **state)
{
    (void)state;
    run(QUICK "--save m.npz data");
    refuse("--load m.npz", 2, "--load: expected --predictions with it");
    refuse("--load m.npz --predictions p.tsv --json r.json", 2, "--load: expected no --json");
    refuse("--load m.npz --predictions p.tsv --save n.npz", 2, "--load: expected no --save");
    refuse("--load none.npz --predictions p.tsv", 1, "none.npz: ");
    refuse("--load m.npz --predictions p.tsv --print-config", 2, "--load: expected no --print");
    refuse("--load m.npz --features degree --predictions p.tsv", 1,
           "m.npz: encoder.convs.0.lin.weight.npy: shape (|; the data has |features, its nodes'");
    refuse("--load m.npz --activation relu --predictions p.tsv", 2,
           "--activation: expected it without --load");
    refuse("--load m.npz --treatment louvain --predictions p.tsv", 2, "--treatment: expected it");
    refuse("--load m.npz --predictions m.npz", 2, "--predictions: expected another|--load's");
    refuse("--save n.npz --predictions ./n.npz data", 2,
           "--predictions: expected another|--save's");
    refuse("--load data/features.npz --predictions p.tsv", 1, "features.npz: about.txt: not in");
    refuse("--save m.txt data", 2, "--save: expected a name that ends in .npz, found 'm.txt'");
    refuse("--save m.npz --model aa data", 2, "--save: expected --model cflp or gnn");
    refuse("--save nowhere/m.npz data", 1, "nowhere/m.npz: cannot write");
    assert_int_equal(symlink("nowhere/n.npz", in_folder("dangling.npz")), 0);
    refuse("--save dangling.npz data", 1, "dangling.npz: cannot write");
    assert_int_equal(symlink("m.npz", in_folder("link.npz")), 0);
    write_text("data/mine.txt", "0 5\n");
    refuse("--pairs mine.txt --predictions data/mine.txt data", 2,
           "--predictions: expected another file than --pairs's");
    refuse("--load m.npz --predictions link.npz", 2, "--predictions: expected another|--load's");
}

static void wrong_usage(void **state)
{
    (void)state;
    write_text("mine.txt", "0 5\n");
    refuse("--pairs mine.txt data", 2, "--pairs: expected --predictions with it");
    refuse("--model aa --predictions p.tsv data", 2, "--predictions: |--model cflp or gnn");
    refuse("--predictions x --json x data", 2, "--predictions: expected another");
    refuse("--predictions ./x --json x data", 2, "--predictions: expected another");
    refuse("--predictions data/../x --json \"$PWD/x\" data", 2, "--predictions: expected another");
    refuse("--save x.npz --json ./x.npz data", 2, "--save: expected another file than --json's");
    refuse("--save x.npz --predictions data/../x.npz data", 2, "file than --save's");
    refuse("--predictions nowhere/p.tsv data", 1, "nowhere/p.tsv: cannot write");
    refuse("--pairs none.txt --predictions p.tsv data", 1, "none.txt");
    refuse("--pairs mine.txt --predictions p.tsv", 2, "--pairs: expected a DATASET");
    write_text("bad.txt", "0 99\n");
    refuse("--pairs bad.txt --predictions p.tsv data", 1, "bad.txt:1");
    write_text("bad.txt", "0 5\n3 3\n");
    refuse("--pairs bad.txt --predictions p.tsv data", 1,
           "bad.txt: pair 2 is of a node and itself: 3");
    write_text("bad.txt", "# none\n");
    refuse("--pairs bad.txt --predictions p.tsv data", 1, "bad.txt: no pairs");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_pairs_by_default, set_up),
        cmocka_unit_test_setup(means_over_runs, set_up),
        cmocka_unit_test_setup(names_of_nodes, set_up),
        cmocka_unit_test_setup(names_come_back, set_up),
        cmocka_unit_test_setup(kept_model, set_up),
        cmocka_unit_test_setup(best_model_is_kept, set_up),
        cmocka_unit_test_setup(kept_model_elsewhere, set_up),
        cmocka_unit_test_setup(kept_models_refused, set_up),
        cmocka_unit_test_setup(wrong_usage, set_up),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
