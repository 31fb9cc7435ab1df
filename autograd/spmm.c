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

/* The entries of a row: their columns and values (each `step` after the last; NULL for ones). An
 * entry adds a row of x, of `width` numbers, to the row y. */
typedef struct entries {
    const int32_t *col;
    int64_t count, left; /* left: until the end of the block, other rows' included */
    const void *values, *x;
    void *y;
    int64_t step, width;
    bool add;
} entries;

/* How many entries ahead of the one that is added its row of x is fetched: a row's place is known
 * only to who reads the columns of the matrix, so that without it memory would be waited for. */
#define AHEAD 16

/* Bytes that a core has at hand without asking ahead. */
#define CACHE ((int64_t)1 << 20)

/* Sums that a dot product keeps apart, so that they are vectors. */
#define DOT_LANES 16

/* The row that entry k is in. */
static int64_t row_of(const gg_csr *a, int64_t k)
{
    int64_t low = 0, high = a->rows - 1;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (a->rowptr[middle + 1] <= k)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
#endif

#define GG_SOURCE "spmm.c"
#include "each_real.h"

#ifdef real

GG_INLINE entries FN(entries_of)(const product *p, int64_t row, int64_t head, int64_t stop)
{
    const int64_t first = p->a->rowptr[row], step = p->heads;
    return (entries){.col = p->a->col + first,
                     .count = p->a->rowptr[row + 1] - first,
                     .left = stop - first,
                     .values = p->values ? (const real *)p->values + first * step + head : NULL,
                     .step = step,
                     .x = p->x,
                     .y = (real *)p->to + row * p->width,
                     .width = p->width,
                     .add = p->add};
}

/* Asks for what entry k will add, `bytes` from column c on. */
GG_INLINE void FN(fetch)(const entries *e, int64_t k, int64_t c, int bytes)
{
    const int32_t col = e->col[k < e->left ? k : e->left - 1];
    const char *at = (const char *)((const real *)e->x + col * e->width + c);
    for (int b = 0; b < bytes; b += 64)
        __builtin_prefetch(at + b);
}

/* For each set of instructions that GG_SIMD compiles for: vectors as long as it has, and as many as
 * it has registers for. */
#ifdef GG_CLONES
#define ISA(f) FN(f##_avx512)
#define TARGET __attribute__((target("arch=x86-64-v4")))
#define VECTOR 64
#define VECTORS 16
#include "spmm_rows.h"

#define ISA(f) FN(f##_avx2)
#define TARGET __attribute__((target("arch=x86-64-v3")))
#define VECTOR 32
#define VECTORS 8
#include "spmm_rows.h"
#endif

#define ISA(f) FN(f##_default)
#define TARGET
#if defined(__AVX512F__)
#define VECTOR 64
#define VECTORS 16
#elif defined(__AVX2__)
#define VECTOR 32
#define VECTORS 8
#else
#define VECTOR 16
#define VECTORS 8
#endif
#include "spmm_rows.h"

static gg_range FN(product_block)(void)
{
#ifdef GG_CLONES
    if (__builtin_cpu_supports("x86-64-v4"))
        return FN(product_block_avx512);
    if (__builtin_cpu_supports("x86-64-v3"))
        return FN(product_block_avx2);
#endif
    return FN(product_block_default);
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
    gg_tape_parallel(t, gg_csr_units(a), gg_csr_block(width), FN(product_block)(), &p);
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

/* Blocks are of entries, wherever their rows end: dots share nothing. */
GG_SIMD static void FN(dots_block)(void *context, int64_t begin, int64_t end)
{
    const product *p = context;
    const int32_t *col = p->a->col;
    const bool far = p->a->cols * p->width * (int64_t)sizeof(real) > CACHE;
    int64_t i = row_of(p->a, begin);
    for (int64_t k = begin; k < end; k++) {
        while (k >= p->a->rowptr[i + 1])
            i++;
        if (far && k + AHEAD < end)
            for (int64_t c = 0; c < p->width; c += (int64_t)(64 / sizeof(real)))
                __builtin_prefetch((const real *)p->y + col[k + AHEAD] * p->width + c);
        const real *x = (const real *)p->x + i * p->width;
        const real *y = (const real *)p->y + col[k] * p->width;
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
    gg_tape_parallel(t, gg_csr_nnz(a), gg_csr_block(width), FN(dots_block), &p);
}

real *FN(gg_values_transposed)(gg_node *n, const gg_csr *a, int64_t heads, const real *values)
{
    int64_t nnz = gg_csr_nnz(a);
    real *to = gg_node_alloc(n, (size_t)(nnz * heads), sizeof *to);
    for (int64_t k = 0; to && k < nnz; k++)
        memcpy(to + a->transposed[k] * heads, values + k * heads, (size_t)heads * sizeof *to);
    return to;
}

#endif
