/* lines.h (internal): text files line by line, and errors that name the line. */
#ifndef GG_LINES_H
#define GG_LINES_H

#include "tensor.h"

#include <stdio.h>

#define GG_LINE_SIZE 4096 /* lines of data are shorter; the rest of a comment is not kept */

typedef struct gg_lines {
    FILE *file;
    const char *path;
    int64_t line;                /* number of the line at hand, from 1 */
    size_t length;               /* of the whole line; bytes count, NUL among them */
    char text[GG_LINE_SIZE + 1]; /* its first bytes, and a NUL */
} gg_lines;

gg_status gg_lines_open(gg_lines *r, const char *path, gg_error *e);

/* The next line without its end ("\n" or "\r\n") and without a byte order mark; false at the end of
 * the file. */
bool gg_lines_next(gg_lines *r);

/* Whether the line at hand holds something: it is neither blank nor begins with one of the given
 * characters. */
bool gg_lines_is_data(const gg_lines *r, const char *comment);

/* The next one that does. */
bool gg_lines_next_data(gg_lines *r, const char *comment);

/* Where the first byte from `at` on that is neither blank nor tab stands; length if there is none.
 */
size_t gg_lines_skip_blanks(const gg_lines *r, size_t at);

/* GG_ERR_FORMAT: "PATH:LINE: expected EXPECTED, found "TEXT": REASON". */
gg_status gg_lines_bad(const gg_lines *r, const char *expected, const char *reason, gg_error *e);

/* Closes the file. Returns s, or GG_ERR_IO if reading failed. */
gg_status gg_lines_close(gg_lines *r, gg_status s, gg_error *e);

#endif
