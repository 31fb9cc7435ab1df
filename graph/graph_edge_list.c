/*
 * Reads an edge list whose nodes have any names. They are numbered in ascending order, so that the
 * order of the lines means nothing.
 */
#include "names.h"

#include <string.h>
#include <strings.h>

/* What the columns of edge lists are called. */
static bool is_header_word(const char *text)
{
    static const char *const words[] = {"source", "target", "src",   "dst",   "from", "to",
                                        "u",      "v",      "node1", "node2", "head", "tail",
                                        "node_1", "node_2", "id1",   "id2",   "id_1", "id_2"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strcasecmp(text, words[k]) == 0)
            return true;
    return false;
}

/* Whether the first line names the columns: its words name no other node, and are such words or
 * else the only ones that are no integers, where there are others. */
static bool has_header(const gg_texts *t, const gg_pair_list *pairs)
{
    if (pairs->count < 1 || pairs->u[0] == pairs->v[0])
        return false;
    int32_t a = pairs->u[0], b = pairs->v[0];
    for (int64_t k = 1; k < pairs->count; k++)
        if (pairs->u[k] == a || pairs->v[k] == a || pairs->u[k] == b || pairs->v[k] == b)
            return false;
    int64_t value;
    if (is_header_word(t->text + t->start[a]) && is_header_word(t->text + t->start[b]))
        return true;
    for (int32_t k = 0; k < t->count; k++)
        if (gg_parse_integer(t->text + t->start[k], &value) == (k == a || k == b))
            return false;
    return pairs->count > 1;
}

static gg_status read_lines(gg_fields *f, gg_texts *t, gg_pair_list *pairs, gg_error *e)
{
    for (;;) {
        gg_field pair[2];
        int32_t u, v;
        bool more;
        gg_status s = gg_fields_next(f, pair, &more, e);
        if (s != GG_OK || !more)
            return s;
        s = gg_texts_add(t, pair[0], &u, e);
        if (s == GG_OK)
            s = gg_texts_add(t, pair[1], &v, e);
        if (s == GG_OK)
            s = gg_pair_list_add(pairs, u, v, e);
        if (s != GG_OK)
            return s;
    }
}

/* From the numbers of texts to the nodes that they name. */
static void replace_ids(const gg_pair_list *from, bool header, const int32_t *place,
                        gg_pair_list *to)
{
    for (int64_t k = header; k < from->count; k++) {
        from->u[k - header] = place[from->u[k]];
        from->v[k - header] = place[from->v[k]];
    }
    *to = *from;
    to->count -= header;
}

static gg_status number_nodes(const gg_texts *t, gg_pair_list *found, gg_pair_list *pairs,
                              int64_t *nodes, gg_names **names, gg_error *e)
{
    bool header = has_header(t, found);
    int32_t *place = gg_alloc((size_t)t->count, sizeof *place);
    bool *keep = gg_alloc((size_t)t->count, sizeof *keep);
    gg_status s = GG_ERR_MEMORY;
    if (place && keep) {
        for (int64_t k = 0; k < t->count; k++)
            keep[k] = true;
        if (header)
            keep[found->u[0]] = keep[found->v[0]] = false;
        s = gg_names_new(t, keep, place, nodes, names, e);
    } else {
        gg_fail(e, s, "edge list: no memory for %lld nodes", (long long)t->count);
    }
    if (s == GG_OK) {
        replace_ids(found, header, place, pairs);
        *found = (gg_pair_list){0};
    }
    gg_free(place);
    gg_free(keep);
    return s;
}

gg_status gg_read_edge_list(const char *path, gg_pair_list *pairs, int64_t *nodes, gg_names **names,
                            int *columns, gg_error *e)
{
    gg_fields f;
    gg_texts t = {0};
    gg_pair_list found = {0};
    gg_status s = gg_fields_open(&f, path, e);
    if (s != GG_OK)
        return s;
    s = gg_lines_close(&f.lines, read_lines(&f, &t, &found, e), e);
    if (s == GG_OK)
        s = number_nodes(&t, &found, pairs, nodes, names, e);
    if (s == GG_OK && columns)
        *columns = f.columns;
    gg_texts_free(&t);
    gg_pair_list_free(&found);
    return s;
}
