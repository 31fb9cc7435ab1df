#include "thread_count.h"

#include <stdlib.h>

#include "graphgrad.h"

enum { MOST = 4096 };

int thread_count(int64_t asked)
{
    const char *variable = getenv("OMP_NUM_THREADS");
    long wanted = variable ? strtol(variable, NULL, 10) : 0;
    if (asked > 0)
        return (int)asked;
    return wanted > 0 && wanted <= MOST ? (int)wanted : gg_build_info().threads;
}
