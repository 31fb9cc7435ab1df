/* Link prediction by an embedding alone (gg_embedding_link). */
#include "check.h"

#include "models.h"

#include <math.h>

static gg_dataset *generate(int64_t nodes)
{
    gg_citation what = gg_citation_default();
    gg_dataset *d = NULL;
    what.nodes = nodes;
    what.edges = 4 * nodes;
    what.words = 100;
    assert_int_equal(gg_dataset_generate(&what, &d, NULL), GG_OK);
    return d;
}

static gg_tensor *words_of(const gg_dataset *d)
{
    gg_tensor *z = NULL;
    gg_embedding_source source = {.graph = d->train, .features = d->features, .threads = 1};
    assert_int_equal(gg_embed_features(&source, &z, NULL), GG_OK);
    return z;
}

typedef struct outcome {
    gg_metrics valid, test;
    gg_trainer_result result;
} outcome;

static const gg_link_decoder_options mlp = {GG_LINK_HADAMARD, 2, 16, 0.3};
static const gg_link_decoder_options logistic = {GG_LINK_HADAMARD, 1, 1, 0};

static gg_link_fit settings(int64_t epochs)
{
    gg_link_fit f = gg_link_fit_defaults();
    f.fit.epochs = f.fit.patience = epochs;
    return f;
}

static outcome train(const gg_dataset *d, const gg_tensor *z, const gg_link_decoder_options *o,
                     const gg_link_fit *f)
{
    gg_error e;
    outcome x;
    if (gg_embedding_link(z, o, f, d, &x.valid, &x.test, &x.result, &e))
        fail_msg("%s", e.message);
    return x;
}

/* ---- against a program of one's own ---- */

typedef struct own {
    gg_tensor *z;
    gg_linear_layer linear;
} own;

static gg_tensor *own_encode(void *context, gg_tape *t, gg_rng rng)
{
    (void)rng;
    return gg_constant(t, ((own *)context)->z);
}

static gg_tensor *own_score(void *context, gg_tape *t, gg_tensor *z, const gg_tile *tile,
                            gg_rng rng)
{
    (void)rng;
    return gg_linear_forward(t, &((own *)context)->linear, gg_hadamard_pairs(t, z, &tile->pairs));
}

/* One layer is logistic regression on the products of scaled rows. */
static void is_logistic_regression(void **state)
{
    (void)state;
    gg_dataset *d = generate(120);
    gg_tensor *z = words_of(d);
    gg_link_fit f = settings(30);
    outcome x = train(d, z, &logistic, &f);

    double squares = 0;
    own mine = {.z = z};
    gg_params *p = NULL;
    gg_error e;
    gg_metrics test;
    gg_trainer_result result;
    for (int64_t k = 0; k < gg_numel(z); k++)
        squares += pow(gg_get(z, k), 2);
    for (int64_t k = 0; k < gg_numel(z); k++)
        gg_set(z, k, gg_get(z, k) / sqrt(squares / (double)gg_numel(z)));
    assert_int_equal(gg_params_new(GG_F32, &p, &e), GG_OK);
    gg_linear_init(&mine.linear, p, "decoder.mlp_out.0", z->shape[1], 1, false);
    assert_int_equal(gg_params_build(p, gg_rng_fork(f.fit.rng, 0), &e), GG_OK);
    f.fit.context = &mine;
    f.encode = own_encode;
    f.score = own_score;
    if (gg_link_fit_run(&f, p, d, &result, &e) ||
        gg_link_fit_metrics(&f, p, &d->split.test, &d->split.test_neg, &test, &e))
        fail_msg("%s", e.message);
    assert_int_equal(x.result.best_epoch, result.best_epoch);
    assert_true(fabs(x.test.auc - test.auc) < 1e-3 && fabs(x.test.ap - test.ap) < 1e-3);
    gg_params_free(p);
    gg_tensor_free(z);
    gg_dataset_free(d);
}

/* ---- properties ---- */

