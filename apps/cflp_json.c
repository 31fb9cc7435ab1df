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

static json_t *matched_object(const cflp_experiment *x, int k)
{
    const gg_cflp_effects *f = &x->effects[k];
    return json_pack("{s:I, s:I, s:I}", "pairs", (json_int_t)f->pairs, "found",
                     (json_int_t)f->found, "positive", (json_int_t)f->positive);
}

/* By the definition of the authors' program, and by the paper's. */
static json_t *effects_object(const cflp_experiment *x, int k, double est, double est_all)
{
    const gg_cflp_effects *f = &x->effects[k];
    return json_pack("{s:o, s:o, s:o, s:o}", "obs", json_number(f->ate_obs), "est",
                     json_number(est), "obs_all", json_number(f->ate_obs_all), "est_all",
                     json_number(est_all));
}

static json_t *run_effects(const cflp_experiment *x, const cflp_run *run, int k)
{
    return effects_object(x, k, run->estimates[k].ate_est, run->estimates[k].ate_est_all);
}

static json_t *run_object(const cflp_experiment *x, const cflp_run *run)
{
    const gg_cflp_result *r = &run->result;
    bool one = x->treatments == 1 && x->matcher[0];
    json_t *seconds = json_pack("{s:f, s:f, s:f, s:f, s:f, s:f}", "embedding",
                                run->embedding.name ? run->embedding.seconds : x->embedding.seconds,
                                "treatment", x->seconds_treatment, "matching", x->seconds_matching,
                                "training", r->seconds_training, "finetuning",
                                r->seconds_finetuning, "evaluation", r->seconds_evaluation);
    json_t *object =
        json_pack("{s:I, s:o, s:o, s:I, s:I, s:o, s:o, s:o}", "seed", (json_int_t)run->seed, "test",
                  metrics_object(&r->test), "valid", metrics_object(&r->valid), "best_epoch",
                  (json_int_t)r->best_epoch, "epochs", (json_int_t)r->epochs, "seconds", seconds,
                  "matched", one ? matched_object(x, 0) : json_null(), "ate",
                  one ? run_effects(x, run, 0) : json_null());
    json_t *treatments = json_array();
    for (int k = 0; k < x->treatments && x->matcher[0]; k++)
        json_array_append_new(
            treatments, json_pack("{s:o, s:o, s:o}", "treatment", json_text(x->treatment[k].name),
                                  "matched", matched_object(x, k), "ate", run_effects(x, run, k)));
    json_object_set_new(object, "treatments", treatments);
    return object;
}

static json_t *runs_array(const cflp_experiment *x)
{
    json_t *runs = json_array();
    for (int64_t k = 0; k < x->count; k++)
        json_array_append_new(runs, run_object(x, &x->runs[k]));
    return runs;
}

/* A number of a spread: what the three objects of the metrics and of the effects have. */
typedef enum part { MEAN, STD, STANDARD_ERROR } part;

static json_t *spread_number(cflp_spread s, part p)
{
    return json_number(p == MEAN ? s.mean : p == STD ? s.std : s.error);
}

/* Deviations are null for one run. */
static json_t *spread_object(const cflp_experiment *x, part p)
{
    if (p != MEAN && x->count < 2)
        return json_null();
    json_t *object = json_object();
    for (int k = 0; k < CFLP_METRICS; k++)
        json_object_set_new(object, cflp_metric_names[k], spread_number(cflp_spread_test(x, k), p));
    return object;
}

static json_t *effect_deviations(const cflp_experiment *x, int k, part p)
{
    if (x->count < 2)
        return json_null();
    return json_pack("{s:o, s:o}", "est", spread_number(cflp_spread_ate(x, false, k), p), "est_all",
                     spread_number(cflp_spread_ate(x, true, k), p));
}

/* What was found of each treatment, over all runs. */
static json_t *treatments_array(const cflp_experiment *x)
{
    json_t *array = json_array();
    for (int k = 0; k < x->treatments && x->matcher[0]; k++) {
        const named_treatment *made = &x->treatment[k];
        json_array_append_new(
            array,
            json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "treatment", json_text(made->name),
                      "title", json_text(made->title), "groups",
                      made->clustering ? json_integer(made->clustering->clusters) : json_null(),
                      "matched", matched_object(x, k), "ate",
                      effects_object(x, k, cflp_spread_ate(x, false, k).mean,
                                     cflp_spread_ate(x, true, k).mean),
                      "std", effect_deviations(x, k, STD), "standard_error",
                      effect_deviations(x, k, STANDARD_ERROR)));
    }
    return array;
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
    json_object_set_new(object, "mean", spread_object(x, MEAN));
    json_object_set_new(object, "std", spread_object(x, STD));
    json_object_set_new(object, "standard_error", spread_object(x, STANDARD_ERROR));
    json_object_set_new(object, "treatments", treatments_array(x));
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
