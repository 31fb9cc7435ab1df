/* gg_fit against the same steps written out, and what its callbacks may count on. */
#include "check.h"

#include "nn.h"

#include <math.h>

#define EPOCHS 12

/* A line through noisy points, with dropout on the input so that the epoch's generator matters. */
typedef struct line {
    gg_params *params;
    gg_linear_layer layer;
    gg_tensor *x, *y;
    int64_t losses, scores, watched;
    int64_t fail_loss_at, fail_score_at, stop_at; /* epochs; 0: none */
    double rate[EPOCHS], loss[EPOCHS];
} line;

static gg_status new_line(line *l, gg_error *e)
{
    gg_status status = gg_params_new(GG_F32, &l->params, e);
    if (status)
        return status;
    gg_linear_init(&l->layer, l->params, "line", 8, 1, true);
    status = gg_params_build(l->params, gg_rng_new(3), e);
    if (!status)
        status = gg_tensor_new(GG_F32, 2, (int64_t[]){50, 8}, &l->x, e);
    if (!status)
        status = gg_tensor_new(GG_F32, 2, (int64_t[]){50, 1}, &l->y, e);
    for (int64_t i = 0; i < 400 && !status; i++)
        gg_set(l->x, i, gg_rng_normal(gg_rng_new(4), (uint64_t)i));
    for (int64_t i = 0; i < 50 && !status; i++)
        gg_set(l->y, i, gg_get(l->x, 8 * i) - 2 + gg_rng_normal(gg_rng_new(5), (uint64_t)i) / 4);
    return status;
}

static line make_line(void)
{
    line l = {0};
    assert_int_equal(new_line(&l, NULL), GG_OK);
    return l;
}

static void free_line(line *l)
{
    gg_tensor_free(l->x);
    gg_tensor_free(l->y);
    gg_params_free(l->params);
}

static gg_tensor *squares(gg_tape *t, const line *l, gg_rng rng)
{
    gg_tensor *x = gg_dropout(t, l->x, 0.3, rng, 0);
    return gg_mse(t, gg_linear_forward(t, &l->layer, x), l->y, 0.02);
}

static gg_tensor *loss(void *context, gg_tape *t, gg_rng rng)
{
    line *l = context;
    assert_true(gg_tape_training(t));
    assert_int_equal(gg_tape_nodes(t), 0);
    if (++l->losses == l->fail_loss_at)
        return gg_tape_fail(t, GG_ERR_STATE, "loss %d went wrong", (int)l->losses);
    return squares(t, l, rng);
}

static gg_status evaluate(void *context, gg_tape *t, double *score, gg_error *e)
{
    line *l = context;
    assert_false(gg_tape_training(t));
    gg_tensor *y = squares(t, l, gg_rng_new(0));
    assert_int_equal(gg_tape_nodes(t), 0);
    if (++l->scores == l->fail_score_at)
        gg_tape_fail(t, GG_ERR_STATE, "score %d went wrong", (int)l->scores);
    gg_status status = gg_value(t, y, score, NULL); /* the tape's error is not lost all the same */
    *score = -*score;
    return status ? gg_fail(e, GG_ERR_NUMERIC, "not this one") : GG_OK;
}

static bool watch(void *context, const gg_epoch *epoch)
{
    line *l = context;
    l->rate[l->watched] = epoch->lr;
    l->loss[l->watched] = epoch->loss;
    return ++l->watched != l->stop_at;
}

static gg_fit fit_of(line *l)
{
    gg_fit f = gg_fit_defaults();
    f.schedule = (gg_schedule){.kind = GG_SCHEDULE_STEP, .lr = 0.2, .steps = 5, .decay = 0.5};
    f.clip = 0.7;
    f.epochs = f.patience = EPOCHS;
    f.rng = gg_rng_new(8);
    f.loss = loss;
    f.evaluate = evaluate;
    f.progress = watch;
    f.context = l;
    return f;
}

