/* Y = A X, A sparse (n x m), X dense (m x d). */
#include "autograd.h"
#include "parallel.h"
#include "spmm.h"

#ifndef real
typedef struct product {
    const gg_csr *a;
    int64_t width;
    const void *x;
    void *to;
    bool add;
} product;

/* Work is counted in entries plus rows, so that a block holds many empty rows or few full ones; a
 * row belongs to the block that its first unit falls in. */
#define WORK 2048

/* The first row whose units start at `unit` or later. */
static int64_t row_at(const gg_csr *a, int64_t unit)
{
    int64_t low = 0, high = a->rows;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (a->rowptr[middle] + middle < unit)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Bytes of a vector; vectors of a row that are summed at a time, in registers while the row's
 * entries go by. Left to itself the compiler keeps these sums in memory, at half the speed. */
#define BYTES 32
#define SUMS 8
#endif

#define GG_SOURCE "op_spmm.c"
#include "each_real.h"

#ifdef real

#define LANES (int64_t)(BYTES / sizeof(real))
typedef real FN(vector) __attribute__((vector_size(BYTES), aligned(sizeof(real)), may_alias));

/* count vectors of one row; inlined with a constant count */
static inline void FN(sum_vectors)(const product *p, int64_t row, int64_t column, int count)
{
    const gg_csr *a = p->a;
    const real *values = a->values, *x = (const real *)p->x + column;
    FN(vector) *to = (FN(vector) *)(void *)((real *)p->to + row * p->width + column);
    FN(vector) sum[SUMS];
    for (int r = 0; r < count; r++)
        sum[r] = p->add ? to[r] : (FN(vector)){0};
    for (int64_t k = a->rowptr[row]; k < a->rowptr[row + 1]; k++) {
        const FN(vector) *from = (const FN(vector) *)(const void *)(x + a->col[k] * p->width);
        real value = values ? values[k] : 1;
        for (int r = 0; r < count; r++)
            sum[r] += value * from[r];
    }
    for (int r = 0; r < count; r++)
        to[r] = sum[r];
}

static inline void FN(sum_column)(const product *p, int64_t row, int64_t column)
{
    const gg_csr *a = p->a;
    const real *values = a->values, *x = (const real *)p->x + column;
    real *to = (real *)p->to + row * p->width + column, sum = p->add ? *to : 0;
    for (int64_t k = a->rowptr[row]; k < a->rowptr[row + 1]; k++)
        sum += (values ? values[k] : 1) * x[a->col[k] * p->width];
    *to = sum;
}

GG_SIMD static void FN(product_block)(void *context, int64_t begin, int64_t end)
{
    const product *p = context;
    int64_t last = row_at(p->a, end);
    for (int64_t i = row_at(p->a, begin); i < last; i++) {
        int64_t c = 0;
        for (; c + SUMS * LANES <= p->width; c += SUMS * LANES)
            FN(sum_vectors)(p, i, c, SUMS);
        for (; c + LANES <= p->width; c += LANES)
            FN(sum_vectors)(p, i, c, 1);
        for (; c < p->width; c++)
            FN(sum_column)(p, i, c);
    }
}

void FN(gg_spmm_into)(gg_tape *t, const gg_csr *a, int64_t width, const real *x, real *to, bool add)
{
    product p = {a, width, x, to, add};
    gg_tape_parallel(t, gg_csr_nnz(a) + a->rows, WORK, FN(product_block), &p);
}

static void FN(spmm_forward)(gg_node *n)
{
    const gg_csr *a = *(const gg_csr *const *)n->attributes;
    FN(gg_spmm_into)(n->tape, a, n->out->shape[1], n->in[0]->data, n->out->data, false);
}

/* dX = A^T dY */
static void FN(spmm_backward)(gg_node *n)
{
    const gg_csr *a = *(const gg_csr *const *)n->attributes;
    bool fresh = false;
    real *dx = gg_grad_into(n, 0, &fresh);
    if (dx)
        FN(gg_spmm_into)(n->tape, a->transpose, n->out->shape[1], n->out->grad, dx, !fresh);
}

#undef LANES

#else

static gg_status spmm_shape(gg_node *n)
{
    const gg_csr *a = *(const gg_csr *const *)n->attributes;
    const gg_tensor *x = n->in[0];
    if (x->rank != 2 || x->shape[0] != a->cols)
        return gg_node_fail(n, "the sparse matrix is %lldx%lld, expected a matrix of %lld rows",
                            (long long)a->rows, (long long)a->cols, (long long)a->cols);
    if (a->values && a->dtype != gg_tape_dtype(n->tape))
        return gg_node_fail(n, "the sparse matrix is %s, the tape %s (gg_csr_cast converts)",
                            a->dtype == GG_F32 ? "f32" : "f64", a->dtype == GG_F32 ? "f64" : "f32");
    n->out->rank = 2;
    n->out->shape[0] = a->rows;
    n->out->shape[1] = x->shape[1];
    return GG_OK;
}

static const gg_op spmm_op = {.name = "spmm",
                              .arity = 1,
                              .shape = spmm_shape,
                              .forward = GG_BOTH(spmm_forward),
                              .backward = GG_BOTH(spmm_backward),
                              .attributes_size = sizeof(const gg_csr *)};

gg_tensor *gg_spmm(gg_tape *t, const gg_csr *a, gg_tensor *x)
{
    return gg_apply(t, &spmm_op, &a, x);
}

#endif
