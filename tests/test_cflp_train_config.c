/* cflp_train: config files, presets and profiles. */
#include "check_cflp_train.h"

#include "cflp_options.h"

static void wrong_configs(void **state)
{
    (void)state;
    refuse("--config none.conf", 1, "none.conf: cannot read");
    refuse("--config results", 1, "results: cannot read");
    write_text("a.conf", "# mine\n\nlr = 0.1\ngamma 30\n");
    refuse("--config a.conf", 2, "a.conf:4: expected 'name = value', found 'gamma 30'");
    write_text("a.conf", "epoch = 7\n");
    refuse("--config a.conf", 2, "a.conf:1: unknown option 'epoch'; did you mean 'epochs'?");
    write_text("a.conf", "lr = 0.1\ngamma = 300 # too much\n");
    refuse("--config a.conf", 2, "a.conf:2: gamma: expected|found '300'");
    write_text("a.conf", "config = b.conf\n");
    refuse("--config a.conf", 2, "a.conf:1: 'config'|command line");
    write_file("a.conf", "gamma = 30\nalpha = 1\0junk\n", 26);
    refuse("--config a.conf", 2, "a.conf:2: expected text, found a byte 0");
    write_text("a.conf", "lr = 0.1\nepochs = \"10\"00\n");
    refuse("--config a.conf", 2,
           "a.conf:2: epochs: expected nothing but a comment behind a closing quote, found '00'");
    write_text("a.conf", "epochs = \"10\"#\n"); /* no blank before it */
    run("--config a.conf --print-config");
    assert_contains(output, "\nepochs = 10\n");
    write_text("a.conf", "epochs = \"10\"  # ten\n");
    run("--config a.conf --print-config");
    assert_contains(output, "\nepochs = 10\n");
    refuse("--print-config 'a\nlr = 3'", 2, "DATASET: expected one line, found 'a?lr = 3'");
    write_text("a.conf", "gamma =\n");
    refuse("--config a.conf", 2, "a.conf:1: gamma: expected");
}

static void config_round_trip(void **state)
{
    (void)state;
    static char first[1 << 16];
    static const char everything[] =
        "--print-config --gamma 12.5 --lr 0.1234567890123456 --encoder gcn --match-self --split "
        "'#1' "
        "--metric hits@50 --threads 3 --seed 77 --schedule none --layers 2 --json x.json data";
    const char *const calls[] = {"--print-config", "--print-config data", everything};
    for (size_t k = 0; k < sizeof calls / sizeof *calls; k++) {
        run(calls[k]);
        memcpy(first, output, sizeof first);
        write_text("a.conf", output);
        run("--config a.conf --print-config");
        assert_string_equal(output, first);
    }
    assert_contains(first, "\nlr = 0.1234567890123456\n");
    assert_contains(first, "\nsplit = \"#1\"\n");
    write_text("a.conf", "dataset = d\nsplit = \"\tin \r\"\n");
    run("--config a.conf --print-config");
    assert_contains(output, "\nsplit = \"\tin \r\"\n");
}

/* A split is written once: what is printed can run again and again. */
static void split_is_saved_once(void **state)
{
    (void)state;
    run(QUICK "--split-seed 5 --save-split results/split --print-config data");
    assert_contains(output, "\n# save-split = results/split\n");
    write_text("a.conf", output);
    run("--config a.conf");
    run("--config a.conf");
    check_nothing_written();
}

static void later_wins(void **state)
{
    (void)state;
    write_text("a.conf", "lr = 0.25\t# a comment\n  gamma=20\r\nmatch-self = yes");
    write_text("b.conf", "\xEF\xBB\xBFgamma = 40\n"); /* with a byte order mark */
    run("--lr 0.5 --config a.conf --print-config");
    assert_contains(output, "\nlr = 0.5\n");
    assert_contains(output, "\ngamma = 20\n");
    assert_contains(output, "\nmatch-self = yes\n");
    run("--config a.conf --config b.conf --print-config --lr 1 --lr 2");
    assert_contains(output, "\ngamma = 40\n");
    assert_contains(output, "\nlr = 2\n");
}

