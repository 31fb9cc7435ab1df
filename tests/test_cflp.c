/* CFLP: its forward pass, losses and gradients against PyTorch, and training end to end. */
#include "check.h"

#include "cflp.h"

#include "golden/cflp.h"
#include "golden/cflp_bundle.h"

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

typedef struct golden {
    gg_graph *graph;
    gg_csr *adj, *x;
    gg_cflp *model;
} golden;

static gg_csr *golden_features(void)
{
    int32_t row[GOLDEN_NODES * GOLDEN_FEATURES], col[GOLDEN_NODES * GOLDEN_FEATURES];
    double value[GOLDEN_NODES * GOLDEN_FEATURES];
    int64_t count = 0;
    for (int32_t i = 0; i < GOLDEN_NODES; i++)
        for (int32_t j = 0; j < GOLDEN_FEATURES; j++)
            if (golden_x[i * GOLDEN_FEATURES + j] != 0) {
                row[count] = i;
                col[count] = j;
                value[count++] = golden_x[i * GOLDEN_FEATURES + j];
            }
    gg_csr *x = NULL;
    assert_int_equal(
        gg_csr_from_coo(GOLDEN_NODES, GOLDEN_FEATURES, count, row, col, value, GG_F64, &x, NULL),
        GG_OK);
    return x;
}

static golden new_golden(int treatments)
{
    golden g = {0};
    gg_pair_list edges = {0};
    for (int k = 0; k < GOLDEN_EDGES; k++)
        assert_int_equal(gg_pair_list_add(&edges, golden_edge_u[k], golden_edge_v[k], NULL), GG_OK);
    assert_int_equal(gg_graph_new(GOLDEN_NODES, &edges, &g.graph, NULL), GG_OK);
    gg_pair_list_free(&edges);
    assert_int_equal(gg_graph_gcn_matrix(g.graph, GG_F64, &g.adj, NULL), GG_OK);
    g.x = golden_features();
    gg_cflp_options o = gg_cflp_defaults();
    o.encoder.hidden = o.decoder.hidden = GOLDEN_HIDDEN;
    o.encoder.dropout = o.decoder.dropout = 0;
    o.treatments = treatments;
    assert_int_equal(gg_cflp_new(&o, GOLDEN_FEATURES, GG_F64, &g.model, NULL), GG_OK);
    int64_t count = 0;
    for (int64_t k = 0; k < gg_params_count(g.model->params); k++) {
        gg_tensor *p = gg_params_at(g.model->params, k, NULL);
        for (int64_t i = 0; i < gg_numel(p); i++)
            gg_set(p, i, 0.6 * sin(1.3 * (double)count++ + 0.5));
    }
    return g;
}

static void free_golden(golden *g)
{
    gg_graph_free(g->graph);
    gg_csr_free(g->adj);
    gg_csr_free(g->x);
    gg_cflp_free(g->model);
}

static gg_tensor *constant(gg_tape *t, const double *values, int64_t count)
{
    gg_tensor *x = gg_empty(t, 1, &count);
    for (int64_t i = 0; i < count; i++)
        gg_set(x, i, values[i]);
    return x;
}

static void check_gradients(const gg_params *params, const double *expected, size_t bytes)
{
    int64_t at = 0;
    for (int64_t k = 0; k < gg_params_count(params); k++) {
        const char *name;
        gg_tensor *p = gg_params_at(params, k, &name);
        gg_tensor g = gg_tensor_view(GG_F64, p->rank, p->shape, p->grad);
        check_near(name, &g, expected + at, gg_numel(p));
        at += gg_numel(p);
    }
    assert_int_equal(at, bytes / sizeof *expected);
}

static void check_running(const gg_cflp *m)
{
    for (int k = 0; k < 3; k++) {
        check_near("running mean", m->encoder.bns[k].running_mean,
                   golden_running + 2 * k * GOLDEN_HIDDEN, GOLDEN_HIDDEN);
        check_near("running variance", m->encoder.bns[k].running_var,
                   golden_running + (2 * k + 1) * GOLDEN_HIDDEN, GOLDEN_HIDDEN);
    }
}

