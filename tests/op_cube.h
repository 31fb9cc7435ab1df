/* y = x^3 and a wrong gradient on demand: an op that lives outside the library (test_tape.c). */
#include "autograd.h"

#define GG_SOURCE "../tests/op_cube.h"
#include "each_real.h"

#ifdef real

static void FN(cube_forward)(gg_node *n)
{
    const real *x = n->in[0]->data;
    real *y = n->out->data;
    for (int64_t i = 0; i < gg_numel(n->out); i++)
        y[i] = x[i] * x[i] * x[i];
}

/* dy/dx = 3 x^2; the attribute stands for the 3 */
static void FN(cube_block)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    const real *x = b->node->in[0]->data, *dy = b->node->out->grad;
    real *dx = b->gradient, factor = (real) * (const double *)b->node->attributes;
    for (int64_t i = begin; i < end; i++)
        dx[i] = (b->fresh ? 0 : dx[i]) + factor * x[i] * x[i] * dy[i];
}

static void FN(cube_backward)(gg_node *n)
{
    gg_backward_elementwise(n, FN(cube_block));
}

#else

static const gg_op cube_op = {.name = "cube",
                              .arity = 1,
                              .shape = gg_shape_same,
                              .forward = GG_BOTH(cube_forward),
                              .backward = GG_BOTH(cube_backward),
                              .attributes_size = sizeof(double)};

/* context: the factor of the gradient, NULL for the right one */
static gg_tensor *cube(gg_tape *t, gg_tensor **in, void *context)
{
    double three = 3;
    return gg_apply(t, &cube_op, context ? context : &three, in[0]);
}

#endif
