/*
 * cflp_links: the counterfactual links of given pairs, as an explanation of what CFLP learns from
 * them: for each pair its treatment and whether it is a link; the nearest pair that is treated the
 * other way, how far that is, and whether it is a link.
 */
#include "cflp_main.h"
#include "cflp_report.h"
#include "json_file.h"
#include "result_file.h"
#include "thread_count.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct explanation {
    cflp_experiment x;
    gg_pair_list own; /* read from --pairs */
    const gg_pair_list *pairs;
    gg_match *match; /* of each */
} explanation;

static gg_status read_pairs(explanation *x, gg_error *e)
{
    bool given = x->x.settings->pairs;
    x->pairs = given ? &x->own : &x->x.data->split.test;
    return given ? cflp_read_pairs(&x->x, &x->own, e) : GG_OK;
}

static gg_status match(explanation *x, gg_error *e)
{
    gg_tensor *embedding = NULL;
    gg_status status = cflp_treat(&x->x, x->x.settings->treatment, e);
    if (status == GG_OK)
        status = cflp_load_embedding(&x->x, &embedding, e);
    if (status == GG_OK)
        status = cflp_new_matchers(&x->x, embedding, e);
    gg_tensor_free(embedding);
    if (status != GG_OK)
        return status;
    int64_t count = x->pairs->count;
    x->match = calloc((size_t)count + 1, sizeof *x->match);
    if (!x->match)
        return gg_fail(e, GG_ERR_MEMORY, "out of memory for %lld pairs", (long long)count);
    for (int64_t k = 0; k < count; k++)
        x->match[k] = gg_matcher_find(x->x.matcher[0], x->pairs->u[k], x->pairs->v[k]);
    return GG_OK;
}

/* ---- telling ---- */

static void print_tsv(const explanation *x)
{
    const gg_dataset *d = x->x.data;
    printf("u\tv\tlink\ttreatment\tfound\ta\tb\tdistance\toutcome\n");
    for (int64_t k = 0; k < x->pairs->count; k++) {
        char u[GG_NAME_QUOTED], v[GG_NAME_QUOTED], a[GG_NAME_QUOTED], b[GG_NAME_QUOTED];
        char distance[32] = "-";
        int32_t i = x->pairs->u[k], j = x->pairs->v[k];
        gg_match m = x->match[k];
        if (m.found)
            snprintf(distance, sizeof distance, "%.9g", m.distance);
        printf("%s\t%s\t%d\t%d\t%d\t%s\t%s\t%s\t%s\n", cflp_node_text(d, i, u),
               cflp_node_text(d, j, v), gg_csr_has(d->train->adjacency, i, j), m.treatment, m.found,
               cflp_node_text(d, m.a, a), cflp_node_text(d, m.b, b), distance,
               !m.found     ? "-"
               : m.cf_label ? "1"
                            : "0");
    }
}

static json_t *node(const gg_dataset *d, int32_t i)
{
    if (i < 0)
        return json_null();
    return d->names ? json_text(gg_name(d->names, i)) : json_integer(i);
}

static json_t *pair_object(const explanation *x, int64_t k)
{
    const gg_dataset *d = x->x.data;
    int32_t i = x->pairs->u[k], j = x->pairs->v[k];
    gg_match m = x->match[k];
    return json_pack("{s:o, s:o, s:i, s:i, s:b, s:o, s:o, s:o, s:o}", "u", node(d, i), "v",
                     node(d, j), "link", gg_csr_has(d->train->adjacency, i, j), "treatment",
                     m.treatment, "found", m.found, "a", node(d, m.a), "b", node(d, m.b),
                     "distance", json_number(m.distance), "outcome",
                     m.found ? json_integer(m.cf_label) : json_null());
}

static gg_status write_json(const explanation *x, gg_error *e)
{
    json_t *object = cflp_json_heading(&x->x), *pairs = json_array();
    for (int64_t k = 0; k < x->pairs->count; k++)
        json_array_append_new(pairs, pair_object(x, k));
    json_object_set_new(object, "gamma", json_number(gg_matcher_gamma(x->x.matcher[0])));
    json_object_set_new(object, "pairs", pairs);
    gg_status status = json_file_write(x->x.settings->json, object, e);
    json_decref(object);
    return status;
}

/* ---- the program ---- */

static gg_status work(const cflp_settings *s, gg_error *e)
{
    bool json_only = s->json && strcmp(s->json, "-") == 0;
    explanation x = {.x = {.settings = s, .build = gg_build_info()}};
    x.x.threads = thread_count(s->threads);
    gg_status status = s->json ? result_file_check(s->json, e) : GG_OK;
    if (status == GG_OK)
        status = cflp_load_data(&x.x, e);
    if (status == GG_OK)
        status = read_pairs(&x, e);
    if (status == GG_OK)
        status = match(&x, e);
    if (status == GG_OK && s->json)
        status = write_json(&x, e);
    if (status == GG_OK && !json_only)
        print_tsv(&x);
    if (status == GG_OK && (fflush(stdout) != 0 || ferror(stdout)))
        status = gg_fail(e, GG_ERR_IO, "cannot write to standard output");
    cflp_unmatch(&x.x);
    free(x.match);
    gg_pair_list_free(&x.own);
    gg_dataset_free(x.x.data);
    return status;
}

int main(int argc, char **argv)
{
    return cflp_main(argc, argv, CFLP_LINKS, work);
}
