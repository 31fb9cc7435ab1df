/* Metrics of link prediction, all from the two sides' scores in descending order. */
#include "graph.h"

#include <math.h>
#include <string.h>

#include "sort.h"

/* Scores as sort keys, inverted so that ascending keys are descending scores. */
typedef struct side {
    int64_t count;
    uint64_t *key;
} side;

static gg_status check(const char *name, const double *score, int64_t count, gg_error *e)
{
    if (count < 1)
        return gg_fail(e, GG_ERR_ARGUMENT, "metrics: no %s scores", name);
    for (int64_t k = 0; k < count; k++)
        if (isnan(score[k]))
            return gg_fail(e, GG_ERR_NUMERIC, "metrics: %s score %lld of %lld is NaN", name,
                           (long long)k, (long long)count);
    return GG_OK;
}

static void sort_side(side s, const double *score, uint64_t *space)
{
    for (int64_t k = 0; k < s.count; k++)
        s.key[k] = ~gg_sort_key(score[k]);
    gg_sort_keys(s.count, s.key, NULL, space, NULL);
}

/* How many scores from position k on equal the key. */
static int64_t run(side s, int64_t k, uint64_t key)
{
    int64_t begin = k;
    while (k < s.count && s.key[k] == key)
        k++;
    return k - begin;
}

/*
 * Goes through the distinct scores from the best down. At a score shared by p positives and q
 * negatives, with P positives and Q negatives above it:
 *
 *   AUC  each of the p beats the negatives below and half of the q
 *   AP   recall grows by p, at the precision (P + p) / (P + p + Q + q)
 *   MRR  each of the p ranks between Q + 1 and Q + q + 1 among the negatives
 */
static void walk(side positive, side negative, gg_metrics *m)
{
    double beaten = 0, precision = 0, reciprocal = 0;
    int64_t above = 0, worse = 0; /* P and Q */
    while (above < positive.count) {
        uint64_t key = positive.key[above];
        while (worse < negative.count && negative.key[worse] < key)
            worse++;
        int64_t p = run(positive, above, key), q = run(negative, worse, key);
        double tied = (double)q / 2;
        beaten += (double)p * ((double)(negative.count - worse) - tied);
        precision += (double)p * (double)(above + p) / (double)(above + p + worse + q);
        reciprocal += (double)p / ((double)worse + 1 + tied);
        above += p;
        worse += q;
    }
    double positives = (double)positive.count;
    m->auc = beaten / positives / (double)negative.count;
    m->ap = precision / positives;
    m->mrr = reciprocal / positives;
}

static double hits(side positive, side negative, int64_t k)
{
    if (negative.count < k)
        return 1;
    int64_t n = 0;
    while (n < positive.count && positive.key[n] < negative.key[k - 1])
        n++;
    return (double)n / (double)positive.count;
}

gg_status gg_metrics_compute(const double *positive, int64_t positives, const double *negative,
                             int64_t negatives, gg_metrics *out, gg_error *e)
{
    gg_status status = check("positive", positive, positives, e);
    if (status == GG_OK)
        status = check("negative", negative, negatives, e);
    if (status != GG_OK)
        return status;
    int64_t longest = positives > negatives ? positives : negatives;
    uint64_t *memory = gg_alloc((size_t)(positives + negatives + longest), sizeof *memory);
    if (!memory)
        return gg_fail(e, GG_ERR_MEMORY, "metrics: no memory for %lld scores",
                       (long long)(positives + negatives));
    side p = {positives, memory}, n = {negatives, memory + positives};
    sort_side(p, positive, memory + positives + negatives);
    sort_side(n, negative, memory + positives + negatives);
    walk(p, n, out);
    out->hits20 = hits(p, n, 20);
    out->hits50 = hits(p, n, 50);
    out->hits100 = hits(p, n, 100);
    gg_free(memory);
    return GG_OK;
}

double gg_metrics_get(const gg_metrics *m, const char *name)
{
    const struct {
        const char *name;
        double value;
    } known[] = {{"auc", m->auc},          {"ap", m->ap},
                 {"hits@20", m->hits20},   {"hits@50", m->hits50},
                 {"hits@100", m->hits100}, {"mrr", m->mrr}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strcmp(name, known[k].name) == 0)
            return known[k].value;
    return NAN;
}

static double *doubles_of(const gg_tensor *x)
{
    int64_t count = gg_numel(x);
    double *values = gg_alloc((size_t)count, sizeof *values);
    for (int64_t k = 0; values && k < count; k++)
        values[k] = gg_get(x, k);
    return values;
}

gg_status gg_metrics_of_tensors(const gg_tensor *positive, const gg_tensor *negative,
                                gg_metrics *out, gg_error *e)
{
    double *p = doubles_of(positive), *n = doubles_of(negative);
    gg_status s = p && n ? gg_metrics_compute(p, gg_numel(positive), n, gg_numel(negative), out, e)
                         : gg_fail(e, GG_ERR_MEMORY, "metrics: no memory for the scores");
    gg_free(p);
    gg_free(n);
    return s;
}
