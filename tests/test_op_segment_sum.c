#include "check_segment.h"
#include "golden/op_segment_sum.h"

static segment_op op = SEGMENT_OP(segment_sum, 0.1);

int main(void)
{
    const struct CMUnitTest tests[] = {SEGMENT_TESTS(op)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
