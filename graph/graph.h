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

/* Appends a pair; and gives a list's arrays back. */
GG_API gg_status gg_pair_list_add(gg_pair_list *pairs, int32_t u, int32_t v, gg_error *e);

/* Makes the list count pairs long: the first ones stay, further ones are (0, 0). */
GG_API gg_status gg_pair_list_resize(gg_pair_list *pairs, int64_t count, gg_error *e);
GG_API void gg_pair_list_free(gg_pair_list *pairs);

/* The list's pairs for an operation; they end with the list, or where it grows. */
static inline gg_pairs gg_pairs_of(const gg_pair_list *list)
{
    gg_pairs pairs = {list->count, list->u, list->v};
    return pairs;
}

/* What was cleaned away while a graph was built. */
typedef struct gg_cleaned {
    int64_t self_loops, duplicates; /* duplicates count reversed ones too */
    int64_t reversed;               /* duplicates the other way round than their edge first came */
    int64_t isolated;               /* nodes without an edge */
} gg_cleaned;

/* An undirected simple graph. adjacency: nodes x nodes, ones, symmetric, no diagonal. */
typedef struct gg_graph {
    int64_t nodes, edges; /* an edge counts once */
    gg_csr *adjacency;
    gg_cleaned cleaned;
} gg_graph;

/* From pairs in any order and orientation; self-loops and repeats are dropped and counted. */
GG_API gg_status gg_graph_new(int64_t nodes, const gg_pair_list *pairs, gg_graph **out,
                              gg_error *e);
GG_API void gg_graph_free(gg_graph *g);

/* D^-1/2 (A + I) D^-1/2 with D the degrees of A + I (Kipf and Welling 2017, eq. 2), f32 or f64. */
GG_API gg_status gg_graph_gcn_matrix(const gg_graph *g, gg_dtype dtype, gg_csr **out, gg_error *e);

/*
 * Personalised-PageRank diffusion S = alpha (I - (1 - alpha) D^-1/2 (A + I) D^-1/2)^-1 with D the
 * degrees of A + I (Gasteiger et al. 2019, "Diffusion improves graph learning"; Hassani and
 * Khasahmadi 2020, equation 3), f32 or f64, sparse and symmetric. An entry is missed by
 *
 *     0 <= S_ij - out_ij <= epsilon sqrt(d_i d_j),
 *
 * if i has j among the `most` largest of its row, or j has i; all others are left out. alpha is
 * above 0 and below 1, epsilon above 0. Work for a row at most 1 / (alpha epsilon), memory O(nodes
 * most). The same bits at any number of threads.
 */
GG_API gg_status gg_graph_diffusion(const gg_graph *g, double alpha, double epsilon, int64_t most,
                                    gg_dtype dtype, int threads, gg_csr **out, gg_error *e);

/* component[i]: the connected component of node i, numbered from 0 by smallest member (CXSparse's
 * strongly connected components). count may be NULL. */
GG_API gg_status gg_graph_components(const gg_graph *g, int32_t *component, int64_t *count,
                                     gg_error *e);

/* A A of the adjacency matrix, f64: entry (i, j) is the number of common neighbours of i and j
 * (CXSparse's sparse product). */
GG_API gg_status gg_graph_common_neighbors(const gg_graph *g, gg_csr **out, gg_error *e);

/* What a data report says of a graph. */
typedef struct gg_graph_statistics {
    int64_t nodes, edges, isolated;
    double density; /* edges / pairs of nodes */
    double degree_mean, degree_median;
    int64_t degree_max;
    int64_t components, largest_component; /* its nodes */
    int64_t triangles;
    double transitivity; /* 3 triangles / paths of length 2; 0 without such paths */
    double clustering;   /* mean over nodes of triangles / pairs of neighbours, 0 for degree < 2 */
} gg_graph_statistics;

/* O(edges^1.5) for the triangles, which takes a fraction of a second for a million edges. */
GG_API gg_status gg_graph_describe(const gg_graph *g, gg_graph_statistics *out, gg_error *e);

/* One-hot degrees, f32 (ones): nodes x (largest degree + 1), node i has its one in the column of
 * its degree. This is what CFLP's authors give the nodes of graphs without features; they count
 * A + I, so their column is degree - 1 and their width the largest degree. */
GG_API gg_status gg_graph_degree_features(const gg_graph *g, gg_csr **out, gg_error *e);

/* ---- files -------------------------------------------------------------------------------- */

