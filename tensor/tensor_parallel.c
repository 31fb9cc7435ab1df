/*
 * Each thread begins with blocks of its own, next to each other and the same in every call of a
 * size: what it wrote in one operation is in its cache when it reads it in the next. A thread that
 * is done takes blocks from the others' shares. No more threads are started than OpenBLAS, as it is
 * usually built, has room for.
 */
#include "parallel.h"

#include <omp.h>
#include <stdatomic.h>

#define TEAM 64 /* threads at most */

/* On a cache line of its own: its thread counts without the others. */
typedef struct share {
    _Alignas(64) atomic_llong next; /* block */
    long long end;
} share;

typedef struct region {
    int64_t n, block;
    void (*body)(void *context, int64_t begin, int64_t end);
    void *context;
} region;

static void run_block(const region *r, int64_t k)
{
    int64_t end = (k + 1) * r->block;
    r->body(r->context, k * r->block, end < r->n ? end : r->n);
}

static void run_share(const region *r, share *s)
{
    long long k;
    while ((k = atomic_fetch_add_explicit(&s->next, 1, memory_order_relaxed)) < s->end)
        run_block(r, k);
}

static void run_team(const region *r, int64_t blocks, int team)
{
    share shares[TEAM];
    for (int s = 0; s < team; s++) {
        atomic_init(&shares[s].next, blocks * s / team);
        shares[s].end = blocks * (s + 1) / team;
    }
#pragma omp parallel num_threads(team)
    for (int s = 0, first = omp_get_thread_num(); s < team; s++)
        run_share(r, &shares[(first + s) % team]);
}

void gg_parallel(int threads, int64_t n, int64_t block,
                 void (*body)(void *context, int64_t begin, int64_t end), void *context)
{
    region r = {n, block, body, context};
    int64_t blocks = (n + block - 1) / block;
    int team = omp_in_parallel() || threads < 1 ? 1 : threads < TEAM ? threads : TEAM;
    if (team > blocks)
        team = (int)blocks;
    if (team > 1) {
        run_team(&r, blocks, team);
        return;
    }
    for (int64_t k = 0; k < blocks; k++)
        run_block(&r, k);
}
