#include "cflp_batch.h"

#include "cflp.h"
#include "parallel.h"

/* The rate is capped once, for all links: a smaller batch never gets more than its share. */
static int64_t negatives_for(const cflp_batch *b, int64_t links)
{
    return (int64_t)(b->rate * (double)links);
}

static gg_status allocate(cflp_batch *b, int64_t links, int64_t capacity, gg_dtype dtype,
                          gg_error *e)
{
    int64_t all = b->d->split.train.count;
    b->order = gg_alloc((size_t)all, sizeof *b->order);
    b->u = gg_alloc((size_t)capacity, sizeof *b->u);
    b->v = gg_alloc((size_t)capacity, sizeof *b->v);
    b->disc = gg_alloc(4 * (size_t)b->disc_pairs, sizeof *b->disc);
    if (!b->order || !b->u || !b->v || !b->disc)
        return gg_fail(e, GG_ERR_MEMORY, "cflp: no memory for batches of %lld links",
                       (long long)links);
    for (int64_t k = 0; k < all; k++)
        b->order[k] = k;
    gg_tensor **tensors[] = {&b->treatment, &b->outcome, &b->cf_treatment, &b->cf_outcome};
    gg_status status = GG_OK;
    for (int k = 0; k < 4 && !status; k++)
        status = gg_tensor_new(dtype, 1, &capacity, tensors[k], e);
    return status;
}

gg_status cflp_batch_new(cflp_batch *b, const gg_cflp_options *o, gg_dtype dtype,
                         const gg_dataset *d, const gg_treatment *t, const gg_matcher *matcher,
                         gg_error *e)
{
    *b = (cflp_batch){.d = d,
                      .t = t,
                      .matcher = matcher,
                      .threads = o->threads,
                      .disc_pairs = o->disc_pairs,
                      .balance = o->balance};
    gg_status status = gg_negatives_new(d, &b->negatives, e);
    if (status)
        return status;
    double links = (double)d->split.train.count;
    b->rate = fmin(o->neg_rate, (double)gg_negatives_available(b->negatives) / links);
    if (b->rate * links < 1)
        return gg_fail(e, GG_ERR_ARGUMENT,
                       "cflp: %.0f training links and %lld other pairs: no non-link to draw", links,
                       (long long)gg_negatives_available(b->negatives));
    int64_t most = d->split.train.count < o->batch_size ? d->split.train.count : o->batch_size;
    return allocate(b, most, most + negatives_for(b, most), dtype, e);
}

void cflp_batch_free(cflp_batch *b)
{
    gg_negatives_free(b->negatives);
    gg_free(b->order);
    gg_free(b->u);
    gg_free(b->v);
    gg_free(b->disc);
    gg_tensor_free(b->treatment);
    gg_tensor_free(b->outcome);
    gg_tensor_free(b->cf_treatment);
    gg_tensor_free(b->cf_outcome);
}

void cflp_batch_shuffle(cflp_batch *b, gg_rng rng)
{
    gg_rng_shuffle(rng, b->order, b->d->split.train.count);
}

static void look_up(void *context, int64_t begin, int64_t end)
{
    cflp_batch *b = context;
    for (int64_t k = begin; k < end; k++) {
        int32_t u = b->u[k], v = b->v[k];
        gg_set(b->outcome, k, k < b->links);
        if (b->t)
            gg_set(b->treatment, k, gg_treatment_at(b->t, u, v));
        if (b->matcher) {
            gg_match match = gg_matcher_find(b->matcher, u, v);
            gg_set(b->cf_treatment, k, match.cf_treatment);
            gg_set(b->cf_outcome, k, match.cf_label);
        }
    }
}

/* The authors weigh a link of L_F by the rate of negatives, one of L_CF by what the batch holds. */
static void weigh_links(cflp_batch *b)
{
    double positive = 0;
    for (int64_t k = 0; b->matcher && k < b->pairs.count; k++)
        positive += gg_get(b->cf_outcome, k);
    bool balanced = b->balance == GG_CFLP_BALANCED;
    b->pos_weight = balanced ? b->rate : 1;
    b->cf_pos_weight =
        balanced && positive > 0 ? ((double)b->pairs.count - positive) / positive : 1;
}

gg_status cflp_batch_next(cflp_batch *b, int64_t first, int64_t links, gg_rng rng, gg_error *e)
{
    const gg_pair_list *train = &b->d->split.train;
    int64_t negatives = negatives_for(b, links);
    for (int64_t k = 0; k < links; k++) {
        b->u[k] = train->u[b->order[first + k]];
        b->v[k] = train->v[b->order[first + k]];
    }
    gg_status status =
        gg_negatives_draw(b->negatives, rng, negatives, b->u + links, b->v + links, e);
    if (status)
        return status;
    b->links = links;
    b->pairs = (gg_pairs){links + negatives, b->u, b->v};
    gg_parallel(b->threads, b->pairs.count, 4096, look_up, b);
    weigh_links(b);
    return GG_OK;
}

void cflp_batch_discrepancy(cflp_batch *b, gg_rng rng)
{
    int64_t wanted = b->disc_pairs, count = 0;
    int32_t *u = b->disc, *v = u + wanted, *a = v + wanted, *c = a + wanted;
    uint64_t k = 0;
    for (; k < (uint64_t)wanted; k++)
        cflp_draw_pair(rng, k, b->d->nodes, &u[k], &v[k]);
    for (; count < wanted && k < 200 * (uint64_t)wanted; k++) {
        int32_t i, j;
        cflp_draw_pair(rng, k, b->d->nodes, &i, &j);
        gg_match match = gg_matcher_find(b->matcher, i, j);
        if (match.found) {
            a[count] = match.a;
            c[count++] = match.b;
        }
    }
    b->factual = (gg_pairs){wanted, u, v};
    b->matched = (gg_pairs){count, a, c};
}
