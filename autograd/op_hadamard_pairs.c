/* Y[p, :] = Z[u[p], :] * Z[v[p], :] (CFLP, section 3.3). */
#include "autograd.h"
#include "parallel.h"
#include "row_ids.h"

#define GG_SOURCE "op_hadamard_pairs.c"
#include "each_real.h"

#ifdef real

GG_SIMD static void FN(pairs_block)(void *context, int64_t begin, int64_t end)
{
    const gg_node *n = context;
    const gg_pairs *pairs = n->attributes;
    int64_t width = n->out->shape[1];
    const real *z = n->in[0]->data;
    for (int64_t p = begin; p < end; p++) {
        const real *zu = z + pairs->u[p] * width, *zv = z + pairs->v[p] * width;
        real *restrict y = (real *)n->out->data + p * width;
        for (int64_t c = 0; c < width; c++)
            y[c] = zu[c] * zv[c];
    }
}

static void FN(pairs_forward)(gg_node *n)
{
    gg_tape_parallel(n->tape, n->out->shape[0], GG_ROW_BLOCK, FN(pairs_block), n);
}

GG_INLINE void FN(add_product)(real *restrict to, const real *restrict a, const real *restrict b,
                               int64_t columns)
{
    for (int64_t c = 0; c < columns; c++)
        to[c] += a[c] * b[c];
}

/* dZ[u, :] += dY * Z[v, :], then dZ[v, :] += dY * Z[u, :]: one after the other, since u may be v.
 */
GG_INLINE void FN(add_pair)(real *du, real *dv, const real *dy, const real *zu, const real *zv,
                            int64_t columns)
{
    FN(add_product)(du, dy, zv, columns);
    FN(add_product)(dv, dy, zu, columns);
}

GG_SIMD static void FN(pairs_backward)(gg_node *n, void *gradient, int64_t begin, int64_t end)
{
    const gg_pairs *pairs = n->attributes;
    const int32_t *saved = n->saved, *all_u = saved ? saved : pairs->u;
    const int32_t *all_v = saved ? saved + pairs->count : pairs->v;
    int64_t width = n->out->shape[1];
    const real *z = n->in[0]->data;
    real *dz = gradient;
    for (int64_t p = 0; p < pairs->count; p++) {
        const real *dy = (const real *)n->out->grad + p * width;
        int64_t u = all_u[p] * width, v = all_v[p] * width, c = begin;
        for (; c + GG_COLUMN_BLOCK <= end; c += GG_COLUMN_BLOCK)
            FN(add_pair)(dz + u + c, dz + v + c, dy + c, z + u + c, z + v + c, GG_COLUMN_BLOCK);
        FN(add_pair)(dz + u + c, dz + v + c, dy + c, z + u + c, z + v + c, end - c);
    }
}

#else

static gg_status pairs_shape(gg_node *n)
{
    const gg_tensor *z = n->in[0];
    const gg_pairs *pairs = n->attributes;
    if (z->rank != 2)
        return gg_node_fail(n, "expected a matrix");
    if (!pairs)
        return gg_node_fail(n, "there are no pairs");
    if (pairs->count < 0)
        return gg_node_fail(n, "%lld pairs", (long long)pairs->count);
    n->out->rank = 2;
    n->out->shape[0] = pairs->count;
    n->out->shape[1] = z->shape[1];
    gg_status status = gg_check_row_ids(n, "u", pairs->count, pairs->u, z->shape[0]);
    if (!status)
        status = gg_check_row_ids(n, "v", pairs->count, pairs->v, z->shape[0]);
    const int32_t *ids[] = {pairs->u, pairs->v};
    return status ? status : gg_save_row_ids(n, pairs->count, 2, ids);
}

static const gg_op pairs_op = {.name = "hadamard_pairs",
                               .arity = 1,
                               .shape = pairs_shape,
                               .forward = GG_BOTH(pairs_forward),
                               .attributes_size = sizeof(gg_pairs),
                               .backward_columns = GG_BOTH(pairs_backward)};

gg_tensor *gg_hadamard_pairs(gg_tape *t, gg_tensor *z, const gg_pairs *pairs)
{
    return gg_apply(t, &pairs_op, pairs, z);
}

#endif
