#include "tape.h"

#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#define GG_POISON 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define GG_POISON 1
#endif
#endif
#ifdef GG_POISON
#include <sanitizer/asan_interface.h>
#define POISON(p, n) ASAN_POISON_MEMORY_REGION(p, n)
#define UNPOISON(p, n) ASAN_UNPOISON_MEMORY_REGION(p, n)
#else
#define POISON(p, n) ((void)0)
#define UNPOISON(p, n) ((void)0)
#endif

#define FIRST_CHUNK ((size_t)1 << 16)

static bool add_chunk(gg_arena *a, size_t at_least)
{
    size_t size = a->chunks ? gg_arena_bytes(a) : a->joined;
    if (size < at_least)
        size = at_least;
    if (size < FIRST_CHUNK)
        size = FIRST_CHUNK;
    if (a->chunks == GG_CHUNKS)
        return false;
    char *base = gg_alloc(size, 1);
    if (!base)
        return false;
    POISON(base, size);
    a->chunk[a->chunks++] = (gg_chunk){base, size, 0};
    return true;
}

void *gg_arena_alloc(gg_arena *a, size_t bytes)
{
    if (bytes > SIZE_MAX / 2)
        return NULL;
    size_t rounded = bytes ? (bytes + 63) & ~(size_t)63 : 64;
    while (a->current < a->chunks &&
           a->chunk[a->current].size - a->chunk[a->current].used < rounded) {
        if (a->current + 1 == a->chunks)
            break;
        a->chunk[++a->current].used = 0;
    }
    if (a->current == a->chunks ||
        a->chunk[a->current].size - a->chunk[a->current].used < rounded) {
        if (!add_chunk(a, rounded))
            return NULL;
        a->current = a->chunks - 1;
    }
    gg_chunk *c = &a->chunk[a->current];
    char *p = c->base + c->used;
    c->used += rounded;
    UNPOISON(p, bytes);
    return p;
}

void gg_arena_release(gg_arena *a, size_t chunk, size_t used)
{
    if (a->chunks == 0)
        return;
    for (size_t k = chunk + 1; k < a->chunks; k++) {
        a->chunk[k].used = 0;
        POISON(a->chunk[k].base, a->chunk[k].size);
    }
    a->current = chunk;
    a->chunk[chunk].used = used;
    POISON(a->chunk[chunk].base + used, a->chunk[chunk].size - used);
}

void gg_arena_reset(gg_arena *a)
{
    if (a->chunks > 1) {
        size_t bytes = gg_arena_bytes(a);
        gg_arena_free(a);
        a->joined = bytes;
    }
    gg_arena_release(a, 0, 0);
}

void gg_arena_free(gg_arena *a)
{
    for (size_t k = 0; k < a->chunks; k++) {
        UNPOISON(a->chunk[k].base, a->chunk[k].size);
        gg_free(a->chunk[k].base);
    }
    memset(a, 0, sizeof *a);
}

bool gg_arena_holds(const gg_arena *a, const void *p)
{
    return gg_arena_behind(a, p, 0, 0);
}

bool gg_arena_behind(const gg_arena *a, const void *p, size_t chunk, size_t used)
{
    const char *at = p;
    for (size_t k = chunk; k < a->chunks; k++) {
        const gg_chunk *c = &a->chunk[k];
        if (at >= c->base + (k == chunk ? used : 0) && at < c->base + c->size)
            return true;
    }
    return false;
}

size_t gg_arena_bytes(const gg_arena *a)
{
    size_t bytes = 0;
    for (size_t k = 0; k < a->chunks; k++)
        bytes += a->chunk[k].size;
    return bytes;
}
