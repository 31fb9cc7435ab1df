/* The spectral treatment: k-means of the spectral embedding (Ng, Jordan and Weiss 2001). */
#include "kmeans.h"
#include "given.h"
#include "spectral.h"

#define RESTARTS 10

static gg_status cluster(const gg_graph *g, const gg_spectral_points *p, int32_t k, uint64_t seed,
                         int threads, gg_clustering **out, gg_error *e)
{
    int32_t *label = gg_alloc((size_t)p->count, sizeof *label);
    gg_status s = GG_OK;
    if (!label)
        s = gg_fail(e, GG_ERR_MEMORY, "spectral: no memory for %lld nodes", (long long)p->count);
    else if (p->count > 0)
        s = gg_kmeans(p->x, p->count, p->width, k < p->count ? k : (int32_t)p->count, RESTARTS,
                      seed, threads, label, e);
    if (s == GG_OK)
        s = gg_clustering_of_points(g, p, label, out, e);
    gg_free(label);
    return s;
}

gg_status gg_treatment_spectral(const gg_graph *g, int32_t k, uint64_t seed, int threads,
                                gg_clustering **out, gg_error *e)
{
    if (gg_graph_check(g, "spectral", e) != GG_OK)
        return GG_ERR_ARGUMENT;
    if (k < 1 || k > GG_MAX_SPECTRAL)
        return gg_fail(e, GG_ERR_ARGUMENT, "spectral: %d clusters, expected 1 to %d", k,
                       GG_MAX_SPECTRAL);
    gg_spectral_points p = {0};
    gg_status s = gg_spectral_points_new(g, k, seed, threads, &p, e);
    if (s == GG_OK)
        s = cluster(g, &p, k, seed, threads, out, e);
    gg_spectral_points_free(&p);
    return s;
}
