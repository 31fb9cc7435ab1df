#!/usr/bin/python3
"""Golden values of layers, optimizers and schedules: writes nn_*.h beside itself. Needs PyTorch (made
with 1.13)."""
import math
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


def gin(out, name, activation):
    """(A + (1 + eps) I) x through Linear, activation, Linear."""
    a, x, eps = ring_with_a_chord(0), few_features(), leaf(1)
    net = torch.nn.Sequential(torch.nn.Linear(5, 4), activation, torch.nn.Dropout(0),
                              torch.nn.Linear(4, 3)).double()
    inputs = {"a": a, "x": x, "eps": eps}
    for key, parameter in net.named_parameters():
        inputs[key.replace(".", "_")] = parameter
    put_call(out, name, net(a @ x + (1 + eps) * x), normal(6, 3), inputs)


def message_passing():
    torch.manual_seed(2023)
    out = Header("nn_message_passing.h")
    sage(out)
    gat(out, "gat_concat", True)
    gat(out, "gat_mean", False)
    gin(out, "gin", torch.nn.ELU())
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


# ---- optimizers other than Adam ----

OPTIMIZERS = {
    "sgd": lambda x: torch.optim.SGD(x, lr=1, weight_decay=0.05),
    "momentum": lambda x: torch.optim.SGD(x, lr=1, momentum=0.8, weight_decay=0.05),
    "nesterov": lambda x: torch.optim.SGD(x, lr=1, momentum=0.8, nesterov=True),
    "adam": lambda x: torch.optim.Adam(x, lr=1, betas=(0.7, 0.95), eps=1e-3),
    "adamw": lambda x: torch.optim.AdamW(x, lr=1, weight_decay=0.3),
}


def optimizers(out):
    """Down 0.3 (x - target)^2; the second parameter goes at a quarter of the rate, and is frozen in
    steps 8 to 11."""
    start, target = [normal(2, 3), normal(4)], [normal(2, 3), normal(4)]
    for name, values in [("start", start), ("target", target)]:
        out.put(f"optim_{name}", torch.cat([v.reshape(-1) for v in values]))
    for name, new in OPTIMIZERS.items():
        x = [s.clone().requires_grad_() for s in start]
        optimizer = new([{"params": [x[0]]}, {"params": [x[1]]}])
        path = []
        for step in range(STEPS):
            optimizer.zero_grad(set_to_none=True)
            for k in range(2):
                if k == 0 or not 8 <= step < 12:
                    x[k].grad = 0.6 * (x[k].detach() - target[k])
                optimizer.param_groups[k]["lr"] = rate(step) * (1 if k == 0 else 0.25)
            optimizer.step()
            path.append(torch.cat([p.detach().reshape(-1) for p in x]))
        out.put(f"optim_{name}", torch.stack(path))


def optimizer_groups(out):
    """The same with two groups of PyTorch's own: rates 1 and a quarter, weight decays 0.05 and 0.4,
    and for a third parameter the optimizer's, 0.2."""
    generator = torch.Generator().manual_seed(5)
    start, target = [torch.randn(3, 3, dtype=torch.float64, generator=generator) for _ in range(2)]
    for name, values in [("start", start), ("target", target)]:
        out.put(f"optim_groups_{name}", values)
    for name, new in [("sgd", torch.optim.SGD),
                      ("momentum", lambda x, **kw: torch.optim.SGD(x, momentum=0.8, **kw)),
                      ("adam", torch.optim.Adam), ("adamw", torch.optim.AdamW)]:
        x = [row.clone().requires_grad_() for row in start]
        optimizer = new([{"params": [x[0]], "lr": 0.1, "weight_decay": 0.05},
                         {"params": [x[1]], "lr": 0.025, "weight_decay": 0.4},
                         {"params": [x[2]]}], lr=0.1, weight_decay=0.2)
        path = []
        for _ in range(STEPS):
            for k in range(3):
                x[k].grad = 0.6 * (x[k].detach() - target[k])
            optimizer.step()
            path.append(torch.cat([p.detach() for p in x]))
        out.put(f"optim_groups_{name}", torch.stack(path))


# ---- schedules other than the cycle ----

def schedule_rates(lr, steps, new):
    """The rates that a scheduler of PyTorch gives its optimizer."""
    optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=lr)
    scheduler = new(optimizer)
    rates = []
    for _ in range(steps):
        rates.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        scheduler.step()
    return rates


