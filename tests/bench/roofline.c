/* What the machine can do: multiply-adds, sgemm and memory traffic, each on a number of threads. */
#include "bench.h"
#include "blas.h"
#include "parallel.h"

#include <stdlib.h>
#include <string.h>

/* ---- arithmetic ---- */

/* Independent chains, enough for two multiply-adds a cycle of 4 or 5 cycles' latency each, and few
 * enough for registers of all widths. Vectors are as long as the processor's: longer ones a
 * compiler keeps in memory. */
#define CHAINS 12
#define STEPS 200000

static volatile float sink;

#define MULTIPLY_ADD(name, target, lanes)                                                          \
    typedef float name##_vector __attribute__((vector_size(4 * lanes)));                           \
    target static void name(void *context, int64_t begin, int64_t end)                             \
    {                                                                                              \
        const float *start = context;                                                              \
        name##_vector x[CHAINS], factor, sum = {0};                                                \
        for (int k = 0; k < CHAINS; k++)                                                           \
            for (int l = 0; l < lanes; l++)                                                        \
                x[k][l] = start[0] + (float)k;                                                     \
        for (int l = 0; l < lanes; l++)                                                            \
            factor[l] = start[1];                                                                  \
        for (int64_t i = begin * STEPS; i < end * STEPS; i++) {                                    \
            x[0] = x[0] * factor + factor, x[1] = x[1] * factor + factor;                          \
            x[2] = x[2] * factor + factor, x[3] = x[3] * factor + factor;                          \
            x[4] = x[4] * factor + factor, x[5] = x[5] * factor + factor;                          \
            x[6] = x[6] * factor + factor, x[7] = x[7] * factor + factor;                          \
            x[8] = x[8] * factor + factor, x[9] = x[9] * factor + factor;                          \
            x[10] = x[10] * factor + factor, x[11] = x[11] * factor + factor;                      \
        }                                                                                          \
        for (int k = 0; k < CHAINS; k++)                                                           \
            sum += x[k];                                                                           \
        float total = 0; /* of all: a lane that nobody asks for need not be computed */            \
        for (int l = 0; l < lanes; l++)                                                            \
            total += sum[l];                                                                       \
        sink = total;                                                                              \
    }

#ifdef GG_CLONES
MULTIPLY_ADD(multiply_add_avx512, __attribute__((target("arch=x86-64-v4"))), 16)
MULTIPLY_ADD(multiply_add_avx2, __attribute__((target("arch=x86-64-v3"))), 8)
#endif
#if defined(__AVX512F__)
#define LANES 16
#elif defined(__AVX__)
#define LANES 8
#else
#define LANES 4
#endif
MULTIPLY_ADD(multiply_add, , LANES)

static double fma_rate(int threads)
{
    float start[2] = {1, 0.5f};
    void (*body)(void *, int64_t, int64_t) = multiply_add;
    int lanes = LANES;
#ifdef GG_CLONES
    if (__builtin_cpu_supports("x86-64-v4"))
        body = multiply_add_avx512, lanes = 16;
    else if (__builtin_cpu_supports("x86-64-v3"))
        body = multiply_add_avx2, lanes = 8;
#endif
    double begin = bench_now();
    gg_parallel(threads, threads, 1, body, start);
    return 2.0 * threads * STEPS * CHAINS * lanes / (bench_now() - begin);
}

#define WIDTH 256
#define ROWS 4096 /* of a product */

typedef struct product {
    float *a, *b, *c;
} product;

/* Each thread multiplies matrices of its own: ROWS x WIDTH by WIDTH x WIDTH. */
static void multiply(void *context, int64_t begin, int64_t end)
{
    const product *p = context;
    for (int64_t k = begin; k < end; k++)
        gg_gemm_f32(false, true, ROWS, WIDTH, WIDTH, 1, p->a + k * ROWS * WIDTH, WIDTH, p->b, WIDTH,
                    0, p->c + k * ROWS * WIDTH, WIDTH);
}

static double sgemm_rate(int threads)
{
    enum { BLOCKS = 4 };
    int64_t size = (int64_t)threads * BLOCKS * ROWS * WIDTH;
    product p = {bench_alloc(size, 4), bench_alloc(WIDTH * WIDTH, 4), bench_alloc(size, 4)};
    double rate = 0;
    for (int repeat = 0; repeat < 3; repeat++) {
        double begin = bench_now();
        gg_parallel(threads, threads * BLOCKS, 1, multiply, &p);
        double done = 2.0 * threads * BLOCKS * ROWS * WIDTH * WIDTH / (bench_now() - begin);
        rate = done > rate ? done : rate;
    }
    gg_free(p.a);
    gg_free(p.b);
    gg_free(p.c);
    return rate;
}

/* ---- memory ---- */

typedef struct streams {
    const float *a, *b;
    float *c;
    bench_bound bound;
} streams;

GG_SIMD static void stream(void *context, int64_t begin, int64_t end)
{
    const streams *s = context;
    const float *restrict a = s->a, *restrict b = s->b;
    float *restrict c = s->c;
    if (s->bound == BENCH_READ) {
        float sum[64] = {0};
        int64_t whole = begin + (end - begin) / 64 * 64;
        for (int64_t i = begin; i < whole; i += 64)
            for (int l = 0; l < 64; l++)
                sum[l] += a[i + l];
        float total = 0;
        for (int l = 0; l < 64; l++) /* all of them: what nobody asks for is not read */
            total += sum[l];
        sink = total;
    } else if (s->bound == BENCH_WRITE) {
        for (int64_t i = begin; i < end; i++)
            c[i] = 1;
    } else if (s->bound == BENCH_COPY) {
        for (int64_t i = begin; i < end; i++)
            c[i] = a[i] * 3;
    } else {
        for (int64_t i = begin; i < end; i++)
            c[i] = a[i] + 3 * b[i];
    }
}

/* Bytes a second over a working set; read once before, so that what fits a cache is there. */
static double memory_rate(bench_bound bound, int threads, double working_set)
{
    int arrays = bound == BENCH_TRIAD ? 3 : bound == BENCH_COPY ? 2 : 1;
    int64_t count = (int64_t)(working_set / 4 / arrays) + 64;
    float *memory = bench_alloc(arrays * count, sizeof *memory);
    streams s = {memory, memory + (arrays - 1) / 2 * count, memory + (arrays - 1) * count, bound};
    double best = 0, begin = bench_now();
    for (int repeat = 0; repeat < 3 || (repeat < 30 && bench_now() - begin < 0.01); repeat++) {
        double start = bench_now();
        gg_parallel(threads, count, 16384, stream, &s);
        double rate = (double)count * 4 * arrays / (bench_now() - start);
        best = repeat && rate > best ? rate : best;
    }
    gg_free(memory);
    return best;
}

double bench_rate(bench_bound bound, int threads, double working_set)
{
    switch (bound) {
    case BENCH_FMA:
        return fma_rate(threads);
    case BENCH_VECTOR: /* a multiply-add is two operations, but one instruction */
        return fma_rate(threads) / 2;
    case BENCH_SGEMM:
        return sgemm_rate(threads);
    default:
        return memory_rate(bound, threads, working_set);
    }
}
