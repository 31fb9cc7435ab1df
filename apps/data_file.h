/* data_file.h: files that belong to a data set. */
#ifndef DATA_FILE_H
#define DATA_FILE_H

#include <stddef.h>

/* The folder of a data set, written to text: the data set itself, or where the edge list is. */
const char *data_folder(const char *dataset, char *text, size_t size);

/* A relative path is looked up in the data set's folder first (NULL: nowhere): path itself, or the
 * path inside the folder, written to text. */
const char *data_file(const char *dataset, const char *path, char *text, size_t size);

#endif
