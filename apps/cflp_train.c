/*
 * cflp_train: trains CFLP on a graph and reports how well it predicts links.
 *
 * An experiment: read the data, match every pair with its counterfactual once, then train from
 * several seeds.
 */
#include "cflp_report.h"
#include "json_file.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int thread_count(const cflp_settings *s, const gg_build *build)
{
    const char *variable = getenv("OMP_NUM_THREADS");
    long asked = variable ? strtol(variable, NULL, 10) : 0;
    if (s->threads > 0)
        return (int)s->threads;
    return asked > 0 && asked <= 4096 ? (int)asked : build->threads;
}

/* ---- matching ---- */

static gg_status match(cflp_experiment *x, gg_error *e)
{
    const cflp_settings *s = x->settings;
    gg_match_mode mode = s->match == CFLP_MATCH_OFFICIAL ? GG_MATCH_OFFICIAL
                         : s->match_self                 ? GG_MATCH_EXACT_SELF
                                                         : GG_MATCH_EXACT;
    gg_tensor *embedding = NULL;
    gg_treatment treatment = gg_treatment_of_clustering(x->clustering);
    double start = now();
    cflp_progress_line(s, "matching pairs with their counterfactuals");
    gg_status status = cflp_load_embedding(x, &embedding, e);
    if (status == GG_OK)
        status = gg_matcher_new(x->data->train, &treatment, embedding, s->gamma, mode, x->threads,
                                &x->matcher, e);
    gg_tensor_free(embedding);
    if (status == GG_OK)
        status = gg_cflp_observe(x->data, x->matcher, x->threads, &x->effects, e);
    x->seconds_matching = now() - start;
    cflp_progress_line(s, "%s", "");
    return status;
}

static gg_status treat(cflp_experiment *x, gg_error *e)
{
    const cflp_settings *s = x->settings;
    const gg_graph *g = x->data->train;
    double start = now();
    gg_status status = s->treatment == CFLP_LOUVAIN
                           ? gg_treatment_louvain(g, (uint64_t)s->seed, &x->clustering, e)
                           : gg_treatment_kcore(g, s->isolated == CFLP_TOGETHER, &x->clustering, e);
    x->seconds_treatment = now() - start;
    return status;
}

static gg_status prepare(cflp_experiment *x, gg_error *e)
{
    const gg_cflp_options *model = &x->settings->model;
    gg_status status = model->treated ? treat(x, e) : GG_OK;
    if (status == GG_OK && (model->alpha > 0 || model->beta > 0))
        status = match(x, e);
    if (status == GG_OK)
        cflp_report_matching(x);
    return status;
}

/* ---- the whole ---- */

static gg_status report(const cflp_experiment *x, gg_error *e)
{
    const cflp_settings *s = x->settings;
    if (x->count == 0)
        return gg_fail(e, GG_ERR_STATE, "interrupted before the first epoch: nothing to report");
    cflp_report_summary(x);
    gg_status status = s->json ? cflp_json_write(s->json, x, e) : GG_OK;
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

static gg_status experiment(const cflp_settings *s, gg_error *e)
{
    bool json_only = s->json && strcmp(s->json, "-") == 0;
    FILE *nowhere = json_only && s->quiet ? fopen("/dev/null", "w") : NULL;
    cflp_experiment x = {.settings = s, .build = gg_build_info()};
    x.text = nowhere ? nowhere : json_only ? stderr : stdout;
    x.threads = thread_count(s, &x.build);
    cflp_catch_interrupts();
    gg_status status = s->json ? json_file_check(s->json, e) : GG_OK;
    if (status == GG_OK)
        status = cflp_load_data(&x, e);
    if (status == GG_OK)
        status = prepare(&x, e);
    if (status == GG_OK)
        status = cflp_run_all(&x, e);
    if (status == GG_OK)
        status = report(&x, e);
    cflp_progress_line(s, "%s", "");
    gg_matcher_free(x.matcher);
    gg_clustering_free(x.clustering);
    gg_dataset_free(x.data);
    free(x.runs);
    if (nowhere)
        fclose(nowhere);
    return status;
}

static void print_version(void)
{
    gg_build b = gg_build_info();
    printf("cflp_train %s (%s, BLAS kernel %s, %s, %d processors)\n", b.version, b.compiler,
           b.blas_kernel, b.isa, b.threads);
}

int main(int argc, char **argv)
{
    cflp_settings settings;
    gg_error error = {0};
    gg_status status = cflp_settings_init(&settings, &error);
    bool parsed = status == GG_OK;
    if (parsed) {
        status = cflp_parse(argc, argv, &settings, &error);
        parsed = status == GG_OK;
    }
    if (parsed && settings.help)
        cflp_print_help(stdout);
    else if (parsed && settings.version)
        print_version();
    else if (parsed && settings.print_config)
        cflp_print_config(stdout, &settings);
    else if (parsed)
        status = experiment(&settings, &error);
    if (status != GG_OK)
        fprintf(stderr, "cflp_train: %s\n", error.message);
    cflp_settings_free(&settings);
    if (status == GG_OK)
        return 0;
    return !parsed && status == GG_ERR_ARGUMENT ? 2 : 1;
}
