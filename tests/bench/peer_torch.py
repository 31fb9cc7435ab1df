#!/usr/bin/env python3
"""The work of the benchmarks in PyTorch, timed beside their results.

    peer_torch.py [--threads N] [--data DIR] [--json FILE] RESULTS.json ...

RESULTS.json is what a bench_* program wrote with --json. For each result of a name that is known
here, the same work at the same size runs in PyTorch (NumPy and scikit-learn where that is what
people use), and a line is printed:

    name   threads   PyTorch, ms   graphgrad, ms   ratio

A ratio of 2 means that PyTorch takes twice as long. Results of other numbers of threads than N are
passed over, for OpenBLAS keeps the number that it starts with: run.sh sets that, and what else makes
PyTorch fast.
"""
import argparse
import json
import os
import time
import warnings

import numpy as np
import torch
import torch.nn.functional as F

warnings.filterwarnings("ignore", message="Sparse CSR tensor support is in beta")

WIDTH = 256
PAIRS = 188000
NODES = 2708


def measure(work):
    """The least seconds of runs after a warm-up, for about half a second."""
    for _ in range(3):
        work()
    seconds, begin = [], time.perf_counter()
    while len(seconds) < 7 or (time.perf_counter() - begin < 0.6 and len(seconds) < 200):
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def forward(f, *inputs):
    def work():
        with torch.no_grad():
            f(*inputs)
    return work


def both(f, x, *inputs):
    """Forward and backward; the gradient of x is made anew each time, as in the benchmarks."""
    x = x.detach().clone().requires_grad_()
    seed = torch.rand_like(f(x, *inputs))

    def work():
        x.grad = None
        f(x, *inputs).backward(seed)
    return work


# ---- data ----

def read_pairs(path):
    return np.loadtxt(path, dtype=np.int64, comments="#", ndmin=2)


def gcn_matrix(pairs, nodes):
    """D^-1/2 (A + I) D^-1/2 as torch.sparse_csr."""
    import scipy.sparse as sp
    ones = np.ones(len(pairs))
    a = sp.coo_matrix((ones, pairs.T), shape=(nodes, nodes))
    a = ((a + a.T + sp.eye(nodes)) > 0).astype(np.float64).tocsr()
    scale = sp.diags(1 / np.sqrt(np.asarray(a.sum(1)).ravel()))
    return to_torch((scale @ a @ scale).tocsr())


def to_torch(a):
    return torch.sparse_csr_tensor(torch.from_numpy(a.indptr.astype(np.int64)),
                                   torch.from_numpy(a.indices.astype(np.int64)),
                                   torch.from_numpy(a.data.astype(np.float32)), size=a.shape)


def random_matrix():
    import scipy.sparse as sp
    rng = np.random.default_rng(5)
    i, j = rng.integers(0, 200000, (2, 3000000))
    return to_torch(sp.coo_matrix((rng.random(len(i)), (i, j)), shape=(200000, 200000)).tocsr())


class Product(torch.autograd.Function):
    """A X with a constant A: this PyTorch's own would make a gradient of A too."""

    @staticmethod
    def forward(context, x, a, transposed):
        context.transposed = transposed
        return a @ x

    @staticmethod
    def backward(context, gradient):
        return context.transposed @ gradient, None, None


def transposed(a):
    import scipy.sparse as sp
    s = sp.csr_matrix((a.values(), a.col_indices(), a.crow_indices()), shape=a.shape)
    return to_torch(s.T.tocsr())


# ---- the work, by the name of the result ----

def dense(kernels):
    for rows, width in ((4096, 256), (65536, 256), (2708, 1433)):
        x, w = torch.rand(rows, width), torch.rand(WIDTH, width)
        kernels[f"sgemm {rows}x{width}x{WIDTH}"] = forward(F.linear, x, w)
    x, y = torch.rand(PAIRS, WIDTH), torch.rand(PAIRS, WIDTH)
    kernels[f"sgemm A^T B {WIDTH}x{PAIRS}x{WIDTH}"] = forward(lambda: x.t() @ y)


def sparse(kernels, folder):
    matrices = {"spmm 200,000 nodes x 256": random_matrix()}
    if folder:
        pairs = read_pairs(os.path.join(folder, "edges.txt"))
        matrices["spmm data set x 256"] = gcn_matrix(pairs, pairs.max() + 1)
    for name, a in matrices.items():
        x = torch.rand(a.shape[1], WIDTH)
        kernels[name] = forward(torch.matmul, a, x)
        kernels[name + ", with backward"] = both(Product.apply, x, a, transposed(a))


def add(kernels, name, f, x, *inputs):
    kernels[name] = forward(f, x, *inputs)
    kernels[name + ", with backward"] = both(f, x, *inputs)


def indexed(kernels):
    z, x = torch.rand(NODES, WIDTH), torch.rand(PAIRS, WIDTH)
    index = torch.randint(0, NODES, (PAIRS,))
    add(kernels, "gather 188,000 rows", lambda t: t.index_select(0, index), z)
    kernels["scatter-add 188,000 rows"] = forward(
        lambda: torch.zeros(NODES, WIDTH).index_add_(0, index, x))


