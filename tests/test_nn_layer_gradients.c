/* Every layer as an op of its parameters and its inputs: gradients, both dtypes, threads, memory
 * that runs out, shapes that do not fit. */
#include "check_layer.h"

/* Six nodes, one without an entry, and five features of them: ones, so that both serve both dtypes.
 */
static gg_csr *adjacency, *features;

static int make_matrices(void **state)
{
    (void)state;
    return gg_csr_from_coo(6, 6, 8, (int32_t[]){0, 0, 1, 1, 2, 3, 4, 4},
                           (int32_t[]){0, 2, 1, 3, 2, 0, 3, 4}, NULL, GG_F32, &adjacency, NULL) ||
           gg_csr_from_coo(6, 5, 9, (int32_t[]){0, 0, 1, 2, 2, 2, 4, 5, 5},
                           (int32_t[]){1, 4, 0, 0, 2, 3, 2, 1, 3}, NULL, GG_F32, &features, NULL);
}

static int free_matrices(void **state)
{
    (void)state;
    gg_csr_free(adjacency);
    gg_csr_free(features);
    return 0;
}

/* ---- linear, MLP, norms ---- */

static void linear_init(void *layer, gg_params *p)
{
    gg_linear_init(layer, p, "lin", 4, 3, true);
}

static void linear_init_without_bias(void *layer, gg_params *p)
{
    gg_linear_init(layer, p, "lin", 4, 3, false);
}

static gg_tensor *linear(gg_tape *t, const void *layer, gg_tensor **x)
{
    return gg_linear_forward(t, layer, x[0]);
}

static void test_linear(void **state)
{
    (void)state;
    check_layer(gg_linear_layer, linear_init, linear, SHAPE(5, 4));
    check_layer(gg_linear_layer, linear_init, linear, SHAPE(1, 4));
    check_layer(gg_linear_layer, linear_init, linear, SHAPE(0, 4));
    check_layer(gg_linear_layer, linear_init_without_bias, linear, SHAPE(5, 4));
    check_layer_error(gg_linear_layer, linear_init, linear, "linear: (5x3) x (3x4)", SHAPE(5, 3));
}

static void mlp_init(void *layer, gg_params *p)
{
    gg_mlp_init(layer, p, "mlp", 3, (int64_t[]){4, 3, 5, 2}, 0.4, false);
}

static void mlp_init_tanh(void *layer, gg_params *p)
{
    gg_mlp *m = layer;
    gg_mlp_init(m, p, "mlp", 2, (int64_t[]){4, 3, 1}, 0, true);
    m->activation = gg_tanh;
}

static gg_tensor *mlp(gg_tape *t, const void *layer, gg_tensor **x)
{
    gg_tape_set_training(t, true);
    return gg_mlp_forward(t, layer, x[0], gg_rng_new(3), 0);
}

static void test_mlp(void **state)
{
    (void)state;
    check_layer(gg_mlp, mlp_init, mlp, SHAPE(7, 4));
    check_layer(gg_mlp, mlp_init_tanh, mlp, SHAPE(7, 4));
    check_layer_error(gg_mlp, mlp_init, mlp, "linear: (7x5) x (3x4)", SHAPE(7, 5));
}

static void batch_norm_init(void *layer, gg_params *p)
{
    gg_batch_norm_init(layer, p, "norm", 3);
}

static gg_tensor *batch_norm(gg_tape *t, const void *layer, gg_tensor **x)
{
    gg_tape_set_training(t, true);
    return gg_batch_norm_forward(t, layer, x[0]);
}

static gg_tensor *batch_norm_evaluated(gg_tape *t, const void *layer, gg_tensor **x)
{
    return gg_batch_norm_forward(t, layer, x[0]);
}

static void test_batch_norm(void **state)
{
    (void)state;
    check_layer(gg_batch_norm_layer, batch_norm_init, batch_norm, SHAPE(7, 3));
    check_layer(gg_batch_norm_layer, batch_norm_init, batch_norm_evaluated, SHAPE(7, 3));
    check_layer_error(gg_batch_norm_layer, batch_norm_init, batch_norm, "batch_norm: (7x4)",
                      SHAPE(7, 4));
}

static void layer_norm_init(void *layer, gg_params *p)
{
    gg_layer_norm_init(layer, p, "norm", 6);
}

