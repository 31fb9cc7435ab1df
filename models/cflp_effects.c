/* Averaged treatment effects over all node pairs: observed (equation 11) and estimated (12). */
#include "cflp.h"

#include "given.h"
#include "parallel.h"

/* ---- observed ---- */

typedef struct tally {
    int64_t pairs, treated, links, treated_links, found, positive;
    int64_t effect; /* sum of (2T - 1)(A - A^CF) */
    double distance;
} tally;

typedef struct observation {
    const gg_dataset *d;
    const gg_matcher *matcher;
    tally *parts; /* a node's pairs, or a chunk of drawn ones */
} observation;

static void observe_pair(const observation *o, int32_t i, int32_t j, tally *sum)
{
    gg_match match = gg_matcher_find(o->matcher, i, j);
    int link = gg_csr_has(o->d->train->adjacency, i, j);
    sum->pairs++;
    sum->treated += match.treatment;
    sum->links += link;
    sum->treated_links += link && match.treatment;
    if (!match.found)
        return;
    sum->found++;
    sum->positive += match.cf_label;
    sum->distance += match.distance;
    sum->effect += (2 * match.treatment - 1) * (link - match.cf_label);
}

static void observe_rows(void *context, int64_t begin, int64_t end)
{
    observation *o = context;
    for (int64_t i = begin; i < end; i++) {
        o->parts[i] = (tally){0};
        for (int64_t j = i + 1; j < o->d->nodes; j++)
            observe_pair(o, (int32_t)i, (int32_t)j, &o->parts[i]);
    }
}

#define CHUNK ((int64_t)1 << 16)

/* The draw does not depend on a run's seed: the matches belong to the data. */
static void observe_sample(void *context, int64_t begin, int64_t end)
{
    observation *o = context;
    gg_rng rng = gg_rng_fork(gg_rng_new(0), CFLP_ATE);
    for (int64_t c = begin; c < end; c++) {
        o->parts[c] = (tally){0};
        for (int64_t k = 0; k < CHUNK; k++) {
            int32_t i, j;
            cflp_draw_pair(rng, (uint64_t)(c * CHUNK + k), o->d->nodes, &i, &j);
            observe_pair(o, i, j, &o->parts[c]);
        }
    }
}

static void add(tally *sum, const tally *part)
{
    sum->pairs += part->pairs;
    sum->treated += part->treated;
    sum->links += part->links;
    sum->treated_links += part->treated_links;
    sum->found += part->found;
    sum->positive += part->positive;
    sum->effect += part->effect;
    sum->distance += part->distance;
}

gg_status gg_cflp_observe(const gg_dataset *d, const gg_matcher *matcher, int threads,
                          gg_cflp_effects *effects, gg_error *e)
{
    if (gg_graph_check(d->train, "cflp", e))
        return GG_ERR_ARGUMENT;
    bool sampled = d->nodes * (d->nodes - 1) / 2 > GG_CFLP_OBSERVED_PAIRS;
    int64_t parts = sampled ? GG_CFLP_ATE_PAIRS / CHUNK : d->nodes;
    observation o = {d, matcher, gg_alloc((size_t)parts, sizeof(tally))};
    if (!o.parts)
        return gg_fail(e, GG_ERR_MEMORY, "cflp: no memory");
    gg_parallel(threads, parts, sampled ? 1 : 16, sampled ? observe_sample : observe_rows, &o);
    tally sum = {0};
    for (int64_t k = 0; k < parts; k++)
        add(&sum, &o.parts[k]);
    gg_free(o.parts);
    *effects = (gg_cflp_effects){.pairs = sum.pairs,
                                 .treated = sum.treated,
                                 .links = sum.links,
                                 .treated_links = sum.treated_links,
                                 .found = sum.found,
                                 .positive = sum.positive,
                                 .ate_obs = NAN,
                                 .sampled = sampled};
    if (sum.found > 0) {
        effects->distance = sum.distance / (double)sum.found;
        effects->ate_obs = (double)sum.effect / (double)sum.found;
    }
    if (sum.pairs > 0)
        effects->ate_obs_all = (double)sum.effect / (double)sum.pairs;
    return GG_OK;
}

/* ---- estimated ---- */

typedef struct estimation {
    const gg_cflp *m;
    const gg_dataset *d;
    const gg_treatment *t;
    gg_tape *tape;
    gg_tensor *z, *treatment;
    gg_microbatch *batch;
    int32_t *u, *v; /* a chunk of pairs */
    int64_t filled;
    double *ite;
} estimation;

/* Sums of individual effects, of each treatment or of one. */
typedef struct effect_sums {
    int64_t begin, end, pairs;
    double effect[GG_CFLP_MAX_TREATMENTS];
} effect_sums;

/* Adds the effects of the chunk and empties it. Under one treatment alone, what a pair's own is
 * does not matter. */
static gg_status add_chunk(estimation *s, effect_sums *sums, gg_error *e)
{
    gg_pairs pairs = {s->filled, s->u, s->v};
    gg_status status = GG_OK;
    if (s->filled == 0)
        return GG_OK;
    if (s->m->options.treatments > 1)
        cflp_treatments(s->t, &pairs, s->treatment);
    for (int64_t k = sums->begin; k < sums->end && !status; k++) {
        status = cflp_individual_effects(s->m, s->batch, s->z, &pairs, s->treatment, k, s->ite, e);
        for (int64_t p = 0; p < s->filled && !status; p++)
            sums->effect[k] += s->ite[p];
    }
    sums->pairs += s->filled;
    s->filled = 0;
    return status;
}

