/* C = op(A) op(B): (n x k) (k x m) -> (n x m), op(X) being X or its transpose; of tensors of more
 * axes one such product for each of their leading indices. */
#include "autograd.h"
#include "blas.h"

#ifndef real
/* Whether A and B lie transposed, and the sizes of the product. */
typedef struct transposes {
    bool a, b;
} transposes;

typedef struct sizes {
    int64_t products, n, k, m;
} sizes;

/* Rows [begin, end) of one of the products. */
typedef struct cut {
    int64_t product, begin, end;
} cut;

static sizes sizes_of(const gg_node *node)
{
    const transposes *t = node->attributes;
    const gg_tensor *x = node->in[0];
    const int64_t *a = x->shape + x->rank - 2, *b = node->in[1]->shape + x->rank - 2;
    sizes s = {1, a[t->a ? 1 : 0], a[t->a ? 0 : 1], b[t->b ? 0 : 1]};
    for (int axis = 0; axis < x->rank - 2; axis++)
        s.products *= x->shape[axis];
    return s;
}

/* Rows are cut in blocks of a fixed size, for the same bits on any number of threads: those of C
 * and of A; and fewer of what sums over many rows, as a weight's gradient does. */
#define ROWS 512
#define WEIGHT_ROWS 128

static int64_t cuts(int64_t products, int64_t rows, int64_t width, int64_t block)
{
    return width > 0 ? products * ((rows + block - 1) / block) : 0;
}

/* A^T B is mostly of few rows, each a sum over many. */
static int64_t block_of_c(const gg_node *node)
{
    return ((const transposes *)node->attributes)->a ? WEIGHT_ROWS : ROWS;
}

static cut cut_at(int64_t k, int64_t rows, int64_t block)
{
    int64_t blocks = (rows + block - 1) / block, begin = k % blocks * block;
    return (cut){k / blocks, begin, begin + block < rows ? begin + block : rows};
}
#endif

#define GG_SOURCE "op_matmul.c"
#include "each_real.h"

#ifdef real

/* Products read a row (or, transposed, a column) of X from `first` on. */
static const real *FN(from_row)(const real *x, int64_t width, bool transposed, int64_t first)
{
    return x + (transposed ? first : first * width);
}

static void FN(matmul_blocks)(void *context, int64_t k, int64_t last)
{
    const gg_node *node = context;
    const transposes *t = node->attributes;
    const sizes s = sizes_of(node);
    for (; k < last; k++) {
        const cut c = cut_at(k, s.n, block_of_c(node));
        const real *a = (const real *)node->in[0]->data + c.product * s.n * s.k;
        const real *b = (const real *)node->in[1]->data + c.product * s.k * s.m;
        real *to = (real *)node->out->data + c.product * s.n * s.m;
        const int64_t width_a = t->a ? s.n : s.k;
        FN(gg_gemm)
        (t->a, t->b, c.end - c.begin, s.m, s.k, 1, FN(from_row)(a, width_a, t->a, c.begin), width_a,
         b, t->b ? s.k : s.m, 0, to + c.begin * s.m, s.m);
    }
}

static void FN(matmul_forward)(gg_node *n)
{
    const sizes s = sizes_of(n);
    gg_tape_parallel(n->tape, cuts(s.products, s.n, s.m, block_of_c(n)), 1, FN(matmul_blocks), n);
}

/* dA = dC op(B)^T, or its transpose op(B) dC^T where A lies transposed, cut by rows of A as it lies
 */
