/* Sums and means over the entries of each row of a sparse matrix. */
#include "segment.h"
#include "parallel.h"

#include <string.h>

#ifndef real

typedef struct segments {
    const gg_csr *a;
    const int64_t *order;
    int64_t width;
    const void *from;
    void *to;
    bool mean, add;
} segments;

static gg_status check_entries(gg_node *n)
{
    const gg_csr *a = *(const gg_csr *const *)n->attributes;
    const gg_tensor *x = n->in[0];
    if (!a)
        return gg_node_fail(n, "there is no sparse matrix");
    if (x->rank > 2 || x->shape[0] != gg_csr_nnz(a))
        return gg_node_fail(n, "expected a vector or matrix with a row for each of %lld entries",
                            (long long)gg_csr_nnz(a));
    return GG_OK;
}

gg_status gg_shape_segments(gg_node *n)
{
    gg_status status = check_entries(n);
    if (status)
        return status;
    n->out->rank = n->in[0]->rank;
    n->out->shape[0] = (*(const gg_csr *const *)n->attributes)->rows;
    n->out->shape[1] = n->in[0]->shape[1];
    return GG_OK;
}

gg_status gg_shape_entries(gg_node *n)
{
    gg_status status = check_entries(n);
    return status ? status : gg_shape_same(n);
}

#endif

#define GG_SOURCE "segment.c"
#include "each_real.h"

#ifdef real

GG_INLINE void FN(add_scaled)(real *restrict to, const real *restrict from, int64_t count,
                              real scale)
{
    for (int64_t c = 0; c < count; c++)
        to[c] += scale * from[c];
}

GG_SIMD static void FN(sum_block)(void *context, int64_t begin, int64_t end)
{
    const segments *s = context;
    const gg_csr *a = s->a;
    int64_t last = gg_csr_row_at(a, end);
    for (int64_t i = gg_csr_row_at(a, begin); i < last; i++) {
        real *to = (real *)s->to + i * s->width;
        real scale = s->mean ? 1 / (real)(a->rowptr[i + 1] - a->rowptr[i]) : 1;
        if (!s->add)
            memset(to, 0, (size_t)s->width * sizeof *to);
        for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++) {
            int64_t at = s->order ? s->order[k] : k;
            FN(add_scaled)(to, (const real *)s->from + at * s->width, s->width, scale);
        }
    }
}

void FN(gg_segment_sum_into)(gg_tape *t, const gg_csr *a, const int64_t *order, int64_t width,
                             const real *x, bool mean, real *to, bool add)
{
    segments s = {a, order, width, x, to, mean, add};
    gg_segments_parallel(t, a, width, FN(sum_block), &s);
}

void FN(gg_segment_forward)(gg_node *n, bool mean)
{
    const gg_csr *a = *(const gg_csr *const *)n->attributes;
    FN(gg_segment_sum_into)
    (n->tape, a, NULL, gg_segment_width(n->out), n->in[0]->data, mean, n->out->data, false);
}

/* dX[k, :] = dY[row k, :], divided by the row's entries for the mean. */
GG_SIMD static void FN(spread_block)(void *context, int64_t begin, int64_t end)
{
    const segments *s = context;
    const gg_csr *a = s->a;
    int64_t last = gg_csr_row_at(a, end);
    for (int64_t i = gg_csr_row_at(a, begin); i < last; i++) {
        const real *from = (const real *)s->from + i * s->width;
        real scale = s->mean ? 1 / (real)(a->rowptr[i + 1] - a->rowptr[i]) : 1;
        for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++) {
            real *to = (real *)s->to + k * s->width;
            if (!s->add)
                memset(to, 0, (size_t)s->width * sizeof *to);
            FN(add_scaled)(to, from, s->width, scale);
        }
    }
}

void FN(gg_segment_backward)(gg_node *n, bool mean)
{
    segments s = {.a = *(const gg_csr *const *)n->attributes,
                  .width = gg_segment_width(n->out),
                  .from = n->out->grad,
                  .mean = mean};
    bool fresh = false;
    s.to = gg_grad_into(n, 0, &fresh);
    s.add = !fresh;
    if (s.to)
        gg_segments_parallel(n->tape, s.a, s.width, FN(spread_block), &s);
}

#endif
