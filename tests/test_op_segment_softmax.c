#include "check_segment.h"
#include "golden/op_segment_softmax.h"

static segment_op op = SEGMENT_OP(segment_softmax, 0.1);

/* Differences that overflow and vanish; a segment of one. */
static void test_extreme(void **state)
{
    (void)state;
    segments s = segments_golden(&op);
    check_golden(segment, &s, &golden_segment_softmax_extreme);
    check_csr_free(&s.m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SEGMENT_TESTS(op), cmocka_unit_test(test_extreme)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
