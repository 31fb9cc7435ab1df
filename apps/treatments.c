#include "treatments.h"
#include "clock.h"
#include "data_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char treatment_help[] =
    "Treatments: T = 1 of two nodes if\n"
    "  kcore             their core numbers are equal\n"
    "  louvain           they are in one community of high modularity\n"
    "  propagation       ... in one community by label propagation\n"
    "  spectral[:K]      ... in one of K clusters of the Laplacian's eigenvectors (16)\n"
    "  sbm[:K]           ... in one of at most K blocks of a stochastic block model (16)\n"
    "  ward[:K]          ... in one of K clusters by Ward's hierarchical clustering (16)\n"
    "  commn[:N]         they have N neighbours in common, or more (2)\n"
    "  katz[:F]          their Katz index is F times the mean of all, or more (2)\n"
    "  jaccard[:S]       of their neighbours they share a part S, or more (0.1)\n"
    "  labels:FILE       they have the same label: FILE has one a line, a node each\n"
    "  pairs:FILE        FILE lists them, a pair a line\n";

/* What stands behind the colon. */
typedef struct value {
    double number;
    const char *file;
} value;

typedef gg_status maker(const treatment_source *s, const value *v, named_treatment *out,
                        gg_error *e);

typedef struct kind {
    const char *name, *title;
    maker *make;
    double initial, min, max; /* max 0: no number belongs to it */
    bool whole;               /* the number */
    bool file;                /* a file belongs to it */
} kind;

/* ---- makers ---- */

static gg_status kcore(const treatment_source *s, const value *v, named_treatment *out, gg_error *e)
{
    (void)v;
    return gg_treatment_kcore(s->data->train, s->loners, &out->clustering, e);
}

static gg_status louvain(const treatment_source *s, const value *v, named_treatment *out,
                         gg_error *e)
{
    (void)v;
    return gg_treatment_louvain(s->data->train, s->seed, &out->clustering, e);
}

static gg_status propagation(const treatment_source *s, const value *v, named_treatment *out,
                             gg_error *e)
{
    (void)v;
    return gg_treatment_propagation(s->data->train, s->seed, &out->clustering, e);
}

static gg_status spectral(const treatment_source *s, const value *v, named_treatment *out,
                          gg_error *e)
{
    return gg_treatment_spectral(s->data->train, (int32_t)v->number, s->seed, s->threads,
                                 &out->clustering, e);
}

static gg_status sbm(const treatment_source *s, const value *v, named_treatment *out, gg_error *e)
{
    return gg_treatment_sbm(s->data->train, (int32_t)v->number, s->seed, &out->clustering, e);
}

static gg_status ward(const treatment_source *s, const value *v, named_treatment *out, gg_error *e)
{
    return gg_treatment_ward(s->data->train, (int32_t)v->number, s->seed, s->threads,
                             &out->clustering, e);
}

static gg_status commn(const treatment_source *s, const value *v, named_treatment *out, gg_error *e)
{
    return gg_treatment_common_neighbors(s->data->train, (int64_t)v->number, &out->t, e);
}

static gg_status katz(const treatment_source *s, const value *v, named_treatment *out, gg_error *e)
{
    return gg_treatment_katz(s->data->train, 0, v->number, s->threads, &out->t, e);
}

static gg_status jaccard(const treatment_source *s, const value *v, named_treatment *out,
                         gg_error *e)
{
    return gg_treatment_jaccard(s->data->train, v->number, &out->t, e);
}

static gg_status labels(const treatment_source *s, const value *v, named_treatment *out,
                        gg_error *e)
{
    return gg_treatment_read_labels(v->file, s->data->nodes, &out->clustering, e);
}

static gg_status pairs(const treatment_source *s, const value *v, named_treatment *out, gg_error *e)
{
    return gg_treatment_read_pairs(v->file, s->data->nodes, s->data->names, &out->t, e);
}

