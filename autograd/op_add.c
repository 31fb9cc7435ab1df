/* y = a + b, broadcast. */
#include "broadcast.h"
#include "parallel.h"

#define OPERATOR +
#define GG_SOURCE "op_add.c"
#include "each_real.h"

#ifdef real

#include "binary.h"

static void FN(add_backward)(gg_node *n)
{
    FN(gg_broadcast_backward)(n, 0, false);
    FN(gg_broadcast_backward)(n, 1, false);
}

#else

static const gg_op add_op = {.name = "add",
                             .arity = 2,
                             .shape = gg_shape_broadcast,
                             .forward = GG_BOTH(binary_forward),
                             .backward = GG_BOTH(add_backward)};

gg_tensor *gg_add(gg_tape *t, gg_tensor *a, gg_tensor *b)
{
    return gg_apply(t, &add_op, NULL, a, b);
}

#endif
