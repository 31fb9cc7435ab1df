/*
 * graph.h: graphs and what is computed on them before and after training. Data sets and their
 * files, splits, negative sampling, treatments, matching of counterfactual links, metrics.
 */
#ifndef GG_GRAPH_H
#define GG_GRAPH_H

#include "tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- pair lists and graphs ---------------------------------------------------------------- */

/* A growable list of node pairs. Zero-initialise; gg_pair_list_free gives its arrays back. */
typedef struct gg_pair_list {
    int64_t count, capacity;
    int32_t *u, *v;
} gg_pair_list;

GG_API gg_status gg_pair_list_add(gg_pair_list *pairs, int32_t u, int32_t v, gg_error *e);
GG_API void gg_pair_list_free(gg_pair_list *pairs);

/* What was cleaned away while a graph was built. */
typedef struct gg_cleaned {
    int64_t self_loops, duplicates; /* duplicates count reversed ones too */
    int64_t isolated;               /* nodes without an edge */
} gg_cleaned;

/* An undirected simple graph. adjacency: nodes x nodes, ones, symmetric, no diagonal. */
typedef struct gg_graph {
    int64_t nodes, edges; /* an edge counts once */
    gg_csr *adjacency;
    gg_cleaned cleaned;
} gg_graph;

/* From pairs in any order and orientation; self-loops and repeats are dropped and counted. */
GG_API gg_status gg_graph_new(int64_t nodes, const gg_pair_list *pairs, gg_graph **out, gg_error *e);
GG_API void gg_graph_free(gg_graph *g);

/* D^-1/2 (A + I) D^-1/2 with D the degrees of A + I (Kipf and Welling 2017, eq. 2), f32 or f64. */
GG_API gg_status gg_graph_gcn_matrix(const gg_graph *g, gg_dtype dtype, gg_csr **out, gg_error *e);

/* component[i]: the connected component of node i, numbered from 0 by smallest member (CXSparse's
 * strongly connected components). count may be NULL. */
GG_API gg_status gg_graph_components(const gg_graph *g, int32_t *component, int64_t *count,
                                     gg_error *e);

/* A A of the adjacency matrix, f64: entry (i, j) is the number of common neighbours of i and j
 * (CXSparse's sparse product). */
GG_API gg_status gg_graph_common_neighbors(const gg_graph *g, gg_csr **out, gg_error *e);

/* ---- files -------------------------------------------------------------------------------- */

/* Pairs "u v" a line, blanks or tabs between, '#' starts a comment line; ids are integers in
 * [0, nodes), or any non-negative int32 when nodes < 0. Appends to pairs. Errors name file and line.
 */
GG_API gg_status gg_read_pairs(const char *path, int64_t nodes, gg_pair_list *pairs, gg_error *e);

/* A NumPy .npy matrix (<f4 or <f8, C order, rank 1 or 2) as a tensor of the given dtype. NaN and
 * infinity pass. */
GG_API gg_status gg_read_npy(const char *path, gg_dtype dtype, gg_tensor **out, gg_error *e);

/* Writes a tensor as .npy: to a temporary name beside path, synced, then renamed. */
GG_API gg_status gg_write_npy(const char *path, const gg_tensor *x, gg_error *e);

/* A SciPy sparse CSR matrix (scipy.sparse.save_npz), stored or deflated: values <f4, <f8, <i4 or
 * <i8, indices <i4 or <i8, at most 2^24 columns. NaN and infinity are errors. */
GG_API gg_status gg_read_npz_csr(const char *path, gg_dtype dtype, gg_csr **out, gg_error *e);

/* A copy, of a's dtype, whose rows are divided by their sums; a row that sums to zero stays. */
GG_API gg_status gg_csr_normalize_rows(const gg_csr *a, gg_csr **out, gg_error *e);

/* ---- data sets and splits ----------------------------------------------------------------- */

/* Links held out, and as many non-links: pairs in the order of their files. */
typedef struct gg_split {
    gg_pair_list train, valid, valid_neg, test, test_neg;
} gg_split;

/* A graph with features, cut for link prediction. train is the graph of the training links alone:
 * the only one that a model may see. */
