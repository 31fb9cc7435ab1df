/* run_memory.h: what a training run holds in memory. */
#ifndef RUN_MEMORY_H
#define RUN_MEMORY_H

/* Estimates the bytes that one run of CFLP needs for itself, beside the program, the data and the
 * matching, which runs share: ARRAYS arrays of nodes x width that the encoder's tape holds; 6
 * copies of the parameters (values, gradients, two moments of Adam, the best epoch, a slice's
 * gradients); and 60 bytes for each of a step's pairs. */
double run_memory(double nodes, double features, double layers, double width, double step_pairs);

#endif