static void test_equals_pytorch(void **state)
{
    (void)state;
    golden g = new_golden(1);
    gg_error e;
    gg_tape *t;
    assert_int_equal(gg_tape_new(GG_F64, 2, &t, &e), GG_OK);
    gg_tape_set_training(t, true);
    gg_tensor *z = gg_link_encoder_forward(t, &g.model->encoder, g.adj, g.x, gg_rng_new(1));
    check_near("z", z, golden_z, GOLDEN_NODES * GOLDEN_HIDDEN);
    check_running(g.model);

    const gg_link_decoder *decoder = &g.model->decoder;
    gg_pairs pairs = {GOLDEN_PAIRS, golden_pair_u, golden_pair_v};
    gg_pairs factual = {GOLDEN_DISC, golden_factual_u, golden_factual_v};
    gg_pairs matched = {GOLDEN_DISC, golden_matched_u, golden_matched_v};
    gg_tensor *product = gg_link_decoder_product(t, decoder, z, &pairs);
    gg_tensor *logits = gg_link_decoder_logits(
        t, decoder, product, constant(t, golden_treatment, GOLDEN_PAIRS), gg_rng_new(2), 0);
    gg_tensor *cf_logits = gg_link_decoder_logits(
        t, decoder, product, constant(t, golden_cf_treatment, GOLDEN_PAIRS), gg_rng_new(3), 0);
    check_near("logits", logits, golden_logits, GOLDEN_PAIRS);
    check_near("counterfactual logits", cf_logits, golden_cf_logits, GOLDEN_PAIRS);

    const double *w = golden_weights; /* pos_weight, the counterfactual one, alpha, beta */
    gg_tensor *f = gg_cflp_outcome_loss(t, logits, constant(t, golden_outcome, GOLDEN_PAIRS), w[0],
                                        1.0 / GOLDEN_PAIRS);
    gg_tensor *cf = gg_cflp_outcome_loss(t, cf_logits, constant(t, golden_cf_outcome, GOLDEN_PAIRS),
                                         w[1], 1.0 / GOLDEN_PAIRS);
    gg_tensor *disc = gg_cflp_discrepancy_loss(t, GG_CFLP_MEAN, z, &factual, &matched);
    gg_tensor *loss = gg_add(t, f, gg_add(t, gg_scale(t, cf, w[2]), gg_scale(t, disc, w[3])));
    check_near("L_F", f, golden_losses, 1);
    check_near("L_CF", cf, golden_losses + 1, 1);
    check_near("L_disc", disc, golden_losses + 2, 1);
    check_near("loss", loss, golden_losses + 3, 1);
    assert_int_equal(gg_backward(t, loss, &e), GG_OK);
    check_gradients(g.model->params, golden_gradients, sizeof golden_gradients);

    gg_tape_reset(t);
    gg_tape_set_training(t, false);
    check_near("z in evaluation",
               gg_link_encoder_forward(t, &g.model->encoder, g.adj, g.x, gg_rng_new(1)),
               golden_z_eval, GOLDEN_NODES * GOLDEN_HIDDEN);
    gg_tape_free(t);
    free_golden(&g);
}

static gg_tensor *matrix(gg_tape *t, const double *values)
{
    return gg_reshape(t, constant(t, values, 2 * GOLDEN_PAIRS), 2, (int64_t[]){GOLDEN_PAIRS, 2});
}