typedef struct gg_dataset {
    char name[256];
    char split_name[4096]; /* "splits/0", "generated" */
    int64_t nodes;
    gg_graph *full, *train; /* all links; training links */
    gg_csr *features;      /* nodes x F, f32, as read; NULL if there are none */
    gg_split split;
    char sha256[65]; /* of all above but the names, in a fixed order: equal data, equal hash */
} gg_dataset;

/*
 * Reads DIR/edges.txt, DIR/features.npz (or the file named by features, if not NULL; missing
 * features are no error unless named) and DIR/SPLIT/{train,valid,valid_neg,test,test_neg}.txt.
 * A relative features or split is looked up in dir first, then from the working directory. The node
 * count is the features' rows, or the largest id + 1.
 *
 * Checked, each with a clear error: ids in range; no self-pairs; the five sets disjoint in both
 * orientations and free of repeats; every link of train, valid and test is an edge of the graph; no
 * negative is an edge; none empty.
 */
GG_API gg_status gg_dataset_read(const char *dir, const char *split, const char *features,
                                 gg_dataset **out, gg_error *e);

/* What gg_dataset_generate makes; gg_citation_default() is the default job of cflp_train. */
typedef struct gg_citation {
    int64_t nodes, edges;   /* met as closely as distinct pairs allow, at most half of all pairs */
    int32_t topics;         /* blocks */
    int64_t words;          /* vocabulary */
    int32_t words_per_node; /* draws of a node's bag of words, repeats collapse */
    double same_topic;      /* share of edges inside a block */
    double topic_words;     /* share of words drawn from the topic's own part of the vocabulary */
    double closure;         /* share of edges that close a triangle */
    double valid_fraction, test_fraction;
    uint64_t seed;
} gg_citation;

GG_API gg_citation gg_citation_default(void);

/* A citation-like graph: degree-corrected blocks (Karrer and Newman 2011) with a heavy-tailed degree
 * distribution, bag-of-words features, and a random split. Fixed by its parameters. */
GG_API gg_status gg_dataset_generate(const gg_citation *what, gg_dataset **out, gg_error *e);

/* The sha256 of the data, recomputed (readers and generators call it). */
GG_API gg_status gg_dataset_hash(gg_dataset *d, gg_error *e);

GG_API void gg_dataset_free(gg_dataset *d);

/* ---- negatives ---------------------------------------------------------------------------- */

/*
 * Draws training negatives: pairs u < v that are neither links of the whole graph nor validation or
 * test pairs of either sign. Without an N x N structure: a pair is its number among the N(N-1)/2, and
 * the forbidden numbers are a sorted array.
 */
typedef struct gg_negatives gg_negatives;

GG_API gg_status gg_negatives_new(const gg_dataset *d, gg_negatives **out, gg_error *e);
GG_API void gg_negatives_free(gg_negatives *n);

/* How many distinct pairs there are to draw from. */
GG_API int64_t gg_negatives_available(const gg_negatives *n);

/* Writes count distinct pairs, uniform without replacement, fixed by rng. Asking for more than
 * there are is an error. Reuses its own scratch memory: one caller at a time. */
GG_API gg_status gg_negatives_draw(gg_negatives *n, gg_rng rng, int64_t count, int32_t *u, int32_t *v,
                                   gg_error *e);

/* ---- treatments --------------------------------------------------------------------------- */

/* core[i]: the largest k such that node i belongs to a subgraph of minimum degree k (Batagelj and
 * Zaversnik 2003), O(edges). */
GG_API gg_status gg_graph_kcore(const gg_graph *g, int32_t *core, gg_error *e);

/* A clustering treatment: T_ij = 1 if i and j are in one cluster. cluster[i] = -1: in none, T = 0
 * with everyone. */
typedef struct gg_clustering {
    int64_t nodes;
    int32_t clusters; /* ids below this */
    int32_t *cluster;
} gg_clustering;

/* The k-core treatment. loners: whether nodes of core 0 form a cluster (the paper's text) or belong
 * to none (the authors' program). Cluster ids are compact, in ascending order of core number. */
GG_API gg_status gg_treatment_kcore(const gg_graph *g, bool loners, gg_clustering **out,
                                    gg_error *e);
GG_API void gg_clustering_free(gg_clustering *c);

