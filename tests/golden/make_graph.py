#!/usr/bin/python3
"""Golden values for the graph folder: core numbers (networkx), percentiles (numpy), metrics
(scikit-learn). Writes graph_kcore.h, graph_percentile.h and graph_metrics.h beside itself. DATA is the
folder of the data sets; without it the core numbers of Cora in graph_kcore.h are kept.

    python3 make_graph.py [DATA]
"""
import os
import re
import sys

import networkx as nx
import numpy as np
from sklearn.metrics import average_precision_score, roc_auc_score

HERE = os.path.dirname(os.path.abspath(__file__))


def path(name):
    return os.path.join(HERE, name)


def array(kind, name, values):
    text = ", ".join(repr(float(v)) if kind == "double" else str(int(v)) for v in values) or "0"
    lines, line = [], "   "
    for word in text.split(" "):
        if len(line) + len(word) > 95:
            lines.append(line)
            line = "   "
        line += " " + word
    lines.append(line)
    return "static const %s %s[] = {\n%s};\n" % (kind, name, "\n".join(lines))


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


for name, text in [("graph_kcore.h", kcore() + "\n" + cora()), ("graph_percentile.h", percentiles()),
                   ("graph_metrics.h", metrics())]:
    with open(path(name), "w") as f:
        f.write("/* %s: made by make_graph.py. */\n#include <stdint.h>\n\n%s" % (name, text))