/* Pairs "u v" a line, blanks, tabs or one comma between, '#' starts a comment line; ids are
 * integers in [0, nodes), or any non-negative int32 when nodes < 0. Appends to pairs. Errors name
 * file and line. */
GG_API gg_status gg_read_pairs(const char *path, int64_t nodes, gg_pair_list *pairs, gg_error *e);

/* What the nodes are called outside: name i is gg_name(n, i). Names ascend: as integers when all
 * are integers, else by their bytes. */
typedef struct gg_names {
    int64_t count;
    bool numbers;
    int64_t *start; /* name i begins at text + start[i] and ends with a NUL */
    char *text;
} gg_names;

static inline const char *gg_name(const gg_names *n, int32_t i)
{
    return n->text + n->start[i];
}

/* Bytes of a name in a file at most, and of one in quotes with its NUL: two of these make a line
 * that can be read. */
#define GG_NAME_MAX 1000
#define GG_NAME_QUOTED (2 * GG_NAME_MAX + 3)

/* Writes a name to text, in quotes if need be, so that gg_read_edge_list and gg_read_named_pairs
 * read it from a line with tabs between columns; returns its length. */
GG_API size_t gg_name_quote(const char *name, char text[GG_NAME_QUOTED]);

/* The node of a name, or -1: a binary search. Integers are equal by value: "07" finds "7". */
GG_API int32_t gg_names_find(const gg_names *n, const char *name);
GG_API void gg_names_free(gg_names *n);

/*
 * An edge list with nodes of any names: the first two columns of each line, divided by commas, tabs
 * or else blanks. The first line decides, by the first comma or tab between words; one that only
 * follows two integers with blanks between ("1 2<TAB>5"), or a third word that begins with '{' (as
 * networkx writes attributes, which are one column to the line's end), leaves it at blanks, so that
 * "1 2,5" links 1 and a node called "2,5". Names are integers or text without control characters,
 * of 1000 bytes at most, in double quotes if need be ("" inside is a quote). Further columns are
 * passed over, but all lines must have the same number. '#' and '%' begin comment lines. The first
 * line is a header when its two words name no other node and are usual words for it (source,
 * target, ...) or the only ones that are no integers, where there are others. A Matrix Market file
 * is an error.
 *
 * Nodes are numbered in ascending order of their names, whatever the order of the lines. *names is
 * NULL if the names are 0 to *nodes - 1, the nodes' own numbers. *pairs is replaced, not added to:
 * self-loops and repeats are in it. *columns is how many each line has, and may be NULL. No lines
 * are no error.
 */
GG_API gg_status gg_read_edge_list(const char *path, gg_pair_list *pairs, int64_t *nodes,
                                   gg_names **names, int *columns, gg_error *e);

/* Appends pairs of nodes by their names: lines as gg_read_edge_list has them, without a header. An
 * unknown name is an error. */
GG_API gg_status gg_read_named_pairs(const char *path, const gg_names *names, gg_pair_list *pairs,
                                     gg_error *e);

/* Classes of nodes, one a line in node order: integers from 0 to 2^31 - 2, or -1 where none is
 * known; '#' starts a comment line. label: `nodes` elements, the caller's; a file of another length
 * is an error. *classes: the largest class + 1. */
GG_API gg_status gg_read_labels(const char *path, int64_t nodes, int32_t *label, int32_t *classes,
                                gg_error *e);

/* A NumPy .npy matrix (f4, f8, i4 or i8 of either byte order, C or Fortran order, rank 1 or 2) as a
 * tensor of the given dtype, in C order. NaN and infinity pass. */
GG_API gg_status gg_read_npy(const char *path, gg_dtype dtype, gg_tensor **out, gg_error *e);

/* Writes a tensor as .npy: to a temporary name beside path, synced, then renamed. */
GG_API gg_status gg_write_npy(const char *path, const gg_tensor *x, gg_error *e);

/* A SciPy sparse CSR matrix (scipy.sparse.save_npz), stored or deflated: values f4, f8, i4 or i8,
 * indices i4 or i8, of either byte order, at most 2^24 columns. NaN and infinity are errors. */
GG_API gg_status gg_read_npz_csr(const char *path, gg_dtype dtype, gg_csr **out, gg_error *e);

/* A Matrix Market file: coordinate (real, integer or pattern, which is ones) or array (real or
 * integer), general or symmetric, at most 2^24 columns. Entries that repeat are added up; zeros of
 * arrays are left out. NaN and infinity are errors. */
