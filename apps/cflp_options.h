/*
 * cflp_options.h: the options of cflp_train, cflp_treatments, cflp_links and gg_embed. One table
 * holds them all; the help texts, the command line, config files, --print-config and the JSON's
 * "config" are made from it.
 */
#ifndef CFLP_OPTIONS_H
#define CFLP_OPTIONS_H

#include <stdio.h>

#include "models.h"

enum { CFLP_OPTIONS_MAX = 80 };

/* Whose options: bits. */
typedef enum cflp_program {
    CFLP_TRAIN = 1,
    CFLP_TREATMENTS = 2,
    CFLP_LINKS = 4,
    CFLP_EMBED = 8
} cflp_program;

typedef enum cflp_match { CFLP_MATCH_EXACT, CFLP_MATCH_OFFICIAL, CFLP_MATCH_DISTINCT } cflp_match;
typedef enum cflp_predictor {
    CFLP_CFLP,
    CFLP_GNN,
    CFLP_CN,
    CFLP_AA,
    CFLP_RA,
    CFLP_PA,
    CFLP_EMBEDDING /* an embedding alone, of the method that --model names */
} cflp_predictor;
typedef enum cflp_profile { CFLP_OFFICIAL, CFLP_PAPER } cflp_profile;
typedef enum cflp_encoder { CFLP_GCN, CFLP_SAGE, CFLP_JKNET } cflp_encoder;
typedef enum cflp_isolated { CFLP_APART, CFLP_TOGETHER } cflp_isolated;
typedef enum cflp_feature_norm { CFLP_NORM_ROWS, CFLP_NORM_NONE } cflp_feature_norm;
typedef enum cflp_ate { CFLP_ATE_MATCHED, CFLP_ATE_ALL } cflp_ate;

/* Who set an option: the stronger last. */
typedef enum cflp_giver {
    CFLP_BY_NOBODY,
    CFLP_BY_FILE,  /* --config */
    CFLP_BY_MODEL, /* --load */
    CFLP_BY_COMMAND_LINE
} cflp_giver;

/* What the user asked for. Paths are as they were written. */
typedef struct cflp_settings {
    cflp_program program;
    const char *dataset;          /* NULL: the generated graph */
    const char *split, *features; /* features NULL: the data set's own */
    const char *embedding;        /* the name of a method, or a file */
    int64_t embedding_dim;        /* of a method's */
    int64_t split_seed;           /* 0: the split is read */
    double val_frac, test_frac;
    cflp_feature_norm feature_norm;
    const char *predictor_name; /* settled in predictor */
    cflp_predictor predictor;
    cflp_profile profile;
    cflp_encoder encoder;  /* settled in model.encoder */
    const char *treatment; /* a name as of treatments.h, or several with commas between */
    cflp_isolated isolated;
    double gamma;
    cflp_match match;
    bool match_self;
    cflp_ate ate;
    gg_cflp_options model;       /* but for seed and threads, which are set when the runs start */
    int64_t runs, seed, threads; /* threads 0: whatever the machine has */
    const char *pairs;           /* to explain or predict */
    const char *method, *out, *names; /* of gg_embed */
    const char *json, *predictions, *save, *save_split;
    const char *config, *load;
    bool quiet, tsv, print_config, help, version;

    cflp_giver given[CFLP_OPTIONS_MAX]; /* by position in the table */
    struct cflp_text *texts;            /* the strings above */
} cflp_settings;

typedef enum cflp_type {
    CFLP_TEXT,      /* const char * */
    CFLP_TREATMENT, /* const char *: names of treatments */
    CFLP_REAL,      /* double */
    CFLP_INT,       /* int */
    CFLP_INT64,     /* int64_t */
    CFLP_CHOICE,    /* an enum: the position among the choices */
    CFLP_NAME,      /* const char *: one of the choices, or what CFLP_FILES allows */
    CFLP_FLAG       /* bool */
} cflp_type;

enum {
    CFLP_ABOVE = 1,    /* the range excludes min */
    CFLP_BELOW = 2,    /* the range excludes max */
    CFLP_EARLY = 4,    /* command line only, acts before all others */
    CFLP_OUTPUT = 8,   /* changes what is printed, not what is computed: not in the JSON's config */
    CFLP_DATASET = 16, /* means nothing without a DATASET */
    CFLP_SETTLED = 32, /* follows another option unless it is given */
    CFLP_METHODS = 64, /* the methods of embedding are further choices */
    CFLP_FILES = 128,  /* as is whatever looks like a file: it has a '/' or a '.' */
    CFLP_ASKED = 256,  /* asked of a model and no part of it: --load may differ from --save */
    CFLP_ONCE = 512    /* fails the second time: a comment in --print-config */
};

typedef struct cflp_option {
    const char *section, *name, *argument;
    const char *help, *other_help; /* other_help: of the programs `others` */
    const char *initial;   /* the default; NULL: unset, or the library's own for a model's option */
    const char *generated; /* the default on the generated graph, where it is another */
    const char *paper;     /* the default of --profile paper, where it is another */
    const char *alone;     /* the default of an embedding alone: stronger than paper */
    const char *const *choices; /* ends with NULL */
    size_t offset;              /* into cflp_settings */
    double min, max;            /* max 0: unbounded */
    cflp_type type;
    unsigned rules;
    unsigned programs;   /* whose option it is; 0: cflp_train's alone */
    unsigned others;     /* those that other_help is of */
    unsigned predictors; /* bits of those that look at it; 0: all */
} cflp_option;

extern const cflp_option cflp_options[];
extern const int cflp_option_count;

/* All defaults. Whatever was set is freed by cflp_settings_free. */
gg_status cflp_settings_init(cflp_settings *s, cflp_program program, gg_error *e);
void cflp_settings_free(cflp_settings *s);

/* Whether it is the name of a method of embedding. */
bool cflp_is_method(const char *name);

/* Whether the predictor is a score of common neighbours, which needs no training. */
bool cflp_is_heuristic(const cflp_settings *s);

/* "cflp_train" */
const char *cflp_program_name(cflp_program program);

/* The k-th choice of an option; NULL behind the last. */
const char *cflp_option_choice(const cflp_option *o, int k);

/* Whether a program has an option. */
bool cflp_option_belongs(const cflp_option *o, cflp_program program);

/* Whether the predictor looks at it. */
bool cflp_option_matters(const cflp_option *o, const cflp_settings *s);

/* Whether it says what a model is; else which data it meets, or what is asked of it. */
bool cflp_option_of_model(const cflp_option *o);

/* The option of that name, or NULL; of a program the nearest name to a misspelt one, or NULL. */
const cflp_option *cflp_option_find(const char *name);
const cflp_option *cflp_option_suggest(const char *name, cflp_program program);

/* Sets an option from text. place ("--gamma", "my.conf:3: gamma") begins the error message. */
gg_status cflp_option_set(const cflp_option *o, cflp_settings *s, const char *text,
                          const char *place, gg_error *e);

/* Writes the value as cflp_option_set reads it; false if the option is unset. */
bool cflp_option_format(const cflp_option *o, const cflp_settings *s, char *text, size_t size);

/* Where the option's value is. */
const void *cflp_option_value(const cflp_option *o, const cflp_settings *s);

/* Reads the command line, config files included, into s (initialised). GG_ERR_ARGUMENT for a usage
 * error; stops early at --help and --version. */
gg_status cflp_parse(int argc, char **argv, cflp_settings *s, gg_error *e);

void cflp_print_help(FILE *out, cflp_program program);

/* A config file that makes the run again, or only its model. */
void cflp_print_config(FILE *out, const cflp_settings *s, bool model);

#endif
