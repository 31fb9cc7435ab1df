/*
 * autograd.h: reverse-mode automatic differentiation. A tape records each operation as it runs
 * (define-by-run) and plays them back to compute gradients. docs/add-an-op.md shows how to write
 * an operation of one's own, inside or outside the library.
 */
#ifndef GG_AUTOGRAD_H
#define GG_AUTOGRAD_H

#include "tensor.h"

#include <limits.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the tape --------------------------------------------------------------------------- */

/*
 * A tape owns every intermediate tensor in one growable arena and computes in one dtype: f32 to
 * train, f64 to check gradients. One thread uses a tape at a time; the tape itself computes with
 * `threads` threads, and its results do not depend on how many.
 *
 * The first error sticks: an operation that fails records its name, the shapes and the reason, and
 * returns the tape's nil tensor, as does every operation after it. So calls nest without checks and
 * the caller asks once: gg_backward, gg_tape_status, gg_value and gg_values return the status.
 */
typedef struct gg_tape gg_tape;

/* An empty tape that computes in dtype with so many threads; and its end, with all it holds. */
GG_API gg_status gg_tape_new(gg_dtype dtype, int threads, gg_tape **out, gg_error *e);
GG_API void gg_tape_free(gg_tape *t);

/* Forgets all nodes and tensors of the tape and its error; keeps the memory for the next step. */
GG_API void gg_tape_reset(gg_tape *t);

/* A mark, and the release of everything made after it. Releasing keeps gradients that were
 * accumulated into tensors made before the mark. */
typedef struct gg_mark {
    struct gg_node *last; /* the latest recorded node */
    int64_t nodes;
    size_t chunk, used; /* the arena's fill */
} gg_mark;

/* Marks where the tape is; and forgets all that came after the mark. */
GG_API gg_mark gg_tape_mark(gg_tape *t);
GG_API void gg_tape_release(gg_tape *t, gg_mark mark);

/* Training mode (the default is evaluation): dropout drops and batch norm uses the batch's own
 * statistics. */
GG_API void gg_tape_set_training(gg_tape *t, bool training);
GG_API bool gg_tape_training(const gg_tape *t);

/* Whether operations are recorded for backward (the default). Off saves memory when no gradient is
 * wanted. */
GG_API void gg_tape_set_recording(gg_tape *t, bool recording);

/* What the tape was made with. */
GG_API gg_dtype gg_tape_dtype(const gg_tape *t);
GG_API int gg_tape_threads(const gg_tape *t);

/* GG_OK, or the first error; fills e. */
GG_API gg_status gg_tape_status(const gg_tape *t, gg_error *e);

/* Records an error unless there is one already; returns the nil tensor. For layers and models that
 * check something of their own. */
GG_API gg_tensor *gg_tape_fail(gg_tape *t, gg_status code, const char *format, ...) GG_PRINTF(3, 4);

/* Bytes the arena holds; nodes recorded since the last reset. */
GG_API size_t gg_tape_bytes(const gg_tape *t);
GG_API int64_t gg_tape_nodes(const gg_tape *t);

/* A constant of the tape's dtype in the arena: uninitialised; filled with a value; a copy of
 * another tensor, converted to the tape's dtype. They ask for no gradient until the caller sets
 * requires_grad. After an error they are the nil tensor, of one element: who fills what gg_empty
 * gave asks gg_tape_status first. */
GG_API gg_tensor *gg_empty(gg_tape *t, int rank, const int64_t *shape);
GG_API gg_tensor *gg_full(gg_tape *t, int rank, const int64_t *shape, double value);
GG_API gg_tensor *gg_constant(gg_tape *t, const gg_tensor *source);

/* Random constants: uniform in [0, 1), in steps of 2^-24, and standard normal, up to 5.9. Element i
 * depends on rng and i alone. */
GG_API gg_tensor *gg_uniform(gg_tape *t, int rank, const int64_t *shape, gg_rng rng);
GG_API gg_tensor *gg_normal(gg_tape *t, int rank, const int64_t *shape, gg_rng rng);

