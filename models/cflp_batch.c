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
    b->disc = gg_alloc((size_t)((2 + 2 * b->treatments) * b->disc_pairs), sizeof *b->disc);
    if (!b->order || !b->u || !b->v || !b->disc)
        return gg_fail(e, GG_ERR_MEMORY, "cflp: no memory for batches of %lld links",
                       (long long)links);
    for (int64_t k = 0; k < all; k++)
        b->order[k] = k;
    const int64_t rows[] = {capacity, b->treatments}, columns[] = {b->treatments, capacity};
    gg_status status = gg_tensor_new(dtype, 2, rows, &b->treatment, e);
    if (!status)
        status = gg_tensor_new(dtype, 2, rows, &b->cf_treatment, e);
    if (!status)
        status = gg_tensor_new(dtype, 2, columns, &b->cf_outcome, e);
    return status ? status : gg_tensor_new(dtype, 1, &capacity, &b->outcome, e);
}

gg_status cflp_batch_new(cflp_batch *b, const gg_cflp_options *o, gg_dtype dtype,
                         const gg_dataset *d, const gg_treatment *t, gg_matcher *const *matchers,
                         gg_error *e)
{
    *b = (cflp_batch){.d = d,
                      .treatments = o->treatments,
                      .end = o->treatments,
                      .t = t,
                      .matchers = matchers,
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
                       "cflp: %g non-links a link, %.0f training links and %lld other pairs: "
                       "no non-link to draw",
                       o->neg_rate, links, (long long)gg_negatives_available(b->negatives));
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
        int64_t row = k * b->treatments, capacity = b->cf_outcome->shape[1];
        gg_set(b->outcome, k, k < b->links);
        for (int64_t i = 0; i < b->treatments; i++)
            gg_set(b->treatment, row + i, gg_treatment_at(&b->t[i], u, v));
        for (int64_t i = b->begin; b->matchers && i < b->end; i++) {
            gg_match match = gg_matcher_find(b->matchers[i], u, v);
            gg_set(b->cf_treatment, row + i, match.cf_treatment);
            gg_set(b->cf_outcome, i * capacity + k, match.cf_label);
        }
    }
}

gg_tensor cflp_batch_cf_outcome(const cflp_batch *b, int64_t k)
{
    int64_t capacity = b->cf_outcome->shape[1];
    size_t skipped = (size_t)(k * capacity) * gg_dtype_size(b->cf_outcome->dtype);
    return gg_tensor_view(b->cf_outcome->dtype, 1, &capacity,
                          (char *)b->cf_outcome->data + skipped);
}

/* The authors weigh a link of L_F by the rate of negatives, one of L_CF by what the batch holds. */
static void weigh_links(cflp_batch *b)
{
    bool balanced = b->balance == GG_CFLP_BALANCED;
    b->pos_weight = balanced ? b->rate : 1;
    for (int64_t i = b->begin; b->matchers && i < b->end; i++) {
        gg_tensor outcome = cflp_batch_cf_outcome(b, i);
        double positive = 0;
        for (int64_t k = 0; k < b->pairs.count; k++)
            positive += gg_get(&outcome, k);
        b->cf_pos_weight[i] =
            balanced && positive > 0 ? ((double)b->pairs.count - positive) / positive : 1;
    }
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

/* Matched pairs under treatment k, of those drawn from number `at` on. */
static void draw_matched(cflp_batch *b, int64_t k, gg_rng rng, uint64_t at)
{
    int64_t wanted = b->disc_pairs, count = 0;
    int32_t *a = b->disc + (2 + 2 * k) * wanted, *c = a + wanted;
    for (; count < wanted && at < 200 * (uint64_t)wanted; at++) {
        int32_t i, j;
        cflp_draw_pair(rng, at, b->d->nodes, &i, &j);
        gg_match match = gg_matcher_find(b->matchers[k], i, j);
        if (match.found) {
            a[count] = match.a;
            c[count++] = match.b;
        }
    }
    b->matched[k] = (gg_pairs){count, a, c};
}

void cflp_batch_discrepancy(cflp_batch *b, gg_rng rng)
{
    int64_t wanted = b->disc_pairs;
    int32_t *u = b->disc, *v = u + wanted;
    for (int64_t k = 0; k < wanted; k++)
        cflp_draw_pair(rng, (uint64_t)k, b->d->nodes, &u[k], &v[k]);
    b->factual = (gg_pairs){wanted, u, v};
    for (int64_t k = b->begin; k < b->end; k++)
        draw_matched(b, k, k == b->begin ? rng : gg_rng_fork(rng, (uint64_t)k), (uint64_t)wanted);
}
