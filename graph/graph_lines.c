/* Reads text files line by line. */
#include "lines.h"

#include "files.h"

#include <errno.h>
#include <string.h>

gg_status gg_lines_open(gg_lines *r, const char *path, gg_error *e)
{
    r->file = fopen(path, "rb");
    if (!r->file)
        return gg_cannot(path, "open", e);
    r->path = path;
    r->line = 0;
    r->length = 0;
    errno = 0;
    return GG_OK;
}

bool gg_lines_next(gg_lines *r)
{
    int c;
    char last = 0;
    r->length = 0;
    while ((c = getc_unlocked(r->file)) != EOF && c != '\n') {
        last = (char)c;
        if (r->length < GG_LINE_SIZE)
            r->text[r->length] = last;
        r->length++;
        if (r->line == 0 && r->length == 3 && memcmp(r->text, "\xef\xbb\xbf", 3) == 0)
            r->length = 0;
    }
    if (c == EOF && r->length == 0)
        return false;
    if (last == '\r' && r->length > 0)
        r->length--;
    r->text[r->length < GG_LINE_SIZE ? r->length : GG_LINE_SIZE] = 0;
    r->line++;
    return true;
}

size_t gg_lines_skip_blanks(const gg_lines *r, size_t at)
{
    while (at < r->length && at < GG_LINE_SIZE && (r->text[at] == ' ' || r->text[at] == '\t'))
        at++;
    return at;
}

bool gg_lines_is_data(const gg_lines *r, const char *comment)
{
    size_t at = gg_lines_skip_blanks(r, 0);
    return at < r->length && (!r->text[at] || !strchr(comment, r->text[at]));
}

bool gg_lines_next_data(gg_lines *r, const char *comment)
{
    while (gg_lines_next(r))
        if (gg_lines_is_data(r, comment))
            return true;
    return false;
}

/* The line's first bytes are shown, those that do not print as \xNN. */
gg_status gg_lines_bad(const gg_lines *r, const char *expected, const char *reason, gg_error *e)
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
    return gg_fail(e, GG_ERR_FORMAT, "%s:%lld: expected %s, found \"%s%s\": %s", r->path,
                   (long long)r->line, expected, shown, r->length > 40 ? "..." : "", reason);
}

gg_status gg_lines_close(gg_lines *r, gg_status s, gg_error *e)
{
    if (ferror(r->file))
        s = gg_cannot(r->path, "read", e);
    fclose(r->file);
    return s;
}