/* x cut off from its history: the same data, no gradient. */
GG_API gg_tensor *gg_detach(gg_tape *t, const gg_tensor *x);

/* The value of a one-element tensor, out of the tape. */
GG_API GG_MUST_CHECK gg_status gg_value(gg_tape *t, const gg_tensor *x, double *value, gg_error *e);

/* All values of a tensor of `count` elements, row by row: predictions, say. */
GG_API GG_MUST_CHECK gg_status gg_values(gg_tape *t, const gg_tensor *x, int64_t count,
                                         double *values, gg_error *e);

/* ---- backward --------------------------------------------------------------------------- */

/* Adds dLoss/dx to x->grad for every leaf x on the way that requires a gradient; loss has one
 * element. Gradients of leaves add up over calls until they are zeroed; those of intermediate
 * tensors are used up. */
GG_API GG_MUST_CHECK gg_status gg_backward(gg_tape *t, gg_tensor *loss, gg_error *e);

/* The same from any tensor y with dLoss/dy = seed (y's shape, the tape's dtype). seed NULL: y->grad
 * holds it already, as gg_microbatch leaves it. A leaf's gradient is added to, and goes no further.
 * Either call takes along every gradient that tensors of the tape hold and have not passed on. */
GG_API GG_MUST_CHECK gg_status gg_backward_from(gg_tape *t, gg_tensor *y, const gg_tensor *seed,
                                                gg_error *e);

/* ---- operations ------------------------------------------------------------------------- */

/*
 * One file each (op_NAME.c). All take tensors of the tape's dtype. "Broadcast"
 * means NumPy's rule. Gradients flow to every floating input unless said otherwise.
 */
GG_API gg_tensor *gg_add(gg_tape *t, gg_tensor *a, gg_tensor *b); /* a + b, broadcast */
GG_API gg_tensor *gg_sub(gg_tape *t, gg_tensor *a, gg_tensor *b); /* a - b, broadcast */
GG_API gg_tensor *gg_mul(gg_tape *t, gg_tensor *a, gg_tensor *b); /* a * b elementwise, broadcast */
GG_API gg_tensor *gg_div(gg_tape *t, gg_tensor *a, gg_tensor *b); /* a / b elementwise, broadcast */
GG_API gg_tensor *gg_neg(gg_tape *t, gg_tensor *x);               /* -x */
GG_API gg_tensor *gg_scale(gg_tape *t, gg_tensor *x, double s);   /* s x */

/* C = A B: (n x k) (k x m) -> (n x m). With more axes in front, the same ones of A and B, a product
 * for each of their indices: (... x n x k) (... x k x m) -> (... x n x m). */
GG_API gg_tensor *gg_matmul(gg_tape *t, gg_tensor *a, gg_tensor *b);

/* C = op(A) op(B), where op(A) is A or, if transpose_a, A^T, and op(B) likewise: A lies as (n x k)
 * or (k x n), B as (k x m) or (m x k), with more axes in front as above. No transpose is ever
 * written out. */
GG_API gg_tensor *gg_matmul_t(gg_tape *t, gg_tensor *a, bool transpose_a, gg_tensor *b,
                              bool transpose_b);

/* Y = X W^T + b: X (n x in), W (out x in), b (out) or NULL -> (n x out). X may be of any rank: what
 * comes before its last axis stays, (... x in) -> (... x out). */
GG_API gg_tensor *gg_linear(gg_tape *t, gg_tensor *x, gg_tensor *w, gg_tensor *b);

/* Y = X W[:, first : first + k]^T + b, k the width of X: a linear layer's product with a part of
 * its input. The product of a concatenation [P, q] is the sum of two parts, so inputs that share P
 * share its product. b may be NULL. */
GG_API gg_tensor *gg_linear_part(gg_tape *t, gg_tensor *x, gg_tensor *w, int64_t first,
                                 gg_tensor *b);

