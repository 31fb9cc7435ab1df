/* blas.h (internal): the one door to OpenBLAS. */
#ifndef GG_BLAS_H
#define GG_BLAS_H

#include "tensor.h"

/* C = alpha op(A) op(B) + beta C, row-major: op(A) is m x k, op(B) k x n, C m x n, with leading
 * dimensions (row strides) lda, ldb, ldc. Runs on the calling thread. beta 0 overwrites C. */
void gg_gemm_f32(bool transpose_a, bool transpose_b, int64_t m, int64_t n, int64_t k, float alpha,
                 const float *a, int64_t lda, const float *b, int64_t ldb, float beta, float *c,
                 int64_t ldc);
void gg_gemm_f64(bool transpose_a, bool transpose_b, int64_t m, int64_t n, int64_t k, double alpha,
                 const double *a, int64_t lda, const double *b, int64_t ldb, double beta, double *c,
                 int64_t ldc);

/* y = alpha op(A) x + beta y, A m x n row-major. */
void gg_gemv_f32(bool transpose, int64_t m, int64_t n, float alpha, const float *a, int64_t lda,
                 const float *x, float beta, float *y);
void gg_gemv_f64(bool transpose, int64_t m, int64_t n, double alpha, const double *a, int64_t lda,
                 const double *x, double beta, double *y);

/* Whether all three dimensions of a product are BLAS ints: to be asked before, by shape rules. */
bool gg_blas_fits(int64_t m, int64_t n, int64_t k);

/* Puts OpenBLAS on the right kernel and on one thread; runs by itself as the library is loaded. */
void gg_blas_setup(void);

#endif
