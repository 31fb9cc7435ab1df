#include "check_op.h"
#include "golden/op_scatter_add_rows.h"

typedef struct target {
    int64_t rows;
    const int32_t *index;
} target;

static gg_tensor *scatter(gg_tape *t, gg_tensor **in, void *context)
{
    const target *to = context;
    return gg_scatter_add_rows(t, in[0], to->index, to->rows);
}

static gg_tensor *twice(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_add(t, scatter(t, in, context), scatter(t, in, context));
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(scatter, &(target){5, golden_scatter_add_rows_index}, &golden_scatter_add_rows);
}

static void test_shapes(void **state)
{
    (void)state;
    const int32_t index[] = {2, 2, 0, 2, 1, 0, 0};
    check_op(scatter, (&(target){3, index}), SHAPE(7, 4));
    check_op(scatter, (&(target){5, index}), SHAPE(7, 1));
    check_op(scatter, (&(target){3, index}), SHAPE(1, 33));
    check_op(scatter, (&(target){3, index}), SHAPE(7, 0));
    check_op(scatter, (&(target){3, NULL}), SHAPE(0, 4));
    check_op(scatter, (&(target){0, NULL}), SHAPE(0, 4));
    check_op(twice, (&(target){3, index}), SHAPE(7, 4));
}

/* Several blocks of rows and of columns, the last ones not full. */
static void test_many_blocks(void **state)
{
    (void)state;
    enum { COUNT = 1500 };
    int32_t index[COUNT];
    for (int k = 0; k < COUNT; k++)
        index[k] = (int32_t)gg_rng_below(gg_rng_new(5), (uint64_t)k, 40);
    check_op_large(scatter, (&(target){45, index}), SHAPE(COUNT, 75));
    check_op_large(scatter, (&(target){45, index}), SHAPE(COUNT, 64));
    check_op_large(scatter, (&(target){2 * COUNT, index}), SHAPE(COUNT, 33));
}

/* Each sum is taken in the order of the rows, to few ids and to many. */
static void test_order_of_sums(void **state)
{
    (void)state;
    enum { COUNT = 500, WIDTH = 37 };
    int32_t index[COUNT];
    for (int64_t rows = 7; rows < 2000; rows *= 3) {
        for (int k = 0; k < COUNT; k++)
            index[k] = (int32_t)gg_rng_below(gg_rng_new(8), (uint64_t)k, (uint64_t)rows);
        gg_tape *t = NULL;
        assert_int_equal(gg_tape_new(GG_F32, 2, &t, NULL), GG_OK);
        gg_tensor *x = gg_empty(t, 2, (int64_t[]){COUNT, WIDTH});
        gg_tensor *expected = gg_full(t, 2, (int64_t[]){rows, WIDTH}, 0);
        for (int64_t i = 0; i < gg_numel(x); i++) {
            gg_set(x, i, check_random(0, i, -2, 2));
            int64_t at = index[i / WIDTH] * WIDTH + i % WIDTH;
            gg_set(expected, at, gg_get(expected, at) + gg_get(x, i));
        }
        gg_tensor *y = gg_scatter_add_rows(t, x, index, rows);
        assert_int_equal(gg_tape_status(t, NULL), GG_OK);
        assert_memory_equal(y->data, expected->data, (size_t)gg_numel(y) * sizeof(float));
        gg_tape_free(t);
    }
}

static void test_errors(void **state)
{
    (void)state;
    const int32_t index[] = {0, 2, 3};
    check_op_error(scatter, (&(target){3, index}),
                   "scatter_add_rows: index[2] is 3, expected an id below 3", SHAPE(3, 2));
    check_op_error(scatter, (&(target){3, (int32_t[]){0, -1, 7}}),
                   "scatter_add_rows: index[1] is -1, expected an id below 3", SHAPE(3, 2));
    check_op_error(scatter, (&(target){-1, index}), "(3x2): -1 rows", SHAPE(3, 2));
    check_op_error(scatter, (&(target){4, index}), "expected a matrix", SHAPE(3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden), cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_many_blocks),
                                       cmocka_unit_test(test_order_of_sums),
                                       cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