/* Y[p, :] = H[p, :] + s[p] W[:, column]: one more input column of a linear layer, added to the
 * product of the others. H (n x out), W (out x in); s: n constants (no gradient), whose data lives
 * until the tape is reset; or n x k, for the columns from `column` to column + k - 1. */
GG_API gg_tensor *gg_add_column(gg_tape *t, gg_tensor *h, gg_tensor *w, int64_t column,
                                const gg_tensor *s);

GG_API gg_tensor *gg_relu(gg_tape *t, gg_tensor *x);     /* max(x, 0) */
GG_API gg_tensor *gg_elu(gg_tape *t, gg_tensor *x);      /* x > 0 ? x : exp(x) - 1 */
GG_API gg_tensor *gg_sigmoid(gg_tape *t, gg_tensor *x);  /* 1 / (1 + exp(-x)) */
GG_API gg_tensor *gg_tanh(gg_tape *t, gg_tensor *x);     /* tanh(x) */
GG_API gg_tensor *gg_softplus(gg_tape *t, gg_tensor *x); /* log(1 + exp(x)) */
GG_API gg_tensor *gg_silu(gg_tape *t, gg_tensor *x);     /* x sigmoid(x); 0 at -infinity */
GG_API gg_tensor *gg_exp(gg_tape *t, gg_tensor *x);      /* exp(x) */
GG_API gg_tensor *gg_square(gg_tape *t, gg_tensor *x);   /* x^2 */
GG_API gg_tensor *gg_abs(gg_tape *t, gg_tensor *x);      /* |x|; the gradient at 0 is 0 */

/* x Phi(x) with the standard normal distribution Phi(x) = (1 + erf(x / sqrt(2))) / 2, not its
 * approximation by tanh; 0 at -infinity. 1 + erf cancels where x is far below 0: there the error is
 * small beside x, not beside the result. (Hendrycks and Gimpel 2016.) */
GG_API gg_tensor *gg_gelu(gg_tape *t, gg_tensor *x);

/* x^exponent, as C's pow, the exponent rounded to the tape's dtype: 1 for the exponent 0, whatever
 * x; NaN for a negative finite x and an exponent that is no integer; infinite at x = 0 for a
 * negative one. The gradient is exponent x^(exponent - 1), and 0 for the exponent 0. */
GG_API gg_tensor *gg_pow(gg_tape *t, gg_tensor *x, double exponent);

/* min(max(x, low), high), low <= high, either of which may be infinite; the gradient is 1 from low
 * to high, both included, and 0 outside. */
GG_API gg_tensor *gg_clamp(gg_tape *t, gg_tensor *x, double low, double high);

/* log(x), the natural logarithm; x >= 0. */
GG_API gg_tensor *gg_log(gg_tape *t, gg_tensor *x);

/* sqrt(x), x >= 0; the gradient at 0 is infinite. */
GG_API gg_tensor *gg_sqrt(gg_tape *t, gg_tensor *x);

/* exp(x) / sum exp(x), the sum over the last axis. */
GG_API gg_tensor *gg_softmax(gg_tape *t, gg_tensor *x);

/* log(softmax(x)) over the last axis, without overflow. */
GG_API gg_tensor *gg_log_softmax(gg_tape *t, gg_tensor *x);

/* x > 0 ? x : slope x; the gradient at 0 is slope. */
GG_API gg_tensor *gg_leaky_relu(gg_tape *t, gg_tensor *x, double slope);

/* x > 0 ? x : w x with learned slopes w: a vector of one, or of one for each column of x's last
 * axis. The gradient at 0 is w. (He et al. 2015.) */
GG_API gg_tensor *gg_prelu(gg_tape *t, gg_tensor *x, gg_tensor *w);

/* The axis that stands for all of them. Axes count from 0: -1 is an error, not the last. */
#define GG_ALL INT_MIN

/* The sum over one axis, which disappears (a vector becomes {1}), or over everything with axis =
 * GG_ALL -> {1}. */
GG_API gg_tensor *gg_sum(gg_tape *t, gg_tensor *x, int axis);

