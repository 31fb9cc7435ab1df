#!/usr/bin/python3
"""Writes op_NAME.h beside this file: for every op its values and gradients as PyTorch computes them
in float64. Needs python3-torch and numpy (Debian packages); run it without arguments."""

import os
import textwrap
import numpy as np
import torch
import torch.nn.functional as F

torch.set_default_dtype(torch.float64)
random = np.random.default_rng(20240607)


def draw(*shape, low=-2.0, high=2.0):
    """Random values with three decimals, which print short."""
    return np.round(random.uniform(low, high, shape), 3)


def floats(array):
    return ", ".join(repr(float(v)) for v in np.asarray(array).ravel()) or "0"


def ints(values):
    return ", ".join(str(int(v)) for v in values)


class Header:
    def __init__(self, op):
        self.op, self.text = op, []

    def array(self, name, values, ctype="double"):
        body = floats(values) if ctype == "double" else ints(values)
        self.text.append(f"static const {ctype} golden_{self.op}_{name}[] = {{{body}}};")

    def tensor(self, name, values, grad):
        """An initialiser; the arrays it points at are written first."""
        shape = values.shape or (1,)
        self.array(name, values)
        if grad is not None:
            self.array(name + "_grad", grad)
        grad_name = "NULL" if grad is None else f"golden_{self.op}_{name}_grad"
        return f"{{{len(shape)}, {{{ints(shape)}}}, golden_{self.op}_{name}, {grad_name}}}"

    def case(self, case, function, *inputs, constants=()):
        """function of the inputs, and its gradients for a random seed. Inputs whose index is among
        the constants get none."""
        prefix = case + "_" if case else ""
        tensors = [torch.tensor(x, requires_grad=k not in constants) for k, x in enumerate(inputs)]
        y = function(*tensors)
        seed = draw(*y.shape, low=0.5, high=1.5)
        y.backward(torch.tensor(seed))
        parts = [self.tensor(f"{prefix}in{k}", x,
                             None if k in constants else tensors[k].grad.to_dense().numpy())
                 for k, x in enumerate(inputs)]
        out = self.tensor(prefix + "out", y.detach().numpy(), seed)
        name = f"golden_{self.op}" + ("_" + case if case else "")
        self.text.append(f"static const golden {name} = {{{len(inputs)}, {{{', '.join(parts)}}}, "
                         f"{out}}};")

    def write(self):
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), f"op_{self.op}.h")
        with open(path, "w") as f:
            f.write("/* Written by make_ops.py. */\n/* clang-format off */\n")
            for line in self.text:
                f.write(textwrap.fill(line, 100, subsequent_indent="    ",
                                      break_long_words=False, break_on_hyphens=False) + "\n")


def one_case(op, function, *inputs, **options):
    h = Header(op)
    h.case("", function, *inputs, **options)
    h.write()


def arithmetic():
    for op, function in (("add", torch.add), ("mul", torch.mul)):
        h = Header(op)
        h.case("same", function, draw(3, 4), draw(3, 4))
        h.case("row", function, draw(3, 4), draw(4))
        h.case("outer", function, draw(3, 1), draw(1, 4))
        h.case("rank4", function, draw(2, 1, 3, 2), draw(2, 1, 2))
        h.write()
    one_case("scale", lambda x: -1.75 * x, draw(2, 5))
    one_case("matmul", torch.matmul, draw(4, 3), draw(3, 5))
    one_case("square", torch.square, draw(3, 4))
    one_case("sqrt", torch.sqrt, draw(3, 4, low=0.1, high=9))