/* Of two treatments: the losses' means over both. */
static void test_bundle_equals_pytorch(void **state)
{
    (void)state;
    golden g = new_golden(2);
    gg_error e;
    gg_tape *t;
    assert_int_equal(gg_tape_new(GG_F64, 2, &t, &e), GG_OK);
    gg_tape_set_training(t, true);
    gg_tensor *z = gg_link_encoder_forward(t, &g.model->encoder, g.adj, g.x, gg_rng_new(1));
    const gg_link_decoder *decoder = &g.model->decoder;
    gg_tile tile = {{GOLDEN_PAIRS, golden_pair_u, golden_pair_v}, 0};
    gg_pairs factual = {GOLDEN_DISC, golden_bundle_factual_u, golden_bundle_factual_v};
    gg_tensor *product = gg_link_decoder_product(t, decoder, z, &tile.pairs);
    gg_tensor *treatment = matrix(t, golden_bundle_treatment);
    gg_tensor *cf_treatment = matrix(t, golden_bundle_cf_treatment);
    const double *w = golden_weights;
    gg_tensor *logits = gg_link_decoder_logits(t, decoder, product, treatment, gg_rng_new(2), 0);
    gg_tensor *f = gg_cflp_outcome_loss(t, logits, constant(t, golden_outcome, GOLDEN_PAIRS), w[0],
                                        1.0 / GOLDEN_PAIRS);
    check_near("logits", logits, golden_bundle_logits, GOLDEN_PAIRS);
    gg_tensor *cf[2], *disc[2];
    for (int64_t k = 0; k < 2; k++) {
        gg_pairs matched = {GOLDEN_DISC, golden_bundle_matched_u + k * GOLDEN_DISC,
                            golden_bundle_matched_v + k * GOLDEN_DISC};
        gg_tensor *turned = cflp_turned(t, treatment, &tile, k, cf_treatment, 0);
        logits = gg_link_decoder_logits(t, decoder, product, turned, gg_rng_new(3), 0);
        check_near("counterfactual logits", logits, golden_bundle_cf_logits + k * GOLDEN_PAIRS,
                   GOLDEN_PAIRS);
        cf[k] = gg_cflp_outcome_loss(
            t, logits, constant(t, golden_bundle_cf_outcome + k * GOLDEN_PAIRS, GOLDEN_PAIRS),
            golden_bundle_cf_weights[k], 1.0 / GOLDEN_PAIRS);
        disc[k] = gg_cflp_discrepancy_loss(t, GG_CFLP_MEAN, z, &factual, &matched);
    }
    gg_tensor *l_cf = gg_scale(t, gg_add(t, cf[0], cf[1]), 0.5);
    gg_tensor *l_disc = gg_scale(t, gg_add(t, disc[0], disc[1]), 0.5);
    gg_tensor *loss = gg_add(t, f, gg_add(t, gg_scale(t, l_cf, w[2]), gg_scale(t, l_disc, w[3])));
    check_near("L_F", f, golden_bundle_losses, 1);
    check_near("L_CF", l_cf, golden_bundle_losses + 1, 1);
    check_near("L_disc", l_disc, golden_bundle_losses + 2, 1);
    check_near("loss", loss, golden_bundle_losses + 3, 1);
    assert_int_equal(gg_backward(t, loss, &e), GG_OK);
    check_gradients(g.model->params, golden_bundle_gradients, sizeof golden_bundle_gradients);
    gg_tape_free(t);
    free_golden(&g);
}

/* ---- training ---- */

typedef struct world {
    gg_dataset *d;
    gg_clustering *c;
    gg_treatment t;
    gg_matcher *matcher;
} world;

/* The features as the model sees them, dense, serve as the embedding. */
static gg_status new_world(world *w, const gg_citation *what, gg_error *e)
{
    *w = (world){0};
    gg_csr *normal = NULL;
    gg_tensor *embedding = NULL;
    gg_status status = gg_dataset_generate(what, &w->d, e);
    if (!status)
        status = gg_csr_normalize_rows(w->d->features, &normal, e);
    if (!status) {
        gg_csr_free(w->d->features);
        w->d->features = normal;
        int64_t shape[] = {w->d->nodes, normal->cols};
        status = gg_tensor_new(GG_F32, 2, shape, &embedding, e);
    }
    for (int64_t i = 0; !status && i < w->d->nodes; i++)
        for (int64_t k = normal->rowptr[i]; k < normal->rowptr[i + 1]; k++)
            gg_set(embedding, i * normal->cols + normal->col[k], gg_csr_value(normal, k));
    if (!status)
        status = gg_treatment_kcore(w->d->train, false, &w->c, e);
    if (!status) {
        w->t = gg_treatment_of_clustering(w->c);
        status =
            gg_matcher_new(w->d->train, &w->t, embedding, 30, GG_MATCH_EXACT, 1, &w->matcher, e);
    }
    gg_tensor_free(embedding);
    return status;
}

