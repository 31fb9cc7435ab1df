#include "check_op.h"
#include "golden/op_hadamard_pairs.h"

static gg_tensor *hadamard(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_hadamard_pairs(t, in[0], context);
}

static gg_tensor *twice(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_mul(t, hadamard(t, in, context), hadamard(t, in, context));
}

/* The same from ops that know nothing of pairs. */
static gg_tensor *by_gathering(gg_tape *t, gg_tensor **in, void *context)
{
    const gg_pairs *p = context;
    return gg_mul(t, gg_gather_rows(t, in[0], p->count, p->u),
                  gg_gather_rows(t, in[0], p->count, p->v));
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(hadamard, &(gg_pairs){5, golden_hadamard_pairs_u, golden_hadamard_pairs_v},
                 &golden_hadamard_pairs);
}

/* Repeated pairs, both directions, pairs of a node with itself, none at all. */
static void test_shapes(void **state)
{
    (void)state;
    const int32_t u[] = {0, 0, 2, 1, 2, 2, 1}, v[] = {1, 1, 0, 0, 2, 2, 2};
    check_op(hadamard, (&(gg_pairs){7, u, v}), SHAPE(3, 4));
    check_op(hadamard, (&(gg_pairs){7, u, v}), SHAPE(6, 1));
    check_op(hadamard, (&(gg_pairs){7, u, u}), SHAPE(3, 9));
    check_op(hadamard, (&(gg_pairs){1, u, u}), SHAPE(1, 3));
    check_op(hadamard, (&(gg_pairs){0, u, v}), SHAPE(3, 4));
    check_op(hadamard, (&(gg_pairs){0, NULL, NULL}), SHAPE(0, 4));
    check_op(hadamard, (&(gg_pairs){7, u, v}), SHAPE(3, 0));
    check_op(twice, (&(gg_pairs){7, u, v}), SHAPE(3, 4));
}

enum { COUNT = 1500, NODES = 40 };

static void random_pairs(int32_t *u, int32_t *v)
{
    for (uint64_t k = 0; k < COUNT; k++) {
        u[k] = (int32_t)gg_rng_below(gg_rng_new(5), 2 * k, NODES);
        v[k] = (int32_t)gg_rng_below(gg_rng_new(5), 2 * k + 1, NODES);
    }
}

static void test_many_blocks(void **state)
{
    (void)state;
    int32_t u[COUNT], v[COUNT];
    random_pairs(u, v);
    check_op_large(hadamard, (&(gg_pairs){COUNT, u, v}), SHAPE(NODES, 75));
    check_op_large(hadamard, (&(gg_pairs){COUNT, u, v}), SHAPE(NODES, 64));
}

static void test_equals_gathers(void **state)
{
    (void)state;
    int32_t u[COUNT], v[COUNT];
    random_pairs(u, v);
    gg_pairs pairs = {COUNT, u, v};
    check_input in = SHAPE(NODES, 41);
    check_result fused = check_run(hadamard, &pairs, GG_F64, 1, LEAVES, 1, &in, NULL);
    check_agree("gathers", &fused, check_run(by_gathering, &pairs, GG_F64, 1, LEAVES, 1, &in, NULL),
                1e-13);
    check_result_free(&fused);
}

/* The gradient of a node's row adds its pairs in their order, so any split of the columns gives the
 * same bits: columns are computed alone here. */
static void test_columns_are_independent(void **state)
{
    (void)state;
    int32_t u[COUNT], v[COUNT];
    random_pairs(u, v);
    gg_tape *t;
    gg_error e;
    gg_tensor *z;
    assert_int_equal(gg_tape_new(GG_F32, 1, &t, &e), GG_OK);
    assert_int_equal(check_make_input(GG_F32, &(check_input)SHAPE(NODES, 70), 0, &z, &e), GG_OK);
    gg_tensor *y = gg_hadamard_pairs(t, z, &(gg_pairs){COUNT, u, v});
    y->grad = y->data;
    float *whole = calloc(NODES * 70, sizeof *whole), *split = calloc(NODES * 70, sizeof *split);
    y->node->op->backward_columns[GG_F32](y->node, whole, 0, 70);
    for (int64_t c = 0; c < 70; c += c < 35 ? 7 : 35)
        y->node->op->backward_columns[GG_F32](y->node, split, c, c < 35 ? c + 7 : 70);
    assert_memory_equal(whole, split, NODES * 70 * sizeof *whole);
    free(whole);
    free(split);
    gg_tensor_free(z);
    gg_tape_free(t);
}

static void test_errors(void **state)
{
    (void)state;
    const int32_t good[] = {0, 2}, high[] = {1, 3}, low[] = {-5, 0};
    check_op_error(hadamard, (&(gg_pairs){2, high, good}),
                   "hadamard_pairs: u[1] is 3, expected an id below 3", SHAPE(3, 2));
    check_op_error(hadamard, (&(gg_pairs){2, good, low}),
                   "hadamard_pairs: v[0] is -5, expected an id below 3", SHAPE(3, 2));
    check_op_error(hadamard, (&(gg_pairs){-1, good, good}), "-1 pairs", SHAPE(3, 2));
    check_op_error(hadamard, (&(gg_pairs){2, good, good}), "expected a matrix", SHAPE(3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden),
                                       cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_many_blocks),
                                       cmocka_unit_test(test_equals_gathers),
                                       cmocka_unit_test(test_columns_are_independent),
                                       cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
