/* The Ward treatment: Ward's hierarchical clustering of the spectral embedding. */
#include "spectral.h"
#include "given.h"
#include "ward.h"

static gg_status cluster(const gg_graph *g, const gg_spectral_points *p, int32_t k, int threads,
                         gg_clustering **out, gg_error *e)
{
    int32_t *label = gg_alloc((size_t)p->count, sizeof *label);
    gg_merge *merges = gg_alloc((size_t)p->count, sizeof *merges);
    gg_status s = GG_OK;
    if (!label || !merges)
        s = gg_fail(e, GG_ERR_MEMORY, "ward: no memory for %lld nodes", (long long)p->count);
    if (s == GG_OK && p->count > 0) {
        s = gg_ward(p->x, p->count, p->width, threads, merges, e);
        if (s == GG_OK)
            s = gg_ward_cut(merges, p->count, k < p->count ? k : (int32_t)p->count, label, e);
    }
    if (s == GG_OK)
        s = gg_clustering_of_points(g, p, label, out, e);
    gg_free(label);
    gg_free(merges);
    return s;
}

gg_status gg_treatment_ward(const gg_graph *g, int32_t k, uint64_t seed, int threads,
                            gg_clustering **out, gg_error *e)
{
    if (gg_graph_check(g, "ward", e) != GG_OK)
        return GG_ERR_ARGUMENT;
    if (k < 1 || k > GG_MAX_SPECTRAL)
        return gg_fail(e, GG_ERR_ARGUMENT, "ward: %d clusters, expected 1 to %d", k,
                       GG_MAX_SPECTRAL);
    gg_spectral_points p = {0};
    gg_status s = gg_spectral_points_new(g, k, seed, threads, &p, e);
    if (s == GG_OK)
        s = cluster(g, &p, k, threads, out, e);
    gg_spectral_points_free(&p);
    return s;
}
