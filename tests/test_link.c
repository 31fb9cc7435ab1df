/* Link predictors: encoders and decoders of all kinds against PyTorch, plain graph networks, and
 * heuristics. */
#include "check.h"

#include "models.h"

#include "golden/link.h"

#include <math.h>

static void check_near(const char *what, const gg_tensor *x, const double *expected, int64_t count)
{
    assert_int_equal(gg_numel(x), count);
    for (int64_t i = 0; i < count; i++)
        if (!(fabs(gg_get(x, i) - expected[i]) <= 1e-12 * fmax(1, fabs(expected[i]))))
            fail_msg("%s, element %lld: %.17g, expected %.17g", what, (long long)i, gg_get(x, i),
                     expected[i]);
}

/* ---- against PyTorch ---- */

typedef struct kind {
    gg_link_encoder_options encoder;
    gg_link_decoder_options decoder;
    bool treated;
    const double *logits, *gradients;
    size_t gradient_bytes;
} kind;

#define GOLDEN(k) golden_logits_##k, golden_gradients_##k, sizeof golden_gradients_##k

static const kind kinds[] = {
    {{GG_LINK_SAGE, GG_LINK_WITH_SELF, GG_JK_MEAN, 2, GOLDEN_HIDDEN, GG_LINK_NO_NORM, GG_LINK_RELU,
      0},
     {GG_LINK_CONCAT, 3, GOLDEN_HIDDEN, 0},
     true,
     GOLDEN(0)},
    {{GG_LINK_SAGE, GG_LINK_NEIGHBORS, GG_JK_MAX, 3, GOLDEN_HIDDEN, GG_LINK_BATCH_NORM, GG_LINK_ELU,
      0},
     {GG_LINK_INNER, 2, GOLDEN_HIDDEN, 0},
     true,
     GOLDEN(1)},
    {{GG_LINK_GCN, GG_LINK_WITH_SELF, GG_JK_CONCAT, 2, GOLDEN_HIDDEN, GG_LINK_NO_NORM, GG_LINK_RELU,
      0},
     {GG_LINK_HADAMARD, 1, GOLDEN_HIDDEN, 0},
     false,
     GOLDEN(2)},
    {{GG_LINK_GCN, GG_LINK_WITH_SELF, GG_JK_SUM, 3, GOLDEN_HIDDEN, GG_LINK_NO_NORM, GG_LINK_ELU, 0},
     {GG_LINK_CONCAT, 2, GOLDEN_HIDDEN, 0},
     false,
     GOLDEN(3)},
    {{GG_LINK_GCN, GG_LINK_WITH_SELF, GG_JK_NONE, 2, GOLDEN_HIDDEN, GG_LINK_BATCH_NORM, GG_LINK_ELU,
      0},
     {GG_LINK_HADAMARD, 2, GOLDEN_HIDDEN, 0},
     true,
     GOLDEN(4)},
};

typedef struct world {
    gg_graph *graph;
    gg_csr *x;
} world;

static world new_world(void)
{
    world w = {0};
    gg_pair_list edges = {0};
    int32_t row[GOLDEN_NODES * GOLDEN_FEATURES], col[GOLDEN_NODES * GOLDEN_FEATURES];
    double value[GOLDEN_NODES * GOLDEN_FEATURES];
    int64_t count = 0;
    for (int k = 0; k < GOLDEN_EDGES; k++)
        assert_int_equal(gg_pair_list_add(&edges, golden_edge_u[k], golden_edge_v[k], NULL), GG_OK);
    assert_int_equal(gg_graph_new(GOLDEN_NODES, &edges, &w.graph, NULL), GG_OK);
    gg_pair_list_free(&edges);
    for (int32_t i = 0; i < GOLDEN_NODES * GOLDEN_FEATURES; i++)
        if (golden_x[i] != 0) {
            row[count] = i / GOLDEN_FEATURES;
            col[count] = i % GOLDEN_FEATURES;
            value[count++] = golden_x[i];
        }
    assert_int_equal(
        gg_csr_from_coo(GOLDEN_NODES, GOLDEN_FEATURES, count, row, col, value, GG_F64, &w.x, NULL),
        GG_OK);
    return w;
}

