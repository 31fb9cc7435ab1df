/* y = a * b elementwise, broadcast. */
#include "broadcast.h"
#include "parallel.h"

#define OPERATOR *
#define GG_SOURCE "op_mul.c"
#include "each_real.h"

#ifdef real

#include "binary.h"

static void FN(mul_backward)(gg_node *n)
{
    FN(gg_broadcast_backward)(n, 0, true);
    FN(gg_broadcast_backward)(n, 1, true);
}

#else

static const gg_op mul_op = {.name = "mul",
                             .arity = 2,
                             .shape = gg_shape_broadcast,
                             .forward = GG_BOTH(binary_forward),
                             .backward = GG_BOTH(mul_backward)};

gg_tensor *gg_mul(gg_tape *t, gg_tensor *a, gg_tensor *b)
{
    return gg_apply(t, &mul_op, NULL, a, b);
}

#endif