static void FN(matmul_da)(void *context, int64_t k, int64_t last)
{
    const gg_backward_block *block = context;
    const transposes *t = block->node->attributes;
    const sizes s = sizes_of(block->node);
    const int64_t rows = t->a ? s.k : s.n, width = t->a ? s.n : s.k, width_b = t->b ? s.k : s.m;
    for (; k < last; k++) {
        const cut c = cut_at(k, rows, ROWS);
        const real *b = (const real *)block->node->in[1]->data + c.product * s.k * s.m;
        const real *dc = (const real *)block->node->out->grad + c.product * s.n * s.m;
        real *da = (real *)block->gradient + c.product * s.n * s.k + c.begin * width;
        if (t->a)
            FN(gg_gemm)
        (t->b, true, c.end - c.begin, s.n, s.m, 1, FN(from_row)(b, width_b, t->b, c.begin), width_b,
         dc, s.m, block->fresh ? 0 : 1, da, width);
        else FN(gg_gemm)(false, !t->b, c.end - c.begin, s.k, s.m, 1, dc + c.begin * s.m, s.m, b,
                         width_b, block->fresh ? 0 : 1, da, width);
    }
}

/* dB = op(A)^T dC, or its transpose dC^T op(A) where B lies transposed, cut by rows of B as it
 * lies: each sums over all rows of C */
static void FN(matmul_db)(void *context, int64_t k, int64_t last)
{
    const gg_backward_block *block = context;
    const transposes *t = block->node->attributes;
    const sizes s = sizes_of(block->node);
    const int64_t rows = t->b ? s.m : s.k, width = t->b ? s.k : s.m, width_a = t->a ? s.n : s.k;
    for (; k < last; k++) {
        const cut c = cut_at(k, rows, WEIGHT_ROWS);
        const real *a = (const real *)block->node->in[0]->data + c.product * s.n * s.k;
        const real *dc = (const real *)block->node->out->grad + c.product * s.n * s.m;
        real *db = (real *)block->gradient + c.product * s.k * s.m + c.begin * width;
        if (t->b)
            FN(gg_gemm)
        (true, t->a, c.end - c.begin, s.k, s.n, 1, dc + c.begin, s.m, a, width_a,
         block->fresh ? 0 : 1, db, width);
        else FN(gg_gemm)(!t->a, false, c.end - c.begin, s.m, s.n, 1,
                         FN(from_row)(a, width_a, !t->a, c.begin), width_a, dc, s.m,
                         block->fresh ? 0 : 1, db, width);
    }
}

static void FN(matmul_backward)(gg_node *n)
{
    const transposes *t = n->attributes;
    const sizes s = sizes_of(n);
    const int64_t rows_of_a = t->a ? s.k : s.n, rows_of_b = t->b ? s.m : s.k;
    gg_backward_block b = {.node = n};
    if ((b.gradient = gg_grad_into(n, 0, &b.fresh)))
        gg_tape_parallel(n->tape, cuts(s.products, rows_of_a, t->a ? s.n : s.k, ROWS), 1,
                         FN(matmul_da), &b);
    if ((b.gradient = gg_grad_into(n, 1, &b.fresh)))
        gg_tape_parallel(n->tape, cuts(s.products, rows_of_b, t->b ? s.k : s.m, WEIGHT_ROWS), 1,
                         FN(matmul_db), &b);
}

#else

static gg_status matmul_shape(gg_node *n)
{
    const transposes *t = n->attributes;
    const gg_tensor *a = n->in[0], *b = n->in[1];
    if (a->rank < 2 || a->rank != b->rank)
        return gg_node_fail(n, "expected two matrices, or as many of either");
    for (int axis = 0; axis < a->rank - 2; axis++)
        if (a->shape[axis] != b->shape[axis])
            return gg_node_fail(n, "expected as many matrices of either");
    const sizes s = sizes_of(n);
    if (b->shape[b->rank - (t->b ? 1 : 2)] != s.k)
        return gg_node_fail(n, "inner dimensions differ%s",
                            t->a && t->b ? ", both transposed"
                            : t->a       ? ", the first transposed"
                            : t->b       ? ", the second transposed"
                                         : "");
    if (!gg_blas_fits(s.n, s.m, s.k))
        return gg_node_fail(n, "a dimension is beyond 2^31 - 1");
    n->out->rank = a->rank;
    for (int axis = 0; axis < a->rank - 2; axis++)
        n->out->shape[axis] = a->shape[axis];
    n->out->shape[a->rank - 2] = s.n;
    n->out->shape[a->rank - 1] = s.m;
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
