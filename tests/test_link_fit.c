/* Training of link predictors that a program brings itself (gg_link_fit). */
#include "check.h"

#include "models.h"

#include <math.h>

typedef struct model {
    gg_gcn a, b;
    gg_mlp decoder;
    double dropout, penalty;
    const gg_dataset *d;
    gg_csr *adjacency, *features;
    gg_params *params;
    gg_pair_list others; /* every non-link there is to draw */
} model;

static gg_dataset *generate(int64_t nodes, int64_t edges)
{
    gg_citation what = gg_citation_default();
    gg_dataset *d = NULL;
    what.nodes = nodes;
    what.edges = edges;
    what.words = nodes / 2;
    assert_int_equal(gg_dataset_generate(&what, &d, NULL), GG_OK);
    return d;
}

static gg_status new_model(model *m, const gg_dataset *d, gg_dtype dtype, gg_error *e)
{
    const int64_t widths[] = {8, 8, 1};
    *m = (model){.d = d};
    gg_status status = gg_graph_gcn_matrix(d->train, dtype, &m->adjacency, e);
    if (!status)
        status = gg_csr_cast(d->features, dtype, &m->features, e);
    if (!status)
        status = gg_params_new(dtype, &m->params, e);
    if (status)
        return status;
    gg_gcn_init(&m->a, m->params, "a", d->features->cols, 16);
    gg_gcn_init(&m->b, m->params, "b", 16, 8);
    gg_mlp_init(&m->decoder, m->params, "decoder", 2, widths, 0.5, true);
    return gg_params_build(m->params, gg_rng_new(1), e);
}

static void free_model(model *m)
{
    gg_pair_list_free(&m->others);
    gg_csr_free(m->adjacency);
    gg_csr_free(m->features);
    gg_params_free(m->params);
}

static gg_tensor *encode(void *context, gg_tape *t, gg_rng rng)
{
    const model *m = context;
    gg_tensor *h = gg_elu(t, gg_gcn_forward_sparse(t, &m->a, m->adjacency, m->features));
    h = gg_dropout(t, h, m->dropout, gg_rng_fork(rng, 0), 0);
    return gg_gcn_forward(t, &m->b, m->adjacency, h);
}

static gg_tensor *decode(void *context, gg_tape *t, gg_tensor *z, const gg_tile *tile, gg_rng rng)
{
    const model *m = context;
    return gg_mlp_forward(t, &m->decoder, gg_hadamard_pairs(t, z, &tile->pairs), rng, tile->first);
}

static gg_link_fit settings(model *m, int64_t epochs)
{
    gg_link_fit f = gg_link_fit_defaults();
    f.fit.epochs = epochs;
    f.fit.context = m;
    f.encode = encode;
    return f;
}

/* ---- against the whole batch at once ---- */

static gg_tensor *products(gg_tape *t, gg_tensor *z, const gg_pair_list *list)
{
    gg_pairs pairs = gg_pairs_of(list);
    return gg_sum(t, gg_hadamard_pairs(t, z, &pairs), 1);
}

static gg_tensor *penalty(void *context, gg_tape *t, gg_tensor *z)
{
    return gg_scale(t, gg_mean(t, gg_square(t, z), GG_ALL), ((const model *)context)->penalty);
}

/* -log sigmoid(x) = softplus(-x) for links, softplus(x) for the others */
static gg_tensor *batch_loss(void *context, gg_tape *t, gg_rng rng)
{
    const model *m = context;
    const gg_pair_list *links = &m->d->split.train;
    gg_tensor *z = encode(context, t, rng);
    gg_tensor *on = gg_sum(t, gg_softplus(t, gg_neg(t, products(t, z, links))), GG_ALL);
    gg_tensor *off = gg_sum(t, gg_softplus(t, products(t, z, &m->others)), GG_ALL);
    gg_tensor *loss = gg_scale(t, gg_add(t, on, off), 1 / (double)(links->count + m->others.count));
    return m->penalty > 0 ? gg_add(t, loss, penalty(context, t, z)) : loss;
}

