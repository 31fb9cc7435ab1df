/* The Jaccard treatment: T_ij = 1 if |N(i) & N(j)| / |N(i) | N(j)| is at least a threshold (Jaccard
 * 1901; Liben-Nowell and Kleinberg 2007). Nothing is stored: a look-up merges two sorted rows. */
#include "neighbors.h"
#include "given.h"
#include "treatment.h"

typedef struct similarity {
    const gg_csr *adjacency;
    double threshold;
} similarity;

/* Nodes without neighbours are similar to none: 0 / 0 is no similarity. */
static int reaches(const similarity *x, int32_t i, int32_t j, int64_t shared)
{
    int64_t either = gg_row_length(x->adjacency, i) + gg_row_length(x->adjacency, j) - shared;
    return shared > 0 && (double)shared / (double)either >= x->threshold;
}

static int treated(const void *context, int32_t i, int32_t j)
{
    const similarity *x = context;
    return reaches(x, i, j, gg_count_shared(x->adjacency, i, j, INT64_MAX));
}

static int64_t partners(const void *context, int32_t i, int32_t *list, int32_t *count)
{
    const similarity *x = context;
    int64_t listed = gg_list_sharing(x->adjacency, i, list, count), kept = 0;
    for (int64_t k = 0; k < listed; k++) {
        int32_t j = list[k];
        if (reaches(x, i, j, count[j]))
            list[kept++] = j;
        count[j] = 0;
    }
    return kept;
}

gg_status gg_treatment_jaccard(const gg_graph *g, double threshold, gg_treatment *out, gg_error *e)
{
    if (gg_graph_check(g, "jaccard", e) != GG_OK)
        return GG_ERR_ARGUMENT;
    if (!(threshold > 0 && threshold <= 1))
        return gg_fail(e, GG_ERR_ARGUMENT, "jaccard: threshold %g, expected above 0 and at most 1",
                       threshold);
    similarity *x = gg_alloc(1, sizeof *x);
    if (!x)
        return gg_fail(e, GG_ERR_MEMORY, "jaccard: no memory");
    *x = (similarity){g->adjacency, threshold};
    *out = (gg_treatment){.name = "jaccard",
                          .nodes = g->nodes,
                          .treated = treated,
                          .partners = partners,
                          .context = x,
                          .release = gg_free};
    return GG_OK;
}
