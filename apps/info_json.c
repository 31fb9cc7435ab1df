/* info_json.c: what gg_info found, as one JSON object; docs/formats.md describes it. */
#include "info.h"
#include "json_file.h"

static json_t *data_object(const info *x)
{
    const gg_dataset *d = x->data;
    return json_pack("{s:o, s:I, s:I, s:b, s:o, s:s}", "name", json_text(d->name), "nodes",
                     (json_int_t)d->nodes, "edges", (json_int_t)d->full->edges, "named",
                     d->names != NULL, "split", d->train ? json_text(d->split_name) : json_null(),
                     "sha256", d->sha256);
}

static json_t *cleaned_object(const gg_cleaned *c)
{
    return json_pack("{s:I, s:I, s:I}", "self_loops", (json_int_t)c->self_loops, "duplicates",
                     (json_int_t)c->duplicates, "reversed", (json_int_t)c->reversed);
}

static json_t *graph_object(const info *x)
{
    const gg_graph_statistics *g = &x->graph;
    return json_pack(
        "{s:I, s:f, s:{s:f, s:f, s:I}, s:{s:I, s:I}, s:I, s:f, s:f, s:{s:i, s:I, s:I}}", "isolated",
        (json_int_t)g->isolated, "density", g->density, "degree", "mean", g->degree_mean, "median",
        g->degree_median, "max", (json_int_t)g->degree_max, "components", "count",
        (json_int_t)g->components, "largest", (json_int_t)g->largest_component, "triangles",
        (json_int_t)g->triangles, "transitivity", g->transitivity, "clustering", g->clustering,
        "cores", "max", (int)x->core_max, "nodes", (json_int_t)x->core_nodes, "clusters",
        (json_int_t)x->clusters);
}

static json_t *features_object(const gg_csr *f)
{
    return f ? json_pack("{s:I, s:I}", "columns", (json_int_t)f->cols, "nonzeros",
                         (json_int_t)gg_csr_nnz(f))
             : json_null();
}

static json_t *splits_array(const info *x)
{
    json_t *splits = json_array();
    for (int64_t k = 0; k < x->split_count; k++) {
        const info_split *s = &x->splits[k];
        json_t *object = json_pack("{s:o}", "name", json_text(s->name));
        for (int set = 0; s->readable && set < INFO_SETS; set++)
            json_object_set_new(object, info_set_names[set], json_integer(s->count[set]));
        if (!s->readable)
            json_object_set_new(object, "error", json_text(s->error));
        json_array_append_new(splits, object);
    }
    return splits;
}

static json_t *estimate_object(const info_estimate *s)
{
    json_t *epochs = json_array();
    for (int k = 0; k < INFO_RATES; k++)
        json_array_append_new(epochs, json_pack("{s:f, s:f, s:o}", "neg_rate", s->epoch[k].neg_rate,
                                                "pairs", s->epoch[k].pairs, "seconds",
                                                json_number(s->epoch[k].seconds)));
    return json_pack("{s:i, s:f, s:I, s:I, s:o, s:o, s:f}", "threads", s->threads, "flops",
                     s->flops, "train_links", (json_int_t)s->train_links, "features",
                     (json_int_t)s->features, "epoch", epochs, "seconds_once",
                     json_number(s->seconds_once), "bytes", s->bytes);
}

gg_status info_json_write(const char *path, const info *x, gg_error *e)
{
    json_t *object =
        json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "version", GG_VERSION, "data",
                  data_object(x), "dropped", cleaned_object(&x->data->full->cleaned), "graph",
                  graph_object(x), "features", features_object(x->data->features), "splits",
                  splits_array(x), "estimate", estimate_object(&x->estimate));
    gg_status status = json_file_write(path, object, e);
    json_decref(object);
    return status;
}
