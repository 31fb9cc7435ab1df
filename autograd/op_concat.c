/* Joins tensors along one axis. */
#include "autograd.h"
#include "parallel.h"

#include <string.h>

#ifndef real

/* Elements of x in one row, where rows are the axes before the joined one. */
static int64_t row_length(const gg_tensor *x, int axis)
{
    int64_t length = 1;
    for (int k = axis; k < x->rank; k++)
        length *= x->shape[k];
    return length;
}

static int64_t row_count(const gg_tensor *x, int axis)
{
    int64_t count = 1;
    for (int k = 0; k < axis; k++)
        count *= x->shape[k];
    return count;
}

/* The gradient of one input: its columns of dY, from offset on. */
typedef struct part {
    gg_backward_block block;
    int64_t length, offset, stride;
} part;

static gg_status concat_shape(gg_node *n)
{
    int axis = *(const int *)n->attributes;
    gg_tensor *out = n->out;
    gg_shape_same(n);
    if (axis < 0 || axis >= out->rank)
        return gg_node_fail(n, "axis %d does not exist", axis);
    for (int i = 1; i < n->arity; i++) {
        const gg_tensor *x = n->in[i];
        if (x->rank != out->rank)
            return gg_node_fail(n, "input %d has another rank", i);
        for (int k = 0; k < x->rank; k++)
            if (k != axis && x->shape[k] != out->shape[k])
                return gg_node_fail(n, "input %d differs along axis %d", i, k);
        out->shape[axis] += x->shape[axis];
    }
    return GG_OK;
}

#endif

#define GG_SOURCE "op_concat.c"
#include "each_real.h"

#ifdef real

static void FN(concat_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    int axis = *(const int *)n->attributes;
    int64_t stride = row_length(n->out, axis), offset = 0;
    for (int i = 0; i < n->arity; i++) {
        int64_t length = row_length(n->in[i], axis);
        for (int64_t row = begin; length && row < end; row++)
            memcpy((real *)n->out->data + row * stride + offset,
                   (const real *)n->in[i]->data + row * length, (size_t)length * sizeof(real));
        offset += length;
    }
}

static void FN(concat_forward)(gg_node *n)
{
    int axis = *(const int *)n->attributes;
    gg_tape_parallel(n->tape, row_count(n->out, axis),
                     1 + GG_BLOCK / (1 + row_length(n->out, axis)), FN(concat_block), n);
}

GG_SIMD static void FN(concat_back_block)(void *context, int64_t begin, int64_t end)
{
    const part *p = context;
    for (int64_t row = begin; row < end; row++) {
        const real *dy = (const real *)p->block.node->out->grad + row * p->stride + p->offset;
        real *dx = (real *)p->block.gradient + row * p->length;
        if (p->block.fresh)
            memcpy(dx, dy, (size_t)p->length * sizeof *dx);
        else
            for (int64_t j = 0; j < p->length; j++)
                dx[j] += dy[j];
    }
}

static void FN(concat_backward)(gg_node *n)
{
    int axis = *(const int *)n->attributes;
    part p = {.block = {.node = n}, .stride = row_length(n->out, axis)};
    for (int i = 0; i < n->arity; i++, p.offset += p.length) {
        p.length = row_length(n->in[i], axis);
        if ((p.block.gradient = gg_grad_into(n, i, &p.block.fresh)))
            gg_tape_parallel(n->tape, row_count(n->out, axis), 1 + GG_BLOCK / (1 + p.length),
                             FN(concat_back_block), &p);
    }
}

#else

static const gg_op concat_op = {.name = "concat",
                                .arity = -1,
                                .shape = concat_shape,
                                .forward = GG_BOTH(concat_forward),
                                .backward = GG_BOTH(concat_backward),
                                .attributes_size = sizeof(int)};

gg_tensor *gg_concat(gg_tape *t, int count, gg_tensor *const *x, int axis)
{
    if (count < 1)
        return gg_tape_fail(t, GG_ERR_ARGUMENT, "concat: %d tensors, expected at least 1", count);
    return gg_apply_n(t, &concat_op, &axis, count, x);
}

#endif
