/* The sparse product Y = A X, and its partner e[k] = <X[row k], Y[col k]> at the entries of A. Each
 * is the gradient of the other: of the product with respect to A's values, and back. */
#include "spmm.h"
#include "csr_rows.h"
#include "parallel.h"

#include <string.h>

#ifndef real
typedef struct product {
    const gg_csr *a;
    const void *values, *x, *y;
    void *to;
    int64_t heads, width, part; /* part: columns of a head */
    bool add;
} product;

/* Bytes of a vector. Eight vectors of a row are summed at a time, in registers while the row's
 * entries go by. */
#define BYTES 32

/* Sums that a dot product keeps apart, so that they are vectors. */
#define DOT_LANES 16
#endif

#define GG_SOURCE "spmm.c"
#include "each_real.h"

#ifdef real

#define LANES (int64_t)(BYTES / sizeof(real))
typedef real FN(vector) __attribute__((vector_size(BYTES), aligned(sizeof(real)), may_alias));

/* A head's part of a row of the product: its entries, their values (each `step` after the last;
 * NULL for ones), and the row of x that an entry adds, `width` after that of the column before. */
GG_INLINE void FN(sum_8_vectors)(const int32_t *col, int64_t count, const real *values,
                                 int64_t step, const real *x, int64_t width, real *y, bool add)
{
    FN(vector) *to = (FN(vector) *)(void *)y, zero = {0};
    FN(vector) s0 = add ? to[0] : zero, s1 = add ? to[1] : zero, s2 = add ? to[2] : zero;
    FN(vector) s3 = add ? to[3] : zero, s4 = add ? to[4] : zero, s5 = add ? to[5] : zero;
    FN(vector) s6 = add ? to[6] : zero, s7 = add ? to[7] : zero;
    for (int64_t k = 0; k < count; k++) {
        const FN(vector) *from = (const FN(vector) *)(const void *)(x + col[k] * width);
        real value = values ? values[k * step] : 1;
        s0 += value * from[0];
        s1 += value * from[1];
        s2 += value * from[2];
        s3 += value * from[3];
        s4 += value * from[4];
        s5 += value * from[5];
        s6 += value * from[6];
        s7 += value * from[7];
    }
    to[0] = s0, to[1] = s1, to[2] = s2, to[3] = s3;
    to[4] = s4, to[5] = s5, to[6] = s6, to[7] = s7;
}

GG_INLINE void FN(sum_vector)(const int32_t *col, int64_t count, const real *values, int64_t step,
                              const real *x, int64_t width, real *y, bool add)
{
    FN(vector) *to = (FN(vector) *)(void *)y, sum = {0};
    if (add)
        sum = *to;
    for (int64_t k = 0; k < count; k++) {
        const FN(vector) *from = (const FN(vector) *)(const void *)(x + col[k] * width);
        sum += (values ? values[k * step] : 1) * *from;
    }
    *to = sum;
}

GG_INLINE void FN(sum_column)(const int32_t *col, int64_t count, const real *values, int64_t step,
                              const real *x, int64_t width, real *y, bool add)
{
    real sum = add ? *y : 0;
    for (int64_t k = 0; k < count; k++)
        sum += (values ? values[k * step] : 1) * x[col[k] * width];
    *y = sum;
}

GG_INLINE void FN(sum_row)(const product *p, int64_t row, int64_t head)
{
    const int64_t first = p->a->rowptr[row], count = p->a->rowptr[row + 1] - first;
    const int64_t step = p->heads, width = p->width, end = (head + 1) * p->part;
    const int32_t *col = p->a->col + first;
    const real *values = p->values ? (const real *)p->values + first * step + head : NULL;
    const real *x = p->x;
    real *y = (real *)p->to + row * width;
    int64_t c = head * p->part;
    for (; c + 8 * LANES <= end; c += 8 * LANES)
        FN(sum_8_vectors)(col, count, values, step, x + c, width, y + c, p->add);
    for (; c + LANES <= end; c += LANES)
        FN(sum_vector)(col, count, values, step, x + c, width, y + c, p->add);
    for (; c < end; c++)
        FN(sum_column)(col, count, values, step, x + c, width, y + c, p->add);
}

GG_SIMD static void FN(product_block)(void *context, int64_t begin, int64_t end)
{
    const product *p = context;
    int64_t last = gg_csr_row_at(p->a, end);
    for (int64_t i = gg_csr_row_at(p->a, begin); i < last; i++)
        for (int64_t h = 0; h < p->heads; h++)
            FN(sum_row)(p, i, h);
}

void FN(gg_spmm_into)(gg_tape *t, const gg_csr *a, const real *values, int64_t heads, int64_t width,
                      const real *x, real *to, bool add)
{
    product p = {.a = a,
                 .values = values,
                 .x = x,
                 .to = to,
                 .heads = heads,
                 .width = width,
                 .part = width / heads,
                 .add = add};
    gg_tape_parallel(t, gg_csr_units(a), gg_csr_block(width), FN(product_block), &p);
}

GG_INLINE real FN(dot)(const real *restrict x, const real *restrict y, int64_t count)
{
    real lane[DOT_LANES] = {0}, sum = 0;
    int64_t c = 0;
    for (; c + DOT_LANES <= count; c += DOT_LANES)
        for (int l = 0; l < DOT_LANES; l++)
            lane[l] += x[c + l] * y[c + l];
    for (; c < count; c++)
        sum += x[c] * y[c];
    for (int l = 0; l < DOT_LANES; l++)
        sum += lane[l];
    return sum;
}

GG_SIMD real FN(gg_dot)(const real *x, const real *y, int64_t count)
{
    return FN(dot)(x, y, count);
}

GG_SIMD static void FN(dots_block)(void *context, int64_t begin, int64_t end)
{
    const product *p = context;
    const gg_csr *a = p->a;
    int64_t last = gg_csr_row_at(a, end);
    for (int64_t i = gg_csr_row_at(a, begin); i < last; i++)
        for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++) {
            const real *x = (const real *)p->x + i * p->width;
            const real *y = (const real *)p->y + a->col[k] * p->width;
            real *to = (real *)p->to + k * p->heads;
            for (int64_t h = 0; h < p->heads; h++) {
                real dot = FN(dot)(x + h * p->part, y + h * p->part, p->part);
                to[h] = p->add ? to[h] + dot : dot;
            }
        }
}

void FN(gg_sddmm_into)(gg_tape *t, const gg_csr *a, int64_t heads, int64_t width, const real *x,
                       const real *y, real *to, bool add)
{
    product p = {.a = a,
                 .x = x,
                 .y = y,
                 .to = to,
                 .heads = heads,
                 .width = width,
                 .part = width / heads,
                 .add = add};
    gg_tape_parallel(t, gg_csr_units(a), gg_csr_block(width), FN(dots_block), &p);
}

real *FN(gg_values_transposed)(gg_node *n, const gg_csr *a, int64_t heads, const real *values)
{
    int64_t nnz = gg_csr_nnz(a);
    real *to = gg_node_alloc(n, (size_t)(nnz * heads), sizeof *to);
    for (int64_t k = 0; to && k < nnz; k++)
        memcpy(to + a->transposed[k] * heads, values + k * heads, (size_t)heads * sizeof *to);
    return to;
}

#undef LANES

#endif
