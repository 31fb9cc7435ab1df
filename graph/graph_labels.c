/* Reads the classes of nodes. */
#include "graph.h"
#include "lines.h"

#include <string.h>

/* "3", "-1": a class from 0, or none. */
static const char *read_label(const gg_lines *r, int32_t *label)
{
    size_t at = gg_lines_skip_blanks(r, 0), first = at;
    int64_t value = 0;
    if (r->length > GG_LINE_SIZE)
        return "the line is too long";
    bool negative = r->text[at] == '-';
    for (first = at += negative; r->text[at] >= '0' && r->text[at] <= '9'; at++)
        if (value <= INT32_MAX)
            value = 10 * value + (r->text[at] - '0');
    if (at == first || gg_lines_skip_blanks(r, at) != r->length)
        return "not one integer";
    if (value >= INT32_MAX || (negative && value != 1))
        return "out of range";
    *label = negative ? -1 : (int32_t)value;
    return NULL;
}

static gg_status read_lines(gg_lines *r, int64_t nodes, int32_t *label, int32_t *classes,
                            gg_error *e)
{
    int64_t count = 0;
    for (; gg_lines_next_data(r, "#"); count++) {
        const char *wrong = NULL;
        if (count == nodes)
            wrong = "there are more lines than nodes";
        else
            wrong = read_label(r, &label[count]);
        if (wrong)
            return gg_lines_bad(r, "a class from 0, or -1", wrong, e);
        *classes = label[count] >= *classes ? label[count] + 1 : *classes;
    }
    if (count < nodes)
        return gg_fail(e, GG_ERR_FORMAT, "%s: %lld labels for %lld nodes", r->path,
                       (long long)count, (long long)nodes);
    return GG_OK;
}

gg_status gg_read_labels(const char *path, int64_t nodes, int32_t *label, int32_t *classes,
                         gg_error *e)
{
    gg_lines r;
    int32_t found = 0;
    gg_status s = gg_lines_open(&r, path, e);
    if (s != GG_OK)
        return s;
    int32_t *read = gg_alloc((size_t)nodes, sizeof *read);
    s = read ? read_lines(&r, nodes, read, &found, e)
             : gg_fail(e, GG_ERR_MEMORY, "%s: no memory for %lld labels", path, (long long)nodes);
    s = gg_lines_close(&r, s, e);
    if (s == GG_OK) {
        memcpy(label, read, (size_t)nodes * sizeof *label);
        *classes = found;
    }
    gg_free(read);
    return s;
}
