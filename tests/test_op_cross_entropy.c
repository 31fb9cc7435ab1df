#include "check_op.h"
#include "golden/op_cross_entropy.h"

typedef struct target {
    const int32_t *labels;
    double weight;
} target;

static gg_tensor *weighted(gg_tape *t, gg_tensor **in, void *context)
{
    const target *a = context;
    return gg_cross_entropy(t, in[0], a->labels, a->weight);
}

static gg_tensor *mean(gg_tape *t, gg_tensor **in, void *context)
{
    return gg_cross_entropy_mean(t, in[0], context);
}

static void test_golden(void **state)
{
    (void)state;
    check_golden(mean, (void *)golden_cross_entropy_labels, &golden_cross_entropy_mean);
    check_golden(weighted, &(target){golden_cross_entropy_labels, 1}, &golden_cross_entropy_sum);
    check_golden(mean, (int32_t[]){1}, &golden_cross_entropy_extreme);
}

static void test_shapes(void **state)
{
    (void)state;
    check_op(mean, ((int32_t[]){3, 0, 1}), SHAPE(3, 4));
    check_op(mean, ((int32_t[]){-1, 2, -1}), SHAPE(3, 4));
    check_op(mean, ((int32_t[]){0, 0}), SHAPE(2, 1));
    check_op(mean, ((int32_t[]){4}), SHAPE(1, 5));
    check_op(weighted, (&(target){(int32_t[]){1, -1, 0}, -0.5}), SHAPE(3, 4));
    check_op(weighted, (&(target){(int32_t[]){-1, -1}, 1}), SHAPE(2, 3));
    check_op(weighted, (&(target){(int32_t[]){-1}, 1}), SHAPE(0, 3));
    check_op(weighted, (&(target){(int32_t[]){-1, -1}, 1}), SHAPE(2, 0));
}

static void test_many_blocks(void **state)
{
    (void)state;
    int32_t labels[3000];
    for (int i = 0; i < 3000; i++)
        labels[i] = i % 7 == 0 ? -1 : i % 17;
    check_op_large(mean, labels, SHAPE(3000, 17));
    check_op_large(weighted, (&(target){labels, 0.001}), SHAPE(200, 300));
}

static void test_errors(void **state)
{
    (void)state;
    check_op_error(mean, ((int32_t[]){0, 4}),
                   "cross_entropy: (2x4): label 4 of row 1: expected 0 to 3, or -1 for none",
                   SHAPE(2, 4));
    check_op_error(mean, ((int32_t[]){-2, 0}), "label -2 of row 0", SHAPE(2, 4));
    check_op_error(mean, ((int32_t[]){-1, -1}), "cross_entropy: no row has a label", SHAPE(2, 4));
    check_op_error(mean, ((int32_t[]){0, 0}), "cross_entropy: (4): expected a matrix of logits",
                   SHAPE(4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden), cmocka_unit_test(test_shapes),
                                       cmocka_unit_test(test_many_blocks),
                                       cmocka_unit_test(test_errors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
