/* C = A B: (n x k) (k x m) -> (n x m). */
#include "autograd.h"
#include "blas.h"

#define GG_SOURCE "op_matmul.c"
#include "each_real.h"

#ifdef real

/* Rows of C and A are cut in blocks of a fixed size; so are those of dB, for the same bits
 * anywhere. */
#define ROWS 512
#define WEIGHT_ROWS 128

static void FN(matmul_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    const gg_tensor *a = n->in[0], *b = n->in[1];
    int64_t k = a->shape[1], m = b->shape[1];
    FN(gg_gemm)
    (false, false, end - begin, m, k, 1, (const real *)a->data + begin * k, k, b->data, m, 0,
     (real *)n->out->data + begin * m, m);
}

static void FN(matmul_forward)(gg_node *n)
{
    gg_tape_parallel(n->tape, n->out->shape[0], ROWS, FN(matmul_block), n);
}

/* dA = dC B^T */
static void FN(matmul_da)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *block = context;
    const gg_tensor *b = block->node->in[1];
    int64_t k = b->shape[0], m = b->shape[1];
    FN(gg_gemm)
    (false, true, end - begin, k, m, 1, (const real *)block->node->out->grad + begin * m, m,
     b->data, m, block->fresh ? 0 : 1, (real *)block->gradient + begin * k, k);
}

/* dB = A^T dC, cut by rows of B: each sums over all rows of C */
static void FN(matmul_db)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *block = context;
    const gg_tensor *a = block->node->in[0], *c = block->node->out;
    int64_t k = a->shape[1], m = c->shape[1];
    FN(gg_gemm)
    (true, false, end - begin, m, a->shape[0], 1, (const real *)a->data + begin, k, c->grad, m,
     block->fresh ? 0 : 1, (real *)block->gradient + begin * m, m);
}

static void FN(matmul_backward)(gg_node *n)
{
    gg_backward_block b = {.node = n};
    if ((b.gradient = gg_grad_into(n, 0, &b.fresh)))
        gg_tape_parallel(n->tape, n->out->shape[0], ROWS, FN(matmul_da), &b);
    if ((b.gradient = gg_grad_into(n, 1, &b.fresh)))
        gg_tape_parallel(n->tape, n->in[1]->shape[0], WEIGHT_ROWS, FN(matmul_db), &b);
}

#undef ROWS
#undef WEIGHT_ROWS

#else

static gg_status matmul_shape(gg_node *n)
{
    const gg_tensor *a = n->in[0], *b = n->in[1];
    if (a->rank != 2 || b->rank != 2)
        return gg_node_fail(n, "expected matrices");
    if (a->shape[1] != b->shape[0])
        return gg_node_fail(n, "inner dimensions differ");
    if (!gg_blas_fits(a->shape[0], b->shape[1], a->shape[1]))
        return gg_node_fail(n, "a dimension is beyond 2^31 - 1");
    n->out->rank = 2;
    n->out->shape[0] = a->shape[0];
    n->out->shape[1] = b->shape[1];
    return GG_OK;
}

static const gg_op matmul_op = {.name = "matmul",
                                .arity = 2,
                                .shape = matmul_shape,
                                .forward = GG_BOTH(matmul_forward),
                                .backward = GG_BOTH(matmul_backward)};

gg_tensor *gg_matmul(gg_tape *t, gg_tensor *a, gg_tensor *b)
{
    return gg_apply(t, &matmul_op, NULL, a, b);
}

#endif
