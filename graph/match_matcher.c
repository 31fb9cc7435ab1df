/* Matchers: gamma, the tables of a mode, and from a match to the counterfactual. */
#include "match.h"
#include "given.h"

#include <math.h>

#include "treatment.h"

struct gg_matcher {
    gg_match_mode mode;
    const gg_graph *graph;
    gg_clustering *clustering; /* a copy, or NULL */
    gg_treatment treatment;    /* of that, or the caller's */
    double gamma;
    gg_match_exact *exact; /* one of these three */
    gg_match_pairwise *pairwise;
    gg_match_official *official;
};

static gg_status check_clustering(const gg_clustering *c, gg_error *e)
{
    for (int64_t i = 0; i < c->nodes; i++)
        if (c->cluster[i] < -1 || c->cluster[i] >= c->clusters)
            return gg_fail(e, GG_ERR_ARGUMENT, "matching: node %lld is in cluster %d of %d",
                           (long long)i, c->cluster[i], c->clusters);
    return GG_OK;
}

static gg_status check(const gg_graph *g, const gg_treatment *t, const gg_tensor *embedding,
                       double gamma_pct, gg_error *e)
{
    if (!(gamma_pct > 0 && gamma_pct <= 100))
        return gg_fail(e, GG_ERR_ARGUMENT, "gamma: percentile %g, expected above 0 and at most 100",
                       gamma_pct);
    if (!t->clustering && !t->treated)
        return gg_fail(e, GG_ERR_ARGUMENT,
                       "matching: a treatment with neither a clustering nor a call, expected one");
    if (embedding->shape[0] != g->nodes || t->nodes != g->nodes ||
        (t->clustering && t->clustering->nodes != g->nodes))
        return gg_fail(e, GG_ERR_SHAPE,
                       "matching: embedding of %lld rows, treatment of %lld and graph of %lld "
                       "nodes, expected the same number",
                       (long long)embedding->shape[0], (long long)t->nodes, (long long)g->nodes);
    return t->clustering ? check_clustering(t->clustering, e) : GG_OK;
}

/* A clustering is copied, for it may change or go. Of other treatments only the calls are known. */
static gg_status keep_treatment(gg_matcher *m, const gg_treatment *t, gg_error *e)
{
    const gg_clustering *c = t->clustering;
    m->treatment = *t;
    if (!c)
        return GG_OK;
    gg_status status = gg_clustering_new(c->nodes, &m->clustering, e);
    if (status != GG_OK)
        return status;
    m->clustering->clusters = c->clusters;
    for (int64_t i = 0; i < c->nodes; i++)
        m->clustering->cluster[i] = c->cluster[i];
    m->treatment = gg_treatment_of_clustering(m->clustering);
    return GG_OK;
}

static gg_status build(gg_matcher *m, const gg_treatment *t, gg_points *p, double gamma_pct,
                       int threads, gg_error *e)
{
    gg_status status = keep_treatment(m, t, e);
    if (status == GG_OK)
        status = gg_points_percentile(p, gamma_pct, threads, &m->gamma, e);
    if (status != GG_OK)
        return status;
    if (m->mode == GG_MATCH_OFFICIAL || m->mode == GG_MATCH_OFFICIAL_DISTINCT)
        return gg_match_official_new(p, threads, &m->official, e);
    bool self = m->mode == GG_MATCH_EXACT_SELF;
    double limit = 2 * m->gamma;
    return m->clustering
               ? gg_match_exact_new(p, m->clustering, self, limit, 0, threads, &m->exact, e)
               : gg_match_pairwise_new(p, &m->treatment, self, limit, 0, threads, &m->pairwise, e);
}

gg_status gg_matcher_new(const gg_graph *g, const gg_treatment *t, const gg_tensor *embedding,
                         double gamma_pct, gg_match_mode mode, int threads, gg_matcher **out,
                         gg_error *e)
{
    if (gg_graph_check(g, "matching", e) != GG_OK)
        return GG_ERR_ARGUMENT;
    gg_points p = {0};
    gg_status status = check(g, t, embedding, gamma_pct, e);
    if (status == GG_OK)
        status = gg_points_new(embedding, &p, e);
    if (status != GG_OK)
        return status;
    gg_matcher *m = gg_zalloc(1, sizeof *m);
    if (m) {
        m->mode = mode;
        m->graph = g;
        status = build(m, t, &p, gamma_pct, threads, e);
    } else {
        status = gg_fail(e, GG_ERR_MEMORY, "matching: no memory");
    }
    gg_points_free(&p);
    if (status == GG_OK)
        *out = m;
    else
        gg_matcher_free(m);
    return status;
}

void gg_matcher_free(gg_matcher *m)
{
    if (m) {
        gg_clustering_free(m->clustering);
        gg_match_exact_free(m->exact);
        gg_match_pairwise_free(m->pairwise);
        gg_match_official_free(m->official);
        gg_free(m);
    }
}

double gg_matcher_gamma(const gg_matcher *m)
{
    return m->gamma;
}

int64_t gg_matcher_nodes(const gg_matcher *m)
{
    return m->graph->nodes;
}

static void walk(const gg_matcher *m, int32_t i, int32_t j, gg_match *match)
{
    int32_t first = i < j ? i : j, second = i < j ? j : i;
    gg_match_official_find(m->official, &m->treatment, 2 * m->gamma,
                           m->mode == GG_MATCH_OFFICIAL_DISTINCT, first, second, match);
    if (i > j) {
        int32_t a = match->a;
        match->a = match->b;
        match->b = a;
    }
}

/* A_ab. Their adjacency has self-loops, so the walk finds a label of 1 at (a, a). */
static int label(const gg_matcher *m, int32_t a, int32_t b)
{
    return (a == b && m->official) || gg_csr_has(m->graph->adjacency, a, b);
}

gg_match gg_matcher_find(const gg_matcher *m, int32_t i, int32_t j)
{
    gg_match match = {.a = -1, .b = -1, .distance = INFINITY};
    match.treatment = gg_treatment_at(&m->treatment, i, j);
    if (m->official)
        walk(m, i, j, &match);
    else if (m->pairwise)
        gg_match_pairwise_find(m->pairwise, i, j, &match);
    else
        gg_match_exact_find(m->exact, m->clustering, 2 * m->gamma, i, j, &match);
    match.cf_treatment = match.found ? 1 - match.treatment : match.treatment;
    match.cf_label = match.found ? label(m, match.a, match.b) : label(m, i, j);
    return match;
}
