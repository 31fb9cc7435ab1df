/* DGI and GRACE: their parts and losses against PyTorch, and what they make of graphs. */
#include "check_graph.h"
#include "check_layer.h"

#include "models.h"

#include "golden/contrastive.h"

#include <math.h>

/* ---- the golden world ---- */

static gg_csr *x, *whole, *views[2]; /* f64: the features; the graph's and its views' matrices */

static gg_csr *matrix_of(int64_t nodes, const int32_t *uv, size_t bytes)
{
    gg_graph *g;
    gg_csr *a;
    gg_pair_list edges =
        pairs_of((int64_t)(bytes / sizeof(int32_t[2])), (const int32_t(*)[2])(const void *)uv);
    assert_int_equal(gg_graph_new(nodes, &edges, &g, NULL), GG_OK);
    assert_int_equal(gg_graph_gcn_matrix(g, GG_F64, &a, NULL), GG_OK);
    gg_pair_list_free(&edges);
    gg_graph_free(g);
    return a;
}

static int set_up_world(void **state)
{
    x = sparse(GOLDEN_NODES, GOLDEN_FEATURES, golden_x);
    whole = matrix_of(GOLDEN_NODES, golden_edges, sizeof golden_edges);
    views[0] = matrix_of(GOLDEN_NODES, golden_view_0, sizeof golden_view_0);
    views[1] = matrix_of(GOLDEN_NODES, golden_view_1, sizeof golden_view_1);
    return set_up(state);
}

static int tear_down_world(void **state)
{
    gg_csr_free(x);
    gg_csr_free(whole);
    gg_csr_free(views[0]);
    gg_csr_free(views[1]);
    return tear_down(state);
}

/* Builds the parameters and gives them the generator's values. */
static void set_parameters(void)
{
    int64_t count = 0;
    build();
    for (int64_t k = 0; k < gg_params_count(params); k++) {
        gg_tensor *p = gg_params_at(params, k, NULL);
        for (int64_t i = 0; i < gg_numel(p); i++)
            gg_set(p, i, 0.7 * sin(1.7 * (double)count++ + 0.3));
    }
}

static void check_loss(gg_tensor *loss, double expected, const double *gradients, size_t bytes)
{
    gg_error e;
    double value;
    if (gg_value(tape, loss, &value, &e) || gg_backward(tape, loss, &e))
        fail_msg("%s", e.message);
    check("loss", 1, &value, &expected);
    assert_int_equal(gg_params_numel(params), bytes / sizeof *gradients);
    for (int64_t k = 0; k < gg_params_count(params); k++) {
        const char *name;
        const gg_tensor *p = gg_params_at(params, k, &name);
        check(name, gg_numel(p), p->grad, gradients);
        gradients += gg_numel(p);
    }
}

static void test_dgi_equals_pytorch(void **state)
{
    (void)state;
    gg_dgi m;
    gg_dgi_init(&m, params, GOLDEN_FEATURES, GOLDEN_HIDDEN);
    set_parameters();
    CHECK_VALUE(gg_dgi_forward(tape, &m, whole, x), golden_dgi_embedding);
    check_loss(gg_dgi_loss(tape, &m, whole, x, golden_order), *golden_dgi_loss,
               golden_dgi_gradients, sizeof golden_dgi_gradients);
}

static gg_tensor *mask(const double *values)
{
    gg_tensor *m = gg_empty(tape, 1, (int64_t[]){GOLDEN_FEATURES});
    set(m, values);
    return m;
}

static void check_grace(gg_grace_activation activation, const double *embedding, double loss,
                        const double *gradients, size_t bytes)
{
    gg_grace m;
    gg_grace_init(&m, params, GOLDEN_FEATURES, GOLDEN_HIDDEN, GOLDEN_PROJECTION, activation);
    set_parameters();
    gg_tensor *z1 = gg_grace_forward(tape, &m, views[0], x, mask(golden_mask_0));
    gg_tensor *z2 = gg_grace_forward(tape, &m, views[1], x, mask(golden_mask_1));
    CHECK_VALUE(z1, embedding);
    check_loss(gg_grace_loss(tape, &m, z1, z2, GOLDEN_TAU), loss, gradients, bytes);
}