/* The mean over one axis or everything, shaped as a sum. The mean over nothing is an error. */
GG_API gg_tensor *gg_mean(gg_tape *t, gg_tensor *x, int axis);

/* The maximum over one axis or everything, shaped as a sum; NaN where there is one. The gradient
 * goes to the first element that holds it. The maximum over nothing is an error. */
GG_API gg_tensor *gg_max(gg_tape *t, gg_tensor *x, int axis);

/* The minimum, else as gg_max. */
GG_API gg_tensor *gg_min(gg_tape *t, gg_tensor *x, int axis);

/* log(sum exp(x)) over one axis or everything, shaped as a sum, without overflow. The gradient is
 * the softmax. -infinity over nothing, and where all x are, with the gradient 0. Infinity where an
 * x is, which has the gradient NaN. */
GG_API gg_tensor *gg_logsumexp(gg_tape *t, gg_tensor *x, int axis);

/* Y = max_k X_k elementwise: count >= 1 tensors of one shape; NaN where there is one. Of several
 * that hold the maximum, the first has the gradient. */
GG_API gg_tensor *gg_maximum(gg_tape *t, int count, gg_tensor *const *x);

/* sqrt(sum x^2) -> {1}; the gradient at 0 is 0. */
GG_API gg_tensor *gg_frobenius_norm(gg_tape *t, gg_tensor *x);

/* Y = sum_k w[k] X_k: w a vector of count >= 1 elements, the X_k of one shape. */
GG_API gg_tensor *gg_weighted_sum(gg_tape *t, gg_tensor *w, int count, gg_tensor *const *x);

/* Joins count tensors of equal shape but for one axis. */
GG_API gg_tensor *gg_concat(gg_tape *t, int count, gg_tensor *const *x, int axis);

/* Indices begin to end - 1 of one axis, 0 <= begin <= end <= its size. */
GG_API gg_tensor *gg_slice(gg_tape *t, gg_tensor *x, int axis, int64_t begin, int64_t end);

/* The same elements in the same order as another shape (a copy). One size may be -1: what the
 * others leave. */
GG_API gg_tensor *gg_reshape(gg_tape *t, gg_tensor *x, int rank, const int64_t *shape);

/* Axes in another order (a copy): axis k of the result is axis order[k] of x. order NULL exchanges
 * the last two, which for a matrix is its transpose; a vector stays as it is. */
GG_API gg_tensor *gg_transpose(gg_tape *t, gg_tensor *x, const int *order);

/* Y[p, :] = X[index[p], :]. index: count ids below the rows of X; the caller keeps it alive until
 * the tape is reset. Backward adds rows up in the order of p. With X a parameter (ids x width) this
 * is the look-up of learned embeddings. */
GG_API gg_tensor *gg_gather_rows(gg_tape *t, gg_tensor *x, int64_t count, const int32_t *index);

/* Y (rows x d), Y[index[p], :] += X[p, :] in the order of p, from zeros: what gg_gather_rows does
 * backwards. index: an id below rows for each row of X; kept alive as there. */
GG_API gg_tensor *gg_scatter_add_rows(gg_tape *t, gg_tensor *x, const int32_t *index, int64_t rows);

/* Y = A X: sparse (n x m) times dense (m x d) -> (n x d). A is a constant of the tape's dtype or a
 * matrix of ones, alive until the tape is reset. dX = A^T dY through A's cached transpose. */
GG_API gg_tensor *gg_spmm(gg_tape *t, const gg_csr *a, gg_tensor *x);

/* Y = X W^T: sparse (n x in) times dense W (out x in) transposed -> (n x out): a linear layer of
 * sparse features. X is as A above, and constant. dW = dY^T X. */
GG_API gg_tensor *gg_spmm_linear(gg_tape *t, const gg_csr *x, gg_tensor *w);