/* With all non-links in every batch nothing is left to chance. */
static void test_equals_whole_batch(void **state)
{
    (void)state;
    gg_dataset *d = generate(60, 120);
    for (int none = 0; none <= 1; none++) {
        model m[2];
        gg_error e;
        gg_negatives *negatives;
        gg_trainer_result result;
        for (int k = 0; k < 2; k++)
            if (new_model(&m[k], d, GG_F64, &e))
                fail_msg("%s", e.message);
        assert_int_equal(gg_negatives_new(d, &negatives, &e), GG_OK);
        int64_t count = none ? 0 : gg_negatives_available(negatives);
        assert_int_equal(gg_pair_list_resize(&m[1].others, count, &e), GG_OK);
        assert_int_equal(
            gg_negatives_draw(negatives, gg_rng_new(9), count, m[1].others.u, m[1].others.v, &e),
            GG_OK);
        gg_negatives_free(negatives);

        gg_link_fit f = settings(&m[0], 1);
        f.neg_rate = none ? 0 : 1e6;
        f.fit.optim = gg_optim_defaults(GG_OPTIM_SGD); /* Adam takes any scale of a gradient */
        f.fit.schedule.lr = 0.5;
        f.fit.clip = none ? 0.01 : 0;
        f.penalty = none ? NULL : penalty;
        m[0].penalty = m[1].penalty = none ? 0 : 0.3;
        gg_fit whole = f.fit;
        whole.loss = batch_loss;
        whole.context = &m[1];
        for (int epoch = 0; epoch < 5; epoch++) /* one a run: no epoch is thrown away */
            if (gg_link_fit_run(&f, m[0].params, d, &result, &e) ||
                gg_fit_run(&whole, m[1].params, &result, &e))
                fail_msg("%s", e.message);
        for (int64_t k = 0; k < gg_params_count(m[0].params); k++) {
            const gg_tensor *x = gg_params_at(m[0].params, k, NULL);
            const gg_tensor *y = gg_params_at(m[1].params, k, NULL);
            for (int64_t i = 0; i < gg_numel(x); i++)
                if (!(fabs(gg_get(x, i) - gg_get(y, i)) < 1e-9))
                    fail_msg("parameter %lld, element %lld: %.12g, expected %.12g", (long long)k,
                             (long long)i, gg_get(x, i), gg_get(y, i));
        }
        free_model(&m[0]);
        free_model(&m[1]);
    }
    gg_dataset_free(d);
}

static gg_tensor *table(void *context, gg_tape *t, gg_rng rng)
{
    (void)t, (void)rng;
    return gg_params_at(((model *)context)->params, 0, NULL);
}

static gg_tensor *copied_table(void *context, gg_tape *t, gg_rng rng)
{
    return gg_scale(t, table(context, t, rng), 1);
}

/* Embeddings that are parameters themselves learn as those that an op makes. */
static void test_table_of_embeddings(void **state)
{
    (void)state;
    gg_dataset *d = generate(60, 120);
    for (int penalised = 0; penalised <= 1; penalised++) {
        model m[2];
        gg_error e;
        gg_trainer_result result;
        double first = 0;
        for (int k = 0; k < 2; k++) {
            m[k] = (model){.d = d, .penalty = 0.1};
            assert_int_equal(gg_params_new(GG_F32, &m[k].params, &e), GG_OK);
            gg_tensor *z =
                gg_params_add(m[k].params, "z", 2, (int64_t[]){d->nodes, 16}, GG_INIT_GLOROT, 0);
            assert_int_equal(gg_params_build(m[k].params, gg_rng_new(1), &e), GG_OK);
            first = gg_get(z, 0);
            gg_link_fit f = settings(&m[k], 5);
            f.encode = k ? copied_table : table;
            f.penalty = penalised ? penalty : NULL;
            if (gg_link_fit_run(&f, m[k].params, d, &result, &e))
                fail_msg("%s", e.message);
        }
        const gg_tensor *z = gg_params_at(m[0].params, 0, NULL);
        assert_memory_equal(z->data, gg_params_at(m[1].params, 0, NULL)->data,
                            (size_t)gg_numel(z) * sizeof(float));
        assert_true(gg_get(z, 0) != first);
        free_model(&m[0]);
        free_model(&m[1]);
    }
    gg_dataset_free(d);
}

