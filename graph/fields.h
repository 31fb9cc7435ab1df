/* fields.h (internal): the first two fields of each line of a text table: blanks, tabs or commas
 * between columns, whichever the first line shows (gg_read_edge_list tells by what). */
#ifndef GG_FIELDS_H
#define GG_FIELDS_H

#include "graph.h"
#include "lines.h"

/* Not empty, without control characters; inside the line at hand, until the next one is read. */
typedef struct gg_field {
    const char *text;
    size_t length;
} gg_field;

typedef struct gg_fields {
    gg_lines lines;
    char delimiter; /* ',', '\t', or ' ' for runs of blanks and tabs; 0 before the first line */
    int columns;    /* of every line */
    int64_t first;  /* number of the first line of data */
} gg_fields;

/* Like gg_lines_open; closed by gg_lines_close(&f->lines, ...). */
gg_status gg_fields_open(gg_fields *f, const char *path, gg_error *e);

/* The next line's first two fields; *more is false at the end of the file. '#' and '%' begin
 * comment lines. Fields may stand in double quotes, where "" is one quote. */
gg_status gg_fields_next(gg_fields *f, gg_field pair[2], bool *more, gg_error *e);

/* GG_ERR_FORMAT, naming the line at hand. */
gg_status gg_fields_bad(const gg_fields *f, const char *reason, gg_error *e);

#endif