/* Y = A X where A has the places of a and the weights w: Y[i, :] = sum over the entries k of row i
 * of w[k] X[col k, :]. w: one weight an entry, or (entries x heads), where head h weighs the h-th
 * of equal parts of X's columns. a's own values are not looked at; a as in gg_spmm. */
GG_API gg_tensor *gg_spmm_weighted(gg_tape *t, const gg_csr *a, gg_tensor *w, gg_tensor *x);

/* Y[i, :] = the mean of X[col k, :] over the entries k of row i of a (n x m): X (m x d) -> (n x d);
 * 0 for a row without entries. a's values are not looked at; a as in gg_spmm. The mean of
 * GraphSAGE (Hamilton, Ying and Leskovec 2017, algorithm 1). */
GG_API gg_tensor *gg_spmm_mean(gg_tape *t, const gg_csr *a, gg_tensor *x);

/* e[k] = <X[row k, :], Y[col k, :]> for each entry k of a (n x m): X (n x d), Y (m x d) ->
 * (entries), the product X Y^T where a has entries. a's values are not looked at. */
GG_API gg_tensor *gg_sddmm(gg_tape *t, const gg_csr *a, gg_tensor *x, gg_tensor *y);

/* e[k] = l[row k] + r[col k]: l (n), r (m) -> (entries), or (n x heads), (m x heads) -> (entries x
 * heads): additive attention before its activation. */
GG_API gg_tensor *gg_sddmm_add(gg_tape *t, const gg_csr *a, gg_tensor *l, gg_tensor *r);

/* Y[i, h] = <part h of X[i, :], A[h, :]>: X (n x heads d), A (heads x d) -> (n x heads), a score of
 * each head's part of a row. */
GG_API gg_tensor *gg_head_dots(gg_tape *t, gg_tensor *x, gg_tensor *a);

/* The sum over the entries of each row of a (n x m): X has a row, or x a number, for each entry
 * (entries x d, or entries) -> (n x d), or (n); 0 for a row without entries. a's values are not
 * looked at; a as in gg_spmm. */
GG_API gg_tensor *gg_segment_sum(gg_tape *t, const gg_csr *a, gg_tensor *x);

/* The mean over the entries of each row of a, else as gg_segment_sum. */
GG_API gg_tensor *gg_segment_mean(gg_tape *t, const gg_csr *a, gg_tensor *x);

/* The maximum over the entries of each row of a, else as gg_segment_sum; NaN where there is one.
 * The gradient goes to the first of equals. */
GG_API gg_tensor *gg_segment_max(gg_tape *t, const gg_csr *a, gg_tensor *x);

/* exp(x) / sum exp(x), the sum over the entries of the same row of a: inputs as in gg_segment_sum,
 * the output has their shape. */
GG_API gg_tensor *gg_segment_softmax(gg_tape *t, const gg_csr *a, gg_tensor *x);

/* Y[p, :] = Z[u[p], :] * Z[v[p], :]: the representation of pair p (CFLP, section 3.3). The caller
 * keeps the arrays of pairs alive until the tape is reset. */
GG_API gg_tensor *gg_hadamard_pairs(gg_tape *t, gg_tensor *z, const gg_pairs *pairs);

/* Training: each element is 0 with probability p, else x / (1 - p); p is rounded to a multiple of
 * 2^-16. Evaluation: x itself. Element (r, c) of a matrix is kept or dropped by the generator's
 * number at (first_row + r, c), so a batch cut into tiles drops the same elements. The mask is
 * computed again in backward, never stored. */
GG_API gg_tensor *gg_dropout(gg_tape *t, gg_tensor *x, double p, gg_rng rng, int64_t first_row);

/* gg_dropout(gg_elu(gg_add_column(H, W, column, s)), p, rng, first_row) in one pass, bit for bit: a
 * decoder's hidden layer, for two worlds that share H. */
GG_API gg_tensor *gg_add_column_elu_dropout(gg_tape *t, gg_tensor *h, gg_tensor *w, int64_t column,
                                            const gg_tensor *s, double p, gg_rng rng,
                                            int64_t first_row);

