#!/usr/bin/env python3
"""Personalised-PageRank diffusion of a graph with a hub and an isolated node, by numpy's inverse.
Writes graph_diffusion.h beside this file."""
import os

import numpy as np

from c_array import array

N, ALPHA = 24, 0.2
rng = np.random.default_rng(3)
edges = {(0, j) for j in range(1, 16)}
while len(edges) < 34:
    u, v = sorted(int(i) for i in rng.integers(1, N - 1, 2))  # the last node stays isolated
    if u != v:
        edges.add((u, v))
edges = sorted(edges)
a = np.eye(N)
for u, v in edges:
    a[u, v] = a[v, u] = 1
root = np.diag(a.sum(1) ** -0.5)
s = ALPHA * np.linalg.inv(np.eye(N) - (1 - ALPHA) * root @ a @ root)

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "graph_diffusion.h"), "w") as f:
    f.write("/* Made by make_diffusion.py. */\n")
    f.write(f"#define GOLDEN_NODES {N}\n#define GOLDEN_EDGES {len(edges)}\n#define GOLDEN_ALPHA {ALPHA}\n")
    f.write("static const int32_t golden_edge[][2] = {%s};\n" % ", ".join("{%d, %d}" % e for e in edges))
    f.write(array("double", "golden_diffusion", s.reshape(-1)))