static void free_world(world *w)
{
    gg_dataset_free(w->d);
    gg_clustering_free(w->c);
    gg_matcher_free(w->matcher);
}

static gg_cflp_options small_options(void)
{
    gg_cflp_options o = gg_cflp_defaults();
    o.encoder.hidden = o.decoder.hidden = 32;
    o.neg_rate = 5;
    o.epochs = 4;
    o.epochs_ft = 2;
    o.tile_pairs = 64;
    return o;
}

static gg_cflp *train(const world *w, const gg_cflp_options *o, gg_cflp_callback callback,
                      void *context, gg_cflp_result *result)
{
    gg_error e;
    gg_cflp *m;
    if (gg_cflp_new(o, w->d->features->cols, GG_F32, &m, &e) ||
        gg_cflp_train(m, w->d, &w->t, &w->matcher, callback, context, result, &e))
        fail_msg("%s", e.message);
    return m;
}

static void test_same_bits_at_any_thread_count(void **state)
{
    (void)state;
    world w;
    gg_citation what = gg_citation_default();
    assert_int_equal(new_world(&w, &what, NULL), GG_OK);
    gg_cflp_options o = small_options();
    gg_cflp_result first, other;
    gg_cflp *one = train(&w, &o, NULL, NULL, &first);
    for (o.threads = 2; o.threads <= 3; o.threads++) {
        gg_cflp *many = train(&w, &o, NULL, NULL, &other);
        assert_memory_equal(&first.test, &other.test, sizeof first.test);
        for (int64_t k = 0; k < gg_params_count(one->params); k++) {
            const gg_tensor *a = gg_params_at(one->params, k, NULL);
            assert_memory_equal(a->data, gg_params_at(many->params, k, NULL)->data,
                                (size_t)gg_numel(a) * sizeof(float));
        }
        gg_cflp_free(many);
    }
    gg_cflp_free(one);
    free_world(&w);
}

typedef struct counts {
    check_heap *heap;
    int64_t epochs[16];
} counts;

static bool count_allocations(const gg_cflp_progress *p, void *context)
{
    counts *c = context;
    c->epochs[p->epoch - 1] = c->heap->total;
    return true;
}

/* Only the metrics of an epoch, which sort scores, ask for memory once training runs. */
static void test_steady_steps_make_no_allocation(void **state)
{
    (void)state;
    world w;
    gg_citation what = gg_citation_default();
    assert_int_equal(new_world(&w, &what, NULL), GG_OK);
    check_heap heap = {0};
    gg_allocator allocator = {check_heap_alloc, check_heap_free, &heap};
    gg_set_allocator(&allocator);
    double scores[4] = {1, 2, 3, 4};
    gg_metrics metrics;
    assert_int_equal(gg_metrics_compute(scores, 2, scores + 2, 2, &metrics, NULL), GG_OK);
    int64_t of_metrics = heap.total;
    gg_cflp_options o = small_options();
    o.epochs = 8;
    o.epochs_ft = 0;
    counts c = {&heap, {0}};
    gg_cflp_result result;
    gg_cflp_free(train(&w, &o, count_allocations, &c, &result));
    gg_set_allocator(NULL);
    for (int k = 3; k < 8; k++)
        assert_int_equal(c.epochs[k] - c.epochs[k - 1], of_metrics);
    assert_int_equal(heap.live, 0);
    free_world(&w);
}

static bool stop_at_second(const gg_cflp_progress *p, void *context)
{
    (void)context;
    return p->epoch < 2;
}

static void test_callback_stops(void **state)
{
    (void)state;
    world w;
    gg_citation what = gg_citation_default();
    assert_int_equal(new_world(&w, &what, NULL), GG_OK);
    gg_cflp_options o = small_options();
    gg_cflp_result result;
    gg_cflp_free(train(&w, &o, stop_at_second, NULL, &result));
    assert_true(result.stopped);
    assert_int_equal(result.epochs, 2);
    assert_int_equal(result.epochs_ft, 0);
    free_world(&w);
}