GG_API gg_status gg_read_mtx(const char *path, gg_dtype dtype, gg_csr **out, gg_error *e);

/* Node features as a sparse matrix, by the ending of the file's name: .npz (as gg_read_npz_csr, or
 * an archive of one dense array), .npy (a matrix) or .mtx. Zeros of dense arrays are left out. NaN
 * and infinity are errors, as are no columns, and more than 10 million rows of which hardly one has
 * an entry. */
GG_API gg_status gg_read_features(const char *path, gg_dtype dtype, gg_csr **out, gg_error *e);

/* A copy, of a's dtype, whose rows are divided by their sums; a row that sums to zero stays. */
GG_API gg_status gg_csr_normalize_rows(const gg_csr *a, gg_csr **out, gg_error *e);

/*
 * D^-1/2 A D^-1/2 of any square matrix, weighted or directed, as a copy of a's dtype: entry (i, j)
 * is A_ij / sqrt(D_i D_j), D_i the sum of A's row i. In gg_spmm(t, a, x) a row holds what its node
 * gets, so these are sums over the edges into a node. self_loops: A gets a one on its diagonal
 * wherever it has no entry there, before the sums; self-loops that are there keep their weights.
 *
 * So does PyTorch Geometric's gcn_norm with edge weights, whose targets are our rows. A row that
 * sums to zero counts as D_i^-1/2 = 0, there too: the entries of its row and of its column become
 * 0. A sum that is negative (of which gcn_norm makes NaN) or not finite is GG_ERR_NUMERIC, as is an
 * entry that becomes too large a number; negative entries pass where their row's sum does. Of a
 * matrix that equals its transpose the result does, to the last bit. gg_graph_gcn_matrix is this of
 * a graph's adjacency, with self_loops.
 */
GG_API gg_status gg_csr_normalize_symmetric(const gg_csr *a, bool self_loops, gg_csr **out,
                                            gg_error *e);

/* ---- data sets and splits ----------------------------------------------------------------- */

/* Links held out, and as many non-links: pairs in the order of their files. Zero-initialise. */
typedef struct gg_split {
    gg_pair_list train, valid, valid_neg, test, test_neg;
} gg_split;

/* Releases the five lists. */
GG_API void gg_split_free(gg_split *split);

/* A random split of g's edges, fixed by the seed: floor(valid_fraction * edges) links for
 * validation, floor(test_fraction * edges) for test, the rest for training; and as many non-links,
 * uniform among the pairs that are no edge, without repetition. Pairs are u < v. Each set must have
 * a link, and there must be non-links enough. Memory O(edges). */
GG_API gg_status gg_split_random(const gg_graph *g, double valid_fraction, double test_fraction,
                                 uint64_t seed, gg_split *out, gg_error *e);

/* Writes the five files DIR/train.txt, ... The folder appears whole, synced, or not at all; one
 * that is there already (and not empty) is an error. With names, pairs are written by name, a tab
 * between; without (NULL), as "u v". */
GG_API gg_status gg_split_write(const char *dir, const gg_split *split, const gg_names *names,
                                gg_error *e);

/* Reads what gg_split_write wrote, or any such five files: as gg_read_pairs with `nodes`, or with
 * names as gg_read_edge_list reads lines (no header); an unknown name is an error. Whether the
 * split is sound is checked with its graph, by gg_dataset_read. */
GG_API gg_status gg_split_read(const char *dir, int64_t nodes, const gg_names *names, gg_split *out,
                               gg_error *e);

/* A graph with features, cut for link prediction. train is the graph of the training links alone:
 * the only one that a model may see. */
typedef struct gg_dataset {
    char name[256];
    char split_name[4096]; /* "splits/0", "seed 1", "generated"; "" without a split */
    int64_t nodes;
    gg_graph *full, *train; /* all links; training links, NULL without a split */
    gg_csr *features;       /* nodes x F, f32, as read; NULL if there are none */
    gg_names *names;        /* of the nodes, for outputs; NULL: they are called by their numbers */
    int columns;            /* of the lines of an edge list, the first two of which are read */
    gg_split split;         /* empty if there is none */
    char sha256[65]; /* of all above but the names, in a fixed order: equal data, equal hash */
} gg_dataset;

