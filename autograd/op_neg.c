/* y = -x, which is to scale by -1: changing a sign is exact. */
#include "autograd.h"

gg_tensor *gg_neg(gg_tape *t, gg_tensor *x)
{
    return gg_scale(t, x, -1);
}
