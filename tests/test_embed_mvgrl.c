/* MVGRL against PyTorch, its gradients, the parts of large graphs, and its training. */
#include "check_graph.h"
#include "check_layer.h"
#include "mvgrl_parts.h"

#include "golden/embeddings_mvgrl.h"

/* ---- the model ---- */

/* The golden graph in one dtype. */
typedef struct golden_graph {
    gg_csr *adjacency, *diffusion, *features;
    gg_mvgrl_graph graph;
} golden_graph;

static gg_csr *golden_features(gg_dtype dtype)
{
    gg_csr *x = sparse(GOLDEN_NODES, GOLDEN_FEATURES, golden_x), *cast = NULL;
    assert_int_equal(gg_csr_cast(x, dtype, &cast, NULL), GG_OK);
    gg_csr_free(x);
    return cast;
}

/* The push without a tolerance worth the name, and all entries: numpy's inverse. */
static golden_graph golden_graph_of(gg_dtype dtype)
{
    golden_graph x = {.features = golden_features(dtype)};
    gg_pair_list p = pairs_of(GOLDEN_EDGES, golden_edge);
    gg_graph *g;
    assert_int_equal(gg_graph_new(GOLDEN_NODES, &p, &g, NULL), GG_OK);
    assert_int_equal(gg_graph_gcn_matrix(g, dtype, &x.adjacency, NULL), GG_OK);
    assert_int_equal(
        gg_graph_diffusion(g, GOLDEN_ALPHA, 1e-16, GOLDEN_NODES, dtype, 1, &x.diffusion, NULL),
        GG_OK);
    x.graph = (gg_mvgrl_graph){{x.adjacency, x.diffusion}, x.features};
    gg_graph_free(g);
    gg_pair_list_free(&p);
    return x;
}

static void golden_graph_free(golden_graph *x)
{
    gg_csr_free(x->adjacency);
    gg_csr_free(x->diffusion);
    gg_csr_free(x->features);
}

/* In the order in which they are registered. */
static void set_by_formula(const gg_params *p)
{
    int64_t count = 0;
    for (int64_t k = 0; k < gg_params_count(p); k++) {
        gg_tensor *x = gg_params_at(p, k, NULL);
        for (int64_t i = 0; i < gg_numel(x); i++, count++)
            gg_set(x, i, 0.6 * sin(1.3 * (double)count + 0.5));
    }
}

static void equals_pytorch(void **state)
{
    (void)state;
    golden_graph x = golden_graph_of(GG_F64);
    gg_mvgrl m;
    gg_mvgrl_init(&m, params, GOLDEN_FEATURES, GOLDEN_WIDTH);
    build();
    set_by_formula(params);
    gg_tensor *loss = gg_mvgrl_loss(tape, &m, &x.graph, golden_order);
    CHECK_VALUE(loss, golden_loss);
    gg_error e;
    if (gg_backward(tape, loss, &e))
        fail_msg("%s", e.message);
    int64_t at = 0;
    for (int64_t k = 0; k < gg_params_count(params); k++) {
        const char *name;
        const gg_tensor *p = gg_params_at(params, k, &name);
        check(name, gg_numel(p), p->grad, golden_gradients + at);
        at += gg_numel(p);
    }
    assert_int_equal(at, sizeof golden_gradients / sizeof *golden_gradients);
    CHECK_VALUE(gg_mvgrl_forward(tape, &m, &x.graph), golden_embedding);
    golden_graph_free(&x);
}

/* The graph of either dtype, for check_layer. */
static golden_graph both[2];

static void small_init(void *layer, gg_params *p)
{
    gg_mvgrl_init(layer, p, GOLDEN_FEATURES, 3);
}

static gg_tensor *small_loss(gg_tape *t, const void *layer, gg_tensor **x)
{
    return gg_mul(t, gg_mvgrl_loss(t, layer, &both[gg_tape_dtype(t)].graph, golden_order), x[0]);
}

static void gradients(void **state)
{
    (void)state;
    both[GG_F32] = golden_graph_of(GG_F32);
    both[GG_F64] = golden_graph_of(GG_F64);
    check_layer(gg_mvgrl, small_init, small_loss, SHAPE(1));
    golden_graph_free(&both[GG_F32]);
    golden_graph_free(&both[GG_F64]);
}

