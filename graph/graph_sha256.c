/* Fingerprints: of graphs, features and pairs, and of a data set. */
#include "sha256.h"

#include <string.h>

static void flush(gg_hasher *h)
{
    sha256_update(&h->sha, h->used, h->block);
    h->used = 0;
}

static void put(gg_hasher *h, uint64_t bits, size_t bytes)
{
    if (h->used + bytes > sizeof h->block)
        flush(h);
    for (size_t k = 0; k < bytes; k++)
        h->block[h->used++] = (uint8_t)(bits >> 8 * k);
}

static void put_int32(gg_hasher *h, int32_t x)
{
    put(h, (uint32_t)x, 4);
}

static void put_double(gg_hasher *h, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    put(h, bits, 8);
}

static void put_bytes(gg_hasher *h, const char *text)
{
    flush(h);
    sha256_update(&h->sha, strlen(text), (const uint8_t *)text);
}

void gg_hash_begin(gg_hasher *h, const char *kind)
{
    h->used = 0;
    sha256_init(&h->sha);
    put_bytes(h, kind);
}

void gg_hash_end(gg_hasher *h, char text[65])
{
    uint8_t digest[SHA256_DIGEST_SIZE];
    flush(h);
    sha256_digest(&h->sha, sizeof digest, digest);
    for (size_t k = 0; k < sizeof digest; k++) {
        text[2 * k] = "0123456789abcdef"[digest[k] >> 4];
        text[2 * k + 1] = "0123456789abcdef"[digest[k] & 15];
    }
    text[2 * sizeof digest] = 0;
}

void gg_hash_int64(gg_hasher *h, int64_t x)
{
    put(h, (uint64_t)x, 8);
}

void gg_hash_text(gg_hasher *h, const char *text)
{
    gg_hash_int64(h, (int64_t)strlen(text));
    put_bytes(h, text);
}

void gg_hash_graph(gg_hasher *h, const gg_graph *g)
{
    const gg_csr *a = g->adjacency;
    gg_hash_int64(h, g->nodes);
    gg_hash_int64(h, g->edges);
    for (int32_t i = 0; i < g->nodes; i++)
        for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++)
            if (i < a->col[k]) {
                put_int32(h, i);
                put_int32(h, a->col[k]);
            }
}

void gg_hash_features(gg_hasher *h, const gg_csr *x)
{
    gg_hash_int64(h, x ? x->rows : 0);
    gg_hash_int64(h, x ? x->cols : 0);
    gg_hash_int64(h, x ? gg_csr_nnz(x) : 0);
    if (!x)
        return;
    for (int64_t i = 0; i <= x->rows; i++)
        gg_hash_int64(h, x->rowptr[i]);
    for (int64_t k = 0; k < gg_csr_nnz(x); k++)
        put_int32(h, x->col[k]);
    for (int64_t k = 0; k < gg_csr_nnz(x); k++)
        put_double(h, gg_csr_value(x, k));
}

void gg_hash_pairs(gg_hasher *h, const gg_pair_list *pairs)
{
    gg_hash_int64(h, pairs->count);
    for (int64_t k = 0; k < pairs->count; k++) {
        put_int32(h, pairs->u[k]);
        put_int32(h, pairs->v[k]);
    }
}

/* The graph, the features, and the pairs of train, valid, valid_neg, test, test_neg. */
gg_status gg_dataset_hash(gg_dataset *d, gg_error *e)
{
    gg_hasher h;
    if (!d->full)
        return gg_fail(e, GG_ERR_STATE, "data set hash: there is no graph yet");
    gg_hash_begin(&h, "graphgrad data 1\n");
    gg_hash_graph(&h, d->full);
    gg_hash_features(&h, d->features);
    gg_hash_pairs(&h, &d->split.train);
    gg_hash_pairs(&h, &d->split.valid);
    gg_hash_pairs(&h, &d->split.valid_neg);
    gg_hash_pairs(&h, &d->split.test);
    gg_hash_pairs(&h, &d->split.test_neg);
    gg_hash_end(&h, d->sha256);
    return GG_OK;
}
