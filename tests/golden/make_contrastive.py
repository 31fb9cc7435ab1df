#!/usr/bin/python3
"""Golden values of DGI and GRACE from PyTorch (float64): embeddings, losses and all gradients. The
models are written out here in plain PyTorch from the papers; parameters follow a formula, so that
the C test sets the same ones. Needs python3-torch and numpy. Writes contrastive.h beside this file.
"""
import os

import numpy as np
import torch
import torch.nn.functional as F

from c_array import array

torch.set_default_dtype(torch.float64)
N, FEATURES, HIDDEN, PROJECTION, TAU = 9, 6, 4, 3, 0.4
rng = np.random.default_rng(19)

edges = set()
while len(edges) < 13:
    u, v = sorted(int(i) for i in rng.integers(0, N - 1, 2))  # the last node stays isolated
    if u != v:
        edges.add((u, v))
edges = sorted(edges)
views = [[e for e in edges if rng.random() > p] for p in (0.2, 0.4)]
x = torch.tensor(np.where(rng.random((N, FEATURES)) < 0.5, np.round(rng.random((N, FEATURES)), 3), 0))
order = rng.permutation(N)
masks = [torch.tensor([1.0, 0, 1, 1, 1, 0]), torch.tensor([0.0, 1, 1, 0, 1, 1])]


def gcn(edges):
    a = np.eye(N)
    for u, v in edges:
        a[u, v] = a[v, u] = 1
    d = a.sum(1) ** -0.5
    return torch.tensor(d[:, None] * a * d[None, :])


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

    def gradients(self):
        return torch.cat([p.grad.reshape(-1) for p in self.all])


def dgi():
    new = Parameters()
    weight, bias, slope = new(HIDDEN, FEATURES), new(HIDDEN), new(1)
    bilinear, shift = new(HIDDEN, HIDDEN), new(1)
    adj = gcn(edges)

    def encode(x):
        return F.prelu(adj @ (x @ weight.T) + bias, slope)

    h, corrupted = encode(x), encode(x[order])
    summary = torch.sigmoid(h.mean(0))
    logits = torch.cat([F.bilinear(rows, summary.expand_as(rows).contiguous(), bilinear[None], shift)
                        for rows in (h, corrupted)]).squeeze(1)
    loss = F.binary_cross_entropy_with_logits(logits, torch.cat([torch.ones(N), torch.zeros(N)]))
    loss.backward()
    return h, loss, new.gradients()


def grace(prelu):
    new = Parameters()
    first, second = (new(2 * HIDDEN, FEATURES), new(2 * HIDDEN)), (new(HIDDEN, 2 * HIDDEN), new(HIDDEN))
    slope = new(1) if prelu else None
    fc1, fc2 = (new(PROJECTION, HIDDEN), new(PROJECTION)), (new(HIDDEN, PROJECTION), new(HIDDEN))

    def activate(h):
        return F.prelu(h, slope) if prelu else F.relu(h)

    def encode(adj, x):
        h = activate(adj @ (x @ first[0].T) + first[1])
        return activate(adj @ (h @ second[0].T) + second[1])

    def half(a, b):
        """Equation 1 of the paper for every node of the view a."""
        within, between = torch.exp(a @ a.T / TAU), torch.exp(a @ b.T / TAU)
        others = within.sum(1) - within.diag() + between.sum(1)
        return -torch.log(between.diag() / others)

    z = [encode(gcn(e), x * mask) for e, mask in zip(views, masks)]
    a, b = (F.normalize(F.linear(F.elu(F.linear(h, *fc1)), *fc2)) for h in z)
    loss = (half(a, b) + half(b, a)).mean() / 2
    loss.backward()
    return z[0], loss, new.gradients()


out = ["/* Written by make_contrastive.py. */\n/* clang-format off */\n"]
for name, value in (("NODES", N), ("FEATURES", FEATURES), ("HIDDEN", HIDDEN),
                    ("PROJECTION", PROJECTION), ("TAU", TAU)):
    out.append(f"#define GOLDEN_{name} {value}\n")
for name, list_of in (("edges", edges), ("view_0", views[0]), ("view_1", views[1])):
    out.append(array("int32_t", f"golden_{name}", np.array(list_of).ravel()))
out.append(array("double", "golden_x", x.ravel()))
out.append(array("int32_t", "golden_order", order))
for k in range(2):
    out.append(array("double", f"golden_mask_{k}", masks[k]))
for name, (embedding, loss, gradients) in (("dgi", dgi()), ("grace_relu", grace(False)),
                                           ("grace_prelu", grace(True))):
    out.append(array("double", f"golden_{name}_embedding", embedding.detach().ravel()))
    out.append(array("double", f"golden_{name}_loss", [loss.item()]))
    out.append(array("double", f"golden_{name}_gradients", gradients))
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "contrastive.h"), "w") as f:
    f.write("".join(out))