static void starts_as_theirs(void **state)
{
    (void)state;
    gg_mvgrl m;
    gg_mvgrl_init(&m, params, 9, 32);
    build();
    double largest = 0, bound = sqrt(6 / (32.0 * 32 + 32));
    for (int64_t i = 0; i < 32 * 32; i++)
        largest = fmax(largest, fabs(gg_get(m.discriminator.weight, i)));
    assert_true(largest <= bound * 1.001 && largest > 0.98 * bound);
    assert_true(gg_get(m.encoder[0].slope, 0) == 0.25 && gg_get(m.encoder[1].slope, 0) == 0.25);
    assert_true(gg_get(m.discriminator.bias, 0) == 0);
    assert_ptr_equal(gg_params_find(params, "gcn1.lin.weight"), m.encoder[0].conv.weight);
    assert_ptr_equal(gg_params_find(params, "gcn2.act.weight"), m.encoder[1].slope);
    assert_ptr_equal(gg_params_find(params, "disc.f_k.weight"), m.discriminator.weight);
}

/* ---- parts ---- */

/* Node i has feature i, so that a part tells whom it holds. */
static gg_csr *identity(int32_t n)
{
    int32_t *at = malloc(sizeof *at * (size_t)n);
    gg_csr *a = NULL;
    assert_non_null(at);
    for (int32_t i = 0; i < n; i++)
        at[i] = i;
    assert_int_equal(gg_csr_from_coo(n, n, n, at, at, NULL, GG_F32, &a, NULL), GG_OK);
    free(at);
    return a;
}

/* The place of entry (i, j), or -1. */
static int64_t place_of(const gg_csr *a, int32_t i, int32_t j)
{
    for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++)
        if (a->col[k] == j)
            return k;
    return -1;
}

static void check_part(const gg_csr *whole, const gg_csr *part, const int32_t *node, int32_t count)
{
    assert_int_equal(part->rows, count);
    assert_int_equal(part->cols, count);
    for (int32_t p = 0; p < count; p++)
        for (int32_t q = 0; q < count; q++) {
            int64_t there = place_of(whole, node[p], node[q]), here = place_of(part, p, q);
            assert_int_equal(there >= 0, here >= 0);
            assert_true(here < 0 || gg_csr_value(part, here) == gg_csr_value(whole, there));
        }
}

static void parts_are_induced(void **state)
{
    (void)state;
    enum { NODES = 90, COUNT = 25 };
    for (uint64_t seed = 0; seed < 6; seed++) {
        gg_graph *g = random_graph(seed, NODES, 60 + 20 * (int64_t)seed);
        gg_csr *adjacency, *diffusion, *features = identity(NODES);
        assert_int_equal(gg_graph_gcn_matrix(g, GG_F32, &adjacency, NULL), GG_OK);
        assert_int_equal(gg_graph_diffusion(g, 0.2, 1e-4, 9, GG_F32, 1, &diffusion, NULL), GG_OK);
        gg_mvgrl_graph all = {{adjacency, diffusion}, features};
        gg_mvgrl_part part = {0}, other = {0};
        assert_int_equal(gg_mvgrl_draw(&all, gg_rng_new(seed), COUNT, 6, &part, NULL), GG_OK);
        assert_int_equal(gg_csr_nnz(part.features), COUNT);
        assert_int_equal(part.features->cols, NODES);
        const int32_t *node = part.features->col;
        for (int p = 0; p < COUNT; p++)
            for (int q = 0; q < p; q++)
                assert_int_not_equal(node[p], node[q]);
        check_part(adjacency, part.view[0], node, COUNT);
        check_part(diffusion, part.view[1], node, COUNT);
        /* The first node was drawn, the second is the one that matters most to it. */
        if (diffusion->rowptr[node[0] + 1] - diffusion->rowptr[node[0]] > 1) {
            double nearest = gg_csr_value(diffusion, place_of(diffusion, node[0], node[1]));
            for (int64_t k = diffusion->rowptr[node[0]]; k < diffusion->rowptr[node[0] + 1]; k++)
                assert_true(diffusion->col[k] == node[0] || gg_csr_value(diffusion, k) <= nearest);
        }
        assert_int_equal(gg_mvgrl_draw(&all, gg_rng_new(seed + 99), COUNT, 6, &other, NULL), GG_OK);
        assert_memory_not_equal(node, other.features->col, COUNT * sizeof *node);
        gg_mvgrl_part_free(&part);
        gg_mvgrl_part_free(&other);
        gg_csr_free(adjacency);
        gg_csr_free(diffusion);
        gg_csr_free(features);
        gg_graph_free(g);
    }
}

