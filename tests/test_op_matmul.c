#include "check_op.h"
#include "golden/op_matmul.h"
#include "golden/op_matmul_rank.h"
#include "golden/op_matmul_t.h"

static gg_tensor *matmul(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    return gg_matmul(t, in[0], in[1]);
}

/* context: "nt" for A B^T, and so on */
static gg_tensor *matmul_t(gg_tape *t, gg_tensor **in, void *context)
{
    const char *way = context;
    return gg_matmul_t(t, in[0], way[0] == 't', in[1], way[1] == 't');
}

static gg_tensor *gram(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    return gg_matmul_t(t, in[0], true, in[0], false);
}

static gg_tensor *power(gg_tape *t, gg_tensor **in, void *context)
{
    (void)context;
    return gg_matmul(t, in[0], in[0]);
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(matmul, NULL, &golden_matmul);
    check_golden(matmul_t, "tn", &golden_matmul_t_tn);
    check_golden(matmul_t, "nt", &golden_matmul_t_nt);
    check_golden(matmul_t, "tt", &golden_matmul_t_tt);
}

static void test_shapes(void **state)
{
    (void)state;
    check_op(matmul, NULL, SHAPE(4, 3), SHAPE(3, 5));
    check_op(matmul, NULL, SHAPE(1, 3), SHAPE(3, 5));
    check_op(matmul, NULL, SHAPE(4, 3), SHAPE(3, 1));
    check_op(matmul, NULL, SHAPE(4, 1), SHAPE(1, 5));
    check_op(matmul, NULL, SHAPE(0, 3), SHAPE(3, 5));
    check_op(matmul, NULL, SHAPE(4, 3), SHAPE(3, 0));
    check_op(matmul, NULL, SHAPE(4, 0), SHAPE(0, 5));
    check_op(matmul, NULL, SHAPE(4, 3), CONSTANT(3, 5));
    check_op(matmul, NULL, CONSTANT(4, 3), SHAPE(3, 5));
    check_op(power, NULL, SHAPE(3, 3));
}

static void test_transposes(void **state)
{
    (void)state;
    check_op(matmul_t, "nn", SHAPE(4, 3), SHAPE(3, 5));
    check_op(matmul_t, "tn", SHAPE(3, 4), SHAPE(3, 5));
    check_op(matmul_t, "nt", SHAPE(4, 3), SHAPE(5, 3));
    check_op(matmul_t, "tt", SHAPE(3, 4), SHAPE(5, 3));
    check_op(matmul_t, "tn", SHAPE(1, 4), SHAPE(1, 5));
    check_op(matmul_t, "nt", SHAPE(1, 3), SHAPE(1, 3));
    check_op(matmul_t, "tt", SHAPE(3, 1), SHAPE(5, 3));
    check_op(matmul_t, "tn", SHAPE(0, 4), SHAPE(0, 5));
    check_op(matmul_t, "nt", SHAPE(0, 3), SHAPE(5, 3));
    check_op(matmul_t, "tt", SHAPE(3, 4), SHAPE(0, 3));
    check_op(matmul_t, "tn", CONSTANT(3, 4), SHAPE(3, 5));
    check_op(matmul_t, "nt", SHAPE(4, 3), CONSTANT(5, 3));
    check_op(gram, NULL, SHAPE(4, 3));
}

static void test_ranks(void **state)
{
    (void)state;
    check_golden(matmul, NULL, &golden_matmul_rank_three);
    check_golden(matmul_t, "nt", &golden_matmul_rank_four);
    check_op(matmul, NULL, SHAPE(3, 4, 2), SHAPE(3, 2, 5));
    check_op(matmul_t, "tn", SHAPE(3, 2, 4), SHAPE(3, 2, 5));
    check_op(matmul_t, "nt", SHAPE(2, 2, 4, 3), SHAPE(2, 2, 5, 3));
    check_op(matmul_t, "tt", SHAPE(3, 2, 4), SHAPE(3, 5, 2));
    check_op(matmul, NULL, SHAPE(0, 4, 2), SHAPE(0, 2, 5));
    check_op(matmul, NULL, SHAPE(2, 0, 2), SHAPE(2, 2, 5));
    check_op(matmul, NULL, SHAPE(2, 3, 0), SHAPE(2, 0, 2));
    check_op(matmul, NULL, SHAPE((int64_t)1 << 50, 1, 0), SHAPE((int64_t)1 << 50, 0, 0));
    check_op_large(matmul, NULL, RANGE(-1, 1, 3, 550, 9), RANGE(-1, 1, 3, 9, 7));
    check_op_large(matmul_t, "tn", RANGE(-1, 1, 2, 9, 600), RANGE(-1, 1, 2, 9, 7));
    check_op_large(matmul_t, "tt", RANGE(-1, 1, 2, 9, 600), RANGE(-1, 1, 2, 140, 9));
}

static void test_many_blocks(void **state)
{
    (void)state;
    check_op_large(matmul, NULL, RANGE(-1, 1, 1100, 40), RANGE(-1, 1, 40, 30));
    check_op_large(matmul, NULL, RANGE(-1, 1, 30, 300), RANGE(-1, 1, 300, 40));
    check_op_large(matmul_t, "tn", RANGE(-1, 1, 300, 600), RANGE(-1, 1, 300, 30));
    check_op_large(matmul_t, "nt", RANGE(-1, 1, 600, 40), RANGE(-1, 1, 140, 40));
    check_op_large(matmul_t, "tt", RANGE(-1, 1, 40, 600), RANGE(-1, 1, 140, 40));
}

static void test_errors(void **state)
{
    (void)state;
    check_op_error(matmul, NULL, "matmul: (4x3) x (4x5): inner dimensions differ", SHAPE(4, 3),
                   SHAPE(4, 5));
    check_op_error(matmul, NULL, "matmul: (4x3) x (3): expected two matrices", SHAPE(4, 3),
                   SHAPE(3));
    check_op_error(matmul, NULL, "(2x4x3) x (3x5): expected two matrices, or as many of either",
                   SHAPE(2, 4, 3), SHAPE(3, 5));
    check_op_error(matmul, NULL, "(2x4x3) x (3x3x5): expected as many matrices of either",
                   SHAPE(2, 4, 3), SHAPE(3, 3, 5));
    check_op_error(matmul, NULL, "(2x4x3) x (2x4x5): inner dimensions differ", SHAPE(2, 4, 3),
                   SHAPE(2, 4, 5));
    check_op_error(matmul_t, "tn", "matmul: (4x3) x (3x5): inner dimensions differ, the first",
                   SHAPE(4, 3), SHAPE(3, 5));
    check_op_error(matmul_t, "nt", "inner dimensions differ, the second transposed", SHAPE(4, 3),
                   SHAPE(3, 5));
    check_op_error(matmul_t, "tt", "inner dimensions differ, both transposed", SHAPE(4, 3),
                   SHAPE(3, 5));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden),      cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_transposes),  cmocka_unit_test(test_ranks),
        cmocka_unit_test(test_many_blocks), cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
