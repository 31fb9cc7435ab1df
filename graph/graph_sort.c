/* Least significant digit first, bytes as digits. No allocation, unlike the C library's qsort. */
#include "sort.h"

enum { DIGITS = 8, VALUES = 256 };

static unsigned digit(uint64_t key, int d)
{
    return (unsigned)(key >> (8 * d)) & (VALUES - 1);
}

/* Turns the counts of a digit's values into the places where they start. False when all keys share
 * the digit, so that it needs no pass. */
static int places(int64_t n, int64_t *count)
{
    int64_t start = 0;
    for (int v = 0; v < VALUES; v++) {
        int64_t c = count[v];
        if (c == n)
            return 0;
        count[v] = start;
        start += c;
    }
    return 1;
}

void gg_sort_keys(int64_t n, uint64_t *key, int32_t *item, uint64_t *key_space, int32_t *item_space)
{
    int64_t count[DIGITS][VALUES] = {{0}};
    for (int64_t k = 0; k < n; k++)
        for (int d = 0; d < DIGITS; d++)
            count[d][digit(key[k], d)]++;
    uint64_t *from = key, *to = key_space;
    int32_t *item_from = item, *item_to = item_space;
    for (int d = 0; d < DIGITS; d++) {
        if (!places(n, count[d]))
            continue;
        for (int64_t k = 0; k < n; k++) {
            int64_t place = count[d][digit(from[k], d)]++;
            to[place] = from[k];
            if (item)
                item_to[place] = item_from[k];
        }
        uint64_t *keys = from;
        int32_t *items = item_from;
        from = to, item_from = item_to;
        to = keys, item_to = items;
    }
    if (from != key) {
        memcpy(key, from, (size_t)n * sizeof *key);
        if (item)
            memcpy(item, item_from, (size_t)n * sizeof *item);
    }
}
