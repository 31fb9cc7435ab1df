/* cflp_embedding.c: embeddings made by a method, kept from an earlier time, or read from a file. */
#include "clock.h"
#include "cflp_report.h"
#include "data_file.h"
#include "embedding_cache.h"
#include "interrupt.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

gg_embedding_source cflp_embedding_source(const cflp_experiment *x)
{
    const gg_dataset *d = x->data;
    return (gg_embedding_source){.graph = d->train ? d->train : d->full,
                                 .features = x->featureless ? NULL : d->features,
                                 .seed = (uint64_t)x->settings->seed,
                                 .threads = x->threads};
}

gg_status cflp_cached_embedding(const char *method, const gg_embedding_source *source,
                                int64_t dimensions, cflp_embedding *about, gg_tensor **out,
                                gg_error *e)
{
    double start = clock_now();
    bool kept = strcmp(method, "features") != 0; /* those are made as soon as they are read */
    char key[65];
    *out = NULL;
    *about = (cflp_embedding){.name = method};
    gg_status status =
        gg_embedding_settings(method, dimensions, about->settings, sizeof about->settings, e);
    if (status == GG_OK && kept)
        status = gg_embedding_key(method, source, dimensions, key, e);
    if (status == GG_OK && kept)
        *out = embedding_cache_read(key, source->graph->nodes, dimensions);
    about->cached = *out != NULL;
    if (status == GG_OK && !*out) {
        status = gg_embed(method, source, dimensions, out, e);
        if (status == GG_OK && kept)
            embedding_cache_write(key, *out);
    }
    if (status == GG_OK)
        about->dimensions = (*out)->shape[1];
    about->seconds = clock_now() - start;
    return status;
}

void cflp_embedding_line(const cflp_settings *s, const char *place, const char *method,
                         const gg_embedding_progress *p)
{
    char steps[32] = "", loss[32] = "";
    if (p->steps > 0)
        snprintf(steps, sizeof steps, "/%lld", (long long)p->steps);
    if (!isnan(p->loss))
        snprintf(loss, sizeof loss, "  loss %.4g", p->loss);
    cflp_progress_line(s, "%s%s: %s %lld%s%s  %.0f s", place, method, p->what, (long long)p->step,
                       steps, loss, p->seconds);
}

/* ---- for the experiment ---- */

static gg_status read_embedding(const cflp_experiment *x, gg_tensor **out, gg_error *e)
{
    const cflp_settings *s = x->settings;
    char inside[4096];
    const char *path = data_file(s->dataset, s->embedding, inside, sizeof inside);
    if (s->dataset && path[0] != '/' && access(path, F_OK) != 0)
        return gg_fail(e, GG_ERR_IO, "%s: found neither here nor in %s", path,
                       data_folder(s->dataset, inside, sizeof inside));
    gg_status status = gg_read_npy(path, GG_F64, out, e);
    if (status != GG_OK)
        return status;
    const gg_tensor *z = *out;
    if (z->rank == 2 && z->shape[0] == x->data->nodes && z->shape[1] > 0)
        return GG_OK;
    char shape[64];
    return gg_fail(e, GG_ERR_SHAPE, "%s: expected a matrix of %lld rows, one a node, found %s",
                   path, (long long)x->data->nodes, gg_shape_text(z, shape, sizeof shape));
}

static bool on_step(const gg_embedding_progress *p, void *context)
{
    const cflp_experiment *x = context;
    cflp_embedding_line(x->settings, "", x->embedding.name, p);
    return !interrupt_came();
}

gg_status cflp_make_embedding(cflp_experiment *x, const char *method, gg_tensor **out, gg_error *e)
{
    gg_embedding_source source = cflp_embedding_source(x);
    source.progress = on_step;
    source.context = x;
    gg_status status =
        cflp_cached_embedding(method, &source, x->settings->embedding_dim, &x->embedding, out, e);
    cflp_progress_line(x->settings, "%s", "");
    if (status != GG_OK && interrupt_came())
        status = gg_fail(e, GG_ERR_STATE, "interrupted while the embedding was made");
    return status;
}

gg_status cflp_load_embedding(cflp_experiment *x, gg_tensor **out, gg_error *e)
{
    const cflp_settings *s = x->settings;
    if (cflp_is_method(s->embedding))
        return cflp_make_embedding(x, s->embedding, out, e);
    double start = clock_now();
    gg_status status = read_embedding(x, out, e);
    x->embedding = (cflp_embedding){.name = s->embedding, .seconds = clock_now() - start};
    if (status == GG_OK)
        x->embedding.dimensions = (*out)->shape[1];
    return status;
}
