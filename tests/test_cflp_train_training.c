/* cflp_train: every kind of training, and Ctrl-C. */
#include "check_cflp_train.h"

#include "cflp_options.h"
#include "treatments.h"

#include <signal.h>
#include <time.h>

/* Every choice of every option trains, or scores. */
static void every_choice_runs(void **state)
{
    (void)state;
    for (int k = 0; k < cflp_option_count; k++) {
        const cflp_option *o = &cflp_options[k];
        for (int c = 0; cflp_option_belongs(o, CFLP_TRAIN) && cflp_option_choice(o, c); c++) {
            char words[256];
            snprintf(words, sizeof words, QUICK "--embedding-dim 6 --quiet --%s %s --json - data",
                     o->name, cflp_option_choice(o, c));
            run(words);
            json_t *json = read_json("stdout");
            assert_string_equal(
                json_string_value(json_object_get(json_object_get(json, "config"), o->name)),
                cflp_option_choice(o, c));
            json_decref(json);
        }
    }
}

static void every_treatment_trains(void **state)
{
    (void)state;
    char words[256];
    write_text("data/pairs.txt", "0 5\n1 2\n3 9\n");
    for (int k = 0; treatment_name(k); k++) {
        snprintf(words, sizeof words, QUICK "--treatment %s data", treatment_name(k));
        run(words);
        assert_contains(output, "have a counterfactual");
    }
    run(QUICK "--treatment pairs:pairs.txt data");
    assert_contains(output, "Treatment  pairs of data/pairs.txt: T = 1 for ");
    refuse("--treatment pairs:none.txt data", 1, "none.txt");
}

/* What makes a training that cannot be what was meant is said. */
static void notes_on_training(void **state)
{
    (void)state;
    char labels[49] = "";
    for (int i = 0; i < 24; i++)
        strcat(labels, "5\n");
    write_text("data/same.txt", labels);
    run(QUICK "--treatment labels:same.txt --metric hits@20 --json same.json data");
    assert_contains(output, "observed -, estimated -");
    assert_contains(output, "no pair has a counterfactual under the treatment labels of");
    assert_contains(output, "validation metric Hits@20 is 100 in every epoch, as there are 4 ");
    json_t *json = read_json("same.json");
    const json_t *one = json_array_get(json_object_get(json, "treatments"), 0);
    assert_true(json_is_null(json_object_get(json_object_get(one, "ate"), "obs")));
    json_decref(json);
    run(QUICK "--treatment commn:1 --metric mrr data");
    assert_null(strstr(output, "no pair has a counterfactual"));
    assert_null(strstr(output, "in every epoch"));
}

static void bundles_train(void **state)
{
    (void)state;
    run(QUICK "--treatment kcore,louvain,commn:1 data");
    assert_contains(output, "Treatment  k-core: ");
    assert_contains(output, "\n           common neighbours, 1: T = 1 for ");
    assert_contains(output, "\n           Louvain: ");
    assert_contains(output, "; the average of 3 treatments\n");
    assert_contains(output, "Treatment effect (ATE) of k-core observed ");
    run(QUICK "--treatment kcore,commn:1 --bundle sample --profile paper data");
    assert_contains(output, "; a sample of 2 treatments\n");
    run("--treatment kcore,louvain --bundle sample --print-config data");
    assert_contains(output, "\ntreatment = kcore,louvain\n");
    assert_contains(output, "\nbundle = sample\n");
    refuse("--treatment kcore,louvain, data", 2, "--treatment: expected kcore, ");
    refuse("--treatment kcore,louvain,kcore,louvain,kcore,louvain,kcore,louvain,kcore,louvain,"
           "kcore,louvain,kcore,louvain,kcore,louvain,kcore data",
           2, "--treatment: expected at most 16, found 17");
}

