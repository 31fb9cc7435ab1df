/* embedding_cache.h: embeddings that were made before, a file each, named by gg_embedding_key. What
 * is there but cannot be used counts as not there, and what cannot be kept is not. */
#ifndef EMBEDDING_CACHE_H
#define EMBEDDING_CACHE_H

#include "graphgrad.h"

enum { EMBEDDING_CACHE_PATH = 4096 };

/* The folder: $GRAPHGRAD_CACHE, or graphgrad in $XDG_CACHE_HOME or in ~/.cache. False if there is
 * none: $GRAPHGRAD_CACHE is empty, or no variable tells. */
bool embedding_cache_folder(char path[EMBEDDING_CACHE_PATH]);

/* The embedding of that key, nodes x dimensions; NULL if it is not there. The caller's. */
gg_tensor *embedding_cache_read(const char *key, int64_t nodes, int64_t dimensions);

/* Keeps an embedding; makes the folder. */
void embedding_cache_write(const char *key, const gg_tensor *x);

#endif
