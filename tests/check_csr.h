/* check_csr.h: sparse matrices for the tests of ops that take one, in both dtypes. */
#ifndef GG_CHECK_CSR_H
#define GG_CHECK_CSR_H

#include "check_op.h"

/* The same matrix for tapes of either dtype. */
typedef struct check_csr {
    gg_csr *of[2];
} check_csr;

static inline check_csr check_csr_of(int64_t rows, int64_t cols, int64_t count, const int32_t *row,
                                     const int32_t *col, const double *values)
{
    check_csr m;
    for (gg_dtype dtype = GG_F32; dtype <= GG_F64; dtype++)
        assert_int_equal(
            gg_csr_from_coo(rows, cols, count, row, col, values, dtype, &m.of[dtype], NULL), GG_OK);
    return m;
}

/* Ones at `entries` different random places, the first `hub` of them in row 1. */
static inline check_csr check_csr_random(int64_t rows, int64_t cols, int64_t entries, int64_t hub)
{
    int32_t *row = calloc((size_t)entries + 1, sizeof *row);
    int32_t *col = calloc((size_t)entries + 1, sizeof *col);
    char *taken = calloc((size_t)(rows * cols) + 1, 1);
    uint64_t draw = 0;
    for (int64_t k = 0; k < entries;) {
        gg_rng rng = gg_rng_new(11);
        row[k] = k < hub ? 1 : (int32_t)gg_rng_below(rng, draw++, (uint64_t)rows);
        col[k] = (int32_t)gg_rng_below(rng, draw++, (uint64_t)cols);
        char *place = &taken[row[k] * cols + col[k]];
        k += !*place;
        *place = 1;
    }
    check_csr m = check_csr_of(rows, cols, entries, row, col, NULL);
    free(row);
    free(col);
    free(taken);
    return m;
}

static inline void check_csr_free(check_csr *m)
{
    gg_csr_free(m->of[GG_F32]);
    gg_csr_free(m->of[GG_F64]);
}

/* The context of the ops below, for the tape's dtype. */
static inline const gg_csr *check_csr_for(const gg_tape *t, const void *context)
{
    return ((const check_csr *)context)->of[gg_tape_dtype(t)];
}

/* Shapes to check: rectangles, empty rows and columns, no entries, no rows, no columns. */
static const struct check_csr_shape {
    int64_t rows, cols, entries;
} check_csr_shapes[] = {{5, 4, 9}, {1, 6, 5}, {6, 1, 5}, {4, 3, 0},
                        {0, 3, 0}, {3, 0, 0}, {3, 3, 9}};
#define CHECK_CSR_SHAPES (int)(sizeof check_csr_shapes / sizeof *check_csr_shapes)

static inline check_csr check_csr_shaped(int k)
{
    return check_csr_random(check_csr_shapes[k].rows, check_csr_shapes[k].cols,
                            check_csr_shapes[k].entries, 0);
}

#endif
