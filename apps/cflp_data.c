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

/* The features as the model sees them, as a dense matrix, but for columns of zeros: they add
 * nothing to a distance, and one-hot degrees of a graph with hubs have little else. */
static gg_status features_embedding(const gg_csr *features, gg_tensor **out, gg_error *e)
{
    int64_t *column = calloc((size_t)features->cols + 1, sizeof *column);
    if (!column)
        return gg_fail(e, GG_ERR_MEMORY, "out of memory for %lld features",
                       (long long)features->cols);
    int64_t used = number_columns(features, column);
    int64_t width = used > 0 ? used : 1;
    gg_status status = gg_tensor_new(GG_F32, 2, (int64_t[]){features->rows, width}, out, e);
    for (int64_t i = 0; status == GG_OK && i < features->rows; i++)
        for (int64_t k = features->rowptr[i]; k < features->rowptr[i + 1]; k++)
            gg_set(*out, i * width + column[features->col[k]], gg_csr_value(features, k));
    free(column);
    return status;
}

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
    return strcmp(x->settings->embedding, "features") == 0
               ? features_embedding(x->data->features, out, e)
               : read_embedding(x, out, e);
}