/*
 * Reads a folder: PATH/edges.txt, features (the file named, or PATH/features.npz, .npy or .mtx, of
 * which none need be there; formats as gg_read_features) and the five files of the split. The node
 * count is the features' rows, or the largest id + 1.
 *
 * Or reads an edge list, if path is a file, as gg_read_edge_list does. Features must be named;
 * their row i then belongs to the node with the integer i for its name, and nodes keep these
 * numbers. Without features the nodes are those of the list, with names unless they are 0, 1, 2,
 * ..., by which the files of a split call them too.
 *
 * A relative features or split is looked up in the folder (the edge list's folder) first, then from
 * the working directory. split may be NULL: then there is none yet, and gg_dataset_split draws one.
 * What was dropped from the edges is counted in full->cleaned.
 *
 * Checked, each with a clear error: ids in range; no self-pairs; the five sets disjoint in both
 * orientations and free of repeats; every link of train, valid and test is an edge of the graph; no
 * negative is an edge; none empty.
 */
GG_API gg_status gg_dataset_read(const char *path, const char *split, const char *features,
                                 gg_dataset **out, gg_error *e);

/* Gives a data set without a split a random one, as gg_split_random. */
GG_API gg_status gg_dataset_split(gg_dataset *d, double valid_fraction, double test_fraction,
                                  uint64_t seed, gg_error *e);

/* Gives a data set without features those of gg_graph_degree_features of its training graph. They
 * are part of the hash then. */
GG_API gg_status gg_dataset_degree_features(gg_dataset *d, gg_error *e);

/* What gg_dataset_generate makes; gg_citation_default() is the default job of cflp_train. */
typedef struct gg_citation {
    int64_t nodes, edges;   /* so many edges at most, and half of all pairs */
    int32_t topics;         /* blocks */
    int64_t words;          /* vocabulary */
    int32_t words_per_node; /* draws of a node's bag of words, repeats collapse */
    double same_topic;      /* share of edges inside a block */
    double topic_words;     /* share of words drawn from the topic's own part of the vocabulary */
    double closure;         /* share of edges that close a triangle */
    double valid_fraction, test_fraction;
    uint64_t seed;
} gg_citation;

/* 2,000 nodes, 4,500 edges, 7 topics and 1,000 words, split 70 : 10 : 20 with the seed 1. */
GG_API gg_citation gg_citation_default(void);

/* A citation-like graph: degree-corrected blocks (Karrer and Newman 2011) with a heavy-tailed
 * degree distribution, bag-of-words features, and a random split. Fixed by its parameters. An edge
 * for which 64 draws find no new pair is left out, so there are fewer than asked for where the
 * pairs that blocks and degrees favour run out: of the defaults with 300 nodes, 8,075 for 9,000 and
 * 9,376 for 15,000, of 44,850 pairs. */
GG_API gg_status gg_dataset_generate(const gg_citation *what, gg_dataset **out, gg_error *e);

/* The sha256 of the data, recomputed (readers and generators call it). */
GG_API gg_status gg_dataset_hash(gg_dataset *d, gg_error *e);

/* Releases a data set with all that it holds. */
GG_API void gg_dataset_free(gg_dataset *d);

/* ---- negatives ---------------------------------------------------------------------------- */

/*
 * Draws training negatives: pairs u < v that are neither links of the whole graph nor validation or
 * test pairs of either sign. Without an N x N structure: a pair is its number among the N(N-1)/2,
 * and the forbidden numbers are a sorted array.
 */
typedef struct gg_negatives gg_negatives;

/* Makes and releases what drawing for a data set needs. */
GG_API gg_status gg_negatives_new(const gg_dataset *d, gg_negatives **out, gg_error *e);
GG_API void gg_negatives_free(gg_negatives *n);

/* How many distinct pairs there are to draw from. */
GG_API int64_t gg_negatives_available(const gg_negatives *n);

/* Writes count distinct pairs, uniform without replacement, fixed by rng. Asking for more than
 * there are is an error. Reuses its own scratch memory: one caller at a time. */
GG_API gg_status gg_negatives_draw(gg_negatives *n, gg_rng rng, int64_t count, int32_t *u,
                                   int32_t *v, gg_error *e);

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
GG_API void gg_clustering_free(gg_clustering *c);

/* T_ij of a clustering; T_ii is 1 for a node that is in a cluster. */
static inline int gg_treated(const gg_clustering *c, int32_t i, int32_t j)
{
    return c->cluster[i] >= 0 && c->cluster[i] == c->cluster[j];
}

