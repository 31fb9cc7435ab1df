/* katz.h (internal): columns of the Katz index K = (I - beta A)^-1 - I, by its series. */
#ifndef GG_KATZ_H
#define GG_KATZ_H

#include "graph.h"

#define GG_KATZ_COLUMNS 32 /* computed side by side */

typedef struct gg_katz {
    const gg_csr *adjacency;
    double beta, ratio; /* ratio: beta times the largest eigenvalue, below 1 */
    int threads;
    double *sum;         /* nodes x GG_KATZ_COLUMNS: what gg_katz_columns leaves */
    double *term, *next; /* the same shape */
    int64_t *undecided;  /* one a block of rows */
    double undecided_at; /* the threshold that entries are compared with */
    double rest;         /* no entry of sum lacks more */
} gg_katz;

/* beta 0: min(1 / (2 lambda), 0.003) with the largest eigenvalue lambda of A. Otherwise it must be
 * above 0 and below 1 / lambda. */
gg_status gg_katz_new(const gg_graph *g, double beta, int threads, gg_katz *out, gg_error *e);
void gg_katz_free(gg_katz *k);

/* sum[i, c] := K[i, node[c]] for `columns` nodes, to the precision of doubles; with a threshold
 * above 0 only as far as it takes to know which entries reach it. */
void gg_katz_columns(gg_katz *k, const int32_t *node, int columns, double threshold);

/* The mean of all nodes^2 entries of K; 0 without nodes. */
double gg_katz_mean(gg_katz *k);

#endif
