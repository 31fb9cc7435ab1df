/* Names of nodes: put in order, looked up. */
#include "names.h"

#include <stdlib.h>
#include <string.h>

#include "sort.h"

bool gg_parse_integer(const char *text, int64_t *value)
{
    bool negative = *text == '-';
    uint64_t x = 0, most = (uint64_t)INT64_MAX + negative;
    text += *text == '-' || *text == '+';
    if (!*text)
        return false;
    for (; *text; text++) {
        if (*text < '0' || *text > '9')
            return false;
        uint64_t digit = (uint64_t)(*text - '0');
        if (x > (most - digit) / 10)
            return false;
        x = 10 * x + digit;
    }
    *value = (int64_t)(negative ? 0 - x : x);
    return true;
}

/* A name on its way to its place. */
typedef struct entry {
    const char *text;
    int64_t value; /* if all are integers; else 0 for all */
    int32_t from;  /* its number among the texts */
} entry;

static int by_name(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    int order = strcmp(x->text, y->text);
    return order ? order : (x->from > y->from) - (x->from < y->from);
}

/* Fills list with what is kept; whether all are integers. */
static bool gather(const gg_texts *t, const bool *keep, entry *list, int64_t *count)
{
    bool numbers = true;
    *count = 0;
    for (int32_t k = 0; k < t->count; k++) {
        if (!keep[k])
            continue;
        entry x = {t->text + t->start[k], 0, k};
        numbers = numbers && gg_parse_integer(x.text, &x.value);
        list[(*count)++] = x;
    }
    for (int64_t k = 0; !numbers && k < *count; k++)
        list[k].value = 0;
    return numbers;
}

/* Numbers the nodes in the order of the list: equal integers are one node. True if all names are
 * their nodes' numbers. */
static bool number_nodes(entry *list, int64_t count, bool numbers, int32_t *place, int64_t *nodes)
{
    bool plain = numbers;
    int64_t n = 0;
    for (int64_t k = 0; k < count; k++) {
        if (numbers && k > 0 && list[k].value == list[k - 1].value) {
            place[list[k].from] = (int32_t)(n - 1);
            continue;
        }
        plain = plain && list[k].value == n;
        place[list[k].from] = (int32_t)n;
        list[n++] = list[k];
    }
    *nodes = n;
    return plain;
}

/* Integers are written anew: without signs and zeros that they do not need. */
static gg_status store(const entry *list, int64_t nodes, bool numbers, gg_names **out, gg_error *e)
{
    size_t size = 0, used = 0;
    for (int64_t k = 0; k < nodes; k++)
        size += numbers ? 24 : strlen(list[k].text) + 1;
    gg_names *n = gg_zalloc(1, sizeof *n);
    if (n) {
        *n = (gg_names){nodes, numbers, gg_alloc((size_t)nodes, sizeof *n->start),
                        gg_alloc(size, 1)};
        if (!n->start || !n->text) {
            gg_names_free(n);
            n = NULL;
        }
    }
    if (!n)
        return gg_fail(e, GG_ERR_MEMORY, "names: no memory for %lld", (long long)nodes);
    for (int64_t k = 0; k < nodes; k++) {
        n->start[k] = (int64_t)used;
        if (numbers)
            snprintf(n->text + used, size - used, "%lld", (long long)list[k].value);
        else
            memcpy(n->text + used, list[k].text, strlen(list[k].text) + 1);
        used += strlen(n->text + used) + 1;
    }
    *out = n;
    return GG_OK;
}

gg_status gg_names_new(const gg_texts *t, const bool *keep, int32_t *place, int64_t *nodes,
                       gg_names **names, gg_error *e)
{
    entry *list = gg_alloc((size_t)t->count, sizeof *list);
    if (!list)
        return gg_fail(e, GG_ERR_MEMORY, "names: no memory for %lld", (long long)t->count);
    int64_t count;
    bool numbers = gather(t, keep, list, &count);
    qsort(list, (size_t)count, sizeof *list, by_name);
    for (int64_t k = 0; k < t->count; k++)
        place[k] = -1;
    gg_status s = GG_OK;
    gg_names *made = NULL;
    if (!number_nodes(list, count, numbers, place, nodes))
        s = store(list, *nodes, numbers, &made, e);
    gg_free(list);
    if (s == GG_OK)
        *names = made;
    return s;
}

void gg_names_free(gg_names *n)
{
    if (n) {
        gg_free(n->start);
        gg_free(n->text);
        gg_free(n);
    }
}

/* Binary search: names ascend, as numbers or as bytes. */
int32_t gg_names_find(const gg_names *n, const char *name)
{
    int64_t low = 0, high = n->count, value, other;
    if (n->numbers && !gg_parse_integer(name, &value))
        return -1;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        const char *text = n->text + n->start[middle];
        int order = 0;
        if (!n->numbers)
            order = strcmp(text, name);
        else if (gg_parse_integer(text, &other))
            order = (other > value) - (other < value);
        if (order == 0)
            return (int32_t)middle;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return -1;
}

static gg_status find_field(const gg_fields *f, const gg_names *names, gg_field field, int32_t *id,
                            gg_error *e)
{
    char name[GG_LINE_SIZE + 1], reason[GG_LINE_SIZE + 40];
    memcpy(name, field.text, field.length);
    name[field.length] = 0;
    *id = gg_names_find(names, name);
    if (*id >= 0)
        return GG_OK;
    snprintf(reason, sizeof reason, "the graph has no node '%.40s'", name);
    return gg_fields_bad(f, reason, e);
}

gg_status gg_read_named_pairs(const char *path, const gg_names *names, gg_pair_list *pairs,
                              gg_error *e)
{
    gg_fields f;
    int64_t before = pairs->count;
    gg_status s = gg_fields_open(&f, path, e);
    if (s != GG_OK)
        return s;
    bool more = true;
    while (s == GG_OK) {
        gg_field pair[2];
        int32_t u, v;
        s = gg_fields_next(&f, pair, &more, e);
        if (s != GG_OK || !more)
            break;
        s = find_field(&f, names, pair[0], &u, e);
        if (s == GG_OK)
            s = find_field(&f, names, pair[1], &v, e);
        if (s == GG_OK)
            s = gg_pair_list_add(pairs, u, v, e);
    }
    s = gg_lines_close(&f.lines, s, e);
    if (s != GG_OK)
        pairs->count = before;
    return s;
}
