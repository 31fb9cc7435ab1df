/*
 * The tables of exact matching. Rows of the embedding, each once, in blocks, against the rows of
 * every cluster, each once, in blocks that lie in one cluster. A block of rows meets the others
 * from the nearest on, in tiles of one or more. Bounds tell which hold none of the two nearest of a
 * cluster; estimates which pairs of the others may be among them; these are measured exactly.
 */
#include "match_tables.h"

#include <float.h>
#include <math.h>
#include <stdatomic.h>

#include "parallel.h"
#include "sort.h"

enum { MOST_NEAREST = 1 << 21 }; /* kept for a block of rows at once */

/* Memory of one thread's own, for a block of rows. Clusters: one more, for the nodes in none. */
typedef struct slot {
    float *product;            /* a tile */
    gg_nearest *best;          /* rows x clusters, of nodes with other numbers than the row's */
    float *bar;                /* rows x clusters: the second of best, squared, as an estimate */
    double *worst;             /* clusters: the largest second of best, squared */
    double *low;               /* blocks: lower bounds of squared distances */
    uint64_t *key, *key_space; /* tiles or clusters, to be sorted */
    int32_t *item, *item_space;
} slot;

typedef struct builder {
    const gg_points *points;
    const int32_t *cluster;
    bool self;
    double limit; /* squared */
    gg_match_tables *t;
    gg_blocks rows;       /* the different rows */
    gg_blocks columns;    /* units: rows of a cluster */
    int64_t units, tiles; /* a tile is blocks [tile[k], tile[k + 1]) of the columns */
    int64_t *unit_begin;  /* units + 1: in node, nodes with the same numbers */
    int32_t *node;        /* by (cluster, numbers, id) */
    int32_t *unit;        /* of each node */
    int64_t *tile;
    int64_t *row_begin; /* rows + 1: in row_node, nodes of a row */
    int32_t *row_node;
    int64_t slots;
    slot *slot;
    atomic_llong next; /* block of rows */
} builder;

static const gg_nearest nobody = {{INFINITY, INFINITY}, {-1, -1}};

/* ---- a block of rows against a tile ---- */

GG_SIMD static int any_below(const float *product, const float *norm, float own, int64_t n,
                             float bar)
{
    int any = 0;
    for (int64_t k = 0; k < n; k++)
        any += own + norm[k] + product[k] <= bar;
    return any;
}

/* Estimates above this cannot be among the two nearest: rows with smaller ones are at hand, each
 * with a node or more. The row itself does not count. */
static float second_smallest(const gg_blocks *b, const float *product, float own, int32_t row,
                             int64_t begin, int64_t end)
{
    float least = INFINITY, second = INFINITY;
    for (int64_t k = begin; k < end; k++) {
        float estimate = own + b->norm[k] + product[k - begin];
        if (!(estimate < second) || b->row[k] == row)
            continue;
        second = estimate < least ? least : estimate;
        least = estimate < least ? estimate : least;
    }
    return second;
}

/* A little more, for what single precision and the root round. */
static float raised(float x)
{
    return x * (1 + 8 * FLT_EPSILON);
}

static void offer_unit(const builder *b, gg_nearest *best, double distance, int64_t unit)
{
    int64_t end = b->unit_begin[unit + 1];
    for (int64_t k = b->unit_begin[unit]; k < end && k < b->unit_begin[unit] + 2; k++)
        gg_nearest_offer(best, distance, b->node[k]);
}

/* The members of a row's cluster in one block that may be nearer than those known. */
static void measure(const builder *b, slot *own, int64_t r, int32_t row, const float *product,
                    float norm, int64_t block, float slack)
{
    const gg_blocks *c = &b->columns;
    int64_t begin = c->begin[block], end = c->begin[block + 1];
    int64_t at = r * (b->t->clusters + 1) + c->group[block];
    float bar = own->bar[at] + slack;
    if (!(bar < INFINITY))
        bar = second_smallest(c, product, norm, row, begin, end) + 2 * slack;
    int64_t open = gg_blocks_between(product, c->norm + begin, norm, end - begin, -INFINITY,
                                     raised(bar), own->item_space);
    for (int64_t k = 0; k < open; k++) {
        int64_t place = begin + own->item_space[k];
        if (c->row[place] != row) {
            double distance = sqrt(gg_points_squared(b->points, row, c->row[place]));
            offer_unit(b, own->best + at, distance, c->item[place]);
        }
    }
    double furthest = own->best[at].distance[1];
    own->bar[at] = raised((float)(furthest * furthest / c->unit));
}

