/* Taking rows by id, and adding rows up by id: each is the gradient of the other. */
#include "row_ids.h"
#include "parallel.h"
#include "spmm.h"
#include "tape.h"

#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#ifndef real
typedef struct by_id {
    const int32_t *index;
    int64_t count, width;
    const void *from;
    void *to;
    bool stream; /* past the caches */
} by_id;

GG_SIMD static uint32_t largest_id(const int32_t *ids, int64_t count)
{
    uint32_t largest = 0;
    for (int64_t p = 0; p < count; p++)
        largest = (uint32_t)ids[p] > largest ? (uint32_t)ids[p] : largest;
    return largest;
}

/* The loop that every call pays for has no branch; only a failure looks for the culprit. */
gg_status gg_check_row_ids(gg_node *n, const char *name, int64_t count, const int32_t *ids,
                           int64_t rows)
{
    if (count > 0 && !ids)
        return gg_node_fail(n, "there is no %s", name);
    if (count == 0 || largest_id(ids, count) < rows)
        return GG_OK;
    int64_t p = 0;
    while ((uint32_t)ids[p] < rows)
        p++;
    gg_tape_fail(n->tape, GG_ERR_ARGUMENT, "%s: %s[%lld] is %d, expected an id below %lld",
                 n->op->name, name, (long long)p, ids[p], (long long)rows);
    return GG_ERR_ARGUMENT;
}

gg_status gg_save_row_ids(gg_node *n, int64_t count, int lists, const int32_t *const *ids)
{
    size_t bytes = (size_t)count * sizeof **ids;
    if (!n->postponed || count == 0)
        return GG_OK;
    char *copy = n->saved = gg_arena_alloc(n->tape->deferred, (size_t)lists * bytes);
    if (!copy) {
        gg_tape_fail(n->tape, GG_ERR_MEMORY, "%s: no memory", n->op->name);
        return GG_ERR_MEMORY;
    }
    for (int k = 0; k < lists; k++)
        memcpy(copy + (size_t)k * bytes, ids[k], bytes);
    return GG_OK;
}

/* How many rows before it is copied a row is fetched. */
#define AHEAD 8

/* So many bytes do not stay in a cache until they are read. */
#define STREAM_BYTES ((int64_t)1 << 25)

/* Whether rows of `bytes` bytes, one behind another from `to` on, are better written past the
 * caches. That takes whole vectors at whole addresses. */
static bool streams(int64_t count, int64_t bytes, const void *to)
{
#if defined(__SSE2__)
    return bytes % 16 == 0 && (uintptr_t)to % 16 == 0 && count >= STREAM_BYTES / (bytes + 1);
#else
    (void)count, (void)bytes, (void)to;
    return false;
#endif
}

/* memcpy that neither reads the lines that it writes nor leaves them in the cache. */
static void stream_row(void *to, const void *from, size_t bytes)
{
#if defined(__SSE2__)
    __m128i *y = to;
    const __m128i *x = from;
    for (size_t k = 0; k < bytes / sizeof *y; k++)
        _mm_stream_si128(y + k, _mm_loadu_si128(x + k));
#else
    memcpy(to, from, bytes);
#endif
}

/* Lets other threads see what was streamed before what is written after. */
static void end_stream(void)
{
#if defined(__SSE2__)
    _mm_sfence();
#endif
}

/* A counting sort of places by id, each part of them on a thread. */
typedef struct id_sort {
    const int32_t *index;
    int64_t ids, part; /* places in a part */
    int64_t *next;     /* parts x ids: how many places the part has of the id; then where its next
                          one goes */
    int32_t *places;
} id_sort;

static void count_part(void *context, int64_t begin, int64_t end)
{
    const id_sort *s = context;
    int64_t *next = s->next + begin / s->part * s->ids;
    memset(next, 0, (size_t)s->ids * sizeof *next);
    for (int64_t p = begin; p < end; p++)
        next[s->index[p]]++;
}

static void place_part(void *context, int64_t begin, int64_t end)
{
    const id_sort *s = context;
    int64_t *next = s->next + begin / s->part * s->ids;
    for (int64_t p = begin; p < end; p++)
        s->places[next[s->index[p]]++] = (int32_t)p;
}

