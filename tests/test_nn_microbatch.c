/* Micro-batches against the same decoder run on the whole batch at once. */
#include "check.h"

#include "nn.h"

#include <math.h>

#define NODES 40
#define WIDTH 7

typedef enum decoder { HADAMARD, CONCAT, INNER } decoder;

typedef struct fixture {
    gg_params *params;
    gg_mlp mlp;
    decoder kind;
    gg_tensor *z;
    gg_pairs pairs;
    int32_t u[500], v[500];
    gg_tensor *target;
    gg_rng rng;
} fixture;

static fixture *new_fixture(decoder kind, gg_dtype dtype, int64_t count)
{
    fixture *f = calloc(1, sizeof *f);
    f->kind = kind;
    assert_int_equal(gg_params_new(dtype, &f->params, NULL), GG_OK);
    int64_t widths[] = {kind == CONCAT ? 2 * WIDTH : WIDTH, 5, 1};
    gg_mlp_init(&f->mlp, f->params, "decoder", 2, widths, 0.4, false);
    assert_int_equal(gg_params_build(f->params, gg_rng_new(3), NULL), GG_OK);
    assert_int_equal(gg_tensor_new(dtype, 2, (int64_t[]){NODES, WIDTH}, &f->z, NULL), GG_OK);
    assert_int_equal(gg_tensor_require_grad(f->z, NULL), GG_OK);
    assert_int_equal(gg_tensor_new(dtype, 1, &count, &f->target, NULL), GG_OK);
    gg_rng rng = gg_rng_new(9);
    for (int64_t i = 0; i < NODES * WIDTH; i++)
        gg_set(f->z, i, gg_rng_normal(rng, (uint64_t)i));
    for (int64_t k = 0; k < count; k++) {
        f->u[k] = (int32_t)gg_rng_below(rng, 1000 + (uint64_t)k, NODES);
        f->v[k] = (int32_t)gg_rng_below(rng, 2000 + (uint64_t)k, NODES);
        gg_set(f->target, k, (double)(gg_rng_bits(rng, 3000 + (uint64_t)k) & 1));
    }
    f->pairs = (gg_pairs){count, f->u, f->v};
    f->rng = gg_rng_new(4);
    return f;
}

static void free_fixture(fixture *f)
{
    gg_params_free(f->params);
    gg_tensor_free(f->z);
    gg_tensor_free(f->target);
    free(f);
}

/* Tiles on two threads, and a tape for what is around them. */
static void open_tiles(const gg_params *p, int64_t tile_pairs, gg_microbatch **m, gg_tape **t)
{
    assert_int_equal(gg_microbatch_new(p, tile_pairs, 2, m, NULL), GG_OK);
    assert_int_equal(gg_tape_new(GG_F64, 1, t, NULL), GG_OK);
}

static gg_tensor *scores(gg_tape *t, gg_tensor *z, const gg_tile *tile, void *context)
{
    fixture *f = context;
    const gg_pairs *p = &tile->pairs;
    if (f->kind == HADAMARD)
        return gg_mlp_forward(t, &f->mlp, gg_hadamard_pairs(t, z, p), f->rng, tile->first);
    if (f->kind == INNER)
        return gg_sum(t, gg_hadamard_pairs(t, z, p), 1);
    gg_tensor *ends[] = {gg_gather_rows(t, z, p->count, p->u),
                         gg_gather_rows(t, z, p->count, p->v)};
    return gg_mlp_forward(t, &f->mlp, gg_concat(t, 2, ends, 1), f->rng, tile->first);
}

static gg_tensor *loss(gg_tape *t, gg_tensor *z, const gg_tile *tile, void *context)
{
    fixture *f = context;
    gg_tensor part = gg_tile_values(f->target, tile);
    return gg_bce_with_logits(t, scores(t, z, tile, f), gg_constant(t, &part), 3,
                              1 / (double)f->pairs.count);
}