static bool needed(const builder *b, const slot *own, int64_t block)
{
    return own->low[block] <= own->worst[b->columns.group[block]] && own->low[block] <= b->limit;
}

static void set_worst(const builder *b, slot *own, int64_t rows, int32_t group)
{
    double worst = 0;
    for (int64_t r = 0; r < rows; r++)
        worst = fmax(worst, own->best[r * (b->t->clusters + 1) + group].distance[1]);
    own->worst[group] = worst * worst * (1 + 8 * DBL_EPSILON);
}

static void visit_block(const builder *b, slot *own, int64_t i, int64_t block, int64_t stride,
                        const float *product)
{
    const gg_blocks *a = &b->rows, *c = &b->columns;
    int64_t rows = a->begin[i + 1] - a->begin[i], first = a->begin[i];
    int64_t columns = c->begin[block + 1] - c->begin[block], clusters = b->t->clusters + 1;
    float slack = raised((float)gg_blocks_slack(a, i, c, block));
    for (int64_t r = 0; r < rows; r++, product += stride) {
        float norm = a->norm[first + r];
        float bar = raised(own->bar[r * clusters + c->group[block]] + slack);
        if (any_below(product, c->norm + c->begin[block], norm, columns, bar))
            measure(b, own, r, a->row[first + r], product, norm, block, slack);
    }
    set_worst(b, own, rows, c->group[block]);
}

static void visit_tile(const builder *b, slot *own, int64_t i, int64_t tile)
{
    const gg_blocks *a = &b->rows, *c = &b->columns;
    bool any = false;
    for (int64_t k = b->tile[tile]; k < b->tile[tile + 1]; k++)
        any = any || needed(b, own, k);
    if (!any)
        return;
    int64_t begin = c->begin[b->tile[tile]], columns = c->begin[b->tile[tile + 1]] - begin;
    gg_blocks_products(a, a->begin[i], a->begin[i + 1] - a->begin[i], c, begin, columns,
                       own->product);
    for (int64_t k = b->tile[tile]; k < b->tile[tile + 1]; k++)
        if (needed(b, own, k))
            visit_block(b, own, i, k, columns, own->product + c->begin[k] - begin);
}

/* Tiles from the nearest on. */
static void visit_tiles(const builder *b, slot *own, int64_t i)
{
    double high;
    for (int64_t tile = 0; tile < b->tiles; tile++) {
        double low = INFINITY;
        for (int64_t k = b->tile[tile]; k < b->tile[tile + 1]; k++) {
            gg_blocks_range(&b->rows, i, &b->columns, k, own->low + k, &high);
            low = fmin(low, own->low[k]);
        }
        own->key[tile] = gg_sort_key(low);
        own->item[tile] = (int32_t)tile;
    }
    gg_sort_keys(b->tiles, own->key, own->item, own->key_space, own->item_space);
    for (int64_t k = 0; k < b->tiles; k++)
        visit_tile(b, own, i, own->item[k]);
}

/* ---- from the nearest to the tables ---- */

/* Adds the nodes with the row's own numbers, at distance 0, but for `except`. */
static gg_nearest with_unit(const builder *b, gg_nearest best, int64_t unit, int32_t except)
{
    int64_t end = b->unit_begin[unit + 1];
    for (int64_t k = b->unit_begin[unit]; k < end && k < b->unit_begin[unit] + 3; k++)
        if (b->node[k] != except)
            gg_nearest_offer(&best, 0, b->node[k]);
    return best;
}

/* The nearest two that are in different clusters: each cluster sends its nearest, the nodes in none
 * are clusters of their own. */
static gg_nearest nearest_apart(const gg_nearest *best, int64_t clusters, int32_t own,
                                const gg_nearest *of_own)
{
    gg_nearest apart = own < 0 ? *of_own : best[clusters];
    for (int64_t c = 0; c < clusters; c++) {
        const gg_nearest *member = c == own ? of_own : best + c;
        if (member->distance[0] <= apart.distance[1] && member->node[0] >= 0)
            gg_nearest_offer(&apart, member->distance[0], member->node[0]);
    }
    return apart;
}

