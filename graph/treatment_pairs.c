/* Treatments of listed pairs: T_ij = 1 for those, in either orientation, and 0 for all others. */
#include "treatment.h"

#include <string.h>

#include "names.h"
#include "neighbors.h"

static int treated(const void *context, int32_t i, int32_t j)
{
    return gg_csr_has(context, i, j);
}

static int64_t partners(const void *context, int32_t i, int32_t *list, int32_t *scratch)
{
    const gg_csr *pairs = context;
    (void)scratch;
    int64_t count = gg_row_length(pairs, i);
    if (count > 0)
        memcpy(list, pairs->col + pairs->rowptr[i], (size_t)count * sizeof *list);
    return count;
}

static void release(void *context)
{
    gg_csr_free(context);
}

static gg_status check(int64_t nodes, const gg_pair_list *pairs, gg_error *e)
{
    for (int64_t k = 0; k < pairs->count; k++) {
        int32_t u = pairs->u[k], v = pairs->v[k];
        if (u < 0 || v < 0 || u >= nodes || v >= nodes)
            return gg_fail(e, GG_ERR_ARGUMENT,
                           "treated pairs: pair %lld, (%d, %d), is none of nodes below %lld",
                           (long long)k, u, v, (long long)nodes);
    }
    return GG_OK;
}

/* Each pair both ways; those that repeat collapse. */
static gg_status both_ways(int64_t nodes, const gg_pair_list *pairs, gg_csr **out, gg_error *e)
{
    int64_t count = pairs->count;
    int32_t *ends = gg_alloc(2 * (size_t)count, 2 * sizeof *ends);
    if (!ends)
        return gg_fail(e, GG_ERR_MEMORY, "treated pairs: no memory for %lld pairs",
                       (long long)count);
    for (int64_t k = 0; k < count; k++) {
        ends[k] = ends[3 * count + k] = pairs->u[k];
        ends[count + k] = ends[2 * count + k] = pairs->v[k];
    }
    gg_status s =
        gg_csr_from_coo(nodes, nodes, 2 * count, ends, ends + 2 * count, NULL, GG_F32, out, e);
    gg_free(ends);
    return s;
}

gg_status gg_treatment_of_pairs(int64_t nodes, const gg_pair_list *pairs, gg_treatment *out,
                                gg_error *e)
{
    gg_csr *matrix = NULL;
    gg_status s = check(nodes, pairs, e);
    if (s == GG_OK)
        s = both_ways(nodes, pairs, &matrix, e);
    if (s == GG_OK)
        *out = (gg_treatment){.name = "pairs",
                              .nodes = nodes,
                              .treated = treated,
                              .partners = partners,
                              .context = matrix,
                              .release = release};
    return s;
}

gg_status gg_treatment_read_pairs(const char *path, int64_t nodes, const gg_names *names,
                                  gg_treatment *out, gg_error *e)
{
    gg_pair_list pairs = {0};
    gg_status s =
        names ? gg_read_named_pairs(path, names, &pairs, e) : gg_read_pairs(path, nodes, &pairs, e);
    if (s == GG_OK)
        s = gg_treatment_of_pairs(nodes, &pairs, out, e);
    gg_pair_list_free(&pairs);
    return s;
}
