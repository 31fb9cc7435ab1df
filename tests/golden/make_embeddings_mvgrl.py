#!/usr/bin/env python3
"""Golden values of MVGRL from PyTorch (float64): loss, gradients and embedding.

The model is made of torch's own modules (Linear, PReLU, Bilinear), from the paper; its parameters
follow a formula, so that the C test sets the same ones. Writes embeddings_mvgrl.h beside this file.
"""
import os

import numpy as np
import torch
from torch import nn

from c_array import array

torch.set_default_dtype(torch.float64)
N, FEATURES, WIDTH, ALPHA = 12, 6, 5, 0.2
rng = np.random.default_rng(11)

edges = set()
while len(edges) < 17:
    u, v = sorted(int(i) for i in rng.integers(0, N - 1, 2))  # the last node stays isolated
    if u != v:
        edges.add((u, v))
edges = sorted(edges)
a = np.eye(N)
for u, v in edges:
    a[u, v] = a[v, u] = 1
root = np.diag(a.sum(1) ** -0.5)
adjacency = torch.tensor(root @ a @ root)
diffusion = torch.tensor(ALPHA * np.linalg.inv(np.eye(N) - (1 - ALPHA) * root @ a @ root))
x = torch.tensor(np.where(rng.random((N, FEATURES)) < 0.4, np.round(rng.random((N, FEATURES)), 3), 0))
order = rng.permutation(N)


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(FEATURES, WIDTH, bias=False)
        self.bias = nn.Parameter(torch.zeros(WIDTH))
        self.act = nn.PReLU()

    def forward(self, matrix, features):
        return self.act(matrix @ self.lin(features) + self.bias)


first, second, judge = Encoder(), Encoder(), nn.Bilinear(WIDTH, WIDTH, 1)
params = [first.lin.weight, first.bias, first.act.weight, second.lin.weight, second.bias,
          second.act.weight, judge.weight, judge.bias]
count = 0
for p in params:
    values = 0.6 * np.sin(1.3 * np.arange(count, count + p.numel()) + 0.5)
    p.data = torch.tensor(values.reshape(p.shape))
    count += p.numel()

h1, h2 = first(adjacency, x), second(diffusion, x)
s1, s2 = torch.sigmoid(h1.mean(0)), torch.sigmoid(h2.mean(0))
shuffled = x[order]
h3, h4 = first(adjacency, shuffled), second(diffusion, shuffled)


def logits(h, s):
    return judge(h, s.expand_as(h).contiguous()).squeeze(1)


scores = torch.cat((logits(h2, s1), logits(h1, s2), logits(h4, s1), logits(h3, s2)))
target = torch.cat((torch.ones(2 * N), torch.zeros(2 * N)))
loss = nn.BCEWithLogitsLoss()(scores, target)
loss.backward()

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "embeddings_mvgrl.h"), "w") as f:
    f.write("/* Made by make_embeddings_mvgrl.py. */\n")
    f.write(f"#define GOLDEN_NODES {N}\n#define GOLDEN_FEATURES {FEATURES}\n"
            f"#define GOLDEN_WIDTH {WIDTH}\n#define GOLDEN_EDGES {len(edges)}\n"
            f"#define GOLDEN_ALPHA {ALPHA}\n")
    f.write("static const int32_t golden_edge[][2] = {%s};\n" % ", ".join("{%d, %d}" % e for e in edges))
    f.write(array("int32_t", "golden_order", order))
    f.write(array("double", "golden_x", x.reshape(-1)))
    f.write(array("double", "golden_loss", [loss.item()]))
    f.write(array("double", "golden_gradients", torch.cat([p.grad.reshape(-1) for p in params])))
    f.write(array("double", "golden_embedding", (h1 + h2).detach().reshape(-1)))
