/*
 * cflp_treatments: which treatment to train CFLP with. Matches all pairs of a graph under each
 * treatment and tells the observed effects, which need no training: the paper finds that the weaker
 * a treatment's effect on links is, the better CFLP predicts them with it (section 4.3).
 */
#include "cflp_main.h"
#include "cflp_report.h"
#include "json_file.h"
#include "result_file.h"
#include "thread_count.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What was found of one treatment. */
typedef struct finding {
    char name[512], title[128];
    int64_t groups; /* -1: it is no clustering */
    double effect;  /* as --ate says; not a number if no pair has a counterfactual */
    gg_cflp_effects effects;
    double seconds_treatment, seconds_matching;
} finding;

typedef struct findings {
    cflp_experiment x;
    double gamma;
    int64_t count;
    finding *found;
} findings;

/* ---- matching under each ---- */

/* The names that --treatment gives, or all that need no file, with commas between. */
static char *names_of(const cflp_settings *s)
{
    char all[256];
    size_t used = 0;
    const cflp_option *o = cflp_option_find("treatment");
    if (s->given[o - cflp_options])
        return strdup(s->treatment);
    for (int k = 0; treatment_name(k) && used < sizeof all; k++)
        used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", k ? "," : "",
                                 treatment_name(k));
    return strdup(all);
}

static gg_status look_at(findings *f, const char *name, const gg_tensor *embedding, gg_error *e)
{
    cflp_experiment *x = &f->x;
    finding *one = &f->found[f->count];
    gg_status status = cflp_treat(x, name, e);
    if (status == GG_OK)
        status = cflp_match_all(x, embedding, e);
    if (status == GG_OK) {
        const named_treatment *made = &x->treatment[0];
        *one = (finding){.groups = made->clustering ? made->clustering->clusters : -1,
                         .effect = x->effects[0].found ? cflp_observed_effect(x, 0) : NAN,
                         .effects = x->effects[0],
                         .seconds_treatment = made->seconds,
                         .seconds_matching = x->seconds_matching};
        snprintf(one->name, sizeof one->name, "%s", made->name);
        snprintf(one->title, sizeof one->title, "%s", made->title);
        f->gamma = gg_matcher_gamma(x->matcher[0]);
        f->count++;
    }
    cflp_unmatch(x);
    return status;
}

static gg_status look_at_all(findings *f, gg_error *e)
{
    char *names = names_of(f->x.settings), *rest = names;
    gg_tensor *embedding = NULL;
    gg_status status = GG_OK;
    f->found = names ? calloc(strlen(names) + 1, sizeof *f->found) : NULL;
    if (!f->found)
        status = gg_fail(e, GG_ERR_MEMORY, "out of memory");
    if (status == GG_OK)
        status = cflp_load_embedding(&f->x, &embedding, e);
    for (char *name; status == GG_OK && (name = strtok_r(rest, ",", &rest));)
        status = look_at(f, name, embedding, e);
    gg_tensor_free(embedding);
    free(names);
    return status;
}

/* ---- telling ---- */

/* No effect is known of a treatment without counterfactuals: it comes last. */
static double place_of(const finding *f)
{
    return isnan(f->effect) ? INFINITY : fabs(f->effect);
}

static int by_effect(const void *a, const void *b)
{
    double x = place_of(a), y = place_of(b);
    return x != y ? (x > y) - (x < y)
                  : strcmp(((const finding *)a)->name, ((const finding *)b)->name);
}

/* "-" where no pair has a counterfactual. */
static const char *number_text(const finding *f, const char *format, double x, char text[32])
{
    if (!f->effects.found)
        return "-";
    snprintf(text, 32, format, x);
    return text;
}

/* "-" where there are none. */
static const char *groups_text(const finding *f, char text[24])
{
    if (f->groups < 0)
        return "-";
    snprintf(text, 24, "%lld", (long long)f->groups);
    return text;
}

static double share(int64_t part, int64_t whole)
{
    return whole > 0 ? (double)part / (double)whole : NAN;
}

static double treated_links(const gg_cflp_effects *f)
{
    return share(f->treated_links, f->links);
}

static double treated_others(const gg_cflp_effects *f)
{
    return share(f->treated - f->treated_links, f->pairs - f->links);
}

static void print_advice(const findings *f)
{
    if (!f->count || !f->found[0].effects.found)
        fprintf(f->x.text, "\nNo pair has a counterfactual under any of them: CFLP has nothing to "
                           "learn from. A larger --gamma\nlooks farther for one.\n");
    else
        fprintf(f->x.text,
                "\nThe weakest observed effect comes first. The paper (section 4.3) found that the "
                "weaker it is,\nthe better CFLP predicts links with that treatment: try "
                "cflp_train --treatment %s.\n",
                f->found[0].name);
}

