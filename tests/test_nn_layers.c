/* Layers against PyTorch: values and gradients in f64. */
#include "check_layer.h"
#include "golden/nn_jumping_knowledge.h"
#include "golden/nn_layer_norm.h"
#include "golden/nn_layers.h"
#include "golden/nn_lstm.h"

static void test_linear(void **state)
{
    (void)state;
    gg_linear_layer l;
    gg_linear_init(&l, params, "lin", 4, 3, true);
    build();
    set(l.weight, linear_w);
    set(l.bias, linear_b);
    gg_tensor *x = leaf(5, 4, linear_x), *y = gg_linear_forward(tape, &l, x);
    CHECK_VALUE(y, linear_y);
    backward(y, linear_seed);
    CHECK_GRAD(x, linear_dx);
    CHECK_GRAD(l.weight, linear_dw);
    CHECK_GRAD(l.bias, linear_db);
}

static void new_mlp(gg_mlp *m, double dropout)
{
    gg_mlp_init(m, params, "mlp", 3, (int64_t[]){4, 6, 5, 2}, dropout, false);
    build();
    set(m->layer[0].weight, mlp_0_weight);
    set(m->layer[0].bias, mlp_0_bias);
    set(m->layer[1].weight, mlp_3_weight);
    set(m->layer[1].bias, mlp_3_bias);
    set(m->layer[2].weight, mlp_6_weight);
}

static void test_mlp(void **state)
{
    (void)state;
    gg_mlp m;
    new_mlp(&m, 0);
    gg_tape_set_training(tape, true);
    gg_tensor *x = leaf(7, 4, mlp_x), *y = gg_mlp_forward(tape, &m, x, gg_rng_new(1), 0);
    CHECK_VALUE(y, mlp_y);
    backward(y, mlp_seed);
    CHECK_GRAD(x, mlp_dx);
    CHECK_GRAD(m.layer[0].weight, mlp_d0_weight);
    CHECK_GRAD(m.layer[0].bias, mlp_d0_bias);
    CHECK_GRAD(m.layer[1].weight, mlp_d3_weight);
    CHECK_GRAD(m.layer[1].bias, mlp_d3_bias);
    CHECK_GRAD(m.layer[2].weight, mlp_d6_weight);
}

/* Evaluation drops nothing; training drops by the row's index in the batch, so that a batch and its
 * parts agree. */
static void test_mlp_dropout(void **state)
{
    (void)state;
    gg_mlp m;
    gg_rng rng = gg_rng_new(3);
    new_mlp(&m, 0.5);
    gg_tensor *x = leaf(7, 4, mlp_x);
    CHECK_VALUE(gg_mlp_forward(tape, &m, x, rng, 0), mlp_y);
    gg_tape_set_training(tape, true);
    gg_tensor *all = gg_mlp_forward(tape, &m, x, rng, 0);
    gg_tensor *tail = gg_mlp_forward(tape, &m, leaf(3, 4, mlp_x + 4 * 4), rng, 4);
    assert_int_equal(gg_tape_status(tape, NULL), GG_OK);
    bool dropped = false;
    for (int i = 0; i < 14; i++)
        dropped = dropped || fabs(gg_get(all, i) - mlp_y[i]) > 1e-3;
    assert_true(dropped);
    check("the tail of the batch", 6, tail->data, (const double *)all->data + 8);
}

/* With identities for weights an input of ones comes out positive where both masks kept it: a
 * quarter of the elements. The same mask twice would keep half. */
static void test_mlp_masks_are_independent(void **state)
{
    (void)state;
    gg_mlp m;
    gg_mlp_init(&m, params, "mlp", 3, (int64_t[]){4, 4, 4, 4}, 0.5, false);
    build();
    for (int l = 0; l < 3; l++)
        for (int64_t i = 0; i < 16; i++)
            gg_set(m.layer[l].weight, i, i % 5 == 0);
    for (int l = 0; l < 2; l++)
        memset(m.layer[l].bias->data, 0, 4 * sizeof(double));
    gg_tape_set_training(tape, true);
    gg_tensor *x = gg_full(tape, 2, (int64_t[]){1000, 4}, 1);
    gg_tensor *y = gg_mlp_forward(tape, &m, x, gg_rng_new(3), 0);
    int kept = 0;
    for (int64_t i = 0; i < gg_numel(y); i++)
        kept += gg_get(y, i) > 0;
    assert_in_range(kept, 900, 1100);
}