/* Loss and gradients of everything, into one array: loss, z, parameters. */
static int64_t collect(fixture *f, double value, double *out)
{
    int64_t n = 0;
    out[n++] = value;
    gg_tensor z = gg_tensor_view(f->z->dtype, 2, f->z->shape, f->z->grad);
    for (int64_t i = 0; i < gg_numel(&z); i++)
        out[n++] = gg_get(&z, i);
    for (int64_t k = 0; k < gg_params_count(f->params); k++) {
        gg_tensor *x = gg_params_at(f->params, k, NULL);
        gg_tensor g = gg_tensor_view(x->dtype, x->rank, x->shape, x->grad);
        for (int64_t i = 0; i < gg_numel(&g); i++)
            out[n++] = gg_get(&g, i);
    }
    return n;
}

static void clear(fixture *f)
{
    gg_params_zero_grad(f->params);
    memset(f->z->grad, 0, (size_t)gg_numel(f->z) * gg_dtype_size(f->z->dtype));
}

static int64_t run_tiles(fixture *f, int64_t tile_pairs, int threads, double *out)
{
    gg_error e;
    gg_microbatch *m;
    gg_tape *t;
    double value = 0;
    clear(f);
    assert_int_equal(gg_microbatch_new(f->params, tile_pairs, threads, &m, &e), GG_OK);
    assert_int_equal(gg_tape_new(f->z->dtype, threads, &t, &e), GG_OK);
    gg_tape_set_training(t, true);
    if (gg_microbatch_backward(m, t, f->z, f->params, &f->pairs, loss, f, &value, &e))
        fail_msg("%s", e.message);
    int64_t n = collect(f, value, out);
    gg_tape_free(t);
    gg_microbatch_free(m);
    return n;
}

static int64_t run_whole(fixture *f, double *out)
{
    gg_error e;
    gg_tape *t;
    double value = 0;
    clear(f);
    assert_int_equal(gg_tape_new(f->z->dtype, 1, &t, &e), GG_OK);
    gg_tape_set_training(t, true);
    gg_tile all = {f->pairs, 0};
    gg_tensor *y = loss(t, f->z, &all, f);
    if (gg_value(t, y, &value, &e) || gg_backward(t, y, &e))
        fail_msg("%s", e.message);
    int64_t n = collect(f, value, out);
    gg_tape_free(t);
    return n;
}

static void test_tiles_equal_the_whole_batch(void **state)
{
    (void)state;
    static const int64_t tiles[] = {1, 3, 17, 256, 1000};
    static double whole[2000], parts[2000];
    for (decoder kind = HADAMARD; kind <= INNER; kind++) {
        fixture *f = new_fixture(kind, GG_F64, 437);
        int64_t n = run_whole(f, whole);
        for (size_t k = 0; k < sizeof tiles / sizeof *tiles; k++) {
            assert_int_equal(run_tiles(f, tiles[k], 2, parts), n);
            for (int64_t i = 0; i < n; i++)
                if (!(fabs(whole[i] - parts[i]) <= 1e-13 * fmax(1, fabs(whole[i]))))
                    fail_msg("decoder %d, tiles of %d, number %d: %.17g, expected %.17g", (int)kind,
                             (int)tiles[k], (int)i, parts[i], whole[i]);
        }
        free_fixture(f);
    }
}

static void test_same_bits_at_any_thread_count(void **state)
{
    (void)state;
    static double one[2000], many[2000];
    fixture *f = new_fixture(HADAMARD, GG_F32, 500);
    int64_t n = run_tiles(f, 5, 1, one);
    for (int threads = 2; threads <= 5; threads++) {
        run_tiles(f, 5, threads, many);
        assert_memory_equal(one, many, (size_t)n * sizeof *one);
    }
    free_fixture(f);
}

static void test_scores(void **state)
{
    (void)state;
    gg_error e;
    gg_microbatch *m;
    gg_tape *t;
    double tiled[437];
    fixture *f = new_fixture(CONCAT, GG_F64, 437);
    assert_int_equal(gg_microbatch_new(f->params, 10, 2, &m, &e), GG_OK);
    assert_int_equal(gg_microbatch_score(m, f->z, &f->pairs, scores, f, tiled, &e), GG_OK);
    assert_int_equal(gg_tape_new(GG_F64, 1, &t, &e), GG_OK);
    gg_tile all = {f->pairs, 0};
    gg_tensor *y = scores(t, f->z, &all, f);
    for (int64_t k = 0; k < 437; k++)
        assert_true(fabs(gg_get(y, k) - tiled[k]) < 1e-13);
    gg_pairs none = {0, f->u, f->v};
    assert_int_equal(gg_microbatch_score(m, f->z, &none, scores, f, tiled, &e), GG_OK);
    gg_tape_free(t);
    gg_microbatch_free(m);
    free_fixture(f);
}