/* ---- what comes out ---- */

static void test_learns(void **state)
{
    (void)state;
    gg_dataset *d = generate(600, 1500);
    const gg_split *s = &d->split;
    for (int decoder = 0; decoder <= 1; decoder++) {
        model m;
        gg_error e;
        gg_trainer_result result;
        gg_metrics valid, test, ignored, counting;
        if (new_model(&m, d, GG_F32, &e))
            fail_msg("%s", e.message);
        m.dropout = 0.3;
        gg_link_fit f = settings(&m, 60);
        f.score = decoder ? decode : NULL;
        f.metric = decoder ? "ap" : "auc";
        if (gg_link_fit_run(&f, m.params, d, &result, &e) ||
            gg_link_fit_metrics(&f, m.params, &s->valid, &s->valid_neg, &valid, &e) ||
            gg_link_fit_metrics(&f, m.params, &s->test, &s->test_neg, &test, &e) ||
            gg_heuristic_link(GG_COMMON_NEIGHBORS, d, 1, &ignored, &counting, &e))
            fail_msg("%s", e.message);
        print_message("model %.3f, common neighbours %.3f\n", test.auc, counting.auc);
        assert_true(test.auc > counting.auc + 0.08);
        assert_true(result.score == (decoder ? valid.ap : valid.auc)); /* the best epoch's */
        free_model(&m);
    }
    gg_dataset_free(d);
}

static void test_scores(void **state)
{
    (void)state;
    gg_dataset *d = generate(60, 120);
    gg_pairs pairs = gg_pairs_of(&d->split.test);
    model m;
    gg_error e;
    gg_tape *t;
    double *score = calloc((size_t)pairs.count, sizeof *score);
    assert_int_equal(new_model(&m, d, GG_F64, &e), GG_OK);
    gg_link_fit f = settings(&m, 1);
    for (int decoder = 0; decoder <= 1; decoder++) {
        f.score = decoder ? decode : NULL;
        assert_int_equal(gg_link_fit_scores(&f, m.params, &pairs, score, &e), GG_OK);
        assert_int_equal(gg_tape_new(GG_F64, 1, &t, &e), GG_OK);
        gg_tensor *z = encode(&m, t, gg_rng_new(0));
        gg_tile all = {.pairs = pairs};
        gg_tensor *expected =
            decoder ? decode(&m, t, z, &all, gg_rng_new(0)) : products(t, z, &d->split.test);
        assert_int_equal(gg_tape_status(t, &e), GG_OK);
        for (int64_t k = 0; k < pairs.count; k++)
            assert_true(fabs(score[k] - gg_get(expected, k)) < 1e-12);
        gg_tape_free(t);
    }
    const int32_t u[] = {0, 1, 2}, v[] = {1, 2, 60};
    score[0] = 7;
    assert_int_equal(gg_link_fit_scores(&f, m.params, &(gg_pairs){3, u, v}, score, &e),
                     GG_ERR_ARGUMENT);
    assert_string_equal(e.message, "link fit: pair 2 is (2, 60), of 60 nodes");
    assert_int_equal(gg_link_fit_scores(&f, m.params, &(gg_pairs){.count = 3}, score, &e),
                     GG_ERR_ARGUMENT);
    assert_string_equal(e.message, "link fit: there are no ids");
    assert_true(score[0] == 7);
    free(score);
    free_model(&m);
    gg_dataset_free(d);
}

static gg_tensor *constant_penalty(void *context, gg_tape *t, gg_tensor *z)
{
    (void)context, (void)z;
    return gg_full(t, 1, (int64_t[]){1}, 0.25);
}

