#!/usr/bin/python3
"""Golden values for the graph folder: core numbers, statistics, heuristics and Louvain clusters (networkx),
percentiles (numpy), metrics (scikit-learn). Writes graph_kcore.h, graph_statistics.h, graph_heuristics.h,
graph_louvain.h, graph_percentile.h and graph_metrics.h beside itself. DATA is the folder of the data sets; without
it what is known of Cora in graph_kcore.h and graph_louvain.h is kept.

    python3 make_graph.py [DATA]
"""
import os
import re
import sys

import networkx as nx
import numpy as np
from sklearn.metrics import average_precision_score, roc_auc_score

from c_array import array

HERE = os.path.dirname(os.path.abspath(__file__))


def path(name):
    return os.path.join(HERE, name)


def graphs():
    yield nx.gnm_random_graph(40, 60, seed=1)
    yield nx.gnm_random_graph(60, 300, seed=2)
    yield nx.barabasi_albert_graph(80, 3, seed=3)
    yield nx.powerlaw_cluster_graph(70, 4, 0.5, seed=4)
    yield nx.complete_graph(9)
    yield nx.star_graph(12)
    yield nx.disjoint_union(nx.cycle_graph(7), nx.empty_graph(5))
    yield nx.disjoint_union(nx.complete_graph(6), nx.path_graph(10))
    yield nx.empty_graph(4)


def kcore():
    names, out = [], ""
    for k, g in enumerate(graphs()):
        core = nx.core_number(g)
        u, v = [e[0] for e in g.edges], [e[1] for e in g.edges]
        out += array("int32_t", "core_u_%d" % k, u) + array("int32_t", "core_v_%d" % k, v)
        out += array("int32_t", "core_%d" % k, [core[i] for i in range(len(g))])
        names.append("{%d, %d, core_u_%d, core_v_%d, core_%d}" % (len(g), len(u), k, k, k))
    out += ("static const struct {\n    int64_t nodes, edges;\n"
            "    const int32_t *u, *v, *core;\n} golden_cores[] = {\n    %s};\n"
            % ",\n    ".join(names))
    return out


def cora():
    """The core numbers of Cora's split 0, a digit a node."""
    if len(sys.argv) < 2:
        old = re.search(r"/\* networkx.core_number of the training.*?;\n", open(path("graph_kcore.h")).read(), re.S)
        return old.group(0)
    g = nx.empty_graph(2708)
    with open(os.path.join(sys.argv[1], "cora", "splits", "0", "train.txt")) as f:
        g.add_edges_from([int(x) for x in line.split()] for line in f if not line.startswith("#"))
    core = nx.core_number(g)
    digits = "".join(str(core[i]) for i in range(2708))
    rows = ["    \"%s\"" % digits[k:k + 90] for k in range(0, 2708, 90)]
    return ("/* networkx.core_number of the training links of Cora, split 0, a digit a node. */\n"
            "static const char golden_cora_core[] =\n%s;\n" % "\n".join(rows))


def statistics():
    """Of the graphs in graph_kcore.h, in their order."""
    rows = []
    for g in graphs():
        degrees = [d for _, d in g.degree()]
        parts = [len(c) for c in nx.connected_components(g)]
        rows.append("{%d, %d, %d, %d, %r, %r, %r, %r, %r}" % (
            max(degrees), len(parts), max(parts), sum(nx.triangles(g).values()) // 3, nx.density(g),
            float(np.mean(degrees)), float(np.median(degrees)), float(nx.transitivity(g)),
            float(nx.average_clustering(g))))
    return ("static const struct {\n    int64_t degree_max, components, largest_component, triangles;\n"
            "    double density, degree_mean, degree_median, transitivity, clustering;\n"
            "} golden_statistics[] = {\n    %s};\n" % ",\n    ".join(rows))


def heuristics():
    """Forty pairs of the first four graphs in graph_kcore.h."""
    out, names = "", []
    rng = np.random.default_rng(9)
    for k, g in zip(range(4), graphs()):
        pairs = [tuple(int(x) for x in rng.choice(len(g), 2, replace=False)) for _ in range(40)]
        scores = [[len(list(nx.common_neighbors(g, *p))) for p in pairs],
                  *[[s for _, _, s in f(g, pairs)] for f in (nx.adamic_adar_index, nx.resource_allocation_index,
                                                             nx.preferential_attachment)]]
        out += array("int32_t", "pair_u_%d" % k, [p[0] for p in pairs])
        out += array("int32_t", "pair_v_%d" % k, [p[1] for p in pairs])
        out += array("double", "score_%d" % k, sum(scores, []))
        names.append("{pair_u_%d, pair_v_%d, score_%d}" % (k, k, k))
    out += ("/* score: forty each of common neighbours, Adamic-Adar, resource allocation, preferential attachment */\n"
            "static const struct {\n    const int32_t *u, *v;\n    const double *score;\n} golden_heuristics[] = {\n"
            "    %s};\n" % ",\n    ".join(names))
    return out


def clustered_graphs():
    """About as sparse and as clustered as citation networks."""
    yield nx.powerlaw_cluster_graph(400, 2, 0.6, seed=1)
    yield nx.random_partition_graph([40] * 7, 0.12, 0.004, seed=2)
    yield nx.disjoint_union(nx.random_partition_graph([60, 30, 20, 15], 0.2, 0.01, seed=3), nx.empty_graph(5))
    yield nx.connected_caveman_graph(12, 6)