/* The steps by hand, after which the parameters are those of the last epoch. */
static void fit_by_hand(line *l)
{
    gg_optim_settings adam = gg_optim_defaults(GG_OPTIM_ADAM);
    gg_optim *optim;
    gg_tape *t;
    assert_int_equal(gg_optim_new(l->params, &adam, &optim, NULL), GG_OK);
    assert_int_equal(gg_tape_new(GG_F32, 1, &t, NULL), GG_OK);
    gg_tape_set_training(t, true);
    for (int epoch = 1; epoch <= EPOCHS; epoch++) {
        gg_tape_reset(t);
        gg_params_zero_grad(l->params);
        gg_tensor *y = squares(t, l, gg_rng_fork(gg_rng_new(8), (uint64_t)epoch));
        assert_int_equal(gg_value(t, y, &l->loss[epoch - 1], NULL), GG_OK);
        assert_int_equal(gg_backward(t, y, NULL), GG_OK);
        gg_params_clip_grad_norm(l->params, 0.7);
        double lr = epoch <= 5 ? 0.2 : epoch <= 10 ? 0.1 : 0.05;
        assert_int_equal(gg_optim_step(optim, l->params, lr, 1, NULL), GG_OK);
    }
    gg_tape_free(t);
    gg_optim_free(optim);
}

static void check_same_parameters(const line *a, const line *b)
{
    for (int k = 0; k < 2; k++) {
        const gg_tensor *x = gg_params_at(a->params, k, NULL),
                        *y = gg_params_at(b->params, k, NULL);
        assert_memory_equal(x->data, y->data, (size_t)gg_numel(x) * sizeof(float));
    }
}

static void test_equals_steps_by_hand(void **state)
{
    (void)state;
    line a = make_line(), b = make_line();
    gg_fit f = fit_of(&a);
    gg_trainer_result r;
    f.evaluate = NULL; /* keeps the last epoch */
    f.threads = 2;
    assert_int_equal(gg_fit_run(&f, a.params, &r, NULL), GG_OK);
    assert_int_equal(r.epochs, EPOCHS);
    assert_int_equal(r.best_epoch, EPOCHS);
    fit_by_hand(&b);
    check_same_parameters(&a, &b);
    for (int k = 0; k < EPOCHS; k++) {
        assert_true(a.loss[k] == b.loss[k]);
        assert_true(a.rate[k] == (k < 5 ? 0.2 : k < 10 ? 0.1 : 0.05));
    }
    free_line(&a);
    free_line(&b);
}

/* What is kept scores what the best epoch scored. */
static void test_best_epoch(void **state)
{
    (void)state;
    line l = make_line();
    gg_fit f = fit_of(&l);
    gg_trainer_result r;
    double before, after;
    assert_int_equal(gg_fit_score(&f, l.params, &before, NULL), GG_OK);
    assert_int_equal(gg_fit_run(&f, l.params, &r, NULL), GG_OK);
    assert_int_equal(gg_fit_score(&f, l.params, &after, NULL), GG_OK);
    assert_int_equal(l.losses, EPOCHS);
    assert_int_equal(l.scores, EPOCHS + 2);
    assert_int_equal(l.watched, EPOCHS);
    assert_true(r.score == after && after > before);
    free_line(&l);
}

/* With a rate that leads away from the minimum no epoch after the first is kept. */
static void test_patience(void **state)
{
    (void)state;
    line l = make_line();
    gg_fit f = fit_of(&l);
    gg_trainer_result r;
    f.optim = gg_optim_defaults(GG_OPTIM_SGD);
    f.schedule = (gg_schedule){.kind = GG_SCHEDULE_CONSTANT, .lr = 30};
    f.clip = 0;
    f.patience = 3;
    assert_int_equal(gg_fit_run(&f, l.params, &r, NULL), GG_OK);
    assert_int_equal(r.best_epoch, 1);
    assert_int_equal(r.epochs, 4);
    assert_false(r.stopped);
    free_line(&l);
}

/* Without an evaluation the loss decides, if it is asked to. */
static void test_least_loss(void **state)
{
    (void)state;
    line l = make_line();
    gg_fit f = fit_of(&l);
    gg_trainer_result r;
    f.evaluate = NULL;
    f.least_loss = true;
    assert_int_equal(gg_fit_run(&f, l.params, &r, NULL), GG_OK);
    int64_t best = 0;
    for (int64_t k = 1; k < EPOCHS; k++)
        best = l.loss[k] < l.loss[best] ? k : best;
    assert_int_equal(r.best_epoch, best + 1);
    assert_true(r.score == -l.loss[best]);
    f.optim = gg_optim_defaults(GG_OPTIM_SGD);
    f.schedule = (gg_schedule){.kind = GG_SCHEDULE_CONSTANT, .lr = 30};
    f.clip = 0;
    f.patience = 3;
    l.watched = 0;
    assert_int_equal(gg_fit_run(&f, l.params, &r, NULL), GG_OK);
    assert_int_equal(r.best_epoch, 1);
    assert_int_equal(r.epochs, 4);
    free_line(&l);
}

