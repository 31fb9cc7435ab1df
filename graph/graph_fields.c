/* Splits the lines of edge lists into fields. */
#include "fields.h"

#include <string.h>

gg_status gg_fields_open(gg_fields *f, const char *path, gg_error *e)
{
    f->delimiter = 0;
    f->columns = 0;
    f->first = 0;
    return gg_lines_open(&f->lines, path, e);
}

gg_status gg_fields_bad(const gg_fields *f, const char *reason, gg_error *e)
{
    return gg_lines_bad(&f->lines, "two node ids", reason, e);
}

/* A comma outside quotes makes CSV; failing that, a tab between words makes TSV. */
static char find_delimiter(const gg_lines *r)
{
    char delimiter = ' ';
    bool quoted = false;
    size_t end = r->length;
    while (end > 0 && (r->text[end - 1] == ' ' || r->text[end - 1] == '\t'))
        end--;
    for (size_t k = gg_lines_skip_blanks(r, 0); k < end; k++) {
        char c = r->text[k];
        if (c == '"' && (quoted || k == 0 || strchr(", \t", r->text[k - 1])))
            quoted = !quoted;
        if (!quoted && c == ',')
            return ',';
        if (!quoted && c == '\t')
            delimiter = '\t';
    }
    return delimiter;
}

/* Whether c lies around fields, and between them where nothing else does. */
static bool is_blank(const gg_fields *f, char c)
{
    return c == ' ' || (c == '\t' && f->delimiter != '\t');
}

static size_t skip_blanks(const gg_fields *f, size_t at)
{
    while (at < f->lines.length && is_blank(f, f->lines.text[at]))
        at++;
    return at;
}

static bool ends_field(const gg_fields *f, char c)
{
    return f->delimiter == ' ' ? is_blank(f, c) : c == f->delimiter;
}

/* From the quote at text[*at] to behind its partner; the text moves together where quotes were
 * doubled. */
static const char *take_quoted(gg_fields *f, size_t *at, gg_field *out)
{
    char *text = f->lines.text;
    size_t k = *at + 1, kept = k;
    *out = (gg_field){text + k, 0};
    for (; k < f->lines.length; k++) {
        if (text[k] == '"') {
            if (k + 1 == f->lines.length || text[k + 1] != '"')
                break;
            k++;
        }
        text[kept++] = text[k];
    }
    if (k == f->lines.length)
        return "a quote that is not closed";
    out->length = (size_t)(text + kept - out->text);
    *at = k + 1;
    return NULL;
}

/* The field from text[*at] on; moves *at to the next one's place, and tells whether there is one.
 */
static const char *take_field(gg_fields *f, size_t *at, gg_field *out, bool *more)
{
    const char *text = f->lines.text;
    size_t length = f->lines.length, k = skip_blanks(f, *at);
    if (k < length && text[k] == '"') {
        const char *wrong = take_quoted(f, &k, out);
        if (wrong)
            return wrong;
        if (k < length && !ends_field(f, text[k]) && !is_blank(f, text[k]))
            return "text behind a closing quote";
    } else {
        *out = (gg_field){text + k, 0};
        while (k < length && !ends_field(f, text[k]))
            k++;
        out->length = (size_t)(text + k - out->text);
        while (out->length > 0 && is_blank(f, out->text[out->length - 1]))
            out->length--;
    }
    k = skip_blanks(f, k);
    *more = k < length;
    if (*more && f->delimiter != ' ') {
        if (text[k] != f->delimiter)
            return "text behind a closing quote";
        k++;
    }
    *at = k;
    return NULL;
}

static const char *check_id(const gg_field *id)
{
    if (id->length == 0)
        return "an empty id";
    if (id->length > GG_NAME_MAX)
        return "an id of more than 1000 bytes";
    for (size_t k = 0; k < id->length; k++)
        if ((unsigned char)id->text[k] < 0x20 || id->text[k] == 0x7f)
            return "a control character in an id";
    return NULL;
}

/* What is wrong with the line at hand, or NULL. */
static const char *split_line(gg_fields *f, gg_field pair[2], char reason[80])
{
    int columns = 0;
    size_t at = 0;
    if (f->lines.length > GG_LINE_SIZE)
        return "the line is too long";
    for (bool more = true; more; columns++) {
        gg_field field;
        const char *wrong = take_field(f, &at, &field, &more);
        if (!wrong && columns < 2)
            wrong = check_id(&field);
        if (wrong)
            return wrong;
        if (columns < 2)
            pair[columns] = field;
    }
    if (columns < 2)
        return "fewer than two columns";
    if (f->columns && columns != f->columns) {
        snprintf(reason, 80, "%d columns, but line %lld has %d", columns, (long long)f->first,
                 f->columns);
        return reason;
    }
    f->columns = columns;
    return NULL;
}

gg_status gg_fields_next(gg_fields *f, gg_field pair[2], bool *more, gg_error *e)
{
    *more = gg_lines_next_data(&f->lines, "#%");
    if (!*more)
        return GG_OK;
    if (!f->delimiter) {
        f->delimiter = f->lines.length > GG_LINE_SIZE ? ' ' : find_delimiter(&f->lines);
        f->first = f->lines.line;
    }
    char reason[80];
    const char *wrong = split_line(f, pair, reason);
    return wrong ? gg_fields_bad(f, wrong, e) : GG_OK;
}

size_t gg_fields_quote(const char *name, char text[GG_QUOTED_SIZE])
{
    size_t length = strlen(name), used = 0;
    bool blank = name[0] == ' ' || name[length - 1] == ' ';
    bool quoted = blank || strchr("#%", name[0]) || strpbrk(name, "\",");
    if (quoted)
        text[used++] = '"';
    for (size_t k = 0; k < length && k < GG_NAME_MAX; k++) {
        if (name[k] == '"')
            text[used++] = '"';
        text[used++] = name[k];
    }
    if (quoted)
        text[used++] = '"';
    text[used] = 0;
    return used;
}