/* Common neighbours as scores: the heuristic to beat. */
static double common_neighbour_auc(const gg_dataset *d)
{
    gg_csr *common;
    assert_int_equal(gg_graph_common_neighbors(d->train, &common, NULL), GG_OK);
    const gg_pair_list *parts[] = {&d->split.test, &d->split.test_neg};
    double *scores[2];
    for (int s = 0; s < 2; s++) {
        scores[s] = calloc((size_t)parts[s]->count, sizeof **scores);
        for (int64_t k = 0; k < parts[s]->count; k++) {
            int32_t u = parts[s]->u[k], v = parts[s]->v[k];
            for (int64_t at = common->rowptr[u]; at < common->rowptr[u + 1]; at++)
                if (common->col[at] == v)
                    scores[s][k] = gg_csr_value(common, at);
        }
    }
    gg_metrics m;
    assert_int_equal(
        gg_metrics_compute(scores[0], parts[0]->count, scores[1], parts[1]->count, &m, NULL),
        GG_OK);
    free(scores[0]);
    free(scores[1]);
    gg_csr_free(common);
    return m.auc;
}

/* On the generated graph: well above the heuristic. Predictions and effects are what they say. */
static void test_learns(void **state)
{
    (void)state;
    world w;
    gg_citation what = gg_citation_default();
    assert_int_equal(new_world(&w, &what, NULL), GG_OK);
    gg_cflp_options o = small_options();
    o.encoder.hidden = o.decoder.hidden = 64;
    o.neg_rate = 10;
    o.epochs = 60;
    o.epochs_ft = 10;
    gg_cflp_result result;
    gg_cflp *m = train(&w, &o, NULL, NULL, &result);
    double heuristic = common_neighbour_auc(w.d);
    print_message("CFLP %.3f, common neighbours %.3f\n", result.test.auc, heuristic);
    assert_true(result.test.auc > heuristic + 0.1);
    assert_true(result.best_epoch >= 1 && result.best_epoch <= result.epochs);

    const gg_pair_list *test = &w.d->split.test;
    gg_pairs pairs = {test->count, test->u, test->v};
    double *probability = calloc((size_t)pairs.count, sizeof(double));
    double *ite = calloc((size_t)pairs.count, sizeof(double));
    assert_int_equal(gg_cflp_predict(m, w.d, &w.t, &pairs, probability, ite, NULL), GG_OK);
    for (int64_t k = 0; k < pairs.count; k++) {
        assert_true(probability[k] > 0 && probability[k] < 1);
        /* one of g(z, 1) and g(z, 0) is the probability itself, the other lies in (0, 1) */
        int treated = gg_treated(w.c, pairs.u[k], pairs.v[k]);
        double other = treated ? probability[k] - ite[k] : probability[k] + ite[k];
        assert_true(other > 0 && other < 1);
    }
    free(probability);
    free(ite);
    gg_cflp_free(m);
    free_world(&w);
}

/* Batches of unequal size where non-links are scarce: the rate is one for all of them. */
static void test_scarce_negatives(void **state)
{
    (void)state;
    world w;
    gg_citation what = gg_citation_default();
    what.nodes = 40;
    what.edges = 300;
    what.words = 20;
    assert_int_equal(new_world(&w, &what, NULL), GG_OK);
    gg_cflp_options o = small_options();
    o.neg_rate = 50;
    o.batch_size = w.d->split.train.count * 2 / 3;
    gg_cflp_result result;
    gg_cflp_free(train(&w, &o, NULL, NULL, &result));
    assert_int_equal(result.epochs, o.epochs);
    free_world(&w);
}

static bool in_list(const gg_pair_list *list, int32_t i, int32_t j)
{
    for (int64_t k = 0; k < list->count; k++)
        if ((list->u[k] == i && list->v[k] == j) || (list->u[k] == j && list->v[k] == i))
            return true;
    return false;
}

