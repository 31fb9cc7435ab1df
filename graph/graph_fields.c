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

static bool is_separator(char c)
{
    return c == ',' || c == ' ' || c == '\t';
}

/* Behind the word from `at` on. In one that begins with a quote, every quote opens or closes, as
 * those that are doubled do by turns. */
static size_t skip_word(const gg_lines *r, size_t at)
{
    bool quotes = r->text[at] == '"', quoted = false;
    for (; at < r->length && (quoted || !is_separator(r->text[at])); at++)
        if (quotes && r->text[at] == '"')
            quoted = !quoted;
    return at;
}

static bool is_integer(const char *text, size_t length)
{
    size_t sign = length > 1 && (text[0] == '-' || text[0] == '+');
    return length > 0 && sign + strspn(text + sign, "0123456789") == length;
}

/*
 * The first comma or tab between words. One behind two integers with blanks between ("1 2 0,5", "1
 * 2<TAB>5"), or behind a word from the third on that begins with a brace ("a b {'x': 1, 'y': 2}",
 * as networkx writes), is none: the list has blanks.
 */
static char find_delimiter(const gg_lines *r)
{
    bool integers = true;
    size_t at = gg_lines_skip_blanks(r, 0);
    for (int word = 0; at < r->length; word++) {
        size_t end = skip_word(r, at), next = gg_lines_skip_blanks(r, end);
        integers = integers && is_integer(r->text + at, end - at);
        if ((word == 1 && integers) || (word > 1 && r->text[at] == '{'))
            return ' ';
        if (next < r->length && r->text[next] == ',')
            return ',';
        if (next < r->length && memchr(r->text + end, '\t', next - end))
            return '\t';
        at = next;
    }
    return ' ';
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

/* networkx's attributes, with blanks in them, are one column. */
static bool is_rest(const gg_fields *f, size_t at)
{
    return f->delimiter == ' ' && f->lines.text[at] == '{';
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
        if (columns > 1 && is_rest(f, at)) {
            more = false;
            continue;
        }
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

/* Whose size would be taken for a link. */
static bool is_matrix_market(const gg_lines *r)
{
    static const char banner[] = "%%MatrixMarket";
    return r->line == 1 && strncmp(r->text, banner, sizeof banner - 1) == 0;
}

gg_status gg_fields_next(gg_fields *f, gg_field pair[2], bool *more, gg_error *e)
{
    while ((*more = gg_lines_next(&f->lines)) && !gg_lines_is_data(&f->lines, "#%"))
        if (is_matrix_market(&f->lines))
            return gg_fields_bad(f, "a Matrix Market file, expected an edge list", e);
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

size_t gg_name_quote(const char *name, char text[GG_NAME_QUOTED])
{
    size_t length = strlen(name), used = 0;
    bool quoted = strchr("#%", name[0]) || strpbrk(name, "\", ");
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
