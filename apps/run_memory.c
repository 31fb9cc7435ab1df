#include "run_memory.h"

/* Fitted to runs of two threads: with the published settings Cora held 193 MB, CiteSeer 261 MB and
 * PubMed 600 MB. */
#define ARRAYS 24

double run_memory(double nodes, double features, double layers, double width, double step_pairs)
{
    double parameters = features * width + (layers + 1) * width * width;
    return 4 * (ARRAYS * nodes * width + 6 * parameters) + 60 * step_pairs;
}
