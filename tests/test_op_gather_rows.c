#include "check_op.h"
#include "golden/op_gather_rows.h"

typedef struct rows {
    int64_t count;
    const int32_t *index;
} rows;

static gg_tensor *gather(gg_tape *t, gg_tensor **in, void *context)
{
    const rows *r = context;
    return gg_gather_rows(t, in[0], r->count, r->index);
}

/* Two gathers of one matrix: the second adds to what the first left. */
static gg_tensor *twice(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_add(t, gather(t, in, context), gather(t, in, context));
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(gather, &(rows){6, golden_gather_rows_index}, &golden_gather_rows);
}

static void test_shapes(void **state)
{
    (void)state;
    const int32_t index[] = {2, 2, 0, 2, 1, 0, 0};
    check_op(gather, (&(rows){7, index}), SHAPE(3, 4));
    check_op(gather, (&(rows){7, index}), SHAPE(5, 1));
    check_op(gather, (&(rows){1, index}), SHAPE(3, 9));
    check_op(gather, (&(rows){3, (int32_t[]){0, 0, 0}}), SHAPE(1, 3));
    check_op(gather, (&(rows){0, index}), SHAPE(3, 4));
    check_op(gather, (&(rows){0, NULL}), SHAPE(0, 4));
    check_op(gather, (&(rows){7, index}), SHAPE(3, 0));
    check_op(twice, (&(rows){7, index}), SHAPE(3, 4));
}

/* Several blocks of rows and of columns, the last ones not full. */
static void test_many_blocks(void **state)
{
    (void)state;
    enum { COUNT = 1500 };
    int32_t index[COUNT];
    for (int k = 0; k < COUNT; k++)
        index[k] = (int32_t)gg_rng_below(gg_rng_new(5), (uint64_t)k, 40);
    check_op_large(gather, (&(rows){COUNT, index}), SHAPE(40, 75));
    check_op_large(gather, (&(rows){COUNT, index}), SHAPE(40, 64));
    check_op_large(gather, (&(rows){COUNT, index}), SHAPE(2 * COUNT, 33));
    check_op_large(twice, (&(rows){COUNT, index}), SHAPE(2 * COUNT, 33));
    check_op_large(twice, (&(rows){COUNT, index}), SHAPE(40, 33));
}

/* More than caches hold, which is written past them: where rows are whole vectors and where not. */
static void test_larger_than_caches(void **state)
{
    (void)state;
    enum { ROWS = 50, COUNT = 150000 };
    int32_t *index = calloc(COUNT, sizeof *index);
    for (int k = 0; k < COUNT; k++)
        index[k] = (int32_t)gg_rng_below(gg_rng_new(6), (uint64_t)k, ROWS);
    for (int64_t width = 62; width <= 65; width++)
        for (gg_dtype dtype = GG_F32; dtype <= GG_F64; dtype++) {
            gg_tape *t = NULL;
            assert_int_equal(gg_tape_new(dtype, 2, &t, NULL), GG_OK);
            gg_tensor *x = gg_empty(t, 2, (int64_t[]){ROWS, width});
            for (int64_t i = 0; i < gg_numel(x); i++)
                gg_set(x, i, (double)i);
            gg_tensor *y = gg_gather_rows(t, x, COUNT, index);
            assert_int_equal(gg_tape_status(t, NULL), GG_OK);
            size_t bytes = (size_t)width * gg_dtype_size(dtype);
            for (size_t k = 0; k < COUNT; k++)
                assert_memory_equal((char *)y->data + k * bytes,
                                    (char *)x->data + (size_t)index[k] * bytes, bytes);
            gg_tape_free(t);
        }
    free(index);
}

static void test_errors(void **state)
{
    (void)state;
    check_op_error(gather, (&(rows){3, (int32_t[]){0, 2, 3}}),
                   "gather_rows: index[2] is 3, expected an id below 3", SHAPE(3, 2));
    check_op_error(gather, (&(rows){3, (int32_t[]){0, -1, 7}}),
                   "gather_rows: index[1] is -1, expected an id below 3", SHAPE(3, 2));
    check_op_error(gather, (&(rows){1, (int32_t[]){0}}), "index[0] is 0, expected an id below 0",
                   SHAPE(0, 2));
    check_op_error(gather, (&(rows){-1, NULL}), "(3x2): -1 ids", SHAPE(3, 2));
    check_op_error(gather, (&(rows){1, (int32_t[]){0}}), "expected a matrix", SHAPE(3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden), cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_many_blocks),
                                       cmocka_unit_test(test_larger_than_caches),
                                       cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
