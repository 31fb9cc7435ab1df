#!/usr/bin/python3
"""Golden values for the treatments: label propagation (networkx), Katz (numpy), spectral clusters (scikit-learn,
numpy), Ward's merges (scikit-learn), and the best of ten descents of a block model's
description length. Writes treatment_*.h beside itself.

    python3 make_treatments.py [NAME ...]    (katz, propagation, sbm, spectral, ward; all of them)
"""
import os
import sys

import networkx as nx
import numpy as np
from scipy.special import gammaln
from sklearn.cluster import AgglomerativeClustering, SpectralClustering

from c_array import array

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


def edges(k, g):
    return array("int32_t", "edge_u_%d" % k, [e[0] for e in g.edges]) + array("int32_t", "edge_v_%d" % k,
                                                                               [e[1] for e in g.edges])


def katz():
    """The index by numpy's inverse; beta as the authors' program has it, and one near its limit."""
    graphs = [nx.gnm_random_graph(24, 50, seed=1), nx.barabasi_albert_graph(25, 3, seed=2), nx.star_graph(9),
              nx.disjoint_union(nx.cycle_graph(7), nx.empty_graph(3)), nx.complete_graph(6), nx.empty_graph(3)]
    out, names = "", []
    for k, g in enumerate(graphs):
        a = nx.to_numpy_array(g)
        largest = max(np.linalg.eigvalsh(a)[-1], 1e-3)
        betas = [min(0.5 / largest, 0.003), 0.9 / largest]
        index = [np.linalg.inv(np.eye(len(g)) - b * a) - np.eye(len(g)) for b in betas]
        out += edges(k, g) + array("double", "katz_%d" % k, np.concatenate(index).ravel())
        names.append("{%d, %d, edge_u_%d, edge_v_%d, {%r, %r}, katz_%d}" % (
            (len(g), g.number_of_edges(), k, k) + tuple(float(b) for b in betas) + (k,)))
    return out + ("/* index: nodes x nodes for the first beta, which is the default, then for the second */\n"
                  "static const struct {\n    int64_t nodes, edges;\n    const int32_t *u, *v;\n    double beta[2];\n"
                  "    const double *index;\n} golden_katz[] = {\n    %s};\n" % ",\n    ".join(names))


def planted(sizes, inside, across, seed):
    """Connected but for nodes without an edge. Nodes are shuffled."""
    g = nx.random_partition_graph(sizes, inside, across, seed=seed)
    order = np.random.default_rng(seed).permutation(len(g))
    block = np.empty(len(g), int)
    block[order] = np.repeat(range(len(sizes)), sizes)
    h = nx.empty_graph(len(g))
    h.add_edges_from((int(order[u]), int(order[v])) for u, v in g.edges)
    return h, block


def laplacian_values(g, k):
    """The smallest eigenvalues of the normalised Laplacian of the nodes with an edge, A + 1 1^T / n if in pieces."""
    a = nx.to_numpy_array(g)
    a = a[a.sum(1) > 0][:, a.sum(1) > 0]
    if nx.number_connected_components(nx.from_numpy_array(a)) > 1:
        a = a + 1.0 / len(a)
    scale = 1 / np.sqrt(a.sum(1))
    return np.sort(1 - np.linalg.eigvalsh(a * scale[:, None] * scale[None, :]))[:k]


def spectral():
    cases = [([60] * 4, 0.25, 0.01, 1), ([120, 80, 60, 40, 20], 0.35, 0.02, 2), ([20] * 16, 0.6, 0.01, 3),
             ([50, 50, 10], 0.3, 0.0, 4)]
    out, names = "", []
    for k, case in enumerate(cases):
        g, block = planted(*case)
        clusters = len(case[0])
        label = block if nx.number_connected_components(g) > 1 else SpectralClustering(
            clusters, affinity="precomputed", random_state=0, assign_labels="kmeans").fit_predict(nx.to_numpy_array(g))
        out += edges(k, g) + array("int32_t", "block_%d" % k, block) + array("int32_t", "label_%d" % k, label)
        out += array("double", "value_%d" % k, laplacian_values(g, clusters))
        names.append("{%d, %d, %d, edge_u_%d, edge_v_%d, block_%d, label_%d, value_%d}" % (
            (len(g), g.number_of_edges(), clusters) + (k,) * 5))
    return out + ("/* block: as planted; label: of scikit-learn's SpectralClustering (planted where in pieces); value: the\n"
                  " * smallest eigenvalues of the normalised Laplacian, by numpy */\n"
                  "static const struct {\n    int64_t nodes, edges;\n    int32_t clusters;\n"
                  "    const int32_t *u, *v, *block, *label;\n    const double *value;\n} golden_spectral[] = {\n"
                  "    %s};\n" % ",\n    ".join(names))


def spectral_points(g, k):
    a = nx.to_numpy_array(g)
    scale = 1 / np.sqrt(a.sum(1))
    vectors = np.linalg.eigh(a * scale[:, None] * scale[None, :])[1][:, -k:]
    return vectors / np.linalg.norm(vectors, axis=1)[:, None]


