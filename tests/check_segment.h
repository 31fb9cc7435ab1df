/* check_segment.h: the tests that all ops over the entries of each row of a matrix share. */
#ifndef GG_CHECK_SEGMENT_H
#define GG_CHECK_SEGMENT_H

#include "check_csr.h"

typedef struct segment_op {
    const char *name;
    gg_tensor *(*apply)(gg_tape *t, const gg_csr *a, gg_tensor *x);
    const int32_t *row, *col; /* of the golden matrix, 5 x 4 with 7 entries */
    const golden *matrix, *vector;
    double spread; /* values in a large check go from -spread to spread */
} segment_op;

#define SEGMENT_OP(op, spread)                                                                     \
    {                                                                                              \
#op, gg_##op, golden_##op##_row, golden_##op##_col, &golden_##op##_matrix,                 \
            &golden_##op##_vector, spread                                                          \
    }

/* An op and the matrix it works on: the context of the functions below. */
typedef struct segments {
    const segment_op *op;
    check_csr m;
} segments;

static inline gg_tensor *segment(gg_tape *t, gg_tensor **in, void *context)
{
    const segments *s = context;
    return s->op->apply(t, check_csr_for(t, &s->m), in[0]);
}

static inline gg_tensor *segment_twice(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_add(t, segment(t, in, context), segment(t, in, context));
}

static inline segments segments_golden(const segment_op *op)
{
    return (segments){op, check_csr_of(5, 4, 7, op->row, op->col, NULL)};
}

static inline void segment_test_golden(void **state)
{
    const segment_op *op = *state;
    segments s = segments_golden(op);
    check_golden(segment, &s, op->matrix);
    check_golden(segment, &s, op->vector);
    check_csr_free(&s.m);
}

static inline void segment_test_shapes(void **state)
{
    for (int k = 0; k < CHECK_CSR_SHAPES; k++) {
        segments s = {*state, check_csr_shaped(k)};
        int64_t entries = check_csr_shapes[k].entries;
        check_op(segment, &s, SHAPE(entries));
        check_op(segment, &s, SHAPE(entries, 3));
        check_op(segment, &s, SHAPE(entries, 0));
        check_op(segment_twice, &s, SHAPE(entries, 2));
        check_csr_free(&s.m);
    }
    segments s = {*state, check_csr_random(4, 5, 11, 0)};
    check_op(segment, &s, SHAPE(11, 19));
    check_csr_free(&s.m);
}

/* Many blocks: most rows empty, and one with half of all entries. */
static inline void segment_test_many_blocks(void **state)
{
    const segment_op *op = *state;
    segments s = {op, check_csr_random(3000, 2000, 2400, 1200)};
    check_op_large(segment, &s, RANGE(-op->spread, op->spread, 2400, 257));
    check_op_large(segment, &s, RANGE(-op->spread, op->spread, 2400));
    check_csr_free(&s.m);
}

static inline void segment_test_errors(void **state)
{
    const segment_op *op = *state;
    segments s = {op, check_csr_random(5, 4, 9, 0)};
    char text[CHECK_CHAR];
    snprintf(text, sizeof text,
             "%s: (8x3): expected a vector or matrix with a row for each of 9 entries", op->name);
    check_op_error(segment, &s, text, SHAPE(8, 3));
    check_op_error(segment, &s, "a row for each of 9 entries", SHAPE(9, 3, 1));
    check_csr_free(&s.m);
}

#define SEGMENT_TEST(test, op) cmocka_unit_test_prestate(test, &(op))
#define SEGMENT_TESTS(op)                                                                          \
    SEGMENT_TEST(segment_test_golden, op), SEGMENT_TEST(segment_test_shapes, op),                  \
        SEGMENT_TEST(segment_test_many_blocks, op), SEGMENT_TEST(segment_test_errors, op)

#endif