def linear_layers():
    h = Header("linear")
    h.case("bias", F.linear, draw(4, 3), draw(5, 3), draw(5))
    h.case("plain", F.linear, draw(4, 3), draw(5, 3))
    h.write()
    # columns 2 to 4 of the weight
    h = Header("linear_part")
    h.case("bias", lambda x, w, b: F.linear(x, w[:, 2:5], b), draw(4, 3), draw(5, 6), draw(5))
    h.case("plain", lambda x, w: F.linear(x, w[:, 2:5]), draw(4, 3), draw(5, 6))
    h.write()
    # column 2 of the weight; the third input is s
    one_case("add_column", lambda y, w, s: y + s[:, None] * w[None, :, 2],
             draw(5, 3), draw(3, 4), draw(5), constants=(2,))


def activations():
    special = np.array([[-40.0, -3.0, -1e-9], [1e-9, 2.5, 40.0]])
    for op, function in (("relu", F.relu), ("elu", F.elu), ("sigmoid", torch.sigmoid)):
        h = Header(op)
        h.case("plain", function, draw(3, 4))
        h.case("extreme", function, special)
        h.write()
    h = Header("softmax")
    h.case("plain", lambda x: F.softmax(x, -1), draw(3, 4))
    h.case("rank3", lambda x: F.softmax(x, -1), draw(2, 2, 3))
    h.case("extreme", lambda x: F.softmax(x, -1), np.array([[1000.0, 999.0, -1000.0]]))
    h.write()


def reductions():
    for op, function in (("sum", torch.sum), ("mean", torch.mean)):
        h = Header(op)
        h.case("all", lambda x: function(x).reshape(1), draw(3, 4))
        h.case("axis0", lambda x: function(x, 0), draw(3, 4))
        h.case("axis1", lambda x: function(x, 1), draw(2, 3, 4))
        h.case("axis2", lambda x: function(x, 2), draw(2, 3, 4))
        h.write()
    one_case("weighted_sum", lambda w, *x: sum(w[k] * x[k] for k in range(len(x))),
             draw(3), draw(2, 4), draw(2, 4), draw(2, 4))
    one_case("frobenius_norm", lambda x: torch.linalg.norm(x).reshape(1), draw(3, 4))


def joins():
    h = Header("concat")
    h.case("axis0", lambda *x: torch.cat(x, 0), draw(2, 3), draw(1, 3), draw(3, 3))
    h.case("axis1", lambda *x: torch.cat(x, 1), draw(2, 3), draw(2, 1))
    h.write()


def graph_ops():
    index = [3, 0, 3, 2, 3, 0]
    h = Header("gather_rows")
    h.array("index", index, "int32_t")
    h.case("", lambda x: x[index], draw(5, 3))
    h.write()

    u, v = [0, 1, 2, 2, 4], [1, 0, 2, 4, 0]
    h = Header("hadamard_pairs")
    h.array("u", u, "int32_t")
    h.array("v", v, "int32_t")
    h.case("", lambda z: z[u] * z[v], draw(5, 3))
    h.write()

    # 4 x 5; row 1 and column 3 are empty, (2, 1) comes twice and adds up
    row, col = [0, 0, 2, 2, 2, 3], [1, 4, 0, 1, 1, 2]
    values = draw(6)
    h = Header("spmm")
    h.array("row", row, "int32_t")
    h.array("col", col, "int32_t")
    h.array("values", values)
    a = torch.sparse_coo_tensor([row, col], torch.tensor(values), (4, 5))
    h.case("", lambda x: torch.sparse.mm(a, x), draw(5, 3))
    h.write()

    # the same matrix as the input of a linear layer without bias
    h = Header("spmm_linear")
    h.array("row", row, "int32_t")
    h.array("col", col, "int32_t")
    h.array("values", values)
    h.case("", lambda w: torch.sparse.mm(a, w.T), draw(3, 5))
    h.write()


