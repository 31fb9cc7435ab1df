#!/usr/bin/python3
"""Golden values of SVD embeddings, by numpy's singular value decomposition: writes svd.h beside itself."""
import os

import networkx as nx
import numpy as np

from c_array import array

HERE = os.path.dirname(os.path.abspath(__file__))
FAINT = 1e-4


def cosines(g, x, hops, dimensions):
    """Z Z^T, which no choice of signs changes."""
    n = len(g)
    a = nx.to_numpy_array(g) + np.eye(n)
    d = a.sum(0) + 2 * g.number_of_edges() / n
    smooth = np.linalg.matrix_power(a / np.sqrt(np.outer(d, d)), hops)
    length = np.linalg.norm(x, axis=1, keepdims=True)
    u, s, _ = np.linalg.svd(smooth @ (x / np.where(length > 0, length, 1)) / np.sqrt(n))
    s = np.pad(s, (0, max(0, n - len(s))))
    assert dimensions >= n or s[dimensions] < 0.97 * s[dimensions - 1], s
    z = (u * s ** (2 / 3))[:, :dimensions]
    z /= np.sqrt((z**2).sum(1, keepdims=True) + FAINT**2 * (z**2).sum() / n)
    return z @ z.T


def main():
    rng = np.random.default_rng(1)
    pieces = nx.disjoint_union(nx.gnm_random_graph(20, 40, seed=2), nx.disjoint_union(nx.path_graph(4), nx.empty_graph(3)))
    cases = [(nx.gnm_random_graph(30, 60, seed=1), 12, 2, 6), (nx.gnm_random_graph(30, 60, seed=1), 0, 6, 4),
             (pieces, 40, 3, 5), (pieces, 0, 4, 3), (pieces, 9, 1, 9), (nx.path_graph(5), 0, 2, 8)]
    out, rows = "", []
    for k, (g, features, hops, dimensions) in enumerate(cases):
        n = len(g)
        x = rng.integers(1, 4, (n, features)) * (rng.random((n, features)) < 0.3) if features else np.eye(n)
        x[0] *= not features
        gram = cosines(g, x, hops, dimensions)
        out += array("int32_t", "edge_u_%d" % k, [e[0] for e in g.edges])
        out += array("int32_t", "edge_v_%d" % k, [e[1] for e in g.edges])
        out += array("double", "features_%d" % k, x.ravel() if features else [0])
        out += array("double", "cosines_%d" % k, gram.ravel())
        rows.append("{%d, %d, %d, %d, %d, edge_u_%d, edge_v_%d, features_%d, cosines_%d}" %
                    ((n, g.number_of_edges(), features, hops, dimensions) + (k,) * 4))
    with open(os.path.join(HERE, "svd.h"), "w") as f:
        f.write("/* svd.h: made by make_svd.py. */\n#include <stdint.h>\n\n" + out +
                "static const struct {\n    int64_t nodes, edges, features, hops, dimensions;\n"
                "    const int32_t *u, *v;\n    const double *x, *cosines;\n} golden_svd[] = {\n    %s};\n" %
                ",\n    ".join(rows))


main()