static gg_tensor *no_scores(gg_tape *t, gg_tensor *z, const gg_tile *tile, void *context)
{
    (void)t, (void)z, (void)tile, (void)context;
    return NULL;
}

/* What a tile would read past the end of its values is not there. */
static void test_missing_values_and_scores(void **state)
{
    (void)state;
    gg_error e;
    gg_microbatch *m;
    double tiled[30], value;
    gg_tape *t;
    fixture *f = new_fixture(HADAMARD, GG_F64, 30);
    open_tiles(f->params, 8, &m, &t);
    assert_int_equal(gg_microbatch_score(m, f->z, &f->pairs, no_scores, f, tiled, &e),
                     GG_ERR_ARGUMENT);
    assert_string_equal(e.message, "microbatch: the scores are NULL");
    f->target->shape[0] = 29;
    assert_int_equal(gg_microbatch_backward(m, t, f->z, f->params, &f->pairs, loss, f, &value, &e),
                     GG_ERR_SHAPE);
    assert_int_equal(strncmp(e.message, "bce_with_logits: (6x1)", 22), 0);
    gg_tape_free(t);
    gg_microbatch_free(m);
    free_fixture(f);
}

static gg_tensor *reads_all_of_z(gg_tape *t, gg_tensor *z, const gg_tile *tile, void *context)
{
    (void)tile;
    (void)context;
    return gg_sum(t, z, GG_ALL);
}

static void test_only_gathers_may_read_z(void **state)
{
    (void)state;
    gg_error e;
    gg_microbatch *m;
    gg_tape *t;
    double value;
    fixture *f = new_fixture(HADAMARD, GG_F64, 30);
    open_tiles(f->params, 8, &m, &t);
    assert_int_equal(
        gg_microbatch_backward(m, t, f->z, f->params, &f->pairs, reads_all_of_z, f, &value, &e),
        GG_ERR_STATE);
    assert_string_equal(e.message,
                        "sum: reads all of the micro-batch's z; only gathers of rows may");
    gg_tape_free(t);
    gg_microbatch_free(m);
    free_fixture(f);
}

static gg_tensor *reads_a_leaf(gg_tape *t, gg_tensor *z, const gg_tile *tile, void *context)
{
    gg_tensor *products = gg_hadamard_pairs(t, z, &tile->pairs);
    return gg_sum(t, gg_mul(t, products, context), GG_ALL);
}

/* A leaf with a gradient of its own would be written by all threads at once. */
static void test_leaves_must_be_its_parameters(void **state)
{
    (void)state;
    gg_error e;
    gg_microbatch *m;
    gg_tape *t;
    double value;
    fixture *f = new_fixture(HADAMARD, GG_F64, 30), *other = new_fixture(HADAMARD, GG_F64, 30);
    gg_tensor *leaf;
    assert_int_equal(gg_tensor_new(GG_F64, 1, (int64_t[]){WIDTH}, &leaf, &e), GG_OK);
    assert_int_equal(gg_tensor_require_grad(leaf, &e), GG_OK);
    open_tiles(f->params, 8, &m, &t);
    assert_int_equal(
        gg_microbatch_backward(m, t, f->z, f->params, &f->pairs, reads_a_leaf, leaf, &value, &e),
        GG_ERR_STATE);
    assert_string_equal(e.message, "mul: a leaf that is no parameter of the micro-batch");
    assert_int_equal(
        gg_microbatch_backward(m, t, f->z, other->params, &f->pairs, loss, f, &value, &e),
        GG_ERR_ARGUMENT);
    gg_tensor_free(leaf);
    gg_tape_free(t);
    gg_microbatch_free(m);
    free_fixture(f);
    free_fixture(other);
}

