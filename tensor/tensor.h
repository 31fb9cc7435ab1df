/*
 * tensor.h: the ground floor of graphgrad. Status codes, the allocator, dense tensors, sparse
 * matrices, counter-based random numbers, and what this build runs on.
 *
 * Conventions of the whole library
 *   - Shapes and counts are int64_t, node ids int32_t. Data is row-major and contiguous.
 *   - Nothing aborts, exits or prints. A function that can fail returns a gg_status and fills the
 *     caller's gg_error (which may be NULL); outputs are untouched when it fails.
 *   - Whatever a gg_x_new or gg_x_read made, gg_x_free releases; freeing NULL does nothing.
 */
#ifndef GG_TENSOR_H
#define GG_TENSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header; gg_build_info has that of the library. */
#define GG_VERSION "0.1.0"

/* GG_API: a function that the library exports. GG_PRINTF: it takes a format as printf does.
 * GG_MUST_CHECK: the compiler warns if its result is ignored. */
#if defined(__GNUC__)
#define GG_API __attribute__((visibility("default")))
#define GG_PRINTF(text, first) __attribute__((__format__(__printf__, text, first)))
#define GG_MUST_CHECK __attribute__((warn_unused_result))
#else
#define GG_API
#define GG_PRINTF(text, first)
#define GG_MUST_CHECK
#endif

/* ---- errors ----------------------------------------------------------------------------- */

/* What a function that can fail returns. */
typedef enum gg_status {
    GG_OK = 0,       /* it did not fail */
    GG_ERR_MEMORY,   /* an allocation failed */
    GG_ERR_SHAPE,    /* shapes or dtypes do not fit together */
    GG_ERR_ARGUMENT, /* a value outside its range */
    GG_ERR_IO,       /* a file cannot be opened, read or written */
    GG_ERR_FORMAT,   /* a file's content is not what its name promises */
    GG_ERR_NUMERIC,  /* NaN or infinity where a number is needed */
    GG_ERR_STATE     /* a call out of order */
} gg_status;

/* One failure: its code, and one line of text that names the place, what was found and what was
 * expected ("edges.txt:12: expected two node ids, found 'x'"). */
typedef struct gg_error {
    gg_status code;
    char message[512];
} gg_error;

/* Fills e (if not NULL) from the printf-style format and returns code, so that a function fails
 * with one line: return gg_fail(e, GG_ERR_ARGUMENT, "..."). Control characters, which names of
 * files may have, become '?'. */
GG_API gg_status gg_fail(gg_error *e, gg_status code, const char *format, ...) GG_PRINTF(3, 4);

/* ---- memory ----------------------------------------------------------------------------- */

/* Where the library's memory comes from. alloc returns size bytes aligned to 64, or NULL. */
typedef struct gg_allocator {
    void *(*alloc)(void *context, size_t size);
    void (*free)(void *context, void *block);
    void *context;
} gg_allocator;

/* Replaces the allocator of the process (NULL: back to the default). For tests and for embedding
 * programs; call it while no object of the library is alive. */
GG_API void gg_set_allocator(const gg_allocator *allocator);

/* 64-byte aligned memory from the current allocator; NULL when there is none. gg_zalloc clears it;
 * count * size is checked for overflow. */
GG_API void *gg_alloc(size_t count, size_t size);
GG_API void *gg_zalloc(size_t count, size_t size);
GG_API void gg_free(void *block);

/* ---- dense tensors ---------------------------------------------------------------------- */

/* The type of a number: float or double. */
typedef enum gg_dtype { GG_F32 = 0, GG_F64 = 1 } gg_dtype;

/* A tensor has at most so many axes. */
#define GG_MAX_RANK 4

struct gg_node;
struct gg_tape;

/* A dense, contiguous, row-major array of rank 1 to 4. A scalar has shape {1}. Fields are for
 * reading; the functions that make a tensor set them. */