/* Dropout of a sparse matrix's entries, for gg_spmm_linear and gg_spmm: gg_dropout of the vector of
 * its values. Training: a matrix with x's places that lives until the tape is reset, as x must.
 * Evaluation: x itself. x is constant, of the tape's dtype or a matrix of ones. */
GG_API const gg_csr *gg_dropout_sparse(gg_tape *t, const gg_csr *x, double p, gg_rng rng);

/* Batch normalisation over the rows of X (n x d): gamma * (x - mean) / sqrt(var + eps) + beta.
 * Training: the batch's mean and biased variance normalise; running_mean and running_var (d each,
 * updated in place) become (1 - momentum) running + momentum batch, with the unbiased variance.
 * Evaluation: the running statistics normalise. (Ioffe and Szegedy 2015, algorithm 1.) */
GG_API gg_tensor *gg_batch_norm(gg_tape *t, gg_tensor *x, gg_tensor *gamma, gg_tensor *beta,
                                gg_tensor *running_mean, gg_tensor *running_var, double momentum,
                                double eps);

/* The memory of an LSTM cell after a step, sigmoid(f) C + sigmoid(i) tanh(g), from its gates before
 * activation A = [i, f, g, o] (n x 4d) and the memory C before (n x d) -> (n x d). */
GG_API gg_tensor *gg_lstm_memory(gg_tape *t, gg_tensor *a, gg_tensor *c);

/* The output of an LSTM cell, sigmoid(o) tanh(C), from its gates A = [i, f, g, o] (n x 4d) and the
 * memory C after the step (n x d) -> (n x d). */
GG_API gg_tensor *gg_lstm_output(gg_tape *t, gg_tensor *a, gg_tensor *c);

/* Layer normalisation of each row of the last axis (d wide): gamma * (x - mean) / sqrt(var + eps) +
 * beta with the row's mean and biased variance; gamma and beta: d each. (Ba et al. 2016.) */
GG_API gg_tensor *gg_layer_norm(gg_tape *t, gg_tensor *x, gg_tensor *gamma, gg_tensor *beta,
                                double eps);

/* x / max(|x|, eps) in each row of the last axis, |x| its Euclidean norm; eps > 0. */
GG_API gg_tensor *gg_l2_normalize(gg_tape *t, gg_tensor *x, double eps);

/* Binary cross-entropy of logits x against targets y in [0, 1] (x's number of elements, no
 * gradient; their data lives until the tape is reset): pos_weight y softplus(-x) + (1 - y)
 * softplus(x), added up and multiplied by weight -> {1}. weight = 1 / n is the mean, 1 the sum. */
GG_API gg_tensor *gg_bce_with_logits(gg_tape *t, gg_tensor *x, const gg_tensor *y,
                                     double pos_weight, double weight);

/* Cross-entropy of logits X (n x classes) against n labels: -log softmax(x)[label], added up over
 * the rows and multiplied by weight -> {1}. A row with the label -1 does not count. The caller
 * keeps the labels alive until the tape is reset. */
GG_API gg_tensor *gg_cross_entropy(gg_tape *t, gg_tensor *x, const int32_t *labels, double weight);

/* Its mean, a weight of 1 / (rows that count): that there is none is an error. */
GG_API gg_tensor *gg_cross_entropy_mean(gg_tape *t, gg_tensor *x, const int32_t *labels);

/* Squared error: sum (x - y)^2 multiplied by weight -> {1}; x and y of one shape. weight = 1 / n
 * gives the mean. */
GG_API gg_tensor *gg_mse(gg_tape *t, gg_tensor *x, gg_tensor *y, double weight);

/*
 * The contrastive loss of two views of n nodes, X and Y (n x d) -> {1}: the mean over all rows of
 *
 *     -log(e(x_i, y_i) / (sum_j e(x_i, y_j) + sum_j!=i e(x_i, x_j))),   e = exp(cosine / tau),
 *
 * and of the same with X and Y exchanged; tau is 0.025 or more (NT-Xent, Chen et al.
 * 2020, "A Simple Framework for Contrastive Learning of Visual Representations"; GRACE, Zhu et al.
 * 2020, equations 1 and 2). A row of zeros has the cosine 0 with all others. Time O(n^2 d), memory
 * O(n d): no matrix of all cosines is kept.
 */
