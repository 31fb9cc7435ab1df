/* data_file.h: files that belong to a data set. */
#ifndef DATA_FILE_H
#define DATA_FILE_H

#include <stddef.h>

/* A relative path is looked up in the data set's folder first (NULL: nowhere): path itself, or the
 * path inside the folder, written to text. */
const char *data_file(const char *folder, const char *path, char *text, size_t size);

#endif