class CosineRate(CyclicRate):
    """The same counter, along half a cosine."""

    def next(self):
        s = self.counter
        if not self.warmup <= s < self.warmup + self.annealing:
            return super().next()
        self.counter += 1
        q = 0.5 * (1 + math.cos(math.pi * (s - self.warmup) / self.annealing))
        return self.lr * q + self.floor * (1 - q)


def schedules(out):
    scheduler = torch.optim.lr_scheduler
    out.put("schedule_annealing", schedule_rates(
        0.1, 41, lambda o: scheduler.CosineAnnealingLR(o, 40, eta_min=1e-3)))
    for name, growth in [("sgdr", 2), ("sgdr_even", 1)]:
        out.put(f"schedule_{name}", schedule_rates(
            0.1, 200, lambda o: scheduler.CosineAnnealingWarmRestarts(o, 10, growth, 1e-3)))
    out.put("schedule_step", schedule_rates(
        0.1, 100, lambda o: scheduler.StepLR(o, 30, gamma=0.5)))
    cosine = CosineRate(0.1, 1e-3, 10, 500)
    out.put("schedule_cosine", [cosine.next() for _ in range(1100)][400:700])


# ---- LSTM and jumping knowledge ----

def lstm_cell(out):
    """Two steps from an output and a memory of zeros; the loss looks at both outputs and at the last
    memory."""
    cell = torch.nn.LSTMCell(4, 3).double()
    x0, x1 = leaf(5, 4), leaf(5, 4)
    h0, c0 = cell(x0)
    h1, c1 = cell(x1, (h0, c0))
    put_call(out, "lstm", torch.cat([h0, h1, c1], 1), normal(5, 9),
             {"x0": x0, "x1": x1, **dict(cell.named_parameters())})


def jumping_lstm(out):
    """JumpingKnowledge of mode lstm, as PyTorch Geometric has it."""
    layers, width = 3, 4
    hidden = layers * width // 2
    lstm = torch.nn.LSTM(width, hidden, bidirectional=True, batch_first=True).double()
    attention = torch.nn.Linear(2 * hidden, 1).double()
    x = [leaf(5, width) for _ in range(layers)]
    stacked = torch.stack(x, 1)
    score = attention(lstm(stacked)[0]).squeeze(-1)
    y = (stacked * torch.softmax(score, -1).unsqueeze(-1)).sum(1)
    inputs = {f"x{k}": layer for k, layer in enumerate(x)}
    inputs.update(lstm.named_parameters())
    inputs.update({"att_" + name: value for name, value in attention.named_parameters()})
    put_call(out, "jk_lstm", y, normal(5, width), inputs)


def jumping_modes(out):
    """Modes without parameters, on the same layers."""
    values, seed = [normal(4, 3) for _ in range(3)], normal(4, 3)
    for k, value in enumerate(values):
        out.put(f"jk_modes_x{k}", value)
    for name, join in [("mean", lambda x: torch.stack(x).mean(0)), ("sum", lambda x: sum(x)),
                       ("max", lambda x: torch.stack(x).max(0)[0])]:
        x = [value.clone().requires_grad_() for value in values]
        put_call(out, f"jk_{name}", join(x), seed, {})
        for k in range(3):
            out.put(f"jk_{name}_dx{k}", x[k].grad)


# ---- later layers, each with a seed of its own ----

def layer_norm(out):
    norm = torch.nn.LayerNorm(6).double()
    x = leaf(5, 6)
    with torch.no_grad():
        norm.weight.copy_(normal(6))
        norm.bias.copy_(normal(6))
    put_call(out, "layer_norm", norm(x), normal(5, 6),
             {"x": x, "w": norm.weight, "b": norm.bias})


def write(name, *makers):
    header = Header(name)
    for make in makers:
        make(header)
    header.write()


def main():
    torch.manual_seed(2022)
    write("nn_layers.h", linear, mlp, gcn, batch_norm, jumping_knowledge)
    write("nn_adam.h", adam)
    write("nn_cyclic.h", cyclic)
    write("nn_optim.h", optimizers)
    write("nn_optim_groups.h", optimizer_groups)
    write("nn_schedule.h", schedules)
    write("nn_lstm.h", lstm_cell, jumping_lstm)
    write("nn_jumping_knowledge.h", jumping_modes)


main()
message_passing()
torch.manual_seed(2024)
write("nn_layer_norm.h", layer_norm)
torch.manual_seed(2025)
write("nn_gin_relu.h", lambda out: gin(out, "gin_relu", torch.nn.ReLU()))
