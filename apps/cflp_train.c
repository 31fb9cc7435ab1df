/*
 * cflp_train: trains CFLP on a graph and reports how well it predicts links.
 *
 * An experiment: read the data, match every pair with its counterfactual once, then train from
 * several seeds; or, with --load, predict by a model that was trained before.
 */
#include "cflp_main.h"
#include "cflp_report.h"
#include "interrupt.h"
#include "json_file.h"
#include "result_file.h"
#include "thread_count.h"

#include <stdlib.h>
#include <string.h>

static gg_status match(cflp_experiment *x, gg_error *e)
{
    gg_tensor *embedding = NULL;
    gg_status status = cflp_load_embedding(x, &embedding, e);
    if (status == GG_OK)
        status = cflp_match_all(x, embedding, e);
    gg_tensor_free(embedding);
    return status;
}

static gg_status prepare(cflp_experiment *x, gg_error *e)
{
    const gg_cflp_options *model = &x->settings->model;
    gg_status status = model->treatments > 0 ? cflp_treat(x, x->settings->treatment, e) : GG_OK;
    if (status == GG_OK && !x->settings->load && (model->alpha > 0 || model->beta > 0))
        status = match(x, e);
    if (status == GG_OK)
        cflp_report_matching(x);
    return status;
}

/* The files that are asked for. */
static gg_status write_all(const cflp_experiment *x, gg_error *e)
{
    const cflp_settings *s = x->settings;
    gg_status json = s->json ? cflp_json_write(s->json, x, e) : GG_OK;
    gg_status predictions = s->predictions ? cflp_write_predictions(x, json ? NULL : e) : GG_OK;
    gg_status status = json ? json : predictions;
    gg_status save = s->save ? cflp_save_model(x, status ? NULL : e) : GG_OK;
    return status ? status : save;
}

static gg_status report(const cflp_experiment *x, gg_error *e)
{
    const cflp_settings *s = x->settings;
    if (x->count == 0)
        return gg_fail(e, GG_ERR_STATE, "interrupted before the first epoch: nothing to report");
    if (!s->load)
        cflp_report_summary(x);
    gg_status status = write_all(x, e);
    if (status != GG_OK)
        return status;
    if (fflush(stdout) != 0 || ferror(stdout))
        return gg_fail(e, GG_ERR_IO, "cannot write to standard output");
    if (x->interrupted)
        return gg_fail(e, GG_ERR_STATE,
                       "interrupted, %lld of %lld runs had begun: the results are of what "
                       "was trained until then",
                       (long long)x->count, (long long)s->runs);
    return GG_OK;
}

/* Whether the files that are asked for can be written, before the work that fills them. */
static gg_status check_all(const cflp_settings *s, gg_error *e)
{
    gg_status status = s->json ? result_file_check(s->json, e) : GG_OK;
    if (status == GG_OK && s->save)
        status = result_file_check_whole(s->save, e);
    if (status == GG_OK && s->predictions)
        status = result_file_check(s->predictions, e);
    return status;
}

static bool is_standard_output(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

static gg_status experiment(const cflp_settings *s, gg_error *e)
{
    bool taken = is_standard_output(s->json) || is_standard_output(s->predictions);
    FILE *nowhere = taken && s->quiet ? fopen("/dev/null", "w") : NULL;
    cflp_experiment x = {.settings = s, .build = gg_build_info()};
    x.text = nowhere ? nowhere : taken ? stderr : stdout;
    x.threads = thread_count(s->threads);
    interrupt_catch();
    gg_status status = check_all(s, e);
    if (status == GG_OK)
        status = cflp_load_data(&x, e);
    if (status == GG_OK && s->predictions)
        status = cflp_prepare_predictions(&x, e);
    if (status == GG_OK)
        status = prepare(&x, e);
    if (status == GG_OK)
        status = s->load ? cflp_predict_loaded(&x, e) : cflp_run_all(&x, e);
    if (status == GG_OK)
        status = report(&x, e);
    cflp_progress_line(s, "%s", "");
    cflp_unmatch(&x);
    gg_dataset_free(x.data);
    gg_pair_list_free(&x.predicted);
    free(x.prediction);
    if (x.kept)
        cflp_forget_model(x.kept);
    free(x.runs);
    if (nowhere)
        fclose(nowhere);
    return status;
}

int main(int argc, char **argv)
{
    return cflp_main(argc, argv, CFLP_TRAIN, experiment);
}
