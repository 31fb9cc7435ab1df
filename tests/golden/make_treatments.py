#!/usr/bin/python3
"""Golden values for the treatments: label propagation (networkx). Writes treatment_propagation.h beside itself.

    python3 make_treatments.py
"""
import os

import networkx as nx
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))


def write(name, text):
    with open(os.path.join(HERE, name), "w") as f:
        f.write("/* %s: made by make_treatments.py. */\n#include <stdint.h>\n\n%s" % (name, text))


def clustered_graphs():
    """Those of graph_louvain.h (make_graph.py), in their order."""
    yield nx.powerlaw_cluster_graph(400, 2, 0.6, seed=1)
    yield nx.random_partition_graph([40] * 7, 0.12, 0.004, seed=2)
    yield nx.disjoint_union(nx.random_partition_graph([60, 30, 20, 15], 0.2, 0.01, seed=3), nx.empty_graph(5))
    yield nx.connected_caveman_graph(12, 6)


def propagation():
    rows = []
    for g in clustered_graphs():
        q = [nx.community.modularity(g, nx.community.asyn_lpa_communities(g, seed=seed)) for seed in range(100)]
        rows.append("{%r, %r}" % (float(np.mean(q)), float(np.var(q))))
    return ("/* Modularity of networkx's asyn_lpa_communities of the graphs in graph_louvain.h, 100 seeds. */\n"
            "static const struct {\n    double mean, variance;\n} golden_propagation[] = {\n    %s};\n"
            % ",\n    ".join(rows))


write("treatment_propagation.h", propagation())