static bool in_split(const gg_split *s, int32_t i, int32_t j)
{
    return in_list(&s->train, i, j) || in_list(&s->valid, i, j) || in_list(&s->valid_neg, i, j) ||
           in_list(&s->test, i, j) || in_list(&s->test_neg, i, j);
}

/* Effects against sums over all pairs, one at a time. */
static void test_effects(void **state)
{
    (void)state;
    world w;
    gg_citation what = gg_citation_default();
    what.nodes = 60;
    what.edges = 150;
    assert_int_equal(new_world(&w, &what, NULL), GG_OK);
    gg_cflp_options o = small_options();
    gg_cflp_result result;
    gg_cflp *m = train(&w, &o, NULL, NULL, &result);
    int64_t found = 0, positive = 0, effect = 0, count = 0, split_count = 0;
    double estimated = 0, of_split = 0;
    for (int32_t i = 0; i < 60; i++)
        for (int32_t j = i + 1; j < 60; j++) {
            gg_match match = gg_matcher_find(w.matcher, i, j);
            double probability, ite;
            gg_pairs pair = {1, &i, &j};
            assert_int_equal(gg_cflp_predict(m, w.d, &w.t, &pair, &probability, &ite, NULL), GG_OK);
            estimated += ite;
            count++;
            if (!match.found)
                continue;
            if (in_split(&w.d->split, i, j)) {
                split_count++;
                of_split += ite;
            }
            int link = gg_csr_has(w.d->train->adjacency, i, j);
            found++;
            positive += match.cf_label;
            effect += match.treatment ? link - match.cf_label : match.cf_label - link;
        }
    gg_cflp_effects effects;
    gg_cflp_estimates ate;
    assert_int_equal(gg_cflp_observe(w.d, w.matcher, 2, &effects, NULL), GG_OK);
    assert_int_equal(gg_cflp_estimate(m, w.d, &w.t, &w.matcher, &ate, NULL), GG_OK);
    assert_int_equal(effects.pairs, count);
    assert_int_equal(effects.found, found);
    assert_int_equal(effects.positive, positive);
    assert_true(fabs(effects.ate_obs - (double)effect / (double)found) < 1e-15);
    assert_true(fabs(ate.ate_est_all - estimated / (double)count) < 1e-6);
    assert_true(split_count > 0 && split_count < found);
    assert_true(fabs(ate.ate_est - of_split / (double)split_count) < 1e-6);
    assert_int_equal(gg_cflp_estimate(m, w.d, &w.t, NULL, &ate, NULL), GG_OK);
    assert_true(isnan(ate.ate_est) && fabs(ate.ate_est_all - estimated / (double)count) < 1e-6);
    gg_cflp_free(m);
    free_world(&w);
}

static void test_errors(void **state)
{
    (void)state;
    gg_error e;
    gg_cflp *m;
    gg_cflp_options o = small_options();
    o.metric = "accuracy";
    assert_int_equal(gg_cflp_new(&o, 10, GG_F32, &m, &e), GG_ERR_ARGUMENT);
    assert_string_equal(e.message, "cflp: unknown metric 'accuracy'");
    o = small_options();
    o.encoder.layers = 99;
    assert_int_equal(gg_cflp_new(&o, 10, GG_F32, &m, &e), GG_ERR_ARGUMENT);
    o = small_options();
    world w;
    gg_citation what = gg_citation_default();
    what.nodes = 60;
    what.edges = 150;
    assert_int_equal(new_world(&w, &what, NULL), GG_OK);
    gg_cflp_result result;
    assert_int_equal(gg_cflp_new(&o, w.d->features->cols + 1, GG_F32, &m, &e), GG_OK);
    assert_int_equal(gg_cflp_train(m, w.d, &w.t, &w.matcher, NULL, NULL, &result, &e),
                     GG_ERR_SHAPE);
    gg_cflp_free(m);
    assert_int_equal(gg_cflp_new(&o, w.d->features->cols, GG_F32, &m, &e), GG_OK);
    assert_int_equal(gg_cflp_train(m, w.d, &w.t, NULL, NULL, NULL, &result, &e), GG_ERR_ARGUMENT);
    assert_string_equal(e.message, "cflp: alpha or beta is positive, but no matcher is given");
    gg_cflp_free(m);
    free_world(&w);
}

