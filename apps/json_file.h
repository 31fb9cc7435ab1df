/* json_file.h: a JSON object as a program's result, written to a file as a whole or not at all. */
#ifndef GG_JSON_FILE_H
#define GG_JSON_FILE_H

#include <jansson.h>

#include "graphgrad.h"

/* A number, or null for one that is none: JSON has no NaN. */
json_t *json_number(double x);

/* A string. JSON is UTF-8 and file names need not be: then the other bytes become '?'. */
json_t *json_text(const char *text);

/* Whether path ("-" for standard output) can be written. Leaves it as it is. */
gg_status json_file_check(const char *path, gg_error *e);

/* Writes the object: to a temporary name beside path, synced, then renamed. A pipe, a device or a
 * link is written in place. A NULL object is one that there was no memory for. */
gg_status json_file_write(const char *path, const json_t *object, gg_error *e);

#endif