static void test_gcn(void **state)
{
    (void)state;
    gg_gcn l;
    gg_gcn_init(&l, params, "conv", 5, 4);
    build();
    set(l.weight, gcn_w);
    set(l.bias, gcn_b);
    gg_csr *adj = sparse(6, 6, gcn_a), *features = sparse(6, 5, gcn_x);
    gg_tensor *x = leaf(6, 5, gcn_x), *y = gg_gcn_forward(tape, &l, adj, x);
    CHECK_VALUE(y, gcn_y);
    backward(y, gcn_seed);
    CHECK_GRAD(x, gcn_dx);
    CHECK_GRAD(l.weight, gcn_dw);
    CHECK_GRAD(l.bias, gcn_db);

    gg_params_zero_grad(params);
    y = gg_gcn_forward_sparse(tape, &l, adj, features);
    CHECK_VALUE(y, gcn_y);
    backward(y, gcn_seed);
    CHECK_GRAD(l.weight, gcn_dw);
    CHECK_GRAD(l.bias, gcn_db);
    gg_csr_free(adj);
    gg_csr_free(features);
}

static void test_batch_norm(void **state)
{
    (void)state;
    gg_batch_norm_layer l;
    gg_batch_norm_init(&l, params, "bn", 3);
    build();
    set(l.weight, norm_w);
    set(l.bias, norm_b);
    gg_tape_set_training(tape, true);
    gg_tensor *x = leaf(7, 3, norm_x), *y = gg_batch_norm_forward(tape, &l, x);
    CHECK_VALUE(y, norm_y);
    backward(y, norm_seed);
    CHECK_GRAD(x, norm_dx);
    CHECK_GRAD(l.weight, norm_dw);
    CHECK_GRAD(l.bias, norm_db);
    CHECK_VALUE(l.running_mean, norm_running_mean);
    CHECK_VALUE(l.running_var, norm_running_var);
    gg_tape_set_training(tape, false);
    CHECK_VALUE(gg_batch_norm_forward(tape, &l, x), norm_eval_y);
}

static void test_layer_norm(void **state)
{
    (void)state;
    gg_layer_norm_layer l;
    gg_layer_norm_init(&l, params, "norm", 6);
    build();
    assert_int_equal(gg_params_count(params), 2);
    assert_ptr_equal(gg_params_find(params, "norm.weight"), l.weight);
    assert_ptr_equal(gg_params_find(params, "norm.bias"), l.bias);
    for (int64_t i = 0; i < 6; i++)
        assert_true(gg_get(l.weight, i) == 1 && gg_get(l.bias, i) == 0);
    set(l.weight, layer_norm_w);
    set(l.bias, layer_norm_b);
    gg_tensor *x = leaf(5, 6, layer_norm_x), *y = gg_layer_norm_forward(tape, &l, x);
    CHECK_VALUE(y, layer_norm_y);
    backward(y, layer_norm_seed);
    CHECK_GRAD(x, layer_norm_dx);
    CHECK_GRAD(l.weight, layer_norm_dw);
    CHECK_GRAD(l.bias, layer_norm_db);
}

static void test_jumping_knowledge(void **state)
{
    (void)state;
    gg_jumping_knowledge weighted, last;
    gg_jumping_knowledge_init(&weighted, params, "jk", GG_JK_WEIGHTED, 3, 2);
    gg_jumping_knowledge_init(&last, params, "none", GG_JK_NONE, 3, 2);
    build();
    assert_int_equal(gg_params_count(params), 1);
    set(weighted.weights, jk_w);
    gg_tensor *x[] = {leaf(4, 2, jk_x0), leaf(4, 2, jk_x1), leaf(4, 2, jk_x2)};
    gg_tensor *y = gg_jumping_knowledge_forward(tape, &weighted, x);
    CHECK_VALUE(y, jk_y);
    backward(y, jk_seed);
    CHECK_GRAD(x[0], jk_dx0);
    CHECK_GRAD(x[1], jk_dx1);
    CHECK_GRAD(x[2], jk_dx2);
    CHECK_GRAD(weighted.weights, jk_dw);
    assert_null(last.weights);
    assert_ptr_equal(gg_jumping_knowledge_forward(tape, &last, x), x[2]);
}

