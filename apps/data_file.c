#include "data_file.h"

#include <stdio.h>
#include <unistd.h>

const char *data_file(const char *folder, const char *path, char *text, size_t size)
{
    if (!folder || path[0] == '/')
        return path;
    int length = snprintf(text, size, "%s/%s", folder, path);
    return length > 0 && (size_t)length < size && access(text, F_OK) == 0 ? text : path;
}
