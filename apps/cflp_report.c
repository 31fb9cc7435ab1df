/* cflp_report.c: the progress line and the table. */
#include "cflp_report.h"
#include "odd_name.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

const char *const cflp_metric_names[CFLP_METRICS] = {"auc",     "ap",       "hits@20",
                                                     "hits@50", "hits@100", "mrr"};
static const char *const titles[CFLP_METRICS] = {"AUC",     "AP",       "Hits@20",
                                                 "Hits@50", "Hits@100", "MRR"};

/* ---- numbers ---- */

static double test_metric(const cflp_run *run, int metric)
{
    return gg_metrics_get(&run->result.test, cflp_metric_names[metric]);
}

static double valid_metric(const cflp_run *run, int metric)
{
    return gg_metrics_get(&run->result.valid, cflp_metric_names[metric]);
}

static double ate_est(const cflp_run *run, int treatment)
{
    return run->estimates[treatment].ate_est;
}

static double ate_est_all(const cflp_run *run, int treatment)
{
    return run->estimates[treatment].ate_est_all;
}

/* which: the metric or treatment. */
static cflp_spread spread(const cflp_experiment *x, double (*of)(const cflp_run *, int), int which)
{
    double sum = 0, squares = 0, n = (double)x->count;
    for (int64_t k = 0; k < x->count; k++)
        sum += of(&x->runs[k], which);
    for (int64_t k = 0; k < x->count; k++) {
        double deviation = of(&x->runs[k], which) - sum / n;
        squares += deviation * deviation;
    }
    double std = x->count > 1 ? sqrt(squares / (n - 1)) : NAN;
    return (cflp_spread){sum / n, std, std / sqrt(n)};
}

cflp_spread cflp_spread_test(const cflp_experiment *x, int metric)
{
    return spread(x, test_metric, metric);
}

cflp_spread cflp_spread_valid(const cflp_experiment *x, int metric)
{
    return spread(x, valid_metric, metric);
}

cflp_spread cflp_spread_ate(const cflp_experiment *x, bool all, int k)
{
    return spread(x, all ? ate_est_all : ate_est, k);
}

double cflp_observed_effect(const cflp_experiment *x, int k)
{
    return x->settings->ate == CFLP_ATE_ALL ? x->effects[k].ate_obs_all : x->effects[k].ate_obs;
}

int64_t cflp_peak_rss(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (int64_t)usage.ru_maxrss * 1024 : 0;
}

/* ---- progress ---- */

void cflp_progress_line(const cflp_settings *s, const char *format, ...)
{
    if (s->quiet || !isatty(STDERR_FILENO))
        return;
    char line[128];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    fprintf(stderr, "\r%-78.78s%s", line, *line ? "" : "\r");
    fflush(stderr);
}

/* ---- before training ---- */

void cflp_report_data(const cflp_experiment *x)
{
    const gg_dataset *d = x->data;
    const gg_cleaned *c = &d->full->cleaned;
    if (x->settings->quiet || !x->text)
        return;
    fprintf(x->text, "Graph      %s: %lld nodes (%lld isolated), %lld links, %lld features%s\n",
            d->name, (long long)d->nodes, (long long)c->isolated, (long long)d->full->edges,
            (long long)d->features->cols, x->degree_features ? " (one-hot degrees)" : "");
    char odd[128];
    if (*odd_name_text(d->names, x->settings->dataset, odd))
        fprintf(x->text, "           nodes go by names%s\n", odd);
    if (d->columns > 2)
        fprintf(x->text, "           not read: what stands behind the first two of %d columns\n",
                d->columns);
    if (c->self_loops || c->duplicates)
        fprintf(x->text, "           dropped: %lld self-loops, %lld repeated links\n",
                (long long)c->self_loops, (long long)c->duplicates);
    fprintf(x->text, "Split      %s: %lld links to train on, %lld to validate, %lld to test\n",
            d->split_name, (long long)d->split.train.count, (long long)d->split.valid.count,
            (long long)d->split.test.count);
    fflush(x->text);
}