/* Those that need no file come first. */
static const kind kinds[] = {
    {"kcore", "k-core", kcore, 0, 0, 0, false, false},
    {"louvain", "Louvain", louvain, 0, 0, 0, false, false},
    {"propagation", "label propagation", propagation, 0, 0, 0, false, false},
    {"spectral", "spectral clustering", spectral, 16, 1, GG_MAX_SPECTRAL, true, false},
    {"sbm", "stochastic block model", sbm, 16, 1, GG_MAX_BLOCKS, true, false},
    {"ward", "Ward clustering", ward, 16, 1, GG_MAX_SPECTRAL, true, false},
    {"commn", "common neighbours", commn, 2, 1, 1e9, true, false},
    {"katz", "Katz index", katz, 2, 0, 1e9, false, false},
    {"jaccard", "Jaccard similarity", jaccard, 0.1, 0, 1, false, false},
    {"labels", "labels", labels, 0, 0, 0, false, true},
    {"pairs", "pairs", pairs, 0, 0, 0, false, true},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

/* ---- names ---- */

const char *treatment_name(int k)
{
    return k < KINDS && !kinds[k].file ? kinds[k].name : NULL;
}

static const kind *find(const char *text)
{
    size_t length = strcspn(text, ":");
    for (int k = 0; k < KINDS; k++)
        if (strlen(kinds[k].name) == length && strncmp(kinds[k].name, text, length) == 0)
            return &kinds[k];
    return NULL;
}

static gg_status unknown(const char *text, const char *place, gg_error *e)
{
    char names[256];
    size_t used = 0;
    for (int k = 0; k < KINDS && used < sizeof names; k++) {
        const char *join = k == 0 ? "" : k < KINDS - 1 ? ", " : " or ";
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s%s", join, kinds[k].name,
                                 kinds[k].file ? ":FILE" : "");
    }
    return gg_fail(e, GG_ERR_ARGUMENT, "%s: expected %s, found '%.60s'", place, names, text);
}

static gg_status take_number(const kind *k, const char *text, const char *place, double *out,
                             gg_error *e)
{
    char *end = NULL;
    *out = strtod(text, &end);
    bool number = *text && !*end && text[strspn(text, "0123456789.eE-+")] == '\0';
    if (number && *out >= k->min && *out <= k->max && (*out > 0) &&
        (!k->whole || *out == floor(*out)))
        return GG_OK;
    return gg_fail(e, GG_ERR_ARGUMENT, "%s: %s:%.60s: expected %s %s %g and at most %g", place,
                   k->name, text, k->whole ? "a whole number" : "a number",
                   k->min > 0 ? "of at least" : "above", k->min, k->max);
}

static gg_status parse(const char *text, const char *place, const kind **k, value *v, gg_error *e)
{
    const char *colon = strchr(text, ':');
    *k = find(text);
    if (!*k)
        return unknown(text, place, e);
    *v = (value){.number = (*k)->initial, .file = colon ? colon + 1 : NULL};
    if ((*k)->file && (!colon || !colon[1]))
        return gg_fail(e, GG_ERR_ARGUMENT, "%s: expected %s:FILE, found '%s'", place, (*k)->name,
                       text);
    if ((*k)->file || !colon)
        return GG_OK;
    if ((*k)->max == 0)
        return gg_fail(e, GG_ERR_ARGUMENT, "%s: %s takes no number, found '%.60s'", place,
                       (*k)->name, text);
    return take_number(*k, colon + 1, place, &v->number, e);
}

int treatment_count(const char *text)
{
    int count = 1;
    for (; *text; text++)
        count += *text == ',';
    return count;
}

const char *treatment_next(const char *text, char *name, size_t size)
{
    size_t length = strcspn(text, ",");
    snprintf(name, size, "%.*s", length < size ? (int)length : (int)size - 1, text);
    return text[length] == ',' ? text + length + 1 : NULL;
}

gg_status treatment_check(const char *text, const char *place, gg_error *e)
{
    const kind *k;
    value v;
    return parse(text, place, &k, &v, e);
}

/* ---- making ---- */

gg_status treatment_make(const char *name, const treatment_source *source, named_treatment *out,
                         gg_error *e)
{
    const kind *k;
    value v;
    char inside[4096];
    double start = clock_now();
    *out = (named_treatment){.seconds = 0};
    snprintf(out->name, sizeof out->name, "%s", name);
    gg_status status = parse(name, "treatment", &k, &v, e);
    if (status != GG_OK)
        return status;
    if (v.file)
        v.file = data_file(source->folder, v.file, inside, sizeof inside);
    if (k->file)
        snprintf(out->title, sizeof out->title, "%s of %.100s", k->title, v.file);
    else if (k->max > 0)
        snprintf(out->title, sizeof out->title, "%s, %g", k->title, v.number);
    else
        snprintf(out->title, sizeof out->title, "%s", k->title);
    status = k->make(source, &v, out, e);
    if (status == GG_OK && out->clustering)
        out->t = gg_treatment_of_clustering(out->clustering);
    out->seconds = clock_now() - start;
    return status;
}

void treatment_free(named_treatment *t)
{
    gg_treatment_free(&t->t);
    gg_clustering_free(t->clustering);
    *t = (named_treatment){.seconds = 0};
}
