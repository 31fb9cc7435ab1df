/* Layers over a graph against PyTorch: values and gradients in f64. */
#include "check_layer.h"
#include "golden/nn_gin_relu.h"
#include "golden/nn_message_passing.h"

static void test_sage(void **state)
{
    (void)state;
    gg_sage l;
    gg_sage_init(&l, params, "conv", 5, 4);
    build();
    assert_ptr_equal(gg_params_find(params, "conv.lin_l.weight"), l.left.weight);
    assert_ptr_equal(gg_params_find(params, "conv.lin_l.bias"), l.left.bias);
    assert_ptr_equal(gg_params_find(params, "conv.lin_r.weight"), l.right.weight);
    assert_int_equal(gg_params_count(params), 3);
    set(l.left.weight, sage_wl);
    set(l.left.bias, sage_bl);
    set(l.right.weight, sage_wr);
    gg_csr *adj = sparse(6, 6, sage_a), *features = sparse(6, 5, sage_x);
    gg_tensor *x = leaf(6, 5, sage_x), *y = gg_sage_forward(tape, &l, adj, x);
    CHECK_VALUE(y, sage_y);
    backward(y, sage_seed);
    CHECK_GRAD(x, sage_dx);
    for (int sparsely = 0; sparsely < 2; sparsely++) {
        CHECK_GRAD(l.left.weight, sage_dwl);
        CHECK_GRAD(l.left.bias, sage_dbl);
        CHECK_GRAD(l.right.weight, sage_dwr);
        gg_params_zero_grad(params);
        y = gg_sage_forward_sparse(tape, &l, adj, features);
        CHECK_VALUE(y, sage_y);
        backward(y, sage_seed);
    }
    gg_csr_free(adj);
    gg_csr_free(features);
}

/* Wider than its input it takes the means first, narrower last: the same. */
static void test_sage_widths(void **state)
{
    (void)state;
    gg_sage narrow, wide;
    gg_sage_init(&narrow, params, "narrow", 5, 4);
    gg_sage_init(&wide, params, "wide", 5, 8);
    build();
    memcpy(wide.left.weight->data, narrow.left.weight->data, 4 * 5 * sizeof(double));
    memcpy(wide.left.bias->data, narrow.left.bias->data, 4 * sizeof(double));
    memcpy(wide.right.weight->data, narrow.right.weight->data, 4 * 5 * sizeof(double));
    gg_csr *adj = sparse(6, 6, sage_a);
    gg_tensor *x = leaf(6, 5, sage_x);
    gg_tensor *a = gg_sage_forward(tape, &narrow, adj, x),
              *b = gg_sage_forward(tape, &wide, adj, x);
    assert_int_equal(gg_tape_status(tape, NULL), GG_OK);
    for (int i = 0; i < 6; i++)
        check("row", 4, (const double *)b->data + 8 * i, (const double *)a->data + 4 * i);
    gg_csr_free(adj);
}

typedef struct gat_case {
    bool concat;
    const double *a, *x, *w, *source, *target, *b, *y, *seed, *dx, *dw, *dsource, *dtarget, *db;
} gat_case;

#define GAT_CASE(is_concat, name)                                                                  \
    {                                                                                              \
        is_concat, name##_a, name##_x, name##_w, name##_source, name##_target, name##_b, name##_y, \
            name##_seed, name##_dx, name##_dw, name##_dsource, name##_dtarget, name##_db           \
    }

static void check_gat_gradients(const gg_gat *l, const gat_case *c)
{
    CHECK_GRAD(l->weight, c->dw);
    CHECK_GRAD(l->source, c->dsource);
    CHECK_GRAD(l->target, c->dtarget);
    CHECK_GRAD(l->bias, c->db);
}

