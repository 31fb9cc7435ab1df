/* cflp_train --embedding: names, the cache, and Ctrl-C while one is made. */
#include "check_cflp_train.h"

#include "cflp_options.h"

#include <signal.h>
#include <time.h>

#define SMALL QUICK "--embedding-dim 6 "

static int set_up_cache(void **state)
{
    int failed = set_up(state);
    setenv("GRAPHGRAD_CACHE", in_folder("cache"), 1);
    return failed;
}

static void wrong_names(void **state)
{
    (void)state;
    refuse(ON_DATA " --embedding featurs", 2,
           "--embedding: expected |features|or FILE.npy, found 'featurs'");
    refuse(ON_DATA " --embedding-dim 0", 2, "--embedding-dim: |'0'");
    refuse(ON_DATA " --embedding-dim 65537", 2, "--embedding-dim: |'65537'");
    refuse(ON_DATA " --embedding ./features", 1, "./features: found neither here nor in data");
    refuse(ON_DATA " --method features", 2, "unknown option --method");
    write_text("a.conf", "embedding = svdd\n");
    refuse("--config a.conf", 2, "a.conf:1: embedding: expected |features");
}

static void help_lists_all(void **state)
{
    (void)state;
    run("--help");
    assert_contains(output, "\nEmbeddings\n  ");
    for (int k = 0; gg_embedding_name(k); k++) {
        char line[64];
        snprintf(line, sizeof line, "\n  %s  ", gg_embedding_name(k));
        assert_contains(output, line);
    }
}

static void dgi_unless_told(void **state)
{
    (void)state;
    run("--hidden 8 --epochs 2 --epochs-ft 1 --embedding-dim 6 data");
    assert_contains(output, "\nEmbedding  dgi, 6 dimensions (");
}

/* The results without what a cache may change. */
static char *comparable(const char *name, bool *cached)
{
    json_t *json = read_json(name), *embedding = json_object_get(json, "embedding"), *one;
    size_t k;
    *cached = json_is_true(json_object_get(embedding, "cached"));
    assert_true(json_number_value(json_object_get(embedding, "seconds")) >= 0);
    json_object_del(embedding, "cached");
    json_object_del(embedding, "seconds");
    json_object_del(json, "peak_rss_bytes");
    json_object_del(json, "machine");
    json_array_foreach(json_object_get(json, "runs"), k, one)
    {
        json_object_del(one, "seconds");
    }
    json_object_del(json_object_get(json, "config"), "threads");
    char *dumped = json_dumps(json, JSON_INDENT(1));
    json_decref(json);
    return dumped;
}

static void check_same(const char *arguments, const char *expected, bool from_cache)
{
    bool cached;
    run(arguments);
    char *found = comparable("results/a.json", &cached);
    assert_string_equal(found, expected);
    assert_int_equal(cached, from_cache);
    if (!strstr(arguments, "--model "))
        assert_true((strstr(output, " dimensions (from the cache): ") != NULL) == from_cache);
    free(found);
}

/* Made once, found the next time, made anew when the file is damaged or there is no cache: the same
 * results each time. */
static void made_once(void **state)
{
    (void)state;
    static const char *const uses[] = {"--embedding", "--runs 2 --model"};
    for (int k = 0; gg_embedding_name(k); k++)
        for (int use = 0; use < 2; use++) {
            char arguments[256];
            bool cached, kept = strcmp(gg_embedding_name(k), "features") != 0;
            remove_all(in_folder("cache"));
            snprintf(arguments, sizeof arguments, SMALL "--json results/a.json %s %s data",
                     uses[use], gg_embedding_name(k));
            run(arguments);
            char *first = comparable("results/a.json", &cached);
            assert_false(cached);
            check_same(arguments, first, kept);
            setenv("GRAPHGRAD_CACHE", "", 1);
            check_same(arguments, first, false);
            setenv("GRAPHGRAD_CACHE", in_folder("cache"), 1);
            if (kept && use == 0) {
                char command[600];
                snprintf(command, sizeof command, "for f in '%s'/cache/*; do echo no >\"$f\"; done",
                         folder);
                assert_int_equal(system(command), 0);
                check_same(arguments, first, false);
                check_same(arguments, first, true);
            }
            free(first);
        }
    unlink(in_folder("results/a.json"));
}