static void check_kind(const world *w, const kind *k)
{
    gg_error e;
    gg_params *params;
    gg_link_encoder encoder;
    gg_link_decoder decoder;
    gg_csr *adj;
    gg_tape *t;
    assert_int_equal(gg_params_new(GG_F64, &params, NULL), GG_OK);
    gg_link_encoder_init(&encoder, params, "encoder", &k->encoder, GOLDEN_FEATURES);
    gg_link_decoder_init(&decoder, params, "decoder", &k->decoder, encoder.out, k->treated);
    if (gg_params_build(params, gg_rng_new(1), &e) ||
        gg_link_encoder_matrix(&encoder, w->graph, GG_F64, &adj, &e) ||
        gg_tape_new(GG_F64, 2, &t, &e))
        fail_msg("%s", e.message);
    int64_t count = 0;
    for (int64_t p = 0; p < gg_params_count(params); p++) {
        gg_tensor *x = gg_params_at(params, p, NULL);
        for (int64_t i = 0; i < gg_numel(x); i++)
            gg_set(x, i, 0.7 * sin(1.7 * (double)count++ + 0.3));
    }
    gg_tape_set_training(t, true);
    gg_pairs pairs = {GOLDEN_PAIRS, golden_pair_u, golden_pair_v};
    gg_tensor *treatment = gg_empty(t, 1, &pairs.count);
    gg_tensor *seed = gg_empty(t, 2, (int64_t[]){pairs.count, 1});
    for (int64_t i = 0; i < pairs.count; i++) {
        gg_set(treatment, i, golden_treatment[i]);
        gg_set(seed, i, golden_weights[i]);
    }
    gg_tensor *z = gg_link_encoder_forward(t, &encoder, adj, w->x, gg_rng_new(2));
    gg_tensor *product = gg_link_decoder_product(t, &decoder, z, &pairs);
    gg_tensor *logits = gg_link_decoder_logits(t, &decoder, product, k->treated ? treatment : NULL,
                                               gg_rng_new(3), 0);
    check_near("logits", logits, k->logits, GOLDEN_PAIRS);
    if (gg_backward_from(t, logits, seed, &e))
        fail_msg("%s", e.message);
    assert_int_equal(count, k->gradient_bytes / sizeof(double));
    const double *expected = k->gradients;
    for (int64_t p = 0; p < gg_params_count(params); p++) {
        const char *name;
        gg_tensor *x = gg_params_at(params, p, &name);
        gg_tensor gradient = gg_tensor_view(GG_F64, x->rank, x->shape, x->grad);
        check_near(name, &gradient, expected, gg_numel(x));
        expected += gg_numel(x);
    }
    gg_tape_free(t);
    gg_csr_free(adj);
    gg_params_free(params);
}

static void test_equals_pytorch(void **state)
{
    (void)state;
    world w = new_world();
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        check_kind(&w, &kinds[k]);
    gg_graph_free(w.graph);
    gg_csr_free(w.x);
}

/* ---- a plain graph network ---- */

static gg_dataset *generate(void)
{
    gg_citation what = gg_citation_default();
    gg_dataset *d;
    what.nodes = 600;
    what.edges = 1500;
    what.words = 300;
    assert_int_equal(gg_dataset_generate(&what, &d, NULL), GG_OK);
    return d;
}