static void test_grace_equals_pytorch(void **state)
{
    (void)state;
    check_grace(GG_GRACE_PRELU, golden_grace_prelu_embedding, *golden_grace_prelu_loss,
                golden_grace_prelu_gradients, sizeof golden_grace_prelu_gradients);
}

static void test_grace_with_relu_equals_pytorch(void **state)
{
    (void)state;
    check_grace(GG_GRACE_RELU, golden_grace_relu_embedding, *golden_grace_relu_loss,
                golden_grace_relu_gradients, sizeof golden_grace_relu_gradients);
}

/* ---- parts ---- */

static gg_csr *adjacency[2]; /* of a random graph, by dtype */

static void init_encoder(void *layer, gg_params *p)
{
    gg_prelu_gcn_init(layer, p, "gcn", 3, 4);
}
static gg_tensor *encoder(gg_tape *t, const void *layer, gg_tensor **in)
{
    const gg_prelu_gcn *l = layer;
    gg_tensor *product = gg_linear(t, in[0], l->conv.weight, NULL);
    return gg_prelu_gcn_forward(t, l, adjacency[gg_tape_dtype(t)], product);
}

static void init_discriminator(void *layer, gg_params *p)
{
    gg_discriminator_init(layer, p, "disc", 4);
}
static gg_tensor *discriminator(gg_tape *t, const void *layer, gg_tensor **in)
{
    gg_tensor *summary = gg_graph_summary(t, in[0]);
    return gg_discriminator_loss(t, gg_discriminator_forward(t, layer, in[0], summary),
                                 gg_discriminator_forward(t, layer, in[1], summary));
}

/* Gradients against differences, memory that runs out, and all else that layers are asked. */
static void test_parts(void **state)
{
    (void)state;
    gg_graph *g = random_graph(3, 6, 7);
    for (gg_dtype dtype = GG_F32; dtype <= GG_F64; dtype++)
        assert_int_equal(gg_graph_gcn_matrix(g, dtype, &adjacency[dtype], NULL), GG_OK);
    check_layer(gg_prelu_gcn, init_encoder, encoder, SHAPE(6, 3));
    check_layer(gg_discriminator, init_discriminator, discriminator, SHAPE(6, 4), SHAPE(6, 4));
    check_layer(gg_discriminator, init_discriminator, discriminator, SHAPE(1, 4), SHAPE(1, 4));
    check_layer_error(gg_discriminator, init_discriminator, discriminator,
                      "inner dimensions differ", SHAPE(6, 3), SHAPE(6, 3));
    gg_csr_free(adjacency[GG_F32]);
    gg_csr_free(adjacency[GG_F64]);
    gg_graph_free(g);
}

/* The discriminator starts as PyTorch's Bilinear does, PReLU at 1/4. */
static void test_initial_values(void **state)
{
    (void)state;
    gg_dgi m;
    gg_dgi_init(&m, params, 7, 20);
    build();
    double bound = sqrt(6.0 / (20 * 20 + 20)), largest = 0;
    for (int64_t i = 0; i < 400; i++)
        largest = fmax(largest, fabs(gg_get(m.discriminator.weight, i)));
    assert_true(largest <= bound && largest > 0.95 * bound);
    assert_true(gg_get(m.discriminator.bias, 0) == 0);
    assert_true(gg_get(m.encoder.slope, 0) == 0.25);
}

/* Every id once, and each about as often in each place. */
static void test_order(void **state)
{
    (void)state;
    enum { IDS = 6, DRAWS = 6000 };
    int counts[IDS][IDS] = {{0}};
    for (uint64_t draw = 0; draw < DRAWS; draw++) {
        int32_t order[IDS], seen = 0;
        gg_draw_order(gg_rng_new(draw), IDS, order);
        for (int i = 0; i < IDS; i++) {
            assert_true(order[i] >= 0 && order[i] < IDS);
            seen |= 1 << order[i];
            counts[i][order[i]]++;
        }
        assert_int_equal(seen, (1 << IDS) - 1);
    }
    for (int i = 0; i < IDS * IDS; i++) /* mean 1000, standard deviation 29 */
        assert_in_range(counts[i / IDS][i % IDS], 850, 1150);
}