typedef struct gg_tensor {
    gg_dtype dtype;
    int rank;
    int64_t shape[GG_MAX_RANK];
    void *data;
    void *grad;           /* dLoss/dThis, the shape of data; NULL until it is needed */
    bool requires_grad;   /* whether backward flows into this tensor */
    struct gg_node *node; /* the op that made it on a tape; NULL for a leaf */
    struct gg_tape *tape; /* whose memory it is in; NULL for the caller's or a parameter's own */
} gg_tensor;

/* A new zero tensor in memory of its own; and its end. A tape's tensor goes with the tape: freeing
 * it does nothing. */
GG_API gg_status gg_tensor_new(gg_dtype dtype, int rank, const int64_t *shape, gg_tensor **out,
                               gg_error *e);
GG_API void gg_tensor_free(gg_tensor *x);

/* Makes x a leaf that backward flows into: gives it a zeroed gradient, freed with it. One on a tape
 * gets its gradient from backward. */
GG_API gg_status gg_tensor_require_grad(gg_tensor *x, gg_error *e);

/* A tensor over data that the caller owns and keeps alive. Nothing to free. (To make it require a
 * gradient, set requires_grad, and grad to a zeroed buffer.) */
GG_API gg_tensor gg_tensor_view(gg_dtype dtype, int rank, const int64_t *shape, void *data);

/* Number of elements; size of one element in bytes. */
GG_API int64_t gg_numel(const gg_tensor *x);
GG_API size_t gg_dtype_size(gg_dtype dtype);

/* Element i of the flat array as a double, whatever the dtype; and its setter. i is not checked:
 * out of a tape, whose tensors an error empties, gg_values copies. */
GG_API double gg_get(const gg_tensor *x, int64_t i);
GG_API void gg_set(gg_tensor *x, int64_t i, double value);

/* NumPy broadcasting of two shapes (aligned at the last axis, an axis of 1 stretches). Returns
 * false when they do not fit; otherwise the result's rank and shape. */
GG_API bool gg_broadcast_shape(const gg_tensor *a, const gg_tensor *b, int *rank, int64_t *shape);

/* Writes "(2708x1433)" into text; returns text. */
GG_API char *gg_shape_text(const gg_tensor *x, char *text, size_t size);

/* ---- sparse matrices -------------------------------------------------------------------- */

/* Compressed sparse rows; columns ascend within a row and appear once. values == NULL means all
 * ones. transpose is built with the matrix and used by backward passes; a matrix that equals its
 * transpose points at itself. Entry k, at (i, j), is entry transposed[k] of the transpose, at (j,
 * i). */
typedef struct gg_csr {
    int64_t rows, cols;
    int64_t *rowptr; /* rows + 1 offsets into col and values */
    int32_t *col;
    gg_dtype dtype; /* of values */
    void *values;
    const struct gg_csr *transpose;
    int64_t *transposed; /* one for each entry */
} gg_csr;

/* A matrix from coordinates (row[k], col[k], value[k]); entries that repeat are added up. values
 * may be NULL: then all entries are one and repeats collapse. Arrays are copied. */
GG_API gg_status gg_csr_from_coo(int64_t rows, int64_t cols, int64_t count, const int32_t *row,
                                 const int32_t *col, const double *values, gg_dtype dtype,
                                 gg_csr **out, gg_error *e);

/* The same, telling where the coordinates went: place[k], of `count`, is the entry of the matrix
 * that coordinate k became part of; repeats share one. So what comes with coordinates, as weights,
 * types or features of edges, is put in the order of the entries, which the operations over entries
 * (gg_spmm_weighted, gg_segment_sum, ...) ask for. place may be NULL. */
GG_API gg_status gg_csr_from_coo_places(int64_t rows, int64_t cols, int64_t count,
                                        const int32_t *row, const int32_t *col,
                                        const double *values, gg_dtype dtype, int64_t *place,
                                        gg_csr **out, gg_error *e);

/* Releases a matrix, its transpose and its values. */
GG_API void gg_csr_free(gg_csr *a);

/* A copy whose values have the given dtype (a matrix of ones stays one). */
GG_API gg_status gg_csr_cast(const gg_csr *a, gg_dtype dtype, gg_csr **out, gg_error *e);