/* z made on the tape: its gradient is handed on to what made it. */
static void test_goes_on_through_the_encoder(void **state)
{
    (void)state;
    gg_error e;
    gg_microbatch *m;
    gg_tape *t;
    double value;
    static double direct[2000];
    fixture *f = new_fixture(HADAMARD, GG_F64, 100);
    run_whole(f, direct);
    clear(f);
    open_tiles(f->params, 9, &m, &t);
    gg_tape_set_training(t, true);
    gg_tensor *z = gg_scale(t, gg_scale(t, f->z, 2), 0.5);
    assert_int_equal(gg_microbatch_backward(m, t, z, f->params, &f->pairs, loss, f, &value, &e),
                     GG_OK);
    assert_int_equal(gg_backward_from(t, z, NULL, &e), GG_OK);
    const double *grad = f->z->grad;
    for (int64_t i = 0; i < NODES * WIDTH; i++)
        assert_true(fabs(grad[i] - direct[1 + i]) < 1e-13);
    gg_tape_free(t);
    gg_microbatch_free(m);
    free_fixture(f);
}

/* Where z's gradient is: with a z from before a mark it stays when the mark is released; a caller's
 * z must have room for it. */
static void test_gradient_of_z(void **state)
{
    (void)state;
    gg_error e;
    gg_microbatch *m;
    gg_tape *t, *other;
    double value;
    static double direct[2000];
    fixture *f = new_fixture(HADAMARD, GG_F64, 100);
    run_whole(f, direct);
    clear(f);
    open_tiles(f->params, 9, &m, &t);
    assert_int_equal(gg_tape_new(GG_F64, 1, &other, &e), GG_OK);
    gg_tape_set_training(t, true);
    gg_tensor *z = gg_scale(t, f->z, 1);
    gg_mark mark = gg_tape_mark(t);
    assert_int_equal(gg_microbatch_backward(m, t, z, f->params, &f->pairs, loss, f, &value, &e),
                     GG_OK);
    gg_tape_release(t, mark);
    gg_full(t, 2, (int64_t[]){NODES, WIDTH}, 7); /* in the memory that is free again */
    assert_int_equal(gg_backward_from(t, z, NULL, &e), GG_OK);
    const double *grad = f->z->grad;
    for (int64_t i = 0; i < NODES * WIDTH; i++)
        assert_true(fabs(grad[i] - direct[1 + i]) < 1e-13);

    size_t bytes = 0; /* of a z from behind the mark it ends with the mark */
    for (int round = 0; round < 50; round++) {
        gg_tensor *young = gg_scale(t, f->z, 1);
        assert_int_equal(
            gg_microbatch_backward(m, t, young, f->params, &f->pairs, loss, f, &value, &e), GG_OK);
        assert_int_equal(gg_backward_from(t, young, NULL, &e), GG_OK);
        gg_tape_release(t, mark);
        bytes = round == 1 ? gg_tape_bytes(t) : bytes;
    }
    assert_int_equal(gg_tape_bytes(t), bytes);

    assert_int_equal(gg_microbatch_backward(m, other, z, f->params, &f->pairs, loss, f, &value, &e),
                     GG_ERR_STATE);
    assert_string_equal(e.message, "microbatch: z lives on another tape");
    gg_tensor bare = gg_tensor_view(GG_F64, 2, f->z->shape, f->z->data);
    bare.requires_grad = true;
    assert_int_equal(gg_microbatch_backward(m, t, &bare, f->params, &f->pairs, loss, f, &value, &e),
                     GG_ERR_STATE);
    assert_int_equal(strncmp(e.message, "microbatch: z requires a gradient but has no buffer", 51),
                     0);
    gg_tape_free(t);
    gg_tape_free(other);
    gg_microbatch_free(m);
    free_fixture(f);
}

static gg_tensor *fails_late(gg_tape *t, gg_tensor *z, const gg_tile *tile, void *context)
{
    return tile->first < 90 ? loss(t, z, tile, context) : gg_tape_fail(t, GG_ERR_STATE, "too late");
}