static void check_gat(const gat_case *c)
{
    gg_gat l;
    gg_gat_init(&l, params, "conv", 5, 3, 2, c->concat, 0);
    build();
    assert_int_equal(l.out, c->concat ? 6 : 3);
    assert_ptr_equal(gg_params_find(params, "conv.lin.weight"), l.weight);
    assert_ptr_equal(gg_params_find(params, "conv.att_src"), l.source);
    assert_ptr_equal(gg_params_find(params, "conv.att_dst"), l.target);
    assert_ptr_equal(gg_params_find(params, "conv.bias"), l.bias);
    set(l.weight, c->w);
    set(l.source, c->source);
    set(l.target, c->target);
    set(l.bias, c->b);
    gg_csr *adj = sparse(6, 6, c->a), *features = sparse(6, 5, c->x);
    gg_tensor *x = leaf(6, 5, c->x), *y = gg_gat_forward(tape, &l, adj, x, gg_rng_new(1));
    CHECK_VALUE(y, c->y);
    backward(y, c->seed);
    CHECK_GRAD(x, c->dx);
    check_gat_gradients(&l, c);
    gg_params_zero_grad(params);
    y = gg_gat_forward_sparse(tape, &l, adj, features, gg_rng_new(1));
    CHECK_VALUE(y, c->y);
    backward(y, c->seed);
    check_gat_gradients(&l, c);
    gg_csr_free(adj);
    gg_csr_free(features);
}

static void test_gat_concat(void **state)
{
    (void)state;
    check_gat(&(gat_case)GAT_CASE(true, gat_concat));
}

static void test_gat_mean(void **state)
{
    (void)state;
    check_gat(&(gat_case)GAT_CASE(false, gat_mean));
}

/* With heads that share alike and rows of ones, an output is the number of kept shares out of what
 * the row has, doubled where half of them are dropped. */
static void test_gat_dropout(void **state)
{
    (void)state;
    enum { NODES = 8, HEADS = 200 };
    static double ones[NODES * NODES], x[NODES], weight[HEADS], bias[HEADS];
    for (int i = 0; i < NODES * NODES; i++)
        ones[i] = 1;
    for (int i = 0; i < NODES; i++)
        x[i] = 1;
    for (int h = 0; h < HEADS; h++)
        weight[h] = 1;
    gg_gat l;
    gg_gat_init(&l, params, "conv", 1, 1, HEADS, true, 0.5);
    build();
    set(l.weight, weight);
    set(l.bias, bias);
    gg_csr *adj = sparse(NODES, NODES, ones);
    gg_tensor *y = gg_gat_forward(tape, &l, adj, leaf(NODES, 1, x), gg_rng_new(5));
    for (int64_t i = 0; i < gg_numel(y); i++)
        assert_true(fabs(gg_get(y, i) - 1) < 1e-12);
    gg_tape_set_training(tape, true);
    y = gg_gat_forward(tape, &l, adj, leaf(NODES, 1, x), gg_rng_new(5));
    double kept = 0, squares = 0, n = (double)gg_numel(y);
    for (int64_t i = 0; i < gg_numel(y); i++) {
        double count = gg_get(y, i) * NODES / 2;
        assert_true(fabs(count - round(count)) < 1e-9);
        kept += count;
        squares += count * count;
    }
    double mean = kept / n, variance = squares / n - mean * mean;
    assert_true(fabs(mean - NODES * 0.5) < 0.15 && fabs(variance - NODES * 0.25) < 0.3);
    gg_csr_free(adj);
}

typedef struct gin_case {
    gg_tensor *(*activation)(gg_tape *t, gg_tensor *x);
    const double *a, *x, *eps, *w0, *b0, *w3, *b3, *y, *seed, *dx, *deps, *dw0, *db0, *dw3, *db3;
} gin_case;

#define GIN_CASE(activation, name)                                                                 \
    {                                                                                              \
        activation, name##_a, name##_x, name##_eps, name##_0_weight, name##_0_bias,                \
            name##_3_weight, name##_3_bias, name##_y, name##_seed, name##_dx, name##_deps,         \
            name##_d0_weight, name##_d0_bias, name##_d3_weight, name##_d3_bias                     \
    }

static void check_gin_gradients(const gg_gin *l, const gin_case *c)
{
    CHECK_GRAD(l->eps, c->deps);
    CHECK_GRAD(l->mlp.layer[0].weight, c->dw0);
    CHECK_GRAD(l->mlp.layer[0].bias, c->db0);
    CHECK_GRAD(l->mlp.layer[1].weight, c->dw3);
    CHECK_GRAD(l->mlp.layer[1].bias, c->db3);
}