static void finish_nodes(const builder *b, gg_nearest *best, int64_t row)
{
    gg_match_tables *t = b->t;
    int64_t begin = b->row_begin[row], end = b->row_begin[row + 1], clusters = t->clusters;
    for (int64_t k = begin; k < end; k++) {
        int32_t i = b->row_node[k], c = b->cluster[i];
        t->own[i] = with_unit(b, best[c < 0 ? clusters : c], b->unit[i], b->self ? -1 : i);
    }
    for (int64_t k = begin; k < end; k++) {
        int32_t i = b->row_node[k], c = b->cluster[i];
        gg_nearest *of_cluster = best + (c < 0 ? clusters : c);
        if (b->node[b->unit_begin[b->unit[i]]] == i) /* once for a unit */
            *of_cluster = with_unit(b, *of_cluster, b->unit[i], -1);
    }
    for (int64_t k = begin; k < end; k++) {
        int32_t i = b->row_node[k];
        t->apart[i] = nearest_apart(best, clusters, b->cluster[i], t->own + i);
    }
}

/* Clusters by (distance of the nearest, id), in item. */
static void sort_clusters(slot *own, const gg_nearest *best, int64_t clusters)
{
    for (int32_t c = 0; c < clusters; c++) {
        own->key[c] = gg_sort_key(best[c].distance[0]);
        own->item[c] = c;
    }
    if (clusters > 32) {
        gg_sort_keys(clusters, own->key, own->item, own->key_space, own->item_space);
        return;
    }
    for (int32_t c = 1; c < clusters; c++) {
        uint64_t key = own->key[c];
        int32_t k = c;
        for (; k > 0 && own->key[k - 1] > key; k--) {
            own->key[k] = own->key[k - 1];
            own->item[k] = own->item[k - 1];
        }
        own->key[k] = key;
        own->item[k] = c;
    }
}

static void finish_row(const builder *b, slot *own, const gg_nearest *best, int64_t row)
{
    gg_match_tables *t = b->t;
    int64_t listed = t->listed;
    gg_nearest *member = t->member + row * listed;
    sort_clusters(own, best, t->clusters);
    for (int64_t k = 0; k < listed; k++) {
        t->order[row * listed + k] = own->item[k];
        member[k] = best[listed < t->clusters ? own->item[k] : k];
    }
    t->rest[row] = listed < t->clusters ? best[own->item[listed]].distance[0] : (double)INFINITY;
}

static void visit_rows(const builder *b, slot *own, int64_t i)
{
    int64_t rows = b->rows.begin[i + 1] - b->rows.begin[i], clusters = b->t->clusters + 1;
    for (int64_t k = 0; k < rows * clusters; k++) {
        own->best[k] = nobody;
        own->bar[k] = INFINITY;
    }
    for (int64_t c = 0; c < clusters; c++)
        own->worst[c] = INFINITY;
    visit_tiles(b, own, i);
    for (int64_t r = 0; r < rows; r++) {
        int64_t row = b->rows.item[b->rows.begin[i] + r];
        finish_nodes(b, own->best + r * clusters, row);
        finish_row(b, own, own->best + r * clusters, row);
    }
}

static void visit_slots(void *context, int64_t begin, int64_t end)
{
    builder *b = context;
    for (int64_t k = begin; k < end; k++)
        for (int64_t i; (i = atomic_fetch_add(&b->next, 1)) < b->rows.blocks;)
            visit_rows(b, b->slot + k, i);
}

/* ---- what is in which cluster and row ---- */

/* Sorts nodes by key (which is used up). */
static bool sort_nodes(int64_t nodes, uint64_t *key, int32_t *node)
{
    uint64_t *key_space = gg_alloc((size_t)nodes, sizeof *key_space);
    int32_t *node_space = gg_alloc((size_t)nodes, sizeof *node_space);
    bool ready = key_space && node_space;
    for (int64_t i = 0; i < nodes; i++)
        node[i] = (int32_t)i;
    if (ready)
        gg_sort_keys(nodes, key, node, key_space, node_space);
    gg_free(key_space);
    gg_free(node_space);
    return ready;
}

/* Units: nodes by (cluster, numbers, id). unit_row: a row of the embedding for each, and where the
 * units of a cluster begin. */
