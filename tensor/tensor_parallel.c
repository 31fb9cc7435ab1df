#include "parallel.h"

#include <omp.h>

void gg_parallel(int threads, int64_t n, int64_t block,
                 void (*body)(void *context, int64_t begin, int64_t end), void *context)
{
    int64_t blocks = (n + block - 1) / block;
    int team = omp_in_parallel() || threads < 1 ? 1 : threads;
    if (team > blocks)
        team = (int)blocks;
    if (team <= 1) {
        for (int64_t k = 0; k < blocks; k++)
            body(context, k * block, (k + 1) * block < n ? (k + 1) * block : n);
        return;
    }
#pragma omp parallel for num_threads(team) schedule(dynamic)
    for (int64_t k = 0; k < blocks; k++)
        body(context, k * block, (k + 1) * block < n ? (k + 1) * block : n);
}
