#include "data_file.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *data_folder(const char *dataset, char *text, size_t size)
{
    struct stat info;
    snprintf(text, size, "%s", dataset);
    if (stat(dataset, &info) == 0 && S_ISDIR(info.st_mode))
        return text;
    char *slash = strrchr(text, '/');
    if (slash)
        slash[slash == text] = '\0';
    else
        snprintf(text, size, ".");
    return text;
}

const char *data_file(const char *dataset, const char *path, char *text, size_t size)
{
    char folder[PATH_MAX];
    if (!dataset || path[0] == '/')
        return path;
    data_folder(dataset, folder, sizeof folder);
    int length = snprintf(text, size, "%s/%s", folder, path);
    return length > 0 && (size_t)length < size && access(text, F_OK) == 0 ? text : path;
}