static void test_gnn_link(void **state)
{
    (void)state;
    gg_error e;
    gg_dataset *d = generate();
    gg_cflp_options o = gg_gnn_link_defaults();
    o.encoder.hidden = o.decoder.hidden = 32;
    o.neg_rate = 5;
    o.epochs = 60;
    gg_cflp *m;
    gg_cflp_result result;
    gg_metrics valid, test;
    if (gg_cflp_new(&o, d->features->cols, GG_F32, &m, &e) ||
        gg_cflp_train(m, d, NULL, NULL, NULL, NULL, &result, &e) ||
        gg_heuristic_link(GG_COMMON_NEIGHBORS, d, 1, &valid, &test, &e))
        fail_msg("%s", e.message);
    print_message("graph network %.3f, common neighbours %.3f\n", result.test.auc, test.auc);
    assert_true(result.test.auc > test.auc + 0.05);
    assert_int_equal(m->decoder.mlp.layer[0].in, 32); /* no column for a treatment */

    double p, ite;
    gg_pairs pair = {1, d->split.test.u, d->split.test.v};
    assert_int_equal(gg_cflp_predict(m, d, NULL, &pair, &p, NULL, &e), GG_OK);
    assert_true(p > 0 && p < 1);
    assert_int_equal(gg_cflp_predict(m, d, NULL, &pair, &p, &ite, &e), GG_ERR_ARGUMENT);
    assert_string_equal(e.message, "cflp: a model without treatment has no effects");
    gg_cflp_estimates ate;
    assert_int_equal(gg_cflp_estimate(m, d, NULL, NULL, &ate, &e), GG_ERR_ARGUMENT);
    gg_cflp_free(m);
    o.alpha = 1;
    assert_int_equal(gg_cflp_new(&o, d->features->cols, GG_F32, &m, &e), GG_ERR_ARGUMENT);
    assert_string_equal(e.message, "cflp: alpha and beta must be 0 without a treatment");
    gg_dataset_free(d);
}

/* A fresh decoder whose epochs score less than training's is taken all the same. */
static void test_decoder_anew(void **state)
{
    (void)state;
    gg_error e;
    gg_dataset *d = generate();
    gg_cflp_result result[2];
    for (int anew = 0; anew <= 1; anew++) {
        gg_cflp_options o = gg_gnn_link_defaults();
        o.encoder.hidden = o.decoder.hidden = 16;
        o.epochs = 60;
        o.epochs_ft = 1;
        o.lr_ft = 1e-9; /* fine-tuning as good as stands still */
        o.decoder_start = anew ? GG_CFLP_ANEW : GG_CFLP_KEEP;
        gg_cflp *m;
        if (gg_cflp_new(&o, d->features->cols, GG_F32, &m, &e) ||
            gg_cflp_train(m, d, NULL, NULL, NULL, NULL, &result[anew], &e))
            fail_msg("%s", e.message);
        gg_cflp_free(m);
    }
    assert_int_equal(result[0].best_epoch, result[1].best_epoch);
    assert_int_equal(result[1].best_epoch_ft, 1);
    assert_true(result[0].valid.auc > result[1].valid.auc);
    gg_dataset_free(d);
}

/* ---- all parts that the default leaves out ---- */

static gg_cflp_options other_options(void)
{
    gg_cflp_options o = gg_cflp_defaults();
    o.encoder = (gg_link_encoder_options){.conv = GG_LINK_SAGE,
                                          .mean = GG_LINK_NEIGHBORS,
                                          .jk = GG_JK_LSTM,
                                          .layers = 2,
                                          .hidden = 8,
                                          .activation = GG_LINK_RELU,
                                          .dropout = 0.3};
    o.decoder = (gg_link_decoder_options){GG_LINK_CONCAT, 3, 8, 0.5};
    o.disc = GG_CFLP_SINKHORN;
    o.disc_pairs = 20;
    o.epochs = 2;
    o.epochs_ft = 1;
    o.decoder_start = GG_CFLP_ANEW;
    o.schedule = "sgdr";
    o.clock = GG_CFLP_EPOCHS;
    o.balance = GG_CFLP_PLAIN;
    return o;
}

