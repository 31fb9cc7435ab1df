/* The name of an embedding's result, for those who keep results. */
#include "embedding.h"

#include "sha256.h"

/* The number changes when a method's result does that has the same settings. */
#define KIND "graphgrad embedding 1\n"

gg_status gg_embedding_key(const char *method, const gg_embedding_source *source,
                           int64_t dimensions, char key[65], gg_error *e)
{
    gg_hasher h;
    gg_build build = gg_build_info();
    char settings[1024] = "";
    gg_status status = gg_graph_check(source->graph, "embedding", e);
    if (!status)
        status = gg_embedding_settings(method, dimensions, settings, sizeof settings, e);
    if (status)
        return status;
    gg_hash_begin(&h, KIND);
    gg_hash_text(&h, build.version);
    gg_hash_text(&h, build.compiler);
    gg_hash_text(&h, build.blas_config);
    gg_hash_text(&h, build.blas_kernel);
    gg_hash_text(&h, build.isa);
    gg_hash_text(&h, method);
    gg_hash_text(&h, settings);
    gg_hash_int64(&h, dimensions);
    gg_hash_int64(&h, (int64_t)source->seed);
    gg_hash_graph(&h, source->graph);
    gg_hash_features(&h, source->features);
    gg_hash_end(&h, key);
    return GG_OK;
}
