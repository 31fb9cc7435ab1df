/* names.h (internal): what the readers of edge lists and splits do with names. */
#ifndef GG_NAMES_H
#define GG_NAMES_H

#include "fields.h"
#include "graph.h"

/* Different texts, numbered in the order of their arrival. Zero-initialise. */
typedef struct gg_texts {
    int64_t count, capacity, used, room;
    int64_t *start; /* text k begins at text + start[k] and ends with a NUL */
    char *text;
    int32_t *slot; /* a hash table of numbers: open addressing, -1 is empty */
    uint64_t mask;
} gg_texts;

/* The number of a text, which is added if it is new. */
gg_status gg_texts_add(gg_texts *t, gg_field text, int32_t *number, gg_error *e);
void gg_texts_free(gg_texts *t);

/* A decimal integer, with a sign or not, that an int64_t holds. */
bool gg_parse_integer(const char *text, int64_t *value);

/* The names of the texts with keep[k] in ascending order, integers by value if all are
 * integers; place[k] is the node that text k names, or -1. Integers that are equal, as 7 and 07,
 * are one. When names are just 0, 1, 2, ..., *names is NULL. */
gg_status gg_names_new(const gg_texts *t, const bool *keep, int32_t *place, int64_t *nodes,
                       gg_names **names, gg_error *e);

#endif