void cflp_report_embedding(const cflp_experiment *x)
{
    const cflp_embedding *z = &x->embedding;
    char seconds[32];
    snprintf(seconds, sizeof seconds, "%.1f s", z->seconds);
    fprintf(x->text, "Embedding  %s, %lld dimensions (%s)%s%s\n", z->name, (long long)z->dimensions,
            z->cached ? "from the cache" : seconds, *z->settings ? ": " : "", z->settings);
}

static void report_counterfactuals(const cflp_experiment *x)
{
    const cflp_settings *s = x->settings;
    for (int k = 0; k < x->treatments; k++) {
        const named_treatment *made = &x->treatment[k];
        const gg_cflp_effects *f = &x->effects[k];
        const char *label = k == 0 ? "Treatment" : "";
        if (made->clustering)
            fprintf(x->text, "%-10s %s: %d clusters\n", label, made->title,
                    (int)made->clustering->clusters);
        else
            fprintf(x->text, "%-10s %s: T = 1 for %.2f%% of pairs\n", label, made->title,
                    f->pairs ? 100.0 * (double)f->treated / (double)f->pairs : 0);
    }
    cflp_report_embedding(x);
    fprintf(x->text, "Matching   %s%s on %s, gamma %g%%: distance %.4g\n",
            cflp_option_find("match")->choices[s->match], s->match_self ? " with self-matches" : "",
            s->embedding, s->gamma, gg_matcher_gamma(x->matcher[0]));
    for (int k = 0; k < x->treatments; k++) {
        const gg_cflp_effects *f = &x->effects[k];
        fprintf(
            x->text,
            "           %s%s%lld of %lld %spairs have a counterfactual (%.1f%%), %lld of them a "
            "link\n",
            x->treatments > 1 ? x->treatment[k].title : "", x->treatments > 1 ? ": " : "",
            (long long)f->found, (long long)f->pairs, f->sampled ? "sampled " : "",
            f->pairs ? 100.0 * (double)f->found / (double)f->pairs : 0, (long long)f->positive);
    }
}

/* Each run makes an embedding of its own. */
static void report_alone(const cflp_experiment *x)
{
    const cflp_settings *s = x->settings;
    const gg_link_decoder_options *decoder = &s->model.decoder;
    static const char *const pairs[] = {[GG_LINK_HADAMARD] = "products",
                                        [GG_LINK_INNER] = "inner products",
                                        [GG_LINK_CONCAT] = "pairs"};
    char settings[512] = "";
    if (gg_embedding_settings(s->predictor_name, s->embedding_dim, settings, sizeof settings, NULL))
        return;
    fprintf(x->text, "Embedding  %s, one for each run: %s\n", s->predictor_name, settings);
    fprintf(x->text, "Model      decoder of the embedding's %s, %d layer%s", pairs[decoder->pair],
            decoder->layers, decoder->layers == 1 ? "" : "s");
    if (decoder->layers > 1)
        fprintf(x->text, " of %lld", (long long)decoder->hidden);
    fputc('\n', x->text);
}

static void report_model(const cflp_experiment *x)
{
    static const char *const encoders[] = {
        [CFLP_GCN] = "GCN", [CFLP_SAGE] = "GraphSAGE", [CFLP_JKNET] = "JKNet"};
    static const char *const heuristics[] = {[CFLP_CN] = "common neighbours",
                                             [CFLP_AA] = "Adamic-Adar",
                                             [CFLP_RA] = "resource allocation",
                                             [CFLP_PA] = "preferential attachment"};
    const cflp_settings *s = x->settings;
    const gg_link_encoder_options *encoder = &s->model.encoder;
    if (cflp_is_heuristic(s)) {
        fprintf(x->text, "Model      %s in the training graph\n", heuristics[s->predictor]);
        return;
    }
    if (s->predictor == CFLP_EMBEDDING) {
        report_alone(x);
        return;
    }
    fprintf(x->text, "Model      %s%s, %d layers of %lld",
            s->predictor == CFLP_CFLP ? "CFLP on " : "", encoders[s->encoder], encoder->layers,
            (long long)encoder->hidden);
    if (s->predictor == CFLP_CFLP)
        fprintf(x->text, "; alpha %g, beta %g", s->model.alpha, s->model.beta);
    if (x->treatments > 1)
        fprintf(x->text, "; %s of %d treatments",
                s->model.bundle == GG_CFLP_SAMPLE ? "a sample" : "the average", x->treatments);
    fputc('\n', x->text);
}

