/*
 * spmm_rows.h (internal): rows of the sparse product, for one type and one set of instructions.
 * spmm.c includes it for each, having defined
 *
 *     ISA(f)   the names of its functions
 *     TARGET   their attribute
 *     VECTOR   bytes of a vector
 *     VECTORS  how many of them are summed at a time, in registers, while a row's entries go by:
 *              a power of two
 *
 * A compiler that is asked for vectors longer than its target's keeps them in memory, so that no
 * one size serves all. Sums are the same to the bit whatever the size: each column is its own.
 */
typedef real ISA(vector) __attribute__((vector_size(VECTOR), aligned(sizeof(real)), may_alias));

/* `count` vectors of the row, from column c on. */
TARGET GG_INLINE void ISA(sum_vectors)(const entries *e, int64_t c, const int count)
{
    ISA(vector) sum[VECTORS], *to = (ISA(vector) *)(void *)((real *)e->y + c);
    for (int v = 0; v < count; v++)
        sum[v] = e->add ? to[v] : (ISA(vector)){0};
    for (int64_t k = 0; k < e->count; k++) {
        FN(fetch)(e, k + AHEAD, c, count * VECTOR);
        const void *x = (const real *)e->x + e->col[k] * e->width + c;
        const ISA(vector) *from = x;
        real value = e->values ? ((const real *)e->values)[k * e->step] : 1;
        for (int v = 0; v < count; v++)
            sum[v] += value * from[v];
    }
    for (int v = 0; v < count; v++)
        to[v] = sum[v];
}

/* The same for columns that do not fill a vector. */
TARGET GG_INLINE void ISA(sum_columns)(const entries *e, int64_t c, const int count)
{
    real sum[8], *to = (real *)e->y + c;
    for (int v = 0; v < count; v++)
        sum[v] = e->add ? to[v] : 0;
    for (int64_t k = 0; k < e->count; k++) {
        const real *from = (const real *)e->x + e->col[k] * e->width + c;
        real value = e->values ? ((const real *)e->values)[k * e->step] : 1;
        for (int v = 0; v < count; v++)
            sum[v] += value * from[v];
    }
    for (int v = 0; v < count; v++)
        to[v] = sum[v];
}

/* Columns [c, end) of a row. */
TARGET GG_INLINE void ISA(sum_row)(const entries *e, int64_t c, int64_t end)
{
    const int64_t lanes = VECTOR / sizeof(real);
    for (; c + VECTORS * lanes <= end; c += VECTORS * lanes)
        ISA(sum_vectors)(e, c, VECTORS);
    if (VECTORS > 8 && c + 8 * lanes <= end)
        ISA(sum_vectors)(e, c, 8), c += 8 * lanes;
    if (c + 4 * lanes <= end)
        ISA(sum_vectors)(e, c, 4), c += 4 * lanes;
    if (c + 2 * lanes <= end)
        ISA(sum_vectors)(e, c, 2), c += 2 * lanes;
    if (c + lanes <= end)
        ISA(sum_vectors)(e, c, 1), c += lanes;
    if (lanes > 8 && c + 8 <= end)
        ISA(sum_columns)(e, c, 8), c += 8;
    if (lanes > 4 && c + 4 <= end)
        ISA(sum_columns)(e, c, 4), c += 4;
    if (lanes > 2 && c + 2 <= end)
        ISA(sum_columns)(e, c, 2), c += 2;
    if (c < end)
        ISA(sum_columns)(e, c, 1);
}

TARGET static void ISA(product_block)(void *context, int64_t begin, int64_t end)
{
    const product *p = context;
    const gg_csr *a = p->a;
    const int64_t last = gg_csr_row_at(a, end);
    for (int64_t i = gg_csr_row_at(a, begin); i < last; i++)
        for (int64_t h = 0; h < p->heads; h++) {
            entries e = FN(entries_of)(p, i, h, a->rowptr[last]);
            if (e.count > 0 || !e.add)
                ISA(sum_row)(&e, h * p->part, (h + 1) * p->part);
        }
}

#undef ISA
#undef TARGET
#undef VECTOR
#undef VECTORS