static void test_jumping_knowledge_without_parameters(void **state)
{
    (void)state;
    static const struct {
        gg_jk_mode mode;
        const double *seed, *y, *dx[3];
    } cases[] = {{GG_JK_MEAN, jk_mean_seed, jk_mean_y, {jk_mean_dx0, jk_mean_dx1, jk_mean_dx2}},
                 {GG_JK_SUM, jk_sum_seed, jk_sum_y, {jk_sum_dx0, jk_sum_dx1, jk_sum_dx2}},
                 {GG_JK_MAX, jk_max_seed, jk_max_y, {jk_max_dx0, jk_max_dx1, jk_max_dx2}}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        gg_jumping_knowledge l;
        gg_jumping_knowledge_init(&l, params, "jk", cases[k].mode, 3, 3);
        gg_tensor *x[] = {leaf(4, 3, jk_modes_x0), leaf(4, 3, jk_modes_x1),
                          leaf(4, 3, jk_modes_x2)};
        gg_tensor *y = gg_jumping_knowledge_forward(tape, &l, x);
        assert_int_equal(l.out, 3);
        CHECK_VALUE(y, cases[k].y);
        backward(y, cases[k].seed);
        for (int i = 0; i < 3; i++)
            CHECK_GRAD(x[i], cases[k].dx[i]);
    }
    build();
    assert_int_equal(gg_params_count(params), 0);
}

static void test_jumping_knowledge_concat(void **state)
{
    (void)state;
    gg_jumping_knowledge l;
    gg_jumping_knowledge_init(&l, params, "jk", GG_JK_CONCAT, 3, 3);
    gg_tensor *x[] = {leaf(4, 3, jk_modes_x0), leaf(4, 3, jk_modes_x1), leaf(4, 3, jk_modes_x2)};
    gg_tensor *y = gg_jumping_knowledge_forward(tape, &l, x);
    assert_int_equal(l.out, 9);
    assert_int_equal(gg_tape_status(tape, NULL), GG_OK);
    for (int64_t row = 0; row < 4; row++)
        for (int64_t j = 0; j < 9; j++)
            assert_true(gg_get(y, row * 9 + j) == gg_get(x[j / 3], row * 3 + j % 3));
}

static void test_lstm_cell(void **state)
{
    (void)state;
    gg_lstm_cell l;
    gg_lstm_cell_init(&l, params, "cell", "", 4, 3);
    build();
    assert_ptr_equal(gg_params_find(params, "cell.weight_hh"), l.weight_hh);
    set(l.weight_ih, lstm_weight_ih);
    set(l.weight_hh, lstm_weight_hh);
    set(l.bias_ih, lstm_bias_ih);
    set(l.bias_hh, lstm_bias_hh);
    gg_tensor *x0 = leaf(5, 4, lstm_x0), *x1 = leaf(5, 4, lstm_x1), *h = NULL, *c = NULL;
    gg_lstm_cell_forward(tape, &l, x0, &h, &c);
    gg_tensor *first = h;
    gg_lstm_cell_forward(tape, &l, x1, &h, &c);
    gg_tensor *y = gg_concat(tape, 3, (gg_tensor *[]){first, h, c}, 1);
    CHECK_VALUE(y, lstm_y);
    backward(y, lstm_seed);
    CHECK_GRAD(x0, lstm_dx0);
    CHECK_GRAD(x1, lstm_dx1);
    CHECK_GRAD(l.weight_ih, lstm_dweight_ih);
    CHECK_GRAD(l.weight_hh, lstm_dweight_hh);
    CHECK_GRAD(l.bias_ih, lstm_dbias_ih);
    CHECK_GRAD(l.bias_hh, lstm_dbias_hh);
}