/* What the command line asks of another model. */
static void report_ignored(const cflp_experiment *x)
{
    const cflp_settings *s = x->settings;
    bool any = false;
    for (int k = 0; k < cflp_option_count; k++)
        if (s->given[k] == CFLP_BY_COMMAND_LINE && !cflp_option_matters(&cflp_options[k], s)) {
            fprintf(x->text, "%s--%s",
                    any ? ", " : "           without effect here: ", cflp_options[k].name);
            any = true;
        }
    if (any)
        fputc('\n', x->text);
}

void cflp_report_matching(const cflp_experiment *x)
{
    if (x->settings->quiet)
        return;
    if (x->matcher[0])
        report_counterfactuals(x);
    else if (x->settings->load)
        fprintf(x->text, "Loaded     %s\n", x->settings->load);
    else if (x->settings->predictor == CFLP_CFLP)
        fprintf(x->text, "Matching   none: alpha and beta are 0\n");
    report_model(x);
    report_ignored(x);
    fprintf(x->text, "Machine    %d thread%s, BLAS kernel %s, %s\n", x->threads,
            x->threads == 1 ? "" : "s", x->build.blas_kernel, x->build.isa);
    fflush(x->text);
}

/* ---- the table ---- */

static void print_metrics(FILE *out, const double *values)
{
    for (int k = 0; k < CFLP_METRICS; k++)
        fprintf(out, "%*.2f", (int)strlen(titles[k]) < 6 ? 8 : 10, 100 * values[k]);
}

void cflp_report_heading(const cflp_experiment *x)
{
    fprintf(x->text, "\nTest links ranked against %lld negatives, in percent\n\n  seed",
            (long long)x->data->split.test_neg.count);
    for (int k = 0; k < CFLP_METRICS; k++)
        fprintf(x->text, "%*s", (int)strlen(titles[k]) < 6 ? 8 : 10, titles[k]);
    fprintf(x->text, "   best epoch  seconds\n");
    fflush(x->text);
}

void cflp_report_run(const cflp_experiment *x, const cflp_run *run)
{
    const gg_cflp_result *r = &run->result;
    double values[CFLP_METRICS];
    char epoch[48];
    for (int k = 0; k < CFLP_METRICS; k++)
        values[k] = test_metric(run, k);
    fprintf(x->text, "%6lld", (long long)run->seed);
    print_metrics(x->text, values);
    if (r->epochs > 0)
        snprintf(epoch, sizeof epoch, "%lld of %lld", (long long)r->best_epoch,
                 (long long)r->epochs);
    else
        snprintf(epoch, sizeof epoch, "-");
    fprintf(x->text, "%13s%9.1f\n", epoch,
            run->embedding.seconds + r->seconds_training + r->seconds_finetuning +
                r->seconds_evaluation);
    fflush(x->text);
}

static void print_spread(const cflp_experiment *x)
{
    double mean[CFLP_METRICS], std[CFLP_METRICS], error[CFLP_METRICS];
    for (int k = 0; k < CFLP_METRICS; k++) {
        cflp_spread s = cflp_spread_test(x, k);
        mean[k] = s.mean;
        std[k] = s.std;
        error[k] = s.error;
    }
    fprintf(x->text, "\n  mean");
    print_metrics(x->text, mean);
    fprintf(x->text, "\n   std");
    print_metrics(x->text, std);
    fprintf(x->text, "\n  s.e.");
    print_metrics(x->text, error);
    fputc('\n', x->text);
}

/* "95.33" or "95.33 +- 0.26", the standard deviation; "-" where there is none. */
static const char *spread_text(cflp_spread s, const char *format, char *text, size_t size)
{
    if (isnan(s.mean))
        return "-";
    int used = snprintf(text, size, format, s.mean);
    if (!isnan(s.std) && used > 0 && (size_t)used + 4 < size) {
        memcpy(text + used, " +- ", 5);
        snprintf(text + used + 4, size - (size_t)used - 4, format, s.std);
    }
    return text;
}

