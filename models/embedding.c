/* embedding.c: embeddings by name, and what all methods take. */
#include "embedding.h"
#include "seconds.h"

#include <string.h>

static const gg_embedding_method *const methods[] = {&gg_method_dgi,      &gg_method_features,
                                                     &gg_method_grace,    &gg_method_mvgrl,
                                                     &gg_method_node2vec, &gg_method_svd};

enum { METHODS = sizeof methods / sizeof *methods };

const char *gg_embedding_name(int k)
{
    return k >= 0 && k < METHODS ? methods[k]->name : NULL;
}

static gg_status find(const char *name, const gg_embedding_method **out, gg_error *e)
{
    for (int k = 0; k < METHODS; k++)
        if (strcmp(methods[k]->name, name) == 0) {
            *out = methods[k];
            return GG_OK;
        }
    return gg_fail(e, GG_ERR_ARGUMENT, "embedding: unknown method '%.60s'", name);
}

gg_status gg_embedding_check(const gg_embedding_source *s, gg_error *e)
{
    if (gg_graph_check(s->graph, "embedding", e))
        return GG_ERR_ARGUMENT;
    if (s->threads < 1)
        return gg_fail(e, GG_ERR_ARGUMENT, "embedding: %d threads, expected at least 1",
                       s->threads);
    if (s->features && (s->features->rows != s->graph->nodes || s->features->dtype != GG_F32))
        return gg_fail(e, GG_ERR_SHAPE,
                       "embedding: features of %lld rows, expected %lld in f32, one a node",
                       (long long)s->features->rows, (long long)s->graph->nodes);
    return GG_OK;
}

gg_status gg_embedding_report(const gg_embedding_source *s, gg_embedding_progress p, gg_error *e)
{
    p.seconds = gg_seconds() - p.seconds;
    if (!s->progress || s->progress(&p, s->context))
        return GG_OK;
    return gg_fail(e, GG_ERR_STATE, "embedding: stopped after %lld %s", (long long)p.step, p.what);
}

gg_status gg_embed(const char *method, const gg_embedding_source *source, int64_t dimensions,
                   gg_tensor **out, gg_error *e)
{
    const gg_embedding_method *m = NULL;
    gg_status status = find(method, &m, e);
    if (!status)
        status = gg_embedding_check(source, e);
    if (!status && (dimensions < 1 || dimensions > 65536))
        status = gg_fail(e, GG_ERR_ARGUMENT, "embedding: %lld dimensions, expected 1 to 65536",
                         (long long)dimensions);
    return status ? status : m->embed(source, dimensions, out, e);
}

gg_status gg_embedding_settings(const char *method, int64_t dimensions, char *text, size_t size,
                                gg_error *e)
{
    const gg_embedding_method *m = NULL;
    gg_status status = find(method, &m, e);
    if (!status)
        m->settings(dimensions, text, size);
    return status;
}

gg_status gg_embedding_inputs(const gg_embedding_source *s, const gg_csr **features, gg_csr **made,
                              gg_error *e)
{
    *made = NULL;
    *features = s->features;
    gg_status status = gg_embedding_check(s, e);
    if (status || s->features)
        return status;
    status = gg_graph_degree_features(s->graph, made, e);
    *features = *made;
    return status;
}