/* The places p of each id, in order, as the rows of a matrix. */
static bool sort_by_id(gg_node *n, const by_id *r, int64_t ids, gg_csr *places)
{
    int64_t threads = gg_tape_threads(n->tape), part = r->count / threads + 1;
    int64_t parts = (r->count + part - 1) / part;
    int64_t *rowptr = gg_node_alloc(n, (size_t)ids + 1, sizeof *rowptr);
    id_sort s = {.index = r->index,
                 .ids = ids,
                 .part = part,
                 .next = gg_node_alloc(n, (size_t)(parts * ids) + 1, sizeof *s.next),
                 .places = gg_node_alloc(n, (size_t)r->count + 1, sizeof *s.places)};
    if (!rowptr || !s.next || !s.places)
        return false;
    gg_tape_parallel(n->tape, r->count, part, count_part, &s);
    int64_t place = 0;
    for (int64_t i = 0; i < ids; i++) {
        rowptr[i] = place;
        for (int64_t k = 0; k < parts; k++) {
            int64_t *next = s.next + k * ids + i, count = *next;
            *next = place;
            place += count;
        }
    }
    rowptr[ids] = place;
    gg_tape_parallel(n->tape, r->count, part, place_part, &s);
    *places = (gg_csr){.rows = ids, .cols = r->count, .rowptr = rowptr, .col = s.places};
    return true;
}
#endif

#define GG_SOURCE "row_ids.c"
#include "each_real.h"

#ifdef real

/* Asks for row p of `from`, whose place only the ids tell. */
GG_INLINE void FN(fetch_row)(const by_id *r, int64_t p, int64_t end)
{
    const real *row = (const real *)r->from + r->index[p < end ? p : end - 1] * r->width;
    for (int64_t c = 0; c < r->width; c += (int64_t)(64 / sizeof(real)))
        __builtin_prefetch(row + c);
}

static void FN(copy_rows)(void *context, int64_t begin, int64_t end)
{
    const by_id *r = context;
    const size_t bytes = (size_t)r->width * sizeof(real);
    if (bytes == 0) /* there may be no memory to copy from */
        return;
    for (int64_t p = begin; p < end; p++) {
        FN(fetch_row)(r, p + AHEAD, end);
        const real *x = (const real *)r->from + r->index[p] * r->width;
        real *y = (real *)r->to + p * r->width;
        if (r->stream)
            stream_row(y, x, bytes);
        else
            memcpy(y, x, bytes);
    }
    if (r->stream)
        end_stream();
}

GG_SIMD static void FN(add_taken)(void *context, int64_t begin, int64_t end)
{
    const by_id *r = context;
    for (int64_t p = begin; p < end; p++) {
        FN(fetch_row)(r, p + AHEAD, end);
        const real *restrict x = (const real *)r->from + r->index[p] * r->width;
        real *restrict y = (real *)r->to + p * r->width;
        for (int64_t c = 0; c < r->width; c++)
            y[c] += x[c];
    }
}

void FN(gg_take_rows)(gg_tape *t, const int32_t *index, int64_t count, int64_t width,
                      const real *from, real *to, bool add)
{
    by_id r = {index, count, width,
               from,  to,    !add && streams(count, width * (int64_t)sizeof(real), to)};
    gg_tape_parallel(t, count, GG_ROW_BLOCK, add ? FN(add_taken) : FN(copy_rows), &r);
}

GG_INLINE void FN(add_put)(const int32_t *index, int64_t count, int64_t width, const real *from,
                           real *to, int64_t columns)
{
    for (int64_t p = 0; p < count; p++) {
        const real *restrict x = from + p * width;
        real *restrict y = to + index[p] * width;
        for (int64_t c = 0; c < columns; c++)
            y[c] += x[c];
    }
}

GG_SIMD static void FN(put_columns)(const int32_t *index, int64_t count, int64_t width,
                                    const real *from, real *to, int64_t columns)
{
    if (columns == GG_COLUMN_BLOCK)
        FN(add_put)(index, count, width, from, to, GG_COLUMN_BLOCK);
    else
        FN(add_put)(index, count, width, from, to, columns);
}

void FN(gg_add_columns)(const int32_t *index, int64_t count, int64_t width, const real *from,
                        real *to, int64_t begin, int64_t end)
{
    FN(put_columns)(index, count, width, from + begin, to + begin, end - begin);
}

static void FN(add_columns)(void *context, int64_t begin, int64_t end)
{
    const by_id *r = context;
    FN(gg_add_columns)(r->index, r->count, r->width, r->from, r->to, begin, end);
}

/* Rows that are many to each id are sorted first, and summed as a sparse product sums: each sum
 * stays in registers, and threads divide the ids. Few are added where they belong, and threads
 * divide the columns. Each sum has the order of p either way. */
void FN(gg_add_rows)(gg_node *n, const int32_t *index, int64_t count, int64_t width,
                     const real *from, real *to, int64_t ids, bool add)
{
    by_id r = {.index = index, .count = count, .width = width, .from = from, .to = to};
    if (count >= ids && count <= INT32_MAX) {
        gg_csr places;
        if (sort_by_id(n, &r, ids, &places))
            FN(gg_spmm_into)(n->tape, &places, NULL, 1, width, from, to, add);
        return;
    }
    if (!add)
        memset(to, 0, (size_t)(ids * width) * sizeof *to);
    gg_tape_parallel(n->tape, width, gg_column_block(gg_tape_threads(n->tape), width),
                     FN(add_columns), &r);
}

#endif
