/* Y[i, :] = the largest of X[k, :] over the entries k of row i, column by column; 0 for a row
 * without entries. */
#include "parallel.h"
#include "segment.h"

#include <string.h>

#define GG_SOURCE "op_segment_max.c"
#include "each_real.h"

#ifdef real

/* saved holds the place in the row of each maximum: the first of equals. A NaN is larger than every
 * number, so that it shows. */
GG_INLINE void FN(max_row)(const real *restrict x, int64_t count, int64_t width, real *restrict y,
                           int32_t *restrict place)
{
    for (int64_t c = 0; c < width; c++) {
        y[c] = count ? x[c] : 0;
        place[c] = 0;
    }
    for (int64_t k = 1; k < count; k++)
        for (int64_t c = 0; c < width; c++) {
            real value = x[k * width + c];
            bool larger = value > y[c] || (value != value && y[c] == y[c]);
            y[c] = larger ? value : y[c];
            place[c] = larger ? (int32_t)k : place[c];
        }
}

GG_SIMD static void FN(max_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    const gg_csr *a = *(const gg_csr *const *)n->attributes;
    int64_t width = gg_segment_width(n->out), last = gg_csr_row_at(a, end);
    for (int64_t i = gg_csr_row_at(a, begin); i < last; i++)
        FN(max_row)
    ((const real *)n->in[0]->data + a->rowptr[i] * width, a->rowptr[i + 1] - a->rowptr[i], width,
     (real *)n->out->data + i * width, (int32_t *)n->saved + i * width);
}

static void FN(max_forward)(gg_node *n)
{
    const gg_csr *a = *(const gg_csr *const *)n->attributes;
    n->saved = gg_node_alloc(n, (size_t)gg_numel(n->out), sizeof(int32_t));
    if (n->saved)
        gg_segments_parallel(n->tape, a, gg_segment_width(n->out), FN(max_block), n);
}

/* dX[k, c] = dY[i, c] where entry k of row i holds the maximum, else 0. */
GG_SIMD static void FN(max_back_block)(void *context, int64_t begin, int64_t end)
{
    const gg_backward_block *b = context;
    const gg_tensor *out = b->node->out;
    const gg_csr *a = *(const gg_csr *const *)b->node->attributes;
    int64_t width = gg_segment_width(out), last = gg_csr_row_at(a, end);
    for (int64_t i = gg_csr_row_at(a, begin); i < last; i++) {
        const real *dy = (const real *)out->grad + i * width;
        const int32_t *place = (const int32_t *)b->node->saved + i * width;
        int64_t count = a->rowptr[i + 1] - a->rowptr[i];
        real *dx = (real *)b->gradient + a->rowptr[i] * width;
        if (b->fresh)
            memset(dx, 0, (size_t)(count * width) * sizeof *dx);
        for (int64_t c = 0; count && c < width; c++)
            dx[place[c] * width + c] += dy[c];
    }
}

static void FN(max_backward)(gg_node *n)
{
    gg_backward_block b = {.node = n};
    if ((b.gradient = gg_grad_into(n, 0, &b.fresh)))
        gg_segments_parallel(n->tape, *(const gg_csr *const *)n->attributes,
                             gg_segment_width(n->out), FN(max_back_block), &b);
}

#else

static const gg_op segment_max_op = {.name = "segment_max",
                                     .arity = 1,
                                     .shape = gg_shape_segments,
                                     .forward = GG_BOTH(max_forward),
                                     .backward = GG_BOTH(max_backward),
                                     .attributes_size = sizeof(const gg_csr *)};

gg_tensor *gg_segment_max(gg_tape *t, const gg_csr *a, gg_tensor *x)
{
    return gg_apply(t, &segment_max_op, &a, x);
}

#endif