static void test_mask(void **state)
{
    (void)state;
    double ones = 0;
    gg_tensor *m = gg_draw_mask(tape, 10000, 0.3, gg_rng_new(2));
    for (int64_t i = 0; i < 10000; i++) {
        assert_true(gg_get(m, i) == 0 || gg_get(m, i) == 1);
        ones += gg_get(m, i);
    }
    assert_true(fabs(ones - 7000) < 250); /* 46 is the standard deviation */
    for (int p = 0; p <= 1; p++)
        assert_true(gg_get(gg_draw_mask(tape, 1, p, gg_rng_new(3)), 0) == 1 - p);
}

/* The places with values are a graph, whose matrix this is. */
static void check_dropped(const gg_graph *g, const gg_csr *adj, double p, uint64_t seed)
{
    const gg_csr *a = gg_drop_edges(tape, adj, p, gg_rng_new(seed));
    gg_pair_list edges = {0};
    gg_graph *left;
    gg_csr *expected;
    assert_int_equal(gg_tape_status(tape, NULL), GG_OK);
    for (int32_t i = 0; i < a->rows; i++)
        for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++)
            if (i < a->col[k] && gg_csr_value(a, k) != 0)
                assert_int_equal(gg_pair_list_add(&edges, i, a->col[k], NULL), GG_OK);
    double mean = (1 - p) * (double)g->edges, deviation = sqrt(p * mean);
    assert_true(fabs((double)edges.count - mean) <= 5 * deviation);
    assert_int_equal(gg_graph_new(g->nodes, &edges, &left, NULL), GG_OK);
    assert_int_equal(gg_graph_gcn_matrix(left, GG_F64, &expected, NULL), GG_OK);
    assert_ptr_equal(a->transpose, a);
    for (int32_t i = 0; i < a->rows; i++)
        for (int64_t k = a->rowptr[i], m = expected->rowptr[i]; k < a->rowptr[i + 1]; k++) {
            bool there = m < expected->rowptr[i + 1] && expected->col[m] == a->col[k];
            double value = there ? gg_csr_value(expected, m++) : 0;
            assert_true(fabs(gg_csr_value(a, k) - value) < 1e-15);
        }
    gg_csr_free(expected);
    gg_graph_free(left);
    gg_pair_list_free(&edges);
}

static void test_drop_edges(void **state)
{
    (void)state;
    const double rates[] = {0, 0.2, 0.5, 0.9, 1};
    for (uint64_t seed = 0; seed < 20; seed++) {
        gg_csr *adj;
        gg_graph *g = random_graph(seed, 1 + (int32_t)(7 * seed), (int64_t)(30 * seed));
        assert_int_equal(gg_graph_gcn_matrix(g, GG_F64, &adj, NULL), GG_OK);
        check_dropped(g, adj, rates[seed % 5], seed);
        gg_csr_free(adj);
        gg_graph_free(g);
    }
    gg_error e;
    gg_drop_edges(tape, x, 0.5, gg_rng_new(1));
    assert_int_equal(gg_tape_status(tape, &e), GG_ERR_ARGUMENT);
    assert_string_equal(e.message, "drop_edges: the matrix is not symmetric");
}

/* ---- whole runs ---- */

typedef struct job {
    gg_embedding_source source;
    const char *method;
    gg_dgi_options dgi;
    gg_grace_options grace;
    int64_t epochs, stop_at; /* seen; 0: never */
    double first, last;      /* losses */
} job;

static bool watch(const gg_embedding_progress *p, void *context)
{
    job *j = context;
    assert_string_equal(p->what, "epoch");
    assert_int_equal(p->step, ++j->epochs);
    j->last = p->loss;
    if (p->step == 1)
        j->first = p->loss;
    return p->step != j->stop_at;
}

static job new_job(const char *method, const gg_graph *g, const gg_csr *features)
{
    job j = {{g, features, 5, 2, watch, NULL}, .method = method};
    j.dgi = gg_dgi_defaults();
    j.dgi.hidden = 8;
    j.dgi.epochs = 3;
    j.grace = gg_grace_defaults();
    j.grace.hidden = 8;
    j.grace.projection = 6;
    j.grace.epochs = 3;
    return j;
}

static gg_status run_job(job *j, gg_tensor **out, gg_error *e)
{
    j->source.context = j;
    j->epochs = 0;
    return strcmp(j->method, "dgi") == 0 ? gg_embed_dgi(&j->source, &j->dgi, out, e)
                                         : gg_embed_grace(&j->source, &j->grace, out, e);
}

