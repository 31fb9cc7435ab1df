/* thread_count.h: how many threads a program works with. */
#ifndef THREAD_COUNT_H
#define THREAD_COUNT_H

#include <stdint.h>

/* As many as are asked for; 0: as OMP_NUM_THREADS says, or else as there are processors. */
int thread_count(int64_t asked);

#endif