GG_API gg_tensor *gg_nt_xent(gg_tape *t, gg_tensor *x, gg_tensor *y, double tau);

/*
 * The debiased Sinkhorn divergence between the rows of X (n x d) and of Y (m x d), n, m >= 1, with
 * uniform weights and the cost |x - y|^2 / 2 -> {1}:
 *
 *     OT(X, Y) - OT(X, X) / 2 - OT(Y, Y) / 2,
 *     OT(X, Y) = min_P sum P C + eps KL(P, 1 / nm),   eps = blur^2
 *
 * (Feydy et al. 2019, "Interpolating between Optimal Transport and MMD using Sinkhorn
 * Divergences", eq. 3). blur is a length in the units of X, 1e-18 to 1e18. A fixed number of steps,
 * one for each halving from the clouds' diameter to blur, computes it nearly, as
 * SamplesLoss("sinkhorn", p=2, blur=blur, scaling=0.5) of the Python package geomloss does. The
 * gradient is that of the optimum,
 *
 *     dX_i = 1/n (sum_j P_ij (x_i - y_j) - sum_j Q_ij (x_i - x_j)),
 *
 * with P and Q the last plans from X to Y and to X itself, each row of sum 1; it is the derivative
 * of the value where the steps have converged. Takes (n + m)^2 elements of the tape's memory.
 */
GG_API gg_tensor *gg_sinkhorn(gg_tape *t, gg_tensor *x, gg_tensor *y, double blur);

/* ---- checking gradients ------------------------------------------------------------------ */

/* A function of the inputs, built on the tape, of any shape: the check weighs and adds it up. */
typedef gg_tensor *(*gg_function)(gg_tape *t, gg_tensor **inputs, void *context);

/* The worst disagreement between a gradient and central differences. */
typedef struct gg_gradcheck_report {
    int input;             /* which input, */
    int64_t element;       /* and which of its elements */
    double analytic;       /* backward's gradient */
    double numeric;        /* (f(x + h) - f(x - h)) / 2h */
    double relative_error; /* |analytic - numeric| / max(1, |analytic|, |numeric|) */
    int64_t checked;       /* elements compared */
    char text[256];        /* all of it in one line */
} gg_gradcheck_report;

/* Compares the gradient of f with central differences, in f64, at every element of every input that
 * requires a gradient. The inputs are copied, so f must build on those it is given: one that no
 * operation reads is an error. The tape is in evaluation mode unless f sets another. GG_OK when the
 * worst relative error is at most tolerance, GG_ERR_NUMERIC when it is not. */
GG_API GG_MUST_CHECK gg_status gg_gradcheck(gg_function f, int count, gg_tensor **inputs,
                                            void *context, double tolerance,
                                            gg_gradcheck_report *report, gg_error *e);

/* ---- writing an op ----------------------------------------------------------------------- */

/* What an op is made of; see below. */
typedef struct gg_op gg_op;

/* One application of an op: what forward, backward and the shape rule see. */
typedef struct gg_node {
    struct gg_node *previous; /* on the tape */
    const gg_op *op;
    gg_tape *tape;
    gg_tensor *out;
    int arity;
    gg_tensor **in;
    void *attributes; /* the op's own copy of what gg_apply was given; NULL if none */
    void *saved;      /* whatever forward keeps for backward, from gg_node_alloc */
    bool postponed;   /* its backward runs after the tile's; see gg_microbatch */
} gg_node;

