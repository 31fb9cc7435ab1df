#!/usr/bin/python3
"""Golden values of layers, optimizer and schedule: writes nn_layers.h, nn_adam.h and nn_cyclic.h
beside itself. Needs PyTorch (made with 1.13)."""
import os

import torch

HERE = os.path.dirname(os.path.abspath(__file__))


class Header:
    def __init__(self, name):
        self.name = name
        self.lines = [f"/* {name}: made by make_nn.py. */"]

    def put(self, name, values):
        flat = torch.as_tensor(values, dtype=torch.float64).detach().reshape(-1).tolist()
        self.lines.append(f"static const double {name}[] = {{")
        row = "   "
        for value in flat:
            text = f" {value!r},"
            if len(row) + len(text) > 100:
                self.lines.append(row)
                row = "   "
            row += text
        self.lines += [row, "};"]

    def write(self):
        with open(os.path.join(HERE, self.name), "w") as f:
            f.write("\n".join(self.lines) + "\n")


def normal(*shape):
    return torch.randn(*shape, dtype=torch.float64)


def leaf(*shape):
    return normal(*shape).requires_grad_()


def put_call(out, name, y, seed, inputs):
    """The inputs, the result y, and the gradients of sum(y * seed)."""
    (y * seed).sum().backward()
    out.put(f"{name}_seed", seed)
    out.put(f"{name}_y", y)
    for key, value in inputs.items():
        out.put(f"{name}_{key}", value)
        if value.requires_grad:
            out.put(f"{name}_d{key}", value.grad)


def linear(out):
    x, w, b = leaf(5, 4), leaf(3, 4), leaf(3)
    put_call(out, "linear", torch.nn.functional.linear(x, w, b), normal(5, 3),
             {"x": x, "w": w, "b": b})


def mlp(out):
    net = torch.nn.Sequential(
        torch.nn.Linear(4, 6), torch.nn.ELU(), torch.nn.Dropout(0),
        torch.nn.Linear(6, 5), torch.nn.ELU(), torch.nn.Dropout(0),
        torch.nn.Linear(5, 2, bias=False)).double()
    x = leaf(7, 4)
    inputs = {"x": x}
    for name, parameter in net.named_parameters():
        inputs[name.replace(".", "_")] = parameter
    put_call(out, "mlp", net(x), normal(7, 2), inputs)


def gcn(out):
    """D^-1/2 (A + I) D^-1/2 (X W^T) + b on six nodes, the last one without an edge."""
    a = torch.eye(6, dtype=torch.float64)
    for i, j in [(0, 1), (0, 2), (1, 2), (2, 3), (3, 4)]:
        a[i, j] = a[j, i] = 1
    scale = a.sum(1).rsqrt()
    a = scale[:, None] * a * scale[None, :]
    x = normal(6, 5)
    x[torch.rand(6, 5) < 0.5] = 0
    x[3] = 0
    x.requires_grad_()
    w, b = leaf(4, 5), leaf(4)
    put_call(out, "gcn", a @ (x @ w.T) + b, normal(6, 4), {"a": a, "x": x, "w": w, "b": b})


def batch_norm(out):
    norm = torch.nn.BatchNorm1d(3).double()
    x = leaf(7, 3)
    with torch.no_grad():
        norm.weight.copy_(normal(3))
        norm.bias.copy_(normal(3))
    put_call(out, "norm", norm(x), normal(7, 3), {"x": x, "w": norm.weight, "b": norm.bias})
    out.put("norm_running_mean", norm.running_mean)
    out.put("norm_running_var", norm.running_var)
    norm.eval()
    out.put("norm_eval_y", norm(x))


def jumping_knowledge(out):
    w, layers = leaf(3), [leaf(4, 2) for _ in range(3)]
    y = sum(s * x for s, x in zip(torch.softmax(w, 0), layers))
    put_call(out, "jk", y, normal(4, 2),
             {"w": w, "x0": layers[0], "x1": layers[1], "x2": layers[2]})


def ring_with_a_chord(loops):
    """The pattern of a symmetric adjacency on six nodes, the last one without an edge."""
    a = loops * torch.eye(6, dtype=torch.float64)
    for i, j in [(0, 1), (0, 2), (1, 2), (2, 3), (3, 4)]:
        a[i, j] = a[j, i] = 1
    return a


def few_features():
    x = normal(6, 5)
    x[torch.rand(6, 5) < 0.5] = 0
    x[3] = 0
    return x.requires_grad_()


def sage(out):
    """The mean over the row of A + I through lin_l, plus lin_r."""
    a, x = ring_with_a_chord(1), few_features()
    wl, bl, wr = leaf(4, 5), leaf(4), leaf(4, 5)
    y = (a / a.sum(1, keepdim=True)) @ x @ wl.T + bl + x @ wr.T
    put_call(out, "sage", y, normal(6, 4), {"a": a, "x": x, "wl": wl, "bl": bl, "wr": wr})