/* After a failure it is as if nothing had been done. */
static void test_a_failed_batch_adds_nothing(void **state)
{
    (void)state;
    gg_error e;
    gg_microbatch *m;
    gg_tape *t;
    double value;
    static double direct[2000], found[2000];
    fixture *f = new_fixture(HADAMARD, GG_F64, 100);
    int64_t n = run_whole(f, direct);
    clear(f);
    open_tiles(f->params, 2, &m, &t);
    gg_tape_set_training(t, true);
    gg_tensor *z = gg_scale(t, f->z, 1);
    assert_int_equal(
        gg_microbatch_backward(m, t, z, f->params, &f->pairs, fails_late, f, &value, &e),
        GG_ERR_STATE);
    assert_null(z->grad);
    assert_int_equal(gg_microbatch_backward(m, t, z, f->params, &f->pairs, loss, f, &value, &e),
                     GG_OK);
    assert_int_equal(gg_backward_from(t, z, NULL, &e), GG_OK);
    assert_int_equal(collect(f, value, found), n);
    for (int64_t i = 0; i < n; i++)
        assert_true(fabs(found[i] - direct[i]) < 1e-13);
    gg_tape_free(t);
    gg_microbatch_free(m);
    free_fixture(f);
}

/* A parameter without elements begins where the next one does. */
typedef struct nothing_in {
    gg_tensor *weight, *bias;
} nothing_in;

static gg_tensor *loss_of_nothing(gg_tape *t, gg_tensor *z, const gg_tile *tile, void *context)
{
    const nothing_in *x = context;
    gg_tensor *nothing = gg_empty(t, 2, (int64_t[]){tile->pairs.count, 0});
    gg_tensor *y = gg_linear(t, nothing, x->weight, x->bias);
    return gg_sum(t, gg_mul(t, y, gg_hadamard_pairs(t, z, &tile->pairs)), GG_ALL);
}

static void test_parameters_without_elements(void **state)
{
    (void)state;
    for (int first = 0; first < 2; first++) {
        gg_error e;
        gg_microbatch *m;
        gg_tape *t;
        gg_params *p;
        double value;
        nothing_in x;
        fixture *f = new_fixture(HADAMARD, GG_F64, 100);
        assert_int_equal(gg_params_new(GG_F64, &p, &e), GG_OK);
        for (int k = 0; k < 2; k++)
            if (k == first)
                x.weight = gg_params_add(p, "w", 2, (int64_t[]){WIDTH, 0}, GG_INIT_ONE, 0);
            else
                x.bias = gg_params_add(p, "b", 1, (int64_t[]){WIDTH}, GG_INIT_ONE, 0);
        assert_int_equal(gg_params_build(p, gg_rng_new(1), &e), GG_OK);
        open_tiles(p, 9, &m, &t);
        if (gg_microbatch_backward(m, t, f->z, p, &f->pairs, loss_of_nothing, &x, &value, &e))
            fail_msg("%s", e.message);
        for (int64_t j = 0; j < WIDTH; j++) {
            double expected = 0;
            for (int64_t k = 0; k < 100; k++)
                expected += gg_get(f->z, f->u[k] * WIDTH + j) * gg_get(f->z, f->v[k] * WIDTH + j);
            assert_true(fabs(((double *)x.bias->grad)[j] - expected) < 1e-12);
        }
        gg_tape_free(t);
        gg_microbatch_free(m);
        gg_params_free(p);
        free_fixture(f);
    }
}

static int32_t *ids_on_the_tape(gg_tape *t, int64_t count, const int32_t *ids)
{
    int32_t *copy = gg_empty(t, 1, &count)->data; /* floats are as long, doubles longer */
    memcpy(copy, ids, (size_t)count * sizeof *copy);
    return copy;
}

/* Pairs that a tile makes end with it, before their rows of z's gradient are added up. */
static gg_tensor *makes_ids(gg_tape *t, gg_tensor *z, const gg_tile *tile, void *context)
{
    const gg_pairs *p = &tile->pairs;
    gg_tile own = {
        {p->count, ids_on_the_tape(t, p->count, p->u), ids_on_the_tape(t, p->count, p->v)},
        tile->first};
    return loss(t, z, &own, context);
}