static void presets_are_valid(void **state)
{
    (void)state;
    static const char *const expected[][3] = {
        {"cora", "\nneg-rate = 50\n", "\nembedding = dgi\n"},
        {"citeseer", "\nneg-rate = 50\n", "\nembedding = dgi\n"},
        {"pubmed", "\nneg-rate = 40\n", "\nembedding = dgi\n"},
        {"facebook", "\nmetric = hits@20\n", "\nembedding = node2vec\n"},
        {"ogbl-ddi", "\ngamma = 10\n", "\nembedding = dgi\n"}};
    for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
        char words[512];
        snprintf(words, sizeof words, "--print-config --config %s/apps/presets/%s.conf data",
                 GG_SOURCE_DIR, expected[k][0]);
        run(words);
        assert_contains(output, expected[k][1]);
        assert_contains(output, expected[k][2]);
    }
}

/* --profile paper sets what is not given, and nothing else. */
static void paper_profile(void **state)
{
    (void)state;
    run("--profile paper --clip 3 --print-config data");
    for (int k = 0; k < cflp_option_count; k++) {
        const cflp_option *o = &cflp_options[k];
        char line[256];
        bool given = strcmp(o->name, "clip") == 0;
        snprintf(line, sizeof line, "\n%s = %s\n", o->name, given ? "3" : o->paper);
        if (o->paper)
            assert_contains(output, line);
    }
    assert_contains(output, "\njk = mean\n");
    run("--profile paper --encoder sage --print-config data");
    assert_contains(output, "\njk = none\n");
    assert_contains(output, "\nsage-mean = neighbors\n");
    run("--profile paper --encoder gcn --jk lstm --print-config data");
    assert_contains(output, "\njk = lstm\n");
    run(QUICK "--profile paper data");
    static const char *const others[] = {"official", "official-distinct"};
    for (int k = 0; k < 2; k++) {
        char words[64];
        snprintf(words, sizeof words, "--profile paper --match %s --print-config data", others[k]);
        run(words);
        assert_contains(output, "\nmatch-self = no\n");
        snprintf(words, sizeof words, "--profile paper --match %s --match-self data", others[k]);
        refuse(words, 2, "--match-self: |--match exact");
    }
    write_text("a.conf", "match = official\nmatch-self = yes\n");
    refuse("--config a.conf data", 2, "--match-self: |--match exact");
    run("--profile paper --match-self=no --print-config data");
    assert_contains(output, "\nmatch-self = no\n");
}

/* Those of an embedding alone, under either profile. */
static void defaults_alone(void **state)
{
    (void)state;
    static const char *const profiles[] = {"official", "paper"};
    for (int p = 0; p < 2; p++) {
        char words[128];
        int own = 0;
        snprintf(words, sizeof words, "--model features --profile %s --print-config", profiles[p]);
        run(words);
        for (int k = 0; k < cflp_option_count; k++) {
            const cflp_option *o = &cflp_options[k];
            char line[256];
            snprintf(line, sizeof line, "\n%s = %s\n", o->name, o->alone);
            if (o->alone && ++own)
                assert_contains(output, line);
        }
        assert_int_equal(own, 4);
    }
    run("--model features --lr 0.5 --print-config");
    assert_contains(output, "\nlr = 0.5\n");
    assert_contains(output, "\nschedule = none\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(wrong_configs, set_up),
        cmocka_unit_test_setup(config_round_trip, set_up),
        cmocka_unit_test_setup(split_is_saved_once, set_up),
        cmocka_unit_test_setup(later_wins, set_up),
        cmocka_unit_test_setup(presets_are_valid, set_up),
        cmocka_unit_test_setup(paper_profile, set_up),
        cmocka_unit_test_setup(defaults_alone, set_up),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
