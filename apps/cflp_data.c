/* cflp_data.c: the data of an experiment: graph, split and features. */
#include "cflp_report.h"

#include <string.h>

/* One-hot degrees in the graph that may be seen. */
static gg_status give_degrees(gg_dataset *d, gg_error *e)
{
    return d->train ? gg_dataset_degree_features(d, e)
                    : gg_graph_degree_features(d->full, &d->features, e);
}

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
    x->featureless = !x->data->features;
    if (degrees) {
        gg_csr_free(x->data->features);
        x->data->features = NULL;
    }
    x->degree_features = !x->data->features;
    return x->degree_features ? give_degrees(x->data, e) : GG_OK;
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