def ward():
    rng = np.random.default_rng(7)
    points = [spectral_points(planted([60] * 4, 0.25, 0.01, 1)[0], 4),
              spectral_points(planted([20] * 16, 0.6, 0.01, 3)[0], 16), rng.standard_normal((150, 3)),
              rng.standard_normal((2, 1)), np.ones((1, 2))]
    out, names = "", []
    for k, x in enumerate(points):
        children, distances = np.zeros((0, 2)), []
        if len(x) > 1:
            tree = AgglomerativeClustering(1, linkage="ward", compute_distances=True).fit(x)
            children, distances = np.sort(tree.children_, axis=1), tree.distances_
        out += array("double", "points_%d" % k, x.ravel()) + array("int32_t", "children_%d" % k, children.ravel())
        out += array("double", "height_%d" % k, distances)
        names.append("{%d, %d, points_%d, children_%d, height_%d}" % (x.shape + (k, k, k)))
    return out + ("/* children_ and distances_ of scikit-learn's AgglomerativeClustering, of two spectral embeddings and others\n"
                  " */\nstatic const struct {\n    int64_t count, width;\n    const double *points;\n"
                  "    const int32_t *children;\n    const double *height;\n} golden_ward[] = {\n    %s};\n"
                  % ",\n    ".join(names))


def description_length(links, b, k):
    """Of the degree-corrected block model, microcanonical (Peixoto 2017). links: the two ends of all edges, each
    edge both ways; all nodes have one."""
    ends = np.bincount(b[links[0]] * k + b[links[1]], minlength=k * k).reshape(k, k)  # edges within count twice
    size, total, degree = np.bincount(b, minlength=k), ends.sum(1), np.bincount(links[0])
    n, m, pairs = len(b), len(links[0]) / 2, k * (k + 1) / 2
    graph = (gammaln(total + 1).sum() - gammaln(ends[np.triu_indices(k, 1)] + 1).sum() - gammaln(degree + 1).sum()
             - (np.diag(ends) / 2 * np.log(2) + gammaln(np.diag(ends) / 2 + 1)).sum())
    used = size > 0
    degrees = log_multisets(size[used], total[used]).sum()
    partition = gammaln(n + 1) - gammaln(size + 1).sum() + log_multisets(k, n)
    return graph + degrees + partition + log_multisets(pairs, m)


def log_multisets(n, k):
    return gammaln(n + k) - gammaln(n) - gammaln(k + 1)


def descend(links, n, k, rng):
    """From random blocks: every node in turn to its best one, until none moves."""
    b = rng.integers(0, k, n)
    best, moved = description_length(links, b, k), True
    while moved:
        moved = False
        for i in rng.permutation(n):
            own = b[i]
            lengths = []
            for s in range(k):
                b[i] = s
                lengths.append(description_length(links, b, k))
            b[i] = int(np.argmin(lengths))
            if lengths[b[i]] < best - 1e-9:
                best, moved = lengths[b[i]], True
            else:
                b[i] = own
    return best, b.copy()


def with_degrees(block, mixing, mean, seed):
    """Blocks with degrees of a heavy tail: links drawn in proportion to both ends' weights and the blocks' mixing."""
    rng = np.random.default_rng(seed)
    weight = np.minimum(rng.pareto(2.5, len(block)) + 1, 6)
    rate = np.outer(weight, weight) * np.asarray(mixing)[block][:, block]
    rate *= mean * len(block) / np.triu(rate, 1).sum() / 2
    return nx.from_numpy_array(np.triu(rng.random(rate.shape) < np.minimum(rate, 1), 1).astype(int)), block


def sbm():
    cases = [with_degrees(np.arange(160) % 4, np.full((4, 4), 0.03) + np.eye(4), 14, 1),
             with_degrees(np.arange(120) % 3, np.ones((3, 3)) - 0.9 * np.eye(3), 24, 2),
             planted([14] * 16, 0.8, 0.01, 3), (nx.powerlaw_cluster_graph(200, 2, 0.6, seed=1), np.zeros(200, int))]
    out, names = "", []
    for number, (g, block) in enumerate(cases):
        k = int(block.max()) + 1 if block.any() else 16
        links, rng = np.nonzero(nx.to_numpy_array(g)), np.random.default_rng(number)
        assert min(d for _, d in g.degree) > 0
        best = min((descend(links, len(g), k, rng) for _ in range(10)), key=lambda found: found[0])
        out += edges(number, g) + array("int32_t", "block_%d" % number, block)
        out += array("int32_t", "found_%d" % number, best[1])
        names.append("{%d, %d, %d, edge_u_%d, edge_v_%d, block_%d, found_%d, %r}" % (
            (len(g), g.number_of_edges(), k) + (number,) * 4 + (float(best[0]),)))
    return out + ("/* block: as planted, all 0 where nothing was; found: the best of ten descents, and its description length\n"
                  " */\nstatic const struct {\n    int64_t nodes, edges;\n    int32_t blocks;\n"
                  "    const int32_t *u, *v, *block, *found;\n    double length;\n} golden_sbm[] = {\n    %s};\n"
                  % ",\n    ".join(names))


for make in (katz, propagation, sbm, spectral, ward):
    if len(sys.argv) < 2 or make.__name__ in sys.argv[1:]:
        write("treatment_%s.h" % make.__name__, make())