def gat(out, name, concat):
    """Two heads of three outputs; every pair's logit, and -inf where there is no edge."""
    heads, width = 2, 3
    a, x, w = ring_with_a_chord(1), few_features(), leaf(heads * width, 5)
    source, target = leaf(heads, width), leaf(heads, width)
    b = leaf(heads * width if concat else width)
    z = (x @ w.T).reshape(6, heads, width)
    logits = (z * target).sum(2)[:, None, :] + (z * source).sum(2)[None, :, :]
    logits = torch.nn.functional.leaky_relu(logits, 0.2)
    share = torch.softmax(logits.masked_fill(a[:, :, None] == 0, -torch.inf), 1)
    y = torch.einsum("ijh,jhc->ihc", share, z)
    y = (y.reshape(6, -1) if concat else y.mean(1)) + b
    put_call(out, name, y, normal(*y.shape),
             {"a": a, "x": x, "w": w, "source": source, "target": target, "b": b})


def gin(out):
    """(A + (1 + eps) I) x through Linear, ELU, Linear."""
    a, x, eps = ring_with_a_chord(0), few_features(), leaf(1)
    net = torch.nn.Sequential(torch.nn.Linear(5, 4), torch.nn.ELU(), torch.nn.Dropout(0),
                              torch.nn.Linear(4, 3)).double()
    inputs = {"a": a, "x": x, "eps": eps}
    for name, parameter in net.named_parameters():
        inputs[name.replace(".", "_")] = parameter
    put_call(out, "gin", net(a @ x + (1 + eps) * x), normal(6, 3), inputs)


def message_passing():
    torch.manual_seed(2023)
    out = Header("nn_message_passing.h")
    sage(out)
    gat(out, "gat_concat", True)
    gat(out, "gat_mean", False)
    gin(out)
    out.write()


STEPS = 20


def rate(step):
    return 0.1 / (1 + step)


def trajectory(dtype, start, target, stiffness):
    """Adam with weight decay 0.05 down sum(stiffness (x - target)^2), clipped to norm 1; the second
    parameter is frozen in steps 8 to 11. Yields the norms and the parameters after each step."""
    x = [s.to(dtype).clone().requires_grad_() for s in start]
    adam = torch.optim.Adam(x, lr=1, weight_decay=0.05)
    for step in range(STEPS):
        adam.zero_grad(set_to_none=True)
        for k in range(2):
            if k == 0 or not 8 <= step < 12:
                gradient = 2 * stiffness[k].to(dtype) * (x[k].detach() - target[k].to(dtype))
                x[k].grad = gradient
        norm = torch.nn.utils.clip_grad_norm_(x, 1.0)
        adam.param_groups[0]["lr"] = rate(step)
        adam.step()
        yield norm, torch.cat([p.detach().reshape(-1) for p in x])


def adam(out):
    start, target = [normal(3, 5), normal(7)], [normal(3, 5), normal(7)]
    stiffness = [0.2 * torch.rand(3, 5, dtype=torch.float64),
                 0.05 * torch.rand(7, dtype=torch.float64)]
    for name, values in [("start", start), ("target", target), ("stiffness", stiffness)]:
        out.put(f"adam_{name}", torch.cat([v.reshape(-1) for v in values]))
    for name, dtype in [("f64", torch.float64), ("f32", torch.float32)]:
        norms, path = zip(*trajectory(dtype, start, target, stiffness))
        out.put(f"adam_norm_{name}", torch.stack(norms))
        out.put(f"adam_path_{name}", torch.stack(path))


class CyclicRate:
    """The rate of the table in docs/cflp.md, as a counter that is set back to 1 after the floor."""

    def __init__(self, lr, floor, warmup, annealing):
        self.lr, self.floor, self.warmup, self.annealing = lr, floor, warmup, annealing
        self.counter = 0

    def next(self):
        s = self.counter
        self.counter += 1
        if s < self.warmup:
            return self.lr * (s + 1) / self.warmup
        if s < self.warmup + self.annealing:
            q = (self.warmup + self.annealing - s) / self.annealing
            return self.lr * q + self.floor * (1 - q)
        self.counter = 1
        return self.floor


def cyclic(out):
    for name, settings in [("50_20", (0.1, 1e-4, 50, 20)), ("3_2", (0.005, 1e-4, 3, 2))]:
        schedule = CyclicRate(*settings)
        out.put(f"cyclic_{name}", [schedule.next() for _ in range(300)])


def main():
    torch.manual_seed(2022)
    layers = Header("nn_layers.h")
    for make in [linear, mlp, gcn, batch_norm, jumping_knowledge]:
        make(layers)
    layers.write()
    for make, name in [(adam, "nn_adam.h"), (cyclic, "nn_cyclic.h")]:
        header = Header(name)
        make(header)
        header.write()


main()
message_passing()