static gg_tensor *no_penalty(void *context, gg_tape *t, gg_tensor *z)
{
    (void)context, (void)t, (void)z;
    return NULL;
}

/* A penalty that nothing trained moves only adds its value. */
static void test_penalties_without_gradient(void **state)
{
    (void)state;
    gg_dataset *d = generate(60, 120);
    for (int frozen = 0; frozen <= 1; frozen++) {
        model m[2];
        gg_error e;
        gg_trainer_result result;
        for (int k = 0; k < 2; k++) {
            assert_int_equal(new_model(&m[k], d, GG_F32, &e), GG_OK);
            m[k].penalty = 0.1;
            gg_link_fit f = settings(&m[k], 3);
            f.score = decode;
            if (frozen)
                for (int layer = 0; layer < 2; layer++)
                    gg_params_freeze(m[k].params, layer ? "a" : "b", true);
            if (k)
                f.penalty = frozen ? penalty : constant_penalty;
            if (gg_link_fit_run(&f, m[k].params, d, &result, &e))
                fail_msg("%s", e.message);
        }
        for (int64_t k = 0; k < gg_params_count(m[0].params); k++) {
            const gg_tensor *x = gg_params_at(m[0].params, k, NULL);
            assert_memory_equal(x->data, gg_params_at(m[1].params, k, NULL)->data,
                                (size_t)gg_numel(x) * sizeof(float));
        }
        gg_link_fit f = settings(&m[0], 3);
        f.penalty = no_penalty;
        assert_int_equal(gg_link_fit_run(&f, m[0].params, d, &result, &e), GG_ERR_ARGUMENT);
        assert_string_equal(e.message, "link fit: penalty returned NULL");
        free_model(&m[0]);
        free_model(&m[1]);
    }
    gg_dataset_free(d);
}

static void test_same_bits_at_any_thread_count(void **state)
{
    (void)state;
    gg_dataset *d = generate(600, 1500);
    model m[3];
    gg_error e;
    gg_trainer_result result[3];
    for (int k = 0; k < 3; k++) {
        assert_int_equal(new_model(&m[k], d, GG_F32, &e), GG_OK);
        m[k].dropout = k < 2 ? 0.5 : 0;
        gg_link_fit f = settings(&m[k], 5);
        f.score = decode;
        f.neg_rate = 2.5;
        f.fit.threads = k == 0 ? 1 : 2;
        if (gg_link_fit_run(&f, m[k].params, d, &result[k], &e))
            fail_msg("%s", e.message);
    }
    assert_true(result[0].score == result[1].score);
    assert_true(result[0].score != result[2].score); /* what is dropped matters */
    for (int64_t k = 0; k < gg_params_count(m[0].params); k++) {
        const gg_tensor *x = gg_params_at(m[0].params, k, NULL);
        assert_memory_equal(x->data, gg_params_at(m[1].params, k, NULL)->data,
                            (size_t)gg_numel(x) * sizeof(float));
    }
    for (int k = 0; k < 3; k++)
        free_model(&m[k]);
    gg_dataset_free(d);
}

static bool stop(void *context, const gg_epoch *epoch)
{
    assert_non_null(((model *)context)->params);
    assert_true(epoch->lr == 0.01 && epoch->loss > 0);
    return epoch->number < 3;
}

static void test_progress_stops(void **state)
{
    (void)state;
    gg_dataset *d = generate(60, 120);
    model m;
    gg_error e;
    gg_trainer_result result;
    assert_int_equal(new_model(&m, d, GG_F32, &e), GG_OK);
    gg_link_fit f = settings(&m, 10);
    f.fit.progress = stop;
    assert_int_equal(gg_link_fit_run(&f, m.params, d, &result, &e), GG_OK);
    assert_true(result.stopped && result.epochs == 3);
    free_model(&m);
    gg_dataset_free(d);
}

/* ---- what goes wrong ---- */

static gg_tensor *encode_not(void *context, gg_tape *t, gg_rng rng)
{
    (void)context, (void)rng;
    return gg_tape_fail(t, GG_ERR_IO, "no features today");
}

