/*
 * The Katz treatment: T_ij = 1 if the Katz index of i and j is at least `factor` times the mean of
 * all pairs (CFLP, appendix on treatments). Columns are computed in batches, and of each only the
 * treated pairs are kept.
 */
#include "katz.h"
#include "given.h"
#include "treatment.h"

/* An index this close to the threshold counts as equal to it, for it may be off by rounding. */
#define TIE 1e-12

/* Each pair is decided once, by the column of its larger node, so that T_ij = T_ji. */
static gg_status list_treated(gg_katz *k, double threshold, gg_pair_list *pairs, gg_error *e)
{
    int64_t nodes = k->adjacency->rows;
    gg_status s = GG_OK;
    for (int64_t first = 0; s == GG_OK && first < nodes; first += GG_KATZ_COLUMNS) {
        int32_t node[GG_KATZ_COLUMNS];
        int columns = 0;
        for (; columns < GG_KATZ_COLUMNS && first + columns < nodes; columns++)
            node[columns] = (int32_t)first + columns;
        gg_katz_columns(k, node, columns, threshold);
        for (int64_t i = 0; i < first + columns; i++)
            for (int c = 0; s == GG_OK && c < columns; c++)
                if (i <= first + c && k->sum[i * GG_KATZ_COLUMNS + c] >= threshold)
                    s = gg_pair_list_add(pairs, (int32_t)i, node[c], e);
    }
    return s;
}

gg_status gg_treatment_katz(const gg_graph *g, double beta, double factor, int threads,
                            gg_treatment *out, gg_error *e)
{
    if (gg_graph_check(g, "katz", e) != GG_OK)
        return GG_ERR_ARGUMENT;
    if (!(factor > 0))
        return gg_fail(e, GG_ERR_ARGUMENT, "katz: %g times the mean, expected above 0", factor);
    gg_katz k = {0};
    gg_pair_list pairs = {0};
    gg_status s = gg_katz_new(g, beta, threads, &k, e);
    if (s != GG_OK)
        return s;
    double threshold = (1 - TIE) * factor * gg_katz_mean(&k);
    if (threshold > 0)
        s = list_treated(&k, threshold, &pairs, e);
    gg_katz_free(&k);
    if (s == GG_OK)
        s = gg_treatment_of_pairs(g->nodes, &pairs, out, e);
    if (s == GG_OK)
        out->name = "katz";
    gg_pair_list_free(&pairs);
    return s;
}
