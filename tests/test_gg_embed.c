/* The program gg_embed as its users meet it: the library's embeddings bit for bit, of the whole
 * graph or of a split's training graph, and what it says of wrong usage. */
#include "check_cflp_train.h"

#include "graphgrad.h"

/* The data as the program reads it: features with rows divided by their sums. */
static gg_dataset *read_ring(const char *split)
{
    gg_dataset *d = NULL;
    gg_csr *normalized = NULL;
    gg_error e;
    if (gg_dataset_read(in_folder("data"), split, NULL, &d, &e))
        fail_msg("%s", e.message);
    if (d->features) {
        assert_int_equal(gg_csr_normalize_rows(d->features, &normalized, NULL), GG_OK);
        gg_csr_free(d->features);
        d->features = normalized;
    }
    return d;
}

/* Whether the file holds what the library makes of the data. */
static void check_file(const char *name, const char *method, int64_t dimensions, uint64_t seed,
                       const char *split)
{
    gg_dataset *d = read_ring(split);
    gg_embedding_source source = {
        .graph = split ? d->train : d->full, .features = d->features, .seed = seed, .threads = 1};
    gg_tensor *expected = NULL, *found = NULL;
    gg_error e;
    if (gg_embed(method, &source, dimensions, &expected, &e) ||
        gg_read_npy(in_folder(name), GG_F32, &found, &e))
        fail_msg("%s", e.message);
    assert_int_equal(found->rank, 2);
    assert_int_equal(found->shape[0], 24);
    assert_int_equal(found->shape[1], expected->shape[1]);
    assert_memory_equal(found->data, expected->data,
                        (size_t)gg_numel(found) * gg_dtype_size(GG_F32));
    gg_tensor_free(found);
    gg_tensor_free(expected);
    gg_dataset_free(d);
}

static void check_every_method(void)
{
    for (int k = 0; gg_embedding_name(k); k++) {
        const char *method = gg_embedding_name(k);
        char arguments[256], line[128];
        snprintf(arguments, sizeof arguments,
                 "--method %s --dim 6 --out results/a.npy --threads 2 data", method);
        run(arguments);
        assert_string_equal(errors, "");
        snprintf(line, sizeof line, "%s of data, the whole graph (48 links): 24 x ", method);
        assert_int_equal(strncmp(output, line, strlen(line)), 0);
        assert_contains(output, ": results/a.npy\n");
        assert_ptr_equal(strchr(output, '\n'), output + strlen(output) - 1);
        check_file("results/a.npy", method, 6, 1, NULL);
        snprintf(arguments, sizeof arguments,
                 "--method %s --dim 6 --out results/a.npy --seed 7 --split splits/0 data", method);
        run(arguments);
        assert_contains(output, " of data, the training graph (36 links): 24 x ");
        check_file("results/a.npy", method, 6, 7, "splits/0");
    }
    unlink(in_folder("results/a.npy"));
}

static void with_features(void **state)
{
    (void)state;
    check_every_method();
}

/* Degrees are those of the graph that is seen. */
static void without_features(void **state)
{
    (void)state;
    unlink(in_folder("data/features.npz"));
    check_every_method();
}

static void choice_of_features(void **state)
{
    (void)state;
    static char bytes[2][1 << 16];
    size_t size[2];
    run("--method features --features degree --out results/a.npy data");
    assert_contains(output, ": 24 x 1 in "); /* all nodes of the ring have 4 neighbours */
    run("--method features --features degree --split splits/0 --out results/a.npy data");
    assert_contains(output, ": 24 x 3 in "); /* those of the training graph 2, 3 or 4 */
    run("--method features --feature-norm none --out results/a.npy data");
    size[0] = read_file(in_folder("results/a.npy"), bytes[0], sizeof bytes[0]);
    run("--method features --out results/a.npy data");
    size[1] = read_file(in_folder("results/a.npy"), bytes[1], sizeof bytes[1]);
    assert_int_equal(size[0], size[1]);
    assert_memory_not_equal(bytes[0], bytes[1], size[0]);
    unlink(in_folder("results/a.npy"));
}

