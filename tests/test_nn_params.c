#include "check.h"

#include "autograd.h"
#include "nn.h"

#include <math.h>

static const gg_dtype dtypes[] = {GG_F32, GG_F64};

/* Two graph convolutions with a batch norm, jumping knowledge and an MLP. */
typedef struct model {
    gg_params *params;
    gg_gcn conv[2];
    gg_batch_norm_layer norm;
    gg_jumping_knowledge jk;
    gg_mlp head;
} model;

static void register_layers(model *m)
{
    gg_params *p = m->params;
    gg_gcn_init(&m->conv[0], p, "encoder.convs.0", 9, 7);
    gg_gcn_init(&m->conv[1], p, "encoder.convs.1", 7, 7);
    gg_batch_norm_init(&m->norm, p, "encoder.bns.0", 7);
    gg_jumping_knowledge_init(&m->jk, p, "encoder.jk", GG_JK_WEIGHTED, 3, 4);
    gg_mlp_init(&m->head, p, "decoder", 3, (int64_t[]){8, 5, 4, 1}, 0.5, false);
}

static model new_model(gg_dtype dtype)
{
    model m;
    gg_error e;
    assert_int_equal(gg_params_new(dtype, &m.params, &e), GG_OK);
    register_layers(&m);
    if (gg_params_build(m.params, gg_rng_new(5), &e))
        fail_msg("%s", e.message);
    return m;
}

static gg_tensor grad_of(const gg_tensor *x)
{
    return gg_tensor_view(x->dtype, x->rank, x->shape, x->grad);
}

static void fill(gg_tensor *x, double value)
{
    for (int64_t i = 0; i < gg_numel(x); i++)
        gg_set(x, i, value);
}

static bool all_equal(const gg_tensor *x, double value)
{
    for (int64_t i = 0; i < gg_numel(x); i++)
        if (gg_get(x, i) != value)
            return false;
    return true;
}

static bool same_values(const gg_tensor *a, const gg_tensor *b)
{
    return gg_numel(a) == gg_numel(b) &&
           memcmp(a->data, b->data, (size_t)gg_numel(a) * gg_dtype_size(a->dtype)) == 0;
}

static void test_names_and_shapes(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int rank;
        int64_t shape[2];
    } expected[] = {{"encoder.convs.0.lin.weight", 2, {7, 9}},
                    {"encoder.convs.0.bias", 1, {7, 0}},
                    {"encoder.convs.1.lin.weight", 2, {7, 7}},
                    {"encoder.convs.1.bias", 1, {7, 0}},
                    {"encoder.bns.0.weight", 1, {7, 0}},
                    {"encoder.bns.0.bias", 1, {7, 0}},
                    {"encoder.jk", 1, {3, 0}},
                    {"decoder.0.weight", 2, {5, 8}},
                    {"decoder.0.bias", 1, {5, 0}},
                    {"decoder.3.weight", 2, {4, 5}},
                    {"decoder.3.bias", 1, {4, 0}},
                    {"decoder.6.weight", 2, {1, 4}}};
    const int count = (int)(sizeof expected / sizeof *expected);
    model m = new_model(GG_F64);
    assert_int_equal(gg_params_count(m.params), count);
    int64_t numel = 0;
    for (int k = 0; k < count; k++) {
        const char *name = NULL;
        gg_tensor *x = gg_params_at(m.params, k, &name);
        assert_string_equal(name, expected[k].name);
        assert_ptr_equal(gg_params_find(m.params, name), x);
        assert_int_equal(x->rank, expected[k].rank);
        for (int d = 0; d < x->rank; d++)
            assert_int_equal(x->shape[d], expected[k].shape[d]);
        numel += gg_numel(x);
    }
    assert_int_equal(gg_params_numel(m.params), numel);
    assert_null(m.head.layer[2].bias);
    assert_null(gg_params_at(m.params, count, NULL));
    assert_null(gg_params_at(m.params, -1, NULL));
    assert_null(gg_params_find(m.params, "encoder"));
    assert_ptr_equal(gg_params_find(m.params, "encoder.bns.0.running_var"), m.norm.running_var);
    gg_params_free(m.params);
}

