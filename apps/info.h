/* info.h: what gg_info finds out about a data set, and how it is told. */
#ifndef INFO_H
#define INFO_H

#include <stdio.h>

#include "graphgrad.h"

/* The sets of a split: train, valid, valid_neg, test, test_neg. */
enum { INFO_SETS = 5 };
extern const char *const info_set_names[INFO_SETS];

typedef struct info_split {
    char name[256]; /* "splits/0" */
    int64_t count[INFO_SETS];
    bool readable;
    char error[512]; /* if it is not */
} info_split;

/* An epoch at a number of non-links for each training link. */
typedef struct info_epoch {
    double neg_rate, pairs; /* pairs an epoch */
    double seconds;
} info_epoch;

/* What cflp_train would take with its default settings: see info_estimate.c. */
enum { INFO_RATES = 2 };
typedef struct info_estimate {
    int threads;
    double flops; /* of sgemm, a second on each thread, measured */
    int64_t train_links, features, clusters;
    info_epoch epoch[INFO_RATES];
    double seconds_once; /* embedding and matching before training, effects after it */
    double bytes;
} info_estimate;

typedef struct info {
    const char *path, *split; /* split: what was asked for, or NULL */
    gg_dataset *data;
    gg_graph_statistics graph;
    int32_t core_max;   /* the largest k of a k-core that is not empty */
    int64_t core_nodes; /* in it */
    int64_t clusters;   /* different core numbers but 0 */
    info_split *splits; /* that which was asked for first, then those found */
    int64_t split_count;
    info_estimate estimate;
} info;

/* The splits of the data set: the one it was read with, and the folders in PATH/splits. */
gg_status info_find_splits(info *x, gg_error *e);

gg_status info_set_estimate(info *x, gg_error *e);

void info_print(FILE *out, const info *x);

/* To path, or standard output for "-". */
gg_status info_json_write(const char *path, const info *x, gg_error *e);

#endif
