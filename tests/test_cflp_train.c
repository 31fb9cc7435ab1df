/* The program cflp_train as its users meet it: exit codes, messages, config files, JSON. Runs the
 * program built beside this test (GG_CFLP_TRAIN) on a little graph in a folder of its own. */
#include "check.h"

#include <dirent.h>
#include <fcntl.h>
#include <jansson.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cflp_options.h"

extern char **environ;

static char folder[64]; /* of this program run */
static char output[1 << 16], errors[1 << 16];

/* ---- files ---- */

static const char *at(const char *name)
{
    static char paths[4][256];
    static int turn;
    char *path = paths[turn = (turn + 1) % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static void write_bytes(const char *name, const char *bytes, size_t size)
{
    FILE *f = fopen(at(name), "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, size, f), size);
    fclose(f);
}

static void write_text(const char *name, const char *text)
{
    write_bytes(name, text, strlen(text));
}

static size_t read_bytes(const char *path, char *bytes, size_t size)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    size_t count = fread(bytes, 1, size - 1, f);
    bytes[count] = '\0';
    fclose(f);
    return count;
}

/* Features of the first `size` bytes of the golden file. */
static void write_features(size_t size)
{
    static char bytes[1 << 16];
    size_t count =
        read_bytes(GG_SOURCE_DIR "/tests/golden/cflp_train_features.npz", bytes, sizeof bytes);
    write_bytes("data/features.npz", bytes, size < count ? size : count);
}

/* A ring of 24 nodes, each linked with the next two: 48 links, 4 of them for validation, 8 for
 * testing. The non-links go across the ring. */
static void write_data(void)
{
    FILE *edges = fopen(at("data/edges.txt"), "w"),
         *train = fopen(at("data/splits/0/train.txt"), "w");
    FILE *valid = fopen(at("data/splits/0/valid.txt"), "w");
    FILE *test = fopen(at("data/splits/0/test.txt"), "w");
    FILE *valid_neg = fopen(at("data/splits/0/valid_neg.txt"), "w");
    FILE *test_neg = fopen(at("data/splits/0/test_neg.txt"), "w");
    assert_true(edges && train && valid && test && valid_neg && test_neg);
    fprintf(edges, "# a ring\n");
    for (int i = 0; i < 24; i++) {
        for (int step = 1; step <= 2; step++) {
            fprintf(edges, "%d %d\n", i, (i + step) % 24);
            FILE *part = step == 1 ? train : i % 6 == 1 ? valid : i % 3 == 0 ? test : train;
            fprintf(part, "%d %d\n", i, (i + step) % 24);
        }
        if (i % 6 == 0 || i % 3 == 1)
            fprintf(i % 6 == 0 ? valid_neg : test_neg, "%d %d\n", i, (i + 9) % 24);
    }
    fclose(edges), fclose(train), fclose(valid), fclose(test), fclose(valid_neg), fclose(test_neg);
    write_features(SIZE_MAX);
}

static int set_up(void **state)
{
    (void)state;
    mkdir(at("data"), 0777);
    mkdir(at("data/splits"), 0777);
    mkdir(at("data/splits/0"), 0777);
    mkdir(at("results"), 0777);
    write_data();
    write_text("results/out.json", "keep me\n");
    unsetenv("OMP_NUM_THREADS");
    return 0;
}

static int remove_tree(const char *path)
{
    DIR *dir = opendir(path);
    struct dirent *entry;
    while (dir && (entry = readdir(dir))) {
        char inside[512];
        snprintf(inside, sizeof inside, "%s/%s", path, entry->d_name);
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
            unlink(inside) != 0)
            remove_tree(inside);
    }
    if (dir)
        closedir(dir);
    return rmdir(path);
}

/* The results folder holds out.json as it was, and nothing else. */
static void check_nothing_written(void)
{
    char text[64];
    read_bytes(at("results/out.json"), text, sizeof text);
    assert_string_equal(text, "keep me\n");
    DIR *dir = opendir(at("results"));
    int files = 0;
    while (readdir(dir))
        files++;
    closedir(dir);
    assert_int_equal(files, 3); /* with . and .. */
}

/* ---- running the program ---- */

enum { ARGUMENTS = 40 };

/* Splits words at blanks; "@" at a word's start stands for the test's folder. */
static pid_t start(const char *words)
{
    static char text[4096];
    char *argv[ARGUMENTS] = {GG_CFLP_TRAIN};
    size_t used = 0;
    for (int k = 1; *words; k++) {
        size_t length = strcspn(words, " ");
        assert_in_range(k, 1, ARGUMENTS - 2);
        argv[k] = text + used;
        used += 1 + (size_t)(words[0] == '@' ? snprintf(text + used, sizeof text - used, "%s/%.*s",
                                                        folder, (int)length - 1, words + 1)
                                             : snprintf(text + used, sizeof text - used, "%.*s",
                                                        (int)length, words));
        words += length;
        words += strspn(words, " ");
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, at("stdout"), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    posix_spawn_file_actions_addopen(&actions, 2, at("stderr"), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    pid_t child;
    assert_int_equal(posix_spawn(&child, GG_CFLP_TRAIN, &actions, NULL, argv, environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    return child;
}

/* The exit code; fills output and errors. */
static int finish(pid_t child)
{
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    read_bytes(at("stdout"), output, sizeof output);
    read_bytes(at("stderr"), errors, sizeof errors);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int run(const char *words)
{
    return finish(start(words));
}

static void assert_contains(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("expected '%s' in: %s", part, text);
}

/* Fails as it should: the code, and one line on stderr that holds all of parts (split at '|'). */
static void check_fails(const char *words, int code, const char *parts)
{
    int found = run(words);
    if (found != code)
        fail_msg("cflp_train %s: exit %d, expected %d: %s", words, found, code, errors);
    char list[512], *rest = list;
    assert_int_equal(strncmp(errors, "cflp_train: ", 12), 0);
    assert_ptr_equal(strchr(errors, '\n'), errors + strlen(errors) - 1);
    snprintf(list, sizeof list, "%s", parts);
    for (char *bar = list; bar; rest = bar + 1) {
        bar = strchr(rest, '|');
        if (bar)
            *bar = '\0';
        assert_contains(errors, rest);
        if (!bar)
            break;
    }
    check_nothing_written();
}

#define QUICK "--hidden 8 --epochs 3 --epochs-ft 2 "

static json_t *parse(const char *text)
{
    json_error_t error;
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    if (!json)
        fail_msg("line %d: %s: %.200s", error.line, error.text, text);
    return json;
}

/* ---- wrong data ---- */

#define ON_DATA QUICK "--json @/results/out.json @/data"

static void wrong_edges(void **state)
{
    (void)state;
    unlink(at("data/edges.txt"));
    check_fails(ON_DATA, 1, "edges.txt: |No such file");
    write_text("data/edges.txt", "");
    check_fails(ON_DATA, 1, "edges.txt: ");
    write_text("data/edges.txt", "# one column\n0 1\n7\n");
    check_fails(ON_DATA, 1, "edges.txt:3: |expected");
    write_text("data/edges.txt", "0 1\nsix 7\n");
    check_fails(ON_DATA, 1, "edges.txt:2: |six");
    write_text("data/edges.txt", "0 1\n1 -2\n");
    check_fails(ON_DATA, 1, "edges.txt:2: |-2");
    write_text("data/edges.txt", "0 1\n1 2\n3 24\n");
    check_fails(ON_DATA, 1, "edges.txt:3: |24");
}

static void wrong_features(void **state)
{
    (void)state;
    write_features(300);
    check_fails(ON_DATA, 1, "features.npz: ");
    write_features(0);
    check_fails(ON_DATA, 1, "features.npz: ");
    unlink(at("data/features.npz"));
    check_fails(ON_DATA " --features other.npz", 1, "other.npz: ");
}

static void wrong_split(void **state)
{
    (void)state;
    check_fails(ON_DATA " --split splits/7", 1, "splits/7: ");
    write_text("data/splits/0/test.txt", "0 1\n");
    check_fails(ON_DATA, 1, "splits/0: |\"0 1\"|train.txt|test.txt");
    unlink(at("data/splits/0/test.txt"));
    check_fails(ON_DATA, 1, "splits/0/test.txt: |No such file");
}

static void wrong_dataset(void **state)
{
    (void)state;
    check_fails(QUICK "--json @/results/out.json @/nowhere", 1, "/nowhere: |No such file");
    write_text("data/list.csv", "a,b\nb;c\n");
    check_fails(QUICK "--json @/results/out.json @/data/list.csv", 1, "list.csv:2: expected");
    check_fails("@/data @/data", 2, "expected one DATASET");
    check_fails("--split splits/0", 2, "--split: |DATASET");
}

static void wrong_embedding(void **state)
{
    (void)state;
    gg_tensor *x;
    int64_t shape[] = {23, 4};
    check_fails(ON_DATA " --embedding none.npy", 1, "none.npy: ");
    assert_int_equal(gg_tensor_new(GG_F32, 2, shape, &x, NULL), GG_OK);
    assert_int_equal(gg_write_npy(at("data/short.npy"), x, NULL), GG_OK);
    gg_tensor_free(x);
    check_fails(ON_DATA " --embedding short.npy", 1, "short.npy: |expected|24 rows|(23x4)");
}

/* ---- wrong usage ---- */

static void wrong_values(void **state)
{
    (void)state;
    check_fails(ON_DATA " --gamma 0", 2, "--gamma: expected a number above 0 and at most 100|'0'");
    check_fails(ON_DATA " --gamma 101", 2, "--gamma: |'101'");
    check_fails(ON_DATA " --gamma nan", 2, "--gamma: |'nan'");
    check_fails(ON_DATA " --lr fast", 2, "--lr: expected a number above 0, found 'fast'");
    check_fails(ON_DATA " --lr=0x1", 2, "--lr: |'0x1'");
    check_fails(ON_DATA " --alpha -1", 2, "--alpha: expected a number of at least 0, found '-1'");
    check_fails(ON_DATA " --alpha 1e999", 2, "--alpha: |'1e999'");
    check_fails(ON_DATA " --dropout 1", 2, "--dropout: |below 1");
    check_fails(ON_DATA " --epochs 1.5", 2, "--epochs: expected a whole number|'1.5'");
    check_fails(ON_DATA " --runs 0", 2, "--runs: |'0'");
    check_fails(ON_DATA " --seed 99999999999999999999", 2, "--seed: ");
    check_fails(ON_DATA " --encoder sage2", 2,
                "--encoder: expected gcn, sage or jknet, found 'sage2'");
    check_fails(ON_DATA " --metric acc", 2, "--metric: expected auc, ap, |or mrr, found 'acc'");
    check_fails(ON_DATA " --quiet=perhaps", 2, "--quiet: expected yes or no");
    check_fails(ON_DATA " --match-self --match official", 2, "--match-self: |--match exact");
    check_fails(ON_DATA " --split splits/0 --split-seed 3", 2, "--split-seed: |both: splits/0");
    check_fails(ON_DATA " --split-seed 3 --val-frac 0.6 --test-frac 0.6", 1, "0.6");
    check_fails(ON_DATA " --model gnn --alpha 0.5", 2, "--alpha: |--model cflp");
    check_fails(ON_DATA " --model aa --beta 1", 2, "--beta: |--model cflp");
}

static void wrong_options(void **state)
{
    (void)state;
    check_fails("--gama 30", 2, "unknown option --gama; did you mean --gamma?");
    check_fails("--epoch=30", 2, "did you mean --epochs?");
    check_fails("-epochs 30", 2, "did you mean --epochs?");
    check_fails("--neg_rate 1", 2, "did you mean --neg-rate?");
    check_fails("--frobnicate", 2, "unknown option --frobnicate; see cflp_train --help");
    check_fails("@/data --gamma", 2, "--gamma: expected a value (PCT)|nothing");
    check_fails("@/data --json --quiet", 2, "--json: expected a value (FILE)|--quiet");
}

static void wrong_outputs(void **state)
{
    (void)state;
    struct stat info;
    check_fails(QUICK "--json @/missing/out.json @/data", 1, "/missing/out.json: cannot write");
    check_fails(QUICK "--json @/results @/data", 1, "/results: cannot write|directory");
    assert_string_equal(output, ""); /* found out before any work */
    if (stat("/dev/full", &info) == 0)
        check_fails(QUICK "--quiet --json /dev/full @/data", 1, "/dev/full: cannot write");
}

static void wrong_configs(void **state)
{
    (void)state;
    check_fails("--config @/none.conf", 1, "none.conf: cannot read");
    check_fails("--config @/results", 1, "results: cannot read");
    write_text("a.conf", "# mine\n\nlr = 0.1\ngamma 30\n");
    check_fails("--config @/a.conf", 2, "a.conf:4: expected 'name = value', found 'gamma 30'");
    write_text("a.conf", "epoch = 7\n");
    check_fails("--config @/a.conf", 2, "a.conf:1: unknown option 'epoch'; did you mean 'epochs'?");
    write_text("a.conf", "lr = 0.1\ngamma = 300 # too much\n");
    check_fails("--config @/a.conf", 2, "a.conf:2: gamma: expected|found '300'");
    write_text("a.conf", "config = b.conf\n");
    check_fails("--config @/a.conf", 2, "a.conf:1: 'config'|command line");
    write_bytes("a.conf", "gamma = 30\nalpha = 1\0junk\n", 26);
    check_fails("--config @/a.conf", 2, "a.conf:2: expected text, found a byte 0");
    write_text("a.conf", "gamma =\n");
    check_fails("--config @/a.conf", 2, "a.conf:1: gamma: expected");
}

/* ---- help and config ---- */

static void help_names_every_option(void **state)
{
    (void)state;
    assert_int_equal(run("--help"), 0);
    assert_string_equal(errors, "");
    for (int k = 0; k < cflp_option_count; k++) {
        char name[64];
        snprintf(name, sizeof name, "\n  --%s", cflp_options[k].name);
        assert_contains(output, name);
    }
    for (const char *line = output; *line;) {
        size_t length = strcspn(line, "\n");
        assert_in_range(length, 0, 90);
        line += length + (line[length] == '\n');
    }
    assert_int_equal(run("-h"), 0);
    assert_int_equal(run("--version"), 0);
    assert_contains(output, "cflp_train " GG_VERSION);
}

static void config_round_trip(void **state)
{
    (void)state;
    static char first[1 << 16];
    static const char everything[] =
        "--print-config --gamma 12.5 --lr 0.1234567890123456 --encoder gcn --match-self --split #1 "
        "--metric hits@50 --threads 3 --seed 77 --schedule none --layers 2 --json @/x.json @/data";
    const char *const calls[] = {"--print-config", "--print-config @/data", everything};
    for (size_t k = 0; k < sizeof calls / sizeof *calls; k++) {
        assert_int_equal(run(calls[k]), 0);
        memcpy(first, output, sizeof first);
        write_text("a.conf", output);
        assert_int_equal(run("--config @/a.conf --print-config"), 0);
        assert_string_equal(output, first);
    }
    assert_contains(first, "\nlr = 0.1234567890123456\n");
    assert_contains(first, "\nsplit = \"#1\"\n");
    write_text("a.conf", "dataset = d\nsplit = \"\tin \r\"\n");
    assert_int_equal(run("--config @/a.conf --print-config"), 0);
    assert_contains(output, "\nsplit = \"\tin \r\"\n");
}

static void later_wins(void **state)
{
    (void)state;
    write_text("a.conf", "lr = 0.25\t# a comment\n  gamma=20\r\nmatch-self = yes");
    write_text("b.conf", "\xEF\xBB\xBFgamma = 40\n"); /* with a byte order mark */
    assert_int_equal(run("--lr 0.5 --config @/a.conf --print-config"), 0);
    assert_contains(output, "\nlr = 0.5\n");
    assert_contains(output, "\ngamma = 20\n");
    assert_contains(output, "\nmatch-self = yes\n");
    assert_int_equal(run("--config @/a.conf --config @/b.conf --print-config --lr 1 --lr 2"), 0);
    assert_contains(output, "\ngamma = 40\n");
    assert_contains(output, "\nlr = 2\n");
}

static void presets_are_valid(void **state)
{
    (void)state;
    static const char *const expected[][2] = {{"cora", "\nneg-rate = 50\n"},
                                              {"citeseer", "\nneg-rate = 50\n"},
                                              {"pubmed", "\nneg-rate = 40\n"},
                                              {"facebook", "\nmetric = hits@20\n"},
                                              {"ogbl-ddi", "\ngamma = 10\n"}};
    for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
        char words[512];
        snprintf(words, sizeof words, "--print-config --config %s/apps/presets/%s.conf @/data",
                 GG_SOURCE_DIR, expected[k][0]);
        assert_int_equal(run(words), 0);
        assert_contains(output, expected[k][1]);
        assert_contains(output, "\nembedding = features\n");
    }
}

/* ---- results ---- */

static void check_metrics(const json_t *object)
{
    static const char *const names[] = {"auc", "ap", "hits@20", "hits@50", "hits@100", "mrr"};
    assert_int_equal(json_object_size(object), 6);
    for (int k = 0; k < 6; k++) {
        const json_t *value = json_object_get(object, names[k]);
        assert_true(json_is_real(value));
        assert_true(json_real_value(value) >= 0 && json_real_value(value) <= 1);
    }
}

static void check_keys(const json_t *object, const char *keys)
{
    char list[512];
    size_t count = 0;
    snprintf(list, sizeof list, "%s", keys);
    char *rest = list;
    for (char *key; (key = strtok_r(rest, " ", &rest)); count++)
        if (!json_object_get(object, key))
            fail_msg("no \"%s\" in the JSON", key);
    assert_int_equal(json_object_size(object), count);
}

static void check_run(const json_t *run_object)
{
    check_keys(run_object, "seed test valid best_epoch epochs seconds matched ate");
    check_metrics(json_object_get(run_object, "test"));
    check_metrics(json_object_get(run_object, "valid"));
    check_keys(json_object_get(run_object, "seconds"),
               "treatment matching training finetuning evaluation");
}

static void check_config(const json_t *config)
{
    size_t count = 0;
    for (int k = 0; k < cflp_option_count; k++) {
        const cflp_option *o = &cflp_options[k];
        bool there = json_object_get(config, o->name) != NULL;
        bool expected = !(o->rules & (CFLP_EARLY | CFLP_OUTPUT));
        if (there != expected)
            fail_msg("option %s in the JSON: %d, expected %d", o->name, there, expected);
        count += expected;
    }
    assert_int_equal(json_object_size(config), count);
}

static int64_t integer_at(const json_t *object, const char *key)
{
    assert_true(json_is_integer(json_object_get(object, key)));
    return json_integer_value(json_object_get(object, key));
}

static void json_of_a_folder(void **state)
{
    (void)state;
    assert_int_equal(run(QUICK "--runs 3 --seed 5 --json @/results/out.json @/data"), 0);
    assert_string_equal(errors, "");
    assert_contains(output, "Graph      data: 24 nodes");
    assert_contains(output, "ranked against 8 negatives");
    assert_contains(output, "fewer than K negatives");
    assert_contains(output, "\n  mean");
    assert_contains(output, "\n   std");
    assert_null(strstr(output, "nan"));
    read_bytes(at("results/out.json"), output, sizeof output);
    json_t *json = parse(output);
    check_keys(json, "version config data machine runs mean std peak_rss_bytes");
    check_config(json_object_get(json, "config"));
    const json_t *data = json_object_get(json, "data");
    check_keys(data, "name nodes edges features split valid_negatives test_negatives sha256");
    assert_int_equal(integer_at(data, "nodes"), 24);
    assert_int_equal(integer_at(data, "edges"), 48);
    assert_int_equal(integer_at(data, "features"), 16);
    assert_int_equal(integer_at(data, "valid_negatives"), 4);
    assert_int_equal(integer_at(data, "test_negatives"), 8);
    check_keys(json_object_get(json, "machine"), "threads runs_at_once blas isa");
    check_metrics(json_object_get(json, "mean"));
    check_metrics(json_object_get(json, "std"));
    const json_t *runs = json_object_get(json, "runs");
    double sum = 0, squares = 0;
    for (size_t k = 0; k < 3; k++) {
        const json_t *one = json_array_get(runs, k);
        check_run(one);
        assert_int_equal(integer_at(one, "seed"), 5 + (int)k);
        check_keys(json_object_get(one, "matched"), "pairs found positive");
        double auc = json_real_value(json_object_get(json_object_get(one, "test"), "auc"));
        sum += auc;
        squares += auc * auc;
    }
    double mean = json_real_value(json_object_get(json_object_get(json, "mean"), "auc"));
    double std = json_real_value(json_object_get(json_object_get(json, "std"), "auc"));
    assert_true(fabs(mean - sum / 3) < 1e-12);
    assert_true(fabs(std * std - (squares - sum * sum / 3) / 2) < 1e-9);
    json_decref(json);
}

static void json_alone(void **state)
{
    (void)state;
    assert_int_equal(run(QUICK "--alpha 0 --beta 0 --quiet --json - @/data"), 0);
    assert_string_equal(errors, "");
    json_t *json = parse(output), *one = json_array_get(json_object_get(json, "runs"), 0);
    check_run(one);
    assert_true(json_is_null(json_object_get(json, "std")));
    assert_true(json_is_null(json_object_get(one, "matched")));
    assert_true(json_is_null(json_object_get(one, "ate")));
    json_decref(json);
    assert_int_equal(run(QUICK "--json - @/data"), 0);
    json_decref(parse(output));
    assert_contains(errors, "ranked against 8 negatives");
}

/* An edge list with names, split at random; the saved split gives the same numbers. */
static void edge_list_with_names(void **state)
{
    (void)state;
    FILE *f = fopen(at("friends.csv"), "w");
    assert_non_null(f);
    fprintf(f, "source,target,weight\n");
    for (int i = 0; i < 30; i++)
        for (int step = 1; step <= 3; step++)
            fprintf(f, "n%02d,n%02d,1\n", i, (i + step) % 30);
    fclose(f);
    assert_int_equal(
        run(QUICK "--json @/results/a.json --save-split @/results/split @/friends.csv"), 0);
    assert_contains(output, "Graph      friends: 30 nodes (0 isolated), 90 links");
    assert_contains(output, "(one-hot degrees)");
    assert_contains(output, "Split      seed 1: 63 links to train on, 9 to validate, 18 to test");
    assert_int_equal(run(QUICK "--json @/results/b.json --split @/results/split @/friends.csv"), 0);
    json_t *json[2];
    for (int k = 0; k < 2; k++) {
        read_bytes(at(k ? "results/b.json" : "results/a.json"), output, sizeof output);
        json[k] = parse(output);
    }
    assert_true(json_equal(json_object_get(json[0], "mean"), json_object_get(json[1], "mean")));
    assert_string_equal(
        json_string_value(json_object_get(json_object_get(json[0], "data"), "sha256")),
        json_string_value(json_object_get(json_object_get(json[1], "data"), "sha256")));
    json_decref(json[0]);
    json_decref(json[1]);
    assert_int_equal(run(QUICK "--save-split @/results/split @/friends.csv"), 1);
    assert_contains(errors, "results/split: ");
    remove_tree(at("results"));
}

/* Every choice of every option trains, or scores. */
static void every_choice_runs(void **state)
{
    (void)state;
    for (int k = 0; k < cflp_option_count; k++) {
        const cflp_option *o = &cflp_options[k];
        for (int c = 0; o->choices && o->choices[c]; c++) {
            char words[256];
            snprintf(words, sizeof words, QUICK "--quiet --%s %s --json - @/data", o->name,
                     o->choices[c]);
            if (run(words) != 0)
                fail_msg("%s: %s", words, errors);
            json_t *json = parse(output);
            assert_string_equal(
                json_string_value(json_object_get(json_object_get(json, "config"), o->name)),
                o->choices[c]);
            json_decref(json);
        }
    }
}

static void without_treatment(void **state)
{
    (void)state;
    assert_int_equal(run(QUICK "--model gnn --encoder gcn @/data"), 0);
    assert_contains(output, "Model      GCN, 3 layers of 8\n");
    assert_null(strstr(output, "Matching"));
    assert_null(strstr(output, "ATE"));
    assert_int_equal(run("--model ra --runs 7 @/data"), 0);
    assert_contains(output, "Model      resource allocation in the training graph\n");
    assert_contains(output, "            -");
    assert_null(strstr(output, "mean"));
    const char *const calls[] = {"--model gnn --print-config @/data",
                                 "--model gnn --config " GG_SOURCE_DIR
                                 "/apps/presets/cora.conf --print-config @/data"};
    for (int k = 0; k < 2; k++) {
        assert_int_equal(run(calls[k]), 0);
        assert_contains(output, "\nepochs-ft = 0\n");
        assert_contains(output, "\nalpha = 0\n");
    }
    assert_int_equal(run("--model gnn --epochs-ft 7 --print-config @/data"), 0);
    write_text("a.conf", output);
    assert_int_equal(run("--config @/a.conf --print-config"), 0);
    assert_contains(output, "\nmodel = gnn\n");
    assert_contains(output, "\nepochs-ft = 7\n");
    write_text("a.conf", "model = gnn\nalpha = 1\n");
    check_fails("--config @/a.conf @/data", 2, "--alpha: |--model cflp");
}

/* --profile paper sets what is not given, and nothing else. */
static void paper_profile(void **state)
{
    (void)state;
    assert_int_equal(run("--profile paper --clip 3 --print-config @/data"), 0);
    for (int k = 0; k < cflp_option_count; k++) {
        const cflp_option *o = &cflp_options[k];
        char line[256];
        bool given = strcmp(o->name, "clip") == 0;
        snprintf(line, sizeof line, "\n%s = %s\n", o->name, given ? "3" : o->paper);
        if (o->paper)
            assert_contains(output, line);
    }
    assert_contains(output, "\njk = mean\n");
    assert_int_equal(run("--profile paper --encoder sage --print-config @/data"), 0);
    assert_contains(output, "\njk = none\n");
    assert_contains(output, "\nsage-mean = neighbors\n");
    assert_int_equal(run("--profile paper --encoder gcn --jk lstm --print-config @/data"), 0);
    assert_contains(output, "\njk = lstm\n");
    assert_int_equal(run(QUICK "--profile paper @/data"), 0);
}

static void embedding_files(void **state)
{
    (void)state;
    gg_tensor *x;
    int64_t shape[] = {24, 2};
    assert_int_equal(gg_tensor_new(GG_F32, 2, shape, &x, NULL), GG_OK);
    for (int64_t i = 0; i < 48; i++)
        gg_set(x, i, sin(0.13 * (double)i));
    assert_int_equal(gg_write_npy(at("data/own.npy"), x, NULL), GG_OK);
    gg_tensor_free(x);
    assert_int_equal(run(QUICK "--embedding own.npy --match official @/data"), 0);
    assert_contains(output, "own.npy was made from the training");
    assert_int_equal(run(QUICK "--quiet --gamma 100 --match-self @/data"), 0);
    assert_null(strstr(output, "Note: these numbers"));
    assert_null(strstr(output, "Graph"));
}

/* Drops what may differ between runs of the same settings. */
static char *comparable(const char *text)
{
    json_t *json = parse(text), *one;
    size_t k;
    json_object_del(json, "peak_rss_bytes");
    json_object_del(json_object_get(json, "machine"), "threads");
    json_object_del(json_object_get(json, "machine"), "runs_at_once");
    json_array_foreach(json_object_get(json, "runs"), k, one)
    {
        json_object_del(one, "seconds");
    }
    char *dumped = json_dumps(json, JSON_INDENT(1));
    json_decref(json);
    return dumped;
}

/* Nor does it matter whether runs come one after the other or side by side. */
static void threads_change_nothing(void **state)
{
    (void)state;
    char *dumps[2];
    for (int k = 0; k < 2; k++) {
        setenv("OMP_NUM_THREADS", k ? "2" : "1", 1);
        assert_int_equal(run("--epochs 5 --epochs-ft 2 --hidden 32 --runs 4 --quiet --json -"), 0);
        json_t *json = parse(output);
        check_keys(json, "version config data machine runs mean std peak_rss_bytes");
        check_config(json_object_get(json, "config"));
        check_run(json_array_get(json_object_get(json, "runs"), 3));
        assert_int_equal(integer_at(json_object_get(json, "machine"), "threads"), k + 1);
        assert_int_equal(integer_at(json_object_get(json, "machine"), "runs_at_once"), k + 1);
        json_decref(json);
        dumps[k] = comparable(output);
    }
    assert_string_equal(dumps[0], dumps[1]);
    free(dumps[0]);
    free(dumps[1]);
}

/* ---- Ctrl-C ---- */

static bool prints(const char *part)
{
    read_bytes(at("stdout"), output, sizeof output);
    return strstr(output, part) != NULL;
}

static void check_interrupt(const char *threads, const char *message)
{
    char arguments[256];
    snprintf(arguments, sizeof arguments,
             "--hidden 8 --epochs 1000000 --patience 1000000 --epochs-ft 1000000 --runs 2 "
             "--threads %s --json @/results/out.json @/data",
             threads);
    pid_t child = start(arguments);
    struct timespec pause = {0, 50000000};
    for (int k = 0; k < 1200 && !prints("best epoch"); k++)
        nanosleep(&pause, NULL);
    kill(child, SIGINT);
    assert_int_equal(finish(child), 1);
    assert_contains(errors, message);
    assert_contains(output, "Validation AUC");
    read_bytes(at("results/out.json"), output, sizeof output);
    json_t *json = parse(output);
    assert_true(json_is_true(json_object_get(json, "interrupted")));
    json_decref(json);
}

static void interrupt_ends_training(void **state)
{
    (void)state;
    check_interrupt("1", "cflp_train: interrupted, 1 of 2 runs had begun");
    check_interrupt("2", "cflp_train: interrupted, 2 of 2 runs had begun");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(wrong_edges, set_up),
        cmocka_unit_test_setup(wrong_features, set_up),
        cmocka_unit_test_setup(wrong_split, set_up),
        cmocka_unit_test_setup(wrong_dataset, set_up),
        cmocka_unit_test_setup(wrong_embedding, set_up),
        cmocka_unit_test_setup(wrong_values, set_up),
        cmocka_unit_test_setup(wrong_options, set_up),
        cmocka_unit_test_setup(wrong_outputs, set_up),
        cmocka_unit_test_setup(wrong_configs, set_up),
        cmocka_unit_test_setup(help_names_every_option, set_up),
        cmocka_unit_test_setup(config_round_trip, set_up),
        cmocka_unit_test_setup(later_wins, set_up),
        cmocka_unit_test_setup(presets_are_valid, set_up),
        cmocka_unit_test_setup(json_of_a_folder, set_up),
        cmocka_unit_test_setup(json_alone, set_up),
        cmocka_unit_test_setup(edge_list_with_names, set_up),
        cmocka_unit_test_setup(every_choice_runs, set_up),
        cmocka_unit_test_setup(without_treatment, set_up),
        cmocka_unit_test_setup(paper_profile, set_up),
        cmocka_unit_test_setup(embedding_files, set_up),
        cmocka_unit_test_setup(threads_change_nothing, set_up),
        cmocka_unit_test_setup(interrupt_ends_training, set_up),
    };
    const char *temporary = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%.40s/cflp_train.XXXXXX", temporary ? temporary : "/tmp");
    if (!mkdtemp(folder))
        return 1;
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    remove_tree(folder);
    return failures;
}
