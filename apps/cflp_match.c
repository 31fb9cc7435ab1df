/* cflp_match.c: what all runs of an experiment share: treatment and matching. */
#include "clock.h"
#include "cflp_report.h"

static gg_status make(cflp_experiment *x, const char *name, gg_error *e)
{
    const cflp_settings *s = x->settings;
    named_treatment *made = &x->treatment[x->treatments];
    treatment_source source = {.data = x->data,
                               .folder = s->dataset,
                               .loners = s->isolated == CFLP_TOGETHER,
                               .seed = (uint64_t)s->seed,
                               .threads = x->threads};
    cflp_progress_line(s, "treatment %s", name);
    gg_status status = treatment_make(name, &source, made, e);
    cflp_progress_line(s, "%s", "");
    x->t[x->treatments++] = made->t;
    x->seconds_treatment += made->seconds;
    return status;
}

gg_status cflp_treat(cflp_experiment *x, const char *names, gg_error *e)
{
    char name[512];
    gg_status status = GG_OK;
    while (names && status == GG_OK) {
        names = treatment_next(names, name, sizeof name);
        status = make(x, name, e);
    }
    return status;
}

static gg_status new_matcher(cflp_experiment *x, int k, const gg_tensor *embedding, gg_error *e)
{
    static const gg_match_mode modes[] = {[CFLP_MATCH_EXACT] = GG_MATCH_EXACT,
                                          [CFLP_MATCH_OFFICIAL] = GG_MATCH_OFFICIAL,
                                          [CFLP_MATCH_DISTINCT] = GG_MATCH_OFFICIAL_DISTINCT};
    const cflp_settings *s = x->settings;
    gg_match_mode mode = s->match_self ? GG_MATCH_EXACT_SELF : modes[s->match];
    return gg_matcher_new(x->data->train, &x->t[k], embedding, s->gamma, mode, x->threads,
                          &x->matcher[k], e);
}

gg_status cflp_new_matchers(cflp_experiment *x, const gg_tensor *embedding, gg_error *e)
{
    gg_status status = GG_OK;
    for (int k = 0; k < x->treatments && status == GG_OK; k++)
        status = new_matcher(x, k, embedding, e);
    return status;
}

gg_status cflp_match_all(cflp_experiment *x, const gg_tensor *embedding, gg_error *e)
{
    double start = clock_now();
    gg_status status = GG_OK;
    for (int k = 0; k < x->treatments && status == GG_OK; k++) {
        cflp_progress_line(x->settings, "%s: matching pairs with their counterfactuals",
                           x->treatment[k].title);
        status = new_matcher(x, k, embedding, e);
        if (status == GG_OK)
            status = gg_cflp_observe(x->data, x->matcher[k], x->threads, &x->effects[k], e);
    }
    x->seconds_matching = clock_now() - start;
    cflp_progress_line(x->settings, "%s", "");
    return status;
}

void cflp_unmatch(cflp_experiment *x)
{
    for (int k = 0; k < x->treatments; k++) {
        gg_matcher_free(x->matcher[k]);
        x->matcher[k] = NULL;
        treatment_free(&x->treatment[k]);
    }
    x->treatments = 0;
    x->seconds_treatment = 0;
}
