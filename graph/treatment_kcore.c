/* The k-core treatment: two nodes are treated if their core numbers are equal (CFLP, section 3.1).
 */
#include "treatment.h"
#include "given.h"

/* Replaces core numbers by cluster ids. name[k] is the id of core number k. */
static int32_t number_clusters(int64_t nodes, bool loners, int32_t *cluster, int32_t *name)
{
    for (int64_t k = 0; k <= nodes; k++)
        name[k] = -1;
    for (int64_t i = 0; i < nodes; i++)
        name[cluster[i]] = 0;
    if (!loners)
        name[0] = -1;
    int32_t clusters = 0;
    for (int64_t k = 0; k <= nodes; k++)
        if (name[k] == 0)
            name[k] = clusters++;
    for (int64_t i = 0; i < nodes; i++)
        cluster[i] = name[cluster[i]];
    return clusters;
}

gg_status gg_treatment_kcore(const gg_graph *g, bool loners, gg_clustering **out, gg_error *e)
{
    if (gg_graph_check(g, "k-core", e) != GG_OK)
        return GG_ERR_ARGUMENT;
    gg_clustering *c = NULL;
    gg_status status = gg_clustering_new(g->nodes, &c, e);
    if (status != GG_OK)
        return status;
    int32_t *name = gg_alloc((size_t)g->nodes + 1, sizeof *name);
    status =
        name ? gg_graph_kcore(g, c->cluster, e)
             : gg_fail(e, GG_ERR_MEMORY, "k-core: no memory for %lld nodes", (long long)g->nodes);
    if (status == GG_OK) {
        c->clusters = number_clusters(g->nodes, loners, c->cluster, name);
        *out = c;
    } else {
        gg_clustering_free(c);
    }
    gg_free(name);
    return status;
}