/*
 * A treatment: any binary property T_ij = T_ji of the pairs of nodes. One of your own is this
 * struct, filled in: nodes, and either treated or a clustering; what you leave zero is done
 * without.
 *
 * The calls must be safe from many threads at once. partners is there where it is quicker than a
 * look at every pair: it writes all j with T_ij = 1 (i among them if T_ii = 1) to list, in any
 * fixed order, and returns how many. list and scratch have `nodes` elements each; scratch is zero
 * before and must be zero after.
 */
typedef struct gg_treatment {
    const char *name; /* for messages; lives as long as the treatment */
    int64_t nodes;
    int (*treated)(const void *context, int32_t i, int32_t j); /* T_ij, 0 or 1 */
    int64_t (*partners)(const void *context, int32_t i, int32_t *list, int32_t *scratch);
    const gg_clustering *clustering; /* where T is that of a clustering, which stays its owner's;
                                        treated and partners are not called then */
    void *context;
    void (*release)(void *context); /* by gg_treatment_free */
} gg_treatment;

/* T_ij. */
static inline int gg_treatment_at(const gg_treatment *t, int32_t i, int32_t j)
{
    return t->clustering ? gg_treated(t->clustering, i, j) : t->treated(t->context, i, j);
}

/* All j with T_ij = 1, as the field partners has it, of any treatment. */
GG_API int64_t gg_treatment_partners(const gg_treatment *t, int32_t i, int32_t *list,
                                     int32_t *scratch);

/* Releases what the treatment holds and clears it, so that a second call does nothing. */
GG_API void gg_treatment_free(gg_treatment *t);

/* The treatment of a clustering, which must outlive it. Nothing to free. */
GG_API gg_treatment gg_treatment_of_clustering(const gg_clustering *c);

/* The k-core treatment. loners: whether nodes of core 0 form a cluster (the paper's text) or belong
 * to none (the authors' program). Cluster ids are compact, in ascending order of core number. */
GG_API gg_status gg_treatment_kcore(const gg_graph *g, bool loners, gg_clustering **out,
                                    gg_error *e);

/* The Louvain treatment: clusters of high modularity (Blondel et al. 2008), resolution 1. The seed
 * orders the nodes; the result does not depend on threads. A node without an edge is a cluster of
 * its own. Cluster ids are compact, in the order of their smallest members. At most 10^9 edges. */
GG_API gg_status gg_treatment_louvain(const gg_graph *g, uint64_t seed, gg_clustering **out,
                                      gg_error *e);

/* The label propagation treatment (Raghavan, Albert and Kumara 2007): each node starts with a label
 * of its own, and takes the one that most of its neighbours have, until every node has such a
 * label. Nodes take turns in an order drawn anew each round; a node keeps its label where that is
 * among the most frequent, else ties are drawn. A node without an edge is a cluster of its own.
 * Cluster ids are compact, in the order of their smallest members. */
GG_API gg_status gg_treatment_propagation(const gg_graph *g, uint64_t seed, gg_clustering **out,
                                          gg_error *e);

/* At most so many dimensions of a spectral embedding, and clusters from it. */
#define GG_MAX_SPECTRAL 256

/* The spectral embedding (Ng, Jordan and Weiss 2001), nodes x dimensions, f64: the eigenvectors of
 * the normalised Laplacian I - D^-1/2 A D^-1/2 for its smallest eigenvalues, to a residual of 1e-8,
 * rows scaled to norm 1. Rows of nodes without an edge are zeros, as are columns beyond the number
 * of nodes. A graph whose other nodes are in pieces is made one by an edge of weight 1 / n between
 * all of them (Amini et al. 2013). The seed draws the solver's first guess: where eigenvalues
 * repeat, the basis of their space depends on it. Memory O(nodes dimensions). */
GG_API gg_status gg_spectral_embedding(const gg_graph *g, int64_t dimensions, uint64_t seed,
                                       int threads, gg_tensor **out, gg_error *e);

/* The spectral treatment: k clusters (the paper: 16) of the embedding of k dimensions by k-means,
 * the best of 10 runs from k-means++. Fewer where there are not so many different points. Nodes
 * without an edge are in no cluster. Ids are compact, in the order of their smallest members. */
GG_API gg_status gg_treatment_spectral(const gg_graph *g, int32_t k, uint64_t seed, int threads,
                                       gg_clustering **out, gg_error *e);

/* The Ward treatment: k clusters of the embedding of k dimensions by Ward's hierarchical clustering
 * (Ward 1963), which has no start to draw: the seed is the embedding's alone. Time O(N^2 k), memory
 * O(N k). Nodes without an edge are in no cluster. Ids as of the spectral treatment. */
