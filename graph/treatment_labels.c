/* The treatment of a file of labels: T_ij = 1 if i and j have the same. */
#include "treatment.h"

gg_status gg_treatment_read_labels(const char *path, int64_t nodes, gg_clustering **out,
                                   gg_error *e)
{
    gg_clustering *c = NULL;
    gg_status s = gg_clustering_new(nodes, &c, e);
    if (s != GG_OK)
        return s;
    s = gg_read_labels(path, nodes, c->cluster, &c->clusters, e);
    if (s == GG_OK)
        *out = c;
    else
        gg_clustering_free(c);
    return s;
}
