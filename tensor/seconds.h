/* seconds.h (internal): a clock for what training tells of itself. */
#ifndef GG_SECONDS_H
#define GG_SECONDS_H

#include <time.h>

/* Seconds since some time, which is always the same. */
static inline double gg_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#endif