/* Parameters follow each other in flat arrays, each from a cache line's start. */
static void test_flat_layout(void **state)
{
    (void)state;
    for (size_t d = 0; d < 2; d++) {
        model m = new_model(dtypes[d]);
        const char *values = gg_params_at(m.params, 0, NULL)->data;
        const char *grads = gg_params_at(m.params, 0, NULL)->grad, *at = values;
        for (int64_t k = 0; k < gg_params_count(m.params); k++) {
            gg_tensor *x = gg_params_at(m.params, k, NULL);
            assert_ptr_equal(x->data, at);
            assert_ptr_equal((char *)x->grad - grads, at - values);
            assert_int_equal((uintptr_t)x->data % 64, 0);
            assert_true(x->requires_grad && !x->tape && !x->node && x->dtype == dtypes[d]);
            gg_tensor grad = grad_of(x);
            assert_true(all_equal(&grad, 0));
            at += ((size_t)gg_numel(x) * gg_dtype_size(x->dtype) + 63) / 64 * 64;
        }
        const gg_tensor *mean = m.norm.running_mean;
        assert_true(!mean->requires_grad && !mean->grad && !mean->tape);
        assert_int_equal((uintptr_t)mean->data % 64, 0);
        gg_params_free(m.params);
    }
}

static void test_freeze(void **state)
{
    (void)state;
    model m = new_model(GG_F64);
    gg_params_freeze(m.params, "encoder.", true);
    assert_false(m.conv[1].weight->requires_grad);
    assert_false(m.jk.weights->requires_grad);
    assert_true(m.head.layer[0].weight->requires_grad);
    gg_params_freeze(m.params, "", false);
    assert_true(m.conv[1].weight->requires_grad);
    assert_false(m.norm.running_mean->requires_grad);
    gg_params_free(m.params);
}

static void test_zero_grad_and_clip(void **state)
{
    (void)state;
    for (size_t d = 0; d < 2; d++) {
        model m = new_model(dtypes[d]);
        gg_tensor a = grad_of(m.head.layer[0].bias), b = grad_of(m.jk.weights);
        gg_tensor frozen = grad_of(m.conv[0].weight);
        fill(&a, 3);       /* 5 of them: 45 */
        fill(&b, -2);      /* 3 of them: 12 */
        fill(&frozen, 10); /* counts for nothing */
        gg_params_freeze(m.params, "encoder.convs.0", true);
        const double norm = sqrt(57), tolerance = d ? 1e-14 : 1e-6;
        assert_true(fabs(gg_params_clip_grad_norm(m.params, 8) - norm) < tolerance);
        assert_true(all_equal(&a, 3) && all_equal(&b, -2));
        assert_true(fabs(gg_params_clip_grad_norm(m.params, 2) - norm) < tolerance);
        assert_true(fabs(gg_get(&a, 4) - 3 * 2 / (norm + 1e-6)) < tolerance);
        assert_true(fabs(gg_get(&b, 0) + 2 * 2 / (norm + 1e-6)) < tolerance);
        assert_true(all_equal(&frozen, 10));
        gg_set(&a, 1, NAN);
        assert_true(isnan(gg_params_clip_grad_norm(m.params, 1e-3)));
        assert_true(isnan(gg_get(&a, 1)) && gg_get(&a, 0) > 0.7);
        gg_params_zero_grad(m.params);
        assert_true(all_equal(&a, 0) && all_equal(&frozen, 0));
        assert_true(gg_params_clip_grad_norm(m.params, 1) == 0);
        gg_params_free(m.params);
    }
}

