#include "reduce.h"
#include "parallel.h"

#ifndef real

int64_t gg_reduced_length(const gg_tensor *x, int axis)
{
    return axis == GG_ALL ? gg_numel(x) : x->shape[axis];
}

gg_reduction gg_reduction_of(const gg_tensor *x, int axis)
{
    if (axis == GG_ALL)
        return (gg_reduction){1, gg_numel(x), 1};
    gg_reduction r = {1, x->shape[axis], 1};
    if (r.length > 0 && gg_numel(x) == 0) /* sizes of no elements may be too large to multiply */
        return (gg_reduction){0, r.length, 0};
    for (int k = 0; k < axis; k++)
        r.outer *= x->shape[k];
    for (int k = axis + 1; k < x->rank; k++)
        r.inner *= x->shape[k];
    return r;
}

gg_status gg_shape_reduce(gg_node *n)
{
    int axis = *(const int *)n->attributes;
    const gg_tensor *x = n->in[0];
    if (axis != GG_ALL && (axis < 0 || axis >= x->rank))
        return gg_node_fail(n, "axis %d does not exist", axis);
    n->out->rank = 0;
    for (int k = 0; k < x->rank && axis != GG_ALL; k++)
        if (k != axis)
            n->out->shape[n->out->rank++] = x->shape[k];
    if (n->out->rank == 0) {
        n->out->rank = 1;
        n->out->shape[0] = 1;
    }
    return GG_OK;
}

gg_status gg_shape_reduce_some(gg_node *n, const char *what)
{
    gg_status status = gg_shape_reduce(n);
    if (!status && gg_reduced_length(n->in[0], *(const int *)n->attributes) == 0)
        return gg_node_fail(n, "%s over nothing", what);
    return status;
}

/* One pass over the data, in units of work: a row of the last axis, or a run of columns. */
typedef struct pass {
    gg_reduction shape;
    const void *from;
    void *to;
    double scale;
    bool fresh, squares;
    int64_t runs;
} pass;

#define COLUMNS 64
#define LANES 16

#endif

#define GG_SOURCE "reduce.c"
#include "each_real.h"

#ifdef real

/* Sums long runs in as many lanes as vector registers like, then over the lanes. */
GG_INLINE double FN(sum_run)(const real *x, int64_t count, bool squares)
{
    double lane[LANES] = {0}, sum = 0;
    int64_t i = 0;
    for (; i + LANES <= count; i += LANES)
        for (int k = 0; k < LANES; k++)
            lane[k] += squares ? (double)x[i + k] * (double)x[i + k] : (double)x[i + k];
    for (int k = 0; i > 0 && k < LANES; k++)
        sum += lane[k];
    for (; i < count; i++)
        sum += squares ? (double)x[i] * (double)x[i] : (double)x[i];
    return sum;
}

GG_SIMD static void FN(partial_sums)(void *context, int64_t begin, int64_t end)
{
    const pass *p = context;
    ((double *)p->to)[begin / GG_BLOCK] =
        FN(sum_run)((const real *)p->from + begin, end - begin, p->squares);
}

bool FN(gg_total)(gg_node *n, const real *x, int64_t count, bool squares, double *total)
{
    int64_t blocks = (count + GG_BLOCK - 1) / GG_BLOCK;
    double *partial = gg_node_alloc(n, (size_t)blocks, sizeof *partial);
    if (!partial)
        return false;
    pass p = {.from = x, .to = partial, .squares = squares};
    gg_tape_parallel(n->tape, count, GG_BLOCK, FN(partial_sums), &p);
    *total = 0;
    for (int64_t k = 0; k < blocks; k++)
        *total += partial[k];
    return true;
}

GG_SIMD static void FN(sum_rows)(void *context, int64_t begin, int64_t end)
{
    const pass *p = context;
    int64_t length = p->shape.length;
    for (int64_t row = begin; row < end; row++)
        ((real *)p->to)[row] =
            (real)(p->scale * FN(sum_run)((const real *)p->from + row * length, length, false));
}

GG_SIMD static void FN(sum_columns)(void *context, int64_t begin, int64_t end)
{
    const pass *p = context;
    int64_t inner = p->shape.inner;
    for (int64_t unit = begin; unit < end; unit++) {
        int64_t block = unit / p->runs, column = unit % p->runs * COLUMNS;
        int64_t count = inner - column < COLUMNS ? inner - column : COLUMNS;
        const real *x = (const real *)p->from + block * p->shape.length * inner + column;
        real *y = (real *)p->to + block * inner + column;
        double sum[COLUMNS];
        for (int64_t j = 0; j < count; j++)
            sum[j] = 0;
        for (int64_t i = 0; i < p->shape.length; i++)
            for (int64_t j = 0; j < count; j++)
                sum[j] += (double)x[i * inner + j];
        for (int64_t j = 0; j < count; j++)
            y[j] = (real)(p->scale * sum[j]);
    }
}

void FN(gg_reduce_forward)(gg_node *n, double scale)
{
    gg_reduction shape = gg_reduction_of(n->in[0], *(const int *)n->attributes);
    pass p = {.shape = shape, .from = n->in[0]->data, .to = n->out->data, .scale = scale};
    double total;
    if (shape.outer == 1 && shape.inner == 1) {
        if (FN(gg_total)(n, n->in[0]->data, shape.length, false, &total))
            *(real *)n->out->data = (real)(scale * total);
        return;
    }
    int64_t per_unit = 1 + shape.length * (shape.inner < COLUMNS ? shape.inner : COLUMNS);
    p.runs = (shape.inner + COLUMNS - 1) / COLUMNS;
    gg_tape_parallel(n->tape, shape.outer * p.runs, 1 + GG_BLOCK / per_unit,
                     shape.inner == 1 ? FN(sum_rows) : FN(sum_columns), &p);
}

/* Runs of the input that get a run of dY each, of `inner` elements; with inner = 1 one number. */
GG_SIMD static void FN(spread)(void *context, int64_t begin, int64_t end)
{
    const pass *p = context;
    int64_t inner = p->shape.inner, length = p->shape.length;
    int64_t width = inner == 1 ? length : inner, repeats = inner == 1 ? 1 : length;
    int64_t run = begin / width, at = begin % width, repeat = run % repeats;
    const real *dy = (const real *)p->from + run / repeats * inner;
    real scale = (real)p->scale, *dx = p->to;
    bool add = !p->fresh;
    for (int64_t i = begin, count; i < end; i += count, at = 0) {
        count = width - at < end - i ? width - at : end - i;
        if (inner == 1)
            for (int64_t j = 0; j < count; j++)
                dx[i + j] = (add ? dx[i + j] : 0) + scale * dy[0];
        else
            for (int64_t j = 0; j < count; j++)
                dx[i + j] = (add ? dx[i + j] : 0) + scale * dy[at + j];
        if (++repeat == repeats) {
            repeat = 0;
            dy += inner;
        }
    }
}

void FN(gg_reduce_backward)(gg_node *n, double scale)
{
    pass p = {.shape = gg_reduction_of(n->in[0], *(const int *)n->attributes),
              .from = n->out->grad,
              .scale = scale};
    if ((p.to = gg_grad_into(n, 0, &p.fresh)))
        gg_tape_parallel(n->tape, gg_numel(n->in[0]), GG_BLOCK, FN(spread), &p);
}

#endif