GG_API gg_status gg_treatment_ward(const gg_graph *g, int32_t k, uint64_t seed, int threads,
                                   gg_clustering **out, gg_error *e);

/* At most so many blocks of a block model. */
#define GG_MAX_BLOCKS 256

/* The stochastic block model treatment: at most k blocks (the paper: 16) of the degree-corrected
 * model (Karrer and Newman 2011), of least description length, by merges and moves (Peixoto 2014).
 * The seed draws the start and the moves. Nodes without an edge are in no block. Ids are compact,
 * in the order of their smallest members. */
GG_API gg_status gg_treatment_sbm(const gg_graph *g, int32_t k, uint64_t seed, gg_clustering **out,
                                  gg_error *e);

/* What it takes, in nats, to tell the graph by a partition into at most `blocks` blocks under the
 * degree-corrected block model in its microcanonical form (Peixoto 2017): the partition, the edges
 * between blocks, the degrees, and the graph with these. Nodes without an edge are left out; all
 * others must be in a block. */
GG_API gg_status gg_graph_description_length(const gg_graph *g, const gg_clustering *c,
                                             int32_t blocks, double *out, gg_error *e);

/* The treatment of a file of labels, as gg_read_labels has them: T_ij = 1 if i and j have the same,
 * and -1 is the same as no other. Clusters are numbered without gaps, in the order of their
 * smallest members, so memory does not grow with the labels. */
GG_API gg_status gg_treatment_read_labels(const char *path, int64_t nodes, gg_clustering **out,
                                          gg_error *e);

/* The common neighbours treatment: T_ij = 1 if |N(i) & N(j)| >= least (the paper: 2). T_ii = 1 for
 * a node with so many neighbours. Holds no memory to speak of: a look-up takes O(d log D) for
 * degrees d <= D. g must outlive it. */
GG_API gg_status gg_treatment_common_neighbors(const gg_graph *g, int64_t least, gg_treatment *out,
                                               gg_error *e);

/* The Jaccard treatment: T_ij = 1 if |N(i) & N(j)| / |N(i) | N(j)| >= threshold, in (0, 1]; T_ij =
 * 0 where neither has a neighbour. Cost as of common neighbours; g must outlive it. */
GG_API gg_status gg_treatment_jaccard(const gg_graph *g, double threshold, gg_treatment *out,
                                      gg_error *e);

/* The Katz treatment: T_ij = 1 if K_ij >= factor (the paper: 2) times the mean of all N^2 entries
 * of K = (I - beta A)^-1 - I. beta must be below 1 / lambda, with the largest eigenvalue lambda of
 * A, for K to exist; 0 asks for that of the authors' program, min(1 / (2 lambda), 0.003). K is not
 * formed: its sum is one sparse solve, and of its columns, computed 32 at a time in O(edges) a term
 * of the series, the treated pairs are kept. Time O(N edges), memory O(N + treated pairs). */
GG_API gg_status gg_treatment_katz(const gg_graph *g, double beta, double factor, int threads,
                                   gg_treatment *out, gg_error *e);

/* The treatment of listed pairs: T_uv = T_vu = 1 for those, T = 0 for all others. (u, u) may be
 * listed. Memory O(pairs). */
GG_API gg_status gg_treatment_of_pairs(int64_t nodes, const gg_pair_list *pairs, gg_treatment *out,
                                       gg_error *e);

/* The same of a file, as gg_read_pairs has it, or with names as gg_split_read does. */
GG_API gg_status gg_treatment_read_pairs(const char *path, int64_t nodes, const gg_names *names,
                                         gg_treatment *out, gg_error *e);

/* Modularity of a clustering (Newman and Girvan 2004): the share of edges inside clusters, less
 * what degrees alone would make it. A node in no cluster counts as one alone; 0 without edges. */
GG_API gg_status gg_graph_modularity(const gg_graph *g, const gg_clustering *c, double *out,
                                     gg_error *e);

/* ---- matching ----------------------------------------------------------------------------- */

/* Which pairs may be a match, and how the nearest is looked for. */
typedef enum gg_match_mode {
    GG_MATCH_EXACT,      /* the minimum of the formula with a != i, b != j, a != b */
    GG_MATCH_EXACT_SELF, /* the same, but a = i and b = j allowed, as the paper's formula has it */
    GG_MATCH_OFFICIAL,   /* the authors' walk along two sorted neighbour lists */
    GG_MATCH_OFFICIAL_DISTINCT /* the same walk, which goes on past pairs (a, a) */
} gg_match_mode;