def batch_norm():
    """Training on two batches in a row, then evaluation; momentum 0.1, eps 1e-5. The running
    statistics start at 0 and 1."""
    h = Header("batch_norm")
    mean, var = torch.zeros(3), torch.ones(3)
    gamma, beta = draw(3, low=0.5, high=1.5), draw(3)
    for step in (1, 2):
        h.case(f"train{step}", lambda x, g, b: F.batch_norm(x, mean, var, g, b, True, 0.1, 1e-5),
               draw(5, 3) * [1, 3, 0.5] + [0, 2, -1], gamma, beta)
        h.array(f"mean{step}", mean.numpy())
        h.array(f"var{step}", var.numpy())
    h.case("evaluate", lambda x, g, b: F.batch_norm(x, mean, var, g, b, False, 0.1, 1e-5),
           draw(4, 3), gamma, beta)
    h.write()


def losses():
    logits = np.append(draw(6), [40.0, -40.0])
    targets = np.array([0, 1, 1, 0, 0.3, 0.9, 0, 1.0])
    h = Header("bce_with_logits")
    for case, weight in (("mean", 2.5), ("sum", 1.0)):
        h.case(case, lambda x, y: F.binary_cross_entropy_with_logits(
            x, y, pos_weight=torch.tensor(weight), reduction=case).reshape(1),
            logits, targets, constants=(1,))
    h.write()


def at_entries(row, col, shape, values):
    """The matrix with these values at (row, col); values (entries) or (entries x d)."""
    dense = torch.zeros(shape + tuple(values.shape[1:]))
    return dense.index_put((torch.tensor(row), torch.tensor(col)), values)


def segments():
    """The entries of a sparse matrix, row by row: rows 0, 2 and 4 have 2, 1 and 4, the others none."""
    row, col = [0, 0, 2, 4, 4, 4, 4], [1, 3, 0, 0, 1, 2, 3]
    functions = {"sum": lambda s: s.sum(0), "mean": lambda s: s.mean(0), "max": lambda s: s.amax(0),
                 "softmax": lambda s: torch.softmax(s, 0)}
    for op, function in functions.items():
        def pooled(x):
            parts = [x[[k for k in range(len(row)) if row[k] == i]] for i in range(5)]
            if op == "softmax":
                return torch.cat([function(s) for s in parts if len(s)])
            return torch.stack([function(s) if len(s) else 0 * x.sum(0) for s in parts])
        h = Header("segment_" + op)
        h.array("row", row, "int32_t")
        h.array("col", col, "int32_t")
        h.case("matrix", pooled, draw(7, 3))
        h.case("vector", pooled, draw(7))
        if op == "softmax":
            h.case("extreme", pooled, np.array([1000.0, 999.0, -1000.0, -700, 0, 700, 700]))
        h.write()


def sparse_attention():
    row, col = [0, 0, 2, 2, 2, 3], [1, 4, 0, 1, 3, 2]
    headers = {op: Header(op) for op in ("spmm_weighted", "sddmm", "sddmm_add")}
    for h in headers.values():
        h.array("row", row, "int32_t")
        h.array("col", col, "int32_t")

    h = headers["spmm_weighted"]
    h.case("vector", lambda w, x: at_entries(row, col, (4, 5), w) @ x, draw(6), draw(5, 3))
    h.case("heads", lambda w, x: torch.einsum(
        "ijh,jhc->ihc", at_entries(row, col, (4, 5), w), x.reshape(5, 2, 3)).reshape(4, 6),
        draw(6, 2), draw(5, 6))
    headers["sddmm"].case("", lambda x, y: (x @ y.T)[row, col], draw(4, 3), draw(5, 3))
    h = headers["sddmm_add"]
    h.case("vector", lambda l, r: l[row] + r[col], draw(4), draw(5))
    h.case("heads", lambda l, r: l[row] + r[col], draw(4, 2), draw(5, 2))
    for h in headers.values():
        h.write()
    one_case("head_dots", lambda x, a: (x.reshape(4, 2, 3) * a).sum(2), draw(4, 6), draw(2, 3))


def scatter():
    index = [3, 0, 3, 2, 3, 0]
    h = Header("scatter_add_rows")
    h.array("index", index, "int32_t")
    h.case("", lambda x: torch.zeros(5, 3).index_add(0, torch.tensor(index), x), draw(6, 3))
    h.write()


