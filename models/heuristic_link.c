/* Link prediction without training: a heuristic's scores of the split's pairs, measured like a
 * model's. */
#include "models.h"

static gg_status measure(gg_heuristic kind, const gg_graph *g, const gg_pair_list *links,
                         const gg_pair_list *others, int threads, gg_metrics *out, gg_error *e)
{
    double *scores = gg_alloc((size_t)(links->count + others->count), sizeof *scores);
    if (!scores)
        return gg_fail(e, GG_ERR_MEMORY, "heuristic: no memory for %lld scores",
                       (long long)(links->count + others->count));
    gg_status status = gg_score_heuristic(kind, g, links, threads, scores, e);
    if (!status)
        status = gg_score_heuristic(kind, g, others, threads, scores + links->count, e);
    if (!status)
        status =
            gg_metrics_compute(scores, links->count, scores + links->count, others->count, out, e);
    gg_free(scores);
    return status;
}

gg_status gg_heuristic_link(gg_heuristic kind, const gg_dataset *d, int threads, gg_metrics *valid,
                            gg_metrics *test, gg_error *e)
{
    const gg_split *s = &d->split;
    if (!d->train)
        return gg_fail(e, GG_ERR_ARGUMENT, "heuristic: the data set has no split");
    gg_status status = measure(kind, d->train, &s->valid, &s->valid_neg, threads, valid, e);
    return status ? status : measure(kind, d->train, &s->test, &s->test_neg, threads, test, e);
}