/* The counterfactual of a pair (i, j): CFLP, equations 3 and 4. */
typedef struct gg_match {
    bool found;
    int32_t a, b;     /* the matched pair; -1 if none */
    double distance;  /* d(i,a) + d(j,b), less than 2 gamma (the official walk: at most); infinity
                          if none */
    int treatment;    /* T_ij */
    int cf_treatment; /* 1 - T_ij if found, else T_ij */
    int cf_label;     /* A_ab if found, else A_ij; the official walks count A_aa as 1 */
} gg_match;

/* Tables for looking matches up; nothing of size N x N in exact mode. Of a clustering 28 bytes for
 * each different row of the embedding and each cluster, up to 1 GB; beyond that for its nearest
 * clusters only, with a copy of the embedding, and a look-up may have to search a cluster. The
 * result is the same. Of any other treatment the partners of each node under its rarer value, up to
 * 512 MB, and up to 160 nodes near each, 512 MB together, with a copy of the embedding; a look-up
 * that needs more measures and sorts all nodes, in 64 bytes a node and thread. The official walk
 * keeps each node's sorted neighbour list (N x N int32 and double: for parity runs on small graphs
 * only). */
typedef struct gg_matcher gg_matcher;

/*
 * embedding: nodes x d, f32 or f64. gamma_pct in (0, 100]: gamma is that percentile (linear
 * interpolation as numpy.percentile) of all N^2 distances, the zeros of the diagonal included.
 * g: the training graph, for labels. It must outlive the matcher, and so must what t holds: do not
 * free t before the matcher. A clustering is copied, so it may go, as may embedding. Distances are
 * Euclidean in double.
 */
GG_API gg_status gg_matcher_new(const gg_graph *g, const gg_treatment *t,
                                const gg_tensor *embedding, double gamma_pct, gg_match_mode mode,
                                int threads, gg_matcher **out, gg_error *e);
GG_API void gg_matcher_free(gg_matcher *m);
GG_API double gg_matcher_gamma(const gg_matcher *m);
GG_API int64_t gg_matcher_nodes(const gg_matcher *m);

/* The match of (i, j). Exact mode breaks ties by (distance, a, b). The official walk is defined for
 * i < j and swaps otherwise, so that a still goes with i; it starts with the nearest other node of
 * each side, stops at the first pair of the other treatment, or when the sum is more than 2 gamma,
 * and moves on in the list whose next node is nearer (in j's if equal). Safe from many threads. */
GG_API gg_match gg_matcher_find(const gg_matcher *m, int32_t i, int32_t j);

/* gamma alone: the pct-th percentile (0 to 100) of all N^2 Euclidean distances, exact. Beyond
 * copies of the embedding in double and in float, memory grows at most as the root of the pairs.
 * One pass over all pairs, more where an interval drawn from a sample misses the percentile or
 * holds too many different distances. */
GG_API gg_status gg_distance_percentile(const gg_tensor *embedding, double pct, int threads,
                                        double *out, gg_error *e);

/* ---- heuristics --------------------------------------------------------------------------- */

/* Scores of a pair (i, j) from its neighbours N(i) and N(j) (Liben-Nowell and Kleinberg 2007). */
typedef enum gg_heuristic {
    GG_COMMON_NEIGHBORS,       /* how many they share */
    GG_ADAMIC_ADAR,            /* sum over shared k of 1 / log |N(k)| */
    GG_RESOURCE_ALLOCATION,    /* sum over shared k of 1 / |N(k)| */
    GG_PREFERENTIAL_ATTACHMENT /* |N(i)| |N(j)| */
} gg_heuristic;

/* out[k]: the score of pair k in g, the training graph. Pairs of a node with itself are errors. The
 * same bits at any number of threads. */
GG_API gg_status gg_score_heuristic(gg_heuristic kind, const gg_graph *g, const gg_pair_list *pairs,
                                    int threads, double *out, gg_error *e);

/* out[k]: the Katz index (Katz 1953) of pair k in g, the training graph: the sum over l >= 1 of
 * beta^l times the number of walks of length l, beta as of gg_treatment_katz. O(edges) for each
 * different node that comes first in a pair. The same bits at any number of threads. */
GG_API gg_status gg_score_katz(const gg_graph *g, double beta, const gg_pair_list *pairs,
                               int threads, double *out, gg_error *e);

/* ---- random walks ------------------------------------------------------------------------- */