/* More than one block, against a sum in long double. */
static void test_norm_of_many_elements(void **state)
{
    (void)state;
    for (size_t d = 0; d < 2; d++) {
        gg_params *p;
        assert_int_equal(gg_params_new(dtypes[d], &p, NULL), GG_OK);
        gg_tensor *x = gg_params_add(p, "x", 2, (int64_t[]){263, 251}, GG_INIT_NORMAL, 0);
        assert_int_equal(gg_params_build(p, gg_rng_new(1), NULL), GG_OK);
        gg_tensor grad = grad_of(x);
        long double sum = 0;
        for (int64_t i = 0; i < gg_numel(x); i++) {
            gg_set(&grad, i, gg_get(x, i));
            sum += (long double)gg_get(x, i) * gg_get(x, i);
        }
        double norm = gg_params_clip_grad_norm(p, INFINITY), expected = (double)sqrtl(sum);
        assert_true(fabs(norm - expected) < 1e-12 * expected);
        gg_params_free(p);
    }
}

/* A parameter's values depend on the seed and its name alone. */
static void test_streams_are_named(void **state)
{
    (void)state;
    model all = new_model(GG_F64);
    gg_params *p;
    gg_mlp head;
    assert_int_equal(gg_params_new(GG_F64, &p, NULL), GG_OK);
    gg_mlp_init(&head, p, "decoder", 2, (int64_t[]){8, 5, 4}, 0, true);
    assert_int_equal(gg_params_build(p, gg_rng_new(5), NULL), GG_OK);
    assert_true(same_values(head.layer[0].weight, all.head.layer[0].weight));
    assert_true(same_values(head.layer[1].bias, all.head.layer[1].bias));
    gg_params_free(p);
    gg_params_free(all.params);
}

static void test_reset_by_prefix(void **state)
{
    (void)state;
    model m = new_model(GG_F32), fresh = new_model(GG_F32);
    for (int64_t k = 0; k < gg_params_count(m.params); k++)
        fill(gg_params_at(m.params, k, NULL), 42);
    fill(m.norm.running_mean, 42);
    gg_params_reset(m.params, "encoder.", gg_rng_new(5));
    assert_true(same_values(m.conv[0].weight, fresh.conv[0].weight));
    assert_true(same_values(m.jk.weights, fresh.jk.weights));
    assert_true(all_equal(m.norm.weight, 1) && all_equal(m.norm.running_mean, 0));
    assert_true(all_equal(m.head.layer[0].weight, 42));
    gg_params_reset(m.params, "", gg_rng_new(6));
    assert_false(same_values(m.conv[0].weight, fresh.conv[0].weight));
    gg_params_reset(m.params, "", gg_rng_new(5));
    assert_true(same_values(m.head.layer[0].weight, fresh.head.layer[0].weight));
    gg_params_free(m.params);
    gg_params_free(fresh.params);
}

/* Mean, variance and extremes of many draws. A uniform(-a, a) has variance a^2 / 3. */
static void check_moments(gg_init init, int64_t fan_in, double bound, double variance)
{
    const int64_t rows = 120, columns = 180, n = rows * columns;
    gg_params *p;
    assert_int_equal(gg_params_new(GG_F64, &p, NULL), GG_OK);
    gg_tensor *x = gg_params_add(p, "x", 2, (int64_t[]){rows, columns}, init, fan_in);
    assert_int_equal(gg_params_build(p, gg_rng_new(1), NULL), GG_OK);
    double sum = 0, squares = 0, largest = 0;
    for (int64_t i = 0; i < n; i++) {
        sum += gg_get(x, i);
        squares += gg_get(x, i) * gg_get(x, i);
        largest = fmax(largest, fabs(gg_get(x, i)));
    }
    const double mean = sum / (double)n, deviation = sqrt(variance / (double)n);
    assert_true(fabs(mean) <= 4 * deviation);
    assert_true(fabs(squares / (double)n - variance) <= 0.04 * variance);
    assert_true(largest <= bound && (isinf(bound) || largest >= 0.999 * bound));
    gg_params_free(p);
}

