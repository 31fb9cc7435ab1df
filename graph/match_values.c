/* The rarer value of a treatment of pairs, as lists of partners. */
#include "match_values.h"

#include <string.h>

#include "neighbors.h"
#include "parallel.h"
#include "sort.h"

/* Partners that are listed, at most; and look-ups spent to find them where no call lists them. */
static const int64_t most_listed = (int64_t)1 << 27, most_asked = (int64_t)1 << 28;

/* Memory of one thread's own. */
typedef struct slot {
    int32_t *list, *scratch, *space;
    uint64_t *key, *key_space;
} slot;

typedef struct builder {
    const gg_treatment *t;
    int64_t slots;
    slot *slot;
    gg_match_values *v;
    int64_t *treated; /* of each node, others alone */
} builder;

/* The partners of i under T = 1, ascending, but for i. */
static int64_t list_treated(const builder *b, const slot *own, int32_t i)
{
    int64_t listed = gg_treatment_partners(b->t, i, own->list, own->scratch), kept = 0;
    bool sorted = true;
    for (int64_t k = 0; k < listed; k++) {
        if (own->list[k] == i)
            continue;
        sorted = sorted && (kept == 0 || own->list[kept - 1] < own->list[k]);
        own->list[kept++] = own->list[k];
    }
    if (sorted)
        return kept;
    for (int64_t k = 0; k < kept; k++)
        own->key[k] = (uint64_t)own->list[k];
    gg_sort_keys(kept, own->key, own->list, own->key_space, own->space);
    return kept;
}

static void count_slots(void *context, int64_t begin, int64_t end)
{
    const builder *b = context;
    for (int64_t k = begin; k < end; k++)
        for (int64_t i = k; i < b->t->nodes; i += b->slots)
            b->treated[i] = list_treated(b, b->slot + k, (int32_t)i);
}

/* The nodes from 0 to nodes - 1 that are not on the list, nor i. */
static void complement(const int32_t *list, int64_t count, int32_t nodes, int32_t i, int32_t *out)
{
    int64_t at = 0;
    for (int32_t j = 0; j < nodes; j++) {
        bool on = at < count && list[at] == j;
        at += on;
        if (!on && j != i)
            *out++ = j;
    }
}

static void fill_slots(void *context, int64_t begin, int64_t end)
{
    const builder *b = context;
    for (int64_t k = begin; k < end; k++)
        for (int64_t i = k; i < b->t->nodes; i += b->slots) {
            int64_t treated = list_treated(b, b->slot + k, (int32_t)i);
            const int32_t *list = b->slot[k].list;
            int32_t *out = b->v->partner + b->v->begin[i];
            if (b->v->listed == 0)
                complement(list, treated, (int32_t)b->t->nodes, (int32_t)i, out);
            else if (treated > 0)
                memcpy(out, list, (size_t)treated * sizeof *out);
        }
}

/* Which value is listed, and where the partners of each node begin. */
static bool place(builder *b)
{
    gg_match_values *v = b->v;
    int64_t nodes = b->t->nodes, treated = 0;
    for (int64_t i = 0; i < nodes; i++)
        treated += b->treated[i];
    v->listed = 2 * treated <= nodes * (nodes - 1);
    v->begin[0] = 0;
    for (int64_t i = 0; i < nodes; i++)
        v->begin[i + 1] = v->begin[i] + (v->listed ? b->treated[i] : nodes - 1 - b->treated[i]);
    return v->begin[nodes] <= most_listed;
}

static bool build(builder *b, int threads)
{
    size_t nodes = (size_t)b->t->nodes;
    bool ready = true;
    b->treated = gg_alloc(nodes, sizeof *b->treated);
    b->v->begin = gg_alloc(nodes + 1, sizeof *b->v->begin);
    b->slot = gg_zalloc((size_t)b->slots, sizeof *b->slot);
    for (int64_t k = 0; b->slot && k < b->slots; k++) {
        slot *own = b->slot + k;
        own->list = gg_alloc(nodes, sizeof *own->list);
        own->scratch = gg_zalloc(nodes, sizeof *own->scratch);
        own->space = gg_alloc(nodes, sizeof *own->space);
        own->key = gg_alloc(nodes, sizeof *own->key);
        own->key_space = gg_alloc(nodes, sizeof *own->key_space);
        ready = ready && own->list && own->scratch && own->space && own->key && own->key_space;
    }
    if (!ready || !b->treated || !b->v->begin || !b->slot)
        return false;
    gg_parallel(threads, b->slots, 1, count_slots, b);
    if (!place(b)) {
        b->v->listed = -1;
        return true;
    }
    b->v->partner = gg_alloc((size_t)b->v->begin[nodes], sizeof *b->v->partner);
    if (b->v->partner)
        gg_parallel(threads, b->slots, 1, fill_slots, b);
    return b->v->partner != NULL;
}

static void builder_free(builder *b)
{
    for (int64_t k = 0; b->slot && k < b->slots; k++) {
        gg_free(b->slot[k].list);
        gg_free(b->slot[k].scratch);
        gg_free(b->slot[k].space);
        gg_free(b->slot[k].key);
        gg_free(b->slot[k].key_space);
    }
    gg_free(b->slot);
    gg_free(b->treated);
}

gg_status gg_match_values_new(const gg_treatment *t, int threads, gg_match_values *out, gg_error *e)
{
    gg_match_values v = {.treatment = t, .listed = -1};
    builder b = {.t = t, .slots = threads < 1 ? 1 : threads, .v = &v};
    bool ready = (!t->partners && t->nodes * t->nodes > most_asked) || build(&b, threads);
    builder_free(&b);
    if (ready)
        *out = v;
    else
        gg_match_values_free(&v);
    return ready ? GG_OK
                 : gg_fail(e, GG_ERR_MEMORY,
                           "matching: no memory for the treated pairs of %lld nodes",
                           (long long)t->nodes);
}

void gg_match_values_free(gg_match_values *v)
{
    gg_free(v->begin);
    gg_free(v->partner);
    *v = (gg_match_values){.listed = -1};
}

int gg_match_value_at(const gg_match_values *v, int32_t a, int32_t b)
{
    if (v->listed < 0)
        return gg_treatment_at(v->treatment, a, b);
    int64_t at = gg_seek_column(v->partner, v->begin[a], v->begin[a + 1], b);
    return (at < v->begin[a + 1] && v->partner[at] == b) == v->listed;
}
