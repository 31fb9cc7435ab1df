/* cflp_match.c: what all runs of an experiment share: treatment and matching. */
#include "clock.h"
#include "cflp_report.h"

#include <stdlib.h>
#include <string.h>

int cflp_thread_count(const cflp_settings *s, const gg_build *build)
{
    const char *variable = getenv("OMP_NUM_THREADS");
    long asked = variable ? strtol(variable, NULL, 10) : 0;
    if (s->threads > 0)
        return (int)s->threads;
    return asked > 0 && asked <= 4096 ? (int)asked : build->threads;
}

gg_status cflp_treat(cflp_experiment *x, const char *name, gg_error *e)
{
    const cflp_settings *s = x->settings;
    treatment_source source = {.data = x->data,
                               .folder = s->dataset,
                               .loners = s->isolated == CFLP_TOGETHER,
                               .seed = (uint64_t)s->seed,
                               .threads = x->threads};
    cflp_progress_line(s, "treatment %s", name);
    gg_status status = treatment_make(name, &source, &x->treatment, e);
    cflp_progress_line(s, "%s", "");
    return status;
}

gg_status cflp_new_matcher(cflp_experiment *x, const gg_tensor *embedding, gg_error *e)
{
    const cflp_settings *s = x->settings;
    static const gg_match_mode modes[] = {[CFLP_MATCH_EXACT] = GG_MATCH_EXACT,
                                          [CFLP_MATCH_OFFICIAL] = GG_MATCH_OFFICIAL,
                                          [CFLP_MATCH_DISTINCT] = GG_MATCH_OFFICIAL_DISTINCT};
    gg_match_mode mode = s->match_self ? GG_MATCH_EXACT_SELF : modes[s->match];
    return gg_matcher_new(x->data->train, &x->treatment.t, embedding, s->gamma, mode, x->threads,
                          &x->matcher, e);
}

gg_status cflp_match_all(cflp_experiment *x, const gg_tensor *embedding, gg_error *e)
{
    const cflp_settings *s = x->settings;
    double start = clock_now();
    cflp_progress_line(s, "%s: matching pairs with their counterfactuals", x->treatment.title);
    gg_status status = cflp_new_matcher(x, embedding, e);
    if (status == GG_OK)
        status = gg_cflp_observe(x->data, x->matcher, x->threads, &x->effects, e);
    x->seconds_matching = clock_now() - start;
    cflp_progress_line(s, "%s", "");
    return status;
}

void cflp_unmatch(cflp_experiment *x)
{
    gg_matcher_free(x->matcher);
    x->matcher = NULL;
    treatment_free(&x->treatment);
}