/* A data set whose split was forgotten has no training graph. */
static void test_no_split(void **state)
{
    (void)state;
    gg_error e;
    gg_cflp *m;
    gg_cflp_result result;
    gg_cflp_effects effects;
    gg_tensor *z = NULL;
    world w;
    gg_citation what = gg_citation_default();
    what.nodes = 60;
    what.edges = 150;
    assert_int_equal(new_world(&w, &what, NULL), GG_OK);
    gg_graph *train = w.d->train;
    w.d->train = NULL;
    gg_cflp_options o = small_options();
    o.encoder.conv = GG_LINK_SAGE;
    o.encoder.mean = GG_LINK_NEIGHBORS;
    assert_int_equal(gg_cflp_new(&o, w.d->features->cols, GG_F32, &m, NULL), GG_OK);
    gg_csr *adjacency = NULL;
    assert_int_equal(gg_link_encoder_matrix(&m->encoder, NULL, GG_F32, &adjacency, &e),
                     GG_ERR_ARGUMENT);
    assert_string_equal(e.message, "link encoder: there is no graph: gg_dataset_split makes a data "
                                   "set's train");
    assert_int_equal(gg_cflp_train(m, w.d, &w.t, &w.matcher, NULL, NULL, &result, &e),
                     GG_ERR_ARGUMENT);
    assert_string_equal(e.message,
                        "cflp: there is no graph: gg_dataset_split makes a data set's train");
    assert_int_equal(gg_cflp_observe(w.d, w.matcher, 1, &effects, &e), GG_ERR_ARGUMENT);
    gg_embedding_source source = {.features = w.d->features, .threads = 1};
    for (int k = 0; gg_embedding_name(k); k++) {
        char key[65];
        assert_int_equal(gg_embed(gg_embedding_name(k), &source, 4, &z, &e), GG_ERR_ARGUMENT);
        assert_int_equal(gg_embedding_key(gg_embedding_name(k), &source, 4, key, &e),
                         GG_ERR_ARGUMENT);
    }
    w.d->train = train;
    gg_cflp_free(m);
    free_world(&w);
}

static gg_status attempt(void *context, gg_error *e)
{
    const gg_citation *what = context;
    world w;
    gg_cflp *m = NULL;
    gg_cflp_result result;
    gg_cflp_estimates ate;
    gg_cflp_effects effects;
    gg_cflp_options o = small_options();
    o.encoder.hidden = o.decoder.hidden = 4;
    o.epochs = o.epochs_ft = 1;
    gg_status status = new_world(&w, what, e);
    if (!status)
        status = gg_cflp_new(&o, w.d->features->cols, GG_F32, &m, e);
    if (!status)
        status = gg_cflp_train(m, w.d, &w.t, &w.matcher, NULL, NULL, &result, e);
    if (!status)
        status = gg_cflp_observe(w.d, w.matcher, 1, &effects, e);
    if (!status)
        status = gg_cflp_estimate(m, w.d, &w.t, &w.matcher, &ate, e);
    gg_cflp_free(m);
    free_world(&w);
    return status;
}

static void test_allocation_failures(void **state)
{
    (void)state;
    gg_citation what = gg_citation_default();
    what.nodes = 30;
    what.edges = 60;
    what.words = 20;
    check_every_allocation_fails(attempt, &what);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equals_pytorch),
        cmocka_unit_test(test_bundle_equals_pytorch),
        cmocka_unit_test(test_same_bits_at_any_thread_count),
        cmocka_unit_test(test_steady_steps_make_no_allocation),
        cmocka_unit_test(test_callback_stops),
        cmocka_unit_test(test_learns),
        cmocka_unit_test(test_scarce_negatives),
        cmocka_unit_test(test_effects),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_no_split),
        cmocka_unit_test(test_allocation_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