/* A random split is that of cflp_train, and its files are what the program's other users read. */
static void for_other_programs(void **state)
{
    (void)state;
    write_text("friends.csv", "ann,bo\nbo,cy\ncy,ann\nann,dee\ndee,eve\neve,fay\nfay,gus\ngus,ann\n"
                              "bo,dee\ncal,ann\ncal,bo\ncal,dee\n");
    run("--method features --split-seed 3 --val-frac 0.2 --out results/a.npy friends.csv");
    assert_contains(output, "features of friends, the training graph (8 links): 8 x ");
    run("--method features --out results/a.npy friends.csv");
    assert_contains(output, "features of friends, the whole graph (12 links): 8 x ");
    run("--method features --out results/a.npy --names results/names.txt friends.csv");
    char names[64];
    read_text("results/names.txt", names, sizeof names);
    assert_string_equal(names, "ann\nbo\ncal\ncy\ndee\neve\nfay\ngus\n");
    run("--method features --out results/a.npy --names - data");
    assert_int_equal(strncmp(output, "0\n1\n2\n", 6), 0);
    assert_null(strstr(output, "features"));
    assert_contains(errors, "features of data");
    unlink(in_folder("results/names.txt"));
    unlink(in_folder("results/a.npy"));
}

/* Files that only cflp_train writes, in a config file that serves both. */
static void files_of_others(void **state)
{
    (void)state;
    write_text("a.conf", "save-split = results/split\nsave = results/m.npz\n"
                         "predictions = results/p.tsv\njson = a.npy\n");
    run("--config a.conf --method features --split-seed 2 --out a.npy data");
    check_nothing_written();
}

static void wrong_usage(void **state)
{
    (void)state;
    refuse("", 2, "expected a DATASET; see gg_embed --help");
    refuse("data", 2, "expected --method NAME");
    refuse("--method features data", 2, "expected --out FILE.npy");
    refuse("--method features --out a.txt data", 2, "--out: expected |.npy, found 'a.txt'");
    refuse("--method features --out .npy data", 2, "--out: expected |.npy, found '.npy'");
    refuse("--method feature --out a.npy data", 2, "--method: expected |features|found 'feature'");
    refuse("--method data/own.npy --out a.npy data", 2, "--method: expected |features");
    refuse("--method features --out a.npy --dim 0 data", 2, "--dim: |'0'");
    refuse("--method features --out a.npy --runs 2 data", 2, "unknown option --runs");
    refuse("--method features --out a.npy --split splits/0 --split-seed 1 data", 2,
           "--split-seed:");
    refuse("--method features --out nowhere/a.npy data", 1, "nowhere/a.npy: cannot write");
    refuse("--method features --out a.npy --names ./a.npy data", 2, "--names: expected another");
    refuse("--method features --out a.npy --names ./a.csv a.csv", 2,
           "--names: expected another file than DATASET's");
    refuse("--method features --out a.npy --names nowhere/n.txt data", 1,
           "nowhere/n.txt: cannot write");
    refuse("--method features --out a.npy nowhere", 1, "nowhere: |No such file");
    refuse("--method features --out a.npy --split splits/7 data", 1, "splits/7: ");
    write_text("results/out.json", "keep me\n");
}

static void help(void **state)
{
    (void)state;
    run("--help");
    assert_contains(output, "Usage: gg_embed --method NAME");
    assert_contains(output, "\nEmbeddings\n  ");
    assert_contains(output, "only its training links are seen");
    assert_null(strstr(output, "--lr"));
    assert_null(strstr(output, "--model"));
    assert_null(strstr(output, "--save-split"));
    assert_contains(output, "the whole one without a split");
    assert_contains(output, "columns of zeros");
    for (const char *line = output; *line;) {
        size_t length = strcspn(line, "\n");
        assert_in_range(length, 0, 96);
        line += length + (line[length] == '\n');
    }
    run("--version");
    assert_contains(output, "gg_embed " GG_VERSION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(with_features, set_up),
        cmocka_unit_test_setup(without_features, set_up),
        cmocka_unit_test_setup(choice_of_features, set_up),
        cmocka_unit_test_setup(for_other_programs, set_up),
        cmocka_unit_test_setup(files_of_others, set_up),
        cmocka_unit_test_setup(wrong_usage, set_up),
        cmocka_unit_test_setup(help, set_up),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
