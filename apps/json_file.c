/* json_file.c: values for JSON objects, and their files. */
#include "json_file.h"
#include "result_file.h"

#include <math.h>
#include <stdio.h>

json_t *json_number(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

json_t *json_text(const char *text)
{
    json_t *value = json_string(text);
    char plain[4096];
    size_t k = 0;
    for (; !value && text[k] && k + 1 < sizeof plain; k++)
        plain[k] = (unsigned char)text[k] < 0x80 ? text[k] : '?';
    plain[k] = 0;
    return value ? value : json_string(plain);
}

/* 15 digits: 0.1 stays 0.1. */
static bool dump(FILE *file, const void *object)
{
    return json_dumpf(object, file, JSON_INDENT(2) | JSON_REAL_PRECISION(15)) == 0 &&
           fputc('\n', file) != EOF;
}

gg_status json_file_write(const char *path, const json_t *object, gg_error *e)
{
    if (!object)
        return gg_fail(e, GG_ERR_MEMORY, "%s: out of memory for the results", path);
    return result_file_write(path, dump, object, e);
}