static gg_tensor *encode_null(void *context, gg_tape *t, gg_rng rng)
{
    (void)context, (void)t, (void)rng;
    return NULL;
}

static void test_errors(void **state)
{
    (void)state;
    gg_dataset *d = generate(60, 120);
    model m;
    gg_error e;
    assert_int_equal(new_model(&m, d, GG_F32, &e), GG_OK);
#define CASE(change, code, text)                                                                   \
    do {                                                                                           \
        gg_dataset data = *d;                                                                      \
        gg_trainer_result result;                                                                  \
        gg_link_fit f = settings(&m, 2);                                                           \
        change;                                                                                    \
        assert_int_equal(gg_link_fit_run(&f, m.params, &data, &result, &e), code);                 \
        assert_string_equal(e.message, text);                                                      \
    } while (0)
    CASE(data.train = NULL, GG_ERR_ARGUMENT,
         "link fit: the data set has no split (gg_dataset_split)");
    CASE(f.neg_rate = NAN, GG_ERR_ARGUMENT, "link fit: neg_rate nan, expected 0 to 1e6");
    CASE(f.neg_rate = -1, GG_ERR_ARGUMENT, "link fit: neg_rate -1, expected 0 to 1e6");
    CASE(f.metric = NULL, GG_ERR_ARGUMENT, "link fit: unknown metric ''");
    CASE(f.metric = "acc", GG_ERR_ARGUMENT, "link fit: unknown metric 'acc'");
    CASE(f.encode = NULL, GG_ERR_ARGUMENT, "link fit: there is no function to encode by");
    CASE(f.encode = encode_not, GG_ERR_IO, "no features today");
    CASE(f.encode = encode_null, GG_ERR_ARGUMENT, "link fit: encode returned NULL");
    CASE(f.fit.epochs = 0, GG_ERR_ARGUMENT, "link fit: 0 epochs, expected 1 or more");
    CASE(f.fit.patience = 0, GG_ERR_ARGUMENT,
         "trainer: 2 epochs, patience 0, expected 0 and 1 at least");
#undef CASE
    gg_link_fit f = settings(&m, 2);
    gg_pairs pairs = gg_pairs_of(&d->split.test);
    gg_metrics metrics;
    double score[200];
    f.encode = encode_not;
    assert_int_equal(gg_link_fit_scores(&f, m.params, &pairs, score, &e), GG_ERR_IO);
    assert_int_equal(
        gg_link_fit_metrics(&f, m.params, &d->split.test, &d->split.test_neg, &metrics, &e),
        GG_ERR_IO);
    free_model(&m);
    gg_dataset_free(d);
}

static gg_status attempt(void *context, gg_error *e)
{
    const gg_dataset *d = context;
    model m;
    gg_trainer_result result;
    gg_metrics metrics;
    double score[200];
    gg_pairs pairs = gg_pairs_of(&d->split.test);
    gg_status status = new_model(&m, d, GG_F32, e);
    gg_link_fit f = settings(&m, 1);
    f.score = decode;
    if (!status)
        status = gg_link_fit_run(&f, m.params, d, &result, e);
    if (!status)
        status = gg_link_fit_scores(&f, m.params, &pairs, score, e);
    if (!status)
        status = gg_link_fit_metrics(&f, m.params, &d->split.test, &d->split.test_neg, &metrics, e);
    free_model(&m);
    return status;
}

static void test_allocation_failures(void **state)
{
    (void)state;
    gg_dataset *d = generate(30, 60);
    check_every_allocation_fails(attempt, d);
    gg_dataset_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equals_whole_batch),
        cmocka_unit_test(test_table_of_embeddings),
        cmocka_unit_test(test_learns),
        cmocka_unit_test(test_scores),
        cmocka_unit_test(test_penalties_without_gradient),
        cmocka_unit_test(test_same_bits_at_any_thread_count),
        cmocka_unit_test(test_progress_stops),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_allocation_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