static gg_tensor *must(job j)
{
    gg_error e;
    gg_tensor *z = NULL;
    if (run_job(&j, &z, &e))
        fail_msg("%s: %s", j.method, e.message);
    assert_int_equal(z->dtype, GG_F32);
    assert_int_equal(z->shape[0], j.source.graph->nodes);
    assert_int_equal(z->shape[1], 8);
    for (int64_t i = 0; i < gg_numel(z); i++)
        assert_true(isfinite(gg_get(z, i)));
    return z;
}

static bool same(gg_tensor *a, gg_tensor *b)
{
    bool equal = memcmp(a->data, b->data, (size_t)gg_numel(a) * sizeof(float)) == 0;
    gg_tensor_free(a);
    gg_tensor_free(b);
    return equal;
}

static const char *const methods[] = {"dgi", "grace"};

static gg_dataset *generate(int64_t nodes)
{
    gg_citation what = gg_citation_default();
    gg_dataset *d;
    what.nodes = nodes;
    what.edges = 2 * nodes;
    what.words = nodes / 2;
    assert_int_equal(gg_dataset_generate(&what, &d, NULL), GG_OK);
    return d;
}

static void test_same_bits(void **state)
{
    (void)state;
    gg_dataset *d = generate(600);
    for (int k = 0; k < 2; k++) {
        job one = new_job(methods[k], d->train, d->features), two = one;
        one.source.threads = 1;
        two.source.progress = NULL;
        assert_true(same(must(one), must(two)));
        two.source.seed++;
        assert_false(same(must(one), must(two)));
    }
    job part = new_job("grace", d->train, d->features), all = part;
    part.grace.batch = 500;
    all.grace.batch = 600;
    assert_false(same(must(part), must(all)));
    part.grace.batch = 0;
    assert_true(same(must(part), must(all)));
    part.grace.batch = 500;
    all = part;
    part.source.threads = 1;
    assert_true(same(must(part), must(all)));
    gg_dataset_free(d);
}

/* DGI tells its nodes from corrupted ones (a guess costs log 2), GRACE finds each among 1200. */
static void test_learns(void **state)
{
    (void)state;
    gg_dataset *d = generate(600);
    gg_tensor *z;
    gg_error e;
    job j = new_job("dgi", d->train, d->features);
    j.dgi.hidden = 64;
    j.dgi.epochs = 150;
    j.dgi.patience = 150;
    j.dgi.lr = 0.01;
    assert_int_equal(run_job(&j, &z, &e), GG_OK);
    gg_tensor_free(z);
    print_message("dgi: loss %.3f to %.3f\n", j.first, j.last);
    assert_true(fabs(j.first - log(2)) < 0.05 && j.last < 0.3);
    j = new_job("grace", d->train, d->features);
    j.grace.hidden = j.grace.projection = 32;
    j.grace.epochs = 100;
    j.grace.lr = 0.005;
    assert_int_equal(run_job(&j, &z, &e), GG_OK);
    gg_tensor_free(z);
    print_message("grace: loss %.3f to %.3f\n", j.first, j.last);
    assert_true(j.last < j.first - 1);
    gg_dataset_free(d);
}

/* With a rate that leads away from the minimum the first epoch is kept, and patience ends it. */
static void test_patience(void **state)
{
    (void)state;
    gg_dataset *d = generate(100);
    gg_tensor *z;
    job j = new_job("dgi", d->train, d->features);
    j.dgi.lr = 50;
    j.dgi.epochs = 100;
    j.dgi.patience = 4;
    assert_int_equal(run_job(&j, &z, NULL), GG_OK);
    assert_true(j.epochs < 100);
    gg_tensor_free(z);
    gg_dataset_free(d);
}

static void test_stops(void **state)
{
    (void)state;
    gg_dataset *d = generate(60);
    for (int k = 0; k < 2; k++) {
        gg_tensor *z = NULL;
        gg_error e;
        job j = new_job(methods[k], d->train, d->features);
        j.stop_at = 2;
        assert_int_equal(run_job(&j, &z, &e), GG_ERR_STATE);
        assert_string_equal(e.message, "embedding: stopped after epoch 2");
        assert_null(z);
        assert_int_equal(j.epochs, 2);
    }
    gg_dataset_free(d);
}

