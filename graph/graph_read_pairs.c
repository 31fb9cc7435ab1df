/* Reads pairs of node ids from text. */
#include "graph.h"
#include "lines.h"

static bool is_divider(char c)
{
    return c == ' ' || c == '\t' || c == ',';
}

/* One id from text[*at] on; NULL, or what is wrong with it. */
static const char *read_id(const gg_lines *r, size_t *at, int32_t *id)
{
    size_t k = gg_lines_skip_blanks(r, *at);
    bool negative = k < r->length && r->text[k] == '-';
    size_t first = k += negative;
    int64_t value = 0;
    for (; k < r->length && r->text[k] >= '0' && r->text[k] <= '9'; k++)
        if (value <= INT32_MAX)
            value = 10 * value + (r->text[k] - '0');
    if (first == r->length)
        return negative ? "a sign alone" : "fewer than two columns";
    if (k == first || (k < r->length && !is_divider(r->text[k])))
        return "not an integer";
    if (negative)
        return "a negative id";
    if (value > INT32_MAX)
        return "an id above 2147483647";
    *at = k;
    *id = (int32_t)value;
    return NULL;
}

static gg_status read_line(const gg_lines *r, int64_t nodes, gg_pair_list *pairs, gg_error *e)
{
    size_t at = 0;
    int32_t u, v;
    const char *reason = r->length > GG_LINE_SIZE ? "the line is too long" : read_id(r, &at, &u);
    at = gg_lines_skip_blanks(r, at);
    at += at < r->length && r->text[at] == ',';
    if (!reason)
        reason = read_id(r, &at, &v);
    if (!reason && gg_lines_skip_blanks(r, at) != r->length)
        reason = "more than two columns";
    char text[64];
    if (!reason && nodes >= 0 && (u >= nodes || v >= nodes)) {
        snprintf(text, sizeof text, "there are %lld nodes, ids from 0", (long long)nodes);
        reason = text;
    }
    if (reason)
        return gg_lines_bad(r, "two node ids", reason, e);
    return gg_pair_list_add(pairs, u, v, e);
}

gg_status gg_read_pairs(const char *path, int64_t nodes, gg_pair_list *pairs, gg_error *e)
{
    gg_lines r;
    int64_t before = pairs->count;
    gg_status s = gg_lines_open(&r, path, e);
    if (s != GG_OK)
        return s;
    while (s == GG_OK && gg_lines_next_data(&r, "#"))
        s = read_line(&r, nodes, pairs, e);
    s = gg_lines_close(&r, s, e);
    if (s != GG_OK)
        pairs->count = before;
    return s;
}
