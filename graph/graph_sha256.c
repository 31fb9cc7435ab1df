/*
 * The fingerprint of a data set: sha256 over its numbers, little-endian, in this order:
 *     "graphgrad data 1\n"
 *     int64 nodes, edges; int32 u, v of each edge, u < v, ascending
 *     int64 rows, columns, entries of the features (0, 0, 0 without); int64 rowptr; int32 columns;
 *     f64 values
 *     for train, valid, valid_neg, test, test_neg: int64 pairs; int32 u, v of each, in file order
 */
#include "graph.h"

#include <nettle/sha2.h>
#include <string.h>

/* Collects small numbers, so that sha256_update is called once a block. */
typedef struct hasher {
    struct sha256_ctx sha;
    size_t used;
    uint8_t block[4096];
} hasher;

static void flush(hasher *h)
{
    sha256_update(&h->sha, h->used, h->block);
    h->used = 0;
}

static void put(hasher *h, uint64_t bits, size_t bytes)
{
    if (h->used + bytes > sizeof h->block)
        flush(h);
    for (size_t k = 0; k < bytes; k++)
        h->block[h->used++] = (uint8_t)(bits >> 8 * k);
}

static void put_int64(hasher *h, int64_t x)
{
    put(h, (uint64_t)x, 8);
}

static void put_int32(hasher *h, int32_t x)
{
    put(h, (uint32_t)x, 4);
}

static void put_double(hasher *h, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    put(h, bits, 8);
}

static void put_graph(hasher *h, const gg_graph *g)
{
    const gg_csr *a = g->adjacency;
    put_int64(h, g->nodes);
    put_int64(h, g->edges);
    for (int32_t i = 0; i < g->nodes; i++)
        for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++)
            if (i < a->col[k]) {
                put_int32(h, i);
                put_int32(h, a->col[k]);
            }
}

static void put_features(hasher *h, const gg_csr *x)
{
    put_int64(h, x ? x->rows : 0);
    put_int64(h, x ? x->cols : 0);
    put_int64(h, x ? gg_csr_nnz(x) : 0);
    if (!x)
        return;
    for (int64_t i = 0; i <= x->rows; i++)
        put_int64(h, x->rowptr[i]);
    for (int64_t k = 0; k < gg_csr_nnz(x); k++)
        put_int32(h, x->col[k]);
    for (int64_t k = 0; k < gg_csr_nnz(x); k++)
        put_double(h, gg_csr_value(x, k));
}

static void put_pairs(hasher *h, const gg_pair_list *pairs)
{
    put_int64(h, pairs->count);
    for (int64_t k = 0; k < pairs->count; k++) {
        put_int32(h, pairs->u[k]);
        put_int32(h, pairs->v[k]);
    }
}

gg_status gg_dataset_hash(gg_dataset *d, gg_error *e)
{
    if (!d->full)
        return gg_fail(e, GG_ERR_STATE, "data set hash: there is no graph yet");
    static const char magic[] = "graphgrad data 1\n";
    hasher h = {.used = 0};
    sha256_init(&h.sha);
    sha256_update(&h.sha, sizeof magic - 1, (const uint8_t *)magic);
    put_graph(&h, d->full);
    put_features(&h, d->features);
    put_pairs(&h, &d->split.train);
    put_pairs(&h, &d->split.valid);
    put_pairs(&h, &d->split.valid_neg);
    put_pairs(&h, &d->split.test);
    put_pairs(&h, &d->split.test_neg);
    flush(&h);
    uint8_t digest[SHA256_DIGEST_SIZE];
    sha256_digest(&h.sha, sizeof digest, digest);
    for (size_t k = 0; k < sizeof digest; k++) {
        d->sha256[2 * k] = "0123456789abcdef"[digest[k] >> 4];
        d->sha256[2 * k + 1] = "0123456789abcdef"[digest[k] & 15];
    }
    d->sha256[2 * sizeof digest] = 0;
    return GG_OK;
}