static void without_treatment(void **state)
{
    (void)state;
    run(QUICK "--model gnn --encoder gcn data");
    assert_contains(output, "Model      GCN, 3 layers of 8\n");
    assert_null(strstr(output, "Matching"));
    assert_null(strstr(output, "ATE"));
    run("--model ra --runs 7 --threads 1 data");
    assert_contains(output, "without effect here: --runs\n");
    run(QUICK "--model gnn --gamma 7 --match official --treatment louvain data");
    assert_contains(output, "without effect here: --embedding, --treatment, --gamma, --match\n");
    run(QUICK "--model svd --embedding-dim 6 --decoder inner data");
    assert_contains(output, "without effect here: --embedding, --hidden, --epochs-ft\n");
    run(QUICK "--gamma 20 data");
    assert_null(strstr(output, "without effect"));
    run("--model ra --runs 7 data");
    assert_contains(output, "Model      resource allocation in the training graph\n");
    assert_contains(output, "            -");
    assert_null(strstr(output, "mean"));
    const char *const calls[] = {"--model gnn --print-config data",
                                 "--model gnn --config " GG_SOURCE_DIR
                                 "/apps/presets/cora.conf --print-config data"};
    for (int k = 0; k < 2; k++) {
        run(calls[k]);
        assert_contains(output, "\nepochs-ft = 0\n");
        assert_contains(output, "\nalpha = 0\n");
    }
    run("--model gnn --epochs-ft 7 --print-config data");
    write_text("a.conf", output);
    run("--config a.conf --print-config");
    assert_contains(output, "\nmodel = gnn\n");
    assert_contains(output, "\nepochs-ft = 7\n");
    write_text("a.conf", "model = gnn\nalpha = 1\n");
    refuse("--config a.conf data", 2, "--alpha: |--model cflp");
}

/* Each run has an embedding of its own; the decoder's settings count. */
static void embeddings_alone(void **state)
{
    (void)state;
    char words[256];
    for (int k = 0; gg_embedding_name(k); k++) {
        const char *name = gg_embedding_name(k);
        snprintf(words, sizeof words,
                 QUICK "--embedding-dim 6 --model %s --runs 3 --json results/a.json data", name);
        run(words);
        assert_contains(output,
                        "Model      decoder of the embedding's products, 3 layers of 256\n");
        assert_contains(output, ", one for each run: ");
        json_t *json = read_json("results/a.json");
        const json_t *embedding = json_object_get(json, "embedding");
        assert_string_equal(json_string_value(json_object_get(embedding, "name")), name);
        assert_int_equal(json_array_size(json_object_get(json, "runs")), 3);
        json_decref(json);
    }
    const char *const pairs[] = {"hadamard", "inner", "concat"};
    for (int k = 0; k < 3; k++) {
        snprintf(words, sizeof words, QUICK "--model features --decoder %s --decoder-layers 1 data",
                 pairs[k]);
        run(words);
        assert_contains(output, ", 1 layer\n");
    }
    run("--model features --config " GG_SOURCE_DIR "/apps/presets/cora.conf --print-config data");
    assert_contains(output, "\nlr = 0.01\n");
    assert_contains(output, "\nneg-rate = 1\n");
    assert_contains(output, "\nepochs = 2000\n");
    unlink(in_folder("results/a.json"));
    refuse("--model features --alpha 1 data", 2, "--alpha: |--model cflp");
    refuse("--model feature data", 2, "--model: expected cflp, gnn, |features|found 'feature'");
}

static bool prints(const char *part)
{
    read_text("stdout", output, sizeof output);
    return strstr(output, part) != NULL;
}

static void check_interrupt(const char *threads, const char *message)
{
    char arguments[256];
    snprintf(arguments, sizeof arguments,
             "--hidden 8 --epochs 1000000 --patience 1000000 --epochs-ft 1000000 --runs 2 "
             "--threads %s --json results/out.json data",
             threads);
    pid_t child = start(arguments);
    struct timespec pause = {0, 50000000};
    for (int k = 0; k < 1200 && !prints("best epoch"); k++)
        nanosleep(&pause, NULL);
    kill(child, SIGINT);
    assert_int_equal(finish(child), 1);
    assert_contains(errors, message);
    assert_contains(output, "Validation AUC");
    json_t *json = read_json("results/out.json");
    assert_true(json_is_true(json_object_get(json, "interrupted")));
    json_decref(json);
}

static void interrupt_ends_training(void **state)
{
    (void)state;
    check_interrupt("1", "cflp_train: interrupted, 1 of 2 runs had begun");
    check_interrupt("2", " of 2 runs had begun");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(every_choice_runs, set_up),
        cmocka_unit_test_setup(every_treatment_trains, set_up),
        cmocka_unit_test_setup(notes_on_training, set_up),
        cmocka_unit_test_setup(bundles_train, set_up),
        cmocka_unit_test_setup(without_treatment, set_up),
        cmocka_unit_test_setup(embeddings_alone, set_up),
        cmocka_unit_test_setup(interrupt_ends_training, set_up),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
