/* check.h: what every test program shares. cmocka's includes in their order, the data folder, and
 * an allocator that counts, finds leaks and fails on demand. */
#ifndef GG_CHECK_H
#define GG_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tensor.h"

/* The folder of the data sets, or NULL where there is none. */
static inline const char *check_data(void)
{
    const char *dir = getenv("GRAPHGRAD_DATA");
    if (!dir)
        dir = GG_SOURCE_DIR "/../shared/data";
    char path[4096];
    snprintf(path, sizeof path, "%s/cora/edges.txt", dir);
    FILE *f = fopen(path, "r");
    if (f)
        fclose(f);
    return f ? dir : NULL;
}

/* ---- the failing allocator ---- */

typedef struct check_heap {
    int64_t live;    /* blocks not yet freed */
    int64_t total;   /* allocations asked for since the last check_heap_fail_at */
    int64_t fail_at; /* this one (from 1) and no other fails; 0: none */
} check_heap;

static inline void *check_heap_alloc(void *context, size_t size)
{
    check_heap *h = context;
    if (__atomic_add_fetch(&h->total, 1, __ATOMIC_RELAXED) == h->fail_at)
        return NULL;
    size_t rounded = ((size ? size : 1) + 63) & ~(size_t)63;
    void *block = aligned_alloc(64, rounded);
    if (block) {
        memset(block, 0xff, rounded); /* NaN: whoever reads before writing shows */
        __atomic_add_fetch(&h->live, 1, __ATOMIC_RELAXED);
    }
    return block;
}

static inline void check_heap_free(void *context, void *block)
{
    check_heap *h = context;
    __atomic_sub_fetch(&h->live, 1, __ATOMIC_RELAXED);
    free(block);
}

/* Runs attempt with the first, the second, ... allocation failing, until one run needs no more than
 * it was given. attempt returns its status and frees what it made. Asserts that every failure is
 * reported as GG_ERR_MEMORY and that nothing leaks. */
static inline void check_every_allocation_fails(gg_status (*attempt)(void *context, gg_error *e),
                                                void *context)
{
    check_heap heap = {0};
    gg_allocator allocator = {check_heap_alloc, check_heap_free, &heap};
    gg_set_allocator(&allocator);
    for (int64_t k = 1;; k++) {
        heap.total = 0;
        heap.fail_at = k;
        gg_error e = {0};
        gg_status status = attempt(context, &e);
        if (heap.live != 0 || (status != GG_OK && status != GG_ERR_MEMORY) ||
            (status == GG_OK) != (heap.total < k)) {
            gg_set_allocator(NULL);
            fail_msg("allocation %lld of %lld failing: status %d (%s), %lld blocks leaked",
                     (long long)k, (long long)heap.total, (int)status, e.message,
                     (long long)heap.live);
        }
        if (status == GG_OK)
            break;
    }
    gg_set_allocator(NULL);
}

#endif
