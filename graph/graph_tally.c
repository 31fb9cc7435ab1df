/* Counting distinct keys. */
#include "tally.h"

#include <string.h>

bool gg_tally_alloc(gg_tally *t, int64_t size)
{
    *t = (gg_tally){.size = size,
                    .key = gg_alloc(2 * (size_t)size, sizeof *t->key),
                    .count = gg_alloc(2 * (size_t)size, sizeof *t->count)};
    if (!t->key || !t->count)
        return false;
    gg_tally_clear(t);
    return true;
}

void gg_tally_free(gg_tally *t)
{
    gg_free(t->key);
    gg_free(t->count);
    *t = (gg_tally){0};
}

void gg_tally_clear(gg_tally *t)
{
    memset(t->key, 0, 2 * (size_t)t->size * sizeof *t->key);
    t->keys = 0;
    t->full = false;
}

void gg_tally_add(gg_tally *t, uint64_t key, int64_t count)
{
    uint64_t mask = 2 * (uint64_t)t->size - 1, slot = (key * 0x9e3779b97f4a7c15u) >> 32 & mask;
    while (t->key[slot] && t->key[slot] != key)
        slot = (slot + 1) & mask;
    if (!t->key[slot]) {
        if (t->keys == t->size) {
            t->full = true;
            return;
        }
        t->key[slot] = key;
        t->count[slot] = 0;
        t->keys++;
    }
    t->count[slot] += count;
}

void gg_tally_merge(gg_tally *to, const gg_tally *from)
{
    to->full = to->full || from->full;
    for (int64_t slot = 0; from->keys && slot < 2 * from->size && !to->full; slot++)
        if (from->key[slot])
            gg_tally_add(to, from->key[slot], from->count[slot]);
}