def cora_louvain():
    """Mean modularity of networkx's clusters of Cora with five seeds."""
    if len(sys.argv) < 2:
        return re.search(r"static const double golden_cora_louvain.*\n", open(path("graph_louvain.h")).read()).group(0)
    g = nx.empty_graph(2708)
    with open(os.path.join(sys.argv[1], "cora", "edges.txt")) as f:
        g.add_edges_from([int(x) for x in line.split()] for line in f if not line.startswith("#"))
    scores = [nx.community.modularity(g, nx.community.louvain_communities(g, seed=seed)) for seed in range(5)]
    return "static const double golden_cora_louvain = %r;\n" % float(np.mean(scores))


def louvain():
    out, names = "", []
    for k, g in enumerate(clustered_graphs()):
        scores = [nx.community.modularity(g, nx.community.louvain_communities(g, seed=seed)) for seed in range(10)]
        rounds = nx.community.modularity(g, [{v for v in g if v % 5 == c} for c in range(5)])
        out += array("int32_t", "edge_u_%d" % k, [e[0] for e in g.edges])
        out += array("int32_t", "edge_v_%d" % k, [e[1] for e in g.edges])
        names.append("{%d, %d, edge_u_%d, edge_v_%d, %r, %r}" % (len(g), g.number_of_edges(), k, k,
                                                                 float(np.mean(scores)), float(rounds)))
    out += cora_louvain()
    out += ("/* louvain: mean modularity of networkx's louvain_communities with ten seeds; rounds: modularity of the\n"
            " * clusters i mod 5 */\n"
            "static const struct {\n    int64_t nodes, edges;\n    const int32_t *u, *v;\n"
            "    double louvain, rounds;\n} golden_louvain[] = {\n    %s};\n" % ",\n    ".join(names))
    return out


def percentiles():
    rng = np.random.default_rng(5)
    points = [rng.integers(0, 4, (40, 3)).astype(float), rng.integers(0, 2, (30, 5)).astype(float),
              rng.standard_normal((33, 7)), rng.standard_normal((25, 2)) * 1e-3 + 50.0,
              np.ones((6, 2)), np.array([[3.5]]), np.array([[0.0], [2.0]])]
    pcts = [0.5, 3, 10, 25, 30, 33.3, 50, 75, 99, 99.9, 100]
    out, names = "", []
    for k, x in enumerate(points):
        d = np.sqrt(((x[:, None, :] - x[None, :, :]) ** 2).sum(-1))
        out += array("double", "points_%d" % k, x.ravel())
        out += array("double", "percentile_%d" % k, [np.percentile(d, q) for q in pcts])
        names.append("{{%d, %d}, points_%d, percentile_%d}" % (x.shape + (k, k)))
    out += array("double", "golden_pcts", pcts)
    out += ("static const struct {\n    int64_t shape[2];\n    const double *points, *percentile;\n"
            "} golden_percentiles[] = {\n    %s};\n" % ",\n    ".join(names))
    return out


def metric_row(pos, neg):
    y = np.r_[np.ones(len(pos)), np.zeros(len(neg))]
    s = np.r_[pos, neg]
    hits = [1.0 if len(neg) < k else float(np.mean(pos > np.sort(neg)[-k])) for k in (20, 50, 100)]
    optimistic = 1 + (neg[None, :] > pos[:, None]).sum(1)
    pessimistic = 1 + (neg[None, :] >= pos[:, None]).sum(1)
    mrr = np.mean(2.0 / (optimistic + pessimistic))
    return [roc_auc_score(y, s), average_precision_score(y, s), *hits, mrr]


def metrics():
    rng = np.random.default_rng(6)
    cases = [(rng.standard_normal(200) + 1, rng.standard_normal(300)),
             (rng.integers(0, 6, 80) / 4, rng.integers(-2, 5, 150) / 4),
             (rng.integers(0, 2, 40) * 1.0, rng.integers(0, 2, 60) * 1.0),
             (np.full(10, 0.25), np.full(120, 0.25)), (np.array([1.0]), np.array([0.0])),
             (np.array([-3.0, 2.0]), np.array([-1.0, 0.5, 4.0])),
             (rng.random(15), rng.random(49)), (rng.random(15), rng.random(50)),
             (rng.random(64) * 1e-300, -rng.random(101) * 1e300),
             (np.array([0.0, -0.0, 1.0]), np.array([-0.0, 0.0]))]
    out, names = "", []
    for k, (pos, neg) in enumerate(cases):
        out += array("double", "pos_%d" % k, pos) + array("double", "neg_%d" % k, neg)
        out += array("double", "metric_%d" % k, metric_row(pos, neg))
        names.append("{%d, %d, pos_%d, neg_%d, metric_%d}" % (len(pos), len(neg), k, k, k))
    out += ("/* expected: auc, ap, hits@20, hits@50, hits@100, mrr */\n"
            "static const struct {\n    int64_t positives, negatives;\n"
            "    const double *positive, *negative, *expected;\n} golden_metrics[] = {\n    %s};\n"
            % ",\n    ".join(names))
    return out


for name, text in [("graph_kcore.h", kcore() + "\n" + cora()), ("graph_statistics.h", statistics()),
                   ("graph_heuristics.h", heuristics()), ("graph_louvain.h", louvain()),
                   ("graph_percentile.h", percentiles()), ("graph_metrics.h", metrics())]:
    with open(path(name), "w") as f:
        f.write("/* %s: made by make_graph.py. */\n#include <stdint.h>\n\n%s" % (name, text))