static gg_tensor *layer_norm(gg_tape *t, const void *layer, gg_tensor **x)
{
    return gg_layer_norm_forward(t, layer, x[0]);
}

static void test_layer_norm(void **state)
{
    (void)state;
    check_layer(gg_layer_norm_layer, layer_norm_init, layer_norm, SHAPE(5, 6));
    check_layer(gg_layer_norm_layer, layer_norm_init, layer_norm, SHAPE(6));
    check_layer(gg_layer_norm_layer, layer_norm_init, layer_norm, SHAPE(2, 3, 6));
    check_layer_error(gg_layer_norm_layer, layer_norm_init, layer_norm,
                      "layer_norm: (5x4) x (6) x (6): expected a gamma of 4 elements", SHAPE(5, 4));
}

/* ---- LSTM and jumping knowledge ---- */

static void lstm_init(void *layer, gg_params *p)
{
    gg_lstm_cell_init(layer, p, "cell", "", 4, 3);
}

/* Two steps; the result looks at the output and at the memory. */
static gg_tensor *lstm(gg_tape *t, const void *layer, gg_tensor **x)
{
    gg_tensor *h = NULL, *c = NULL;
    gg_lstm_cell_forward(t, layer, x[0], &h, &c);
    gg_lstm_cell_forward(t, layer, x[1], &h, &c);
    return gg_concat(t, 2, (gg_tensor *[]){h, c}, 1);
}

static void test_lstm(void **state)
{
    (void)state;
    check_layer(gg_lstm_cell, lstm_init, lstm, SHAPE(5, 4), SHAPE(5, 4));
    check_layer_error(gg_lstm_cell, lstm_init, lstm, "lstm_cell: expected a matrix", SHAPE(4),
                      SHAPE(5, 4));
    check_layer_error(gg_lstm_cell, lstm_init, lstm, "outputs of as many rows", SHAPE(5, 4),
                      SHAPE(1, 4));
    check_layer_error(gg_lstm_cell, lstm_init, lstm, "linear: (5x3) x (12x4)", SHAPE(5, 3),
                      SHAPE(5, 4));
}

/* Three layers of width 2, in one mode after the other. */
static gg_jk_mode jk_mode;

static void jk_init(void *layer, gg_params *p)
{
    gg_jumping_knowledge_init(layer, p, "jk", jk_mode, 3, 2);
}

static gg_tensor *jk(gg_tape *t, const void *layer, gg_tensor **x)
{
    return gg_jumping_knowledge_forward(t, layer, x);
}

static void test_jumping_knowledge(void **state)
{
    (void)state;
    static const char *const error[] = {
        [GG_JK_WEIGHTED] = "weighted_sum: ", [GG_JK_MEAN] = "weighted_sum: ",
        [GG_JK_SUM] = "weighted_sum: ",      [GG_JK_MAX] = "maximum: ",
        [GG_JK_CONCAT] = "concat: ",         [GG_JK_LSTM] = "outputs of as many rows"};
    for (jk_mode = GG_JK_WEIGHTED; jk_mode <= GG_JK_LSTM; jk_mode++) {
        check_layer(gg_jumping_knowledge, jk_init, jk, SHAPE(3, 2), SHAPE(3, 2), SHAPE(3, 2));
        check_layer_error(gg_jumping_knowledge, jk_init, jk, error[jk_mode], SHAPE(3, 2),
                          SHAPE(4, 2), SHAPE(3, 2));
    }
}

/* ---- layers over a graph: dense features, and sparse ones added to them ---- */

static void gcn_init(void *layer, gg_params *p)
{
    gg_gcn_init(layer, p, "conv", 5, 4);
}

static gg_tensor *gcn(gg_tape *t, const void *layer, gg_tensor **x)
{
    return gg_add(t, gg_gcn_forward(t, layer, adjacency, x[0]),
                  gg_gcn_forward_sparse(t, layer, adjacency, features));
}

static void test_gcn(void **state)
{
    (void)state;
    check_layer(gg_gcn, gcn_init, gcn, SHAPE(6, 5));
    check_layer_error(gg_gcn, gcn_init, gcn, "linear: (6x4) x (4x5)", SHAPE(6, 4));
    check_layer_error(gg_gcn, gcn_init, gcn, "spmm: (5x4)", SHAPE(5, 5));
}