def elementwise(kernels):
    for name, rows in (("188,000 x 256", PAIRS), ("256 x 256", 256)):
        x = torch.rand(rows, WIDTH) * 4 - 2
        add(kernels, f"ELU {name}", F.elu, x)
        add(kernels, f"dropout {name}", lambda t: F.dropout(t, 0.5), x)
    column, weight = (torch.arange(256) % 2).float(), torch.rand(WIDTH)
    add(kernels, "column + ELU + dropout 256 x 256",
        lambda t: F.dropout(F.elu(torch.addcmul(t, column[:, None], weight[None, :])), 0.5),
        torch.rand(256, WIDTH))


def layers(kernels):
    norm = torch.nn.BatchNorm1d(WIDTH)
    add(kernels, "batch norm 2,708 x 256", norm, torch.rand(NODES, WIDTH))
    p = torch.nn.Parameter(torch.rand(500000))
    p.grad = torch.rand(500000)
    kernels["Adam 500,000 parameters"] = torch.optim.Adam([p], foreach=False).step


def lists(kernels):
    kernels["184,500 negatives"] = lambda: np.random.choice(3600000, 184500, replace=False)
    try:
        from sklearn.metrics import average_precision_score, roc_auc_score
    except ImportError:
        return
    label = np.repeat([1, 0], 100000)
    score = np.random.default_rng(1).normal(size=200000) + label

    def metrics():
        roc_auc_score(label, score)
        average_precision_score(label, score)
    kernels["metrics 100,000 + 100,000 scores"] = metrics


class Model(torch.nn.Module):
    """CFLP of Cora's published setting: three GCN layers with jumping knowledge, and the MLP."""

    def __init__(self, features):
        super().__init__()
        sizes = [features, WIDTH, WIDTH, WIDTH]
        self.layers = torch.nn.ModuleList(torch.nn.Linear(a, b) for a, b in zip(sizes, sizes[1:]))
        self.norms = torch.nn.ModuleList(torch.nn.BatchNorm1d(WIDTH) for _ in range(3))
        self.weights = torch.nn.Parameter(torch.randn(3))
        self.decoder = torch.nn.Sequential(torch.nn.Linear(WIDTH + 1, WIDTH), torch.nn.ELU(),
                                           torch.nn.Dropout(0.5),
                                           torch.nn.Linear(WIDTH, 1, bias=False))

    def embed(self, a, x):
        h, outputs = x, []
        for layer, norm in zip(self.layers, self.norms):
            h = Product.apply(layer(h), a, a)
            h = F.dropout(F.elu(norm(h)), 0.3)
            outputs.append(h)
        share = torch.softmax(self.weights, 0)
        return sum(w * h for w, h in zip(share, outputs))

    def logits(self, z, u, v, treatment):
        return self.decoder(torch.cat([z[u] * z[v], treatment[:, None]], 1)).ravel()


def training_step(kernels, folder):
    """Forward, both losses, backward, clipping and Adam; without sampling and evaluation, which the
    benchmark's epoch includes."""
    links = read_pairs(os.path.join(folder, "splits", "0", "train.txt"))
    nodes = read_pairs(os.path.join(folder, "edges.txt")).max() + 1
    a = gcn_matrix(links, nodes)
    features = np.load(os.path.join(folder, "features.npz"))
    import scipy.sparse as sp
    x = sp.csr_matrix((features["data"], features["indices"], features["indptr"]),
                      shape=features["shape"])
    x = torch.from_numpy(x.toarray().astype(np.float32))
    u, v = torch.randint(0, int(nodes), (2, 51 * len(links)))
    y = torch.zeros(len(u))
    y[:len(links)] = 1
    t = (torch.rand(len(u)) < 0.3).float()
    model = Model(x.shape[1])
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, weight_decay=5e-6)

    def step():
        optimizer.zero_grad()
        z = model.embed(a, x)
        loss = sum(F.binary_cross_entropy_with_logits(model.logits(z, u, v, side), y)
                   for side in (t, 1 - t))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1)
        optimizer.step()
    kernels["epoch"] = step


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--threads", type=int, default=1)
    options.add_argument("--data", help="the data set's folder, for its graph")
    options.add_argument("--json", help="where the times go")
    options.add_argument("results", nargs="+")
    options = options.parse_args()
    wanted = [r for path in options.results for r in json.load(open(path))["results"]
              if r["threads"] == options.threads]
    names = {r["name"] for r in wanted}
    torch.set_num_threads(options.threads)
    kernels, lines = {}, []
    if any(name.startswith("sgemm") for name in names):
        for part in (dense, indexed, elementwise, layers, lists):
            part(kernels)
        sparse(kernels, options.data)
    if options.data and "epoch" in names:
        training_step(kernels, options.data)
    print(f"PyTorch {torch.__version__}, OPENBLAS_CORETYPE "
          f"{os.environ.get('OPENBLAS_CORETYPE', 'unset')}")
    print(f"{'':46} {'threads':>7} {'PyTorch, ms':>12} {'graphgrad':>12} {'ratio':>7}")
    for r in wanted:
        if r["name"] not in kernels:
            continue
        seconds = measure(kernels[r["name"]])
        lines.append({"name": r["name"], "threads": r["threads"], "torch": seconds,
                      "graphgrad": r["min"], "ratio": seconds / r["min"]})
        print(f"{r['name']:46} {r['threads']:7} {1e3 * seconds:12.3f} {1e3 * r['min']:12.3f} "
              f"{seconds / r['min']:7.2f}", flush=True)
    if options.json:
        with open(options.json, "w") as out:
            json.dump({"torch": torch.__version__, "results": lines}, out, indent=1)


if __name__ == "__main__":
    main()