/* A parameter of the golden LSTM: its name, its value and its gradient. */
#define GOLDEN(part, name)                                                                         \
    {                                                                                              \
        "jk." #part "." #name, jk_lstm_##name, jk_lstm_d##name                                     \
    }

static void test_jumping_knowledge_lstm(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        const double *value, *grad;
    } parameters[] = {GOLDEN(lstm, weight_ih_l0),
                      GOLDEN(lstm, weight_hh_l0),
                      GOLDEN(lstm, bias_ih_l0),
                      GOLDEN(lstm, bias_hh_l0),
                      GOLDEN(lstm, weight_ih_l0_reverse),
                      GOLDEN(lstm, weight_hh_l0_reverse),
                      GOLDEN(lstm, bias_ih_l0_reverse),
                      GOLDEN(lstm, bias_hh_l0_reverse),
                      {"jk.att.weight", jk_lstm_att_weight, jk_lstm_datt_weight},
                      {"jk.att.bias", jk_lstm_att_bias, jk_lstm_datt_bias}};
    const size_t count = sizeof parameters / sizeof *parameters;
    gg_jumping_knowledge l;
    gg_jumping_knowledge_init(&l, params, "jk", GG_JK_LSTM, 3, 4);
    build();
    assert_int_equal(gg_params_count(params), count);
    assert_int_equal(l.out, 4);
    for (size_t k = 0; k < count; k++)
        set(gg_params_find(params, parameters[k].name), parameters[k].value);
    gg_tensor *x[] = {leaf(5, 4, jk_lstm_x0), leaf(5, 4, jk_lstm_x1), leaf(5, 4, jk_lstm_x2)};
    gg_tensor *y = gg_jumping_knowledge_forward(tape, &l, x);
    CHECK_VALUE(y, jk_lstm_y);
    backward(y, jk_lstm_seed);
    CHECK_GRAD(x[0], jk_lstm_dx0);
    CHECK_GRAD(x[1], jk_lstm_dx1);
    CHECK_GRAD(x[2], jk_lstm_dx2);
    for (size_t k = 0; k < count; k++) {
        const gg_tensor *p = gg_params_find(params, parameters[k].name);
        check(parameters[k].name, gg_numel(p), p->grad, parameters[k].grad);
    }
}

/* One layer is all there is to attend to. */
static void test_jumping_knowledge_of_one_layer(void **state)
{
    (void)state;
    gg_jumping_knowledge l;
    gg_jumping_knowledge_init(&l, params, "jk", GG_JK_LSTM, 1, 4);
    build();
    gg_tensor *x = leaf(5, 4, jk_lstm_x0);
    CHECK_VALUE(gg_jumping_knowledge_forward(tape, &l, &x), jk_lstm_x0);
}

/* A frozen layer gets no gradient, and passes one on. */
static void test_frozen(void **state)
{
    (void)state;
    gg_mlp m;
    new_mlp(&m, 0);
    gg_params_freeze(params, "mlp.3", true);
    gg_tensor *x = leaf(7, 4, mlp_x), *y = gg_mlp_forward(tape, &m, x, gg_rng_new(1), 0);
    static const double zeros[30];
    backward(y, mlp_seed);
    CHECK_GRAD(x, mlp_dx);
    CHECK_GRAD(m.layer[0].weight, mlp_d0_weight);
    CHECK_GRAD(m.layer[1].weight, zeros);
    CHECK_GRAD(m.layer[1].bias, zeros);
    CHECK_GRAD(m.layer[2].weight, mlp_d6_weight);
}

int main(void)
{
    const struct CMUnitTest tests[] = {LAYER(test_linear),
                                       LAYER(test_mlp),
                                       LAYER(test_mlp_dropout),
                                       LAYER(test_mlp_masks_are_independent),
                                       LAYER(test_gcn),
                                       LAYER(test_batch_norm),
                                       LAYER(test_layer_norm),
                                       LAYER(test_jumping_knowledge),
                                       LAYER(test_jumping_knowledge_without_parameters),
                                       LAYER(test_jumping_knowledge_concat),
                                       LAYER(test_lstm_cell),
                                       LAYER(test_jumping_knowledge_lstm),
                                       LAYER(test_jumping_knowledge_of_one_layer),
                                       LAYER(test_frozen)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
