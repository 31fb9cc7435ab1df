/* Clusterings: what every clustering treatment returns. */
#include "treatment.h"

gg_status gg_clustering_new(int64_t nodes, gg_clustering **out, gg_error *e)
{
    gg_clustering *c = gg_alloc(1, sizeof *c);
    int32_t *cluster = gg_alloc((size_t)nodes, sizeof *cluster);
    if (!c || !cluster) {
        gg_free(c);
        gg_free(cluster);
        return gg_fail(e, GG_ERR_MEMORY, "clustering: no memory for %lld nodes", (long long)nodes);
    }
    for (int64_t i = 0; i < nodes; i++)
        cluster[i] = -1;
    *c = (gg_clustering){.nodes = nodes, .cluster = cluster};
    *out = c;
    return GG_OK;
}

void gg_clustering_free(gg_clustering *c)
{
    if (c) {
        gg_free(c->cluster);
        gg_free(c);
    }
}

int32_t gg_number_clusters(int64_t nodes, int32_t *cluster, int32_t *number)
{
    int32_t count = 0;
    for (int64_t i = 0; i < nodes; i++)
        number[i] = -1;
    for (int64_t i = 0; i < nodes; i++) {
        if (cluster[i] < 0)
            continue;
        if (number[cluster[i]] < 0)
            number[cluster[i]] = count++;
        cluster[i] = number[cluster[i]];
    }
    return count;
}
