/* embed_features.c: nodes are what their features say. */
#include "embedding.h"

#include <stdio.h>

/* column[j]: the place of column j among those with entries, or -1; returns how many there are. */
static int64_t number_columns(const gg_csr *a, int64_t *column)
{
    int64_t used = 0;
    for (int64_t j = 0; j < a->cols; j++)
        column[j] = -1;
    for (int64_t k = 0; k < gg_csr_nnz(a); k++)
        column[a->col[k]] = 0;
    for (int64_t j = 0; j < a->cols; j++)
        column[j] = column[j] < 0 ? -1 : used++;
    return used;
}

static gg_status dense(const gg_csr *a, gg_tensor **out, gg_error *e)
{
    int64_t *column = gg_alloc((size_t)a->cols + 1, sizeof *column);
    if (!column)
        return gg_fail(e, GG_ERR_MEMORY, "embedding: out of memory for %lld features",
                       (long long)a->cols);
    int64_t used = number_columns(a, column), width = used > 0 ? used : 1;
    gg_status status = gg_tensor_new(GG_F32, 2, (int64_t[]){a->rows, width}, out, e);
    for (int64_t i = 0; i < a->rows && !status; i++)
        for (int64_t k = a->rowptr[i]; k < a->rowptr[i + 1]; k++)
            gg_set(*out, i * width + column[a->col[k]], gg_csr_value(a, k));
    gg_free(column);
    return status;
}

gg_status gg_embed_features(const gg_embedding_source *source, gg_tensor **out, gg_error *e)
{
    const gg_csr *features;
    gg_csr *made;
    gg_status status = gg_embedding_inputs(source, &features, &made, e);
    if (!status)
        status = dense(features, out, e);
    gg_csr_free(made);
    return status;
}

static gg_status embed(const gg_embedding_source *s, int64_t dimensions, gg_tensor **out,
                       gg_error *e)
{
    (void)dimensions;
    return gg_embed_features(s, out, e);
}

static void settings(int64_t dimensions, char *text, size_t size)
{
    (void)dimensions;
    snprintf(text, size, "%s", "without columns of zeros");
}

const gg_embedding_method gg_method_features = {"features", embed, settings};
