/* cflp_json.c: the results as one JSON object. */
#include "cflp_report.h"
#include "json_file.h"

static json_t *metrics_object(const gg_metrics *m)
{
    json_t *object = json_object();
    for (int k = 0; k < CFLP_METRICS; k++)
        json_object_set_new(object, cflp_metric_names[k],
                            json_number(gg_metrics_get(m, cflp_metric_names[k])));
    return object;
}

static json_t *option_value(const cflp_option *o, const cflp_settings *s)
{
    const void *value = cflp_option_value(o, s);
    char text[4096];
    if (!cflp_option_format(o, s, text, sizeof text))
        return json_null();
    switch (o->type) {
    case CFLP_REAL:
        return json_number(*(const double *)value);
    case CFLP_INT:
        return json_integer(*(const int *)value);
    case CFLP_INT64:
        return json_integer(*(const int64_t *)value);
    case CFLP_FLAG:
        return json_boolean(*(const bool *)value);
    case CFLP_TEXT:
    case CFLP_TREATMENT:
    case CFLP_CHOICE:
    case CFLP_NAME:
        break;
    }
    return json_text(text);
}

/* Everything that the results depend on; where they are printed is left out. */
static json_t *config_object(const cflp_settings *s)
{
    json_t *object = json_object();
    for (int k = 0; k < cflp_option_count; k++) {
        const cflp_option *o = &cflp_options[k];
        bool void_here = (o->rules & CFLP_DATASET) && !s->dataset;
        if (cflp_option_belongs(o, s->program) && !(o->rules & (CFLP_EARLY | CFLP_OUTPUT)))
            json_object_set_new(object, o->name, void_here ? json_null() : option_value(o, s));
    }
    return object;
}

static json_t *data_object(const gg_dataset *d)
{
    return json_pack("{s:o, s:I, s:I, s:I, s:o, s:I, s:I, s:s}", "name", json_text(d->name),
                     "nodes", (json_int_t)d->nodes, "edges", (json_int_t)d->full->edges, "features",
                     (json_int_t)d->features->cols, "split", json_text(d->split_name),
                     "valid_negatives", (json_int_t)d->split.valid_neg.count, "test_negatives",
                     (json_int_t)d->split.test_neg.count, "sha256", d->sha256);
}

static json_t *run_object(const cflp_experiment *x, const cflp_run *run)
{
    const gg_cflp_result *r = &run->result;
    const gg_cflp_effects *f = &x->effects;
    json_t *seconds = json_pack("{s:f, s:f, s:f, s:f, s:f, s:f}", "embedding",
                                run->embedding.name ? run->embedding.seconds : x->embedding.seconds,
                                "treatment", x->treatment.seconds, "matching", x->seconds_matching,
                                "training", r->seconds_training, "finetuning",
                                r->seconds_finetuning, "evaluation", r->seconds_evaluation);
    json_t *matched = json_null(), *ate = json_null();
    if (x->matcher) {
        matched = json_pack("{s:I, s:I, s:I}", "pairs", (json_int_t)f->pairs, "found",
                            (json_int_t)f->found, "positive", (json_int_t)f->positive);
        ate = json_pack("{s:o, s:o}", "obs", json_number(cflp_observed_effect(x)), "est",
                        json_number(run->ate_est));
    }
    return json_pack("{s:I, s:o, s:o, s:I, s:I, s:o, s:o, s:o}", "seed", (json_int_t)run->seed,
                     "test", metrics_object(&r->test), "valid", metrics_object(&r->valid),
                     "best_epoch", (json_int_t)r->best_epoch, "epochs", (json_int_t)r->epochs,
                     "seconds", seconds, "matched", matched, "ate", ate);
}

static json_t *runs_array(const cflp_experiment *x)
{
    json_t *runs = json_array();
    for (int64_t k = 0; k < x->count; k++)
        json_array_append_new(runs, run_object(x, &x->runs[k]));
    return runs;
}

static json_t *spread_object(const cflp_experiment *x, bool mean)
{
    json_t *object = json_object();
    for (int k = 0; k < CFLP_METRICS; k++) {
        cflp_spread s = cflp_spread_test(x, k);
        json_object_set_new(object, cflp_metric_names[k], json_number(mean ? s.mean : s.std));
    }
    return object;
}

static json_t *embedding_object(const cflp_embedding *z)
{
    if (!z->name)
        return json_null();
    return json_pack("{s:o, s:o, s:I, s:f, s:b}", "name", json_text(z->name), "settings",
                     *z->settings ? json_text(z->settings) : json_null(), "dimensions",
                     (json_int_t)z->dimensions, "seconds", z->seconds, "cached", z->cached);
}

json_t *cflp_json_heading(const cflp_experiment *x)
{
    return json_pack("{s:s, s:o, s:o, s:o, s:{s:i, s:s, s:s}}", "version", GG_VERSION, "config",
                     config_object(x->settings), "data", data_object(x->data), "embedding",
                     embedding_object(&x->embedding), "machine", "threads", x->threads, "blas",
                     x->build.blas_kernel, "isa", x->build.isa);
}

static json_t *experiment_object(const cflp_experiment *x)
{
    json_t *object = cflp_json_heading(x);
    json_object_set_new(json_object_get(object, "machine"), "runs_at_once",
                        json_integer(x->runs_at_once));
    json_object_set_new(object, "runs", runs_array(x));
    json_object_set_new(object, "mean", spread_object(x, true));
    json_object_set_new(object, "std", x->count > 1 ? spread_object(x, false) : json_null());
    json_object_set_new(object, "peak_rss_bytes", json_integer((json_int_t)cflp_peak_rss()));
    if (object && x->interrupted)
        json_object_set_new(object, "interrupted", json_true());
    return object;
}

gg_status cflp_json_write(const char *path, const cflp_experiment *x, gg_error *e)
{
    json_t *object = experiment_object(x);
    gg_status status = json_file_write(path, object, e);
    json_decref(object);
    return status;
}
