/* cflp_data.c: the data of an experiment: graph, split, features, and the embedding for matching.
 */
#include "cflp_report.h"
#include "data_file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- graph, split and features ---- */

static gg_status read_dataset(cflp_experiment *x, gg_error *e)
{
    const cflp_settings *s = x->settings;
    bool degrees = s->features && strcmp(s->features, "degree") == 0;
    gg_status status =
        gg_dataset_read(s->dataset, s->split, degrees ? NULL : s->features, &x->data, e);
    if (status == GG_OK && s->split_seed)
        status = gg_dataset_split(x->data, s->val_frac, s->test_frac, (uint64_t)s->split_seed, e);
    if (status != GG_OK)
        return status;
    if (degrees) {
        gg_csr_free(x->data->features);
        x->data->features = NULL;
    }
    x->degree_features = !x->data->features;
    return x->degree_features ? gg_dataset_degree_features(x->data, e) : GG_OK;
}

static gg_status normalize_features(gg_dataset *d, gg_error *e)
{
    gg_csr *normalized;
    gg_status status = gg_csr_normalize_rows(d->features, &normalized, e);
    if (status != GG_OK)
        return status;
    gg_csr_free(d->features);
    d->features = normalized;
    return GG_OK;
}

gg_status cflp_load_data(cflp_experiment *x, gg_error *e)
{
    const cflp_settings *s = x->settings;
    gg_citation generated = gg_citation_default();
    cflp_progress_line(s, s->dataset ? "reading %s" : "generating a graph", s->dataset);
    gg_status status =
        s->dataset ? read_dataset(x, e) : gg_dataset_generate(&generated, &x->data, e);
    if (status == GG_OK && s->save_split)
        status = gg_split_write(s->save_split, &x->data->split, x->data->names, e);
    if (status == GG_OK && s->feature_norm == CFLP_NORM_ROWS)
        status = normalize_features(x->data, e);
    cflp_progress_line(s, "%s", "");
    if (status == GG_OK)
        cflp_report_data(x);
    return status;
}

/* ---- embedding ---- */

static gg_status read_embedding(const cflp_experiment *x, gg_tensor **out, gg_error *e)
{
    const cflp_settings *s = x->settings;
    char inside[4096];
    const char *path = data_file(s->dataset, s->embedding, inside, sizeof inside);
    if (s->dataset && path[0] != '/' && access(path, F_OK) != 0)
        return gg_fail(e, GG_ERR_IO, "%s: found neither here nor in %s", path, s->dataset);
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

gg_status cflp_load_embedding(const cflp_experiment *x, gg_tensor **out, gg_error *e)
{
    gg_embedding_source source = {
        .graph = x->data->train, .features = x->data->features, .threads = x->threads};
    return strcmp(x->settings->embedding, "features") == 0 ? gg_embed_features(&source, out, e)
                                                           : read_embedding(x, out, e);
}