static gg_status train(const gg_dataset *d, const gg_cflp_options *o, gg_cflp **m,
                       gg_cflp_result *result, gg_error *e)
{
    gg_clustering *c = NULL;
    gg_matcher *matcher = NULL;
    gg_tensor *embedding = NULL;
    gg_status status = gg_treatment_louvain(d->train, 1, &c, e);
    if (!status)
        status = gg_tensor_new(GG_F32, 2, (int64_t[]){d->nodes, 2}, &embedding, e);
    for (int64_t i = 0; !status && i < 2 * d->nodes; i++)
        gg_set(embedding, i, gg_rng_normal(gg_rng_new(3), (uint64_t)i));
    gg_treatment t = {0};
    if (!status) {
        t = gg_treatment_of_clustering(c);
        status = gg_matcher_new(d->train, &t, embedding, 30, GG_MATCH_EXACT, 1, &matcher, e);
    }
    if (!status)
        status = gg_cflp_new(o, d->features->cols, GG_F32, m, e);
    if (!status)
        status = gg_cflp_train(*m, d, &t, &matcher, NULL, NULL, result, e);
    gg_tensor_free(embedding);
    gg_matcher_free(matcher);
    gg_clustering_free(c);
    return status;
}

static void test_same_bits_at_any_thread_count(void **state)
{
    (void)state;
    gg_dataset *d = generate();
    gg_cflp_options o = other_options();
    gg_cflp *m[2];
    gg_cflp_result result[2];
    gg_error e;
    for (int k = 0; k < 2; k++) {
        o.threads = k + 1;
        if (train(d, &o, &m[k], &result[k], &e))
            fail_msg("%s", e.message);
    }
    assert_memory_equal(&result[0].test, &result[1].test, sizeof result[0].test);
    for (int64_t k = 0; k < gg_params_count(m[0]->params); k++) {
        const gg_tensor *a = gg_params_at(m[0]->params, k, NULL);
        assert_memory_equal(a->data, gg_params_at(m[1]->params, k, NULL)->data,
                            (size_t)gg_numel(a) * sizeof(float));
    }
    gg_cflp_free(m[0]);
    gg_cflp_free(m[1]);
    gg_dataset_free(d);
}

static gg_status attempt(void *context, gg_error *e)
{
    gg_cflp_options o = other_options();
    gg_cflp *m = NULL;
    gg_cflp_result result;
    gg_metrics valid, test;
    o.epochs = 1;
    gg_status status = train(context, &o, &m, &result, e);
    gg_cflp_free(m);
    return status ? status
                  : gg_heuristic_link(GG_RESOURCE_ALLOCATION, context, 1, &valid, &test, e);
}

static void test_allocation_failures(void **state)
{
    (void)state;
    gg_citation what = gg_citation_default();
    gg_dataset *d;
    what.nodes = 30;
    what.edges = 60;
    what.words = 20;
    assert_int_equal(gg_dataset_generate(&what, &d, NULL), GG_OK);
    check_every_allocation_fails(attempt, d);
    gg_dataset_free(d);
}

/* ---- heuristics ---- */

static void test_heuristic(void **state)
{
    (void)state;
    gg_dataset *d = generate();
    const gg_split *s = &d->split;
    const gg_pair_list *parts[] = {&s->test, &s->test_neg};
    double *scores[2];
    for (int k = 0; k < 2; k++) {
        scores[k] = calloc((size_t)parts[k]->count, sizeof **scores);
        assert_int_equal(gg_score_heuristic(GG_ADAMIC_ADAR, d->train, parts[k], 1, scores[k], NULL),
                         GG_OK);
    }
    gg_metrics expected, valid, test;
    assert_int_equal(
        gg_metrics_compute(scores[0], parts[0]->count, scores[1], parts[1]->count, &expected, NULL),
        GG_OK);
    assert_int_equal(gg_heuristic_link(GG_ADAMIC_ADAR, d, 2, &valid, &test, NULL), GG_OK);
    assert_memory_equal(&test, &expected, sizeof test);
    assert_true(valid.auc > 0.5 && valid.auc < 1);
    free(scores[0]);
    free(scores[1]);
    gg_dataset_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equals_pytorch),
        cmocka_unit_test(test_gnn_link),
        cmocka_unit_test(test_decoder_anew),
        cmocka_unit_test(test_same_bits_at_any_thread_count),
        cmocka_unit_test(test_allocation_failures),
        cmocka_unit_test(test_heuristic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