/*
 * An op: constant data, so that users define theirs as the library does. shape sets out->rank and
 * out->shape from the inputs or returns gg_node_fail(...). forward fills out->data. backward reads
 * out->grad and adds to the inputs' gradients, each obtained from gg_grad_into.
 *
 * An op whose backward scatters into rows of its first input (a gather) may give backward_columns:
 * it must add only columns [begin, end) of the gradient, so that threads split the columns and
 * every sum keeps its order. Such a backward reads the inputs' data, the attributes and out->grad,
 * never out->data. A micro-batch runs it, and gg_backward too where there is no backward.
 */
struct gg_op {
    const char *name;
    int arity; /* -1: any number */
    gg_status (*shape)(gg_node *n);
    void (*forward[2])(gg_node *n);  /* by dtype */
    void (*backward[2])(gg_node *n); /* by dtype */
    size_t attributes_size;          /* bytes that gg_apply copies */
    void (*backward_columns[2])(gg_node *n, void *gradient, int64_t begin, int64_t end);
};

/* {f_f32, f_f64}: the two kernels that each_real.h compiles from one source. */
#define GG_BOTH(f)                                                                                 \
    {                                                                                              \
        f##_f32, f##_f64                                                                           \
    }

/* Runs op on the tape: gg_apply(t, &op, attributes or NULL, x, y, ...). */
GG_API gg_tensor *gg_apply_n(gg_tape *t, const gg_op *op, const void *attributes, int arity,
                             gg_tensor *const *in);
#ifndef __cplusplus
#define gg_apply(t, op, attributes, ...)                                                           \
    gg_apply_n(t, op, attributes,                                                                  \
               (int)(sizeof((gg_tensor *[]){__VA_ARGS__}) / sizeof(gg_tensor *)),                  \
               (gg_tensor *[]){__VA_ARGS__})
#else
extern "C++" template <typename... inputs>
inline gg_tensor *gg_apply(gg_tape *t, const gg_op *op, const void *attributes, inputs *...in)
{
    gg_tensor *const list[] = {in...};
    return gg_apply_n(t, op, attributes, (int)sizeof...(in), list);
}
#endif

/* Shape rules that serve many ops: that of the only input; NumPy broadcasting of two. */
GG_API gg_status gg_shape_same(gg_node *n);
GG_API gg_status gg_shape_broadcast(gg_node *n);

/* Fails the tape with "name: (shape) x (shape): reason" and returns GG_ERR_SHAPE. */
GG_API gg_status gg_node_fail(gg_node *n, const char *format, ...) GG_PRINTF(2, 3);

/* Memory of the tape's arena, 64-byte aligned; NULL if there is none (the tape's error is set). */
GG_API void *gg_node_alloc(gg_node *n, size_t count, size_t size);

/* Where to put dLoss/d(in[k]): NULL when it is not wanted. *fresh: the buffer holds nothing yet and
 * must be overwritten in full; else add to it. Ask once for each input, and write before you ask
 * for the next: two inputs may be the same tensor. */
GG_API void *gg_grad_into(gg_node *n, int k, bool *fresh);

/* The same for a backward that touches single rows: the buffer is cleared first if it is new. */
GG_API void *gg_grad_add(gg_node *n, int k);

/* Calls body(context, begin, end) over [0, n) in blocks of a fixed size, on the tape's threads. The
 * blocks do not depend on the number of threads: write only outputs of your own block. */
typedef void (*gg_range)(void *context, int64_t begin, int64_t end);
GG_API void gg_tape_parallel(gg_tape *t, int64_t n, int64_t block, gg_range body, void *context);

/* Elements a block of an element-wise op: 64 KiB of floats, small enough for two such streams to
 * stay in cache, large enough to be worth a thread's while. */
#define GG_BLOCK 16384

/* What a block of a backward pass needs to know: of input k, where its gradient goes. */
typedef struct gg_backward_block {
    const gg_node *node;
    void *gradient;
    bool fresh; /* overwrite the gradient; else add to it */
} gg_backward_block;

/* Backward of an element-wise op with one input: body gets a gg_backward_block, in blocks of
 * elements. */
GG_API void gg_backward_elementwise(gg_node *n, gg_range body);

#ifdef __cplusplus
}
#endif
#endif