def more_arithmetic():
    for op, function in (("sub", torch.sub), ("div", torch.div)):
        h = Header(op)
        h.case("same", function, draw(3, 4), draw(3, 4, low=0.5))
        h.case("row", function, draw(3, 4), draw(4, low=0.5))
        h.case("outer", function, draw(3, 1), draw(1, 4, low=0.5))
        h.case("rank4", function, draw(2, 1, 3, 2), draw(2, 1, 2, low=0.5))
        h.write()
    one_case("neg", torch.neg, draw(3, 4))


def more_activations():
    special = np.array([[-40.0, -3.0, -1e-9], [1e-9, 2.5, 40.0]])
    # PyTorch's softplus is x above its threshold
    for op, function, extreme in (
            ("exp", torch.exp, special), ("tanh", torch.tanh, special),
            ("softplus", lambda x: F.softplus(x, threshold=100), special),
            ("log", torch.log, np.array([1e-9, 1 - 1e-9, 1 + 1e-9, 1e30]))):
        h = Header(op)
        h.case("plain", function, draw(3, 4, low=0.1) if op == "log" else draw(3, 4))
        h.case("extreme", function, extreme)
        h.write()
    h = Header("leaky_relu")
    h.case("plain", lambda x: F.leaky_relu(x, 0.01), draw(3, 4))
    h.case("extreme", lambda x: F.leaky_relu(x, 0.2), special)
    h.write()


def more_shapes():
    one_case("reshape", lambda x: x.reshape(4, 1, 3), draw(2, 6))
    h = Header("transpose")
    h.case("last", lambda x: x.transpose(-1, -2), draw(2, 3, 4))
    h.case("order", lambda x: x.permute(2, 0, 3, 1), draw(2, 3, 2, 2))
    h.write()
    one_case("slice", lambda x: x[:, 1:3], draw(2, 4, 3))
    h = Header("matmul_t")
    h.case("tn", lambda a, b: a.T @ b, draw(3, 4), draw(3, 5))
    h.case("nt", lambda a, b: a @ b.T, draw(4, 3), draw(5, 3))
    h.case("tt", lambda a, b: a.T @ b.T, draw(3, 4), draw(5, 3))
    h.write()


def maxima():
    h = Header("max")
    h.case("all", lambda x: x.max().reshape(1), draw(3, 4))
    h.case("axis0", lambda x: x.max(0).values, draw(3, 4))
    h.case("axis1", lambda x: x.max(1).values, draw(2, 3, 4))
    h.write()
    one_case("maximum", lambda *x: torch.stack(x).max(0).values, draw(3, 4), draw(3, 4), draw(3, 4))


def rows():
    h = Header("log_softmax")
    h.case("plain", lambda x: F.log_softmax(x, -1), draw(3, 4))
    h.case("rank3", lambda x: F.log_softmax(x, -1), draw(2, 2, 3))
    h.case("extreme", lambda x: F.log_softmax(x, -1), np.array([[1000.0, 999.0, -1000.0]]))
    h.write()
    h = Header("prelu")
    h.case("one", F.prelu, draw(3, 4), draw(1))
    h.case("columns", F.prelu, draw(3, 4), draw(4))
    h.write()
    h = Header("layer_norm")
    h.case("plain", lambda x, g, b: F.layer_norm(x, (5,), g, b, 1e-5),
           draw(3, 5), draw(5, low=0.5), draw(5))
    h.case("rank3", lambda x, g, b: F.layer_norm(x, (4,), g, b, 0.1),
           draw(2, 2, 4), draw(4, low=0.5), draw(4))
    h.write()
    # the third row's norm is below 0.5, the last is zero
    h = Header("l2_normalize")
    h.case("plain", lambda x: F.normalize(x, eps=1e-12, dim=-1), draw(3, 4))
    h.case("small", lambda x: F.normalize(x, eps=0.5, dim=-1),
           draw(4, 3) * [[1], [1], [0.1], [0]])
    h.write()