/* A node alone, graphs without an edge, and without features. */
static void test_small_graphs(void **state)
{
    (void)state;
    for (int32_t nodes = 1; nodes <= 5; nodes++)
        for (int64_t edges = 0; edges <= 6; edges += 3) {
            gg_graph *g = random_graph((uint64_t)nodes, nodes, edges);
            for (int k = 0; k < 2; k++)
                gg_tensor_free(must(new_job(methods[k], g, NULL)));
            job part = new_job("grace", g, NULL);
            part.grace.batch = 1;
            part.grace.drop_edges[0] = part.grace.drop_features[1] = 1;
            gg_tensor_free(must(part));
            gg_graph_free(g);
        }
}

static void test_by_name(void **state)
{
    (void)state;
    gg_dataset *d = generate(60);
    char text[300];
    for (int k = 0; k < 2; k++) {
        gg_tensor *z = NULL;
        gg_error e;
        job j = new_job(methods[k], d->train, d->features);
        j.stop_at = 1;
        j.source.context = &j;
        assert_int_equal(gg_embed(methods[k], &j.source, 8, &z, &e), GG_ERR_STATE);
        assert_int_equal(gg_embedding_settings(methods[k], 8, text, sizeof text, &e), GG_OK);
        assert_non_null(strstr(text, "hidden 8, "));
        assert_true(strlen(text) + 1 < sizeof text);
    }
    gg_dataset_free(d);
}

static void check_refused(job j, const char *message)
{
    gg_tensor *z;
    gg_error e;
    assert_int_equal(run_job(&j, &z, &e), GG_ERR_ARGUMENT);
    assert_string_equal(e.message, message);
}

static void test_errors(void **state)
{
    (void)state;
    gg_graph *g = random_graph(1, 5, 5);
    job j = new_job("dgi", g, NULL);
    j.dgi.hidden = 0;
    check_refused(j, "dgi: hidden 0, expected 1 to 65536");
    j.dgi.hidden = 1;
    j.dgi.patience = 0;
    check_refused(j, "dgi: 3 epochs, patience 0, expected 1 or more");
    j.dgi.patience = 1;
    j.dgi.lr = -1;
    check_refused(j, "optim: rate -1, expected 0 or more");
    j.source.threads = 0;
    check_refused(j, "embedding: 0 threads, expected at least 1");
    j = new_job("grace", g, NULL);
    j.grace.projection = 0;
    check_refused(j, "grace: hidden 8, projection 0, expected 1 to 65536");
    j = new_job("grace", g, NULL);
    j.grace.drop_features[1] = 1.5;
    check_refused(j, "grace: view 2 drops edges at 0.4 and features at 1.5, expected 0 to 1");
    j = new_job("grace", g, NULL);
    j.grace.batch = -1;
    check_refused(j, "grace: 3 epochs and batches of -1, expected at least 1 and 0");
    j = new_job("grace", g, NULL);
    j.grace.tau = 0;
    check_refused(j, "nt_xent: tau = 0, expected 0.025 to 1e6");
    gg_graph_free(g);
}

static gg_status attempt(void *context, gg_error *e)
{
    job *j = context;
    gg_tensor *z = NULL;
    gg_status status = run_job(j, &z, e);
    gg_tensor_free(z);
    return status;
}

static void test_allocation_failures(void **state)
{
    (void)state;
    gg_graph *g = random_graph(1, 9, 12);
    for (int k = 0; k < 2; k++) {
        job j = new_job(methods[k], g, NULL);
        j.grace.batch = 5;
        check_every_allocation_fails(attempt, &j);
    }
    gg_graph_free(g);
}

#define WORLD(test) cmocka_unit_test_setup_teardown(test, set_up_world, tear_down_world)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WORLD(test_dgi_equals_pytorch),
        WORLD(test_grace_equals_pytorch),
        WORLD(test_grace_with_relu_equals_pytorch),
        cmocka_unit_test(test_parts),
        LAYER(test_initial_values),
        cmocka_unit_test(test_order),
        LAYER(test_mask),
        WORLD(test_drop_edges),
        cmocka_unit_test(test_same_bits),
        cmocka_unit_test(test_learns),
        cmocka_unit_test(test_patience),
        cmocka_unit_test(test_stops),
        cmocka_unit_test(test_small_graphs),
        cmocka_unit_test(test_by_name),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_allocation_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
