/* treatment_propagation.h: made by make_treatments.py. */
#include <stdint.h>

/* Modularity of networkx's asyn_lpa_communities of the graphs in graph_louvain.h, 100 seeds. */
static const struct {
    double mean, variance;
} golden_propagation[] = {
    {0.5065447289841162, 0.00016206184818763324},
    {0.5419868441921477, 0.002932395337483024},
    {0.29400395693663495, 0.002710411130690177},
    {0.8493333333333329, 6.499999999999952e-06}};