def more_losses():
    labels = [2, 0, -1, 3, -1]
    h = Header("cross_entropy")
    h.array("labels", labels, "int32_t")
    for case in ("mean", "sum"):
        h.case(case, lambda x: F.cross_entropy(x, torch.tensor(labels), ignore_index=-1,
                                               reduction=case).reshape(1), draw(5, 4))
    h.case("extreme", lambda x: F.cross_entropy(x, torch.tensor([1])).reshape(1),
           np.array([[1000.0, 999.0, -1000.0]]))
    h.write()
    h = Header("mse")
    for case in ("mean", "sum"):
        h.case(case, lambda x, y: F.mse_loss(x, y, reduction=case).reshape(1),
               draw(3, 4), draw(3, 4))
    h.write()


def sinkhorn_divergence(x, y, blur):
    """The debiased Sinkhorn divergence of Feydy et al. 2019 as geomloss's
    SamplesLoss("sinkhorn", p=2, blur=blur, scaling=0.5) computes it: symmetric steps in the log
    domain while eps falls to blur^2, and gradients through the last softmin alone."""
    p, scaling = 2, 0.5
    union = torch.cat([x, y]).detach()
    diameter = (union.max(0).values - union.min(0).values).norm().item()
    descent = np.arange(p * np.log(diameter), p * np.log(blur), p * np.log(scaling))
    schedule = [diameter**p, *np.exp(descent), blur**p]

    def cost(a, b):
        return ((a[:, None, :] - b.detach()[None, :, :])**2).sum(2) / 2

    def softmin(eps, c, h):
        return -eps * torch.logsumexp(h[None, :] - c / eps, 1)

    xy, yx, xx, yy = cost(x, y), cost(y, x), cost(x, x), cost(y, y)
    a = torch.full((len(x),), -np.log(len(x)))
    b = torch.full((len(y),), -np.log(len(y)))

    def step(eps, f_ba, g_ab, f_aa, g_bb):
        return (softmin(eps, xy, b + g_ab / eps), softmin(eps, yx, a + f_ba / eps),
                softmin(eps, xx, a + f_aa / eps), softmin(eps, yy, b + g_bb / eps))

    with torch.no_grad():
        potentials = step(schedule[0], *(torch.zeros(len(z)) for z in (x, y, x, y)))
        for eps in schedule:
            potentials = [(f + new) / 2 for f, new in zip(potentials, step(eps, *potentials))]
    f_ba, g_ab, f_aa, g_bb = step(schedule[-1], *potentials)
    return ((f_ba - f_aa).mean() + (g_ab - g_bb).mean()).reshape(1)


def sinkhorn():
    h = Header("sinkhorn")

    def case(name, blur, x, y):
        h.case(name, lambda x, y: sinkhorn_divergence(x, y, blur), x, y)

    case("soft", 0.7, draw(5, 4), draw(3, 4))
    case("sharp", 0.05, draw(4, 3), draw(7, 3))
    case("one_row", 0.7, draw(1, 3), draw(5, 3))
    case("one_other", 0.05, draw(4, 3), draw(1, 3))
    case("one_each", 0.05, draw(1, 3), draw(1, 3))
    x = draw(5, 3)
    case("equal", 0.5, x, x)
    case("wide_blur", 20.0, draw(4, 3), draw(5, 3))
    case("one_column", 0.3, draw(20, 1), draw(17, 1))
    h.write()


def lstm():
    """The halves of a cell of PyTorch, whose gates are in the same order."""
    def memory(a, c):
        i, f, g, _ = a.chunk(4, 1)
        return torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)

    def output(a, c):
        return torch.sigmoid(a.chunk(4, 1)[3]) * torch.tanh(c)

    h = Header("lstm")
    h.case("memory", memory, draw(5, 12), draw(5, 3))
    h.case("output", output, draw(5, 12), draw(5, 3))
    h.write()


