/* check_counterfactual.h: what the tests of cflp_treatments and cflp_links share: labels and an
 * embedding for the ring of check_cflp_train.h, and the counterfactual of a pair by a look at all
 * others. */
#ifndef GG_CHECK_COUNTERFACTUAL_H
#define GG_CHECK_COUNTERFACTUAL_H

#include "check_cflp_train.h"

#include <math.h>

#include "graphgrad.h"

enum { NODES = 24 };

static const int32_t label_of[NODES] = {0, 0, 1, 1, 2,  -1, 0, 1, 2, 2, 2, 0,
                                        1, 1, 0, 2, -1, 0,  1, 2, 0, 0, 1, 2};

/* Points on a spiral, two of them the same. */
static inline double coordinate(int node, int axis)
{
    double angle = 0.7 * (node == 9 ? 4 : node), radius = 1 + 0.1 * (node == 9 ? 4 : node);
    return radius * (axis ? sin(angle) : cos(angle));
}

static inline int set_up_matching(void **state)
{
    int failed = set_up(state);
    gg_tensor *x;
    FILE *labels = fopen(in_folder("data/labels.txt"), "w");
    assert_non_null(labels);
    for (int i = 0; i < NODES; i++)
        fprintf(labels, "%d\n", label_of[i]);
    fclose(labels);
    assert_int_equal(gg_tensor_new(GG_F64, 2, (int64_t[]){NODES, 2}, &x, NULL), GG_OK);
    for (int i = 0; i < 2 * NODES; i++)
        gg_set(x, i, coordinate(i / 2, i % 2));
    assert_int_equal(gg_write_npy(in_folder("data/own.npy"), x, NULL), GG_OK);
    gg_tensor_free(x);
    return failed;
}

static inline double distance_of(int i, int j)
{
    return hypot(coordinate(i, 0) - coordinate(j, 0), coordinate(i, 1) - coordinate(j, 1));
}

static inline bool is_treated(int i, int j)
{
    return label_of[i] >= 0 && label_of[i] == label_of[j];
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The percentile that is gamma, as numpy.percentile has it. */
static inline double gamma_of(double percent)
{
    static double all[NODES * NODES];
    for (int k = 0; k < NODES * NODES; k++)
        all[k] = distance_of(k / NODES, k % NODES);
    qsort(all, NODES * NODES, sizeof *all, ascending);
    double place = percent / 100 * (NODES * NODES - 1);
    int below = (int)place;
    return all[below] + (place - below) * (all[below + 1] - all[below]);
}

/* The links to train on: the ring's steps by 1, and those by 2 that are held out for nothing. */
static inline bool is_training_link(int i, int j)
{
    int step = (j - i + NODES) % NODES, first = step <= 2 ? i : j;
    step = step <= 2 ? step : NODES - step;
    return step == 1 || (step == 2 && first % 6 != 1 && first % 3 != 0);
}

/* The least sum of distances over all pairs of the other treatment, below 2 gamma; infinity. */
static inline double counterfactual(int i, int j, double gamma)
{
    double best = INFINITY;
    for (int a = 0; a < NODES; a++)
        for (int b = 0; b < NODES; b++)
            if (a != i && b != j && a != b && is_treated(a, b) != is_treated(i, j))
                best = fmin(best, distance_of(i, a) + distance_of(j, b));
    return best < 2 * gamma ? best : INFINITY;
}

#endif