static void print_matching(const findings *f)
{
    cflp_report_embedding(&f->x);
    fprintf(f->x.text, "Matching   on %s, gamma %g%%: distance %.4g; %s%lld pairs\n\n",
            f->x.settings->embedding, f->x.settings->gamma, f->gamma,
            f->count && f->found[0].effects.sampled ? "sampled " : "",
            f->count ? (long long)f->found[0].effects.pairs : 0);
}

static void print_table(const findings *f)
{
    FILE *out = f->x.text;
    bool quiet = f->x.settings->quiet;
    if (!quiet)
        print_matching(f);
    fprintf(out, "                                       T = 1 in %% of           in %% of pairs\n"
                 "  treatment                    groups   links   others   matched  CF links"
                 "  distance   ATE_obs   seconds\n");
    for (int64_t k = 0; k < f->count; k++) {
        const finding *one = &f->found[k];
        const gg_cflp_effects *x = &one->effects;
        char groups[24], distance[32], effect[32];
        fprintf(out, "  %-28.28s%7s%8.2f%9.3f%10.2f%10.4f%10s%10s%10.2f\n", one->title,
                groups_text(one, groups), 100 * treated_links(x), 100 * treated_others(x),
                100 * share(x->found, x->pairs), 100 * share(x->positive, x->pairs),
                number_text(one, "%.4g", x->distance, distance),
                number_text(one, "%.5f", one->effect, effect),
                one->seconds_treatment + one->seconds_matching);
    }
    if (!quiet)
        print_advice(f);
}

static void print_tsv(const findings *f)
{
    printf("treatment\tgroups\ttreated_links\ttreated_others\tmatched\tdistance\tcf_links\tate_obs"
           "\tseconds_treatment\tseconds_matching\n");
    for (int64_t k = 0; k < f->count; k++) {
        const finding *one = &f->found[k];
        const gg_cflp_effects *x = &one->effects;
        char groups[24], distance[32], effect[32];
        printf("%s\t%s\t%.6g\t%.6g\t%.6g\t%s\t%lld\t%s\t%.3f\t%.3f\n", one->name,
               groups_text(one, groups), treated_links(x), treated_others(x),
               share(x->found, x->pairs), number_text(one, "%.9g", x->distance, distance),
               (long long)x->positive, number_text(one, "%.9g", one->effect, effect),
               one->seconds_treatment, one->seconds_matching);
    }
}

static json_t *finding_object(const finding *f)
{
    const gg_cflp_effects *x = &f->effects;
    return json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:{s:I, s:I, s:I}, s:o, s:o, s:{s:o, s:o}, s:{s:f, s:f}}",
        "treatment", json_text(f->name), "title", json_text(f->title), "groups",
        f->groups < 0 ? json_null() : json_integer(f->groups), "treated_links",
        json_number(treated_links(x)), "treated_others", json_number(treated_others(x)), "matched",
        "pairs", (json_int_t)x->pairs, "found", (json_int_t)x->found, "positive",
        (json_int_t)x->positive, "distance", json_number(x->found ? x->distance : NAN), "ate",
        json_number(f->effect), "ates", "matched", json_number(x->ate_obs), "all",
        json_number(x->ate_obs_all), "seconds", "treatment", f->seconds_treatment, "matching",
        f->seconds_matching);
}

static gg_status write_json(const findings *f, gg_error *e)
{
    json_t *object = cflp_json_heading(&f->x), *array = json_array();
    for (int64_t k = 0; k < f->count; k++)
        json_array_append_new(array, finding_object(&f->found[k]));
    json_object_set_new(object, "gamma", json_number(f->gamma));
    json_object_set_new(object, "treatments", array);
    gg_status status = json_file_write(f->x.settings->json, object, e);
    json_decref(object);
    return status;
}

/* ---- the program ---- */

static gg_status work(const cflp_settings *s, gg_error *e)
{
    bool to_stdout = s->tsv || (s->json && strcmp(s->json, "-") == 0);
    findings f = {.x = {.settings = s, .build = gg_build_info()}};
    f.x.text = to_stdout ? stderr : stdout;
    f.x.threads = thread_count(s->threads);
    gg_status status = s->json ? result_file_check(s->json, e) : GG_OK;
    if (status == GG_OK)
        status = cflp_load_data(&f.x, e);
    if (status == GG_OK)
        status = look_at_all(&f, e);
    if (status == GG_OK) {
        qsort(f.found, (size_t)f.count, sizeof *f.found, by_effect);
        if (!to_stdout || !s->quiet)
            print_table(&f);
        if (s->tsv)
            print_tsv(&f);
        if (s->json)
            status = write_json(&f, e);
    }
    if (status == GG_OK && (fflush(stdout) != 0 || ferror(stdout)))
        status = gg_fail(e, GG_ERR_IO, "cannot write to standard output");
    free(f.found);
    gg_dataset_free(f.x.data);
    return status;
}

int main(int argc, char **argv)
{
    return cflp_main(argc, argv, CFLP_TREATMENTS, work);
}
