/* result_file.h: a program's result, written to a file as a whole or not at all. */
#ifndef RESULT_FILE_H
#define RESULT_FILE_H

#include <stdio.h>

#include "graphgrad.h"

/* Prints the result; false, with errno set, where that fails. */
typedef bool result_writer(FILE *file, const void *result);

/* Whether path ("-" for standard output) can be written. Leaves it as it is. */
gg_status result_file_check(const char *path, gg_error *e);

/* The same for what the library writes, which follows links and replaces files alone. */
gg_status result_file_check_whole(const char *path, gg_error *e);

/* Writes the result: to a temporary name beside path, synced, then renamed. A pipe, a device or a
 * link is written in place. */
gg_status result_file_write(const char *path, result_writer *print, const void *result,
                            gg_error *e);

/* Whether two paths are of one file, there or not yet: one name in one folder. */
bool result_file_same(const char *a, const char *b);

#endif