static void learns(void **state)
{
    (void)state;
    gg_dataset *d = generate(400);
    gg_tensor *z = words_of(d);
    gg_link_fit f = settings(100);
    f.fit.threads = 2;
    outcome x = train(d, z, &mlp, &f);
    assert_true(x.test.auc > 0.7);
    assert_true(x.result.score == x.valid.auc);
    assert_in_range(x.result.best_epoch, 1, 100);
    gg_tensor_free(z);
    gg_dataset_free(d);
}

static void check_same(const outcome *a, const outcome *b)
{
    assert_memory_equal(&a->test, &b->test, sizeof a->test);
    assert_memory_equal(&a->valid, &b->valid, sizeof a->valid);
    assert_int_equal(a->result.best_epoch, b->result.best_epoch);
}

/* Neither threads, nor the embedding's scale (powers of two, that it be exact) or its dtype. */
static void what_changes_nothing(void **state)
{
    (void)state;
    gg_dataset *d = generate(150);
    gg_tensor *z = words_of(d), *other = NULL;
    gg_link_fit f = settings(12);
    outcome first = train(d, z, &mlp, &f);
    f.fit.threads = 2;
    outcome x = train(d, z, &mlp, &f);
    check_same(&x, &first);
    assert_int_equal(gg_tensor_new(GG_F64, 2, z->shape, &other, NULL), GG_OK);
    for (int64_t k = 0; k < gg_numel(z); k++)
        gg_set(other, k, ldexp(gg_get(z, k), -30));
    x = train(d, other, &mlp, &f);
    check_same(&x, &first);
    gg_tensor_free(other);
    gg_tensor_free(z);
    gg_dataset_free(d);
}

static bool stop_at_3(void *context, const gg_epoch *epoch)
{
    *(int64_t *)context = epoch->number;
    return epoch->number < 3;
}

static void progress_stops(void **state)
{
    (void)state;
    gg_dataset *d = generate(120);
    gg_tensor *z = words_of(d);
    gg_link_fit f = settings(12);
    int64_t last = 0;
    f.fit.progress = stop_at_3;
    f.fit.context = &last;
    outcome x = train(d, z, &mlp, &f);
    assert_int_equal(last, 3);
    assert_int_equal(x.result.epochs, 3);
    assert_true(x.result.stopped);
    gg_tensor_free(z);
    gg_dataset_free(d);
}

static void wrong_arguments(void **state)
{
    (void)state;
    gg_dataset *d = generate(120);
    gg_tensor *z = words_of(d), *short_one = NULL;
    gg_link_fit f = settings(2);
    outcome x;
    gg_error e;
    gg_link_decoder_options wrong = mlp;
    assert_int_equal(gg_tensor_new(GG_F32, 2, (int64_t[]){119, 4}, &short_one, NULL), GG_OK);
    assert_int_equal(gg_embedding_link(short_one, &mlp, &f, d, &x.valid, &x.test, &x.result, &e),
                     GG_ERR_SHAPE);
    assert_non_null(strstr(e.message, "120 rows, found (119x4)"));
    wrong.layers = 0;
    assert_int_equal(gg_embedding_link(z, &wrong, &f, d, &x.valid, &x.test, &x.result, &e),
                     GG_ERR_ARGUMENT);
    f.metric = "accuracy";
    assert_int_equal(gg_embedding_link(z, &mlp, &f, d, &x.valid, &x.test, &x.result, &e),
                     GG_ERR_ARGUMENT);
    gg_tensor_free(short_one);
    gg_tensor_free(z);
    gg_dataset_free(d);
}

typedef struct attempted {
    const gg_dataset *d;
    const gg_tensor *z;
} attempted;

static gg_status attempt(void *context, gg_error *e)
{
    const attempted *a = context;
    gg_link_fit f = settings(1);
    outcome x;
    return gg_embedding_link(a->z, &mlp, &f, a->d, &x.valid, &x.test, &x.result, e);
}

static void no_memory(void **state)
{
    (void)state;
    gg_dataset *d = generate(60);
    gg_tensor *z = words_of(d);
    check_every_allocation_fails(attempt, &(attempted){d, z});
    gg_tensor_free(z);
    gg_dataset_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_logistic_regression), cmocka_unit_test(learns),
        cmocka_unit_test(what_changes_nothing),   cmocka_unit_test(progress_stops),
        cmocka_unit_test(wrong_arguments),        cmocka_unit_test(no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
