/* C = op(A) op(B): (n x k) (k x m) -> (n x m), op(X) being X or its transpose. */
#include "autograd.h"
#include "blas.h"

#ifndef real
/* Whether A and B lie transposed, and the sizes of the product. */
typedef struct transposes {
    bool a, b;
} transposes;

typedef struct sizes {
    int64_t n, k, m;
} sizes;

static sizes sizes_of(const gg_node *node)
{
    const transposes *t = node->attributes;
    const int64_t *a = node->in[0]->shape, *b = node->in[1]->shape;
    return (sizes){a[t->a ? 1 : 0], a[t->a ? 0 : 1], b[t->b ? 0 : 1]};
}
#endif

#define GG_SOURCE "op_matmul.c"
#include "each_real.h"

#ifdef real

/* Rows of C and A are cut in blocks of a fixed size; so are those of dB, for the same bits
 * anywhere. */
#define ROWS 512
#define WEIGHT_ROWS 128

/* The pointer to row (or, transposed, column) `first` of op(X)'s rows. */
static const real *FN(from_row)(const gg_tensor *x, bool transposed, int64_t first)
{
    return (const real *)x->data + (transposed ? first : first * x->shape[1]);
}

static void FN(matmul_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *node = context;
    const transposes *t = node->attributes;
    const gg_tensor *a = node->in[0], *b = node->in[1];
    sizes s = sizes_of(node);
    FN(gg_gemm)
    (t->a, t->b, end - begin, s.m, s.k, 1, FN(from_row)(a, t->a, begin), a->shape[1], b->data,
     b->shape[1], 0, (real *)node->out->data + begin * s.m, s.m);
}

/* A^T B is mostly of few rows, each a sum over many: as a weight's gradient. */
static void FN(matmul_forward)(gg_node *n)
{
    const transposes *t = n->attributes;
    gg_tape_parallel(n->tape, n->out->shape[0], t->a ? WEIGHT_ROWS : ROWS, FN(matmul_block), n);
}

/* dA = dC op(B)^T, or its transpose op(B) dC^T where A lies transposed, cut by rows of A as it lies
 */
static void FN(matmul_da)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *block = context;
    const transposes *t = block->node->attributes;
    const gg_tensor *b = block->node->in[1];
    sizes s = sizes_of(block->node);
    const real *dc = block->node->out->grad;
    int64_t width = t->a ? s.n : s.k;
    real *da = (real *)block->gradient + begin * width;
    if (t->a)
        FN(gg_gemm)
    (t->b, true, end - begin, s.n, s.m, 1, FN(from_row)(b, t->b, begin), b->shape[1], dc, s.m,
     block->fresh ? 0 : 1, da, width);
    else FN(gg_gemm)(false, !t->b, end - begin, s.k, s.m, 1, dc + begin * s.m, s.m, b->data,
                     b->shape[1], block->fresh ? 0 : 1, da, width);
}

/* dB = op(A)^T dC, or its transpose dC^T op(A) where B lies transposed, cut by rows of B as it
 * lies: each sums over all rows of C */
static void FN(matmul_db)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *block = context;
    const transposes *t = block->node->attributes;
    const gg_tensor *a = block->node->in[0];
    sizes s = sizes_of(block->node);
    const real *dc = block->node->out->grad;
    int64_t width = t->b ? s.k : s.m;
    real *db = (real *)block->gradient + begin * width;
    if (t->b)
        FN(gg_gemm)
    (true, t->a, end - begin, s.k, s.n, 1, dc + begin, s.m, a->data, a->shape[1],
     block->fresh ? 0 : 1, db, width);
    else FN(gg_gemm)(!t->a, false, end - begin, s.m, s.n, 1, FN(from_row)(a, !t->a, begin),
                     a->shape[1], dc, s.m, block->fresh ? 0 : 1, db, width);
}

static void FN(matmul_backward)(gg_node *n)
{
    gg_backward_block b = {.node = n};
    if ((b.gradient = gg_grad_into(n, 0, &b.fresh)))
        gg_tape_parallel(n->tape, n->in[0]->shape[0], ROWS, FN(matmul_da), &b);
    if ((b.gradient = gg_grad_into(n, 1, &b.fresh)))
        gg_tape_parallel(n->tape, n->in[1]->shape[0], WEIGHT_ROWS, FN(matmul_db), &b);
}

#undef ROWS
#undef WEIGHT_ROWS

#else

static gg_status matmul_shape(gg_node *n)
{
    const transposes *t = n->attributes;
    const gg_tensor *a = n->in[0], *b = n->in[1];
    if (a->rank != 2 || b->rank != 2)
        return gg_node_fail(n, "expected matrices");
    sizes s = sizes_of(n);
    if (b->shape[t->b ? 1 : 0] != s.k)
        return gg_node_fail(n, "inner dimensions differ%s",
                            t->a && t->b ? ", both transposed"
                            : t->a       ? ", the first transposed"
                            : t->b       ? ", the second transposed"
                                         : "");
    if (!gg_blas_fits(s.n, s.m, s.k))
        return gg_node_fail(n, "a dimension is beyond 2^31 - 1");
    n->out->rank = 2;
    n->out->shape[0] = s.n;
    n->out->shape[1] = s.m;
    return GG_OK;
}

static const gg_op matmul_op = {.name = "matmul",
                                .arity = 2,
                                .shape = matmul_shape,
                                .forward = GG_BOTH(matmul_forward),
                                .backward = GG_BOTH(matmul_backward),
                                .attributes_size = sizeof(transposes)};

gg_tensor *gg_matmul_t(gg_tape *t, gg_tensor *a, bool transpose_a, gg_tensor *b, bool transpose_b)
{
    return gg_apply(t, &matmul_op, (&(transposes){transpose_a, transpose_b}), a, b);
}

gg_tensor *gg_matmul(gg_tape *t, gg_tensor *a, gg_tensor *b)
{
    return gg_matmul_t(t, a, false, b, false);
}

#endif
