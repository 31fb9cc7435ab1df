/* treatments.h: treatments by the names that the programs' users give them: "kcore", "ward:8",
 * "labels:groups.txt". */
#ifndef TREATMENTS_H
#define TREATMENTS_H

#include "graphgrad.h"

/* What a treatment is made from. */
typedef struct treatment_source {
    const gg_dataset *data; /* the training graph of it */
    const char *folder;     /* where a relative file is looked up first; NULL: nowhere */
    bool loners;            /* k-core: nodes of core 0 are a cluster */
    uint64_t seed;
    int threads;
} treatment_source;

/* A treatment, with what it looks into. */
typedef struct named_treatment {
    char name[512];  /* "ward:8" */
    char title[128]; /* "Ward clustering, 8" */
    gg_treatment t;
    gg_clustering *clustering; /* NULL: it is none */
    double seconds;            /* that it took to make */
} named_treatment;

/* The k-th name of those that need no file; NULL behind the last. */
const char *treatment_name(int k);

/* One line for each kind, for a help text. */
extern const char treatment_help[];

/* Whether text is a name as above. place ("--treatment") begins the error message. */
gg_status treatment_check(const char *text, const char *place, gg_error *e);

/* How many names there are in text, with commas between. */
int treatment_count(const char *text);

/* The first of such names, cut to size; returns what is behind its comma, or NULL. */
const char *treatment_next(const char *text, char *name, size_t size);

/* Makes the treatment of that name. */
gg_status treatment_make(const char *name, const treatment_source *source, named_treatment *out,
                         gg_error *e);
void treatment_free(named_treatment *t);

#endif
