/* blocks.h (internal): rows of an embedding in blocks of near ones, with cheap bounds. */
#ifndef GG_BLOCKS_H
#define GG_BLOCKS_H

#include "distance.h"

/*
 * Rows, ordered so that a block's are near each other. Of two blocks, the balls around their rows
 * bound all distances; a single-precision matrix product estimates each, with a bound on its error:
 * the exact distance is needed only where neither decides.
 */
typedef struct gg_blocks {
    const gg_points *points;
    int64_t count, blocks;
    int64_t largest; /* rows in a block, at most */
    int64_t *begin;  /* blocks + 1: the places of a block */
    int32_t *group;  /* of each block, ascending */
    int32_t *item;   /* count: which of the rows given lies in each place */
    int32_t *row;    /* count: and which row of the embedding that is */
    float *x;      /* count x width: the rows, less a common centre, scaled to norms of at most 1 */
    float *norm;   /* count: their squared norms */
    double *reach; /* blocks: the largest norm */
    double *centre; /* blocks x width: the mean of its rows, as they are */
    double *radius; /* blocks: no row is further from it */
    double unit;    /* an estimate times this is a squared distance */
} gg_blocks;

/* The largest block worth while for so many rows. */
int64_t gg_block_size(int64_t count);

/*
 * Puts rows row[0..count) of p into blocks of at most `largest`, none of them across two groups:
 * group g is row[group_begin[g]..group_begin[g + 1]). The same for any number of threads. p must
 * outlive the blocks, row need not.
 */
gg_status gg_blocks_new(const gg_points *p, int64_t count, const int32_t *row, int64_t groups,
                        const int64_t *group_begin, int64_t largest, int threads, gg_blocks *out,
                        gg_error *e);
void gg_blocks_free(gg_blocks *b);

/* No row of a's block i and of b's block j (of the same points) have a squared distance below low
 * or above high. */
void gg_blocks_range(const gg_blocks *a, int64_t i, const gg_blocks *b, int64_t j, double *low,
                     double *high);

/* No row of block j has a distance (not squared) below this from x, of the same width. */
double gg_blocks_least(const gg_blocks *b, int64_t j, const double *x);

/* The estimate of a's place s and b's place t is a->norm[s] + b->norm[t] + out[s - i][t - j]; out
 * is rows x columns. */
void gg_blocks_products(const gg_blocks *a, int64_t i, int64_t rows, const gg_blocks *b, int64_t j,
                        int64_t columns, float *out);

/* Which of n estimates, own + norm[k] + product[k], are in [low, high], in ascending order into out
 * (room for n); how many. Quick where they are few. */
int64_t gg_blocks_between(const float *product, const float *norm, float own, int64_t n, float low,
                          float high, int32_t *out);

/* How far an estimate, the norms added first, is at most from gg_points_squared / unit, for rows of
 * a's block i and b's block j. */
double gg_blocks_slack(const gg_blocks *a, int64_t i, const gg_blocks *b, int64_t j);

#endif
