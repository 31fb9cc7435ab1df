/* The growable list of node pairs. */
#include "graph.h"

#include <string.h>

static gg_status reserve(gg_pair_list *pairs, int64_t capacity, gg_error *e)
{
    int32_t *u = gg_alloc((size_t)capacity, sizeof *u);
    int32_t *v = gg_alloc((size_t)capacity, sizeof *v);
    if (!u || !v) {
        gg_free(u);
        gg_free(v);
        return gg_fail(e, GG_ERR_MEMORY, "pair list: no memory for %lld pairs",
                       (long long)capacity);
    }
    if (pairs->count > 0) {
        memcpy(u, pairs->u, (size_t)pairs->count * sizeof *u);
        memcpy(v, pairs->v, (size_t)pairs->count * sizeof *v);
    }
    gg_free(pairs->u);
    gg_free(pairs->v);
    pairs->u = u;
    pairs->v = v;
    pairs->capacity = capacity;
    return GG_OK;
}

gg_status gg_pair_list_add(gg_pair_list *pairs, int32_t u, int32_t v, gg_error *e)
{
    if (pairs->count == pairs->capacity) {
        gg_status s = reserve(pairs, pairs->capacity ? 2 * pairs->capacity : 256, e);
        if (s != GG_OK)
            return s;
    }
    pairs->u[pairs->count] = u;
    pairs->v[pairs->count] = v;
    pairs->count++;
    return GG_OK;
}

gg_status gg_pair_list_resize(gg_pair_list *pairs, int64_t count, gg_error *e)
{
    if (count < 0)
        return gg_fail(e, GG_ERR_ARGUMENT, "pair list: %lld pairs, expected 0 or more",
                       (long long)count);
    gg_status s = count > pairs->capacity ? reserve(pairs, count, e) : GG_OK;
    if (s != GG_OK)
        return s;
    for (int64_t k = pairs->count; k < count; k++)
        pairs->u[k] = pairs->v[k] = 0;
    pairs->count = count;
    return GG_OK;
}

void gg_pair_list_free(gg_pair_list *pairs)
{
    if (pairs) {
        gg_free(pairs->u);
        gg_free(pairs->v);
        *pairs = (gg_pair_list){0};
    }
}