static bool find_units(builder *b, uint64_t *key, int32_t *unit_row, int64_t *group_begin)
{
    int64_t nodes = b->t->nodes, clusters = b->t->clusters;
    for (int64_t i = 0; i < nodes; i++) {
        int64_t group = b->cluster[i] < 0 ? clusters : b->cluster[i];
        key[i] = (uint64_t)group << 32 | (uint32_t)b->points->twin[i];
    }
    if (!sort_nodes(nodes, key, b->node))
        return false;
    int64_t group = 0;
    for (int64_t k = 0; k < nodes; k++) {
        if (k == 0 || key[k] != key[k - 1]) {
            for (; group <= (int64_t)(key[k] >> 32); group++) {
                group_begin[group] = b->units;
                b->t->begin[group] = k;
            }
            unit_row[b->units] = b->points->twin[b->node[k]];
            b->unit_begin[b->units++] = k;
        }
        b->unit[b->node[k]] = (int32_t)(b->units - 1);
    }
    for (; group <= clusters + 1; group++) {
        group_begin[group] = b->units;
        b->t->begin[group] = nodes;
    }
    b->unit_begin[b->units] = nodes;
    return true;
}

/* Rows: nodes by (numbers, id). row: of the embedding, for each. */
static bool find_rows(builder *b, uint64_t *key, int32_t *row)
{
    gg_match_tables *t = b->t;
    for (int64_t i = 0; i < t->nodes; i++)
        key[i] = (uint32_t)b->points->twin[i];
    if (!sort_nodes(t->nodes, key, b->row_node))
        return false;
    for (int64_t k = 0; k < t->nodes; k++) {
        if (k == 0 || key[k] != key[k - 1]) {
            row[t->rows] = b->points->twin[b->row_node[k]];
            b->row_begin[t->rows++] = k;
        }
        t->row[b->row_node[k]] = (int32_t)(t->rows - 1);
    }
    b->row_begin[t->rows] = t->nodes;
    return true;
}

/* Puts blocks of small clusters together. */
static void find_tiles(builder *b)
{
    const gg_blocks *c = &b->columns;
    b->tile[0] = 0;
    for (int64_t k = 1; k <= c->blocks; k++)
        if (k == c->blocks || c->begin[k + 1] - c->begin[b->tile[b->tiles]] > c->largest)
            b->tile[++b->tiles] = k;
}

static bool order_nodes(builder *b, gg_error *e, int threads, gg_status *status)
{
    size_t nodes = (size_t)b->t->nodes, groups = (size_t)b->t->clusters + 1;
    uint64_t *key = gg_alloc(nodes, sizeof *key);
    int32_t *row = gg_alloc(nodes, sizeof *row);
    int64_t *group_begin = gg_alloc(groups + 1, sizeof *group_begin);
    bool ready = key && row && group_begin && find_units(b, key, row, group_begin);
    int64_t size = gg_block_size(b->units), rows = MOST_NEAREST / (int64_t)groups;
    *status = GG_OK;
    if (ready)
        *status = gg_blocks_new(b->points, b->units, row, (int64_t)groups, group_begin, size,
                                threads, &b->columns, e);
    ready = ready && *status == GG_OK && find_rows(b, key, row);
    if (ready)
        *status = gg_blocks_new(b->points, b->t->rows, row, 1, (int64_t[]){0, b->t->rows},
                                rows < 16     ? 16
                                : rows < size ? rows
                                              : size,
                                threads, &b->rows, e);
    gg_free(key);
    gg_free(row);
    gg_free(group_begin);
    return ready && *status == GG_OK;
}

/* ---- memory ---- */

static bool slot_alloc(const builder *b, slot *own)
{
    size_t rows = (size_t)b->rows.largest, clusters = (size_t)b->t->clusters + 1;
    size_t sorted = clusters > (size_t)b->tiles ? clusters : (size_t)b->tiles;
    sorted = sorted > (size_t)b->columns.largest ? sorted : (size_t)b->columns.largest;
    own->product = gg_alloc(rows * (size_t)b->columns.largest, sizeof *own->product);
    own->best = gg_alloc(rows * clusters, sizeof *own->best);
    own->bar = gg_alloc(rows * clusters, sizeof *own->bar);
    own->worst = gg_alloc(clusters, sizeof *own->worst);
    own->low = gg_alloc((size_t)b->columns.blocks, sizeof *own->low);
    own->key = gg_alloc(sorted, sizeof *own->key);
    own->key_space = gg_alloc(sorted, sizeof *own->key_space);
    own->item = gg_alloc(sorted, sizeof *own->item);
    own->item_space = gg_alloc(sorted, sizeof *own->item_space);
    return own->product && own->best && own->bar && own->worst && own->low && own->key &&
           own->key_space && own->item && own->item_space;
}