static void test_progress_stops(void **state)
{
    (void)state;
    line l = make_line();
    gg_fit f = fit_of(&l);
    gg_trainer_result r;
    l.stop_at = 4;
    assert_int_equal(gg_fit_run(&f, l.params, &r, NULL), GG_OK);
    assert_true(r.stopped);
    assert_int_equal(r.epochs, 4);
    free_line(&l);
}

static void check_error(void (*change)(line *l, gg_fit *f), gg_status code, const char *message)
{
    line l = make_line();
    gg_fit f = fit_of(&l);
    gg_trainer_result r;
    gg_error e = {0};
    change(&l, &f);
    assert_int_equal(gg_fit_run(&f, l.params, &r, &e), code);
    assert_string_equal(e.message, message);
    free_line(&l);
}

static void loss_fails(line *l, gg_fit *f)
{
    (void)f;
    l->fail_loss_at = 3;
}
static void score_fails(line *l, gg_fit *f)
{
    (void)f;
    l->fail_score_at = 2;
}
static void bad_momentum(line *l, gg_fit *f)
{
    (void)l;
    f->optim = gg_optim_defaults(GG_OPTIM_SGD);
    f->optim.momentum = 2;
}
static void bad_rate(line *l, gg_fit *f)
{
    (void)l;
    f->schedule.lr = -1;
}

static void no_loss(line *l, gg_fit *f)
{
    (void)l;
    f->loss = NULL;
}
static gg_tensor *null(void *context, gg_tape *t, gg_rng rng)
{
    (void)context, (void)t, (void)rng;
    return NULL;
}
static void null_loss(line *l, gg_fit *f)
{
    (void)l;
    f->loss = null;
}
static void no_epochs(line *l, gg_fit *f)
{
    (void)l;
    f->epochs = 0;
}
static void no_patience(line *l, gg_fit *f)
{
    (void)l;
    f->epochs = 5;
    f->patience = 0;
}

static void test_errors(void **state)
{
    (void)state;
    check_error(loss_fails, GG_ERR_STATE, "loss 3 went wrong");
    check_error(score_fails, GG_ERR_STATE, "score 2 went wrong");
    check_error(bad_momentum, GG_ERR_ARGUMENT, "optim: momentum 2, expected 0 or more, below 1");
    check_error(bad_rate, GG_ERR_ARGUMENT, "optim: rate -1, expected 0 or more");
    check_error(no_loss, GG_ERR_ARGUMENT, "fit: there is no function that builds the loss");
    check_error(null_loss, GG_ERR_ARGUMENT, "fit: loss returned NULL");
    check_error(no_epochs, GG_ERR_ARGUMENT, "fit: 0 epochs, expected 1 or more");
    check_error(no_patience, GG_ERR_ARGUMENT,
                "trainer: 5 epochs, patience 0, expected 0 and 1 at least");
    line l = make_line();
    gg_fit f = fit_of(&l);
    gg_error e;
    double score;
    f.evaluate = NULL;
    assert_int_equal(gg_fit_score(&f, l.params, &score, &e), GG_ERR_ARGUMENT);
    assert_string_equal(e.message, "fit: there is no function to evaluate by");
    free_line(&l);
}

static gg_status attempt(void *context, gg_error *e)
{
    (void)context;
    line l = {0};
    gg_trainer_result r;
    double score;
    gg_status status = new_line(&l, e);
    gg_fit f = fit_of(&l);
    f.epochs = 2;
    if (!status)
        status = gg_fit_run(&f, l.params, &r, e);
    if (!status)
        status = gg_fit_score(&f, l.params, &score, e);
    free_line(&l);
    return status;
}

static void test_memory(void **state)
{
    (void)state;
    check_every_allocation_fails(attempt, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_equals_steps_by_hand),
                                       cmocka_unit_test(test_best_epoch),
                                       cmocka_unit_test(test_patience),
                                       cmocka_unit_test(test_least_loss),
                                       cmocka_unit_test(test_progress_stops),
                                       cmocka_unit_test(test_errors),
                                       cmocka_unit_test(test_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
