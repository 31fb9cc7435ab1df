#!/usr/bin/env python3
"""Golden values of link predictors' encoders and decoders from PyTorch (float64): logits and all
gradients of a weighted sum of them, for several architectures.

The architectures are written out here in plain PyTorch from the comments in models.h; parameters
follow a formula, so that the C test sets the same ones. Writes link.h beside this file.
"""
import os

import numpy as np
import torch
import torch.nn.functional as F

torch.set_default_dtype(torch.float64)
N, FEATURES, HIDDEN, PAIRS = 11, 5, 4, 7
rng = np.random.default_rng(11)

edges = set()
while len(edges) < 16:
    u, v = sorted(int(i) for i in rng.integers(0, N - 1, 2))  # the last node stays isolated
    if u != v:
        edges.add((u, v))
edges = sorted(edges)
a = np.zeros((N, N))
for u, v in edges:
    a[u, v] = a[v, u] = 1
loops = a + np.eye(N)
d = loops.sum(1) ** -0.5
gcn = torch.tensor(d[:, None] * loops * d[None, :])
mean_self = torch.tensor(loops / loops.sum(1, keepdims=True))
mean_neighbors = torch.tensor(a / np.maximum(a.sum(1, keepdims=True), 1))
x = torch.tensor(np.where(rng.random((N, FEATURES)) < 0.5, np.round(rng.random((N, FEATURES)), 3), 0))
pairs = rng.integers(0, N, (PAIRS, 2))
treatment = torch.tensor(rng.integers(0, 2, PAIRS) * 1.0)
weights = torch.tensor(np.cos(np.arange(PAIRS)))

# conv, mean, jk, layers, norm, activation, pair, decoder layers, treated
CASES = [("sage", mean_self, "mean", 2, False, F.relu, "concat", 3, True),
         ("sage", mean_neighbors, "max", 3, True, F.elu, "inner", 2, True),
         ("gcn", None, "concat", 2, False, F.relu, "hadamard", 1, False),
         ("gcn", None, "sum", 3, False, F.elu, "concat", 2, False),
         ("gcn", None, "none", 2, True, F.elu, "hadamard", 2, True)]


class Parameters:
    """Parameters in the order of their first use, each drawn from the formula."""

    def __init__(self):
        self.all, self.count = [], 0

    def __call__(self, *shape):
        size = int(np.prod(shape))
        values = 0.7 * np.sin(1.7 * np.arange(self.count, self.count + size) + 0.3)
        self.count += size
        self.all.append(torch.tensor(values.reshape(shape), requires_grad=True))
        return self.all[-1]


def run(conv, mean, jk, layers, norm, activation, pair, depth, treated):
    new = Parameters()
    width = [FEATURES] + [HIDDEN] * layers
    convs = []
    for k in range(layers):
        w = new(HIDDEN, width[k])
        b = new(HIDDEN)
        convs.append((w, b, new(HIDDEN, width[k]) if conv == "sage" else None))
    norms = [(new(HIDDEN), new(HIDDEN)) for _ in range(layers if norm else 0)]
    h, outs = x, []
    for k, (w, b, own) in enumerate(convs):
        h = mean @ h @ w.T + b + h @ own.T if conv == "sage" else gcn @ (h @ w.T) + b
        if norm:
            h = F.batch_norm(h, torch.zeros(HIDDEN), torch.ones(HIDDEN), *norms[k], True, 0.1, 1e-5)
        h = activation(h)
        outs.append(h)
    z = {"mean": lambda: sum(outs) / layers, "sum": lambda: sum(outs), "none": lambda: outs[-1],
         "max": lambda: torch.stack(outs).max(0).values, "concat": lambda: torch.cat(outs, 1)}[jk]()
    u, v = z[pairs[:, 0]], z[pairs[:, 1]]
    r = {"hadamard": u * v, "inner": (u * v).sum(1, keepdim=True), "concat": torch.cat((u, v), 1)}[pair]
    h = torch.cat((r, treatment[:, None]), 1) if treated else r
    for k in range(depth):
        last = k + 1 == depth
        w = new(1 if last else HIDDEN, h.shape[1])
        h = h @ w.T if last else F.elu(h @ w.T + new(HIDDEN))
    logits = h.squeeze(1)
    (logits * weights).sum().backward()
    return logits, torch.cat([p.grad.reshape(-1) for p in new.all])


out = ["/* Made by make_link.py. */", f"#define GOLDEN_NODES {N}", f"#define GOLDEN_FEATURES {FEATURES}",
       f"#define GOLDEN_HIDDEN {HIDDEN}", f"#define GOLDEN_EDGES {len(edges)}",
       f"#define GOLDEN_PAIRS {PAIRS}"]


def emit(name, values, kind="double"):
    values = np.asarray(values.detach() if torch.is_tensor(values) else values).reshape(-1)
    text = ", ".join(repr(float(v)) if kind == "double" else str(int(v)) for v in values)
    out.append(f"static const {kind} golden_{name}[] = {{{text}}};")


emit("edge_u", [u for u, _ in edges], "int32_t")
emit("edge_v", [v for _, v in edges], "int32_t")
emit("x", x)
emit("pair_u", pairs[:, 0], "int32_t")
emit("pair_v", pairs[:, 1], "int32_t")
emit("treatment", treatment)
emit("weights", weights)
for k, case in enumerate(CASES):
    logits, gradients = run(*case)
    emit(f"logits_{k}", logits)
    emit(f"gradients_{k}", gradients)
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "link.h"), "w") as f:
    f.write("\n".join(out) + "\n")