/* One matrix with count blocks of any shapes along its diagonal, from the first row and column on,
 * and no entry elsewhere: of adjacency matrices, a batch of graphs. The entries stand in the order
 * of the blocks, each block's in its own order. Blocks are copied. Of matrices of ones it is one;
 * where others have values, ones are stored as such. Values of both dtypes, or more than 2^31 - 1
 * rows or columns, are GG_ERR_SHAPE. No block: 0 x 0. */
GG_API gg_status gg_csr_block_diagonal(int64_t count, const gg_csr *const *blocks, gg_csr **out,
                                       gg_error *e);

/* Rows row[0] to row[rows - 1] of a matrix, and of these columns col[0] to col[cols - 1], numbered
 * by their places in the lists: entry (p, q) is a's (row[p], col[q]) (SciPy: a[row][:, col]). With
 * one list for both, the part of a graph that some nodes make. col NULL: all columns as they are,
 * and cols is not looked at. A row may come more than once; a column that does is GG_ERR_ARGUMENT,
 * as an id out of range is. Values are copied, in a's dtype; of a matrix of ones it is one. Time
 * and memory O(rows + columns of a + entries of the rows chosen). */
GG_API gg_status gg_csr_select(const gg_csr *a, int64_t rows, const int32_t *row, int64_t cols,
                               const int32_t *col, gg_csr **out, gg_error *e);

/* Number of stored entries; value k as a double; whether entry (i, j) is stored (binary search). */
GG_API int64_t gg_csr_nnz(const gg_csr *a);
GG_API double gg_csr_value(const gg_csr *a, int64_t k);
GG_API bool gg_csr_has(const gg_csr *a, int32_t i, int32_t j);

/* ---- node pairs ------------------------------------------------------------------------- */

/* Pairs (u[k], v[k]) in arrays that the caller owns. */
typedef struct gg_pairs {
    int64_t count;
    const int32_t *u, *v;
} gg_pairs;

/* ---- random numbers --------------------------------------------------------------------- */

/* Counter-based: Philox 4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3",
 * SC 2011), key = seed, counter = (position, stream). A generator is a value without state: the
 * number at a position is the same whoever asks first, in any order, on any thread. */
typedef struct gg_rng {
    uint64_t seed, stream;
} gg_rng;

/* The generator of a seed, and an independent one derived from it by a label (a step number, the
 * index of a layer, a purpose). */
GG_API gg_rng gg_rng_new(uint64_t seed);
GG_API gg_rng gg_rng_fork(gg_rng rng, uint64_t label);

/* At a position: four random words; 64 bits; a double in [0, 1); an integer in [0, bound); a
 * standard normal (Box-Muller). */
GG_API void gg_rng_words(gg_rng rng, uint64_t position, uint32_t out[4]);
GG_API uint64_t gg_rng_bits(gg_rng rng, uint64_t position);
GG_API double gg_rng_uniform(gg_rng rng, uint64_t position);
GG_API uint64_t gg_rng_below(gg_rng rng, uint64_t position, uint64_t bound);
GG_API double gg_rng_normal(gg_rng rng, uint64_t position);

/* Shuffles an array of node or pair indices in place (Fisher-Yates). */
GG_API void gg_rng_shuffle(gg_rng rng, int64_t *items, int64_t count);

/* ---- the machine ------------------------------------------------------------------------ */

/* The build and the machine. Strings live as long as the process. */
typedef struct gg_build {
    const char *version;     /* of graphgrad */
    const char *compiler;    /* "gcc 12.2.0" */
    const char *blas_config; /* OpenBLAS's own description of its build */
    const char *blas_kernel; /* the kernel family in use: "Haswell", "SkylakeX", ... */
    const char *isa;         /* widest vector instructions used: "avx512f", "avx2", "baseline" */
    int threads;             /* processors this process may use */
} gg_build;

/* What this process computes with. */
GG_API gg_build gg_build_info(void);

#ifdef __cplusplus
}
#endif
#endif
