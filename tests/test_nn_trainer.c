/* Runs of epochs whose scores are given. Training puts the epoch's number into the parameter, so it
 * tells which epoch was kept. */
#include "check.h"

#include "nn.h"

#include <math.h>

#define EPOCHS 8

typedef struct script {
    gg_params *params;
    gg_snapshot *best;
    gg_tensor *x, *running; /* a parameter and a buffer */
    double scores[EPOCHS];
    int64_t trained, evaluated, watched;
    int64_t fail_at, diverge_at, stop_at; /* epochs; 0: none */
    gg_epoch last;                        /* what progress saw */
} script;

static gg_status train(void *context, gg_epoch *epoch, gg_error *e)
{
    script *s = context;
    assert_int_equal(epoch->number, ++s->trained);
    assert_int_equal(epoch->epochs, EPOCHS);
    if (epoch->number == s->fail_at)
        return gg_fail(e, GG_ERR_NUMERIC, "epoch %d went wrong", (int)epoch->number);
    gg_set(s->x, 0, (double)epoch->number);
    gg_set(s->running, 0, -(double)epoch->number);
    epoch->loss = epoch->number == s->diverge_at ? -INFINITY : 0.5;
    epoch->lr = 0.25;
    return GG_OK;
}

static gg_status evaluate(void *context, double *score, gg_error *e)
{
    (void)e;
    script *s = context;
    *score = s->scores[s->evaluated++];
    return GG_OK;
}

static bool watch(void *context, const gg_epoch *epoch)
{
    script *s = context;
    s->watched++;
    s->last = *epoch;
    assert_true(epoch->loss == 0.5 && epoch->lr == 0.25 && epoch->seconds >= 0);
    return epoch->number != s->stop_at;
}

static script new_script(const double *scores)
{
    script s = {0};
    memcpy(s.scores, scores, sizeof s.scores);
    assert_int_equal(gg_params_new(GG_F64, &s.params, NULL), GG_OK);
    s.x = gg_params_add(s.params, "x", 1, (int64_t[]){1}, GG_INIT_ZERO, 0);
    s.running = gg_params_add_buffer(s.params, "running", 1, (int64_t[]){1}, GG_INIT_ZERO);
    assert_int_equal(gg_params_build(s.params, gg_rng_new(1), NULL), GG_OK);
    assert_int_equal(gg_snapshot_new(s.params, &s.best, NULL), GG_OK);
    return s;
}

static gg_trainer trainer(script *s)
{
    return (gg_trainer){.epochs = EPOCHS,
                        .patience = EPOCHS,
                        .score = -INFINITY,
                        .train = train,
                        .evaluate = evaluate,
                        .progress = watch,
                        .context = s};
}

/* Runs, and checks which epoch is kept; frees the script. */
static gg_trainer_result run(script *s, const gg_trainer *t, int64_t epochs, int64_t best)
{
    gg_trainer_result r;
    assert_int_equal(gg_trainer_run(t, s->params, s->best, &r, NULL), GG_OK);
    assert_int_equal(r.epochs, epochs);
    assert_int_equal(r.best_epoch, best);
    assert_int_equal(s->trained, epochs);
    assert_int_equal(s->watched, t->progress ? epochs : 0);
    assert_true(gg_get(s->x, 0) == (double)best && gg_get(s->running, 0) == -(double)best);
    assert_true(r.score == (best ? s->scores[best - 1] : t->score));
    if (t->progress && epochs)
        assert_true(s->last.best == best && s->last.best_score == r.score &&
                    s->last.score == s->scores[epochs - 1] && s->last.seconds == r.seconds);
    gg_snapshot_free(s->best);
    gg_params_free(s->params);
    return r;
}

static const double scores[EPOCHS] = {0.1, 0.5, 0.4, 0.5, 0.3, 0.5, NAN, 0.2};

static void test_first_and_latest_of_equals(void **state)
{
    (void)state;
    script s = new_script(scores);
    gg_trainer t = trainer(&s);
    assert_false(run(&s, &t, EPOCHS, 2).stopped);
    s = new_script(scores);
    t.latest = true;
    run(&s, &t, EPOCHS, 6);
}

