/* The common neighbours treatment: T_ij = 1 if i and j share at least so many neighbours (CFLP,
 * appendix on treatments). Nothing is stored: a look-up merges two sorted rows. */
#include "neighbors.h"
#include "given.h"
#include "treatment.h"

typedef struct sharing {
    const gg_csr *adjacency;
    int64_t least;
} sharing;

static int treated(const void *context, int32_t i, int32_t j)
{
    const sharing *x = context;
    return gg_count_shared(x->adjacency, i, j, x->least) == x->least;
}

static int64_t partners(const void *context, int32_t i, int32_t *list, int32_t *count)
{
    const sharing *x = context;
    int64_t listed = gg_list_sharing(x->adjacency, i, list, count), kept = 0;
    for (int64_t k = 0; k < listed; k++) {
        int32_t j = list[k];
        if (count[j] >= x->least)
            list[kept++] = j;
        count[j] = 0;
    }
    return kept;
}

gg_status gg_treatment_common_neighbors(const gg_graph *g, int64_t least, gg_treatment *out,
                                        gg_error *e)
{
    if (gg_graph_check(g, "common neighbours", e) != GG_OK)
        return GG_ERR_ARGUMENT;
    if (least < 1)
        return gg_fail(e, GG_ERR_ARGUMENT, "common neighbours: at least %lld, expected 1 or more",
                       (long long)least);
    sharing *x = gg_alloc(1, sizeof *x);
    if (!x)
        return gg_fail(e, GG_ERR_MEMORY, "common neighbours: no memory");
    *x = (sharing){g->adjacency, least};
    *out = (gg_treatment){.name = "common neighbours",
                          .nodes = g->nodes,
                          .treated = treated,
                          .partners = partners,
                          .context = x,
                          .release = gg_free};
    return GG_OK;
}
