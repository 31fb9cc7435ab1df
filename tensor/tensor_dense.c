/* Dense tensors: making, viewing, shapes. */
#include "shape.h"

#include <stdio.h>
#include <string.h>

size_t gg_dtype_size(gg_dtype dtype)
{
    return dtype == GG_F32 ? sizeof(float) : sizeof(double);
}

int64_t gg_numel(const gg_tensor *x)
{
    int64_t n = 1;
    for (int k = 0; k < x->rank; k++)
        n *= x->shape[k];
    return n;
}

gg_tensor gg_tensor_view(gg_dtype dtype, int rank, const int64_t *shape, void *data)
{
    gg_tensor x = {.dtype = dtype, .rank = rank, .data = data};
    for (int k = 0; k < rank && k < GG_MAX_RANK; k++)
        x.shape[k] = shape[k];
    return x;
}

gg_status gg_tensor_new(gg_dtype dtype, int rank, const int64_t *shape, gg_tensor **out,
                        gg_error *e)
{
    if (rank < 1 || rank > GG_MAX_RANK)
        return gg_fail(e, GG_ERR_SHAPE, "tensor: rank %d, expected 1 to %d", rank, GG_MAX_RANK);
    if (dtype != GG_F32 && dtype != GG_F64)
        return gg_fail(e, GG_ERR_ARGUMENT, "tensor: no dtype %d", (int)dtype);
    int64_t n = gg_checked_numel(rank, shape);
    if (n < 0)
        return gg_fail(e, GG_ERR_SHAPE, "tensor: a negative or too large shape");
    gg_tensor *x = gg_alloc(1, sizeof *x);
    void *data = gg_zalloc((size_t)n, gg_dtype_size(dtype));
    if (!x || !data) {
        gg_free(x);
        gg_free(data);
        return gg_fail(e, GG_ERR_MEMORY, "tensor: no memory for %lld elements", (long long)n);
    }
    *x = gg_tensor_view(dtype, rank, shape, data);
    *out = x;
    return GG_OK;
}

gg_status gg_tensor_require_grad(gg_tensor *x, gg_error *e)
{
    if (!x->tape && !x->grad)
        x->grad = gg_zalloc((size_t)gg_numel(x), gg_dtype_size(x->dtype));
    if (!x->tape && !x->grad)
        return gg_fail(e, GG_ERR_MEMORY, "tensor: no memory for a gradient");
    x->requires_grad = true;
    return GG_OK;
}

void gg_tensor_free(gg_tensor *x)
{
    if (x && !x->tape) {
        gg_free(x->grad);
        gg_free(x->data);
        gg_free(x);
    }
}

double gg_get(const gg_tensor *x, int64_t i)
{
    return x->dtype == GG_F32 ? (double)((const float *)x->data)[i] : ((const double *)x->data)[i];
}

void gg_set(gg_tensor *x, int64_t i, double value)
{
    if (x->dtype == GG_F32)
        ((float *)x->data)[i] = (float)value;
    else
        ((double *)x->data)[i] = value;
}

bool gg_broadcast_shape(const gg_tensor *a, const gg_tensor *b, int *rank, int64_t *shape)
{
    int r = a->rank > b->rank ? a->rank : b->rank;
    for (int k = 0; k < r; k++) {
        int64_t da = k < r - a->rank ? 1 : a->shape[k - (r - a->rank)];
        int64_t db = k < r - b->rank ? 1 : b->shape[k - (r - b->rank)];
        if (da != db && da != 1 && db != 1)
            return false;
        shape[k] = da == 1 ? db : da;
    }
    *rank = r;
    return true;
}

char *gg_shape_text(const gg_tensor *x, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "(");
    for (int k = 0; k < x->rank && k < GG_MAX_RANK && used < size; k++)
        used += (size_t)snprintf(text + used, size - used, k ? "x%lld" : "%lld",
                                 (long long)x->shape[k]);
    if (used < size)
        snprintf(text + used, size - used, ")");
    return text;
}