def philox(seed, position):
    """Philox 4x32-10 (Salmon et al. 2011) with the key seed and the counter (position, 0)."""
    mask = 0xffffffff
    c = [position & mask, position >> 32, 0, 0]
    k = [seed & mask, seed >> 32]
    for _ in range(10):
        a, b = 0xd2511f53 * c[0], 0xcd9e8d57 * c[2]
        c = [(b >> 32) ^ c[1] ^ k[0], b & mask, (a >> 32) ^ c[3] ^ k[1], a & mask]
        k = [(k[0] + 0x9e3779b9) & mask, (k[1] + 0xbb67ae85) & mask]
    return c


def dropout_mask(seed, first_row, rows, width, drop):
    """Row r of a batch begins at position r * ceil(width / 8); a position decides on eight columns, 16
    bits each."""
    keep = np.zeros((rows, width))
    for r in range(rows):
        for c in range(width):
            words = philox(seed, (first_row + r) * -(-width // 8) + c // 8)
            keep[r, c] = (words[c % 8 // 2] >> 16 * (c % 2)) % 65536 >= drop
    return torch.tensor(keep) * (65536 / (65536 - drop))


def dropout():
    mask = dropout_mask(7, 2, 5, 11, round(0.3 * 65536))
    one_case("dropout", lambda x: x * mask, draw(5, 11))


def hidden_layer():
    mask = dropout_mask(7, 2, 5, 11, round(0.3 * 65536))
    one_case("add_column_elu_dropout",
             lambda h, w, s: F.elu(h + s[:, None] * w[None, :, 1]) * mask,
             draw(5, 11), draw(11, 3), draw(5), constants=(2,))


def several_columns():
    """Columns 1 to 3 of the weight; the third input is S."""
    def added(h, w, s):
        return h + s @ w[:, 1:4].T

    inputs = draw(5, 11), draw(11, 5), draw(5, 3)
    mask = dropout_mask(7, 2, 5, 11, round(0.3 * 65536))
    one_case("add_columns", added, *inputs, constants=(2,))
    one_case("add_columns_elu_dropout", lambda *in_: F.elu(added(*in_)) * mask, *inputs,
             constants=(2,))


def neighbor_mean():
    row, col = [0, 0, 2, 2, 2, 3], [1, 4, 0, 1, 3, 2]
    mean = at_entries(row, col, (4, 5), torch.ones(6))
    mean = mean / mean.sum(1, keepdim=True).clamp(min=1)
    h = Header("spmm_mean")
    h.array("row", row, "int32_t")
    h.array("col", col, "int32_t")
    h.case("", lambda x: mean @ x, draw(5, 3))
    h.write()


def more_ranks():
    h = Header("linear_rank")
    h.case("vector", F.linear, draw(3), draw(5, 3), draw(5))
    h.case("three", F.linear, draw(2, 4, 3), draw(5, 3), draw(5))
    h.write()
    h = Header("matmul_rank")
    h.case("three", torch.matmul, draw(2, 4, 3), draw(2, 3, 5))
    h.case("four", lambda a, b: a @ b.transpose(-1, -2), draw(2, 2, 2, 3), draw(2, 2, 4, 3))
    h.write()


# New parts go last: the random values of those before them must stay.
for part in (arithmetic, linear_layers, activations, reductions, joins, graph_ops, batch_norm,
             losses, more_arithmetic, more_activations, more_shapes, maxima, rows, more_losses):
    part()

# These draw from a generator of their own.
random = np.random.default_rng(20240608)
for part in (segments, sparse_attention, scatter):
    part()
random = np.random.default_rng(20240609)
sinkhorn()
random = np.random.default_rng(20240610)
for part in (lstm, dropout):
    part()
random = np.random.default_rng(20240611)
hidden_layer()
random = np.random.default_rng(20240612)
neighbor_mean()
random = np.random.default_rng(20240613)
several_columns()


def contrastive():
    """GRACE's loss of two views (Zhu et al. 2020, equations 1 and 2)."""
    def views(x, y, tau):
        x, y = F.normalize(x), F.normalize(y)

        def half(a, b):
            within, between = torch.exp(a @ a.T / tau), torch.exp(a @ b.T / tau)
            return -torch.log(between.diag() / (within.sum(1) - within.diag() + between.sum(1)))
        return ((half(x, y) + half(y, x)) / 2).mean().reshape(1)

    h = Header("nt_xent")
    h.case("warm", lambda x, y: views(x, y, 0.9), draw(5, 4), draw(5, 4))
    h.case("cold", lambda x, y: views(x, y, 0.1), draw(7, 3), draw(7, 3))
    h.case("one_node", lambda x, y: views(x, y, 0.5), draw(1, 3), draw(1, 3))
    h.case("constant", lambda x, y: views(x, y, 0.5), draw(4, 2), draw(4, 2), constants=(1,))
    h.write()


def magnitudes():
    special = np.array([[-1e30, -1.0, -1e-9, 0.0], [1e-9, 0.5, 1.0, 1e30]])
    h = Header("abs")
    h.case("plain", torch.abs, draw(3, 4))
    h.case("extreme", torch.abs, special)
    h.write()
    h = Header("clamp")
    h.case("inside", lambda x: x.clamp(-1, 0.5), draw(3, 4))
    h.case("bounds", lambda x: x.clamp(-1, 0.5), special)
    h.case("from_below", lambda x: x.clamp(min=0.25), draw(3, 4))
    h.write()


random = np.random.default_rng(20240613)
contrastive()
random = np.random.default_rng(20261129)
magnitudes()
random = np.random.default_rng(20240614)
more_ranks()


def smooth_activations():
    special = np.array([[-1000.0, -40.0, -3.0, -1e-9], [1e-9, 2.5, 40.0, 1000.0]])
    for op, function in (("silu", F.silu), ("gelu", F.gelu)):
        h = Header(op)
        h.case("plain", function, draw(3, 4, low=-5, high=5))
        h.case("extreme", function, special)
        h.write()


def powers():
    h = Header("pow")
    for case, exponent in (("square", 2), ("cube", 3), ("fourth", 4), ("inverse", -1)):
        h.case(case, lambda x: x.pow(exponent), draw(3, 4))
    for case, exponent in (("root", 0.5), ("odd", 2.7), ("inverse_root", -0.5)):
        h.case(case, lambda x: x.pow(exponent), draw(3, 4, low=0.1, high=9))
    zeros = np.array([0.0, -1.5, 1.5])
    for case, exponent in (("zero", 0), ("one", 1), ("square_of_zero", 2), ("third", 3)):
        h.case(case, lambda x: x.pow(exponent), zeros)
    h.case("odd_of_zero", lambda x: x.pow(1.5), np.array([0.0, 1.5]))
    h.write()


def smallest():
    h = Header("min")
    h.case("all", lambda x: x.min().reshape(1), draw(3, 4))
    h.case("axis0", lambda x: x.min(0).values, draw(3, 4))
    h.case("axis1", lambda x: x.min(1).values, draw(2, 3, 4))
    h.write()


def log_sums():
    h = Header("logsumexp")
    h.case("all", lambda x: torch.logsumexp(x, (0, 1)).reshape(1), draw(3, 4))
    h.case("axis0", lambda x: torch.logsumexp(x, 0), draw(3, 4))
    h.case("axis1", lambda x: torch.logsumexp(x, 1), draw(2, 3, 4))
    h.case("axis2", lambda x: torch.logsumexp(x, 2), draw(2, 3, 4))
    h.case("extreme", lambda x: torch.logsumexp(x, 1),
           np.array([[1000.0, 999.0, -1000.0], [-1000.0, -1001.0, -1000.0]]))
    h.write()


random = np.random.default_rng(20261130)
for part in (smooth_activations, powers, smallest, log_sums):
    part()
