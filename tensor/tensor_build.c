#include "parallel.h"

#include <cblas.h>
#include <omp.h>

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

/* The widest clone of the kernels that this processor runs. */
static const char *widest_isa(void)
{
#if defined(__AVX512F__)
    return "avx512f";
#elif defined(__AVX2__)
    return "avx2";
#elif defined(GG_CLONES)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl"))
        return "avx512f";
    return __builtin_cpu_supports("avx2") ? "avx2" : "baseline";
#else
    return "baseline";
#endif
}

gg_build gg_build_info(void)
{
    return (gg_build){.version = GG_VERSION,
                      .compiler = COMPILER,
                      .blas_config = openblas_get_config(),
                      .blas_kernel = openblas_get_corename(),
                      .isa = widest_isa(),
                      .threads = omp_get_num_procs()};
}
