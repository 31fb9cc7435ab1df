/* percentile.h (internal): a scan over all pairs of rows for a rank of their distances. */
#ifndef GG_PERCENTILE_H
#define GG_PERCENTILE_H

#include <stdatomic.h>

#include "blocks.h"
#include "distance.h"
#include "tally.h"

enum { GG_BINS = 1 << 16, GG_STRATA = 1024 };

/* Tiles whose mean squared distances are alike. */
typedef struct gg_stratum {
    double tiles, pairs, below, squares; /* below the middle, by estimates, and squared by tile */
} gg_stratum;

/* Memory of one thread's own; sums over slots do not depend on their number. */
typedef struct gg_scan_slot {
    float *product;     /* a tile */
    int64_t *histogram; /* GG_BINS: exact values inside the interval */
    gg_tally inside;    /* them, each with its count */
    int64_t under;      /* pairs below the interval */
    int32_t *open;      /* of a row of a tile: the pairs that estimates leave open */
    gg_stratum *done;   /* GG_STRATA */
} gg_scan_slot;

typedef struct gg_scan {
    const gg_points *points;
    gg_blocks blocks; /* of the different rows */
    int64_t *weight;  /* how many rows each place stands for */
    int64_t *heavy;   /* of each block: the sum of its weights, */
    int64_t *squares; /* and of their squares */
    double *variance; /* of its rows, over all columns */
    int64_t tiles, stride;
    double pairs; /* i < j, of different rows */
    int threads;
    int64_t slots;
    gg_scan_slot *slot; /* after a round the first holds the sums */

    uint64_t lo, hi;    /* the interval, both ends inside, as sort keys */
    int shift;          /* (key - lo) >> shift is a bin */
    double rank;        /* wanted */
    double middle;      /* squared distance that has about this rank */
    gg_stratum *strata; /* all tiles */
    int64_t round_end;
    atomic_llong next; /* tile of the round */

    uint64_t *value, *value_space; /* of the last interval, ascending */
    int32_t *entry, *entry_space;  /* where the tally has them */
    int64_t values;
    int64_t samples;
    uint64_t *sample; /* sort keys of squared distances; 0 where the pair has none */
} gg_scan;

/* The interval to collect values of, both ends inside, as sort keys. */
void gg_scan_set_interval(gg_scan *s, uint64_t lo, uint64_t hi);

/* Counts the pairs below the interval and collects the values inside it, and narrows it on the way.
 * inside: which part of the pairs is expected in it; errors: how many standard errors are sure
 * enough to narrow by. The sums are in the first slot. */
void gg_scan_pass(gg_scan *s, double inside, double errors);

/* The values collected, ascending, to s->value. */
void gg_scan_sort_values(gg_scan *s);

void gg_scan_clear_slot(gg_scan_slot *own);

#endif