/* How gg_random_walks walks. */
typedef struct gg_walk_options {
    int64_t length; /* nodes of a walk, its start included */
    double p, q;    /* the return and the in-out parameter, both within 1e-6 to 1e6 */
} gg_walk_options;

/* Second-order random walks (Grover and Leskovec 2016), row k of walks (count x length) from node
 * start[k]. The first step goes to any neighbour alike. A step from v, come from t, goes to a
 * neighbour x of v with a probability in proportion to 1/p if x = t, to 1 if x and t are
 * neighbours, and to 1/q else; p = q = 1 is the plain walk. A start without a neighbour is followed
 * by -1. No tables: a step costs the logarithm of a degree or little more. The same bits at any
 * number of threads. */
GG_API gg_status gg_random_walks(const gg_graph *g, const gg_walk_options *options, gg_rng rng,
                                 int64_t count, const int32_t *start, int threads, int32_t *walks,
                                 gg_error *e);

/* ---- sampled neighbourhoods --------------------------------------------------------------- */

/* Some nodes of a graph, and what they hear from each other. */
typedef struct gg_neighborhood {
    int64_t nodes;
    int32_t *node;     /* what they are called in the graph */
    gg_csr *adjacency; /* nodes x nodes: row p holds whom node[p] hears from */
} gg_neighborhood;

/*
 * What a network of `hops` layers needs of a graph for its outputs at the seeds, or a sample of it
 * (Hamilton, Ying and Leskovec 2017, algorithm 2). a: square; row i holds whom node i hears from. A
 * node first met in hop h (the seeds: 0) hears from fanout[h] of its row, drawn without
 * replacement, all subsets alike; from all where there are no more, or fanout[h] is -1. Those met
 * in hop `hops` hear from nobody. Nodes are the seeds in their order, then the others hop by hop as
 * they were met; each appears, and draws, once, as in PyTorch Geometric's NeighborLoader. Entries
 * have a's values, in a's dtype; of a matrix of ones it is one.
 *
 * The draw of a node depends on rng, the hop and the node alone. Where every fanout is -1, a
 * network of `hops` layers gives at the seeds what it gives over a, but for rounding, as rows are
 * added up in another order.
 *
 * Seeds that repeat, or are no node, and a fanout of 0 or below -1 are GG_ERR_ARGUMENT. No seed: no
 * node. Time O(nodes of a + entries taken), no matter how long the rows are that they come from;
 * memory 12 bytes for each node of a, beside the sample's.
 */
GG_API gg_status gg_sample_neighbors(const gg_csr *a, int64_t count, const int32_t *seed,
                                     int64_t hops, const int64_t *fanout, gg_rng rng,
                                     gg_neighborhood *out, gg_error *e);

/* Releases the arrays and clears it, so that a second call does nothing. */
GG_API void gg_neighborhood_free(gg_neighborhood *h);

/* ---- metrics ------------------------------------------------------------------------------ */

/* Link-prediction metrics of scores of positives against scores of negatives. */
typedef struct gg_metrics {
    double auc;                     /* area under the ROC curve, ties count half (scikit-learn) */
    double ap;                      /* average precision, ties grouped (scikit-learn) */
    double hits20, hits50, hits100; /* share of positives above the K-th best negative, strictly */
    double mrr; /* mean of 1 / rank, rank the mean of the optimistic and pessimistic rank */
} gg_metrics;

/* NaN among the scores is an error, as is an empty side. With fewer than K negatives Hits@K is 1
 * (as OGB's evaluator has it). */
GG_API gg_status gg_metrics_compute(const double *positive, int64_t positives,
                                    const double *negative, int64_t negatives, gg_metrics *out,
                                    gg_error *e);

/* The same of tensors of scores of any shape and dtype, as a decoder makes them. */
GG_API gg_status gg_metrics_of_tensors(const gg_tensor *positive, const gg_tensor *negative,
                                       gg_metrics *out, gg_error *e);

/* A metric by name: "auc", "ap", "hits@20", "hits@50", "hits@100", "mrr"; NaN for another name. */
GG_API double gg_metrics_get(const gg_metrics *m, const char *name);

/* The accuracy of a classifier: of the rows that have a label, the share whose largest score, the
 * first of equals, is the label's. scores: nodes x classes; label: a class for each node, or -1 for
 * one that does not count. No label at all, or NaN among the scores that count, is an error. */
GG_API gg_status gg_accuracy(const gg_tensor *scores, const int32_t *label, double *out,
                             gg_error *e);

#ifdef __cplusplus
}
#endif
#endif
