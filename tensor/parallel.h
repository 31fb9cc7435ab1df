/* parallel.h (internal): threads over fixed blocks of outputs. */
#ifndef GG_PARALLEL_H
#define GG_PARALLEL_H

#include "tensor.h"

/* Calls body(context, begin, end) for [0, n) in blocks of `block`, on up to `threads` threads. The
 * blocks are the same at any number of threads. Inside another parallel region it runs serially. */
void gg_parallel(int threads, int64_t n, int64_t block,
                 void (*body)(void *context, int64_t begin, int64_t end), void *context);

/* Splits n columns that need nothing from each other among threads: the block for gg_parallel, a
 * whole number of two cache lines, so that no two threads write the same line of a row. */
static inline int64_t gg_column_block(int threads, int64_t n)
{
    int64_t block = (n + threads - 1) / threads;
    return block > 32 ? (block + 31) / 32 * 32 : 32;
}

/* Kernels marked so are compiled for the baseline, AVX2 and AVX-512, and chosen when the program
 * starts. gcc knows these levels since version 12; other compilers make the baseline alone. */
#if defined(__x86_64__) && !defined(__clang__) && __GNUC__ >= 12 && defined(__gnu_linux__) &&      \
    !defined(__SANITIZE_ADDRESS__) && !defined(__AVX2__) && !defined(GG_NO_CLONES)
#define GG_CLONES 1
#define GG_SIMD __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define GG_SIMD
#endif

/* The helpers of such a kernel, which must become a part of it: a helper that the compiler leaves a
 * function is compiled for the baseline only. */
#if defined(__GNUC__)
#define GG_INLINE static inline __attribute__((always_inline))
#else
#define GG_INLINE static inline
#endif

#endif