/* ---- training ---- */

/* What is seen of a run. */
typedef struct watch {
    int64_t epochs, stop_after; /* 0: never */
    double first, last;         /* losses */
} watch;

static bool look(const gg_embedding_progress *p, void *context)
{
    watch *w = context;
    assert_string_equal(p->what, "epoch");
    assert_int_equal(p->step, ++w->epochs);
    assert_true(p->steps >= p->step && p->seconds >= 0);
    w->first = p->step == 1 ? p->loss : w->first;
    w->last = p->loss;
    return p->step != w->stop_after;
}

static gg_mvgrl_options small_options(int64_t dimensions, int64_t part)
{
    gg_mvgrl_options o = gg_mvgrl_defaults();
    o.hidden = dimensions;
    o.part_nodes = part;
    o.most = 16;
    o.epochs = 4;
    return o;
}

static gg_tensor *embed(const gg_embedding_source *s, const gg_mvgrl_options *o)
{
    gg_error e;
    gg_tensor *z = NULL;
    if (gg_embed_mvgrl(s, o, &z, &e))
        fail_msg("%s", e.message);
    assert_int_equal(z->rank, 2);
    assert_int_equal(z->shape[0], s->graph->nodes);
    assert_int_equal(z->shape[1], o->hidden);
    for (int64_t i = 0; i < gg_numel(z); i++)
        assert_true(isfinite(gg_get(z, i)));
    return z;
}

static bool same(const gg_tensor *a, const gg_tensor *b)
{
    return memcmp(a->data, b->data, (size_t)gg_numel(a) * sizeof(float)) == 0;
}

/* With parts of 30 nodes, and with the whole graph. */
static void same_bits(void **state)
{
    (void)state;
    gg_graph *g = random_graph(4, 700, 1500);
    for (int64_t part = 30; part <= 2000; part += 1970) {
        gg_mvgrl_options o = small_options(24, part);
        gg_embedding_source s = {.graph = g, .seed = 7, .threads = 1};
        gg_tensor *one = embed(&s, &o);
        s.threads = 2;
        gg_tensor *two = embed(&s, &o);
        s.seed = 8;
        gg_tensor *other = embed(&s, &o);
        assert_true(same(one, two));
        assert_false(same(one, other));
        gg_tensor_free(one);
        gg_tensor_free(two);
        gg_tensor_free(other);
    }
    gg_graph_free(g);
}

static void loss_falls(void **state)
{
    (void)state;
    gg_citation what = gg_citation_default();
    what.nodes = 600;
    what.edges = 1500;
    gg_dataset *d;
    assert_int_equal(gg_dataset_generate(&what, &d, NULL), GG_OK);
    for (int64_t part = 60; part <= 2000; part += 1940) {
        watch w = {0};
        gg_mvgrl_options o = small_options(32, part);
        o.epochs = 60;
        o.lr = 0.01;
        gg_embedding_source s = {d->train, d->features, 1, 2, look, &w};
        gg_tensor *z = embed(&s, &o);
        assert_true(fabs(w.first - log(2)) < 0.05); /* nothing is known yet */
        assert_true(w.last < 0.6 * w.first);
        gg_tensor_free(z);
    }
    gg_dataset_free(d);
}

static void can_be_stopped(void **state)
{
    (void)state;
    gg_graph *g = random_graph(4, 50, 100);
    watch w = {.stop_after = 3};
    gg_mvgrl_options o = small_options(4, 2000);
    gg_embedding_source s = {g, NULL, 1, 1, look, &w};
    gg_tensor *z = NULL;
    gg_error e = {0};
    assert_int_equal(gg_embed_mvgrl(&s, &o, &z, &e), GG_ERR_STATE);
    assert_non_null(strstr(e.message, "stopped after epoch 3"));
    assert_null(z);
    assert_int_equal(w.epochs, 3);
    gg_graph_free(g);
}

