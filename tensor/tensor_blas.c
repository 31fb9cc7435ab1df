/*
 * OpenBLAS picks its kernels when it is loaded, from the processor's model number. Releases before
 * 0.3.25 answer a model they do not know with kernels for SSE3 ("Prescott"), a fifth of the speed.
 * This file looks at what the processor can do and, where the choice is worse, makes OpenBLAS
 * choose again with OPENBLAS_CORETYPE set for that moment. It happens as graphgrad is loaded,
 * before the program runs, so nobody is inside OpenBLAS; and it works however early OpenBLAS came.
 */
#include "blas.h"

#include <cblas.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* The least kernel family that is right for this processor; NULL to leave the choice alone. */
static const char *wanted_kernel(void)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw"))
        return "SkylakeX";
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return "Haswell";
#endif
    return NULL;
}

/* Kernel families for processors without AVX2, among them the fallback. */
static bool is_outdated(const char *kernel)
{
    static const char *const old[] = {"Prescott",     "Core2",     "Penryn",    "Dunnington",
                                      "Nehalem",      "Atom",      "Nano",      "Katmai",
                                      "Coppermine",   "Banias",    "Northwood", "Opteron",
                                      "Opteron_SSE3", "Barcelona", "Bobcat",    "Sandybridge"};
    for (size_t k = 0; k < sizeof old / sizeof *old; k++)
        if (strcmp(kernel, old[k]) == 0)
            return true;
    return false;
}

/* OpenBLAS's own entry points for choosing; absent in a build for one processor only. */
static void choose_again(const char *kernel)
{
    void (*quit)(void), (*init)(void);
    *(void **)&quit = dlsym(RTLD_DEFAULT, "gotoblas_dynamic_quit");
    *(void **)&init = dlsym(RTLD_DEFAULT, "gotoblas_dynamic_init");
    if (!quit || !init || setenv("OPENBLAS_CORETYPE", kernel, 1))
        return;
    quit();
    init();
    unsetenv("OPENBLAS_CORETYPE");
}

void gg_blas_setup(void)
{
    const char *kernel = wanted_kernel();
    if (kernel && !getenv("OPENBLAS_CORETYPE") && is_outdated(openblas_get_corename()))
        choose_again(kernel);
    openblas_set_num_threads(1);
}

__attribute__((constructor)) static void set_up_when_loaded(void)
{
    gg_blas_setup();
}

/* A dimension as a BLAS int: gg_blas_fits has said that it is one. */
static int dim(int64_t n)
{
    return (int)n;
}

bool gg_blas_fits(int64_t m, int64_t n, int64_t k)
{
    return m <= INT32_MAX && n <= INT32_MAX && k <= INT32_MAX;
}

/* What BLAS leaves alone when the inner dimension is empty: y = beta y, where 0 clears. */
#define SCALE(y, count, beta)                                                                      \
    for (int64_t i = 0; i < (count); i++)                                                          \
    (y)[i] = (beta) == 0 ? 0 : (beta) * (y)[i]

static CBLAS_TRANSPOSE trans(bool t)
{
    return t ? CblasTrans : CblasNoTrans;
}

void gg_gemm_f32(bool transpose_a, bool transpose_b, int64_t m, int64_t n, int64_t k, float alpha,
                 const float *a, int64_t lda, const float *b, int64_t ldb, float beta, float *c,
                 int64_t ldc)
{
    if (m > 0 && n > 0)
        cblas_sgemm(CblasRowMajor, trans(transpose_a), trans(transpose_b), dim(m), dim(n), dim(k),
                    alpha, a, dim(lda > 0 ? lda : 1), b, dim(ldb > 0 ? ldb : 1), beta, c, dim(ldc));
}

void gg_gemm_f64(bool transpose_a, bool transpose_b, int64_t m, int64_t n, int64_t k, double alpha,
                 const double *a, int64_t lda, const double *b, int64_t ldb, double beta, double *c,
                 int64_t ldc)
{
    if (m > 0 && n > 0)
        cblas_dgemm(CblasRowMajor, trans(transpose_a), trans(transpose_b), dim(m), dim(n), dim(k),
                    alpha, a, dim(lda > 0 ? lda : 1), b, dim(ldb > 0 ? ldb : 1), beta, c, dim(ldc));
}

void gg_gemv_f32(bool transpose, int64_t m, int64_t n, float alpha, const float *a, int64_t lda,
                 const float *x, float beta, float *y)
{
    if (m == 0 || n == 0) {
        SCALE(y, transpose ? n : m, beta);
        return;
    }
    cblas_sgemv(CblasRowMajor, trans(transpose), dim(m), dim(n), alpha, a, dim(lda), x, 1, beta, y,
                1);
}

void gg_gemv_f64(bool transpose, int64_t m, int64_t n, double alpha, const double *a, int64_t lda,
                 const double *x, double beta, double *y)
{
    if (m == 0 || n == 0) {
        SCALE(y, transpose ? n : m, beta);
        return;
    }
    cblas_dgemv(CblasRowMajor, trans(transpose), dim(m), dim(n), alpha, a, dim(lda), x, 1, beta, y,
                1);
}