/* T_ij of a clustering; T_ii is 1 for a node that is in a cluster. */
static inline int gg_treated(const gg_clustering *c, int32_t i, int32_t j)
{
    return c->cluster[i] >= 0 && c->cluster[i] == c->cluster[j];
}

/* ---- matching ----------------------------------------------------------------------------- */

typedef enum gg_match_mode {
    GG_MATCH_EXACT,       /* the minimum of the formula with a != i, b != j, a != b */
    GG_MATCH_EXACT_SELF,  /* the same, but a = i and b = j allowed, as the paper's formula has it */
    GG_MATCH_OFFICIAL     /* the authors' walk along two sorted neighbour lists */
} gg_match_mode;

/* The counterfactual of a pair (i, j): CFLP, equations 3 and 4. */
typedef struct gg_match {
    bool found;
    int32_t a, b;      /* the matched pair; -1 if none */
    double distance;   /* d(i,a) + d(j,b), less than 2 gamma (the official walk: at most); infinity
                          if none */
    int treatment;     /* T_ij */
    int cf_treatment;  /* 1 - T_ij if found, else T_ij */
    int cf_label;      /* A_ab if found, else A_ij; the official walk counts A_aa as 1 */
} gg_match;

/* Tables for looking matches up; nothing of size N x N in exact mode (N x clusters entries). The
 * official walk keeps each node's sorted neighbour list (N x N int32 and double: for parity runs on
 * small graphs only). */
typedef struct gg_matcher gg_matcher;

/*
 * embedding: nodes x d, f32 or f64. gamma_pct in (0, 100]: gamma is that percentile (linear
 * interpolation as numpy.percentile) of all N^2 distances, the zeros of the diagonal included.
 * g: the training graph, for labels; it must outlive the matcher, c and embedding need not.
 * Distances are Euclidean in double.
 */
GG_API gg_status gg_matcher_new(const gg_graph *g, const gg_clustering *c, const gg_tensor *embedding,
                                double gamma_pct, gg_match_mode mode, int threads, gg_matcher **out,
                                gg_error *e);
GG_API void gg_matcher_free(gg_matcher *m);
GG_API double gg_matcher_gamma(const gg_matcher *m);
GG_API int64_t gg_matcher_nodes(const gg_matcher *m);

/* The match of (i, j). Exact mode breaks ties by (distance, a, b). The official walk is defined for
 * i < j and swaps otherwise, so that a still goes with i; it starts with the nearest other node of
 * each side, stops at the first pair of the other treatment, or when the sum is more than 2 gamma,
 * and moves on in the list whose next node is nearer (in j's if equal). Safe from many threads. */
GG_API gg_match gg_matcher_find(const gg_matcher *m, int32_t i, int32_t j);

/* gamma alone: the pct-th percentile (0 to 100) of all N^2 Euclidean distances, exact, in O(1) memory
 * beyond a copy of the embedding in double (two passes: a histogram, then the values of the bin that
 * holds the rank; more where too many distances are equal). */
GG_API gg_status gg_distance_percentile(const gg_tensor *embedding, double pct, int threads,
                                        double *out, gg_error *e);

/* ---- metrics ------------------------------------------------------------------------------ */

/* Link-prediction metrics of scores of positives against scores of negatives. */
typedef struct gg_metrics {
    double auc;      /* area under the ROC curve, ties count half (scikit-learn) */
    double ap;       /* average precision, ties grouped (scikit-learn) */
    double hits20, hits50, hits100; /* share of positives above the K-th best negative, strictly */
    double mrr;      /* mean of 1 / rank, rank the mean of the optimistic and pessimistic rank */
} gg_metrics;

/* NaN among the scores is an error, as is an empty side. With fewer than K negatives Hits@K is 1
 * (as OGB's evaluator has it). */
GG_API gg_status gg_metrics_compute(const double *positive, int64_t positives,
                                    const double *negative, int64_t negatives, gg_metrics *out,
                                    gg_error *e);

/* A metric by name: "auc", "ap", "hits@20", "hits@50", "hits@100", "mrr"; NaN for another name. */
GG_API double gg_metrics_get(const gg_metrics *m, const char *name);

#ifdef __cplusplus
}
#endif
#endif
