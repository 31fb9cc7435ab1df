#include "run_memory.h"

/* Fitted to runs on two cores: Cora with 50 non-links a link held 236 MB, CiteSeer 232 MB, PubMed
 * 887 MB. */
#define ARRAYS 36

double run_memory(double nodes, double features, double layers, double width, double step_pairs)
{
    double parameters = features * width + (layers + 1) * width * width;
    return 4 * (ARRAYS * nodes * width + 6 * parameters) + 60 * step_pairs;
}