static void test_patience(void **state)
{
    (void)state;
    script s = new_script(scores);
    gg_trainer t = trainer(&s);
    t.patience = 2;
    assert_false(run(&s, &t, 4, 2).stopped);
    s = new_script(scores);
    t.latest = true;
    run(&s, &t, 8, 6);
    s = new_script(scores);
    t.patience = 1;
    run(&s, &t, 3, 2);
}

static void test_score_to_beat(void **state)
{
    (void)state;
    script s = new_script(scores);
    gg_trainer t = trainer(&s);
    t.score = 0.5;
    run(&s, &t, EPOCHS, 0);
    s = new_script(scores);
    t.latest = true;
    run(&s, &t, EPOCHS, 6);
}

static void test_progress(void **state)
{
    (void)state;
    script s = new_script(scores);
    gg_trainer t = trainer(&s);
    s.stop_at = 3;
    assert_true(run(&s, &t, 3, 2).stopped);
    s = new_script(scores);
    t.progress = NULL;
    assert_false(run(&s, &t, EPOCHS, 2).stopped);
}

static void test_scores_that_are_no_numbers(void **state)
{
    (void)state;
    double none[EPOCHS];
    for (int k = 0; k < EPOCHS; k++)
        none[k] = NAN;
    script s = new_script(none);
    gg_trainer t = trainer(&s);
    t.latest = true;
    gg_trainer_result r;
    assert_int_equal(gg_trainer_run(&t, s.params, s.best, &r, NULL), GG_OK);
    assert_int_equal(r.best_epoch, 0);
    assert_true(gg_get(s.x, 0) == 0);
    gg_snapshot_free(s.best);
    gg_params_free(s.params);
}

static void test_errors_end_the_run(void **state)
{
    (void)state;
    script s = new_script(scores);
    s.fail_at = 4;
    gg_trainer t = trainer(&s);
    gg_trainer_result r = {.epochs = -1};
    gg_error e;
    assert_int_equal(gg_trainer_run(&t, s.params, s.best, &r, &e), GG_ERR_NUMERIC);
    assert_string_equal(e.message, "epoch 4 went wrong");
    assert_int_equal(r.epochs, -1);
    assert_int_equal(s.watched, 3);
    gg_snapshot_free(s.best);
    gg_params_free(s.params);
    s = new_script(scores);
    s.diverge_at = 2;
    assert_int_equal(gg_trainer_run(&t, s.params, s.best, &r, &e), GG_ERR_NUMERIC);
    assert_string_equal(e.message, "trainer: the loss of epoch 2 is -inf");
    assert_int_equal(s.watched, 1);
    assert_int_equal(s.evaluated, 1);
    gg_snapshot_free(s.best);
    gg_params_free(s.params);
}

static void test_no_epochs(void **state)
{
    (void)state;
    script s = new_script(scores);
    gg_trainer t = trainer(&s);
    t.epochs = 0;
    run(&s, &t, 0, 0);
}

static void test_snapshot_of_others(void **state)
{
    (void)state;
    script s = new_script(scores);
    gg_params *others;
    gg_snapshot *snapshot;
    gg_error e;
    int64_t many = 1000;
    assert_int_equal(gg_params_new(GG_F64, &others, &e), GG_OK);
    gg_params_add(others, "x", 1, &many, GG_INIT_ZERO, 0);
    assert_int_equal(gg_params_build(others, gg_rng_new(1), &e), GG_OK);
    assert_int_equal(gg_snapshot_new(others, &snapshot, &e), GG_OK);
    gg_trainer t = trainer(&s);
    gg_trainer_result r;
    assert_int_equal(gg_trainer_run(&t, s.params, snapshot, &r, &e), GG_ERR_ARGUMENT);
    assert_string_equal(e.message, "trainer: the snapshot is of other parameters");
    assert_int_equal(s.trained, 0);
    gg_snapshot_free(snapshot);
    gg_params_free(others);
    gg_snapshot_free(s.best);
    gg_params_free(s.params);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_first_and_latest_of_equals),
                                       cmocka_unit_test(test_patience),
                                       cmocka_unit_test(test_score_to_beat),
                                       cmocka_unit_test(test_progress),
                                       cmocka_unit_test(test_scores_that_are_no_numbers),
                                       cmocka_unit_test(test_errors_end_the_run),
                                       cmocka_unit_test(test_no_epochs),
                                       cmocka_unit_test(test_snapshot_of_others)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