/* The line of the report that tells how near matches are. */
static void distance_line(char *line, size_t size)
{
    const char *distance = strstr(output, "gamma 30%: distance ");
    assert_non_null(distance);
    snprintf(line, size, "%.*s", (int)strcspn(distance, "\n"), distance);
}

/* The name and a file of the same matrix, made by the library from the training graph: equal. */
static void is_of_the_training_graph(void **state)
{
    (void)state;
    gg_dataset *d = NULL;
    gg_csr *normalized = NULL;
    gg_error e;
    if (gg_dataset_read(in_folder("data"), "splits/0", NULL, &d, &e) ||
        gg_csr_normalize_rows(d->features, &normalized, &e))
        fail_msg("%s", e.message);
    for (int k = 0; gg_embedding_name(k); k++) {
        gg_embedding_source source = {
            .graph = d->train, .features = normalized, .seed = 5, .threads = 1};
        gg_tensor *z = NULL;
        char arguments[256];
        if (gg_embed(gg_embedding_name(k), &source, 6, &z, &e) ||
            gg_write_npy(in_folder("data/own.npy"), z, &e))
            fail_msg("%s", e.message);
        gg_tensor_free(z);
        json_t *json[2];
        char distance[2][64];
        for (int file = 0; file < 2; file++) {
            snprintf(arguments, sizeof arguments,
                     SMALL "--treatment louvain --seed 5 --runs 2 --embedding %s "
                           "--json results/a.json data",
                     file ? "own.npy" : gg_embedding_name(k));
            run(arguments);
            distance_line(distance[file], sizeof distance[file]);
            json[file] = read_json("results/a.json");
        }
        assert_string_equal(distance[0], distance[1]);
        for (size_t r = 0; r < 2; r++) {
            json_t *one = json_array_get(json_object_get(json[0], "runs"), r);
            const json_t *matched = json_object_get(one, "matched");
            assert_true(json_integer_value(json_object_get(matched, "found")) > 0);
            json_t *two = json_array_get(json_object_get(json[1], "runs"), r);
            json_object_del(one, "seconds");
            json_object_del(two, "seconds");
            assert_true(json_equal(one, two));
        }
        json_decref(json[0]);
        json_decref(json[1]);
    }
    gg_csr_free(normalized);
    gg_dataset_free(d);
    unlink(in_folder("results/a.json"));
}

/* A cache that cannot be is no reason to fail. */
static void no_cache(void **state)
{
    (void)state;
    char path[512];
    snprintf(path, sizeof path, "%s/data/edges.txt/below", folder);
    setenv("GRAPHGRAD_CACHE", path, 1);
    for (int k = 0; gg_embedding_name(k); k++) {
        char arguments[256];
        snprintf(arguments, sizeof arguments, SMALL "--embedding %s data", gg_embedding_name(k));
        run(arguments);
        snprintf(path, sizeof path, "Embedding  %s, ", gg_embedding_name(k));
        assert_contains(output, path);
        assert_string_equal(errors, "");
        assert_null(strstr(output, "Note: these numbers"));
    }
}

/* Wherever it comes, the program ends with one line. */
static void interrupt(void **state)
{
    (void)state;
    for (int k = 0; gg_embedding_name(k); k++)
        for (int wait = 50; wait < 500; wait += 300) {
            char arguments[256];
            struct timespec pause = {0, wait * 1000000L};
            snprintf(arguments, sizeof arguments,
                     "--embedding %s --epochs 1000000 --patience 1000000 --epochs-ft 1000000",
                     gg_embedding_name(k));
            pid_t child = start(arguments);
            nanosleep(&pause, NULL);
            kill(child, SIGINT);
            int code = finish(child);
            assert_true(code == 1 ||
                        code == 128 + SIGINT); /* it came before the program caught it */
            if (code == 1)
                assert_contains(errors, "cflp_train: interrupted");
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(wrong_names, set_up_cache),
        cmocka_unit_test_setup(help_lists_all, set_up_cache),
        cmocka_unit_test_setup(dgi_unless_told, set_up_cache),
        cmocka_unit_test_setup(made_once, set_up_cache),
        cmocka_unit_test_setup(is_of_the_training_graph, set_up_cache),
        cmocka_unit_test_setup(no_cache, set_up_cache),
        cmocka_unit_test_setup(interrupt, set_up_cache),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
