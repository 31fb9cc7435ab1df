/* Sums over all rows, divided among threads by columns. */
#include "row_sums.h"
#include "parallel.h"

#ifndef real
typedef struct row_sums {
    int64_t rows, heads, part;
    int64_t block, runs; /* columns of a run; runs in a part */
    const void *weight, *x;
    void *to;
} row_sums;

#define COLUMNS 2048 /* of a run, at most: the sums stay in the first cache */
#define TOGETHER 8   /* rows that are added up before the sums in memory get them */
#endif

#define GG_SOURCE "row_sums.c"
#include "each_real.h"

#ifdef real

/* Adds rows to the sums of `count` columns: `rows` at once, or the sums would go through memory,
 * and X through double, for each. */
GG_INLINE void FN(add_rows)(const real *restrict x, int64_t stride, const real *restrict weight,
                            int64_t heads, int rows, int64_t count, double *restrict sum)
{
    for (int64_t c = 0; c < count; c++) {
        real s = 0;
        for (int i = 0; i < rows; i++)
            s += weight ? weight[i * heads] * x[i * stride + c] : x[i * stride + c];
        sum[c] += (double)s;
    }
}

GG_INLINE void FN(sum_all)(const real *x, int64_t stride, const real *weight, int64_t heads,
                           int64_t rows, int64_t count, double *sum)
{
    int64_t i = 0;
    for (; i + TOGETHER <= rows; i += TOGETHER)
        FN(add_rows)
    (x + i * stride, stride, weight ? weight + i * heads : NULL, heads, TOGETHER, count, sum);
    for (; i < rows; i++)
        FN(add_rows)
    (x + i * stride, stride, weight ? weight + i * heads : NULL, heads, 1, count, sum);
}

GG_SIMD static void FN(sum_runs)(void *context, int64_t begin, int64_t end)
{
    const row_sums *r = context;
    int64_t stride = r->heads * r->part;
    for (int64_t unit = begin; unit < end; unit++) {
        int64_t head = unit / r->runs, column = unit % r->runs * r->block;
        int64_t count = r->part - column < r->block ? r->part - column : r->block;
        const real *x = (const real *)r->x + head * r->part + column;
        real *to = (real *)r->to + head * r->part + column;
        double sum[COLUMNS] = {0};
        if (r->weight)
            FN(sum_all)(x, stride, (const real *)r->weight + head, r->heads, r->rows, count, sum);
        else
            FN(sum_all)(x, stride, NULL, 0, r->rows, count, sum);
        for (int64_t c = 0; c < count; c++)
            to[c] = (real)((double)to[c] + sum[c]);
    }
}

void FN(gg_add_row_sums)(gg_tape *t, int64_t rows, int64_t heads, int64_t part, const real *weight,
                         const real *x, real *to)
{
    int64_t block = gg_column_block(gg_tape_threads(t), part);
    block = block < COLUMNS ? block : COLUMNS;
    row_sums r = {rows, heads, part, block, (part + block - 1) / block, weight, x, to};
    gg_tape_parallel(t, heads * r.runs, 1, FN(sum_runs), &r);
}

#endif
