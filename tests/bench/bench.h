/*
 * bench.h: timing against floors. A benchmark states what its work must at least do, in operations
 * or bytes; the same process measures how fast this machine does those, between the runs of the
 * work, so that both see the same machine. Each result is one line:
 *
 *     name   threads   least time   median   floor   least time / floor
 *
 * The floor is made of the best rate and compared with the least time: both are what the machine
 * does when nothing else disturbs it.
 *
 * Programs take [--quick] [--threads N] [--json FILE] [DATASET]. Without a data set they generate a
 * graph of Cora's size. --quick runs everything once at tiny sizes: a test that it works.
 */
#ifndef GG_BENCH_H
#define GG_BENCH_H

#include "graph.h"

/* What bounds a kernel. Rates of memory depend on where the data fits, so they are measured on a
 * working set as large as the kernel's. */
typedef enum bench_bound {
    BENCH_NOTHING, /* no floor is known */
    BENCH_FMA,     /* amount: floating-point operations, at the peak of fused multiply-adds */
    BENCH_VECTOR,  /* amount: elements x vector instructions on them, two of which go at a time */
    BENCH_SGEMM,   /* amount: floating-point operations, at OpenBLAS's rate of 4096 x 256 x 256 */
    BENCH_READ,    /* amount: bytes read */
    BENCH_WRITE,   /* amount: bytes written */
    BENCH_COPY,    /* amount: bytes read and written, as many of each */
    BENCH_TRIAD    /* amount: bytes, two read for one written */
} bench_bound;

typedef struct bench_floor {
    bench_bound bound;
    double amount;
    double working_set; /* bytes; of the bounds from BENCH_READ on */
} bench_floor;

typedef struct bench_result {
    char name[64];
    int threads;
    double median, least, floor; /* seconds; floor 0: none is known */
    double rate;                 /* amount a second that the floor was made of */
    int runs;
} bench_result;

typedef struct bench {
    const char *program, *json, *path; /* path of the data set, or NULL */
    bool quick;
    int threads_first, threads_last;
    int count;
    bench_result *results;
} bench;

/* Reads the command line; on a mistake prints the usage and ends the program with status 2. */
void bench_begin(bench *b, int argc, char **argv);

/* Writes the JSON file if asked to; returns the program's exit status. */
int bench_end(bench *b);

/* Ends the program with the error's line on stderr unless status is GG_OK. */
void bench_must(gg_status status, const gg_error *e);

/* The data set of the command line (split 0), or one generated of Cora's size. */
gg_dataset *bench_dataset(const bench *b);

/* A full-size count, or a tiny one in quick mode. */
int64_t bench_size(const bench *b, int64_t full);

/* Cleared memory, or the end of the program. */
void *bench_alloc(int64_t count, size_t size);

/* Pairs of different nodes, drawn at random, always the same, to the end of the list. */
void bench_draw_pairs(int64_t nodes, int64_t count, gg_pair_list *pairs);

/* Numbers in [low, high), fixed by the stream. */
void bench_fill(float *x, int64_t count, uint64_t stream, float low, float high);

/* Runs work, after a warm-up, again and again with the machine's rate measured in between; prints
 * and keeps the result. */
void bench_run(bench *b, const char *name, int threads, bench_floor floor,
               void (*work)(void *context), void *context);

/* The same from times taken elsewhere, which are sorted. */
void bench_record(bench *b, const char *name, int threads, double floor, double rate,
                  double *seconds, int runs);

/* Seconds on a clock that only goes forward; the largest of numbers. */
double bench_now(void);
double bench_best(const double *x, int count);

/* Amount a second on so many threads, right now (roofline.c). working_set as in bench_floor. */
double bench_rate(bench_bound bound, int threads, double working_set);

#endif
