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
                                       cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
