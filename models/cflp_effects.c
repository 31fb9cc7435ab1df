/* Averaged treatment effects over all node pairs: observed (equation 11) and estimated (12). */
#include "cflp.h"

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
    gg_tape *tape;
    gg_tensor *z;
    gg_microbatch *batch;
    int32_t *u, *v;
    double *ite;
} estimation;

/* Adds the individual effects of the first count pairs. */
static gg_status add_chunk(estimation *s, int64_t count, double *sum, gg_error *e)
{
    gg_pairs pairs = {count, s->u, s->v};
    gg_status status = cflp_individual_effects(s->m, s->batch, s->z, &pairs, s->ite, e);
    for (int64_t k = 0; k < count && !status; k++)
        *sum += s->ite[k];
    return status;
}

static gg_status sum_all(estimation *s, int64_t nodes, double *sum, gg_error *e)
{
    int64_t filled = 0;
    gg_status status = GG_OK;
    for (int64_t i = 0; i < nodes && !status; i++)
        for (int64_t j = i + 1; j < nodes && !status; j++) {
            s->u[filled] = (int32_t)i;
            s->v[filled++] = (int32_t)j;
            if (filled == CHUNK) {
                status = add_chunk(s, filled, sum, e);
                filled = 0;
            }
        }
    return status || !filled ? status : add_chunk(s, filled, sum, e);
}

static gg_status sum_sample(estimation *s, int64_t nodes, double *sum, gg_error *e)
{
    gg_rng rng = cflp_rng(&s->m->options, CFLP_ATE, 0);
    gg_status status = GG_OK;
    for (int64_t first = 0; first < GG_CFLP_ATE_PAIRS && !status; first += CHUNK) {
        for (int64_t k = 0; k < CHUNK; k++)
            cflp_draw_pair(rng, (uint64_t)(first + k), nodes, &s->u[k], &s->v[k]);
        status = add_chunk(s, CHUNK, sum, e);
    }
    return status;
}

static gg_status prepare(estimation *s, const gg_dataset *d, gg_error *e)
{
    gg_status status = cflp_embed(s->m, d, &s->tape, &s->z, e);
    if (!status)
        status = gg_microbatch_new(s->m->params, s->m->options.tile_pairs, s->m->options.threads,
                                   &s->batch, e);
    if (status)
        return status;
    s->u = gg_alloc((size_t)CHUNK, sizeof *s->u);
    s->v = gg_alloc((size_t)CHUNK, sizeof *s->v);
    s->ite = gg_alloc((size_t)CHUNK, sizeof *s->ite);
    if (!s->u || !s->v || !s->ite)
        return gg_fail(e, GG_ERR_MEMORY, "cflp: no memory");
    return GG_OK;
}

gg_status gg_cflp_estimate(const gg_cflp *m, const gg_dataset *d, double *ate_est, gg_error *e)
{
    estimation s = {.m = m};
    int64_t pairs = d->nodes * (d->nodes - 1) / 2;
    double sum = 0;
    gg_status status =
        m->options.treated
            ? prepare(&s, d, e)
            : gg_fail(e, GG_ERR_ARGUMENT, "cflp: a model without treatment has no effects");
    if (!status)
        status = pairs <= GG_CFLP_ATE_PAIRS ? sum_all(&s, d->nodes, &sum, e)
                                            : sum_sample(&s, d->nodes, &sum, e);
    if (!status)
        *ate_est = sum / (double)(pairs < GG_CFLP_ATE_PAIRS ? pairs : GG_CFLP_ATE_PAIRS);
    gg_tape_free(s.tape);
    gg_microbatch_free(s.batch);
    gg_free(s.u);
    gg_free(s.v);
    gg_free(s.ite);
    return status;
}