/* A validation metric that is the same in every epoch selects none. */
static void note_selection(const cflp_experiment *x)
{
    long long hits = 0, negatives = (long long)x->data->split.valid_neg.count;
    if (x->runs[0].result.epochs > 0 &&
        sscanf(x->settings->model.metric, "hits@%lld", &hits) == 1 && negatives < hits)
        fprintf(x->text,
                "\nNote: the validation metric Hits@%lld is 100 in every epoch, as there are %lld "
                "negatives\nto validate: it selects none. Choose another --metric.\n",
                hits, negatives);
}

static void note_counterfactuals(const cflp_experiment *x)
{
    for (int k = 0; k < x->treatments && x->matcher[0]; k++)
        if (x->effects[k].found == 0)
            fprintf(x->text,
                    "\nNote: no pair has a counterfactual under the treatment %s: the "
                    "counterfactual loss has\nnothing to learn from. See cflp_treatments for "
                    "others; a larger --gamma looks farther.\n",
                    x->treatment[k].title);
}

static void print_notes(const cflp_experiment *x)
{
    const char *embedding = x->settings->embedding;
    if (x->matcher[0] && !cflp_is_method(embedding))
        fprintf(
            x->text,
            "\nNote: these numbers are honest only if %s was made from the training\n"
            "links of this split alone. An embedding that saw test links makes them too high.\n",
            embedding);
    if (x->data->split.test_neg.count < 100)
        fprintf(x->text, "\nNote: Hits@K is 100 wherever there are fewer than K negatives.\n");
    note_selection(x);
    note_counterfactuals(x);
}

static void print_effects(const cflp_experiment *x)
{
    char mean[64], observed[64];
    for (int k = 0; k < x->treatments; k++) {
        cflp_spread obs = {cflp_observed_effect(x, k), NAN, NAN};
        cflp_spread est = cflp_spread_ate(x, x->settings->ate == CFLP_ATE_ALL, k);
        fprintf(x->text, "Treatment effect (ATE)%s%s observed %s, estimated %s",
                x->treatments > 1 ? " of " : "", x->treatments > 1 ? x->treatment[k].title : "",
                spread_text(obs, "%.4f", observed, sizeof observed),
                spread_text(est, "%.4f", mean, sizeof mean));
        if (!isnan(est.error))
            fprintf(x->text, ", standard error %.4f", est.error);
        fputc('\n', x->text);
    }
}

void cflp_report_summary(const cflp_experiment *x)
{
    char mean[64];
    int metric = 0;
    double training = 0, finetuning = 0, evaluation = 0, n = (double)x->count;
    for (int k = 0; k < CFLP_METRICS; k++)
        if (strcmp(cflp_metric_names[k], x->settings->model.metric) == 0)
            metric = k;
    for (int64_t k = 0; k < x->count; k++) {
        training += x->runs[k].result.seconds_training / n;
        finetuning += x->runs[k].result.seconds_finetuning / n;
        evaluation += x->runs[k].result.seconds_evaluation / n;
    }
    if (x->count > 1)
        print_spread(x);
    cflp_spread valid = cflp_spread_valid(x, metric);
    valid.mean *= 100;
    valid.std *= 100;
    fprintf(x->text, "\nValidation %s %s, against %lld negatives%s\n", titles[metric],
            spread_text(valid, "%.2f", mean, sizeof mean),
            (long long)x->data->split.valid_neg.count,
            x->runs[0].result.epochs > 0 ? ": it selects the epoch" : "");
    if (x->matcher[0])
        print_effects(x);
    bool alone = x->settings->predictor == CFLP_EMBEDDING;
    fprintf(x->text,
            "Seconds: embedding %.1f, matching %.1f; a run:", alone ? 0 : x->embedding.seconds,
            x->seconds_treatment + x->seconds_matching);
    if (alone)
        fprintf(x->text, " embedding %.1f,", x->embedding.seconds / n);
    fprintf(x->text, " training %.1f, fine-tuning %.1f, evaluation %.1f; memory %.0f MB\n",
            training, finetuning, evaluation, (double)cflp_peak_rss() / 1e6);
    print_notes(x);
}