static void slot_free(slot *own)
{
    gg_free(own->product);
    gg_free(own->best);
    gg_free(own->bar);
    gg_free(own->worst);
    gg_free(own->low);
    gg_free(own->key);
    gg_free(own->key_space);
    gg_free(own->item);
    gg_free(own->item_space);
}

static bool order_alloc(builder *b)
{
    size_t nodes = (size_t)b->t->nodes;
    b->unit_begin = gg_alloc(nodes + 1, sizeof *b->unit_begin);
    b->node = gg_alloc(nodes, sizeof *b->node);
    b->unit = gg_alloc(nodes, sizeof *b->unit);
    b->row_begin = gg_alloc(nodes + 1, sizeof *b->row_begin);
    b->row_node = gg_alloc(nodes, sizeof *b->row_node);
    b->t->row = gg_alloc(nodes, sizeof *b->t->row);
    b->t->begin = gg_alloc((size_t)b->t->clusters + 2, sizeof *b->t->begin);
    return b->unit_begin && b->node && b->unit && b->row_begin && b->row_node && b->t->row &&
           b->t->begin;
}

static bool build_alloc(builder *b)
{
    gg_match_tables *t = b->t;
    size_t rows = (size_t)t->rows, nodes = (size_t)t->nodes, listed = (size_t)t->listed;
    b->tile = gg_alloc((size_t)b->columns.blocks + 1, sizeof *b->tile);
    t->member = gg_alloc(rows * listed, sizeof *t->member);
    t->order = gg_alloc(rows * listed, sizeof *t->order);
    t->rest = gg_alloc(rows, sizeof *t->rest);
    t->own = gg_alloc(nodes, sizeof *t->own);
    t->apart = gg_alloc(nodes, sizeof *t->apart);
    b->slot = gg_zalloc((size_t)b->slots, sizeof *b->slot);
    bool ready = b->tile && t->member && t->order && t->rest && t->own && t->apart && b->slot;
    if (ready)
        find_tiles(b);
    for (int64_t k = 0; ready && k < b->slots; k++)
        ready = slot_alloc(b, b->slot + k);
    return ready;
}

static void builder_free(builder *b)
{
    for (int64_t k = 0; b->slot && k < b->slots; k++)
        slot_free(b->slot + k);
    gg_free(b->slot);
    gg_free(b->unit_begin);
    gg_free(b->node);
    gg_free(b->unit);
    gg_free(b->tile);
    gg_free(b->row_begin);
    gg_free(b->row_node);
    gg_blocks_free(&b->rows);
    gg_blocks_free(&b->columns);
}

/* What searching a cluster later takes. */
static void keep_blocks(builder *b)
{
    gg_blocks *kept = &b->t->blocks;
    *kept = b->columns;
    b->columns = (gg_blocks){0};
    gg_free(kept->x);
    kept->x = NULL;
    b->t->node = b->node;
    b->node = NULL;
}

gg_status gg_match_tables_new(const gg_points *p, const gg_clustering *c, bool self, double limit,
                              int64_t listed, int threads, gg_match_tables *out, gg_error *e)
{
    gg_match_tables t = {.nodes = p->count, .clusters = c->clusters};
    t.listed = listed < t.clusters ? listed : t.clusters;
    builder b = {.points = p, .cluster = c->cluster, .self = self, .t = &t};
    b.limit = limit * limit * (1 + 8 * DBL_EPSILON);
    b.slots = threads < 1 ? 1 : threads;
    gg_status status = GG_OK;
    bool ready = order_alloc(&b) && order_nodes(&b, e, threads, &status) && build_alloc(&b);
    if (ready) {
        gg_parallel(threads, b.slots, 1, visit_slots, &b);
        if (t.listed < t.clusters)
            keep_blocks(&b);
        *out = t;
    } else {
        gg_match_tables_free(&t);
    }
    builder_free(&b);
    return ready || status
               ? status
               : gg_fail(e, GG_ERR_MEMORY, "matching: no memory for %lld nodes x %d clusters",
                         (long long)p->count, c->clusters);
}

void gg_match_tables_free(gg_match_tables *t)
{
    gg_free(t->row);
    gg_free(t->member);
    gg_free(t->order);
    gg_free(t->rest);
    gg_free(t->own);
    gg_free(t->apart);
    gg_free(t->begin);
    gg_free(t->node);
    gg_blocks_free(&t->blocks);
    *t = (gg_match_tables){0};
}
