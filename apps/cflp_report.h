/* cflp_report.h: what an experiment found, and how it is told: a progress line, a table, a JSON
 * object. */
#ifndef CFLP_REPORT_H
#define CFLP_REPORT_H

#include "cflp_options.h"
#include "treatments.h"

/* What there is to tell of an embedding. */
typedef struct cflp_embedding {
    const char *name;   /* of the method, or the file; NULL: there is no embedding */
    char settings[512]; /* of the method; empty for a file */
    int64_t dimensions;
    double seconds; /* that it took to make or read */
    bool cached;    /* made at an earlier time */
} cflp_embedding;

/* One training run. */
typedef struct cflp_run {
    int64_t seed;
    cflp_embedding embedding; /* of the run's own, if --model names one */
    gg_cflp_result result;
    gg_cflp_estimates estimates[GG_CFLP_MAX_TREATMENTS];
    double *prediction; /* until it is added to the others': see x->prediction */
    gg_cflp *model;     /* for --save; NULL: another run's is better */
} cflp_run;

/* The data, the matching that all runs share, and the runs. */
typedef struct cflp_experiment {
    const cflp_settings *settings;
    gg_build build;
    int threads;
    FILE *text; /* where the table goes; NULL: nowhere */

    gg_dataset *data;
    bool degree_features;     /* the features are degrees: by wish, or for want of others */
    bool featureless;         /* the data set has none of its own */
    cflp_embedding embedding; /* that pairs are matched on */
    int treatments;           /* how many are made */
    named_treatment treatment[GG_CFLP_MAX_TREATMENTS];
    gg_treatment t[GG_CFLP_MAX_TREATMENTS];      /* theirs */
    gg_matcher *matcher[GG_CFLP_MAX_TREATMENTS]; /* NULL: nothing is matched */
    gg_cflp_effects effects[GG_CFLP_MAX_TREATMENTS];
    double seconds_treatment, seconds_matching;

    gg_pair_list predicted; /* the pairs of --predictions */
    double *prediction;     /* sums over the runs: probabilities, then effects of each treatment */

    int64_t count;
    cflp_run *runs;   /* count of settings->runs are done */
    cflp_run *kept;   /* the one whose model --save writes; NULL: none yet */
    int runs_at_once; /* how many of them were trained side by side */
    bool interrupted;
} cflp_experiment;

enum { CFLP_METRICS = 6 };
extern const char *const cflp_metric_names[CFLP_METRICS];

/* Mean, sample standard deviation and standard error of the mean over the runs (NaN for one run) of
 * a metric; of ATE_est of treatment k, over all pairs or over those with a match. */
typedef struct cflp_spread {
    double mean, std, error;
} cflp_spread;
cflp_spread cflp_spread_test(const cflp_experiment *x, int metric);
cflp_spread cflp_spread_valid(const cflp_experiment *x, int metric);
cflp_spread cflp_spread_ate(const cflp_experiment *x, bool all, int k);

int64_t cflp_peak_rss(void);

/* The observed effect that --ate asks for, of treatment k. */
double cflp_observed_effect(const cflp_experiment *x, int k);

/* Reads or generates the data, makes or reads its split, and reports it. */
gg_status cflp_load_data(cflp_experiment *x, gg_error *e);

/* What an embedding of the data is made from: the training graph, or all of it if there is no
 * split; the features as the model has them, but for degrees that stand in for others. */
gg_embedding_source cflp_embedding_source(const cflp_experiment *x);

/* gg_embed, or its result from an earlier time; *about tells of it. */
gg_status cflp_cached_embedding(const char *method, const gg_embedding_source *source,
                                int64_t dimensions, cflp_embedding *about, gg_tensor **out,
                                gg_error *e);

/* The progress line of a method; place ("run 1/2  ") stands before it. */
void cflp_embedding_line(const cflp_settings *s, const char *place, const char *method,
                         const gg_embedding_progress *p);

/* An embedding by a method, with a progress line and until Ctrl-C; and that of --embedding, whose
 * rows are compared in matching. The caller's; x->embedding tells of it. */
gg_status cflp_make_embedding(cflp_experiment *x, const char *method, gg_tensor **out, gg_error *e);
gg_status cflp_load_embedding(cflp_experiment *x, gg_tensor **out, gg_error *e);

/* Makes treatments from names with commas between; then their matchers by an embedding; looks at
 * all pairs and observes the effects. cflp_unmatch releases all. */
gg_status cflp_treat(cflp_experiment *x, const char *names, gg_error *e);
gg_status cflp_new_matchers(cflp_experiment *x, const gg_tensor *embedding, gg_error *e);
gg_status cflp_match_all(cflp_experiment *x, const gg_tensor *embedding, gg_error *e);
void cflp_unmatch(cflp_experiment *x);

/* The pairs of --pairs; the caller's. */
gg_status cflp_read_pairs(const cflp_experiment *x, gg_pair_list *out, gg_error *e);

/* A node by its name, in quotes if need be, or number; "-" for none. */
const char *cflp_node_text(const gg_dataset *d, int32_t node, char text[GG_NAME_QUOTED]);

/* Predictions: finds the pairs; asks a run's model for them; adds the run's answer to the sums;
 * writes their means to --predictions, as result_file_write does. */
gg_status cflp_prepare_predictions(cflp_experiment *x, gg_error *e);
gg_status cflp_predict_run(const cflp_experiment *x, const gg_cflp *model, cflp_run *run,
                           gg_error *e);
void cflp_add_prediction(cflp_experiment *x, cflp_run *run);
gg_status cflp_write_predictions(const cflp_experiment *x, gg_error *e);

/* The model of --save: keeps that of a run if it is better in validation than what is kept, of
 * equals the earlier; frees a run's model; writes what is kept, its settings with it. */
void cflp_keep_model(cflp_experiment *x, cflp_run *run);
void cflp_forget_model(cflp_run *run);
gg_status cflp_save_model(const cflp_experiment *x, gg_error *e);

/* Predicts, as a run, with the model of --load. */
gg_status cflp_predict_loaded(cflp_experiment *x, gg_error *e);

/* Trains from one seed after the other, several side by side where that is faster, and reports each
 * in its turn. */
gg_status cflp_run_all(cflp_experiment *x, gg_error *e);

/* The progress line, on a terminal only. cflp_progress_line("") clears it. */
void cflp_progress_line(const cflp_settings *s, const char *format, ...) GG_PRINTF(2, 3);

/* The parts of the text, in their order. */
void cflp_report_data(const cflp_experiment *x);
void cflp_report_embedding(const cflp_experiment *x);
void cflp_report_matching(const cflp_experiment *x);
void cflp_report_heading(const cflp_experiment *x);
void cflp_report_run(const cflp_experiment *x, const cflp_run *run);
void cflp_report_summary(const cflp_experiment *x);

/* A new JSON object with what every result says of itself: version, config, data, machine. */
struct json_t *cflp_json_heading(const cflp_experiment *x);

/* Writes the experiment to path, as json_file_write does. */
gg_status cflp_json_write(const char *path, const cflp_experiment *x, gg_error *e);

#endif
