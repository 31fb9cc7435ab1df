/* Reads pairs of node ids from text. */
#include "graph.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define LINE_SIZE 256 /* a line with two ids is shorter; the rest of a comment is not kept */

typedef struct reader {
    FILE *file;
    const char *path;
    int64_t nodes; /* negative: any int32 */
    int64_t line;
    size_t length; /* of the whole line; text holds its first LINE_SIZE */
    char text[LINE_SIZE];
} reader;

/* The next line without its end ("\n" or "\r\n") and without a byte order mark; false at the end of
 * the file. Bytes count, NUL among them. */
static bool next_line(reader *r)
{
    int c;
    char last = 0;
    r->length = 0;
    while ((c = getc_unlocked(r->file)) != EOF && c != '\n') {
        last = (char)c;
        if (r->length < LINE_SIZE)
            r->text[r->length] = last;
        r->length++;
        if (r->line == 0 && r->length == 3 && memcmp(r->text, "\xef\xbb\xbf", 3) == 0)
            r->length = 0;
    }
    if (c == EOF && r->length == 0)
        return false;
    if (last == '\r')
        r->length--;
    r->line++;
    return true;
}

/* Names the line: its first bytes, those that do not print as \xNN. */
static gg_status bad_line(const reader *r, const char *reason, gg_error *e)
{
    char shown[4 * 40 + 4];
    size_t used = 0;
    for (size_t k = 0; k < r->length && k < 40; k++) {
        unsigned char c = (unsigned char)r->text[k];
        if ((c >= 0x20 && c < 0x7f) || c == '\t')
            shown[used++] = (char)c;
        else
            used += (size_t)snprintf(shown + used, sizeof shown - used, "\\x%02x", c);
    }
    shown[used] = 0;
    return gg_fail(e, GG_ERR_FORMAT, "%s:%lld: expected two node ids, found \"%s%s\": %s", r->path,
                   (long long)r->line, shown, r->length > 40 ? "..." : "", reason);
}

static size_t skip_blanks(const reader *r, size_t at)
{
    while (at < r->length && (r->text[at] == ' ' || r->text[at] == '\t'))
        at++;
    return at;
}

/* One id from text[*at] on; NULL, or what is wrong with it. */
static const char *read_id(const reader *r, size_t *at, int32_t *id)
{
    size_t k = skip_blanks(r, *at);
    bool negative = k < r->length && r->text[k] == '-';
    size_t first = k += negative;
    int64_t value = 0;
    for (; k < r->length && r->text[k] >= '0' && r->text[k] <= '9'; k++)
        if (value <= INT32_MAX)
            value = 10 * value + (r->text[k] - '0');
    if (first == r->length)
        return negative ? "a sign alone" : "fewer than two columns";
    if (k == first || (k < r->length && r->text[k] != ' ' && r->text[k] != '\t'))
        return "not an integer";
    if (negative)
        return "a negative id";
    if (value > INT32_MAX)
        return "an id above 2147483647";
    *at = k;
    *id = (int32_t)value;
    return NULL;
}

/* Adds the pair of the line at hand, if it has one. */
static gg_status read_line(const reader *r, gg_pair_list *pairs, gg_error *e)
{
    size_t at = skip_blanks(r, 0);
    int32_t u, v;
    if (at == r->length || r->text[at] == '#')
        return GG_OK;
    if (r->length > LINE_SIZE)
        return bad_line(r, "the line is too long", e);
    const char *reason = read_id(r, &at, &u);
    if (!reason)
        reason = read_id(r, &at, &v);
    if (reason)
        return bad_line(r, reason, e);
    if (skip_blanks(r, at) != r->length)
        return bad_line(r, "more than two columns", e);
    if (r->nodes >= 0 && (u >= r->nodes || v >= r->nodes)) {
        char text[64];
        snprintf(text, sizeof text, "there are %lld nodes, ids from 0", (long long)r->nodes);
        return bad_line(r, text, e);
    }
    return gg_pair_list_add(pairs, u, v, e);
}

gg_status gg_read_pairs(const char *path, int64_t nodes, gg_pair_list *pairs, gg_error *e)
{
    reader r = {.file = fopen(path, "rb"), .path = path, .nodes = nodes};
    if (!r.file)
        return gg_fail(e, GG_ERR_IO, "%s: cannot open: %s", path, strerror(errno));
    int64_t before = pairs->count;
    gg_status s = GG_OK;
    errno = 0;
    while (s == GG_OK && next_line(&r))
        s = read_line(&r, pairs, e);
    if (ferror(r.file))
        s = gg_fail(e, GG_ERR_IO, "%s: cannot read: %s", path, strerror(errno));
    fclose(r.file);
    if (s != GG_OK)
        pairs->count = before;
    return s;
}