static gg_status add_pair(estimation *s, int32_t u, int32_t v, effect_sums *sums, gg_error *e)
{
    s->u[s->filled] = u;
    s->v[s->filled++] = v;
    return s->filled == CHUNK ? add_chunk(s, sums, e) : GG_OK;
}

static gg_status add_all(estimation *s, effect_sums *sums, gg_error *e)
{
    int32_t nodes = (int32_t)s->d->nodes;
    gg_status status = GG_OK;
    for (int32_t i = 0; i < nodes && !status; i++)
        for (int32_t j = i + 1; j < nodes && !status; j++)
            status = add_pair(s, i, j, sums, e);
    return status ? status : add_chunk(s, sums, e);
}

static gg_status add_sample(estimation *s, effect_sums *sums, gg_error *e)
{
    gg_rng rng = cflp_rng(&s->m->options, CFLP_ATE, 0);
    gg_status status = GG_OK;
    for (int64_t k = 0; k < GG_CFLP_ATE_PAIRS && !status; k++) {
        int32_t u, v;
        cflp_draw_pair(rng, (uint64_t)k, s->d->nodes, &u, &v);
        status = add_pair(s, u, v, sums, e);
    }
    return status ? status : add_chunk(s, sums, e);
}

/* The pairs of the split that have a match. */
static gg_status add_matched(estimation *s, const gg_matcher *matcher, effect_sums *sums,
                             gg_error *e)
{
    const gg_split *split = &s->d->split;
    const gg_pair_list *parts[] = {&split->train, &split->valid, &split->valid_neg, &split->test,
                                   &split->test_neg};
    gg_status status = GG_OK;
    for (int part = 0; part < 5; part++)
        for (int64_t k = 0; k < parts[part]->count && !status; k++) {
            int32_t u = parts[part]->u[k], v = parts[part]->v[k];
            if (gg_matcher_find(matcher, u, v).found)
                status = add_pair(s, u, v, sums, e);
        }
    return status ? status : add_chunk(s, sums, e);
}

static gg_status prepare(estimation *s, gg_error *e)
{
    const gg_cflp_options *o = &s->m->options;
    int64_t shape[] = {CHUNK, o->treatments};
    gg_status status = cflp_embed(s->m, s->d, &s->tape, &s->z, e);
    if (!status)
        status = gg_microbatch_new(s->m->params, o->tile_pairs, o->threads, &s->batch, e);
    if (!status)
        status = gg_tensor_new(s->m->dtype, 2, shape, &s->treatment, e);
    if (status)
        return status;
    s->u = gg_alloc((size_t)CHUNK, sizeof *s->u);
    s->v = gg_alloc((size_t)CHUNK, sizeof *s->v);
    s->ite = gg_alloc((size_t)CHUNK, sizeof *s->ite);
    if (!s->u || !s->v || !s->ite)
        return gg_fail(e, GG_ERR_MEMORY, "cflp: no memory");
    return GG_OK;
}

static void release(estimation *s)
{
    gg_tape_free(s->tape);
    gg_tensor_free(s->treatment);
    gg_microbatch_free(s->batch);
    gg_free(s->u);
    gg_free(s->v);
    gg_free(s->ite);
}

static gg_status estimate_all(estimation *s, gg_cflp_estimates *out, gg_error *e)
{
    int treatments = s->m->options.treatments;
    bool sampled = s->d->nodes * (s->d->nodes - 1) / 2 > GG_CFLP_ATE_PAIRS;
    effect_sums sums = {.end = treatments};
    gg_status status = sampled ? add_sample(s, &sums, e) : add_all(s, &sums, e);
    for (int k = 0; k < treatments; k++)
        out[k].ate_est_all = sums.effect[k] / (double)sums.pairs;
    return status;
}

static gg_status estimate_matched(estimation *s, const gg_matcher *matcher, int64_t k,
                                  gg_cflp_estimates *out, gg_error *e)
{
    effect_sums sums = {.begin = k, .end = k + 1};
    gg_status status = add_matched(s, matcher, &sums, e);
    out->ate_est = sums.pairs > 0 ? sums.effect[k] / (double)sums.pairs : NAN;
    return status;
}

gg_status gg_cflp_estimate(const gg_cflp *m, const gg_dataset *d, const gg_treatment *t,
                           gg_matcher *const *matchers, gg_cflp_estimates *out, gg_error *e)
{
    int treatments = m->options.treatments;
    gg_cflp_estimates found[GG_CFLP_MAX_TREATMENTS];
    estimation s = {.m = m, .d = d, .t = t};
    gg_status status = cflp_check_treated(m, d, t, e);
    if (!status && treatments == 0)
        status = gg_fail(e, GG_ERR_ARGUMENT, "cflp: a model without treatment has no effects");
    if (!status)
        status = prepare(&s, e);
    if (!status)
        status = estimate_all(&s, found, e);
    for (int k = 0; k < treatments && !status; k++) {
        found[k].ate_est = NAN;
        if (matchers && matchers[k])
            status = estimate_matched(&s, matchers[k], k, &found[k], e);
    }
    for (int k = 0; k < treatments && !status; k++)
        out[k] = found[k];
    release(&s);
    return status;
}