static void sage_init(void *layer, gg_params *p)
{
    gg_sage_init(layer, p, "conv", 5, 4);
}

static void sage_init_wide(void *layer, gg_params *p)
{
    gg_sage_init(layer, p, "conv", 5, 6);
}

static gg_tensor *sage(gg_tape *t, const void *layer, gg_tensor **x)
{
    return gg_add(t, gg_sage_forward(t, layer, adjacency, x[0]),
                  gg_sage_forward_sparse(t, layer, adjacency, features));
}

static void test_sage(void **state)
{
    (void)state;
    check_layer(gg_sage, sage_init, sage, SHAPE(6, 5));
    check_layer(gg_sage, sage_init_wide, sage, SHAPE(6, 5));
    check_layer_error(gg_sage, sage_init, sage, "linear: (6x4) x (4x5)", SHAPE(6, 4));
    check_layer_error(gg_sage, sage_init, sage, "spmm_mean: (5x4)", SHAPE(5, 5));
}

static void gat_init_concat(void *layer, gg_params *p)
{
    gg_gat_init(layer, p, "conv", 5, 3, 2, true, 0);
}

static void gat_init_mean(void *layer, gg_params *p)
{
    gg_gat_init(layer, p, "conv", 5, 3, 2, false, 0);
}

static void gat_init_one_head(void *layer, gg_params *p)
{
    gg_gat_init(layer, p, "conv", 5, 3, 1, false, 0);
}

static void gat_init_dropout(void *layer, gg_params *p)
{
    gg_gat_init(layer, p, "conv", 5, 3, 2, true, 0.5);
}

static gg_tensor *gat(gg_tape *t, const void *layer, gg_tensor **x)
{
    gg_tape_set_training(t, true);
    return gg_add(t, gg_gat_forward(t, layer, adjacency, x[0], gg_rng_new(3)),
                  gg_gat_forward_sparse(t, layer, adjacency, features, gg_rng_new(4)));
}

static void test_gat(void **state)
{
    (void)state;
    check_layer(gg_gat, gat_init_concat, gat, SHAPE(6, 5));
    check_layer(gg_gat, gat_init_mean, gat, SHAPE(6, 5));
    check_layer(gg_gat, gat_init_one_head, gat, SHAPE(6, 5));
    check_layer(gg_gat, gat_init_dropout, gat, SHAPE(6, 5));
    check_layer_error(gg_gat, gat_init_mean, gat, "linear: (6x4) x (6x5)", SHAPE(6, 4));
    check_layer_error(gg_gat, gat_init_mean, gat, "sddmm_add: (5x2) x (5x2)", SHAPE(5, 5));
}

static void gin_init(void *layer, gg_params *p)
{
    gg_gin_init(layer, p, "conv", 2, (int64_t[]){5, 4, 3}, 0.5, true);
}

static void gin_init_fixed(void *layer, gg_params *p)
{
    gg_gin_init(layer, p, "conv", 1, (int64_t[]){5, 3}, 0, false);
}

static gg_tensor *gin(gg_tape *t, const void *layer, gg_tensor **x)
{
    gg_tape_set_training(t, true);
    return gg_add(t, gg_gin_forward(t, layer, adjacency, x[0], gg_rng_new(3)),
                  gg_gin_forward_sparse(t, layer, adjacency, features, gg_rng_new(4)));
}

static void test_gin(void **state)
{
    (void)state;
    check_layer(gg_gin, gin_init, gin, SHAPE(6, 5));
    check_layer(gg_gin, gin_init_fixed, gin, SHAPE(6, 5));
    check_layer_error(gg_gin, gin_init, gin, "linear: (6x4) x (4x5)", SHAPE(6, 4));
    check_layer_error(gg_gin, gin_init, gin, "spmm: (5x5)", SHAPE(5, 5));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_linear),     cmocka_unit_test(test_mlp),
        cmocka_unit_test(test_batch_norm), cmocka_unit_test(test_layer_norm),
        cmocka_unit_test(test_lstm),       cmocka_unit_test(test_jumping_knowledge),
        cmocka_unit_test(test_gcn),        cmocka_unit_test(test_sage),
        cmocka_unit_test(test_gat),        cmocka_unit_test(test_gin)};
    return cmocka_run_group_tests(tests, make_matrices, free_matrices);
}
