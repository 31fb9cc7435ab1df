/* json_file.h: a JSON object as a program's result. */
#ifndef GG_JSON_FILE_H
#define GG_JSON_FILE_H

#include <jansson.h>

#include "graphgrad.h"

/* A number, or null for one that is none: JSON has no NaN. */
json_t *json_number(double x);

/* A string. JSON is UTF-8 and file names need not be: then the other bytes become '?'. */
json_t *json_text(const char *text);

/* Writes the object as result_file_write does. NULL is one that there was no memory for. */
gg_status json_file_write(const char *path, const json_t *object, gg_error *e);

#endif