static void test_initialisers(void **state)
{
    (void)state;
    const double glorot = sqrt(6.0 / 300), fan = 1 / sqrt(50.0);
    check_moments(GG_INIT_GLOROT, 0, glorot, glorot * glorot / 3);
    check_moments(GG_INIT_FAN_IN, 50, fan, fan * fan / 3);
    check_moments(GG_INIT_NORMAL, 0, INFINITY, 1);
    check_moments(GG_INIT_NORMAL, 100, INFINITY, 0.01);
    check_moments(GG_INIT_FAN_IN, 0, 0, 0);
    model m = new_model(GG_F32);
    assert_true(all_equal(m.norm.weight, 1) && all_equal(m.norm.running_var, 1));
    assert_true(all_equal(m.conv[0].bias, 0) && all_equal(m.norm.running_mean, 0));
    gg_params_free(m.params);
}

static void test_snapshot(void **state)
{
    (void)state;
    model m = new_model(GG_F32), fresh = new_model(GG_F32);
    gg_snapshot *s;
    gg_tensor grad = grad_of(m.jk.weights);
    assert_int_equal(gg_snapshot_new(m.params, &s, NULL), GG_OK);
    fill(m.conv[0].weight, 7);
    fill(m.norm.running_var, 7);
    fill(&grad, 7);
    gg_snapshot_restore(s, m.params);
    assert_true(same_values(m.conv[0].weight, fresh.conv[0].weight));
    assert_true(all_equal(m.norm.running_var, 1) && all_equal(&grad, 7));
    fill(m.conv[0].weight, 8);
    fill(m.norm.running_var, 9);
    gg_snapshot_take(s, m.params);
    fill(m.conv[0].weight, 0);
    fill(m.norm.running_var, 0);
    gg_snapshot_restore(s, m.params);
    assert_true(all_equal(m.conv[0].weight, 8) && all_equal(m.norm.running_var, 9));
    assert_true(same_values(m.head.layer[1].weight, fresh.head.layer[1].weight));
    gg_snapshot_free(s);
    model wide = new_model(GG_F64); /* of another size: nothing is copied */
    assert_int_equal(gg_snapshot_new(wide.params, &s, NULL), GG_OK);
    gg_snapshot_take(s, m.params);
    gg_snapshot_restore(s, m.params);
    assert_true(all_equal(m.conv[0].weight, 8));
    gg_snapshot_free(s);
    gg_params_free(wide.params);
    gg_params_free(m.params);
    gg_params_free(fresh.params);
}

/* ---- errors ---- */

static void add_twice(gg_params *p)
{
    gg_linear_layer l;
    gg_linear_init(&l, p, "lin", 2, 3, true);
    gg_params_add_buffer(p, "lin.bias", 1, (int64_t[]){3}, GG_INIT_ZERO);
}

static void add_nameless(gg_params *p)
{
    gg_params_add(p, "", 1, (int64_t[]){3}, GG_INIT_ZERO, 0);
}

static void add_long_name(gg_params *p)
{
    char name[1000];
    gg_linear_layer l;
    memset(name, 'x', sizeof name);
    name[999] = 0;
    gg_linear_init(&l, p, name, 2, 3, true);
}

static void add_negative_shape(gg_params *p)
{
    gg_params_add(p, "x", 2, (int64_t[]){3, -1}, GG_INIT_ZERO, 0);
}

static void add_huge_shape(gg_params *p)
{
    gg_params_add(p, "x", 2, (int64_t[]){INT64_MAX / 4, 8}, GG_INIT_ZERO, 0);
}

static void add_rank_5(gg_params *p)
{
    gg_params_add(p, "x", 5, (int64_t[]){1, 1, 1, 1, 1}, GG_INIT_ZERO, 0);
}

static void add_negative_fan_in(gg_params *p)
{
    gg_params_add(p, "x", 1, (int64_t[]){1}, GG_INIT_FAN_IN, -1);
}

static void add_deep_mlp(gg_params *p)
{
    gg_mlp m;
    gg_mlp_init(&m, p, "m", GG_MLP_MAX + 1, (int64_t[]){1}, 0, true);
}

static void add_no_layers(gg_params *p)
{
    gg_jumping_knowledge l;
    gg_jumping_knowledge_init(&l, p, "jk", GG_JK_WEIGHTED, 0, 4);
}

