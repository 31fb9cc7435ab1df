/* sha256.h (internal): fingerprints of data, SHA-256 over its numbers in little-endian order. */
#ifndef GG_SHA256_H
#define GG_SHA256_H

#include "graph.h"

#include <nettle/sha2.h>

/* Collects small numbers, so that sha256_update is called once a block. */
typedef struct gg_hasher {
    struct sha256_ctx sha;
    size_t used;
    uint8_t block[4096];
} gg_hasher;

/* kind: what is hashed, and in which form; its bytes come first. */
void gg_hash_begin(gg_hasher *h, const char *kind);

/* The digest in hexadecimal. */
void gg_hash_end(gg_hasher *h, char text[65]);

void gg_hash_int64(gg_hasher *h, int64_t x);

/* int64 length, and the bytes. */
void gg_hash_text(gg_hasher *h, const char *text);

/* int64 nodes, edges; int32 u, v of each edge, u < v, ascending. */
void gg_hash_graph(gg_hasher *h, const gg_graph *g);

/* int64 rows, columns, entries (0, 0, 0 for NULL); int64 rowptr; int32 columns; f64 values. */
void gg_hash_features(gg_hasher *h, const gg_csr *x);

/* int64 pairs; int32 u, v of each, in their order. */
void gg_hash_pairs(gg_hasher *h, const gg_pair_list *pairs);

#endif
