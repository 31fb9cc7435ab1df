/* cflp_train: its results as JSON. */
#include "check_cflp_train.h"

#include "cflp_options.h"

#include <math.h>

#define KEYS                                                                                       \
    "version config data embedding machine runs mean std standard_error treatments peak_rss_bytes"

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
    check_keys(run_object, "seed test valid best_epoch epochs seconds matched ate treatments");
    check_metrics(json_object_get(run_object, "test"));
    check_metrics(json_object_get(run_object, "valid"));
    check_keys(json_object_get(run_object, "seconds"),
               "embedding treatment matching training finetuning evaluation");
}

static void check_config(const json_t *config)
{
    size_t count = 0;
    for (int k = 0; k < cflp_option_count; k++) {
        const cflp_option *o = &cflp_options[k];
        bool there = json_object_get(config, o->name) != NULL;
        bool expected =
            cflp_option_belongs(o, CFLP_TRAIN) && !(o->rules & (CFLP_EARLY | CFLP_OUTPUT));
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
    run(QUICK "--runs 3 --seed 5 --json results/out.json data");
    assert_string_equal(errors, "");
    assert_contains(output, "Graph      data: 24 nodes");
    assert_contains(output, "ranked against 8 negatives");
    assert_contains(output, "fewer than K negatives");
    assert_contains(output, "\n  mean");
    assert_contains(output, "\n   std");
    assert_contains(output, "\n  s.e.");
    assert_null(strstr(output, "nan"));
    json_t *json = read_json("results/out.json");
    check_keys(json, KEYS);
    check_config(json_object_get(json, "config"));
    const json_t *embedding = json_object_get(json, "embedding");
    check_keys(embedding, "name settings dimensions seconds cached");
    assert_string_equal(json_string_value(json_object_get(embedding, "name")), "features");
    assert_int_equal(integer_at(embedding, "dimensions"), 16);
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
    check_metrics(json_object_get(json, "standard_error"));
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
    double error = json_real_value(json_object_get(json_object_get(json, "standard_error"), "auc"));
    assert_true(fabs(mean - sum / 3) < 1e-12);
    assert_true(fabs(std * std - (squares - sum * sum / 3) / 2) < 1e-9);
    assert_true(fabs(error - std / sqrt(3)) < 1e-9);
    json_decref(json);
}

static double real_at(const json_t *object, const char *key)
{
    assert_true(json_is_real(json_object_get(object, key)));
    return json_real_value(json_object_get(object, key));
}

/* Mean, deviation and standard error of ATE_est of a treatment, from what the runs say. */
static void check_spread_of_effects(const json_t *json, size_t treatment, const char *key)
{
    const json_t *runs = json_object_get(json, "runs"), *one;
    const json_t *all = json_array_get(json_object_get(json, "treatments"), treatment);
    double n = (double)json_array_size(runs), sum = 0, squares = 0;
    size_t k;
    json_array_foreach(runs, k, one)
    {
        const json_t *of_run = json_array_get(json_object_get(one, "treatments"), treatment);
        double x = real_at(json_object_get(of_run, "ate"), key);
        sum += x;
        squares += x * x;
    }
    double std = real_at(json_object_get(all, "std"), key);
    assert_true(fabs(real_at(json_object_get(all, "ate"), key) - sum / n) < 1e-9);
    assert_true(fabs(std * std - (squares - sum * sum / n) / (n - 1)) < 1e-9);
    assert_true(fabs(real_at(json_object_get(all, "standard_error"), key) - std / sqrt(n)) < 1e-9);
}

/* One entry a treatment; of a single one, "matched" and "ate" too. */
static void json_of_treatments(void **state)
{
    (void)state;
    static const char *const names[] = {"louvain", "commn:1", "spectral:3"};
    run(QUICK "--treatment louvain,commn:1,spectral:3 --runs 3 --quiet --json - data");
    json_t *json = read_json("stdout");
    const json_t *treatments = json_object_get(json, "treatments");
    const json_t *of_run = json_array_get(json_object_get(json, "runs"), 1);
    assert_int_equal(json_array_size(treatments), 3);
    assert_true(json_is_null(json_object_get(of_run, "ate")));
    assert_true(json_is_null(json_object_get(of_run, "matched")));
    for (size_t k = 0; k < 3; k++) {
        const json_t *one = json_array_get(treatments, k);
        check_keys(one, "treatment title groups matched ate std standard_error");
        check_keys(json_object_get(one, "matched"), "pairs found positive");
        check_keys(json_object_get(one, "ate"), "obs est obs_all est_all");
        assert_string_equal(json_string_value(json_object_get(one, "treatment")), names[k]);
        assert_true(json_is_null(json_object_get(one, "groups")) == (k == 1));
        check_spread_of_effects(json, k, "est");
        check_spread_of_effects(json, k, "est_all");
    }
    json_decref(json);
    run(QUICK "--treatment louvain --quiet --json - data");
    json = read_json("stdout");
    of_run = json_array_get(json_object_get(json, "runs"), 0);
    const json_t *one = json_array_get(json_object_get(of_run, "treatments"), 0);
    assert_true(json_equal(json_object_get(of_run, "ate"), json_object_get(one, "ate")));
    assert_true(json_equal(json_object_get(of_run, "matched"), json_object_get(one, "matched")));
    json_decref(json);
}

static void json_alone(void **state)
{
    (void)state;
    run(QUICK "--alpha 0 --beta 0 --quiet --json - data");
    assert_string_equal(errors, "");
    json_t *json = read_json("stdout"), *one = json_array_get(json_object_get(json, "runs"), 0);
    check_run(one);
    assert_true(json_is_null(json_object_get(json, "std")));
    assert_true(json_is_null(json_object_get(json, "embedding")));
    assert_true(json_is_null(json_object_get(one, "matched")));
    assert_true(json_is_null(json_object_get(one, "ate")));
    json_decref(json);
    run(QUICK "--json - data");
    json_decref(read_json("stdout"));
    assert_contains(errors, "ranked against 8 negatives");
}

/* The text of a run's results, which it frees, without what may differ between runs of the same
 * settings. */
static char *comparable(json_t *json)
{
    json_t *one;
    size_t k;
    json_object_del(json, "peak_rss_bytes");
    json_object_del(json_object_get(json, "embedding"), "seconds");
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
    char *dumps[2], edges[1 << 14];
    for (int i = 0, at = 0; i < 600; i++)
        at += sprintf(edges + at, "%d %d\n%d %d\n", i, (i + 1) % 600, i, (7 * i + 3) % 600);
    mkdir(in_folder("links"), 0777);
    write_text("links/edges.txt", edges);
    for (int k = 0; k < 2; k++) {
        setenv("OMP_NUM_THREADS", k ? "2" : "1", 1);
        run("--embedding svd --epochs 5 --epochs-ft 2 --hidden 32 --runs 4 --quiet --json - "
            "links");
        json_t *json = read_json("stdout");
        check_keys(json, KEYS);
        check_config(json_object_get(json, "config"));
        check_run(json_array_get(json_object_get(json, "runs"), 3));
        assert_int_equal(integer_at(json_object_get(json, "machine"), "threads"), k + 1);
        assert_int_equal(integer_at(json_object_get(json, "machine"), "runs_at_once"), k + 1);
        dumps[k] = comparable(json);
    }
    assert_string_equal(dumps[0], dumps[1]);
    free(dumps[0]);
    free(dumps[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(json_of_a_folder, set_up),
        cmocka_unit_test_setup(json_of_treatments, set_up),
        cmocka_unit_test_setup(json_alone, set_up),
        cmocka_unit_test_setup(threads_change_nothing, set_up),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