static void test_ids_of_a_tile(void **state)
{
    (void)state;
    static double whole[2000], parts[2000];
    for (decoder kind = HADAMARD; kind <= CONCAT; kind++) {
        gg_error e;
        gg_microbatch *m;
        gg_tape *t;
        double value;
        fixture *f = new_fixture(kind, GG_F64, 100);
        int64_t n = run_whole(f, whole);
        clear(f);
        open_tiles(f->params, 3, &m, &t);
        gg_tape_set_training(t, true);
        if (gg_microbatch_backward(m, t, f->z, f->params, &f->pairs, makes_ids, f, &value, &e))
            fail_msg("%s", e.message);
        assert_int_equal(collect(f, value, parts), n);
        for (int64_t i = 0; i < n; i++)
            assert_true(fabs(whole[i] - parts[i]) <= 1e-13 * fmax(1, fabs(whole[i])));
        gg_tape_free(t);
        gg_microbatch_free(m);
        free_fixture(f);
    }
}

static gg_tensor *normalises(gg_tape *t, gg_tensor *z, const gg_tile *tile, void *context)
{
    gg_tensor *products = gg_hadamard_pairs(t, z, &tile->pairs);
    return gg_sum(t, gg_batch_norm_forward(t, context, products), GG_ALL);
}

/* Statistics of a tile would be none of the batch; and tiles would write running ones at once. */
static void test_no_batch_norm_in_a_tile(void **state)
{
    (void)state;
    gg_error e;
    gg_microbatch *m;
    gg_tape *t;
    gg_params *p;
    gg_batch_norm_layer norm;
    double value;
    fixture *f = new_fixture(HADAMARD, GG_F64, 30);
    assert_int_equal(gg_params_new(GG_F64, &p, &e), GG_OK);
    gg_batch_norm_init(&norm, p, "norm", WIDTH);
    assert_int_equal(gg_params_build(p, gg_rng_new(1), &e), GG_OK);
    open_tiles(p, 8, &m, &t);
    assert_int_equal(
        gg_microbatch_backward(m, t, f->z, p, &f->pairs, normalises, &norm, &value, &e), GG_OK);
    gg_tape_set_training(t, true);
    assert_int_equal(
        gg_microbatch_backward(m, t, f->z, p, &f->pairs, normalises, &norm, &value, &e),
        GG_ERR_SHAPE);
    assert_non_null(strstr(e.message, "a micro-batch's tiles have no statistics of the batch"));
    gg_tape_free(t);
    gg_microbatch_free(m);
    gg_params_free(p);
    free_fixture(f);
}

static gg_status attempt(void *context, gg_error *e)
{
    fixture *f = context;
    gg_microbatch *m = NULL;
    gg_tape *t = NULL;
    double value;
    clear(f);
    gg_status status = gg_microbatch_new(f->params, 16, 1, &m, e);
    if (!status)
        status = gg_tape_new(GG_F64, 1, &t, e);
    if (!status)
        status = gg_microbatch_backward(m, t, f->z, f->params, &f->pairs, loss, f, &value, e);
    gg_tape_free(t);
    gg_microbatch_free(m);
    return status;
}

static void test_allocation_failures(void **state)
{
    (void)state;
    fixture *f = new_fixture(HADAMARD, GG_F64, 100);
    check_every_allocation_fails(attempt, f);
    free_fixture(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tiles_equal_the_whole_batch),
        cmocka_unit_test(test_same_bits_at_any_thread_count),
        cmocka_unit_test(test_scores),
        cmocka_unit_test(test_missing_values_and_scores),
        cmocka_unit_test(test_only_gathers_may_read_z),
        cmocka_unit_test(test_leaves_must_be_its_parameters),
        cmocka_unit_test(test_goes_on_through_the_encoder),
        cmocka_unit_test(test_gradient_of_z),
        cmocka_unit_test(test_a_failed_batch_adds_nothing),
        cmocka_unit_test(test_parameters_without_elements),
        cmocka_unit_test(test_ids_of_a_tile),
        cmocka_unit_test(test_no_batch_norm_in_a_tile),
        cmocka_unit_test(test_allocation_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
