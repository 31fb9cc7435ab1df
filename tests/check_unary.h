/* check_unary.h: the tests that functions of one tensor share, of its elements or its rows. */
#ifndef GG_CHECK_UNARY_H
#define GG_CHECK_UNARY_H

#include "check_op.h"

typedef struct unary_op {
    gg_tensor *(*apply)(gg_tape *t, gg_tensor *x);
    const golden *golden[3];
    double low, high; /* of the inputs; 0, 0: from -2 to 2 */
} unary_op;

static inline gg_tensor *unary(gg_tape *t, gg_tensor **in, void *context)
{
    const unary_op *op = context;
    return op->apply(t, in[0]);
}

static inline void unary_test_golden(void **state)
{
    const unary_op *op = *state;
    for (int k = 0; k < 3 && op->golden[k]; k++)
        check_golden(unary, *state, op->golden[k]);
}

static inline void unary_test_shapes(void **state)
{
    const unary_op *op = *state;
    check_op(unary, *state, RANGE(op->low, op->high, 3, 4));
    check_op(unary, *state, RANGE(op->low, op->high, 1, 5));
    check_op(unary, *state, RANGE(op->low, op->high, 5, 1));
    check_op(unary, *state, RANGE(op->low, op->high, 7));
    check_op(unary, *state, RANGE(op->low, op->high, 2, 3, 1, 2));
    check_op(unary, *state, RANGE(op->low, op->high, 0, 3));
    check_op(unary, *state, RANGE(op->low, op->high, 3, 0));
}

static inline void unary_test_many_blocks(void **state)
{
    const unary_op *op = *state;
    check_op_large(unary, *state, RANGE(op->low, op->high, 3000, 17));
}

#define UNARY_TESTS(op)                                                                            \
    cmocka_unit_test_prestate(unary_test_golden, &(op)),                                           \
        cmocka_unit_test_prestate(unary_test_shapes, &(op)),                                       \
        cmocka_unit_test_prestate(unary_test_many_blocks, &(op))

#endif
