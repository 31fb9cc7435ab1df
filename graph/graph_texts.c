/* A table of different texts: open addressing, linear probing. */
#include "names.h"

#include <string.h>

/* A larger copy of a block of which `used` items hold something. */
static gg_status grow(void *block, int64_t used, int64_t capacity, size_t size, gg_error *e)
{
    void *old, *larger = gg_alloc((size_t)capacity, size);
    if (!larger)
        return gg_fail(e, GG_ERR_MEMORY, "names: no memory for %lld", (long long)capacity);
    memcpy(&old, block, sizeof old);
    if (used > 0)
        memcpy(larger, old, (size_t)used * size);
    gg_free(old);
    memcpy(block, &larger, sizeof larger);
    return GG_OK;
}

/* FNV-1a, and a last multiplication that mixes into the high bits. */
static uint64_t hash(const char *text, size_t length)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t k = 0; k < length; k++)
        h = (h ^ (unsigned char)text[k]) * 0x100000001b3u;
    return h * 0x9e3779b97f4a7c15u >> 20;
}

static bool is_text(const gg_texts *t, int32_t number, gg_field text)
{
    const char *other = t->text + t->start[number];
    return strncmp(other, text.text, text.length) == 0 && !other[text.length];
}

/* The slot of a text, or the empty one where it belongs. */
static int32_t *slot_of(const gg_texts *t, gg_field text)
{
    uint64_t at = hash(text.text, text.length) & t->mask;
    while (t->slot[at] >= 0 && !is_text(t, t->slot[at], text))
        at = (at + 1) & t->mask;
    return &t->slot[at];
}

/* Room for one more text, with at most half of the slots taken. */
static gg_status reserve_slots(gg_texts *t, gg_error *e)
{
    if (t->count < t->capacity)
        return GG_OK;
    int64_t capacity = t->capacity ? 2 * t->capacity : 128;
    int32_t *slot = gg_alloc(2 * (size_t)capacity, sizeof *slot);
    gg_status s = slot
                      ? grow(&t->start, t->count, capacity, sizeof *t->start, e)
                      : gg_fail(e, GG_ERR_MEMORY, "names: no memory for %lld", (long long)capacity);
    if (s != GG_OK) {
        gg_free(slot);
        return s;
    }
    gg_free(t->slot);
    t->slot = slot;
    t->capacity = capacity;
    t->mask = 2 * (uint64_t)capacity - 1;
    memset(slot, 0xff, 2 * (size_t)capacity * sizeof *slot);
    for (int32_t k = 0; k < t->count; k++)
        *slot_of(t, (gg_field){t->text + t->start[k], strlen(t->text + t->start[k])}) = k;
    return GG_OK;
}

gg_status gg_texts_add(gg_texts *t, gg_field text, int32_t *number, gg_error *e)
{
    gg_status s = reserve_slots(t, e);
    if (s != GG_OK)
        return s;
    int32_t *slot = slot_of(t, text);
    if (*slot < 0) {
        int64_t wanted = t->used + (int64_t)text.length + 1, room = t->room ? t->room : 1024;
        while (room < wanted)
            room *= 2;
        if (t->count == INT32_MAX)
            return gg_fail(e, GG_ERR_FORMAT, "names: more than %d nodes", INT32_MAX);
        if (room > t->room)
            s = grow(&t->text, t->used, room, 1, e);
        if (s != GG_OK)
            return s;
        t->room = room;
        t->start[t->count] = t->used;
        memcpy(t->text + t->used, text.text, text.length);
        t->text[wanted - 1] = 0;
        t->used = wanted;
        *slot = (int32_t)t->count++;
    }
    *number = *slot;
    return GG_OK;
}

void gg_texts_free(gg_texts *t)
{
    gg_free(t->start);
    gg_free(t->text);
    gg_free(t->slot);
}
