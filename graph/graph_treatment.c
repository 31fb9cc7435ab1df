/* Treatments: what holds for every one of them. */
#include "treatment.h"

gg_treatment gg_treatment_of_clustering(const gg_clustering *c)
{
    return (gg_treatment){.name = "clustering", .nodes = c->nodes, .clustering = c};
}

int64_t gg_treatment_partners(const gg_treatment *t, int32_t i, int32_t *list, int32_t *scratch)
{
    if (t->partners && !t->clustering)
        return t->partners(t->context, i, list, scratch);
    int64_t count = 0;
    for (int32_t j = 0; j < t->nodes; j++)
        if (gg_treatment_at(t, i, j))
            list[count++] = j;
    return count;
}

void gg_treatment_free(gg_treatment *t)
{
    if (t->release)
        t->release(t->context);
    *t = (gg_treatment){0};
}
