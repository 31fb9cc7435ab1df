/*
 * cflp_predictions.c: what the trained models say of given pairs: the probability of a link, and
 * what each treatment changes of it, as means over the runs.
 */
#include "cflp_report.h"
#include "result_file.h"

#include <stdlib.h>

/* ---- predicting ---- */

/* The links to test on, and the non-links after them. */
static gg_status test_pairs(const gg_split *s, gg_pair_list *out, gg_error *e)
{
    const gg_pair_list *parts[] = {&s->test, &s->test_neg};
    gg_status status = GG_OK;
    for (int part = 0; part < 2; part++)
        for (int64_t k = 0; k < parts[part]->count && status == GG_OK; k++)
            status = gg_pair_list_add(out, parts[part]->u[k], parts[part]->v[k], e);
    return status;
}

/* How many numbers a run says of all pairs. */
static size_t numbers(const cflp_experiment *x)
{
    return (size_t)x->predicted.count * (size_t)(1 + x->settings->model.treatments);
}

gg_status cflp_prepare_predictions(cflp_experiment *x, gg_error *e)
{
    const cflp_settings *s = x->settings;
    gg_status status = s->pairs ? cflp_read_pairs(x, &x->predicted, e)
                                : test_pairs(&x->data->split, &x->predicted, e);
    if (status != GG_OK)
        return status;
    x->prediction = calloc(numbers(x) + 1, sizeof *x->prediction);
    return x->prediction ? GG_OK
                         : gg_fail(e, GG_ERR_MEMORY, "out of memory for %lld pairs",
                                   (long long)x->predicted.count);
}

gg_status cflp_predict_run(const cflp_experiment *x, const gg_cflp *model, cflp_run *run,
                           gg_error *e)
{
    gg_pairs pairs = gg_pairs_of(&x->predicted);
    run->prediction = calloc(numbers(x) + 1, sizeof *run->prediction);
    if (!run->prediction)
        return gg_fail(e, GG_ERR_MEMORY, "out of memory for %lld pairs", (long long)pairs.count);
    double *ite = model->options.treatments > 0 ? run->prediction + pairs.count : NULL;
    return gg_cflp_predict(model, x->data, x->t, &pairs, run->prediction, ite, e);
}

void cflp_add_prediction(cflp_experiment *x, cflp_run *run)
{
    size_t count = run->prediction ? numbers(x) : 0;
    for (size_t k = 0; k < count; k++)
        x->prediction[k] += run->prediction[k];
    free(run->prediction);
    run->prediction = NULL;
}

/* ---- telling ---- */

/* Of several treatments each column says which it is about. */
static void print_heading(FILE *file, const cflp_experiment *x)
{
    fprintf(file, "u\tv\tprobability");
    for (int k = 0; k < x->treatments; k++) {
        const char *colon = x->treatments > 1 ? ":" : "";
        const char *name = x->treatments > 1 ? x->treatment[k].name : "";
        fprintf(file, "\ttreatment%s%s\tite%s%s", colon, name, colon, name);
    }
    fputc('\n', file);
}

static bool print_predictions(FILE *file, const void *experiment)
{
    const cflp_experiment *x = experiment;
    int64_t count = x->predicted.count;
    double runs = (double)x->count;
    print_heading(file, x);
    for (int64_t p = 0; p < count; p++) {
        char u[GG_NAME_QUOTED], v[GG_NAME_QUOTED];
        int32_t i = x->predicted.u[p], j = x->predicted.v[p];
        fprintf(file, "%s\t%s\t%.9g", cflp_node_text(x->data, i, u), cflp_node_text(x->data, j, v),
                x->prediction[p] / runs);
        for (int k = 0; k < x->treatments; k++)
            fprintf(file, "\t%d\t%.9g", gg_treatment_at(&x->t[k], i, j),
                    x->prediction[(1 + k) * count + p] / runs);
        fputc('\n', file);
    }
    return !ferror(file);
}

gg_status cflp_write_predictions(const cflp_experiment *x, gg_error *e)
{
    return result_file_write(x->settings->predictions, print_predictions, x, e);
}