static void check_gin(const gin_case *c)
{
    gg_gin l;
    gg_gin_init(&l, params, "conv", 2, (int64_t[]){5, 4, 3}, 0, true);
    build();
    assert_ptr_equal(gg_params_find(params, "conv.eps"), l.eps);
    assert_ptr_equal(gg_params_find(params, "conv.nn.3.bias"), l.mlp.layer[1].bias);
    assert_true(gg_get(l.eps, 0) == 0);
    if (c->activation)
        l.mlp.activation = c->activation;
    set(l.eps, c->eps);
    set(l.mlp.layer[0].weight, c->w0);
    set(l.mlp.layer[0].bias, c->b0);
    set(l.mlp.layer[1].weight, c->w3);
    set(l.mlp.layer[1].bias, c->b3);
    gg_csr *adj = sparse(6, 6, c->a), *features = sparse(6, 5, c->x);
    gg_tensor *x = leaf(6, 5, c->x), *y = gg_gin_forward(tape, &l, adj, x, gg_rng_new(1));
    CHECK_VALUE(y, c->y);
    backward(y, c->seed);
    CHECK_GRAD(x, c->dx);
    check_gin_gradients(&l, c);
    gg_params_zero_grad(params);
    y = gg_gin_forward_sparse(tape, &l, adj, features, gg_rng_new(1));
    CHECK_VALUE(y, c->y);
    backward(y, c->seed);
    check_gin_gradients(&l, c);
    gg_csr_free(adj);
    gg_csr_free(features);
}

static void test_gin(void **state)
{
    (void)state;
    check_gin(&(gin_case)GIN_CASE(NULL, gin_relu));
}

static void test_gin_of_another_activation(void **state)
{
    (void)state;
    check_gin(&(gin_case)GIN_CASE(gg_elu, gin));
}

/* A fixed eps is 0 and no parameter: the same as a learned one at its start. */
static void test_gin_fixed(void **state)
{
    (void)state;
    gg_gin fixed, learned;
    gg_gin_init(&fixed, params, "fixed", 1, (int64_t[]){5, 3}, 0, false);
    gg_gin_init(&learned, params, "learned", 1, (int64_t[]){5, 3}, 0, true);
    build();
    assert_null(fixed.eps);
    assert_int_equal(gg_params_count(params), 5);
    memcpy(fixed.mlp.layer[0].weight->data, learned.mlp.layer[0].weight->data, 15 * sizeof(double));
    memcpy(fixed.mlp.layer[0].bias->data, learned.mlp.layer[0].bias->data, 3 * sizeof(double));
    gg_csr *adj = sparse(6, 6, gin_a);
    gg_tensor *x = leaf(6, 5, gin_x);
    gg_tensor *a = gg_gin_forward(tape, &fixed, adj, x, gg_rng_new(1));
    gg_tensor *b = gg_gin_forward(tape, &learned, adj, x, gg_rng_new(1));
    assert_int_equal(gg_tape_status(tape, NULL), GG_OK);
    assert_memory_equal(a->data, b->data, 18 * sizeof(double));
    gg_csr_free(adj);
}

/* A matrix that does not fit, and a layer that cannot be. */
static void test_errors(void **state)
{
    (void)state;
    gg_sage sage;
    gg_gat gat;
    gg_error e;
    gg_sage_init(&sage, params, "sage", 5, 4);
    build();
    gg_csr *adj = sparse(6, 6, sage_a);
    gg_sage_forward(tape, &sage, adj, leaf(5, 5, sage_x));
    assert_int_equal(gg_tape_status(tape, &e), GG_ERR_SHAPE);
    gg_csr_free(adj);
    gg_params_free(params);
    assert_int_equal(gg_params_new(GG_F64, &params, NULL), GG_OK);
    gg_gat_init(&gat, params, "gat", 5, 3, 0, true, 0);
    assert_int_equal(gg_params_build(params, gg_rng_new(1), &e), GG_ERR_ARGUMENT);
    assert_string_equal(e.message, "gat: 'gat' has 0 heads");
}

int main(void)
{
    const struct CMUnitTest tests[] = {LAYER(test_sage),
                                       LAYER(test_sage_widths),
                                       LAYER(test_gat_concat),
                                       LAYER(test_gat_mean),
                                       LAYER(test_gat_dropout),
                                       LAYER(test_gin),
                                       LAYER(test_gin_of_another_activation),
                                       LAYER(test_gin_fixed),
                                       LAYER(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
