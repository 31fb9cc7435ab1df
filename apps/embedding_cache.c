#include "embedding_cache.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A folder, and what is in it if anything follows; false if the variable is unset or the path too
 * long. */
static bool below(const char *variable, const char *rest, char path[EMBEDDING_CACHE_PATH])
{
    const char *value = getenv(variable);
    if (!value || !*value)
        return false;
    int length = snprintf(path, EMBEDDING_CACHE_PATH, "%s%s", value, rest);
    return length > 0 && length < EMBEDDING_CACHE_PATH;
}

bool embedding_cache_folder(char path[EMBEDDING_CACHE_PATH])
{
    const char *xdg = getenv("XDG_CACHE_HOME");
    if (getenv("GRAPHGRAD_CACHE"))
        return below("GRAPHGRAD_CACHE", "", path);
    if (xdg && xdg[0] == '/') /* the XDG specification passes over relative ones */
        return below("XDG_CACHE_HOME", "/graphgrad", path);
    return below("HOME", "/.cache/graphgrad", path);
}

static bool path_of(const char *key, char path[EMBEDDING_CACHE_PATH])
{
    char folder[EMBEDDING_CACHE_PATH];
    if (!embedding_cache_folder(folder))
        return false;
    int length = snprintf(path, EMBEDDING_CACHE_PATH, "%s/%s.npy", folder, key);
    return length > 0 && length < EMBEDDING_CACHE_PATH;
}

static bool is_finite(const gg_tensor *x)
{
    for (int64_t k = 0; k < gg_numel(x); k++)
        if (!isfinite(gg_get(x, k)))
            return false;
    return true;
}

gg_tensor *embedding_cache_read(const char *key, int64_t nodes, int64_t dimensions)
{
    char path[EMBEDDING_CACHE_PATH];
    gg_tensor *x = NULL;
    if (!path_of(key, path) || gg_read_npy(path, GG_F32, &x, NULL) != GG_OK)
        return NULL;
    if (x->rank == 2 && x->shape[0] == nodes && x->shape[1] == dimensions && is_finite(x))
        return x;
    gg_tensor_free(x);
    return NULL;
}

/* Every folder on the way to the file. */
static void make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
}

void embedding_cache_write(const char *key, const gg_tensor *x)
{
    char path[EMBEDDING_CACHE_PATH];
    if (!path_of(key, path))
        return;
    make_folders(path);
    gg_write_npy(path, x, NULL);
}