/* No edge, one node; features as wide as nothing; a graph without nodes. */
static void odd_graphs(void **state)
{
    (void)state;
    gg_error e = {0};
    gg_tensor *z = NULL;
    gg_mvgrl_options o = small_options(3, 5);
    for (int32_t n = 1; n <= 41; n += 40)
        for (int64_t m = 0; m <= 3; m += 3) {
            gg_graph *g = random_graph(1, n, m);
            gg_csr *none = NULL;
            gg_embedding_source s = {.graph = g, .seed = 1, .threads = 2};
            gg_tensor_free(embed(&s, &o));
            assert_int_equal(gg_csr_from_coo(n, 6, 0, NULL, NULL, NULL, GG_F32, &none, NULL),
                             GG_OK);
            s.features = none;
            gg_tensor_free(embed(&s, &o));
            gg_csr_free(none);
            gg_graph_free(g);
        }
    gg_pair_list empty = {0};
    gg_graph *g;
    assert_int_equal(gg_graph_new(0, &empty, &g, NULL), GG_OK);
    gg_embedding_source s = {.graph = g, .seed = 1, .threads = 2};
    assert_int_equal(gg_embed_mvgrl(&s, &o, &z, &e), GG_ERR_ARGUMENT);
    assert_non_null(strstr(e.message, "mvgrl: a graph without nodes"));
    gg_graph_free(g);
}

static void errors(void **state)
{
    (void)state;
    gg_graph *g = random_graph(1, 9, 9);
    gg_embedding_source s = {.graph = g, .seed = 1, .threads = 2};
    gg_error e = {0};
    gg_tensor *z = NULL;
    gg_mvgrl_options o = small_options(3, 5);
    o.parts = 0;
    assert_int_equal(gg_embed_mvgrl(&s, &o, &z, &e), GG_ERR_ARGUMENT);
    assert_non_null(strstr(e.message, "0 parts of 5 nodes"));
    o = small_options(0, 5);
    assert_int_equal(gg_embed_mvgrl(&s, &o, &z, &e), GG_ERR_ARGUMENT);
    o = small_options(3, 5);
    o.alpha = 2;
    assert_int_equal(gg_embed_mvgrl(&s, &o, &z, &e), GG_ERR_ARGUMENT);
    assert_non_null(strstr(e.message, "alpha 2"));
    gg_graph_free(g);
}

static void found_by_name(void **state)
{
    (void)state;
    gg_graph *g = random_graph(3, 40, 80);
    gg_embedding_source s = {.graph = g, .seed = 5, .threads = 2};
    gg_mvgrl_options o = gg_mvgrl_defaults();
    o.hidden = 6;
    gg_tensor *mine = embed(&s, &o), *named = NULL;
    assert_int_equal(gg_embed("mvgrl", &s, 6, &named, NULL), GG_OK);
    assert_true(same(mine, named));
    char text[512];
    assert_int_equal(gg_embedding_settings("mvgrl", 6, text, sizeof text, NULL), GG_OK);
    assert_non_null(strstr(text, "hidden 6, alpha 0.2"));
    gg_tensor_free(mine);
    gg_tensor_free(named);
    gg_graph_free(g);
}

typedef struct tiny {
    const gg_graph *graph;
    int64_t part;
} tiny;

static gg_status attempt(void *context, gg_error *e)
{
    const tiny *x = context;
    gg_mvgrl_options o = small_options(2, x->part);
    o.epochs = 2;
    o.parts = 2;
    gg_embedding_source s = {.graph = x->graph, .seed = 1, .threads = 2};
    gg_tensor *z = NULL;
    gg_status status = gg_embed_mvgrl(&s, &o, &z, e);
    gg_tensor_free(z);
    return status;
}

static void out_of_memory(void **state)
{
    (void)state;
    gg_graph *g = random_graph(2, 9, 12);
    for (int64_t part = 3; part <= 300; part += 297)
        check_every_allocation_fails(attempt, &(tiny){g, part});
    gg_graph_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LAYER(equals_pytorch),
        cmocka_unit_test(gradients),
        LAYER(starts_as_theirs),
        cmocka_unit_test(parts_are_induced),
        cmocka_unit_test(same_bits),
        cmocka_unit_test(loss_falls),
        cmocka_unit_test(can_be_stopped),
        cmocka_unit_test(odd_graphs),
        cmocka_unit_test(errors),
        cmocka_unit_test(found_by_name),
        cmocka_unit_test(out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
