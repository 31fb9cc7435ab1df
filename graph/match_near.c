/* Lists of the nodes near a node: the first of each list in a table, and whole lists on demand. */
#include "match_near.h"

#include <math.h>

#include "parallel.h"
#include "sort.h"

static bool chosen(const gg_near_choice *c, int32_t i, int32_t a)
{
    return (!c->candidate || c->candidate[a]) && (a != i || c->self);
}

/* ---- the table ---- */

typedef struct builder {
    const gg_points *points;
    const gg_near_choice *choice;
    gg_near_table *t;
} builder;

/* Nodes come by ascending id: one at the same distance stays behind. */
static int32_t insert(int32_t *node, double *distance, int32_t count, int64_t most, int32_t a,
                      double d)
{
    int32_t k = count < most ? count : (int32_t)most - 1;
    for (; k > 0 && distance[k - 1] > d; k--) {
        distance[k] = distance[k - 1];
        node[k] = node[k - 1];
    }
    distance[k] = d;
    node[k] = a;
    return count < most ? count + 1 : count;
}

static void list_nodes(void *context, int64_t begin, int64_t end)
{
    const builder *b = context;
    gg_near_table *t = b->t;
    for (int64_t i = begin; i < end; i++) {
        int32_t *node = t->node + i * t->most, count = 0;
        double *distance = t->distance + i * t->most;
        for (int32_t a = 0; a < t->nodes; a++) {
            if (!chosen(b->choice, (int32_t)i, a))
                continue;
            double d = sqrt(gg_points_squared(b->points, i, a));
            if (d < b->choice->limit && (count < t->most || d < distance[count - 1]))
                count = insert(node, distance, count, t->most, a, d);
        }
        t->count[i] = count;
    }
}

gg_status gg_near_table_new(const gg_points *p, const gg_near_choice *c, int64_t most, int threads,
                            gg_near_table *out, gg_error *e)
{
    size_t nodes = (size_t)p->count, entries = nodes * (size_t)most;
    gg_near_table t = {.nodes = p->count, .most = most};
    t.count = gg_alloc(nodes, sizeof *t.count);
    t.node = gg_alloc(entries, sizeof *t.node);
    t.distance = gg_alloc(entries, sizeof *t.distance);
    if (!t.count || !t.node || !t.distance) {
        gg_near_table_free(&t);
        return gg_fail(e, GG_ERR_MEMORY, "matching: no memory for %lld nodes near each of %lld",
                       (long long)most, (long long)p->count);
    }
    builder b = {p, c, &t};
    gg_parallel(threads, p->count, 16, list_nodes, &b);
    *out = t;
    return GG_OK;
}

void gg_near_table_free(gg_near_table *t)
{
    gg_free(t->count);
    gg_free(t->node);
    gg_free(t->distance);
    *t = (gg_near_table){0};
}

gg_near gg_near_table_at(const gg_near_table *t, int32_t i)
{
    int64_t first = i * t->most, count = t->count[i];
    return (gg_near){count, t->node + first, t->distance + first, count < t->most};
}

/* ---- whole lists ---- */

gg_status gg_near_list_new(int64_t nodes, gg_near_list *out, gg_error *e)
{
    size_t n = (size_t)nodes;
    gg_near_list l = {0};
    l.node = gg_alloc(n, sizeof *l.node);
    l.node_space = gg_alloc(n, sizeof *l.node_space);
    l.distance = gg_alloc(n, sizeof *l.distance);
    l.key = gg_alloc(n, sizeof *l.key);
    l.key_space = gg_alloc(n, sizeof *l.key_space);
    if (!l.node || !l.node_space || !l.distance || !l.key || !l.key_space) {
        gg_near_list_free(&l);
        return gg_fail(e, GG_ERR_MEMORY, "matching: no memory for a list of %lld nodes",
                       (long long)nodes);
    }
    *out = l;
    return GG_OK;
}

void gg_near_list_free(gg_near_list *l)
{
    gg_free(l->node);
    gg_free(l->node_space);
    gg_free(l->distance);
    gg_free(l->key);
    gg_free(l->key_space);
    *l = (gg_near_list){0};
}

gg_near gg_near_list_fill(gg_near_list *l, const gg_points *p, const gg_near_choice *c, int32_t i)
{
    l->count = 0;
    for (int32_t a = 0; a < p->count; a++) {
        if (!chosen(c, i, a))
            continue;
        double d = sqrt(gg_points_squared(p, i, a));
        if (d < c->limit) {
            l->node[l->count] = a;
            l->key[l->count++] = gg_sort_key(d);
        }
    }
    gg_sort_keys(l->count, l->key, l->node, l->key_space, l->node_space);
    for (int64_t k = 0; k < l->count; k++)
        l->distance[k] = gg_sort_value(l->key[k]);
    return (gg_near){l->count, l->node, l->distance, true};
}
