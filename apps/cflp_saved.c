/*
 * cflp_saved.c: a trained model in a file, and back. Beside the parameters the file holds the
 * settings, a config file, so that whoever loads it need not repeat them.
 */
#include "cflp_report.h"
#include "result_file.h"

#include <stdlib.h>

/* ---- saving ---- */

void cflp_keep_model(cflp_experiment *x, cflp_run *run)
{
    const char *metric = x->settings->model.metric;
    if (!run->model)
        return;
    if (x->kept && gg_metrics_get(&run->result.valid, metric) <=
                       gg_metrics_get(&x->kept->result.valid, metric)) {
        cflp_forget_model(run);
        return;
    }
    if (x->kept)
        cflp_forget_model(x->kept);
    x->kept = run;
}

void cflp_forget_model(cflp_run *run)
{
    gg_cflp_free(run->model);
    run->model = NULL;
}

/* The settings as a config file; free's. */
static char *config_text(const cflp_experiment *x)
{
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    if (!file)
        return NULL;
    fprintf(file, "# the model of seed %lld\n", (long long)x->kept->seed);
    cflp_print_config(file, x->settings, true);
    bool printed = !ferror(file);
    if (fclose(file) == 0 && printed)
        return text;
    free(text);
    return NULL;
}

gg_status cflp_save_model(const cflp_experiment *x, gg_error *e)
{
    const char *path = x->settings->save;
    char *about = config_text(x);
    if (!about)
        return gg_fail(e, GG_ERR_MEMORY, "out of memory for the settings of %s", path);
    gg_status status = gg_params_write(x->kept->model->params, about, path, e);
    free(about);
    if (status == GG_OK && !x->settings->quiet)
        fprintf(x->text, "Saved      the model of seed %lld: %s\n", (long long)x->kept->seed, path);
    return status;
}

/* ---- loading ---- */

static gg_status read_params(const cflp_experiment *x, const gg_cflp *model, gg_error *e)
{
    gg_error why;
    gg_status status = gg_params_read(model->params, x->settings->load, &why);
    if (status == GG_ERR_FORMAT)
        return gg_fail(e, status, "%s; the data has %lld features%s", why.message,
                       (long long)x->data->features->cols,
                       x->degree_features ? ", its nodes' degrees" : "");
    if (status != GG_OK)
        *e = why;
    return status;
}

gg_status cflp_predict_loaded(cflp_experiment *x, gg_error *e)
{
    const cflp_settings *s = x->settings;
    gg_cflp_options options = s->model;
    gg_cflp *model = NULL;
    cflp_run run = {0};
    options.threads = x->threads;
    gg_status status = gg_cflp_new(&options, x->data->features->cols, GG_F32, &model, e);
    if (status == GG_OK)
        status = read_params(x, model, e);
    if (status == GG_OK)
        status = cflp_predict_run(x, model, &run, e);
    if (status == GG_OK)
        x->count = 1;
    cflp_add_prediction(x, &run);
    gg_cflp_free(model);
    return status;
}
