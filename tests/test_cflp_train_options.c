/* cflp_train: what it says of wrong options, values and outputs; its help. */
#include "check_cflp_train.h"

#include "cflp_options.h"

static void wrong_values(void **state)
{
    (void)state;
    refuse(ON_DATA " --gamma 0", 2, "--gamma: expected a number above 0 and at most 100|'0'");
    refuse(ON_DATA " --gamma 101", 2, "--gamma: |'101'");
    refuse(ON_DATA " --gamma nan", 2, "--gamma: |'nan'");
    refuse(ON_DATA " --lr fast", 2, "--lr: expected a number above 0, found 'fast'");
    refuse(ON_DATA " --lr=0x1", 2, "--lr: |'0x1'");
    refuse(ON_DATA " --alpha -1", 2, "--alpha: expected a number of at least 0, found '-1'");
    refuse(ON_DATA " --alpha 1e999", 2, "--alpha: |'1e999'");
    refuse(ON_DATA " --dropout 1", 2, "--dropout: |below 1");
    refuse(ON_DATA " --epochs 1.5", 2, "--epochs: expected a whole number|'1.5'");
    refuse(ON_DATA " --runs 0", 2, "--runs: |'0'");
    refuse(ON_DATA " --seed 99999999999999999999", 2, "--seed: ");
    refuse(ON_DATA " --encoder sage2", 2, "--encoder: expected gcn, sage or jknet, found 'sage2'");
    refuse(ON_DATA " --metric acc", 2, "--metric: expected auc, ap, |or mrr, found 'acc'");
    refuse(ON_DATA " --quiet=perhaps", 2, "--quiet: expected yes or no");
    refuse(ON_DATA " --match-self --match official", 2, "--match-self: |--match exact");
    refuse(ON_DATA " --match-self --match official-distinct", 2, "--match-self: |--match exact");
    refuse(ON_DATA " --split splits/0 --split-seed 3", 2, "--split-seed: |both: splits/0");
    refuse(ON_DATA " --split-seed 3 --val-frac 0.6 --test-frac 0.6", 1, "0.6");
    refuse(ON_DATA " --val-frac 0.2", 2,
           "--val-frac: expected --split-seed with it, found the split splits/0");
    refuse(ON_DATA " --test-frac 0.2 --split splits/0", 2, "--test-frac: |the split splits/0");
    refuse(ON_DATA " --model gnn --alpha 0.5", 2, "--alpha: |--model cflp");
    refuse(ON_DATA " --model aa --beta 1", 2, "--beta: |--model cflp");
}

static void wrong_options(void **state)
{
    (void)state;
    refuse("--gama 30", 2, "unknown option --gama; did you mean --gamma?");
    refuse("--epoch=30", 2, "did you mean --epochs?");
    refuse("-epochs 30", 2, "did you mean --epochs?");
    refuse("--neg_rate 1", 2, "did you mean --neg-rate?");
    refuse("--frobnicate", 2, "unknown option --frobnicate; see cflp_train --help");
    refuse("data --gamma", 2, "--gamma: expected a value (PCT)|nothing");
    refuse("data --json --quiet", 2, "--json: expected a value (FILE)|--quiet");
}

static void wrong_outputs(void **state)
{
    (void)state;
    struct stat info;
    refuse(QUICK "--json missing/out.json data", 1, "missing/out.json: cannot write");
    refuse(QUICK "--json results data", 1, "results: cannot write|directory");
    assert_string_equal(output, ""); /* found out before any work */
    if (stat("/dev/full", &info) == 0)
        refuse(QUICK "--quiet --json /dev/full data", 1, "/dev/full: cannot write");
}

static void help_names_every_option(void **state)
{
    (void)state;
    run("--help");
    assert_string_equal(errors, "");
    for (int k = 0; k < cflp_option_count; k++) {
        char name[64];
        snprintf(name, sizeof name, "\n  --%s", cflp_options[k].name);
        if (cflp_option_belongs(&cflp_options[k], CFLP_TRAIN))
            assert_contains(output, name);
    }
    for (const char *line = output; *line;) {
        size_t length = strcspn(line, "\n");
        assert_in_range(length, 0, 90);
        line += length + (line[length] == '\n');
    }
    assert_contains(output, "(default 2; paper: 3; embedding alone: 3)");
    assert_contains(output, "(default no; paper:\n");
    run("-h");
    run("--version");
    assert_contains(output, "cflp_train " GG_VERSION);
}

/* What OpenMP says it took from the environment, the last time that the program started. */
static void check_wait_policy(const char *expected)
{
    const char *policy = NULL;
    run("--version");
    for (const char *at = errors; (at = strstr(at, "OMP_WAIT_POLICY")); at++)
        policy = at;
    assert_non_null(policy);
    policy += strcspn(policy, "'");
    assert_int_equal(strncmp(policy, expected, strlen(expected)), 0);
}

static void threads_wait_asleep(void **state)
{
    (void)state;
    setenv("OMP_DISPLAY_ENV", "true", 1);
    unsetenv("OMP_WAIT_POLICY");
    check_wait_policy("'PASSIVE'");
    setenv("OMP_WAIT_POLICY", "active", 1);
    check_wait_policy("'ACTIVE'");
    unsetenv("OMP_DISPLAY_ENV");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(wrong_values, set_up),
        cmocka_unit_test_setup(wrong_options, set_up),
        cmocka_unit_test_setup(wrong_outputs, set_up),
        cmocka_unit_test_setup(help_names_every_option, set_up),
        cmocka_unit_test_setup(threads_wait_asleep, set_up),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