static void add_tiny_lstm(gg_params *p)
{
    gg_jumping_knowledge l;
    gg_jumping_knowledge_init(&l, p, "jk", GG_JK_LSTM, 1, 1);
}

static void test_first_error_sticks(void **state)
{
    (void)state;
    static const struct {
        void (*add)(gg_params *p);
        gg_status status;
        const char *message;
    } cases[] = {{add_twice, GG_ERR_ARGUMENT, "'lin.bias' is registered twice"},
                 {add_nameless, GG_ERR_ARGUMENT, "'' is no name"},
                 {add_long_name, GG_ERR_ARGUMENT, "expected 1 to 255 characters"},
                 {add_negative_shape, GG_ERR_SHAPE, "'x' has an impossible shape (rank 2)"},
                 {add_huge_shape, GG_ERR_SHAPE, "'x' has an impossible shape"},
                 {add_rank_5, GG_ERR_SHAPE, "'x' has an impossible shape (rank 5)"},
                 {add_negative_fan_in, GG_ERR_ARGUMENT, "'x' has the fan-in -1"},
                 {add_deep_mlp, GG_ERR_ARGUMENT, "mlp: 'm' has 9 layers, expected 1 to 8"},
                 {add_no_layers, GG_ERR_ARGUMENT, "'jk' has 0 layers"},
                 {add_tiny_lstm, GG_ERR_ARGUMENT, "'jk' has a single number"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        gg_params *p;
        gg_error e;
        assert_int_equal(gg_params_new(GG_F64, &p, &e), GG_OK);
        cases[k].add(p);
        add_deep_mlp(p);
        assert_non_null(gg_params_add(p, "later", 1, (int64_t[]){3}, GG_INIT_ZERO, 0));
        assert_null(gg_params_find(p, "later"));
        assert_int_equal(gg_params_build(p, gg_rng_new(1), &e), cases[k].status);
        if (!strstr(e.message, cases[k].message))
            fail_msg("'%s', expected '%s'", e.message, cases[k].message);
        gg_params_free(p);
    }
}

static void test_calls_out_of_order(void **state)
{
    (void)state;
    gg_error e;
    gg_params *p;
    gg_snapshot *s;
    gg_optim *a;
    gg_optim_settings adam = gg_optim_defaults(GG_OPTIM_ADAM);
    assert_int_equal(gg_params_new(GG_F32, &p, &e), GG_OK);
    gg_params_add(p, "x", 1, (int64_t[]){3}, GG_INIT_ONE, 0);
    assert_int_equal(gg_snapshot_new(p, &s, &e), GG_ERR_STATE);
    assert_int_equal(gg_optim_new(p, &adam, &a, &e), GG_ERR_STATE);
    gg_params_zero_grad(p);
    gg_params_reset(p, "", gg_rng_new(1));
    assert_true(gg_params_clip_grad_norm(p, 1) == 0);
    assert_int_equal(gg_params_build(p, gg_rng_new(1), &e), GG_OK);
    assert_int_equal(gg_params_build(p, gg_rng_new(1), &e), GG_ERR_STATE);
    assert_true(all_equal(gg_params_find(p, "x"), 1));
    gg_tensor *late = gg_params_add(p, "y", 1, (int64_t[]){3}, GG_INIT_ONE, 0);
    assert_null(gg_params_find(p, "y"));
    gg_tape *t;
    assert_int_equal(gg_tape_new(GG_F32, 1, &t, &e), GG_OK);
    gg_sum(t, late, GG_ALL); /* what it returned is nothing to compute with */
    assert_int_equal(gg_tape_status(t, &e), GG_ERR_ARGUMENT);
    assert_string_equal(e.message, "sum: input 0 holds no data (gg_params_build fills a layer's)");
    gg_tape_free(t);
    assert_int_equal(gg_params_build(p, gg_rng_new(1), &e), GG_ERR_STATE);
    assert_string_equal(e.message, "params: 'y' is registered after the build");
    gg_params_free(p);
}

/* Sizes whose product is beyond any number are refused as any impossible shape is. */
static void test_too_large(void **state)
{
    (void)state;
    const int64_t most = INT64_MAX / 2;
    gg_error e;
    for (int layer = 0; layer < 4; layer++) {
        gg_params *p;
        gg_lstm_cell lstm;
        gg_gat gat;
        gg_jumping_knowledge jump;
        assert_int_equal(gg_params_new(GG_F32, &p, &e), GG_OK);
        if (layer == 0)
            gg_lstm_cell_init(&lstm, p, "lstm", "", 1, most);
        else if (layer == 1)
            gg_gat_init(&gat, p, "gat", 1, most, 4, true, 0);
        else if (layer == 2)
            gg_jumping_knowledge_init(&jump, p, "jump", GG_JK_CONCAT, 3, most);
        else
            gg_params_add(p, NULL, 1, (int64_t[]){3}, GG_INIT_ONE, 0);
        assert_int_equal(gg_params_build(p, gg_rng_new(1), &e),
                         layer < 2 ? GG_ERR_SHAPE : GG_ERR_ARGUMENT);
        gg_params_free(p);
    }
}

static void test_nothing_registered(void **state)
{
    (void)state;
    gg_params *p;
    gg_snapshot *s;
    gg_optim *a;
    gg_optim_settings adam = gg_optim_defaults(GG_OPTIM_ADAM);
    assert_int_equal(gg_params_new(GG_F32, &p, NULL), GG_OK);
    assert_int_equal(gg_params_build(p, gg_rng_new(1), NULL), GG_OK);
    assert_int_equal(gg_snapshot_new(p, &s, NULL), GG_OK);
    assert_int_equal(gg_optim_new(p, &adam, &a, NULL), GG_OK);
    assert_int_equal(gg_optim_step(a, p, 0.1, 2, NULL), GG_OK);
    gg_snapshot_restore(s, p);
    assert_int_equal(gg_params_numel(p), 0);
    gg_snapshot_free(s);
    gg_optim_free(a);
    gg_params_free(p);
    gg_params_free(NULL);
    gg_snapshot_free(NULL);
    gg_optim_free(NULL);
}

static gg_status use_everything(void *context, gg_error *e)
{
    (void)context;
    model m;
    gg_snapshot *s = NULL;
    gg_optim *a = NULL;
    gg_optim_settings adam = gg_optim_defaults(GG_OPTIM_ADAM);
    gg_status status = gg_params_new(GG_F64, &m.params, e);
    if (status)
        return status;
    register_layers(&m);
    for (int k = 0; k < 20; k++) {
        char name[32];
        snprintf(name, sizeof name, "more.%d", k);
        gg_params_add(m.params, name, 1, (int64_t[]){3}, GG_INIT_NORMAL, 0);
    }
    status = gg_params_build(m.params, gg_rng_new(5), e);
    if (!status)
        status = gg_snapshot_new(m.params, &s, e);
    if (!status)
        status = gg_optim_new(m.params, &adam, &a, e);
    if (!status)
        status = gg_optim_step(a, m.params, 0.1, 1, e);
    gg_optim_free(a);
    gg_snapshot_free(s);
    gg_params_free(m.params);
    return status;
}

static void test_memory(void **state)
{
    (void)state;
    check_every_allocation_fails(use_everything, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_names_and_shapes),
                                       cmocka_unit_test(test_flat_layout),
                                       cmocka_unit_test(test_freeze),
                                       cmocka_unit_test(test_zero_grad_and_clip),
                                       cmocka_unit_test(test_norm_of_many_elements),
                                       cmocka_unit_test(test_streams_are_named),
                                       cmocka_unit_test(test_reset_by_prefix),
                                       cmocka_unit_test(test_initialisers),
                                       cmocka_unit_test(test_snapshot),
                                       cmocka_unit_test(test_first_error_sticks),
                                       cmocka_unit_test(test_calls_out_of_order),
                                       cmocka_unit_test(test_nothing_registered),
                                       cmocka_unit_test(test_too_large),
                                       cmocka_unit_test(test_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
