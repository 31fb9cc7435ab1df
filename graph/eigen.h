/* eigen.h (internal): eigenvalues and eigenvectors of symmetric matrices. */
#ifndef GG_EIGEN_H
#define GG_EIGEN_H

#include "tensor.h"

/* A dense n x n matrix a, destroyed: values descend, and column k of vectors (n x n, row-major)
 * belongs to value k. For n of a hundred at most: cyclic Jacobi rotations, O(n^3) a sweep. */
void gg_eigen_dense(int64_t n, double *a, double *values, double *vectors);

/* A large symmetric matrix M, by what multiplies with it: Y = M X for X and Y rows x columns,
 * row-major. A product that fails ends the search for eigenvalues. No eigenvalue is larger than
 * bound in size; or, if `positive`, none is below 0, and the largest one found is the bound. */
typedef struct gg_symmetric {
    int64_t rows;
    double bound;
    bool positive;
    gg_status (*multiply)(void *context, int64_t columns, const double *x, double *y, gg_error *e);
    void *context;
} gg_symmetric;

/* The k largest eigenvalues (not in size), k <= rows, descending, with their multiplicities, and
 * vectors, rows x k row-major, orthonormal. Of each pair the residual |M v - value v| is at most
 * tolerance * bound; GG_ERR_NUMERIC where that is not reached. The seed draws the first guess. */
gg_status gg_eigen_symmetric(const gg_symmetric *m, int64_t k, double tolerance, uint64_t seed,
                             double *values, double *vectors, gg_error *e);

/* How many columns X has then: some more than k. */
int64_t gg_eigen_columns(int64_t rows, int64_t k);

/* The matrix diag(s) (A + uniform 1 1^T) diag(s) of a symmetric A of ones; s may be NULL, for ones.
 * No eigenvalue is larger than bound in size. */
typedef struct gg_operator {
    const gg_csr *a;
    const double *scale;
    double uniform, bound;
} gg_operator;

/* The same of that matrix, on some threads. */
gg_status gg_eigen_largest(const gg_operator *m, int64_t k, double tolerance, uint64_t seed,
                           int threads, double *values, double *vectors, gg_error *e);

#endif
