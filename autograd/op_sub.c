/* y = a - b, broadcast. */
#include "broadcast.h"
#include "parallel.h"

#define OPERATOR -
#define GG_SOURCE "op_sub.c"
#include "each_real.h"

#ifdef real

#include "binary.h"

static void FN(sub_backward)(gg_node *n)
{
    FN(gg_broadcast_add)(n, 0, n->out->grad, 1);
    FN(gg_broadcast_add)(n, 1, n->out->grad, -1);
}

#else

static const gg_op sub_op = {.name = "sub",
                             .arity = 2,
                             .shape = gg_shape_broadcast,
                             .forward = GG_BOTH(binary_forward),
                             .backward = GG_BOTH(sub_backward)};

gg_tensor *gg_sub(gg_tape *t, gg_tensor *a, gg_tensor *b)
{
    return gg_apply(t, &sub_op, NULL, a, b);
}

#endif
